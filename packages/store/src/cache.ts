import { type Comment, CommentStatus, type Page, type ViewerFacts } from '@stoa/contract'
import { type EntityName, entities } from './entities.ts'
import { factEntries, facts } from './facts.ts'
import { byId, type ListQuery, listKey, queryOf, repliesOf, sourceOf } from './queries.ts'
import { idleList, type List, type Stoa, type StoaState, type Tables } from './stoa.ts'

/**
 * Puts entities and facts into the cache. `since` is the version (`stoa.versions.current`) at the time of the request.
 * What has changed since, or has a mutation in flight, keeps its newer value.
 */
export function putEntities(stoa: Stoa, rows: Partial<Tables>, since = stoa.versions.current): void {
  const { versions } = stoa
  stoa.state.setState((state) => {
    const tables: Record<string, object> = {}
    for (const name of Object.keys(rows) as (keyof Tables)[]) {
      const table: Record<string, unknown> = { ...state[name] }
      const isFact = name in facts
      const merge = isFact ? undefined : entities[name as EntityName].merge
      for (const [id, row] of Object.entries(rows[name] ?? {})) {
        const cachedRow = table[id]
        const isOld = versions.isNewer(id, since, { facts: isFact })
        if (isOld && isFact) continue
        if (row === undefined) delete table[id]
        else if (isOld) table[id] = { ...(row as object), ...(cachedRow as object) }
        else table[id] = cachedRow && merge ? merge(cachedRow as never, row as never) : row
      }
      tables[name] = table
    }
    return tables
  })
}

/**
 * Puts the items of a page into the cache, with the first pages of the lists they contain. A longer list stays unless
 * `replace` is set. Returns the items' keys in order.
 */
export function putItems(
  stoa: Stoa,
  query: ListQuery,
  { items, since, replace }: { items: readonly object[]; since: number; replace: boolean },
): string[] {
  const { rows, nestedPage } = sourceOf(query)
  putEntities(stoa, rows(items, query.params), since)
  const before = stoa.state.getState().lists
  const lists: Record<string, List> = {}
  for (const { query, page } of items.flatMap((item) => nestedPage?.(item) ?? [])) {
    const key = listKey(query)
    if (before[key] && (!replace || before[key].ids.length > page.items.length)) continue
    lists[key] = listFrom(page)
  }
  stoa.state.setState((state) => ({ lists: { ...state.lists, ...lists } }))
  return keysOf(query, items)
}

/** The items' keys in their table. */
export function keysOf(query: ListQuery, items: readonly object[]): string[] {
  const { keyOf = (item) => (item as { id: string }).id } = sourceOf(query)
  return items.map((item) => keyOf(item, query.params))
}

/** A loaded list with the items of a page. */
export function listFrom({ items, cursor, hasMore }: Page<{ id: string }>): List {
  return { ids: items.map(({ id }) => id), local: [], cursor, hasMore, status: 'success', error: null }
}

/** The cached list, or an idle one. */
export function listOf(stoa: Stoa, query: ListQuery): List {
  return stoa.state.getState().lists[listKey(query)] ?? idleList
}

/** Updates one list. */
export function setList(stoa: Stoa, query: ListQuery, change: (list: List) => Partial<List>): void {
  const key = listKey(query)
  stoa.state.setState(({ lists }) => {
    const list = lists[key] ?? idleList
    return { lists: { ...lists, [key]: { ...list, ...change(list) } } }
  })
}

/** True for a comment not yet confirmed by the server. */
export function isTemporary(id: string): boolean {
  return id.startsWith('temp:')
}

/**
 * Puts the viewer's facts into the cache, with what only they may see. `ids`: removes other facts about these posts and
 * comments, which the viewer has removed on another page.
 */
export function putViewerFacts(
  stoa: Stoa,
  facts: ViewerFacts,
  { since, ids = [] }: { since: number; ids?: readonly string[] },
): void {
  const { posts } = stoa.state.getState()
  const results = Object.entries(facts.votes).flatMap(([id, { pollValues, pollTotalVoters }]) => {
    const post = posts[id]
    return post && pollValues ? { ...post, pollValues, pollTotalVoters } : []
  })
  const none = Object.fromEntries(ids.map((id) => [id, undefined]))
  const tables = Object.fromEntries(factEntries.map(([name, fact]) => [name, { ...none, ...fact.valuesIn(facts) }]))
  putEntities(stoa, { ...tables, comments: byId(facts.comments), posts: byId(results) }, since)
  putMuted(stoa, ids, facts.muted)
  showUnlistedComments(stoa, facts.comments)
}

/** Stores which comments are muted, as the server tells on partners' sites. In the forum, `keepMuted` finds them. */
function putMuted(stoa: Stoa, ids: readonly string[], found: ViewerFacts['muted']): void {
  const { muted, viewer } = stoa.state.getState()
  if (!viewer?.site) return
  const others = Object.entries(muted).filter(([id]) => !ids.includes(id))
  stoa.state.setState({ muted: { ...Object.fromEntries(others), ...found } })
}

/**
 * The viewer's own hidden and pending comments are on no page of a list. They are added at the end of the loaded part,
 * so that nothing being read moves.
 */
function showUnlistedComments(stoa: Stoa, comments: readonly Comment[]): void {
  const unlisted = comments.filter(({ status }) => status !== CommentStatus.published)
  for (const comment of unlisted.toSorted((one, other) => one.createdAt - other.createdAt)) {
    const lists =
      comment.parentCommentId === null ? wholeLists(stoa, comment.postId) : [repliesOf(comment.parentCommentId)]
    for (const query of lists) {
      const list = stoa.state.getState().lists[listKey(query)]
      if (!list || list.ids.includes(comment.id)) continue
      setList(stoa, query, ({ ids, local }) => ({ ids: [...ids, comment.id], local: [...local, comment.id] }))
    }
  }
}

/** All lists of a post's comments that start at the first page, in any order. */
function wholeLists(stoa: Stoa, postId: string): ListQuery[] {
  return Object.keys(stoa.state.getState().lists)
    .map(queryOf)
    .filter(
      (query) =>
        query.call === 'commentList' && query.params.postId === postId && !query.from && query.after === undefined,
    )
}

/** Changes the ids of the lists that contain one. */
export function mapLists(lists: StoaState['lists'], id: string, change: (ids: Ids) => Ids): StoaState['lists'] {
  const changedEntry = ([key, list]: [string, List]) =>
    list.ids.includes(id) ? [key, { ...list, ids: change(list.ids), local: change(list.local) }] : [key, list]
  return Object.fromEntries(Object.entries(lists).map(changedEntry))
}

type Ids = readonly string[]

/** Removes a post that no longer exists for this viewer, including from lists. */
export function removePost(stoa: Stoa, postId: string): void {
  stoa.state.setState(({ posts, lists, newItems }) => {
    const { [postId]: _, ...others } = posts
    const without = (ids: Ids) => ids.filter((id) => id !== postId)
    return {
      posts: others,
      lists: mapLists(lists, postId, without),
      newItems: Object.fromEntries(Object.entries(newItems).map(([key, ids]) => [key, without(ids)])),
    }
  })
}
