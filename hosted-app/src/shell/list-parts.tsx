import type { ListQuery } from '@stoa/store'
import { useList } from '@stoa/store/react'
import { LoadMore, Skeleton, type SkeletonProps, useTranslate, VisuallyHidden } from '@stoa/ui'
import { useGrowth } from '../list-length.ts'
import { messages } from '../messages.ts'

/** The end of a screen's plain list: loads more, and links to the start from its middle. */
export function ListEnd({ list, first }: { list: ListQuery; first?: number }) {
  const t = useTranslate(messages)
  const { ids, hasMore, cursor, status, loadMore } = useList(list)
  const { hrefAfter, startHref, onMore } = useGrowth(list, first === undefined ? {} : { first })
  return (
    <>
      {hasMore && (
        <LoadMore
          href={cursor === null ? undefined : hrefAfter(cursor)}
          busy={status === 'loading'}
          error={status === 'error' ? t('list.failed') : undefined}
          onLoadMore={() => {
            onMore(ids.length)
            loadMore()
          }}
        />
      )}
      {startHref && (
        <p className="stoa-app-list-start">
          <a href={startHref}>{t('list.start')}</a>
        </p>
      )}
    </>
  )
}

/** Reserves the space of a loading list, with placeholder rows. */
export function ListSkeleton({ rows = 5, ...row }: SkeletonProps & { rows?: number }) {
  const t = useTranslate(messages)
  return (
    <div className="stoa-app-list-skeleton" aria-busy="true">
      <VisuallyHidden>{t('app.loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} {...row} />
      ))}
    </div>
  )
}
