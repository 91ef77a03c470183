import type { ErrorCode } from './errors.ts'
import { type CallName, type Route, routes } from './routes.ts'

/** One call of the interface, as plain data. */
export interface Call extends Route {
  errors: readonly ErrorCode[]
  summary: string
}

/** Every call, by the name that all layers use for it. Errors that any call may answer (validation, rate limit, internal) are not repeated. */
export const calls = {
  authSignUp: {
    ...routes.authSignUp,
    errors: ['USERNAME_EXISTS', 'USERNAME_RESERVED', 'EMAIL_EXISTS', 'CSRF_REFUSED', 'BUSY'],
    summary: 'Create an account with username, e-mail and password, and sign in.',
  },
  authSignIn: {
    ...routes.authSignIn,
    errors: ['INVALID_CREDENTIALS', 'SIGN_IN_LOCKED', 'CSRF_REFUSED', 'BUSY'],
    summary: 'Sign in with username or e-mail and password.',
  },
  authRefresh: {
    ...routes.authRefresh,
    errors: ['REFRESH_INVALID', 'CSRF_REFUSED'],
    summary: 'Exchange the refresh cookie for a new access token.',
  },
  authSignOut: {
    ...routes.authSignOut,
    errors: ['CSRF_REFUSED'],
    summary: 'End the session of the refresh cookie.',
  },
  authEmbedAuthorize: {
    ...routes.authEmbedAuthorize,
    errors: ['AUTH_REQUIRED', 'ORIGIN_NOT_REGISTERED'],
    summary: 'Make a one-time code with which a widget on a registered origin signs this user in.',
  },
  authEmbedToken: {
    ...routes.authEmbedToken,
    errors: ['CODE_INVALID'],
    summary: 'Redeem a one-time code for an access token bound to the site.',
  },
  authEmbedRefresh: {
    ...routes.authEmbedRefresh,
    errors: ['REFRESH_INVALID', 'ORIGIN_NOT_REGISTERED', 'CSRF_REFUSED'],
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
    errors: ['AUTH_REQUIRED'],
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
    errors: ['AUTH_REQUIRED', 'COMMUNITY_NOT_FOUND', 'BANNED', 'ACTOR_MISMATCH'],
    summary: 'Join or leave a community.',
  },
  postList: {
    ...routes.postList,
    errors: ['COMMUNITY_NOT_FOUND', 'LIST_TYPE_UNSUPPORTED', 'CURSOR_INVALID', 'AUTH_REQUIRED', 'FORBIDDEN'],
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
      'AUTH_REQUIRED',
      'COMMUNITY_NOT_FOUND',
      'FLAIR_NOT_FOUND',
      'BANNED',
      'JOIN_REQUIRED',
      'FORBIDDEN',
      'OWN_POST',
      'POST_NOT_FOUND',
      'ACTOR_MISMATCH',
    ],
    summary:
      'Create a post; published, or pending where the community approves posts first; a draft with `saveAsDraft`.',
  },
  postEdit: {
    ...routes.postEdit,
    errors: [
      'AUTH_REQUIRED',
      'POST_NOT_FOUND',
      'FLAIR_NOT_FOUND',
      'FORBIDDEN',
      'BANNED',
      'POLL_LOCKED',
      'EDIT_CONFLICT',
      'ACTOR_MISMATCH',
    ],
    summary: 'Change a post. A draft stays a draft until it is saved with `saveAsDraft` false.',
  },
  postView: {
    ...routes.postView,
    errors: ['POST_NOT_FOUND', 'ACTOR_MISMATCH'],
    summary: 'Count a view of a post, once per visitor and day.',
  },
  postVote: {
    ...routes.postVote,
    errors: [
      'AUTH_REQUIRED',
      'POST_NOT_FOUND',
      'NO_POLL',
      'POLL_CLOSED',
      'POST_DELETED',
      'BANNED',
      'JOIN_REQUIRED',
      'ACTOR_MISMATCH',
      'ORIGIN_NOT_REGISTERED',
    ],
    summary: 'Vote in a poll; the same option again or -1 clears the vote.',
  },
  postReaction: {
    ...routes.postReaction,
    errors: [
      'AUTH_REQUIRED',
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'COMMUNITY_NOT_FOUND',
      'BANNED',
      'JOIN_REQUIRED',
      'ACTOR_MISMATCH',
      'ORIGIN_NOT_REGISTERED',
    ],
    summary: 'React to a post or comment; an empty reaction name removes the reaction.',
  },
  commentCreate: {
    ...routes.commentCreate,
    errors: [
      'AUTH_REQUIRED',
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'COMMUNITY_NOT_FOUND',
      'COMMENT_HIDDEN',
      'POST_CLOSED',
      'BANNED',
      'JOIN_REQUIRED',
      'ACTOR_MISMATCH',
      'ORIGIN_NOT_REGISTERED',
    ],
    summary: 'Comment on a post or article, or reply to a comment.',
  },
  commentAnonymous: {
    ...routes.commentAnonymous,
    errors: [
      'APP_CHECK_REQUIRED',
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'COMMUNITY_NOT_FOUND',
      'COMMENT_HIDDEN',
      'POST_CLOSED',
      'ORIGIN_NOT_REGISTERED',
    ],
    summary: 'Comment without an account.',
  },
  commentEdit: {
    ...routes.commentEdit,
    errors: [
      'AUTH_REQUIRED',
      'COMMENT_NOT_FOUND',
      'COMMENT_HIDDEN',
      'EDIT_CONFLICT',
      'FORBIDDEN',
      'BANNED',
      'ACTOR_MISMATCH',
    ],
    summary: 'Change the text of one’s own comment.',
  },
  commentDelete: {
    ...routes.commentDelete,
    errors: ['AUTH_REQUIRED', 'COMMENT_NOT_FOUND', 'HIDDEN_BY_DOMAIN_ADMIN', 'FORBIDDEN', 'BANNED', 'ACTOR_MISMATCH'],
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
      'AUTH_REQUIRED',
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
    errors: ['AUTH_REQUIRED'],
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
    errors: ['COMMUNITY_NOT_FOUND', 'ORIGIN_NOT_REGISTERED'],
    summary: 'Comment counts of many articles.',
  },
} as const satisfies Record<CallName, Call>
