import { isOwn } from '@stoa/contract'
import type { ListQuery } from '@stoa/store'
import { useList, useViewer } from '@stoa/store/react'
import { Button, EmptyState, LoadMore, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect } from 'react'
import { ListSkeleton } from '../../shell/list-skeleton.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { authorMessages } from './author-messages.ts'

interface OwnItemsProps {
  /** Whose page it is. */
  userId: string
  list: ListQuery
  /** Title when the list can't be loaded. */
  failed: string
  empty: ReactNode
  /** Which items of the list are shown. Default: all. */
  isShown?: (id: string) => boolean
  /** Draws one item. */
  renderItem: (id: string) => ReactNode
}

/** A list that only the person themselves has; to everybody else there is no such page. */
export function OwnItems(props: OwnItemsProps) {
  const viewer = useViewer()
  if (viewer === undefined) return <ListSkeleton />
  return isOwn(viewer, props.userId) ? <Items {...props} /> : <NotFound />
}

function Items({ list, failed, empty, isShown, renderItem }: OwnItemsProps) {
  const t = useTranslate(authorMessages)
  const { ids: all, status, hasMore, loadMore, reload } = useList(list, { load: false })
  // What was added or removed since the list was loaded last.
  useEffect(() => reload(), [reload])
  const ids = isShown ? all.filter(isShown) : all
  // All of a page may be gone by now: then there is the way to the next one.
  if (ids.length === 0 && !(hasMore && status === 'success')) {
    if (status === 'error') {
      const again = <Button onClick={reload}>{t('error.failed.retry')}</Button>
      return <EmptyState title={failed} action={again} />
    }
    return status === 'success' ? empty : <ListSkeleton />
  }
  return (
    <>
      <ul className="stoa-app-list">{ids.map(renderItem)}</ul>
      {hasMore && (
        <LoadMore
          busy={status === 'loading'}
          error={status === 'error' ? t('list.failed') : undefined}
          onLoadMore={() => loadMore()}
        />
      )}
    </>
  )
}
