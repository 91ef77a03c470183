import type { Me } from '@stoa/contract'
import type { commentCalls } from '@stoa/contract/schemas'
import { senderOf } from '../domains/content/checks/index.ts'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export function commentHandlers({
  accountsInBrowser,
  articles,
  comments,
  contentChecks,
  viewerParts,
}: Services): HandlersOf<typeof commentCalls> {
  const score = (author: Me | null, { tokenName, content }: { tokenName: string; content: string }) =>
    contentChecks.score(author, { tokenName, text: () => content })

  return {
    commentCreate: {
      commit: (context) => {
        const { input } = context
        const viewer = viewerOf(context)
        return context.once(async (record) => {
          const scored = await score(viewer, input)
          return articles.onPost(input, (postId, tx) =>
            comments.create(viewer, { ...input, postId }, { tx, record, scored }),
          )
        })
      },
    },
    commentAnonymous: {
      commit: (context) => {
        const { viewer, site, input, request } = context
        const sender = senderOf(context)
        return context.once(async (record) => {
          const accountIds = await accountsInBrowser(request)
          const scored = await score(null, input)
          return articles.onPost(input, (postId, tx) =>
            comments.createAnonymously(viewer, { ...input, postId, site, accountIds, sender }, { tx, record, scored }),
          )
        })
      },
    },
    commentEdit: {
      score: (context) => score(context.viewer, context.input),
      handle: (context) => comments.edit(viewerOf(context), context.input, context),
    },
    commentDelete: (context) => comments.setHidden(viewerOf(context), context.input, context.tx),
    commentList: {
      handle: ({ viewer, input, onlyCommunity }) => comments.list(viewer, input, onlyCommunity),
      viewerPart: viewerParts.commentList,
    },
    commentGet: ({ viewer, input, onlyCommunity }) => comments.get(viewer, input, onlyCommunity),
  }
}
