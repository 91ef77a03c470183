import {
  COMMUNITY_QUERY_MAX_LENGTH,
  COMMUNITY_SORTS,
  HOME_FEEDS,
  isId,
  isOwnPath,
  LEADERBOARD_PERIODS,
  PAGE_SIZE,
  SEARCH_QUERY_MAX_LENGTH,
  SETUP_STEPS,
  TOKEN_NAME,
} from '@stoa/contract'
import { matchPath } from 'react-router'
import { SERVER_ITEMS_MAX } from './list-length.ts'
import { BACK_LABEL_MAX_LENGTH, COMMENT_SORTS, FEED_SINCE, FEED_SORTS } from './paths.ts'
import { MEMBER_TYPES } from './screens/community/community-tab-loader.ts'
import { SEARCH_SORTS } from './search-paths.ts'

/** An address as normalized by the server before rendering. */
export interface PageAddress {
  /** The path with only the parameters that its screen reads, in a fixed order. */
  path: string
  /** Whether a screen exists for it. */
  isKnown: boolean
}

/** Normalizes a parameter's value as the screen reads it; null if it equals none. */
type Reader = (value: string) => string | null

const when =
  (isGood: (value: string) => boolean): Reader =>
  (value) =>
    isGood(value) ? value : null
const oneOf = (values: readonly string[]) => when((value) => values.includes(value))
const matching = (pattern: RegExp) => when((value) => pattern.test(value))
/** The server renders no more pages than these. */
const PAGES_MAX = Math.ceil(SERVER_ITEMS_MAX / PAGE_SIZE) + 1

const list: Record<string, Reader> = {
  pages: (value) => {
    const pages = Math.min(Number.parseInt(value, 10) || 1, PAGES_MAX)
    return pages > 1 ? String(pages) : null
  },
  after: matching(/^[\w-]{1,500}$/),
}
const directory = {
  sort: oneOf(COMMUNITY_SORTS),
  q: when((value) => value.length <= COMMUNITY_QUERY_MAX_LENGTH),
  ...list,
}
const community = { sort: oneOf(FEED_SORTS), since: oneOf(FEED_SINCE), flair: when(isId), ...list }
const post = { sort: oneOf(COMMENT_SORTS), ...list }
const day = matching(/^\d{4}-\d{2}-\d{2}$/)
const search: Record<string, Reader> = {
  q: (value) => value.trim().slice(0, SEARCH_QUERY_MAX_LENGTH),
  sort: oneOf(SEARCH_SORTS),
  after: list.after as Reader,
  from: when((value) => value.length <= SEARCH_QUERY_MAX_LENGTH),
  days: matching(/^1$/),
  since: day,
  until: day,
}
const refusal: Record<string, Reader> = {
  error: matching(/^[A-Z_]{1,40}$/),
  retryAfterMs: matching(/^\d{1,10}$/),
}
const login = {
  next: when((value) => value.length <= 1000 && isOwnPath(value)),
  signedIn: matching(/^1$/),
  window: matching(/^[ -~]{1,100}$/),
  ...refusal,
}

/** Every path of the routes, most specific first, with the parameters that its screen reads. */
export const PAGE_QUERIES: readonly (readonly [path: string, query: Record<string, Reader>])[] = [
  ['/', community],
  ['/bbs', directory],
  ['/bbs/create-token', {}],
  ['/bbs/picker', directory],
  ['/bbs/login', login],
  ['/bbs/singup', login],
  ['/bbs/signup', login],
  ['/bbs/email-sign-in', login],
  ['/bbs/email-change-password', login],
  ['/bbs/setup', { step: oneOf(SETUP_STEPS) }],
  ['/bbs/404', {}],
  ['/bbs/my-account/settings/:section?', refusal],
  ['/bbs/my-account/merge', refusal],
  ['/bbs/my-account/uploads', {}],
  ['/bbs/wallet/:tokenName?', {}],
  ['/bbs/fiat-in-success', { token: matching(TOKEN_NAME), transactionId: matching(/^[\w-]{1,64}$/) }],
  ['/bbs/my-account/decisions', {}],
  ['/bbs/my-account/deleted', {}],
  ['/bbs/my-profile/settings/notifications', {}],
  ['/bbs/feed', { sort: oneOf(FEED_SORTS), since: oneOf(FEED_SINCE), from: oneOf(HOME_FEEDS), ...list }],
  ['/bbs/messages/:conversationId?', {}],
  ['/bbs/popular', { sort: oneOf(FEED_SORTS), since: oneOf(FEED_SINCE), ...list }],
  ['/bbs/moderation', {}],
  ['/bbs/ad-debug-page', {}],
  ['/bbs/network-admin-dashboard/:part?/:name?/:pageId?', {}],
  ['/bbs/network-admin-dashboard/domain-main-menu-editor', {}],
  ['/pages/:slug', {}],
  ['/bbs/notifications', list],
  ['/bbs/notifications/all', list],
  ['/bbs/notifications/unread', list],
  [
    '/bbs/response/:responseId',
    {
      backLinkUrl: when((value) => value.length <= 1000 && isOwnPath(value)),
      backLinkLabel: when((value) => value.length <= BACK_LABEL_MAX_LENGTH),
    },
  ],
  [
    '/bbs/external-article-comment',
    {
      url: when((value) => value.length <= 2000),
      id: when((value) => value.length <= 200),
      community: when((value) => value.length <= 40),
    },
  ],
  ['/bbs/thread/:threadEndResponseId/:responseId?', {}],
  ['/bbs/search/:type?', search],
  ['/bbs/:token/search/:type?', search],
  ['/author/:id/message', {}],
  ['/author/:id/:tab?', list],
  ['/bbs/:token', community],
  ['/bbs/:token/posts/create/anonymous', {}],
  ['/bbs/:token/posts/create/:postId?', { parentPostId: when(isId) }],
  ['/bbs/:token/tab/posts', {}],
  ['/bbs/:token/tab/post', {}],
  ['/bbs/:token/tab/:tab', { type: oneOf(MEMBER_TYPES), period: oneOf(LEADERBOARD_PERIODS), ...list }],
  ['/bbs/:token/admin-settings/:tab?', {}],
  ['/bbs/:token/author/:id/:tab?', {}],
  ['/bbs/:token/community/:identifier', post],
  ['/bbs/:token/community/:identifier/comment/:commentId/:reply?/:replyId?', post],
  ['/bbs/:token/community/:flairId/:identifier', post],
  ['/bbs/:token/community/:flairId/:identifier/comment/:commentId/:reply?/:replyId?', post],
  ['/bbs/:token/:identifier', post],
  ['/bbs/:token/:identifier/comment/:commentId/:reply?/:replyId?', post],
  ['/bbs/:token/:flairId/:identifier', post],
  ['/bbs/:token/:flairId/:identifier/comment/:commentId/:reply?/:replyId?', post],
]

/** A widget's sign-in request keeps its whole query; it is rendered for each one. */
const READ_WHOLE = '/embed/sign-in'

/** One spelling, whichever characters were percent-encoded. */
function spelled(pathname: string): string {
  try {
    return pathname.replaceAll(/(?:%[\da-f]{2})+/gi, (part) => encodeURIComponent(decodeURIComponent(part)))
  } catch {
    return pathname
  }
}

/** Normalizes an address: a path with query, as requested. */
export function pageAddress(address: string): PageAddress {
  const at = address.indexOf('?')
  const pathname = spelled(at < 0 ? address : address.slice(0, at))
  if (pathname === READ_WHOLE) return { path: address, isKnown: true }
  const pageQuery = PAGE_QUERIES.find(([path]) => matchPath(path, pathname) !== null)
  if (!pageQuery) return { path: pathname, isKnown: false }
  const search = new URLSearchParams(at < 0 ? '' : address.slice(at))
  const query = new URLSearchParams()
  for (const [name, read] of Object.entries(pageQuery[1])) {
    const value = read(search.get(name) ?? '')
    if (value !== null && value !== '') query.set(name, value)
  }
  return { path: query.size === 0 ? pathname : `${pathname}?${query}`, isKnown: true }
}
