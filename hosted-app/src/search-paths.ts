import { type Community, communityPath, type InCommunity, SEARCH_QUERY_MAX_LENGTH, unmappedPath } from '@stoa/contract'

/** What a search looks for; each is a tab of the search page. */
export const SEARCH_TYPES = ['posts', 'comments', 'people', 'communities'] as const
export type SearchType = (typeof SEARCH_TYPES)[number]

export const SEARCH_SORTS = ['relevance', 'new'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** A community to search in. */
export type SearchedCommunity = Pick<Community, 'tokenName' | 'urlSlug' | 'title'>

/** A search as its address says it. */
export interface SearchAddress {
  /** What was typed; empty: nothing. */
  query: string
  /** Default `posts`. */
  type?: SearchType | undefined
  /** Default `relevance`. */
  sort?: SearchSort | undefined
  /** Only in this community. Default: everywhere. */
  community?: string | InCommunity | null | undefined
}

/** The page of a search; defaults are omitted. */
export function searchPath({ query, type = 'posts', sort = 'relevance', community = null }: SearchAddress): string {
  const start = community === null ? '/bbs' : communityPath(community)
  const pathname = type === 'posts' ? `${start}/search` : `${start}/search/${type}`
  const params = new URLSearchParams({
    ...(query === '' ? {} : { q: query }),
    ...(sort === 'relevance' ? {} : { sort }),
  })
  return params.size === 0 ? pathname : `${pathname}?${params}`
}

/** The typed words in an address, shortened to what the server accepts. */
export function readSearchQuery(search: URLSearchParams): string {
  return (search.get('q') ?? '').trim().slice(0, SEARCH_QUERY_MAX_LENGTH)
}

const SEARCH_PAGE = /^\/bbs(?:\/(?<token>[^/]+))??\/search(?:\/(?<type>[^/]+))?$/

/** The words of the search page at a path with query, and whether it searches one community; null on other pages. */
export function searchAt(path: string): { query: string; type: SearchType; isInCommunity: boolean } | null {
  const { pathname, searchParams } = new URL(path, 'https://forum.invalid')
  const parts = SEARCH_PAGE.exec(unmappedPath(pathname))?.groups
  if (!parts) return null
  return {
    query: readSearchQuery(searchParams),
    type: SEARCH_TYPES.find((one) => one === parts.type) ?? 'posts',
    isInCommunity: parts.token !== undefined,
  }
}
