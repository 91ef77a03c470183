import { readReferral } from '@stoa/client'
import {
  authorPath,
  COMMUNITY_QUERY_MAX_LENGTH,
  COMMUNITY_SORTS,
  type CommentSort,
  type CommunitySort,
  communityPath,
  type InCommunity,
  type Post,
  postPath,
} from '@stoa/contract'

/** The sign-in page, which leads back to `next`. */
export function loginPath(next: string): string {
  return `/bbs/login?next=${encodeURIComponent(next)}`
}

export function signUpPath(next: string): string {
  return `/bbs/singup?next=${encodeURIComponent(next)}`
}

/** Where signing in at a provider starts; `next` is where it returns to. */
export function providerPath(id: string, next: string): string {
  return `/api/auth/provider/${encodeURIComponent(id)}/start?${new URLSearchParams({ next, ...readReferral() })}`
}

/** Where a provider returns to: the session is started there, before it continues to `next`. */
export function arrivalPath(next: string): string {
  return `/bbs/login?signedIn=1&next=${encodeURIComponent(next)}`
}

/** The same in a provider's separate window, which doesn't continue anywhere. */
export function windowArrivalPath(name: string): string {
  return `/bbs/login?signedIn=1&window=${encodeURIComponent(name)}`
}

/** Account settings; the sections are below this path. */
export const ACCOUNT_SETTINGS_PATH = '/bbs/my-account/settings'

/** Posts of the viewer's communities and of the people they follow. */
export const HOME_FEED_PATH = '/bbs/feed'

/** Posts of all communities. */
export const POPULAR_PATH = '/bbs/popular'

/** Settings of notifications. */
export const NOTIFICATION_SETTINGS_PATH = '/bbs/my-profile/settings/notifications'

/** Network administration. */
export const NETWORK_ADMIN_PATH = '/bbs/network-admin-dashboard'

/** The domains of the installation. */
export const DOMAINS_PATH = `${NETWORK_ADMIN_PATH}/domains`

export function domainPath(name: string): string {
  return `${DOMAINS_PATH}/${name}`
}

/** The ads of a domain. Default: the one that the viewer administers. */
export function insetsPath(domainName?: string): string {
  return `${NETWORK_ADMIN_PATH}/insets${domainName ? `/${domainName}` : ''}`
}

/** The webhooks of a domain. Default: the viewer’s own. */
export function webhooksPath(domainName?: string): string {
  return `${NETWORK_ADMIN_PATH}/webhooks${domainName ? `/${domainName}` : ''}`
}

/** Why places for ads are empty. */
export const INSET_STATES_PATH = '/bbs/ad-debug-page'

/** The editor of main menus. */
export const MENU_EDITOR_PATH = `${NETWORK_ADMIN_PATH}/menu`

/** The editor of static pages. */
export const PAGES_EDITOR_PATH = `${NETWORK_ADMIN_PATH}/pages`

/** The static pages of a domain, or one of them. */
export function pageEditorPath(domain: string, pageId?: string): string {
  return `${PAGES_EDITOR_PATH}/${domain}${pageId === undefined ? '' : `/${pageId}`}`
}

/** Where an admin begins to view the forum as a role. */
export const VIEW_AS_PATH = `${NETWORK_ADMIN_PATH}/view-as`

/** The inbox. */
export const MESSAGES_PATH = '/bbs/messages'

/** Settings of messages. */
export const MESSAGE_SETTINGS_PATH = `${ACCOUNT_SETTINGS_PATH}/messages`

/** A conversation, or the list of message requests. */
export function conversationPath(id: string): string {
  return `${MESSAGES_PATH}/${id}`
}

/** Where a message to a person is written. */
export function messagePath(slugOrId: string): string {
  return `${authorPath(slugOrId)}/message`
}

/** The guide of a new forum, and where the link for its owner leads. */
export const SETUP_PATH = '/bbs/setup'

/** The viewer's money, on domains that have any. */
export const WALLET_PATH = '/bbs/wallet'

/** The viewer's money in a community's token. */
export function walletPath(tokenName: string): string {
  return `${WALLET_PATH}/${encodeURIComponent(tokenName)}`
}

/** Moderation decisions about the viewer. */
export const DECISIONS_PATH = '/bbs/my-account/decisions'

/** The receipt shown after deleting one's account. */
export const ACCOUNT_DELETED_PATH = '/bbs/my-account/deleted'

/** The composer of a community. */
export function createPostPath(community: string | InCommunity): string {
  return `${communityPath(community)}/posts/create`
}

/** The composer for a response to a post. */
export function respondPath(post: Pick<Post, 'id' | 'tokenName' | 'communitySlug'>): string {
  return `${createPostPath(post)}?parentPostId=${post.id}`
}

/** The full-screen view of a post; its link back leads to a path of the forum. */
export function responsePath(postId: string, back: { url: string; label: string }): string {
  return `/bbs/response/${postId}?${new URLSearchParams({ backLinkUrl: back.url, backLinkLabel: back.label.slice(0, BACK_LABEL_MAX_LENGTH) })}`
}

/** Maximum length of the link back's text. */
export const BACK_LABEL_MAX_LENGTH = 100

export const COMMENT_SORTS = ['top', 'new', 'old', 'active'] as const

/** Reads order and search of the list of communities; invalid values are the default. */
export function readDirectoryQuery(search: URLSearchParams): { sort: CommunitySort; query: string } {
  const sort = COMMUNITY_SORTS.find((one) => one === search.get('sort')) ?? 'members'
  return { sort, query: (search.get('q') ?? '').slice(0, COMMUNITY_QUERY_MAX_LENGTH).trim() }
}

/** The list of communities with an order and search; defaults are omitted. */
export function directoryPath({ sort, query }: { sort: CommunitySort; query: string }): string {
  const params = new URLSearchParams({ ...(sort === 'members' ? {} : { sort }), ...(query === '' ? {} : { q: query }) })
  return params.size === 0 ? '/bbs/picker' : `/bbs/picker?${params}`
}

/** Reads the order of a post's comments from its address; invalid values are the default. */
export function readCommentSort(search: URLSearchParams): CommentSort {
  return COMMENT_SORTS.find((sort) => sort === search.get('sort')) ?? 'top'
}

/** A post with all comments in an order; the default is omitted. */
export function commentsPath(post: Parameters<typeof postPath>[0], sort: CommentSort): string {
  return sort === 'top' ? postPath(post) : `${postPath(post)}?sort=${sort}`
}

/** A feed's query in its address. */
export interface FeedQuery {
  sort: 'new' | 'top' | 'hot' | 'active' | 'promoted'
  since: 'all' | 'today' | 'week' | 'month'
  flairId: string | undefined
}

export const FEED_SORTS = ['new', 'top', 'hot', 'active', 'promoted'] as const
export const FEED_SINCE = ['all', 'today', 'week', 'month'] as const

/** Reads a feed's query; invalid values are the default. */
export function readFeedQuery(search: URLSearchParams): FeedQuery {
  return {
    sort: FEED_SORTS.find((sort) => sort === search.get('sort')) ?? 'hot',
    since: FEED_SINCE.find((since) => since === search.get('since')) ?? 'all',
    flairId: search.get('flair') ?? undefined,
  }
}

/** The shortest equivalent query; empty for the defaults. */
export function writeFeedQuery({ sort, since, flairId }: FeedQuery): string {
  const search = new URLSearchParams()
  if (sort !== 'hot') search.set('sort', sort)
  if (since !== 'all') search.set('since', since)
  if (flairId) search.set('flair', flairId)
  return search.size === 0 ? '' : `?${search}`
}
