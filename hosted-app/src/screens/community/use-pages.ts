import type { Page } from '@stoa/contract'
import { useCallback, useEffect, useState } from 'react'

/** A list of the server's as far as it is loaded. */
export interface Pages<Item> {
  items: readonly Item[]
  /** Null: there are no more. */
  cursor: string | null
  status: 'loading' | 'success' | 'error'
  /** Loads the next page, or the first one again. */
  onMore: () => void
}

type Loaded<Item> = Omit<Pages<Item>, 'onMore'>

/** Loads a list page by page when it is shown. `load` must stay the same function. */
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
