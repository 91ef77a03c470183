import { useCallback, useEffect } from 'react'
import { freshKey, queryOf } from '../list-names.ts'
import { type ListQuery, listKey } from '../list-query.ts'
import { idleList, type List } from '../state.ts'
import { withLists } from '../with-lists.ts'
import { useStoa } from './stoa-context.tsx'
import { useStoaState } from './use-stoa-state.ts'

/** A list with what can be done to it. */
export interface ListView extends List {
  /** How many new items by others wait to be shown. */
  freshCount: number
  /** Loads the next page; after a failure tries again. */
  loadMore(limit?: number): void
  /** Loads again from the start. */
  reload(): void
  /** Shows what waits. */
  showFresh(): void
}

/** Options of `useList`. */
export interface UseListOptions {
  /** Items of the first page. Default 10 for comments of a post, else 20. */
  limit?: number
  /** Load when nothing is there. Default true. */
  load?: boolean
}

/** A list, loaded when it is not there yet. */
export function useList(query: ListQuery, { limit, load = true }: UseListOptions = {}): ListView {
  const stoa = useStoa()
  const key = listKey(query)
  const list = useStoaState(({ lists }) => lists[key] ?? idleList)
  const waiting = freshKey(query)
  const freshCount = useStoaState(({ fresh }) => fresh[waiting]?.length ?? 0)
  const isIdle = list.status === 'idle'
  useEffect(() => {
    if (!isIdle || !load) return
    void withLists(stoa, queryOf(key), ({ loadList }) =>
      loadList(stoa, queryOf(key), limit === undefined ? {} : { limit }),
    )
  }, [stoa, key, isIdle, load, limit])
  return {
    ...list,
    freshCount,
    loadMore: useCallback(
      (size?: number) => void withLists(stoa, queryOf(key), ({ loadMore }) => loadMore(stoa, queryOf(key), size)),
      [stoa, key],
    ),
    reload: useCallback(
      () => void withLists(stoa, queryOf(key), ({ loadList }) => loadList(stoa, queryOf(key), { force: true })),
      [stoa, key],
    ),
    showFresh: useCallback(
      () => void withLists(stoa, queryOf(key), (lists) => lists.showFresh(stoa, queryOf(key))),
      [stoa, key],
    ),
  }
}
