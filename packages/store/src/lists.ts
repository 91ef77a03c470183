import type { StoaError } from '@stoa/client'
import { type CallInput, COMMENTS_FIRST_PAGE_SIZE, PAGE_SIZE, type Page, type ViewerFacts } from '@stoa/contract'
import { type Item, putItems } from './items.ts'
import { freshKey } from './list-names.ts'
import { type ListQuery, listKey } from './list-query.ts'
import { isTemporary, listOf, setList } from './list-state.ts'
import { PAST_CACHES } from './past-caches.ts'
import { putFacts } from './put-facts.ts'
import type { List } from './state.ts'
import type { Stoa } from './stoa.ts'
import { isThreadKey } from './thread-key.ts'

/** Requests of lists on their way, by list key. */
function createRequests() {
  return new Map<string, Promise<List>>()
}

/** Options of `loadList`. */
export interface LoadOptions {
  /** Items wanted, 100 at most. Default 10 for comments of a post, else 20. */
  limit?: number
  /** Load again from the start. Default false: a list that holds enough is left as it is. */
  force?: boolean
}

/** Loads the first page unless it is there; never rejects: failure stands in the list's `status` and `error`. */
export function loadList(stoa: Stoa, query: ListQuery, options: LoadOptions = {}): Promise<List> {
  const list = listOf(stoa, query)
  const isTop = query.call === 'commentList' && query.params.type === 'post'
  const limit = options.limit ?? (isTop ? COMMENTS_FIRST_PAGE_SIZE : PAGE_SIZE)
  if (!options.force) {
    const running = stoa.part(createRequests).get(listKey(query))
    if (running) return running
    const hasEnough = list.status === 'success' && (list.ids.length >= limit || !list.hasMore)
    if (hasEnough) return Promise.resolve(list)
  }
  return request(stoa, query, { limit, cursor: null })
}

/** Loads the next page that adds something; while one is on its way, waits for that one instead. Never rejects. */
export function loadMore(stoa: Stoa, query: ListQuery, limit = PAGE_SIZE): Promise<List> {
  const running = stoa.part(createRequests).get(listKey(query))
  if (running) return running
  const list = listOf(stoa, query)
  if (list.status === 'success' && !list.hasMore) return Promise.resolve(list)
  return request(stoa, query, { limit, cursor: list.cursor })
}

/** Shows the new items by others that wait for this list: at the top, or at the end of replies. */
export function showFresh(stoa: Stoa, query: ListQuery): void {
  const key = freshKey(query)
  const { [key]: ids = [], ...fresh } = stoa.state.getState().fresh
  addLocal(stoa, query, ids)
  stoa.state.setState({ fresh })
}

/** Adds items that did not come with a page. Replies stand at the end, everything else at the top, newest first. */
export function addLocal(stoa: Stoa, query: ListQuery, ids: readonly string[]): void {
  setList(stoa, query, (list) => {
    const added = ids.filter((id) => !list.ids.includes(id))
    const shown = isOldestFirst(query) ? [...list.ids, ...added] : [...added.toReversed(), ...list.ids]
    return { ids: shown, local: [...list.local, ...added] }
  })
}

function request(stoa: Stoa, query: ListQuery, page: PageRequest): Promise<List> {
  const requests = stoa.part(createRequests)
  const key = listKey(query)
  const since = stoa.changes.turn
  const asked = new Set(listOf(stoa, query).local.filter((id) => !isTemporary(id)))
  setList(stoa, query, () => ({ status: 'loading', error: null }))
  // A later request for the same list makes this one's answer worthless.
  const whenCurrent = (work: () => Promise<List> | null): List | Promise<List> => {
    if (requests.get(key) !== running) return listOf(stoa, query)
    requests.delete(key)
    return work() ?? listOf(stoa, query)
  }
  const running: Promise<List> = fetchPage(stoa, query, page).then(
    (answer) =>
      whenCurrent(() => {
        const ids = putItems(stoa, query, { items: answer.items, since, replace: page.cursor === null })
        const { cursor, hasMore } = answer
        const shown = listOf(stoa, query).ids.length
        setList(stoa, query, (list) => ({
          ...(page.cursor === null ? firstPage(list, { ids, asked, query }) : nextPage(list, { ids, query })),
          cursor,
          hasMore,
          status: 'success',
        }))
        dropFresh(stoa, query, ids)
        if (answer.viewerFacts) putFacts(stoa, answer.viewerFacts, since)
        // Where ranks are counted anew while somebody reads, what follows a cursor of before may be shown already.
        const addsNothing = page.cursor !== null && listOf(stoa, query).ids.length === shown
        return hasMore && addsNothing && cursor !== page.cursor ? request(stoa, query, { ...page, cursor }) : null
      }),
    (error: StoaError) =>
      whenCurrent(() => {
        setList(stoa, query, () => ({ status: 'error', error }))
        return null
      }),
  )
  requests.set(key, running)
  return running
}

interface PageRequest {
  limit: number
  cursor: string | null
}

async function fetchPage(
  stoa: Stoa,
  query: ListQuery,
  { limit, cursor: next }: PageRequest,
): Promise<Page<Item> & { viewerFacts?: ViewerFacts | undefined }> {
  // The thread of an article that nobody has commented on yet.
  if (query.call === 'commentList' && isThreadKey(query.params.postId))
    return { items: [], cursor: null, hasMore: false }
  const cursor = next ?? query.after
  return stoa.client.call(
    query.call,
    { ...query.params, limit, ...(cursor ? { cursor } : {}) } as CallInput<ListQuery['call']>,
    PAST_CACHES,
  )
}

/** What was added since the page was asked for stays in sight; everything else is as the server says. */
function firstPage(
  list: List,
  { ids, asked, query }: { ids: readonly string[]; asked: ReadonlySet<string>; query: ListQuery },
): Pick<List, 'ids' | 'local'> {
  const local = list.local.filter((id) => !asked.has(id) && !ids.includes(id))
  return { ids: isOldestFirst(query) ? [...ids, ...local] : [...local, ...ids], local }
}

/** Nothing that is being read moves: a local item that the page brings too stays at the top, but finds its place among replies. */
function nextPage(
  list: List,
  { ids, query }: { ids: readonly string[]; query: ListQuery },
): Pick<List, 'ids' | 'local'> {
  if (!isOldestFirst(query)) return { ids: union(list.ids, ids), local: list.local }
  const local = list.local.filter((id) => !ids.includes(id))
  const paged = list.ids.filter((id) => !list.local.includes(id))
  return { ids: union(union(paged, ids), local), local }
}

function union(ids: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...ids, ...more])]
}

/** What a page has brought is no longer waiting behind the button. */
function dropFresh(stoa: Stoa, query: ListQuery, ids: readonly string[]): void {
  const key = freshKey(query)
  const waiting = stoa.state.getState().fresh[key]
  if (!waiting?.some((id) => ids.includes(id))) return
  stoa.state.setState(({ fresh }) => ({ fresh: { ...fresh, [key]: waiting.filter((id) => !ids.includes(id)) } }))
}

function isOldestFirst({ call, params }: ListQuery): boolean {
  return call === 'commentList' && params.type === 'replies'
}
