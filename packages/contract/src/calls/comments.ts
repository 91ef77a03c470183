import * as z from 'zod'
import { COMMENT_MAX_LENGTH, COMMENT_NONCE_MAX_LENGTH, NEW_COMMENTS_MAX } from '../limits.ts'
import { decisionReason, hiddenReason } from '../schemas/decision-reasons.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { pollResult } from '../schemas/polls.ts'
import { articleRef, communityRole, namedPost, publisherSince } from '../schemas/references.ts'
import { actorId, id, personId, string, text, time, tokenName } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { CHANGE_ERRORS, CHECK_ERRORS } from './checks.ts'
import { reactionName, reactionsCount } from './reactions.ts'

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
  hidden: hiddenReason.nullable().describe('Why it was hidden, and by which role; only for its author and moderators.'),
  createdAt: time,
  editedAt: time.nullable(),
  numComments: z.int().nonnegative().describe('Number of publicly visible replies.'),
  reactionsCount,
  tips: z.string().optional().describe('Sum of its tips, in units of 10⁻⁶ tokens. Omitted: none.'),
  moderationScore: z.int().nullable().describe('0–100, only for holders of hideContent and from 75.'),
  post: namedPost.optional().describe('Its post; only in lists of a user’s comments and of pending ones.'),
  publisherSince,
})

/** A top-level comment with its first replies, oldest first. */
export const commentWithReplies = comment.extend({ replies: page(comment) })

/** What the viewer has read of a post that they have opened before. */
export const readingPosition = z.object({
  until: time.describe('Later comments are new to the viewer.'),
  newComments: z
    .int()
    .min(0)
    .max(NEW_COMMENTS_MAX)
    .describe(`Number of new comments by others, up to ${NEW_COMMENTS_MAX}.`),
  firstNew: z
    .object({ id, parentCommentId: id.nullable() })
    .optional()
    .describe('The earliest new comment. Omitted: unknown, or there is none.'),
})

/** Why a comment is collapsed. */
const muteCause = z.enum(['blocked', 'user', 'word'])

/** The viewer's own facts about a page's items. */
export const viewerFactsPayload = z.object({
  reactions: z.record(z.string(), reactionName).describe('Chosen reaction by post or comment id.'),
  votes: z
    .record(z.string(), pollResult.extend({ selectedOptionIndex: z.int() }))
    .describe('Chosen option and the results that voting revealed, by post id.'),
  comments: z.array(comment).describe('Comments of which this viewer may see more than the public.'),
  saved: z.array(id).optional().describe('Posts and comments that the viewer has saved. Default: none.'),
  watched: z.array(id).optional().describe('Posts of whose comments the viewer is notified. Default: none.'),
  hiddenForMe: z
    .array(id)
    .optional()
    .describe(
      'Posts and comments that the viewer has hidden for themselves. Leave such posts out of feeds, and show a placeholder for such comments. Default: none.',
    ),
  reads: z
    .record(z.string(), readingPosition)
    .optional()
    .describe('What the viewer has read of posts that they have opened before, by post id. Default: none.'),
  muted: z
    .record(z.string(), muteCause)
    .optional()
    .describe(
      'Why the viewer has muted comments, by id. Only on a partner’s site; the forum tells from `mutes` of `me`. Default: none.',
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
      'A random value from the client. The event `comment.created` repeats it, so that the page that wrote the comment recognizes it.',
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

/** Calls about comments. */
export const commentCalls = {
  commentCreate: {
    method: 'POST',
    path: '/comment/create',
    access: 'user',
    quota: 'comment',
    site: true,
    widget: 'all',
    errors: [
      ...CHECK_ERRORS,
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'COMMUNITY_NOT_FOUND',
      'COMMENT_HIDDEN',
      'POST_CLOSED',
      'COMMENTS_LOCKED',
      'COMMENTS_OFF',
      'BANNED',
      'JOIN_REQUIRED',
    ],
    summary: 'Comment on a post or article, or reply to a comment.',
    input: z.strictObject({ tokenName, publisherId: actorId, ...target }).refine(oneTarget, oneTargetIssue),
    output: newCommentResponse,
  },
  commentAnonymous: {
    method: 'POST',
    path: '/comment/anonymous',
    access: 'app-check',
    quota: 'comment',
    site: true,
    widget: 'all',
    errors: [
      ...CHECK_ERRORS,
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'COMMUNITY_NOT_FOUND',
      'COMMENT_HIDDEN',
      'POST_CLOSED',
      'COMMENTS_LOCKED',
      'COMMENTS_OFF',
      'BANNED',
      'FORBIDDEN',
    ],
    summary: 'Comment without an account.',
    input: z.strictObject({ tokenName, ...target }).refine(oneTarget, oneTargetIssue),
    output: newCommentResponse,
  },
  commentEdit: {
    method: 'POST',
    path: '/comment/edit',
    access: 'user',
    site: true,
    widget: 'all',
    errors: [
      'COMMENT_NOT_FOUND',
      'COMMENT_HIDDEN',
      'EDIT_CONFLICT',
      'FORBIDDEN',
      'BANNED',
      'COMMUNITY_ARCHIVED',
      ...CHANGE_ERRORS,
    ],
    summary: 'Change the text of one’s own comment.',
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
    method: 'POST',
    path: '/comment/delete',
    access: 'user',
    site: true,
    widget: 'all',
    errors: [
      'COMMENT_NOT_FOUND',
      'HIDDEN_BY_DOMAIN_ADMIN',
      'COMMENT_ERASED',
      'REPORT_OWN_CONTENT',
      'FORBIDDEN',
      'BANNED',
    ],
    summary: 'Hide or restore a comment.',
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
    method: 'GET',
    path: '/comments',
    access: 'optional',
    site: true,
    widget: 'all',
    errors: [
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'USER_NOT_FOUND',
      'COMMUNITY_NOT_FOUND',
      'LIST_TYPE_UNSUPPORTED',
      'CURSOR_INVALID',
      'FORBIDDEN',
    ],
    summary: 'Comments of a post or user, pending comments, or the replies to a comment.',
    input: z.object({
      type: z
        .enum(['post', 'replies', 'user', 'pending'])
        .describe(
          'post: top-level comments with their first replies · replies: of `parentCommentId` · user: of `userId` · pending: of `tokenName`.',
        ),
      postId: id.optional(),
      parentCommentId: id.optional(),
      userId: personId.optional(),
      tokenName: tokenName.optional(),
      sort: commentSort.optional().describe('Default top. Replies and pending comments are always oldest first.'),
      limit,
      cursor,
    }),
    output: page(commentWithReplies).extend({ viewerFacts: viewerFactsPayload.optional() }),
  },
  commentGet: {
    method: 'GET',
    path: '/comments/{commentId}',
    access: 'optional',
    site: true,
    widget: 'all',
    errors: ['COMMENT_NOT_FOUND'],
    summary: 'One comment with its parent and the page around it.',
    input: z.object({ commentId: id, sort: commentSort.optional().describe('Order of `around`. Default top.') }),
    output: z.object({
      comment,
      parent: comment.nullable().describe('The top-level comment above a reply.'),
      around: page(commentWithReplies).describe(
        'The page of the top-level list that begins with this thread, as the context of a permalink.',
      ),
      replies: page(comment).describe('Replies from the start up to and including the linked one.'),
    }),
  },
} as const satisfies Record<string, Call>
