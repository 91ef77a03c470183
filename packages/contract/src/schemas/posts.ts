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

/** A comment as a post in a feed shows it: what everybody may read, cut short. */
export const commentPreview = z.object({
  id,
  publisherId: z.union([id, z.literal('')]).describe('Empty for an anonymous comment.'),
  publisherName: z.string().describe('Empty for an anonymous comment.'),
  publisherRole: communityRole.optional().describe('What the publisher is in the community; left out for most.'),
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
  anonymousComments: z.boolean().describe('The community takes comments without a name.'),
  membersOnly: z.boolean().optional().describe('For now, only members write in the community. Left out: not.'),
  publisherId: z.union([id, z.literal('')]),
  publisherName: z.string(),
  publisherProfileName: z.string(),
  publisherSlugUrl: z.string(),
  publisherImageUrl: z.string(),
  publisherRole: communityRole.optional().describe('What the publisher is in the community; left out for most.'),
  createdByWhitelistedUser: z.boolean(),
  createdAt: time,
  scheduledAt: time.nullable(),
  editedAt: time.nullable(),
  activeAt: time.describe('When it last got a comment.'),
  excerpt: z.string().describe('The first characters of the text, without markup.'),
  heroImage: image.nullable().describe('Stands above the post.'),
  featuredImage: image
    .nullable()
    .describe(
      'Stands for the post in lists and where it is shared. Default there: the hero image, then `contentImage`.',
    ),
  contentImage: image.nullable().describe('The first image of the text, or the still of its first video.'),
  flairIds: z.array(id),
  flairs: z.array(flair),
  isPinned: z.boolean(),
  isLocked: z.boolean().describe('Only holders of blockChat comment.'),
  archived: z.boolean().describe('Its community is archived: nothing is written there.'),
  pinnedTime: time.nullable(),
  isSyndicated: z.boolean(),
  numComments: z.int().nonnegative().describe('Comments and replies that everybody can see.'),
  previewComments: z
    .array(commentPreview)
    .max(COMMENT_PREVIEW_SIZE)
    .optional()
    .describe('The best comments, in feeds only; elsewhere left out.'),
  totalViews: z.int().nonnegative(),
  totalDescendants: z.int().nonnegative().describe('Published posts that answer it, and those that answer them.'),
  reactionsCount,
  parentPostId: id.nullable(),
  externalArticleId: id.nullable().describe("The partner's article that this post discusses."),
  articleUrl: z.string().nullable(),
  pollOptions: z.array(z.string()).nullable().describe("The poll's options in order; null where there is no poll."),
  pollSettings: pollSettings.nullable(),
  ...pollResult.shape,
  moderationScore: z.int().nullable().describe('0–100, only for holders of hideContent and from 75.'),
  publisherSince,
})

export const post = postSummary.extend({
  postContent: z.string().describe('JSON string of the blocks (`postDocument`).'),
  hidden: hiddenWhy.nullable().describe('Why and by which role it was hidden; only for its author and moderators.'),
  revision: z
    .int()
    .nonnegative()
    .describe('Goes up with every edit. An edit that says on which one it is based overwrites no other.'),
  readingMinutes: z.int().nonnegative().describe('Minutes that reading its text takes; 0 where it has none.'),
})

/** A saved post or comment. */
export const savedItem = z.object({
  id: id.describe('Of the comment, or of the post where that is what was saved.'),
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
    .describe('Who made it; null: an account that is gone.'),
})
/** A version of a post. */
const postVersion = z.object({ title: z.string(), postContent: z.string() })

const TITLE_TOO_LONG = `Must have at most ${POST_TITLE_MAX_LENGTH} characters.`

/** An image of a post that is written; without fields that are not known. */
export const writtenImage = image.strict().describe('An image of a post.')

const draftBody = {
  tokenName,
  title: text(POST_TITLE_MAX_LENGTH, onOneLine),
  kind: postKind.default('community'),
  postContent: string(POST_CONTENT_MAX_LENGTH).describe('JSON string of the blocks; checked block by block.'),
  flairId: id.optional(),
  heroImage: writtenImage.nullable().optional(),
  featuredImage: writtenImage.nullable().optional(),
  pollOptions: newPollOptions.optional(),
  pollSettings: newPollSettings.optional(),
  parentPostId: id.optional(),
  scheduledAt: z
    .null('Save the post as a draft, then schedule it.')
    .optional()
    .describe('Only null is taken: `postDraftSchedule` sets a time.'),
  publisherId: actorId,
  userId: actorId,
  saveAsDraft: z
    .boolean()
    .default(false)
    .describe(
      'True keeps the post a draft that only its author sees; otherwise it is published, or waits for approval.',
    ),
}

/** Fields that may be missing in a draft. */
const unfinished = {
  title: string(POST_TITLE_MAX_LENGTH * 8, TITLE_TOO_LONG)
    .transform((title) => onOneLine(normalizeText(title)))
    .refine((title) => textLength(title) <= POST_TITLE_MAX_LENGTH, TITLE_TOO_LONG)
    .describe('Empty until there is one.'),
  kind: postKind.optional().describe('Default: community; of a saved draft what it is.'),
  flairId: id.nullable().optional().describe('Null takes the topic off. Default: it stays.'),
  pollOptions: newPollOptions.nullable().optional().describe('Null takes the poll away. Default: it stays.'),
}

/** The post as the call has left it. */
export const postAnswer = z.object({ post }).describe('The post as the call has left it.')

const postAction = { postId: id, tokenName, userId: actorId }

/** A draft to do something with. */
export const draftAction = z.strictObject(postAction).describe('A draft to do something with.')

/** Whether it is saved now. */
export const savedAnswer = z.object({ saved: z.boolean() }).describe('Whether it is saved now.')

export const postCalls = {
  postList: {
    input: z.object({
      type: postListType.default('all'),
      tokenName: tokenName.optional(),
      flairId: id.optional().describe('for all, community, partner, pinned, recommended, user, pending'),
      userId: id.optional().describe('for the lists of a user; default the viewer'),
      parentPostId: id.optional().describe('for responses, which needs it: the post that they answer; oldest first'),
      postId: id
        .optional()
        .describe('for related, which needs it: newest posts of its topic, then of its community; one page'),
      sort: postSort
        .optional()
        .describe(
          'for all, community, partner, pinned, recommended, user; default new, of pinned by the time of pinning, of recommended most comments first',
        ),
      since: since
        .optional()
        .describe('for all, community, partner, pinned, recommended, user; default all, of recommended at most a week'),
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
          'What the post answers, from the first one on, and the post itself at the end; null: one that the viewer may not see.',
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
      draft: z.int().nonnegative().describe('How many drafts the caller has.'),
      pending: z.int().nonnegative().describe('How many of their posts wait for approval or captions.'),
      scheduled: z.int().nonnegative().describe('How many of their posts are scheduled.'),
      hidden: z.int().nonnegative().describe('How many of their posts are hidden, by anybody.'),
    }),
  },
  linkCardGet: {
    input: z.strictObject({
      url: string(2000).refine((url) => httpUrl(url) !== null, 'Must be an http or https link.'),
    }),
    /** `meta` is null for a page that can't be fetched or has no metadata. */
    output: z.object({ meta: linkMeta.nullable() }),
  },
  postCreate: { input: z.strictObject(draftBody), output: postAnswer },
  postEdit: {
    input: z.strictObject({
      ...draftBody,
      postId: id,
      pollOptions: newPollOptions.nullable().optional().describe('Null takes the poll away. Default: it stays.'),
      saveAsDraft: z.boolean().optional().describe('Only for a draft: false publishes it. Default: it stays a draft.'),
      revision: z
        .int()
        .nonnegative()
        .optional()
        .describe(
          '`revision` of the post that was changed; another one by now is an EDIT_CONFLICT. Default: whatever is there is overwritten.',
        ),
    }),
    output: postAnswer,
  },
  postAnonymous: {
    input: z.strictObject({
      tokenName,
      title: draftBody.title,
      postContent: draftBody.postContent,
      flairId: id.optional(),
    }),
    output: postAnswer,
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
          '`revision` of the draft that was changed; another one by now is an EDIT_CONFLICT. Default: whatever is there is overwritten.',
        ),
    }),
    output: postAnswer,
  },
  postApprove: {
    /** `approve` false rejects the post: its author and moderators still see it. */
    input: z.strictObject({ postId: id, approve: z.boolean(), userId: actorId, ...decisionReason }),
    output: postAnswer,
  },
  postDelete: {
    input: z.strictObject({
      ...postAction,
      hidden: z.boolean().describe('True hides, false restores.'),
      ...decisionReason,
    }),
    output: postAnswer,
  },
  contentDelete: { input: z.strictObject(postAction), output: z.object({ postId: id }) },
  postLock: {
    input: z.strictObject({ ...postAction, isLocked: z.boolean().describe('false unlocks them.') }),
    output: postAnswer,
  },
  postPin: { input: z.strictObject({ ...postAction, isPinned: z.boolean() }), output: postAnswer },
  postSyndicate: { input: z.strictObject({ ...postAction, syndicate: z.boolean() }), output: postAnswer },
  postDraftPublish: { input: draftAction, output: postAnswer },
  postDraftSchedule: {
    input: z.strictObject({
      ...postAction,
      scheduledAt: time.describe('In the future, at most 30 days ahead.'),
    }),
    output: postAnswer,
  },
  postDraftUnschedule: { input: draftAction, output: postAnswer },
  postDraftDelete: { input: draftAction, output: postAnswer },
  flairAttach: {
    input: z.strictObject({
      ...postAction,
      flairId: id.describe("The post's own topic takes it off."),
    }),
    output: postAnswer,
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
    /** `save` false removes it; deleted or hidden items can be removed, too. */
    input: z.strictObject({ postId: id, save: z.boolean(), userId: actorId }),
    output: savedAnswer,
  },
  commentSave: {
    /** `save` as in `postSave`. */
    input: z.strictObject({ commentId: id, save: z.boolean(), userId: actorId }),
    output: savedAnswer,
  },
  savedList: {
    input: z.object({ limit, cursor }),
    output: page(savedItem),
  },
}
