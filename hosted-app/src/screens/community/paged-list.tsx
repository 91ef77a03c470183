import type { Page } from '@stoa/contract'
import { Button, EmptyState, LoadMore, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { messages } from '../../messages.ts'
import { ListSkeleton } from '../../shell/list-skeleton.tsx'
import { moderationMessages } from './moderation-messages.ts'
import { usePages } from './use-pages.ts'

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
  children: (item: Item) => ReactNode
}) {
  const t = useTranslate(moderationMessages)
  const app = useTranslate(messages)
  const { items, cursor, status, onMore } = usePages(load)
  if (items.length === 0) {
    if (status === 'loading') return <ListSkeleton withAvatar />
    if (status === 'success') return empty
    return <EmptyState title={failed} action={<Button onClick={onMore}>{t('activity.retry')}</Button>} />
  }
  return (
    <>
      <ul className="stoa-app-list stoa-app-members" aria-label={label}>
        {items.map(children)}
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
