import { POST_BODY_LIMIT } from '../limits.ts'
import { postRoutes } from '../routes/posts.ts'
import type { Call } from './call.ts'
import { CHECK_ERRORS } from './checks.ts'

/** Calls about posts, polls and reactions. */
export const postCalls = {
  postList: {
    ...postRoutes.postList,
    errors: ['COMMUNITY_NOT_FOUND', 'POST_NOT_FOUND', 'LIST_TYPE_UNSUPPORTED', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'A feed of posts.',
  },
  postGet: {
    ...postRoutes.postGet,
    errors: ['POST_NOT_FOUND'],
    summary: 'One post by id, or by slug within a community (`tokenName`).',
  },
  postThread: {
    ...postRoutes.postThread,
    errors: ['POST_NOT_FOUND'],
    summary: 'A post below the posts that it responds to, starting with the first.',
  },
  postRevisionList: {
    ...postRoutes.postRevisionList,
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'CURSOR_INVALID'],
    summary: 'Edits of a post, newest first, for its author and its moderators.',
  },
  postRevisionGet: {
    ...postRoutes.postRevisionGet,
    errors: ['POST_NOT_FOUND', 'REVISION_NOT_FOUND', 'FORBIDDEN'],
    summary: 'One edit of a post: before and after.',
  },
  postOwnCounts: {
    ...postRoutes.postOwnCounts,
    errors: [],
    summary: 'Numbers of the viewer’s drafts and pending, scheduled and hidden posts.',
  },
  linkCardGet: {
    ...postRoutes.linkCardGet,
    errors: ['BUSY'],
    summary:
      'A page’s metadata, for a link card in a post being written. The server fetches it again when the post is saved.',
  },
  postCreate: {
    ...postRoutes.postCreate,
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
  },
  postEdit: {
    ...postRoutes.postEdit,
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
  },
  postApprove: {
    ...postRoutes.postApprove,
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'EDIT_CONFLICT', 'COMMUNITY_ARCHIVED', 'REPORT_OWN_CONTENT'],
    summary:
      'Publish a pending post, or reject it, which hides it. Reversing a decision already made is an EDIT_CONFLICT.',
  },
  postDelete: {
    ...postRoutes.postDelete,
    errors: [
      ...(['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'HIDDEN_BY_DOMAIN_ADMIN', 'POST_PINNED', 'POST_DELETED'] as const),
      'REPORT_OWN_CONTENT',
      'DRAFT_LIMIT',
    ],
    summary: 'Hide a post, or restore it to its former status. Moderators give a reason, which the author sees.',
  },
  contentDelete: {
    ...postRoutes.contentDelete,
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'POST_PINNED', 'POST_REPORTED'],
    summary: 'Delete one’s own post permanently, with its revisions and poll. Comments on it are hidden with it.',
  },
  postLock: {
    ...postRoutes.postLock,
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary:
      'Lock the comments of a post, so that only holders of blockChat can add any, or unlock them. Needs blockChat.',
  },
  postPin: {
    ...postRoutes.postPin,
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'POST_NOT_PUBLISHED', 'PIN_LIMIT'],
    summary: 'Pin a published post to the top of its community, or unpin it. Needs pinPost.',
  },
  postSyndicate: {
    ...postRoutes.postSyndicate,
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'POST_NOT_PUBLISHED', 'POST_TOO_SHORT'],
    summary: 'Offer a published story to other sites, or withdraw it. Needs hidePremiumContent.',
  },
  postAnonymous: {
    ...postRoutes.postAnonymous,
    bodyLimit: POST_BODY_LIMIT,
    errors: [...CHECK_ERRORS, 'COMMUNITY_NOT_FOUND', 'FLAIR_NOT_FOUND', 'BANNED', 'FORBIDDEN', 'POST_TYPE_REFUSED'],
    summary:
      'Post without an account, where the community allows it. The post is published, or pending where the community requires approval.',
  },
  postDraftSave: {
    ...postRoutes.postDraftSave,
    bodyLimit: POST_BODY_LIMIT,
    errors: [
      'COMMUNITY_NOT_FOUND',
      'POST_NOT_FOUND',
      'FLAIR_NOT_FOUND',
      'FORBIDDEN',
      'BANNED',
      'JOIN_REQUIRED',
      'OWN_POST',
      'POST_CLOSED',
      'POST_NOT_DRAFT',
      'EDIT_CONFLICT',
      'DRAFT_LIMIT',
      'COMMUNITY_ARCHIVED',
    ],
    summary:
      'Save a post being written as a draft, which may have no title yet. Naming another community moves the draft there.',
  },
  postDraftPublish: {
    ...postRoutes.postDraftPublish,
    errors: [
      ...CHECK_ERRORS,
      ...(['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'JOIN_REQUIRED', 'POST_NOT_DRAFT', 'POST_TYPE_REFUSED'] as const),
    ],
    summary: 'Publish a draft or a scheduled post now. It is pending where the community requires approval.',
  },
  postDraftSchedule: {
    ...postRoutes.postDraftSchedule,
    errors: [
      ...CHECK_ERRORS,
      ...(['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'JOIN_REQUIRED', 'POST_NOT_DRAFT', 'POST_TYPE_REFUSED'] as const),
    ],
    summary: 'Schedule a draft, or reschedule a post. A draft is checked as if it were published now.',
  },
  postDraftUnschedule: {
    ...postRoutes.postDraftUnschedule,
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'POST_NOT_DRAFT'],
    summary: 'Turn a scheduled post back into a draft.',
  },
  postDraftDelete: {
    ...postRoutes.postDraftDelete,
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'POST_NOT_DRAFT'],
    summary: 'Discard a draft or a scheduled post. Its author can restore it for 30 days, after which it is deleted.',
  },
  flairAttach: {
    ...postRoutes.flairAttach,
    errors: ['POST_NOT_FOUND', 'FLAIR_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'COMMUNITY_ARCHIVED'],
    summary: 'Give a post a topic; its current topic removes it. A story always has one.',
  },
  postView: {
    ...postRoutes.postView,
    errors: ['POST_NOT_FOUND'],
    summary: 'Count a view of a post, once per visitor and day.',
  },
  postVote: {
    ...postRoutes.postVote,
    errors: [
      ...(['POST_NOT_FOUND', 'NO_POLL', 'POLL_CLOSED', 'POST_DELETED', 'BANNED'] as const),
      ...(['JOIN_REQUIRED', 'COMMUNITY_ARCHIVED'] as const),
    ],
    summary: 'Vote in a poll. The same option again or -1 clears the vote.',
  },
  postReaction: {
    ...postRoutes.postReaction,
    errors: [
      ...(['POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'COMMUNITY_NOT_FOUND', 'POST_DELETED'] as const),
      ...(['BANNED', 'JOIN_REQUIRED', 'COMMUNITY_ARCHIVED'] as const),
    ],
    summary: 'React to a post or comment. An empty reaction name removes the reaction.',
  },
  postSave: {
    ...postRoutes.postSave,
    errors: ['POST_NOT_FOUND'],
    summary: 'Save a post, or remove it from the saved items.',
  },
  commentSave: {
    ...postRoutes.commentSave,
    errors: ['COMMENT_NOT_FOUND'],
    summary: 'Save a comment, or remove it from the saved items.',
  },
  savedList: {
    ...postRoutes.savedList,
    errors: ['CURSOR_INVALID'],
    summary: 'Posts and comments that the viewer has saved and may see, last saved first.',
  },
} as const satisfies Record<keyof typeof postRoutes, Call>
