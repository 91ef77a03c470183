import type { ListQuery } from '@stoa/store'
import { useList } from '@stoa/store/react'
import { LoadMore, useTranslate } from '@stoa/ui'
import { useGrowth } from '../growing-list.ts'
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
