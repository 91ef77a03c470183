import type { Page } from '@stoa/contract'
import { useCallback, useEffect, useState } from 'react'

/** The loaded part of a paged list. */
export interface Pages<Item> {
  items: readonly Item[]
  /** Null on the last page. */
  cursor: string | null
  status: 'loading' | 'success' | 'error'
  /** Loads the next page, or retries the first one. */
  onMore: () => void
  /** Reloads the first page in place. `keyOf` identifies items. If it fails, the list stays unchanged. */
  refresh: (keyOf: (item: Item) => string) => void
}

type Loaded<Item> = Omit<Pages<Item>, 'onMore' | 'refresh'>

/** Loads a list page by page. `load` must be a stable function. */
export function usePages<Item>(load: (cursor: string | undefined) => Promise<Page<Item>>): Pages<Item> {
  const [shown, setShown] = useState<Loaded<Item>>({ items: [], cursor: null, status: 'loading' })
  const loadFrom = useCallback(
    (cursor: string | null) => {
      setShown((before) => ({ ...before, status: 'loading' }))
      load(cursor ?? undefined).then(
        (page) =>
          setShown((before) => ({
            items: cursor === null ? page.items : [...before.items, ...page.items],
            cursor: page.cursor,
            status: 'success',
          })),
        () => setShown((before) => ({ ...before, status: 'error' })),
      )
    },
    [load],
  )
  useEffect(() => loadFrom(null), [loadFrom])
  const refresh = useCallback(
    (keyOf: (item: Item) => string) =>
      void load(undefined).then(
        (page) =>
          setShown((before) => {
            const fresh = new Set(page.items.map(keyOf))
            const rest = before.items.filter((item) => !fresh.has(keyOf(item)))
            // If the page has only new items, there may be a gap before the older ones.
            const isJoined = rest.length < before.items.length || page.cursor === null
            if (!isJoined || rest.length === 0) return { ...before, items: page.items, cursor: page.cursor }
            return { ...before, items: [...page.items, ...rest] }
          }),
        () => {},
      ),
    [load],
  )
  return { ...shown, onMore: () => loadFrom(shown.cursor), refresh }
}
