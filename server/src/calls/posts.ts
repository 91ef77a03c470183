import type { postCalls } from '@stoa/contract/schemas'
import { senderOf } from '../domains/content/checks/index.ts'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

/** Only a community's posts, on the domain of one community. */
const within = <Query extends { tokenName?: string | undefined }>(query: Query, onlyCommunity: string | null): Query =>
  onlyCommunity === null ? query : { ...query, tokenName: onlyCommunity }

export const postHandlers = ({
  accountsInBrowser,
  comments,
  contentChecks,
  contentDeletion,
  posts,
  viewerParts,
  voting,
}: Services): HandlersOf<typeof postCalls> => ({
  postList: {
    handle: ({ input: { limit, fetchLimit, ...query }, viewer, onlyCommunity }) =>
      posts.list(
        viewer,
        { ...query, limit: limit ?? fetchLimit, isOnlyCommunity: onlyCommunity !== null },
        comments.previews,
      ),
    viewerPart: viewerParts.postList,
  },
  postGet: {
    handle: async ({ input, viewer }) => ({ post: await posts.get(viewer, input) }),
    viewerPart: viewerParts.postGet,
  },
  postThread: (context) => posts.thread(context.viewer, context.input, context),
  responseList: ({ viewer, input: { postId: parentPostId, ...query }, onlyCommunity }) =>
    posts.list(viewer, { type: 'responses', parentPostId, ...within(query, onlyCommunity) }, comments.previews),
  superCommentList: ({ viewer, input, onlyCommunity }) => posts.superComments(viewer, within(input, onlyCommunity)),
  voteList: ({ viewer, input, onlyCommunity }) =>
    voting.list(viewerOf({ viewer }), input, onlyCommunity ?? input.tokenName ?? null),
  postRevisionList: (context) => posts.revisions(context.viewer, context.input, context),
  postRevisionGet: (context) => posts.revision(context.viewer, context.input, context),
  postOwnCounts: (context) => posts.ownCounts(viewerOf(context), context.onlyCommunity),
  linkCardGet: async (context) => ({ meta: await posts.linkPreview(context.input.url, viewerOf(context).id) }),
  postCreate: {
    score: ({ viewer, input }) =>
      contentChecks.score(viewer, { tokenName: input.tokenName, text: () => posts.textOfNew(input) }),
    handle: async (context) => ({ post: await posts.create(viewerOf(context), context.input, context) }),
  },
  postEdit: {
    score: ({ viewer, input }) =>
      contentChecks.score(viewer, { tokenName: input.tokenName, text: () => posts.textOfEdit(input) }),
    handle: async (context) => ({ post: await posts.edit(viewerOf(context), context.input, context) }),
  },
  postAnonymous: {
    score: ({ input }) => contentChecks.score(null, { tokenName: input.tokenName, text: () => posts.textOfNew(input) }),
    handle: async (context) => {
      const accountIds = await accountsInBrowser(context.request, context.tx)
      const input = { ...context.input, accountIds, sender: senderOf(context) }
      return { post: await posts.createAnonymously(context.viewer, input, context) }
    },
  },
  postApprove: async (context) => ({ post: await posts.approve(viewerOf(context), context.input, context) }),
  postDelete: async (context) => ({ post: await posts.setHidden(viewerOf(context), context.input, context.tx) }),
  contentDelete: (context) => contentDeletion.delete(viewerOf(context), context.input, context.tx),
  postLock: async (context) => ({ post: await posts.lock(viewerOf(context), context.input, context.tx) }),
  postPin: async (context) => ({ post: await posts.pin(viewerOf(context), context.input, context.tx) }),
  postSyndicate: async (context) => ({ post: await posts.syndicate(viewerOf(context), context.input, context.tx) }),
  postView: ({ input: { postId, tokenName, visitorId }, viewer, address, onlyCommunity, tx }) =>
    posts.view(
      viewer,
      { postId, visitorId: visitorId ?? '', address, onlyCommunity: onlyCommunity ?? tokenName ?? null },
      tx,
    ),
  postVote: (context) => voting.vote(viewerOf(context), context.input, context),
})
