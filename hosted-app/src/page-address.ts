import {
  COMMUNITY_QUERY_MAX_LENGTH,
  COMMUNITY_SORTS,
  isId,
  isOwnPath,
  LEADERBOARD_PERIODS,
  PAGE_SIZE,
} from '@stoa/contract'
import { matchPath } from 'react-router'
import { SERVER_ITEMS_MAX } from './growing-list.ts'
import { BACK_LABEL_MAX_LENGTH, COMMENT_SORTS, FEED_SINCE, FEED_SORTS } from './paths.ts'
import { MEMBER_TYPES } from './screens/community/community-tab-loader.ts'

/** What the server makes of an address before it renders it. */
export interface PageAddress {
  /** The path with the parameters that its screen reads, in one order; others make no other page. */
  path: string
  /** Whether there is a screen for it. */
  isKnown: boolean
}

/** Gives a parameter's value as the screen understands it, null where that is the same as none. */
type Reader = (value: string) => string | null

const when =
  (isGood: (value: string) => boolean): Reader =>
  (value) =>
    isGood(value) ? value : null
const oneOf = (values: readonly string[]) => when((value) => values.includes(value))
const matching = (pattern: RegExp) => when((value) => pattern.test(value))
/** More pages than the server renders are the same page. */
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

/** Every path of the route table, most special first, with the parameters that its screen reads. */
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
  ['/bbs/404', {}],
  ['/bbs/my-account/settings/:section?', refusal],
  ['/bbs/my-account/merge', refusal],
  ['/bbs/my-account/uploads', {}],
  ['/bbs/my-account/decisions', {}],
  ['/bbs/my-account/deleted', {}],
  ['/bbs/my-profile/settings/notifications', {}],
  ['/bbs/moderation', {}],
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
  ['/bbs/thread/:threadEndResponseId/:responseId?', {}],
  ['/author/:id/:tab?', list],
  ['/bbs/:token', community],
  ['/bbs/:token/posts/create/anonymous', {}],
  ['/bbs/:token/posts/create/:postId?', { parentPostId: when(isId) }],
  ['/bbs/:token/tab/posts', {}],
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

/** A widget's request to sign in is read whole; it is rendered for each. */
const READ_WHOLE = '/embed/sign-in'

/** One way to write it, whichever of its letters were encoded. */
function spelled(pathname: string): string {
  try {
    return pathname.replaceAll(/(?:%[\da-f]{2})+/gi, (part) => encodeURIComponent(decodeURIComponent(part)))
  } catch {
    return pathname
  }
}

/** Reads an address: a path with query, as it was sent. */
export function pageAddress(sent: string): PageAddress {
  const at = sent.indexOf('?')
  const pathname = spelled(at < 0 ? sent : sent.slice(0, at))
  if (pathname === READ_WHOLE) return { path: sent, isKnown: true }
  const found = PAGE_QUERIES.find(([path]) => matchPath(path, pathname) !== null)
  if (!found) return { path: pathname, isKnown: false }
  const search = new URLSearchParams(at < 0 ? '' : sent.slice(at))
  const kept = new URLSearchParams()
  for (const [name, read] of Object.entries(found[1])) {
    const value = read(search.get(name) ?? '')
    if (value !== null && value !== '') kept.set(name, value)
  }
  return { path: kept.size === 0 ? pathname : `${pathname}?${kept}`, isKnown: true }
}
