import type { Page } from '@stoa/contract'
import { Button, EmptyState, LoadMore, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { messages } from '../../messages.ts'
import { ListSkeleton } from '../../shell/list-skeleton.tsx'
import { moderationMessages } from './moderation-messages.ts'
import { type Pages, usePages } from './use-pages.ts'

/** A paged list from the server. `load` must be a stable function; `failed` is the error text. */
export function PagedList<Item>({
  load,
  label,
  failed,
  empty,
  children,
}: {
  load: (cursor: string | undefined) => Promise<Page<Item>>
  label: string
  failed: string
  empty: ReactNode
  children: (item: Item, list: Pick<Pages<Item>, 'refresh'>) => ReactNode
}) {
  const t = useTranslate(moderationMessages)
  const app = useTranslate(messages)
  const { items, cursor, status, onMore, refresh } = usePages(load)
  const place = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  /** The retry button disappears when the list loads again. */
  const isRetried = useRef(false)
  useEffect(() => {
    if (!isRetried.current) return
    if (status === 'success') isRetried.current = false
    ;(list.current ?? place.current)?.focus()
  })
  if (items.length === 0) {
    const retry = () => {
      isRetried.current = true
      onMore()
    }
    return (
      <div ref={place} tabIndex={-1}>
        {status === 'loading' && <ListSkeleton withAvatar />}
        {status === 'success' && empty}
        {status === 'error' && (
          <EmptyState title={failed} action={<Button onClick={retry}>{t('activity.retry')}</Button>} />
        )}
      </div>
    )
  }
  return (
    <>
      <ul ref={list} className="stoa-app-list stoa-app-members" aria-label={label} tabIndex={-1}>
        {items.map((item) => children(item, { refresh }))}
      </ul>
      {cursor !== null && (
        <LoadMore
          busy={status === 'loading'}
          error={status === 'error' ? app('list.failed') : undefined}
          onLoadMore={onMore}
        />
      )}
    </>
  )
}
