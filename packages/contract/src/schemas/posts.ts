import * as z from 'zod'
import { COMMENT_PREVIEW_SIZE, POST_CONTENT_MAX_LENGTH, POST_TITLE_MAX_LENGTH, THREAD_MAX_LENGTH } from '../limits.ts'
import { httpUrl } from '../rules.ts'
import { normalizeText, onOneLine, textLength } from '../text.ts'
import { linkMeta } from './blocks.ts'
import { comment, viewerFactsPayload } from './comments.ts'
import {
  actorId,
  communityRole,
  communitySlug,
  cursor,
  decisionReason,
  hiddenWhy,
  id,
  image,
  limit,
  page,
  postKind,
  publisherSince,
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
  'responses',
  'related',
  'withPoll',
  'withVideo',
]) // prettier-ignore

/** A comment in a feed: its public data, with the text cut. */
export const commentPreview = z.object({
  id,
  publisherId: z.union([id, z.literal('')]).describe('Empty for an anonymous comment.'),
  publisherName: z.string().describe('Empty for an anonymous comment.'),
  publisherRole: communityRole.optional().describe('The publisher’s role in the community; omitted for most.'),
  excerpt: z.string().describe('The first characters in one line.'),
  createdAt: time,
})

/** A post in a feed. */
export const postSummary = z.object({
  id,
  slugUrl: z.string(),
  title: z.string(),
  status: postStatus,
  kind: postKind,
  tokenName,
  communitySlug,
  communityTitle: z.string(),
  anonymousComments: z.boolean().describe('The community allows anonymous comments.'),
  membersOnly: z.boolean().optional().describe('Only members can currently write in the community. Omitted: no.'),
  publisherId: z.union([id, z.literal('')]),
  publisherName: z.string(),
  publisherProfileName: z.string(),
  publisherSlugUrl: z.string(),
  publisherImageUrl: z.string(),
  publisherRole: communityRole.optional().describe('The publisher’s role in the community; omitted for most.'),
  createdByWhitelistedUser: z.boolean(),
  createdAt: time,
  scheduledAt: time.nullable(),
  editedAt: time.nullable(),
  activeAt: time.describe('Time of the latest comment.'),
  excerpt: z.string().describe('The first characters of the text, without markup.'),
  heroImage: image.nullable().describe('Shown above the post.'),
  featuredImage: image
    .nullable()
    .describe('The picture for lists and link previews. Default: the hero image, then `contentImage`.'),
  contentImage: image.nullable().describe('The first image of the text, or the still of its first video.'),
  flairIds: z.array(id),
  flairs: z.array(flair),
  isPinned: z.boolean(),
  isLocked: z.boolean().describe('Only holders of blockChat can comment.'),
  archived: z.boolean().describe('Its community is archived and so read-only.'),
  pinnedTime: time.nullable(),
  isSyndicated: z.boolean(),
  numComments: z.int().nonnegative().describe('Number of publicly visible comments and replies.'),
  previewComments: z
    .array(commentPreview)
    .max(COMMENT_PREVIEW_SIZE)
    .optional()
    .describe('The best comments, in feeds only; otherwise omitted.'),
  totalViews: z.int().nonnegative(),
  totalDescendants: z.int().nonnegative().describe('Number of published responses, including responses to these.'),
  reactionsCount,
  parentPostId: id.nullable(),
  externalArticleId: id.nullable().describe("The partner's article that this post discusses."),
  articleUrl: z.string().nullable(),
  pollOptions: z.array(z.string()).nullable().describe('The poll’s options in order; null: no poll.'),
  pollSettings: pollSettings.nullable(),
  ...pollResult.shape,
  moderationScore: z.int().nullable().describe('0–100, only for holders of hideContent and from 75.'),
  publisherSince,
})

export const post = postSummary.extend({
  postContent: z.string().describe('JSON string of the blocks (`postDocument`).'),
  hidden: hiddenWhy.nullable().describe('Why it was hidden, and by which role; only for its author and moderators.'),
  revision: z
    .int()
    .nonnegative()
    .describe('Increases with every edit. An edit that names the revision it is based on overwrites no other.'),
  readingMinutes: z.int().nonnegative().describe('Minutes needed to read its text; 0 without text.'),
})

/** A saved post or comment. */
export const savedItem = z.object({
  id: id.describe('Id of the saved comment or post.'),
  savedAt: time,
  post: postSummary.describe('The saved post, or the post of the saved comment.'),
  comment: comment.nullable(),
})

/** One edit of a post. */
export const postRevision = z.object({
  id,
  createdAt: time.describe('When it was made.'),
  editor: z
    .object({ userId: id, displayName: z.string(), slugUrl: z.string() })
    .nullable()
    .describe('Who made it; null: the account no longer exists.'),
})
/** A version of a post. */
const postVersion = z.object({ title: z.string(), postContent: z.string() })

const TITLE_TOO_LONG = `Must have at most ${POST_TITLE_MAX_LENGTH} characters.`

/** An image of a new or edited post. Unknown fields are refused. */
export const writtenImage = image.strict().describe('An image of a post.')

const draftBody = {
  tokenName,
  title: text(POST_TITLE_MAX_LENGTH, onOneLine),
  kind: postKind.default('community'),
  postContent: string(POST_CONTENT_MAX_LENGTH).describe('JSON string of the blocks, validated block by block.'),
  flairId: id.optional(),
  heroImage: writtenImage.nullable().optional(),
  featuredImage: writtenImage.nullable().optional(),
  pollOptions: newPollOptions.optional(),
  pollSettings: newPollSettings.optional(),
  parentPostId: id.optional(),
  scheduledAt: z
    .null('Save the post as a draft, then schedule it.')
    .optional()
    .describe('Only null is accepted. `postDraftSchedule` sets a time.'),
  publisherId: actorId,
  userId: actorId,
  saveAsDraft: z
    .boolean()
    .default(false)
    .describe('true saves the post as a draft that only its author sees; otherwise it is published or pending.'),
}

/** Fields that may be missing in a draft. */
const unfinished = {
  title: string(POST_TITLE_MAX_LENGTH * 8, TITLE_TOO_LONG)
    .transform((title) => onOneLine(normalizeText(title)))
    .refine((title) => textLength(title) <= POST_TITLE_MAX_LENGTH, TITLE_TOO_LONG)
    .describe('May be empty.'),
  kind: postKind.optional().describe('Default: community, or the current kind of a saved draft.'),
  flairId: id.nullable().optional().describe('null removes the topic. Default: unchanged.'),
  pollOptions: newPollOptions.nullable().optional().describe('null removes the poll. Default: unchanged.'),
}

/** The post after the call. */
export const postResponse = z.object({ post }).describe('The post after the call.')

const postAction = { postId: id, tokenName, userId: actorId }

/** The draft to act on. */
export const draftAction = z.strictObject(postAction).describe('The draft to act on.')

/** Whether it is now saved. */
export const savedResponse = z.object({ saved: z.boolean() }).describe('Whether it is now saved.')

export const postCalls = {
  postList: {
    input: z.object({
      type: postListType.default('all'),
      tokenName: tokenName.optional(),
      flairId: id.optional().describe('for all, community, partner, pinned, recommended, user, pending'),
      userId: id.optional().describe('for the lists of a user; default: the viewer'),
      parentPostId: id
        .optional()
        .describe('for responses, where it is required: the post they respond to; oldest first'),
      postId: id
        .optional()
        .describe('for related, where it is required: newest posts of its topic, then of its community; one page'),
      sort: postSort
        .optional()
        .describe(
          'for all, community, partner, pinned, recommended, user; default new, for pinned by time of pinning, for recommended by number of comments',
        ),
      since: since
        .optional()
        .describe(
          'for all, community, partner, pinned, recommended, user; default all, for recommended at most a week',
        ),
      limit,
      fetchLimit: limit.describe("The specification's name for `limit`."),
      cursor,
    }),
    output: page(postSummary).extend({ viewerFacts: viewerFactsPayload.optional() }),
  },
  postGet: {
    input: z.object({ idOrSlug: string(100).min(1), tokenName: tokenName.optional() }),
    output: z.object({ post, viewerFacts: viewerFactsPayload.optional() }),
  },
  postThread: {
    input: z.object({ postId: id }),
    output: z.object({
      items: z
        .array(postSummary.nullable())
        .max(THREAD_MAX_LENGTH)
        .describe(
          'The posts that it responds to, starting with the first, and the post itself at the end; null: a post that the viewer may not see.',
        ),
    }),
  },
  postRevisionList: { input: z.object({ postId: id, limit, cursor }), output: page(postRevision) },
  postRevisionGet: {
    input: z.object({ postId: id, revisionId: id }),
    output: z.object({ revision: postRevision, before: postVersion, after: postVersion }),
  },
  postOwnCounts: {
    input: z.object({}),
    output: z.object({
      draft: z.int().nonnegative().describe('Number of the caller’s drafts.'),
      pending: z.int().nonnegative().describe('Number of posts waiting for approval or captions.'),
      scheduled: z.int().nonnegative().describe('Number of scheduled posts.'),
      hidden: z.int().nonnegative().describe('Number of hidden posts, regardless of who hid them.'),
    }),
  },
  linkCardGet: {
    input: z.strictObject({
      url: string(2000).refine((url) => httpUrl(url) !== null, 'Must be an http or https link.'),
    }),
    /** `meta` is null for a page that can't be fetched or has no metadata. */
    output: z.object({ meta: linkMeta.nullable() }),
  },
  postCreate: { input: z.strictObject(draftBody), output: postResponse },
  postEdit: {
    input: z.strictObject({
      ...draftBody,
      postId: id,
      pollOptions: newPollOptions.nullable().optional().describe('null removes the poll. Default: unchanged.'),
      saveAsDraft: z.boolean().optional().describe('Only for drafts: false publishes it. Default: it stays a draft.'),
      revision: z
        .int()
        .nonnegative()
        .optional()
        .describe(
          '`revision` of the post that was edited. If it has changed, the call fails with EDIT_CONFLICT. Default: overwrite.',
        ),
    }),
    output: postResponse,
  },
  postAnonymous: {
    input: z.strictObject({
      tokenName,
      title: draftBody.title,
      postContent: draftBody.postContent,
      flairId: id.optional(),
    }),
    output: postResponse,
  },
  postDraftSave: {
    input: z.strictObject({
      ...draftBody,
      ...unfinished,
      saveAsDraft: z.literal(true).optional(),
      postId: id.optional().describe('The draft to change. Default: a new one.'),
      revision: z
        .int()
        .nonnegative()
        .optional()
        .describe(
          '`revision` of the draft that was edited. If it has changed, the call fails with EDIT_CONFLICT. Default: overwrite.',
        ),
    }),
    output: postResponse,
  },
  postApprove: {
    /** `approve` false rejects the post, which its author and moderators still see. */
    input: z.strictObject({ postId: id, approve: z.boolean(), userId: actorId, ...decisionReason }),
    output: postResponse,
  },
  postDelete: {
    input: z.strictObject({
      ...postAction,
      hidden: z.boolean().describe('True hides, false restores.'),
      ...decisionReason,
    }),
    output: postResponse,
  },
  contentDelete: { input: z.strictObject(postAction), output: z.object({ postId: id }) },
  postLock: {
    input: z.strictObject({ ...postAction, isLocked: z.boolean().describe('false unlocks them.') }),
    output: postResponse,
  },
  postPin: { input: z.strictObject({ ...postAction, isPinned: z.boolean() }), output: postResponse },
  postSyndicate: { input: z.strictObject({ ...postAction, syndicate: z.boolean() }), output: postResponse },
  postDraftPublish: { input: draftAction, output: postResponse },
  postDraftSchedule: {
    input: z.strictObject({
      ...postAction,
      scheduledAt: time.describe('In the future, at most 30 days ahead.'),
    }),
    output: postResponse,
  },
  postDraftUnschedule: { input: draftAction, output: postResponse },
  postDraftDelete: { input: draftAction, output: postResponse },
  flairAttach: {
    input: z.strictObject({
      ...postAction,
      flairId: id.describe('The current topic of the post removes it.'),
    }),
    output: postResponse,
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
    /** `save` false removes it, including a deleted or hidden item. */
    input: z.strictObject({ postId: id, save: z.boolean(), userId: actorId }),
    output: savedResponse,
  },
  commentSave: {
    /** `save` as in `postSave`. */
    input: z.strictObject({ commentId: id, save: z.boolean(), userId: actorId }),
    output: savedResponse,
  },
  savedList: {
    input: z.object({ limit, cursor }),
    output: page(savedItem),
  },
}
