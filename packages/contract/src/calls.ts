import type { ErrorCode } from './errors.ts'
import { type CallName, isWrite, type Route, routes } from './routes.ts'

/** One call of the interface, as plain data. */
export interface Call extends Route {
  errors: readonly ErrorCode[]
  summary: string
}

/** Every call, by the name that all layers use for it. Errors that follow from its route are not repeated (`errorsOf`). */
export const calls = {
  authSignUp: {
    ...routes.authSignUp,
    errors: ['USERNAME_EXISTS', 'USERNAME_RESERVED', 'EMAIL_EXISTS', 'BUSY'],
    summary: 'Create an account with username, e-mail and password, and sign in.',
  },
  authSignIn: {
    ...routes.authSignIn,
    errors: ['INVALID_CREDENTIALS', 'SIGN_IN_LOCKED', 'BUSY'],
    summary: 'Sign in with username or e-mail and password.',
  },
  authRefresh: {
    ...routes.authRefresh,
    errors: ['REFRESH_INVALID'],
    summary: 'Exchange the refresh cookie for a new access token.',
  },
  authSignOut: {
    ...routes.authSignOut,
    errors: [],
    summary: 'End the session of the refresh cookie.',
  },
  authEmbedAuthorize: {
    ...routes.authEmbedAuthorize,
    errors: [],
    summary: 'Make a one-time code with which a widget on a registered origin signs this user in.',
  },
  authEmbedToken: {
    ...routes.authEmbedToken,
    errors: ['CODE_INVALID'],
    summary: 'Redeem a one-time code for an access token bound to the site.',
  },
  authEmbedRefresh: {
    ...routes.authEmbedRefresh,
    errors: ['REFRESH_INVALID', 'ORIGIN_NOT_REGISTERED'],
    summary: 'For the frame on the forum origin: keep, renew or end the partitioned session of one site.',
  },
  appCheckChallenge: {
    ...routes.appCheckChallenge,
    errors: [],
    summary: 'A proof-of-work challenge.',
  },
  appCheckToken: {
    ...routes.appCheckToken,
    errors: ['APP_CHECK_REQUIRED'],
    summary: 'Exchange a solved challenge for a short-lived token bound to the calling origin.',
  },
  me: {
    ...routes.me,
    errors: [],
    summary: 'The viewer with rights and communities.',
  },
  userGet: {
    ...routes.userGet,
    errors: ['USER_NOT_FOUND'],
    summary: 'A public profile.',
  },
  communityList: {
    ...routes.communityList,
    errors: ['CURSOR_INVALID'],
    summary: 'Published communities, largest first.',
  },
  communityGet: {
    ...routes.communityGet,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'One community by token name or URL slug.',
  },
  communityMembers: {
    ...routes.communityMembers,
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID'],
    summary: 'Members of a community, newest first.',
  },
  communityJoin: {
    ...routes.communityJoin,
    errors: ['COMMUNITY_NOT_FOUND', 'BANNED'],
    summary: 'Join or leave a community.',
  },
  postList: {
    ...routes.postList,
    errors: ['COMMUNITY_NOT_FOUND', 'LIST_TYPE_UNSUPPORTED', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'A feed of posts.',
  },
  postGet: {
    ...routes.postGet,
    errors: ['POST_NOT_FOUND'],
    summary: 'One post by id, or by slug within a community (`tokenName`).',
  },
  postCreate: {
    ...routes.postCreate,
    errors: [
      'COMMUNITY_NOT_FOUND',
      'FLAIR_NOT_FOUND',
      'BANNED',
      'JOIN_REQUIRED',
      'FORBIDDEN',
      'OWN_POST',
      'POST_NOT_FOUND',
    ],
    summary:
      'Create a post; published, or pending where the community approves posts first; a draft with `saveAsDraft`.',
  },
  postEdit: {
    ...routes.postEdit,
    errors: [
      'POST_NOT_FOUND',
      'FLAIR_NOT_FOUND',
      'FORBIDDEN',
      'BANNED',
      'JOIN_REQUIRED',
      'POLL_LOCKED',
      'EDIT_CONFLICT',
    ],
    summary: 'Change a post. A draft stays a draft until it is saved with `saveAsDraft` false.',
  },
  postApprove: {
    ...routes.postApprove,
    errors: ['POST_NOT_FOUND', 'FORBIDDEN', 'BANNED', 'EDIT_CONFLICT'],
    summary:
      'Publish a post that waits for approval, or refuse it, which hides it. The other way round once that is decided is an EDIT_CONFLICT.',
  },
  postView: {
    ...routes.postView,
    errors: ['POST_NOT_FOUND'],
    summary: 'Count a view of a post, once per visitor and day.',
  },
  postVote: {
    ...routes.postVote,
    errors: ['POST_NOT_FOUND', 'NO_POLL', 'POLL_CLOSED', 'POST_DELETED', 'BANNED', 'JOIN_REQUIRED'],
    summary: 'Vote in a poll; the same option again or -1 clears the vote.',
  },
  postReaction: {
    ...routes.postReaction,
    errors: ['POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'COMMUNITY_NOT_FOUND', 'BANNED', 'JOIN_REQUIRED'],
    summary: 'React to a post or comment; an empty reaction name removes the reaction.',
  },
  commentCreate: {
    ...routes.commentCreate,
    errors: [
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'COMMUNITY_NOT_FOUND',
      'COMMENT_HIDDEN',
      'POST_CLOSED',
      'BANNED',
      'JOIN_REQUIRED',
    ],
    summary: 'Comment on a post or article, or reply to a comment.',
  },
  commentAnonymous: {
    ...routes.commentAnonymous,
    errors: ['POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'COMMUNITY_NOT_FOUND', 'COMMENT_HIDDEN', 'POST_CLOSED'],
    summary: 'Comment without an account.',
  },
  commentEdit: {
    ...routes.commentEdit,
    errors: ['COMMENT_NOT_FOUND', 'COMMENT_HIDDEN', 'EDIT_CONFLICT', 'FORBIDDEN', 'BANNED'],
    summary: 'Change the text of one’s own comment.',
  },
  commentDelete: {
    ...routes.commentDelete,
    errors: ['COMMENT_NOT_FOUND', 'HIDDEN_BY_DOMAIN_ADMIN', 'FORBIDDEN', 'BANNED'],
    summary: 'Hide or restore a comment.',
  },
  commentList: {
    ...routes.commentList,
    errors: [
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'USER_NOT_FOUND',
      'COMMUNITY_NOT_FOUND',
      'LIST_TYPE_UNSUPPORTED',
      'CURSOR_INVALID',
      'FORBIDDEN',
    ],
    summary: 'Comments of a post, of a user, awaiting approval, or the replies to a comment.',
  },
  commentGet: {
    ...routes.commentGet,
    errors: ['COMMENT_NOT_FOUND'],
    summary: 'One comment with its parent and the page around it.',
  },
  viewerFacts: {
    ...routes.viewerFacts,
    errors: [],
    summary: 'The viewer’s own reactions and votes for a page of items.',
  },
  articleThread: {
    ...routes.articleThread,
    errors: ['COMMUNITY_NOT_FOUND', 'ORIGIN_NOT_REGISTERED'],
    summary: 'Everything a widget needs for its first view of an article’s thread.',
  },
  articleFragment: {
    ...routes.articleFragment,
    errors: ['COMMUNITY_NOT_FOUND', 'ORIGIN_NOT_REGISTERED'],
    summary: 'An article’s thread rendered as HTML, as a visitor sees it, for inclusion in a page.',
  },
  articleCounts: {
    ...routes.articleCounts,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'Comment counts of many articles.',
  },
} as const satisfies Record<CallName, Call>

/** Every error that a call may answer: its own, and those of the gates that its route passes. */
export function errorsOf(call: Call): ErrorCode[] {
  const { method, access, cookie } = call
  const isPost = method === 'POST'
  const gates: [boolean, ErrorCode[]][] = [
    [true, ['VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL']],
    [isPost, ['MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'ACTOR_MISMATCH']],
    [isPost && !cookie, ['ORIGIN_NOT_REGISTERED']],
    [isWrite(call), ['IDEMPOTENCY_MISMATCH']],
    [access !== 'public', ['AUTH_REQUIRED', 'TOKEN_EXPIRED', 'SITE_BOUND']],
    [access === 'app-check', ['APP_CHECK_REQUIRED']],
    [cookie === true, ['CSRF_REFUSED']],
  ]
  return [...new Set([...call.errors, ...gates.flatMap(([passes, codes]) => (passes ? codes : []))])]
}
