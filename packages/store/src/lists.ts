import type { StoaError } from '@stoa/client'
import { type CallInput, PAGE_SIZE, PAGE_SIZE_MAX, type Page, type ViewerFacts } from '@stoa/contract'
import { isTemporary, keysOf, listOf, putItems, putViewerFacts, setList } from './cache.ts'
import { type ListQuery, listKey, newItemsKey, sourceOf } from './queries.ts'
import { type List, NO_CACHE, type Stoa } from './stoa.ts'

/** Pending requests by list key. */
function createRequests() {
  return new Map<string, Promise<List>>()
}

/** Options of `loadList`. */
export interface LoadOptions {
  /** Number of items, at most 100. Default 10 for comments of a post, else 20. */
  limit?: number
  /** Reload from the start. Default false: a list with enough items isn't requested again. */
  force?: boolean
}

/** Loads the first page unless it is cached. Never rejects. A failure is in the list's `status` and `error`. */
export function loadList(stoa: Stoa, query: ListQuery, options: LoadOptions = {}): Promise<List> {
  const list = listOf(stoa, query)
  const limit = options.limit ?? sourceOf(query).pageSize?.(query.params) ?? PAGE_SIZE
  if (!options.force) {
    const pendingRequest = stoa.singleton(createRequests).get(listKey(query))
    if (pendingRequest) return pendingRequest
    const hasEnough = list.status === 'success' && (list.ids.length >= limit || !list.hasMore)
    if (hasEnough) return Promise.resolve(list)
  }
  return request(stoa, query, { limit, cursor: null })
}

/** Loads the next page, or waits for a pending request. Never rejects. */
export function loadMore(stoa: Stoa, query: ListQuery, limit = PAGE_SIZE): Promise<List> {
  const pendingRequest = stoa.singleton(createRequests).get(listKey(query))
  if (pendingRequest) return pendingRequest
  const list = listOf(stoa, query)
  if (list.status === 'success' && !list.hasMore) return Promise.resolve(list)
  return request(stoa, query, { limit, cursor: list.cursor })
}

/** Adds the list's new items by others: at the top, or at the end of replies. */
export function showNewItems(stoa: Stoa, query: ListQuery): void {
  const key = newItemsKey(query)
  const { [key]: ids = [], ...newItems } = stoa.state.getState().newItems
  addLocalItems(stoa, query, ids)
  stoa.state.setState({ newItems })
}

/** Adds items that weren't on a page: replies at the end, everything else at the top, newest first. */
export function addLocalItems(stoa: Stoa, query: ListQuery, ids: readonly string[]): void {
  setList(stoa, query, (list) => {
    const newIds = ids.filter((id) => !list.ids.includes(id))
    const nextIds = isOldestFirst(query) ? [...list.ids, ...newIds] : [...newIds.toReversed(), ...list.ids]
    return { ids: nextIds, local: [...list.local, ...newIds] }
  })
}

function request(stoa: Stoa, query: ListQuery, page: PageRequest): Promise<List> {
  const requests = stoa.singleton(createRequests)
  const key = listKey(query)
  const since = stoa.versions.current
  const knownIds = new Set(listOf(stoa, query).local.filter((id) => !isTemporary(id)))
  setList(stoa, query, () => ({ status: 'loading', error: null }))
  // A later request for the same list supersedes this one.
  const ifCurrent = (work: () => Promise<List> | null): List | Promise<List> => {
    if (requests.get(key) !== pendingRequest) return listOf(stoa, query)
    requests.delete(key)
    return work() ?? listOf(stoa, query)
  }
  const pendingRequest: Promise<List> = fetchPage(stoa, query, page).then(
    (response) =>
      ifCurrent(() => {
        const ids = putItems(stoa, query, { items: response.items, since, replace: page.cursor === null })
        const { cursor, hasMore } = response
        const shownCount = listOf(stoa, query).ids.length
        setList(stoa, query, (list) => ({
          ...(page.cursor === null ? firstPage(list, { ids, knownIds, query }) : nextPage(list, { ids, query })),
          cursor,
          hasMore,
          hidden: (page.cursor === null ? 0 : (list.hidden ?? 0)) + (response.hidden ?? 0),
          status: 'success',
        }))
        removeNewItems(stoa, query, ids)
        if (response.viewerFacts) putViewerFacts(stoa, response.viewerFacts, { since })
        // Ranks may have changed since the cursor was made, so the page may contain only items already shown.
        const addsNothing = page.cursor !== null && listOf(stoa, query).ids.length === shownCount
        if (hasMore && addsNothing && cursor !== page.cursor) return request(stoa, query, { ...page, cursor })
        return page.cursor !== null && !hasMore && canMiss(query) ? addMissed(stoa, query) : null
      }),
    (error: StoaError) =>
      ifCurrent(() => {
        setList(stoa, query, () => ({ status: 'error', error }))
        return null
      }),
  )
  requests.set(key, pendingRequest)
  return pendingRequest
}

/** Sorted by what readers and writers change meanwhile, and starts at the first item. */
function canMiss({ params, from }: ListQuery): boolean {
  return (
    from === undefined &&
    'sort' in params &&
    (params.sort === 'top' || params.sort === 'active' || params.sort === 'activity')
  )
}

/** Largest number of pages that are read again. */
const MISSED_PAGES_MAX = 5

/**
 * At the end of a ranked list, adds the items that rose past the reader's place while it was loaded, which no page had. A
 * failure adds none.
 */
async function addMissed(stoa: Stoa, query: ListQuery): Promise<List> {
  const since = stoa.versions.current
  let cursor: string | null = null
  for (let page = 0; page < MISSED_PAGES_MAX; page += 1) {
    const response: Awaited<ReturnType<typeof fetchPage>> | null = await fetchPage(stoa, query, {
      limit: PAGE_SIZE_MAX,
      cursor,
    }).catch(() => null)
    if (!response) break
    const shownIds = new Set(listOf(stoa, query).ids)
    const keys = keysOf(query, response.items)
    const missed = response.items.filter((_, index) => !shownIds.has(keys[index] ?? ''))
    if (missed.length > 0) {
      const ids = putItems(stoa, query, { items: missed, since, replace: false })
      setList(stoa, query, (list) => ({ ids: union(list.ids, ids) }))
      removeNewItems(stoa, query, ids)
      if (response.viewerFacts) putViewerFacts(stoa, response.viewerFacts, { since })
    }
    if (!response.hasMore) break
    cursor = response.cursor
  }
  return listOf(stoa, query)
}

interface PageRequest {
  limit: number
  cursor: string | null
}

async function fetchPage(
  stoa: Stoa,
  query: ListQuery,
  { limit, cursor: next }: PageRequest,
): Promise<Page<object> & { viewerFacts?: ViewerFacts | undefined; hidden?: number | undefined }> {
  if (sourceOf(query).isEmpty?.(query.params)) return { items: [], cursor: null, hasMore: false }
  const cursor = next ?? query.after
  return stoa.client.call(
    query.call,
    { ...query.params, limit, ...(cursor ? { cursor } : {}) } as CallInput<ListQuery['call']>,
    NO_CACHE,
  )
}

/** Items added since the request stay. Everything else comes from the server. */
function firstPage(
  list: List,
  { ids, knownIds, query }: { ids: readonly string[]; knownIds: ReadonlySet<string>; query: ListQuery },
): Pick<List, 'ids' | 'local'> {
  const local = list.local.filter((id) => !knownIds.has(id) && !ids.includes(id))
  return { ids: isOldestFirst(query) ? [...ids, ...local] : [...local, ...ids], local }
}

/** A local item that is also on the page stays at the top, so that nothing moves. Among replies it takes its place. */
function nextPage(
  list: List,
  { ids, query }: { ids: readonly string[]; query: ListQuery },
): Pick<List, 'ids' | 'local'> {
  if (!isOldestFirst(query)) return { ids: union(list.ids, ids), local: list.local }
  const local = list.local.filter((id) => !ids.includes(id))
  const paged = list.ids.filter((id) => !list.local.includes(id))
  return { ids: union(union(paged, ids), local), local }
}

function isOldestFirst(query: ListQuery): boolean {
  return sourceOf(query).isOldestFirst?.(query.params) ?? false
}

function union(ids: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...ids, ...more])]
}

/** Items of a loaded page are no longer new. */
function removeNewItems(stoa: Stoa, query: ListQuery, ids: readonly string[]): void {
  const key = newItemsKey(query)
  const pendingIds = stoa.state.getState().newItems[key]
  if (!pendingIds?.some((id) => ids.includes(id))) return
  stoa.state.setState(({ newItems }) => ({
    newItems: { ...newItems, [key]: pendingIds.filter((id) => !ids.includes(id)) },
  }))
}
