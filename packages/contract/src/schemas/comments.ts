import * as z from 'zod'
import { COMMENT_MAX_LENGTH, COMMENT_NONCE_MAX_LENGTH } from '../limits.ts'
import {
  actorId,
  articleRef,
  communityRole,
  cursor,
  decisionReason,
  entityType,
  hiddenWhy,
  id,
  limit,
  namedPost,
  page,
  publisherSince,
  reactionName,
  reactionsCount,
  string,
  text,
  time,
  tokenName,
} from './common.ts'
import { pollResult } from './polls.ts'

/** 0 published · 1 hidden by the community's admin · 2 by its publisher · 3 by a domain admin · 4 by a category admin · 5 pending. */
export const commentStatus = z.int().min(0).max(5)
export const commentSort = z.enum(['top', 'new', 'old', 'active'])

/** A user that the text mentions as `@username`. */
export const mention = z.object({ userId: id, username: z.string(), slugUrl: z.string() })

export const comment = z.object({
  id,
  postId: id,
  tokenName,
  parentCommentId: id
    .nullable()
    .describe('The top-level comment that this reply belongs to; null for a top-level comment.'),
  replyToCommentId: id.nullable().describe('The comment that is answered: the parent or another reply under it.'),
  replyToPublisherName: z
    .string()
    .nullable()
    .describe("Name of the person who is answered when that is not the parent's publisher."),
  publisherId: z.union([id, z.literal('')]).describe('Empty for an anonymous comment.'),
  publisherName: z.string().describe('Username, or `anonymous`.'),
  publisherProfileName: z.string().describe("The publisher's `displayName`; empty without an account."),
  publisherSlugUrl: z.string(),
  publisherImageUrl: z.string(),
  publisherRole: communityRole.optional().describe('What the publisher is in the community; left out for most.'),
  content: z
    .string()
    .nullable()
    .describe('Plain text. Null where the viewer may not see it: a placeholder that keeps its replies readable.'),
  mentions: z.array(mention),
  status: commentStatus,
  hidden: hiddenWhy.nullable().describe('Why and by which role it was hidden; only for its author and moderators.'),
  createdAt: time,
  editedAt: time.nullable(),
  numComments: z.int().nonnegative().describe('Replies that everybody can see.'),
  reactionsCount,
  moderationScore: z.int().nullable().describe('0–100, only for holders of hideContent and from 75.'),
  post: namedPost
    .optional()
    .describe("The post it stands under; only in lists of a user's comments and of pending ones."),
  publisherSince,
})

/** A top-level comment with its first replies, oldest first. */
export const commentWithReplies = comment.extend({ replies: page(comment) })

/** The viewer's own facts about a page's items. */
export const viewerFactsPayload = z.object({
  reactions: z.record(z.string(), reactionName).describe('Chosen reaction by post or comment id.'),
  votes: z
    .record(z.string(), pollResult.extend({ selectedOptionIndex: z.int() }))
    .describe('Chosen option and the results that voting opened, by post id.'),
  comments: z.array(comment).describe('Comments of which this viewer may see more than everybody.'),
  saved: z.array(id).optional().describe('Posts and comments that the viewer has saved. Default: none of them.'),
  hiddenForMe: z
    .array(id)
    .optional()
    .describe(
      'Posts and comments that the viewer has hidden for themselves: leave such posts out of feeds, and show a placeholder for such comments. Default: none of them.',
    ),
})

const taggedUsers = z.array(string(64)).max(50).optional()
/** Ignored: the server fetches link previews itself. */
const linkMeta = z.unknown().optional()
const target = {
  postId: id.optional().describe("The post, or `article` for a partner's article that may have no post yet."),
  article: articleRef.optional(),
  replyToCommentId: id.optional(),
  content: text(COMMENT_MAX_LENGTH),
  nonce: string(COMMENT_NONCE_MAX_LENGTH)
    .optional()
    .describe(
      "A random value of the client's. The event `comment.created` repeats it, so that the page that wrote the comment recognises it.",
    ),
  taggedUsers,
  linkMeta,
}
const oneTarget = (input: { postId?: string | undefined; article?: unknown }) =>
  (input.postId === undefined) !== (input.article === undefined)
const oneTargetIssue = { message: 'Name either a post or an article.', path: ['postId'] }

/** The comment that was written. */
export const newCommentAnswer = z.object({ commentId: id, comment }).describe('The comment that was written.')

/** The comment as the call has left it. */
export const commentAnswer = z.object({ comment }).describe('The comment as the call has left it.')

export const commentCalls = {
  commentCreate: {
    input: z.strictObject({ tokenName, publisherId: actorId, ...target }).refine(oneTarget, oneTargetIssue),
    output: newCommentAnswer,
  },
  commentAnonymous: {
    input: z.strictObject({ tokenName, ...target }).refine(oneTarget, oneTargetIssue),
    output: newCommentAnswer,
  },
  commentEdit: {
    input: z.strictObject({
      tokenName,
      userId: actorId,
      commentId: id,
      content: text(COMMENT_MAX_LENGTH),
      editedAt: time
        .nullable()
        .optional()
        .describe(
          '`editedAt` of the text that was changed, null for a first edit; another one by now is an EDIT_CONFLICT. Default: whatever is there is overwritten.',
        ),
    }),
    output: commentAnswer,
  },
  commentDelete: {
    input: z.strictObject({
      commentId: id,
      tokenName,
      hidden: z.boolean().describe('True hides, false restores.'),
      pending: z
        .boolean()
        .optional()
        .describe('With `hidden: false`: a hidden comment waits for approval again. Default false: everybody sees it.'),
      userId: actorId,
      ...decisionReason,
    }),
    output: commentAnswer,
  },
  commentList: {
    input: z.object({
      type: z
        .enum(['post', 'replies', 'user', 'pending'])
        .describe(
          'post: top-level comments with their first replies · replies: of `parentCommentId` · user: of `userId` · pending: of `tokenName`.',
        ),
      postId: id.optional(),
      parentCommentId: id.optional(),
      userId: id.optional(),
      tokenName: tokenName.optional(),
      sort: commentSort.optional().describe('Default top; replies and pending are always oldest first.'),
      limit,
      cursor,
    }),
    output: page(commentWithReplies).extend({ viewerFacts: viewerFactsPayload.optional() }),
  },
  commentGet: {
    input: z.object({ commentId: id }),
    output: z.object({
      comment,
      parent: comment.nullable().describe('The top-level comment above a reply.'),
      around: page(commentWithReplies).describe(
        'The page of the top-level list (sort top) that begins with this thread, so that a permalink shows its surroundings.',
      ),
      replies: page(comment).describe('Replies from the start up to and including the linked one.'),
    }),
  },
  postReaction: {
    input: z
      .strictObject({
        entityId: id.optional().describe('Post or comment id; for a post it may be left out when `article` is given.'),
        entityType,
        tokenName: tokenName.optional().describe('With `article`: its community.'),
        article: articleRef.optional(),
        reactionName: z.union([reactionName, z.literal('')]).describe('Empty removes the reaction.'),
        userId: actorId,
      })
      .refine(
        (input) =>
          (input.entityId === undefined) ===
          (input.article !== undefined && input.entityType === 'Post' && input.tokenName !== undefined),
        {
          message: 'Name either an entity, or an article with its community.',
          path: ['entityId'],
        },
      ),
    output: z.object({
      entityId: id,
      entityType,
      reactionName: z.union([reactionName, z.literal('')]),
      reactionsCount,
    }),
  },
  viewerFacts: {
    input: z.object({
      postIds: string(5000).optional().describe('Comma-separated ids.'),
      commentIds: string(5000).optional(),
    }),
    output: viewerFactsPayload,
  },
}
