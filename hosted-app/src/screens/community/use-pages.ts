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
}

type Loaded<Item> = Omit<Pages<Item>, 'onMore'>

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
  return { ...shown, onMore: () => loadFrom(shown.cursor) }
}
