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
  parentCommentId: id.nullable().describe('The top-level comment above this reply; null for a top-level comment.'),
  replyToCommentId: id.nullable().describe('The comment it replies to: the parent or another reply under it.'),
  replyToPublisherName: z.string().nullable().describe('Name of the person replied to, if not the parent’s publisher.'),
  publisherId: z.union([id, z.literal('')]).describe('Empty for an anonymous comment.'),
  publisherName: z.string().describe('Username, or `anonymous`.'),
  publisherProfileName: z.string().describe('The publisher’s `displayName`; empty without an account.'),
  publisherSlugUrl: z.string(),
  publisherImageUrl: z.string(),
  publisherRole: communityRole.optional().describe('The publisher’s role in the community; omitted for most.'),
  content: z
    .string()
    .nullable()
    .describe('Plain text. Null where the viewer may not see it: a placeholder that keeps its replies in context.'),
  mentions: z.array(mention),
  status: commentStatus,
  hidden: hiddenWhy.nullable().describe('Why it was hidden, and by which role; only for its author and moderators.'),
  createdAt: time,
  editedAt: time.nullable(),
  numComments: z.int().nonnegative().describe('Number of publicly visible replies.'),
  reactionsCount,
  moderationScore: z.int().nullable().describe('0–100, only for holders of hideContent and from 75.'),
  post: namedPost.optional().describe('Its post; only in lists of a user’s comments and of pending ones.'),
  publisherSince,
})

/** A top-level comment with its first replies, oldest first. */
export const commentWithReplies = comment.extend({ replies: page(comment) })

/** The viewer's own facts about a page's items. */
export const viewerFactsPayload = z.object({
  reactions: z.record(z.string(), reactionName).describe('Chosen reaction by post or comment id.'),
  votes: z
    .record(z.string(), pollResult.extend({ selectedOptionIndex: z.int() }))
    .describe('Chosen option and the results that voting revealed, by post id.'),
  comments: z.array(comment).describe('Comments of which this viewer may see more than the public.'),
  saved: z.array(id).optional().describe('Posts and comments that the viewer has saved. Default: none.'),
  hiddenForMe: z
    .array(id)
    .optional()
    .describe(
      'Posts and comments that the viewer has hidden for themselves. Leave such posts out of feeds, and show a placeholder for such comments. Default: none.',
    ),
})

const taggedUsers = z.array(string(64)).max(50).optional()
/** Ignored: the server fetches link previews itself. */
const linkMeta = z.unknown().optional()
const target = {
  postId: id.optional().describe('The post, or use `article` for a partner’s article that may have no post yet.'),
  article: articleRef.optional(),
  replyToCommentId: id.optional(),
  content: text(COMMENT_MAX_LENGTH),
  nonce: string(COMMENT_NONCE_MAX_LENGTH)
    .optional()
    .describe(
      'A random value from the client. The event `comment.created` repeats it, so that the page that wrote the comment recognises it.',
    ),
  taggedUsers,
  linkMeta,
}
const oneTarget = (input: { postId?: string | undefined; article?: unknown }) =>
  (input.postId === undefined) !== (input.article === undefined)
const oneTargetIssue = { message: 'Name either a post or an article.', path: ['postId'] }

/** The new comment. */
export const newCommentResponse = z.object({ commentId: id, comment }).describe('The new comment.')

/** The comment after the call. */
export const commentResponse = z.object({ comment }).describe('The comment after the call.')

export const commentCalls = {
  commentCreate: {
    input: z.strictObject({ tokenName, publisherId: actorId, ...target }).refine(oneTarget, oneTargetIssue),
    output: newCommentResponse,
  },
  commentAnonymous: {
    input: z.strictObject({ tokenName, ...target }).refine(oneTarget, oneTargetIssue),
    output: newCommentResponse,
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
          '`editedAt` of the text that was edited, null for a first edit. If it has changed, the call fails with EDIT_CONFLICT. Default: overwrite.',
        ),
    }),
    output: commentResponse,
  },
  commentDelete: {
    input: z.strictObject({
      commentId: id,
      tokenName,
      hidden: z.boolean().describe('True hides, false restores.'),
      pending: z
        .boolean()
        .optional()
        .describe('With `hidden: false`: returns a hidden comment to pending. Default false: publishes it.'),
      userId: actorId,
      ...decisionReason,
    }),
    output: commentResponse,
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
      sort: commentSort.optional().describe('Default top. Replies and pending comments are always oldest first.'),
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
        'The page of the top-level list (sort top) that begins with this thread, as the context of a permalink.',
      ),
      replies: page(comment).describe('Replies from the start up to and including the linked one.'),
    }),
  },
  postReaction: {
    input: z
      .strictObject({
        entityId: id.optional().describe('Post or comment id; optional for a post when `article` is given.'),
        entityType,
        tokenName: tokenName.optional().describe('With `article`: its community.'),
        article: articleRef.optional(),
        reactionName: z.union([reactionName, z.literal('')]).describe('An empty name removes the reaction.'),
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
