import type { Page } from '@stoa/contract'
import { Button, EmptyState, LoadMore, useTranslate } from '@stoa/ui'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { messages } from '../messages.ts'
import { ListSkeleton } from './list-parts.tsx'

/** A paged list from the server. `load` must be a stable function; `failed` is the error text. */
export function PagedList<Item>({
  load,
  label,
  failed,
  empty,
  version = 0,
  children,
}: {
  load: (cursor: string | undefined) => Promise<Page<Item>>
  label: string
  failed: string
  empty: ReactNode
  /** Whatever is loaded is loaded again in place when this grows. */
  version?: number
  /** `index`: the place in the list. */
  children: (item: Item, list: Pick<Pages<Item>, 'refresh' | 'remove'> & { index: number }) => ReactNode
}) {
  const t = useTranslate(messages)
  const place = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  /** The list is about to be replaced, and contains the focus. */
  const wasInside = useRef(false)
  const { items, cursor, status, removed, onMore, refresh, remove } = usePages(load, {
    version,
    beforeReload() {
      wasInside.current = list.current?.contains(document.activeElement) ?? false
    },
  })
  /** What had the focus disappears: the retry button when the list loads again, or a removed item. */
  const isGone = useRef(false)
  useEffect(() => {
    if (removed > 0) isGone.current = true
  }, [removed])
  // Only once the list is replaced: other renders may come before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the items
  useEffect(() => {
    if (wasInside.current && document.activeElement === document.body) isGone.current = true
    wasInside.current = false
  }, [items])
  useEffect(() => {
    if (!isGone.current) return
    if (status === 'success') isGone.current = false
    ;(list.current ?? place.current)?.focus()
  })
  if (items.length === 0) {
    const retry = () => {
      isGone.current = true
      onMore()
    }
    return (
      <div ref={place} tabIndex={-1}>
        {status === 'loading' && <ListSkeleton withAvatar />}
        {status === 'success' && empty}
        {status === 'error' && (
          <EmptyState title={failed} action={<Button onClick={retry}>{t('error.failed.retry')}</Button>} />
        )}
      </div>
    )
  }
  return (
    <>
      <ul ref={list} className="stoa-app-list stoa-app-members" aria-label={label} tabIndex={-1}>
        {items.map((item, index) => children(item, { refresh, remove, index }))}
      </ul>
      {cursor !== null && (
        <LoadMore
          busy={status === 'loading'}
          error={status === 'error' ? t('list.failed') : undefined}
          onLoadMore={onMore}
        />
      )}
    </>
  )
}

/** The first pages, until there are as many items as wanted. */
async function loadAll<Item>(
  load: (cursor: string | undefined) => Promise<Page<Item>>,
  wanted: number,
): Promise<Pick<Page<Item>, 'items' | 'cursor'>> {
  const { items, cursor } = await load(undefined)
  const all = { items: [...items], cursor }
  while (all.cursor !== null && all.items.length < wanted) {
    const page = await load(all.cursor)
    all.items.push(...page.items)
    all.cursor = page.cursor
  }
  return all
}

/** The loaded part of a paged list. */
export interface Pages<Item> {
  items: readonly Item[]
  /** Null on the last page. */
  cursor: string | null
  status: 'loading' | 'success' | 'error'
  /** How many items were taken off. */
  removed: number
  /** Loads the next page, or retries the first one. */
  onMore: () => void
  /** Reloads the first page in place. `keyOf` identifies items. If it fails, the list stays unchanged. */
  refresh: (keyOf: (item: Item) => string) => void
  /** Takes an item off the list. */
  remove: (item: Item) => void
}

type Loaded<Item> = Omit<Pages<Item>, 'onMore' | 'refresh' | 'remove'>

/** Loads a list page by page. `load` must be a stable function. `beforeReload`: what is shown is about to be replaced. */
function usePages<Item>(
  load: (cursor: string | undefined) => Promise<Page<Item>>,
  { version, beforeReload }: { version: number; beforeReload: () => void },
): Pages<Item> {
  const [list, setList] = useState<Loaded<Item>>({ items: [], cursor: null, status: 'loading', removed: 0 })
  /** Of several loads only the last one counts. */
  const turns = useRef(0)
  const latest = useRef({ list, beforeReload, version })
  useEffect(() => {
    latest.current = { ...latest.current, list, beforeReload }
  })
  const loadFrom = useCallback(
    (cursor: string | null) => {
      const turn = ++turns.current
      const set: typeof setList = (change) => turn === turns.current && setList(change)
      set((before) => ({ ...before, status: 'loading' }))
      load(cursor ?? undefined).then(
        (page) =>
          set((before) => ({
            ...before,
            items: cursor === null ? page.items : [...before.items, ...page.items],
            cursor: page.cursor,
            status: 'success',
          })),
        () => set((before) => ({ ...before, status: 'error' })),
      )
    },
    [load],
  )
  useEffect(() => loadFrom(null), [loadFrom])
  useEffect(() => {
    if (latest.current.version === version) return
    latest.current.version = version
    const turn = ++turns.current
    const { items, status } = latest.current.list
    // The page that was on its way, too.
    const wanted = items.length + (status === 'loading' ? 1 : 0)
    loadAll(load, wanted).then(
      (page) => {
        if (turn !== turns.current) return
        latest.current.beforeReload()
        setList((before) => ({ ...before, ...page, status: 'success' }))
      },
      () => {
        if (turn !== turns.current) return
        setList((before) => ({ ...before, status: before.status === 'loading' ? 'error' : before.status }))
      },
    )
  }, [load, version])
  const { items, cursor } = list
  /** All that was loaded has been taken off, and there is more. */
  const isUsedUp = items.length === 0 && cursor !== null && list.status === 'success'
  const status = isUsedUp ? 'loading' : list.status
  useEffect(() => {
    if (isUsedUp) loadFrom(cursor)
  }, [isUsedUp, cursor, loadFrom])
  const refresh = useCallback(
    (keyOf: (item: Item) => string) =>
      void load(undefined).then(
        (page) =>
          setList((before) => {
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
  function remove(item: Item): void {
    setList(({ items, removed, ...before }) => ({
      ...before,
      items: items.filter((one) => one !== item),
      removed: removed + 1,
    }))
  }
  return { ...list, status, onMore: () => loadFrom(cursor), refresh, remove }
}
