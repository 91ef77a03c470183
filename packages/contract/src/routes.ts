import type { FloodClass, QuotaClass } from './limits.ts'

/** Who may call: anybody; anybody, with the viewer's facts when signed in; a user; a visitor who passed the app check, or a user. */
export type CallAccess = 'public' | 'optional' | 'user' | 'app-check'

/** How one call goes over HTTP. */
export interface Route {
  method: 'GET' | 'POST'
  /** Path below `/api`; `{name}` is a path parameter and a field of the input. */
  path: string
  access: CallAccess
  /** What every request counts against, also one that is refused. */
  rate: FloodClass
  /** What only a call that did its work counts against. */
  quota?: QuotaClass
  /** Usable with an access token bound to a partner's site. Default false. */
  site?: true
  /** Only from the forum's own origin, with its cookie. Default false. */
  cookie?: true
  /** What a successful answer is. Default: JSON in the envelope. Errors are JSON always. */
  answers?: 'html'
}

/** What a browser needs to make a call. Apart from `calls`, so that a widget does not load their descriptions. */
export const routes = {
  authSignUp: {
    method: 'POST',
    path: '/auth/signUp',
    access: 'public',
    rate: 'signUp',
    cookie: true,
  },
  authSignIn: {
    method: 'POST',
    path: '/auth/signIn',
    access: 'public',
    rate: 'signIn',
    cookie: true,
  },
  authRefresh: {
    method: 'POST',
    path: '/auth/refresh',
    access: 'public',
    rate: 'write',
    cookie: true,
  },
  authSignOut: {
    method: 'POST',
    path: '/auth/signOut',
    access: 'public',
    rate: 'write',
    cookie: true,
  },
  authEmbedAuthorize: {
    method: 'POST',
    path: '/auth/embed/authorize',
    access: 'user',
    rate: 'write',
  },
  authEmbedToken: {
    method: 'POST',
    path: '/auth/embed/token',
    access: 'public',
    rate: 'signIn',
  },
  authEmbedRefresh: {
    method: 'POST',
    path: '/auth/embed/refresh',
    access: 'public',
    rate: 'write',
    cookie: true,
  },
  appCheckChallenge: {
    method: 'POST',
    path: '/app-check/challenge',
    access: 'public',
    rate: 'write',
  },
  appCheckToken: {
    method: 'POST',
    path: '/app-check/token',
    access: 'public',
    rate: 'write',
  },
  me: {
    method: 'GET',
    path: '/me',
    access: 'user',
    rate: 'read',
    site: true,
  },
  userGet: {
    method: 'GET',
    path: '/users/{idOrSlug}',
    access: 'public',
    rate: 'read',
  },
  communityList: {
    method: 'GET',
    path: '/communities',
    access: 'public',
    rate: 'read',
  },
  communityGet: {
    method: 'GET',
    path: '/communities/{tokenName}',
    access: 'public',
    rate: 'read',
  },
  communityMembers: {
    method: 'GET',
    path: '/communities/{tokenName}/members',
    access: 'public',
    rate: 'read',
  },
  communityJoin: {
    method: 'POST',
    path: '/community/join',
    access: 'user',
    rate: 'write',
    site: true,
  },
  postList: {
    method: 'GET',
    path: '/posts',
    access: 'optional',
    rate: 'read',
  },
  postGet: {
    method: 'GET',
    path: '/posts/{idOrSlug}',
    access: 'optional',
    rate: 'read',
  },
  postCreate: {
    method: 'POST',
    path: '/post/create',
    access: 'user',
    rate: 'write',
    quota: 'post',
  },
  postEdit: {
    method: 'POST',
    path: '/post/edit',
    access: 'user',
    rate: 'write',
  },
  postApprove: {
    method: 'POST',
    path: '/post/approve',
    access: 'user',
    rate: 'write',
  },
  postView: {
    method: 'POST',
    path: '/post/view',
    access: 'optional',
    rate: 'write',
    site: true,
  },
  postVote: {
    method: 'POST',
    path: '/post/vote',
    access: 'user',
    rate: 'write',
    quota: 'reaction',
    site: true,
  },
  postReaction: {
    method: 'POST',
    path: '/post/reaction',
    access: 'user',
    rate: 'write',
    quota: 'reaction',
    site: true,
  },
  commentCreate: {
    method: 'POST',
    path: '/comment/create',
    access: 'user',
    rate: 'write',
    quota: 'comment',
    site: true,
  },
  commentAnonymous: {
    method: 'POST',
    path: '/comment/anonymous',
    access: 'app-check',
    rate: 'write',
    quota: 'comment',
    site: true,
  },
  commentEdit: {
    method: 'POST',
    path: '/comment/edit',
    access: 'user',
    rate: 'write',
    site: true,
  },
  commentDelete: {
    method: 'POST',
    path: '/comment/delete',
    access: 'user',
    rate: 'write',
    site: true,
  },
  commentList: {
    method: 'GET',
    path: '/comments',
    access: 'optional',
    rate: 'read',
    site: true,
  },
  commentGet: {
    method: 'GET',
    path: '/comments/{commentId}',
    access: 'optional',
    rate: 'read',
    site: true,
  },
  viewerFacts: {
    method: 'GET',
    path: '/viewer/facts',
    access: 'user',
    rate: 'read',
    site: true,
  },
  articleThread: {
    method: 'GET',
    path: '/articles/thread',
    access: 'public',
    rate: 'read',
    site: true,
  },
  articleFragment: {
    method: 'GET',
    path: '/articles/fragment',
    access: 'public',
    rate: 'read',
    site: true,
    answers: 'html',
  },
  articleCounts: {
    method: 'POST',
    path: '/articles/counts',
    access: 'public',
    rate: 'read',
    site: true,
  },
} as const satisfies Record<string, Route>

export type CallName = keyof typeof routes

/** Whether a call changes something: then it takes an `Idempotency-Key`. A read may be a POST for the length of its question. */
export function isWrite({ method, rate }: Pick<Route, 'method' | 'rate'>): boolean {
  return method === 'POST' && rate !== 'read'
}

/** Calls that answer JSON, which clients make by name; what answers a page is fetched by its address. */
export type JsonCallName = {
  [Name in CallName]: (typeof routes)[Name] extends { answers: 'html' } ? never : Name
}[CallName]
