import * as z from 'zod'
import { COMMENT_MAX_LENGTH, COMMENT_NONCE_MAX_LENGTH } from '../limits.ts'
import {
  actorId,
  articleRef,
  cursor,
  decisionReason,
  entityType,
  hiddenWhy,
  id,
  limit,
  page,
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

/** Somebody whom the text mentions as `@username`. */
export const mention = z.object({ userId: id, username: z.string(), slugUrl: z.string() })

export const comment = z.object({
  id,
  postId: id,
  tokenName,
  /** The top-level comment that this reply stands under; null for a top-level comment. */
  parentCommentId: id.nullable(),
  /** The comment that is answered: the parent or another reply under it. */
  replyToCommentId: id.nullable(),
  /** Name of the person who is answered when that is not the parent's publisher. */
  replyToPublisherName: z.string().nullable(),
  /** Empty for an anonymous comment. */
  publisherId: z.union([id, z.literal('')]),
  /** Username, or `anonymous`. */
  publisherName: z.string(),
  /** The publisher's `displayName`; empty without an account. */
  publisherProfileName: z.string(),
  publisherSlugUrl: z.string(),
  publisherImageUrl: z.string(),
  /** Plain text. Null where the viewer may not see it: a placeholder that keeps its replies readable. */
  content: z.string().nullable(),
  mentions: z.array(mention),
  status: commentStatus,
  /** Why and by which role it was hidden; only for its author and moderators. */
  hidden: hiddenWhy.nullable(),
  createdAt: time,
  editedAt: time.nullable(),
  /** Replies that everybody can see. */
  numComments: z.int().nonnegative(),
  reactionsCount,
  /** 0–100, only for holders of hideContent and from 75. */
  moderationScore: z.int().nullable(),
})

/** A top-level comment of a list, with the first replies, oldest first. */
export const commentWithReplies = comment.extend({ replies: page(comment) })

/** The viewer's own facts about the items of a page. */
export const viewerFactsPayload = z.object({
  /** Chosen reaction by post or comment id. */
  reactions: z.record(z.string(), reactionName),
  /** Chosen option and the results that voting opened, by post id. */
  votes: z.record(z.string(), pollResult.extend({ selectedOptionIndex: z.int() })),
  /** Comments of which this viewer may see more than everybody. */
  comments: z.array(comment),
  /** Posts and comments that the viewer has saved. Default: none of them. */
  saved: z.array(id).optional(),
})

const taggedUsers = z.array(string(64)).max(50).optional()
/** Ignored: the server fetches link previews itself. */
const linkMeta = z.unknown().optional()
const target = {
  /** The post, or `article` for a partner's article that may have no post yet. */
  postId: id.optional(),
  article: articleRef.optional(),
  replyToCommentId: id.optional(),
  content: text(COMMENT_MAX_LENGTH),
  /** A random value of the client's. The event `comment.created` repeats it, so that the page that wrote the comment recognises it. */
  nonce: string(COMMENT_NONCE_MAX_LENGTH).optional(),
  taggedUsers,
  linkMeta,
}
const oneTarget = (input: { postId?: string | undefined; article?: unknown }) =>
  (input.postId === undefined) !== (input.article === undefined)
const oneTargetIssue = { message: 'Name either a post or an article.', path: ['postId'] }

export const commentCalls = {
  commentCreate: {
    input: z.strictObject({ tokenName, publisherId: actorId, ...target }).refine(oneTarget, oneTargetIssue),
    output: z.object({ commentId: id, comment }),
  },
  commentAnonymous: {
    input: z.strictObject({ tokenName, ...target }).refine(oneTarget, oneTargetIssue),
    output: z.object({ commentId: id, comment }),
  },
  commentEdit: {
    input: z.strictObject({
      tokenName,
      userId: actorId,
      commentId: id,
      content: text(COMMENT_MAX_LENGTH),
      /** `editedAt` of the text that was changed, null for a first edit; another one by now is an EDIT_CONFLICT. Default: whatever is there is overwritten. */
      editedAt: time.nullable().optional(),
    }),
    output: z.object({ comment }),
  },
  commentDelete: {
    input: z.strictObject({
      commentId: id,
      tokenName,
      /** True hides, false restores. */
      hidden: z.boolean(),
      userId: actorId,
      ...decisionReason,
    }),
    output: z.object({ comment }),
  },
  commentList: {
    input: z.object({
      /** post: top-level comments with their first replies · replies: of `parentCommentId` · user: of `userId` · pending: of `tokenName`. */
      type: z.enum(['post', 'replies', 'user', 'pending']),
      postId: id.optional(),
      parentCommentId: id.optional(),
      userId: id.optional(),
      tokenName: tokenName.optional(),
      /** Default top; replies and pending are always oldest first. */
      sort: commentSort.optional(),
      limit,
      cursor,
    }),
    output: page(commentWithReplies).extend({ viewerFacts: viewerFactsPayload.optional() }),
  },
  commentGet: {
    input: z.object({ commentId: id }),
    output: z.object({
      comment,
      /** The top-level comment above a reply. */
      parent: comment.nullable(),
      /** The page of the top-level list (sort top) that begins with this thread, so that a permalink shows its surroundings. */
      around: page(commentWithReplies),
      /** Replies from the start up to and including the linked one. */
      replies: page(comment),
    }),
  },
  postReaction: {
    input: z
      .strictObject({
        /** Post or comment id; for a post it may be left out when `article` is given. */
        entityId: id.optional(),
        entityType,
        /** With `article`: its community. */
        tokenName: tokenName.optional(),
        article: articleRef.optional(),
        /** Empty removes the reaction. */
        reactionName: z.union([reactionName, z.literal('')]),
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
      /** Comma-separated ids. */
      postIds: string(5000).optional(),
      commentIds: string(5000).optional(),
    }),
    output: viewerFactsPayload,
  },
}
