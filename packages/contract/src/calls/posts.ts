import * as z from 'zod'
import {
  COMMENT_PREVIEW_SIZE,
  POST_BODY_LIMIT,
  POST_CONTENT_MAX_LENGTH,
  POST_TITLE_MAX_LENGTH,
  THREAD_MAX_LENGTH,
} from '../limits.ts'
import { httpUrl } from '../rules.ts'
import { linkMeta } from '../schemas/blocks.ts'
import { decisionReason, hiddenReason } from '../schemas/decision-reasons.ts'
import { image } from '../schemas/images.ts'
import { ownPostParts } from '../schemas/own-post-parts.ts'
import { cursor, limit, page } from '../schemas/paging.ts'
import { newPollOptions, newPollSettings, pollResult, pollSettings } from '../schemas/polls.ts'
import { communityRole, postKind, publisherSince } from '../schemas/references.ts'
import { actorId, communitySlug, id, personId, string, text, time, tokenName } from '../schemas/scalars.ts'
import { topic } from '../schemas/topics.ts'
import { onOneLine } from '../text.ts'
import type { Call } from './call.ts'
import { CHECK_ERRORS } from './checks.ts'
import { comment, viewerFactsPayload } from './comments.ts'
import { reactionsCount } from './reactions.ts'

/** 0 published · 1 hidden by admin · 2 by publisher · 3 by domain admin · 4 by category admin · 5 pending · 6 waiting for transcript · 7 published unlisted · 8 scheduled · 9 draft. */
export const postStatus = z.int().min(0).max(9)

export const postSort = z.enum(['new', 'top', 'hot', 'active', 'promoted'])

export const since = z.enum(['all', 'today', 'week', 'month'])

export const postListType = z.enum([
  'partner',
  'community',
  'all',
  'home',
  'joined',
  'followed',
  'pinned',
  'recommended',
  'user',
  'userDraft',
  'userPending',
  'userScheduled',
  'userDeleted',
  'pending',
  'scheduled',
  'communityScheduled',
  'premiumScheduled',
  'draft',
  'communityDraft',
  'premiumDraft',
  'deleted',
  'premium',
  'responses',
  'related',
  'withPoll',
  'withVideo',
])

/** A comment in a feed: its public data, with the text cut. */
export const commentPreview = z.object({
  id,
  publisherId: z.union([id, z.literal('')]).describe('Empty for an anonymous comment.'),
  publisherName: z.string().describe('Empty for an anonymous comment.'),
  publisherRole: communityRole.optional().describe('The publisher’s role in the community; omitted for most.'),
  excerpt: z.string().describe('The first characters in one line.'),
  createdAt: time,
})

/** A partner's site, as shown beside its articles. */
export const articleSite = z.object({
  name: z.string().describe('Set by the operator, else as its pages say, else its host.'),
  iconUrl: z.string().describe('Empty: none.'),
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
  editedByModerator: z.boolean().optional().describe('Somebody else made the last edit. Omitted: no.'),
  activeAt: time.describe('Time of the latest comment.'),
  excerpt: z.string().describe('For lists and link previews: by its author, else the first characters of the text.'),
  heroImage: image.nullable().describe('Shown above the post.'),
  featuredImage: image
    .nullable()
    .describe('The picture for lists and link previews. Default: the hero image, then `contentImage`.'),
  contentImage: image.nullable().describe('The first image of the text, or the still of its first video.'),
  video: z
    .object({ durationMs: z.number().nullable().describe('Its length in milliseconds; null if unknown.') })
    .optional()
    .describe('The text’s first picture is the still of a video, this one. Omitted: no.'),
  flairIds: z.array(id),
  flairs: z.array(topic),
  isPinned: z.boolean(),
  isLocked: z.boolean().describe('Only holders of blockChat can comment.'),
  lockedBy: z
    .enum(['author', 'moderators'])
    .optional()
    .describe('Who turned its comments off; moderators if both did. Omitted: nobody.'),
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
  tips: z.string().optional().describe('Sum of its tips, in units of 10⁻⁶ tokens. Omitted: none.'),
  promotedUntil: time
    .optional()
    .describe('Members pay for its place under *Recently promoted* until then. Omitted: no.'),
  parentPostId: id.nullable(),
  externalArticleId: id.nullable().describe("The partner's article that this post discusses."),
  articleUrl: z.string().nullable(),
  articleSite: articleSite.optional().describe('The site of that article. Omitted: no article.'),
  pollOptions: z.array(z.string()).nullable().describe('The poll’s options in order; null: no poll.'),
  pollSettings: pollSettings.nullable(),
  ...pollResult.shape,
  moderationScore: z.int().nullable().describe('0–100, only for holders of hideContent and from 75.'),
  publisherSince,
})

export const post = postSummary.extend({
  postContent: z.string().describe('JSON string of the blocks (`postDocument`).'),
  hidden: hiddenReason.nullable().describe('Why it was hidden, and by which role; only for its author and moderators.'),
  revision: z
    .int()
    .nonnegative()
    .describe('Increases with every edit. An edit that names the revision it is based on overwrites no other.'),
  readingMinutes: z.int().nonnegative().describe('Minutes needed to read its text; 0 without text.'),
  hasOwnExcerpt: z.boolean().describe('`excerpt` was written by its author rather than taken from the text.'),
  hasOwnSlug: z
    .boolean()
    .describe('`slugUrl` was chosen rather than made from the title, and stays when that changes.'),
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

/** An image of a new or edited post. Unknown fields are refused. */
export const imageInput = image.strict().describe('An image of a post.')

/** Fields of a new post. */
export const draftBody = {
  tokenName,
  title: text(POST_TITLE_MAX_LENGTH, onOneLine),
  kind: postKind.default('community'),
  postContent: string(POST_CONTENT_MAX_LENGTH).describe('JSON string of the blocks, validated block by block.'),
  ...ownPostParts,
  flairId: id.optional(),
  heroImage: imageInput.nullable().optional(),
  featuredImage: imageInput.nullable().optional(),
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

/** A response to a post, seen from its thread. */
export const superComment = postSummary
  .pick({
    id: true,
    publisherId: true,
    publisherName: true,
    publisherProfileName: true,
    publisherSlugUrl: true,
    tokenName: true,
    status: true,
    createdAt: true,
    numComments: true,
    reactionsCount: true,
    moderationScore: true,
  })
  .extend({
    postId: id.describe('The post that it responds to.'),
    content: z.string().describe('Its title and the first characters of its text.'),
  })

/** A vote in a poll. */
export const vote = z.object({
  postId: id,
  userId: id.describe('The voter’s main account.'),
  displayName: z.string(),
  selectedOptionIndex: z.int().nonnegative(),
  timestamp: time.describe('When it was cast.'),
})

/** A post's status in a query. */
const postStatusFilter = z.coerce.number().pipe(postStatus)

const responsesInput = z.object({
  postId: id.optional().describe('only responses to this post; it, `userId` or `tokenName` is required'),
  userId: personId.optional().describe('only this person’s responses'),
  tokenName: tokenName.optional(),
  status: postStatusFilter
    .optional()
    .describe(
      'default: published; others are for their author (`userId`) and, except drafts and what authors hid, for moderators of the community',
    ),
  limit,
  cursor,
})

/** The post after the call. */
export const postResponse = z.object({ post }).describe('The post after the call.')

/** Fields that name the post to act on. */
export const postAction = { postId: id, tokenName, userId: actorId }

/** Calls about posts. */
export const postCalls = {
  postList: {
    method: 'GET',
    path: '/posts',
    access: 'optional',
    errors: ['COMMUNITY_NOT_FOUND', 'POST_NOT_FOUND', 'LIST_TYPE_UNSUPPORTED', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary:
      'A feed of posts. Home is for its viewer alone: posts of the 60 joined communities visited last and of the 100 people followed last; joined and followed are its two parts.',
    input: z.object({
      type: postListType.default('all'),
      tokenName: tokenName.optional(),
      flairId: id.optional().describe('for all, community, partner, pinned, recommended, user, pending'),
      userId: personId
        .optional()
        .describe('for the lists of a user; default: the viewer. For responses: only this person’s'),
      parentPostId: id
        .optional()
        .describe('for responses, where it, userId or tokenName is required: the post they respond to; oldest first'),
      postId: id
        .optional()
        .describe('for related, where it is required: newest posts of its topic, then of its community; one page'),
      sort: postSort
        .optional()
        .describe(
          'for all, home, joined, followed, community, partner, pinned, recommended, user; default new, for pinned by time of pinning, for recommended by number of comments; promoted: only posts that are promoted now, promoted last first',
        ),
      since: since
        .optional()
        .describe(
          'for all, home, joined, followed, community, partner, pinned, recommended, user; default all, for recommended at most a week',
        ),
      limit,
      fetchLimit: limit.describe("The specification's name for `limit`."),
      cursor,
    }),
    output: page(postSummary).extend({ viewerFacts: viewerFactsPayload.optional() }),
  },
  postGet: {
    method: 'GET',
    path: '/posts/{idOrSlug}',
    access: 'optional',
    errors: ['POST_NOT_FOUND'],
    summary: 'One post by id, or by slug within a community (`tokenName`).',
    input: z.object({ idOrSlug: string(100).min(1), tokenName: tokenName.optional() }),
    output: z.object({ post, viewerFacts: viewerFactsPayload.optional() }),
  },
  postThread: {
    method: 'GET',
    path: '/posts/{postId}/thread',
    access: 'optional',
    errors: ['POST_NOT_FOUND'],
    summary: 'A post below the posts that it responds to, starting with the first.',
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
  responseList: {
    method: 'GET',
    path: '/responses',
    access: 'optional',
    errors: ['COMMUNITY_NOT_FOUND', 'POST_NOT_FOUND', 'FORBIDDEN', 'CURSOR_INVALID'],
    summary: 'Responses to a post, by a person or in a community, oldest first.',
    input: responsesInput,
    output: page(postSummary),
  },
  superCommentList: {
    method: 'GET',
    path: '/supercomments',
    access: 'optional',
    errors: ['COMMUNITY_NOT_FOUND', 'POST_NOT_FOUND', 'FORBIDDEN', 'CURSOR_INVALID'],
    summary: 'The same responses with the fields of comments.',
    input: responsesInput,
    output: page(superComment),
  },
  voteList: {
    method: 'GET',
    path: '/votes',
    access: 'user',
    errors: ['POST_NOT_FOUND', 'CURSOR_INVALID'],
    summary:
      'Votes in a post’s poll: all where voters are public and the caller may see the results, otherwise the caller’s own.',
    input: z.object({
      postId: id,
      tokenName: tokenName.optional(),
      userId: personId.optional().describe('only this person’s vote'),
      status: postStatusFilter.optional().describe('only if the post has this status'),
      limit,
      cursor,
    }),
    output: page(vote),
  },
  postRevisionList: {
    method: 'GET',
    path: '/posts/{postId}/revisions',
    access: 'user',
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'CURSOR_INVALID'],
    summary: 'Edits of a post, newest first, for its author and its moderators.',
    input: z.object({ postId: id, limit, cursor }),
    output: page(postRevision),
  },
  postRevisionGet: {
    method: 'GET',
    path: '/posts/{postId}/revisions/{revisionId}',
    access: 'user',
    errors: ['POST_NOT_FOUND', 'REVISION_NOT_FOUND', 'FORBIDDEN'],
    summary: 'One edit of a post: before and after.',
    input: z.object({ postId: id, revisionId: id }),
    output: z.object({ revision: postRevision, before: postVersion, after: postVersion }),
  },
  postOwnCounts: {
    method: 'GET',
    path: '/me/post-counts',
    access: 'user',
    errors: [],
    summary: 'Numbers of the viewer’s drafts and pending, scheduled and hidden posts.',
    input: z.object({}),
    output: z.object({
      draft: z.int().nonnegative().describe('Number of the caller’s drafts.'),
      pending: z.int().nonnegative().describe('Number of posts waiting for approval or captions.'),
      scheduled: z.int().nonnegative().describe('Number of scheduled posts.'),
      hidden: z.int().nonnegative().describe('Number of hidden posts, regardless of who hid them.'),
    }),
  },
  linkCardGet: {
    method: 'GET',
    path: '/link-card',
    access: 'user',
    errors: ['BUSY'],
    summary:
      'A page’s metadata, for a link card in a post being written. The server fetches it again when the post is saved.',
    input: z.strictObject({
      url: string(2000).refine((url) => httpUrl(url) !== null, 'Must be an http or https link.'),
    }),
    /** `meta` is null for a page that can't be fetched or has no metadata. */
    output: z.object({ meta: linkMeta.nullable() }),
  },
  postCreate: {
    method: 'POST',
    path: '/post/create',
    access: 'user',
    quota: 'post',
    bodyLimit: POST_BODY_LIMIT,
    errors: [
      ...CHECK_ERRORS,
      'COMMUNITY_NOT_FOUND',
      'FLAIR_NOT_FOUND',
      'BANNED',
      'JOIN_REQUIRED',
      'FORBIDDEN',
      'OWN_POST',
      'POST_CLOSED',
      'POST_NOT_FOUND',
      'DRAFT_LIMIT',
      'POST_TYPE_REFUSED',
    ],
    summary:
      'Create a post. It is published, or pending where the community requires approval; with `saveAsDraft` it is a draft.',
    input: z.strictObject(draftBody),
    output: postResponse,
  },
  postEdit: {
    method: 'POST',
    path: '/post/edit',
    access: 'user',
    bodyLimit: POST_BODY_LIMIT,
    errors: [
      ...CHECK_ERRORS,
      'EDIT_REFUSED',
      'POST_NOT_FOUND',
      'FLAIR_NOT_FOUND',
      'FORBIDDEN',
      'BANNED',
      'JOIN_REQUIRED',
      'POLL_LOCKED',
      'EDIT_CONFLICT',
      'POST_TYPE_REFUSED',
    ],
    summary: 'Edit a post. A draft stays a draft until it is saved with `saveAsDraft` false.',
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
    method: 'POST',
    path: '/post/anonymous',
    access: 'app-check',
    quota: 'post',
    bodyLimit: POST_BODY_LIMIT,
    errors: [...CHECK_ERRORS, 'COMMUNITY_NOT_FOUND', 'FLAIR_NOT_FOUND', 'BANNED', 'FORBIDDEN', 'POST_TYPE_REFUSED'],
    summary:
      'Post without an account, where the community allows it. The post is published, or pending where the community requires approval.',
    input: z.strictObject({
      tokenName,
      title: draftBody.title,
      postContent: draftBody.postContent,
      flairId: id.optional(),
    }),
    output: postResponse,
  },
  postApprove: {
    method: 'POST',
    path: '/post/approve',
    access: 'user',
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'EDIT_CONFLICT', 'COMMUNITY_ARCHIVED', 'REPORT_OWN_CONTENT'],
    summary:
      'Publish a pending post, or reject it, which hides it. Reversing a decision already made is an EDIT_CONFLICT.',
    /** `approve` false rejects the post, which its author and moderators still see. */
    input: z.strictObject({ postId: id, approve: z.boolean(), userId: actorId, ...decisionReason }),
    output: postResponse,
  },
  postDelete: {
    method: 'POST',
    path: '/post/delete',
    access: 'user',
    site: true,
    widget: 'moderators',
    errors: [
      'POST_NOT_FOUND',
      'FORBIDDEN',
      'BANNED',
      'HIDDEN_BY_DOMAIN_ADMIN',
      'POST_PINNED',
      'POST_DELETED',
      'REPORT_OWN_CONTENT',
      'DRAFT_LIMIT',
    ],
    summary: 'Hide a post, or restore it to its former status. Moderators give a reason, which the author sees.',
    input: z.strictObject({
      ...postAction,
      hidden: z.boolean().describe('True hides, false restores.'),
      ...decisionReason,
    }),
    output: postResponse,
  },
  contentDelete: {
    method: 'POST',
    path: '/content/delete',
    access: 'user',
    site: true,
    widget: 'all',
    errors: [
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'FORBIDDEN',
      'BANNED',
      'POST_PINNED',
      'POST_REPORTED',
      'COMMENT_REPORTED',
    ],
    summary:
      'Delete one’s own post or comment permanently, with its revisions and poll. Comments on a post are hidden with it; replies to a comment stay. On a partner’s site, only a comment on one of its articles.',
    input: z
      .strictObject({ ...postAction, postId: id.optional(), commentId: id.optional() })
      .refine(({ postId, commentId }) => (postId === undefined) !== (commentId === undefined), {
        message: 'Name either a post or a comment.',
        path: ['postId'],
      }),
    output: z.object({
      postId: id.optional().describe('The deleted post.'),
      comment: comment.optional().describe('The placeholder of the deleted comment.'),
    }),
  },
  postLock: {
    method: 'POST',
    path: '/post/lock',
    access: 'user',
    site: true,
    widget: 'moderators',
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'COMMENTS_LOCKED'],
    summary:
      'Lock the comments of a post, so that only holders of blockChat can add any, or unlock them. Needs blockChat, except for authors of the post. They can’t unlock what moderators have locked, nor moderators what authors have turned off.',
    input: z.strictObject({ ...postAction, isLocked: z.boolean().describe('false unlocks them.') }),
    output: postResponse,
  },
  postPin: {
    method: 'POST',
    path: '/post/pin',
    access: 'user',
    site: true,
    widget: 'moderators',
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'POST_NOT_PUBLISHED', 'PIN_LIMIT'],
    summary: 'Pin a published post to the top of its community, or unpin it. Needs pinPost.',
    input: z.strictObject({ ...postAction, isPinned: z.boolean() }),
    output: postResponse,
  },
  postSyndicate: {
    method: 'POST',
    path: '/post/syndicate',
    access: 'user',
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'POST_NOT_PUBLISHED', 'POST_TOO_SHORT'],
    summary: 'Offer a published story to other communities and sites, or withdraw it. Needs hidePremiumContent.',
    input: z.strictObject({ ...postAction, syndicate: z.boolean() }),
    output: postResponse,
  },
  postView: {
    method: 'POST',
    path: '/post/view',
    access: 'optional',
    site: true,
    widget: 'all',
    errors: ['POST_NOT_FOUND'],
    summary: 'Count a view of a post, once per visitor and day.',
    input: z.strictObject({
      postId: id,
      tokenName: tokenName.optional(),
      userId: actorId,
      visitorId: string(64).optional(),
    }),
    output: z.object({ totalViews: z.int().nonnegative() }),
  },
  postVote: {
    method: 'POST',
    path: '/post/vote',
    access: 'user',
    quota: 'reaction',
    site: true,
    widget: 'all',
    errors: [
      'POST_NOT_FOUND',
      'NO_POLL',
      'POLL_CLOSED',
      'POST_DELETED',
      'BANNED',
      'JOIN_REQUIRED',
      'COMMUNITY_ARCHIVED',
    ],
    summary: 'Vote in a poll. The same option again or -1 clears the vote.',
    input: z.strictObject({ postId: id, userId: actorId, selectedOptionIndex: z.int().min(-1).max(9) }),
    output: z.object({ post, selectedOptionIndex: z.int() }),
  },
} as const satisfies Record<string, Call>
