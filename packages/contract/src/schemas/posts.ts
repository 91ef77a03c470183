import * as z from 'zod'
import { COMMENT_PREVIEW_SIZE, POST_CONTENT_MAX_LENGTH, POST_TITLE_MAX_LENGTH } from '../limits.ts'
import { onOneLine } from '../text.ts'
import { comment, viewerFactsPayload } from './comments.ts'
import {
  actorId,
  cursor,
  decisionReason,
  hiddenWhy,
  id,
  image,
  limit,
  page,
  reactionsCount,
  string,
  text,
  time,
  tokenName,
} from './common.ts'
import { flair } from './communities.ts'
import { newPollOptions, newPollSettings, pollResult, pollSettings } from './polls.ts'

/** 0 published · 1 hidden by admin · 2 by publisher · 3 by domain admin · 4 by category admin · 5 pending · 6 waiting for transcript · 7 published unlisted · 8 scheduled · 9 draft. */
export const postStatus = z.int().min(0).max(9)
export const postKind = z.enum(['story', 'community'])
export const postSort = z.enum(['new', 'top', 'hot', 'active'])
export const since = z.enum(['all', 'today', 'week', 'month'])
export const postListType = z.enum([
  'partner',
  'community',
  'all',
  'pinned',
  'recommended',
  'user',
  'userDraft',
  'userPending',
  'userScheduled',
  'userDeleted',
  'pending',
]) // prettier-ignore

/** A comment as a post in a feed shows it: what everybody may read, cut short. */
export const commentPreview = z.object({
  id,
  /** Empty for an anonymous comment. */
  publisherId: z.union([id, z.literal('')]),
  /** Empty for an anonymous comment. */
  publisherName: z.string(),
  /** The first characters in one line. */
  excerpt: z.string(),
  createdAt: time,
})

/** A post as it stands in a feed. */
export const postSummary = z.object({
  id,
  slugUrl: z.string(),
  title: z.string(),
  status: postStatus,
  kind: postKind,
  tokenName,
  communityTitle: z.string(),
  /** The community takes comments without a name. */
  anonymousComments: z.boolean(),
  publisherId: z.union([id, z.literal('')]),
  publisherName: z.string(),
  publisherProfileName: z.string(),
  publisherSlugUrl: z.string(),
  publisherImageUrl: z.string(),
  createdByWhitelistedUser: z.boolean(),
  createdAt: time,
  scheduledAt: time.nullable(),
  editedAt: time.nullable(),
  /** When it last got a comment. */
  activeAt: time,
  /** The first characters of the text, without markup. */
  excerpt: z.string(),
  heroImage: image.nullable(),
  flairIds: z.array(id),
  flairs: z.array(flair),
  isPinned: z.boolean(),
  pinnedTime: time.nullable(),
  isSyndicated: z.boolean(),
  /** Comments and replies that everybody can see. */
  numComments: z.int().nonnegative(),
  /** The best comments, in feeds only; elsewhere left out. */
  previewComments: z.array(commentPreview).max(COMMENT_PREVIEW_SIZE).optional(),
  totalViews: z.int().nonnegative(),
  reactionsCount,
  parentPostId: id.nullable(),
  /** The partner's article that this post stands for. */
  externalArticleId: id.nullable(),
  articleUrl: z.string().nullable(),
  /** The poll's options in order; null where there is no poll. */
  pollOptions: z.array(z.string()).nullable(),
  pollSettings: pollSettings.nullable(),
  ...pollResult.shape,
  /** 0–100, only for holders of hideContent and from 75. */
  moderationScore: z.int().nullable(),
})

export const post = postSummary.extend({
  /** JSON string of the blocks (`postDocument`). */
  postContent: z.string(),
  /** Why and by which role it was hidden; only for its author and moderators. */
  hidden: hiddenWhy.nullable(),
  /** Goes up with every edit. An edit that says on which one it is based overwrites no other. */
  revision: z.int().nonnegative(),
})

/** A post or comment that the viewer has saved. */
export const savedItem = z.object({
  /** Of the comment, or of the post where that is what was saved. */
  id,
  savedAt: time,
  /** What was saved, or the post that the comment stands under. */
  post: postSummary,
  comment: comment.nullable(),
})

/** One edit of a post. */
export const postRevision = z.object({
  id,
  /** When it was made. */
  createdAt: time,
  /** Who made it; null: an account that is gone. */
  editor: z.object({ userId: id, displayName: z.string(), slugUrl: z.string() }).nullable(),
})
/** What a post was at a time. */
const postVersion = z.object({ title: z.string(), postContent: z.string() })

const draftBody = {
  tokenName,
  title: text(POST_TITLE_MAX_LENGTH, onOneLine),
  kind: postKind.default('community'),
  /** JSON string of the blocks; checked block by block. */
  postContent: string(POST_CONTENT_MAX_LENGTH),
  flairId: id.optional(),
  heroImage: image.strict().nullable().optional(),
  pollOptions: newPollOptions.optional(),
  pollSettings: newPollSettings.optional(),
  parentPostId: id.optional(),
  /** Only null is taken: `postDraftSchedule` sets a time. */
  scheduledAt: z.null('Save the post as a draft, then schedule it.').optional(),
  publisherId: actorId,
  userId: actorId,
  /** True keeps the post a draft that only its author sees; otherwise it is published, or waits for approval. */
  saveAsDraft: z.boolean().default(false),
}

const postAction = { postId: id, tokenName, userId: actorId }

export const postCalls = {
  postList: {
    input: z.object({
      type: postListType.default('all'),
      tokenName: tokenName.optional(),
      flairId: id.optional().describe('for all, community, partner, pinned, recommended, user, pending'),
      userId: id.optional().describe('for the lists of a user; default the viewer'),
      sort: postSort
        .optional()
        .describe(
          'for all, community, partner, pinned, recommended, user; default new, of pinned by the time of pinning, of recommended most comments first',
        ),
      since: since
        .optional()
        .describe('for all, community, partner, pinned, recommended, user; default all, of recommended at most a week'),
      limit,
      /** The specification's name for `limit`. */
      fetchLimit: limit,
      cursor,
    }),
    output: page(postSummary).extend({ viewerFacts: viewerFactsPayload.optional() }),
  },
  postGet: {
    input: z.object({ idOrSlug: string(100).min(1), tokenName: tokenName.optional() }),
    output: z.object({ post, viewerFacts: viewerFactsPayload.optional() }),
  },
  postRevisionList: { input: z.object({ postId: id, limit, cursor }), output: page(postRevision) },
  postRevisionGet: {
    input: z.object({ postId: id, revisionId: id }),
    output: z.object({ revision: postRevision, before: postVersion, after: postVersion }),
  },
  postCreate: { input: z.strictObject(draftBody), output: z.object({ post }) },
  postEdit: {
    input: z.strictObject({
      ...draftBody,
      postId: id,
      /** Null takes the poll away. Default: it stays. */
      pollOptions: newPollOptions.nullable().optional(),
      /** Only for a draft: false publishes it. Default: it stays a draft. */
      saveAsDraft: z.boolean().optional(),
      /** `revision` of the post that was changed; another one by now is an EDIT_CONFLICT. Default: whatever is there is overwritten. */
      revision: z.int().nonnegative().optional(),
    }),
    output: z.object({ post }),
  },
  postApprove: {
    /** `approve` false refuses the post: its author and moderators still see it. */
    input: z.strictObject({ postId: id, approve: z.boolean(), userId: actorId, ...decisionReason }),
    output: z.object({ post }),
  },
  postDelete: {
    input: z.strictObject({
      ...postAction,
      /** True hides, false restores. */
      hidden: z.boolean(),
      ...decisionReason,
    }),
    output: z.object({ post }),
  },
  postPin: { input: z.strictObject({ ...postAction, isPinned: z.boolean() }), output: z.object({ post }) },
  postSyndicate: { input: z.strictObject({ ...postAction, syndicate: z.boolean() }), output: z.object({ post }) },
  postDraftPublish: { input: z.strictObject(postAction), output: z.object({ post }) },
  postDraftSchedule: {
    input: z.strictObject({
      ...postAction,
      /** In the future, at most 30 days ahead. */
      scheduledAt: time,
    }),
    output: z.object({ post }),
  },
  postDraftUnschedule: { input: z.strictObject(postAction), output: z.object({ post }) },
  postDraftDelete: { input: z.strictObject(postAction), output: z.object({ post }) },
  flairAttach: {
    input: z.strictObject({
      ...postAction,
      /** The post's own topic takes it off. */
      flairId: id,
    }),
    output: z.object({ post }),
  },
  postView: {
    input: z.strictObject({
      postId: id,
      tokenName: tokenName.optional(),
      userId: actorId,
      visitorId: string(64).optional(),
    }),
    output: z.object({ totalViews: z.int().nonnegative() }),
  },
  postVote: {
    input: z.strictObject({ postId: id, userId: actorId, selectedOptionIndex: z.int().min(-1).max(9) }),
    output: z.object({ post, selectedOptionIndex: z.int() }),
  },
  postSave: {
    /** `save` false removes it; what is gone or hidden by now can be removed, too. */
    input: z.strictObject({ postId: id, save: z.boolean(), userId: actorId }),
    output: z.object({ saved: z.boolean() }),
  },
  commentSave: {
    /** `save` as of `postSave`. */
    input: z.strictObject({ commentId: id, save: z.boolean(), userId: actorId }),
    output: z.object({ saved: z.boolean() }),
  },
  savedList: {
    input: z.object({ limit, cursor }),
    output: page(savedItem),
  },
}
