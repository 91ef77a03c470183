import {
  type CallInput,
  type CallOutput,
  type FoundComment,
  type FoundCommunity,
  type FoundPerson,
  type FoundPost,
  formatSearchQuery,
  parseSearchQuery,
} from '@stoa/contract'
import { loadCommunity, loadFacts, putEntities, type Stoa } from '@stoa/store'
import { redirect } from 'react-router'
import type { HostedApp } from '../../hosted-app.ts'
import { orFromTheStart, readGrowth } from '../../list-length.ts'
import { type LoaderArguments, notFound, orNotFound, type ScreenData } from '../../screen-data.ts'
import {
  readSearchQuery,
  SEARCH_SORTS,
  SEARCH_TYPES,
  type SearchSort,
  type SearchType,
  searchPath,
} from '../../search-paths.ts'

/** What each type of search finds. */
export interface FoundItems {
  posts: FoundPost
  comments: FoundComment
  people: FoundPerson
  communities: FoundCommunity
}

/** A page of results; a longer list that was loaded replaces it in the history. */
export type Results<Type extends SearchType = SearchType> = {
  items: FoundItems[Type][]
  cursor: string | null
  didYouMean: string | null
}

/** A search and how its results are ordered. */
export interface Search {
  type: SearchType
  /** What was typed; empty: nothing. */
  query: string
  sort: SearchSort
  /** Token name of the only community searched; null: all. */
  tokenName: string | null
}

/** Data of the search page. */
export interface SearchData extends ScreenData {
  search: Search
  /** Today, as in `before:`: both renderings write the same days. */
  today: string
  /** Null if nothing was typed, or if loading failed. */
  results: Results | null
  /** Results can't be loaded at the moment. */
  hasFailed: boolean
  counts: CallOutput<'searchCounts'> | null
  /** Comments shown below posts. */
  comments: readonly FoundComment[]
  /** People shown beside other results. */
  people: readonly FoundPerson[]
}

const CALLS = {
  posts: 'searchPosts',
  comments: 'searchComments',
  people: 'searchUsers',
  communities: 'searchCommunities',
} as const

/** Comments below posts, and people beside all results. */
const BESIDE = { comments: 3, people: 3 }

/** Searches that take long return empty pages in between. So many are skipped at once. */
const SKIPPED_MAX = 3

/** Loads a page of results. */
export async function loadResults(
  stoa: Stoa,
  { type, query, sort, tokenName }: Search,
  cursor: string | undefined,
): Promise<Results> {
  const input: CallInput<'searchPosts'> = {
    query,
    sort,
    count: false,
    ...(tokenName === null ? {} : { tokenName }),
    ...(cursor === undefined ? {} : { cursor }),
  }
  const { client } = stoa
  let found = await client.call(CALLS[type], input)
  for (let skipped = 0; found.items.length === 0 && found.cursor !== null && skipped < SKIPPED_MAX; skipped += 1)
    found = await client.call(CALLS[type], { ...input, cursor: found.cursor })
  if (type === 'posts') keepPosts(stoa, found.items as FoundPost[])
  return { items: found.items, cursor: found.cursor, didYouMean: found.didYouMean }
}

/** Opening one shows it at once, and a member sees what is new there. The server has no use for it. */
function keepPosts(stoa: Stoa, found: readonly FoundPost[]): void {
  if (stoa.state.getState().viewer === undefined) return
  putEntities(stoa, { posts: Object.fromEntries(found.map(({ post }) => [post.id, post])) })
  void loadFacts(
    stoa,
    found.map(({ post }) => post.id),
  )
}

/** Loads what an address searches for. Without words there is nothing to load. */
export function searchLoader(app: HostedApp) {
  const { stoa, config, t, session } = app
  return async ({ request, params }: LoaderArguments): Promise<SearchData> => {
    const url = new URL(request.url)
    const type = SEARCH_TYPES.find((one) => one === (params.type ?? 'posts'))
    if (!type) throw notFound()
    const { token } = params
    const community = token === undefined ? null : await orNotFound(loadCommunity(stoa, token))
    const query = readSearchQuery(url.searchParams)
    const sort = SEARCH_SORTS.find((one) => one === url.searchParams.get('sort')) ?? 'relevance'
    const chosen = withFields(query, url.searchParams)
    if (chosen !== null) throw redirect(searchPath({ query: chosen, type, sort, community }))

    const search: Search = { type, query, sort, tokenName: community?.tokenName ?? null }
    const title = query === '' ? t('app.search') : t('app.search.words', { query })
    const page = {
      search,
      today: new Date(stoa.clock()).toISOString().slice(0, 10),
      head: { title: `${title} · ${config.domainDisplayName}`, noindex: true },
      isFresh: true,
    }
    const nothing = { ...page, results: null, hasFailed: false, counts: null, comments: [], people: [] }
    if (query === '') return nothing
    try {
      return { ...page, ...(await orFromTheStart(loadAll(stoa, search, readGrowth(url.searchParams).after), url)) }
    } catch (error) {
      // On the server it decides the status. In the page everything else stays usable.
      if (error instanceof Response || session === null) throw error
      return { ...nothing, hasFailed: true }
    }
  }
}

async function loadAll(stoa: Stoa, search: Search, after: string | undefined) {
  const { client } = stoa
  const { type, query, tokenName } = search
  const input = { query, ...(tokenName === null ? {} : { tokenName }) }
  const [results, counts, comments, people] = await Promise.all([
    loadResults(stoa, search, after),
    client.call('searchCounts', input),
    type === 'posts' ? client.call('searchComments', { ...input, limit: BESIDE.comments, count: false }) : null,
    type === 'people' ? null : client.call('searchUsers', { ...input, limit: BESIDE.people, count: false }),
  ])
  return { results, hasFailed: false, counts, comments: comments?.items ?? [], people: people?.items ?? [] }
}

/** The query changed by the fields of the filters' forms; null if none was sent. */
function withFields(query: string, search: URLSearchParams): string | null {
  const fields = { from: search.get('from'), after: search.get('since'), before: search.get('until') }
  const { from, after, before } = fields
  const hasDays = search.has('days')
  if (from === null && !hasDays) return null
  const days = hasDays ? { after: dayOf(after), before: dayOf(before) } : {}
  const name = from?.trim().replace(/^@+/, '')
  return formatSearchQuery({ ...parseSearchQuery(query), ...days, ...(name ? { from: name } : {}) })
}

function dayOf(value: string | null): string | null {
  return value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null
}
