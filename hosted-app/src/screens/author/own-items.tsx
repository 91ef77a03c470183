import { isOwn } from '@stoa/contract'
import type { ListQuery } from '@stoa/store'
import { useList, useViewer } from '@stoa/store/react'
import { Button, ButtonLink, EmptyState, LoadMore, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { loginPath } from '../../paths.ts'
import { ListSkeleton } from '../../shell/list-parts.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { authorMessages } from './messages.ts'

interface OwnItemsProps {
  /** Owner of the page. */
  userId: string
  list: ListQuery
  /** Title when the list can't be loaded. */
  failed: string
  empty: ReactNode
  /** Filters the list's items. Default: all. */
  isShown?: (id: string) => boolean
  /** Renders one item. */
  renderItem: (id: string) => ReactNode
}

/** A list that only its owner sees; for others the page doesn't exist. Visitors may be the owner. */
export function OwnItems(props: OwnItemsProps) {
  const viewer = useViewer()
  if (viewer === undefined) return <ListSkeleton />
  if (viewer === null) return <SignInFirst />
  return isOwn(viewer, props.userId) ? <Items {...props} /> : <NotFound />
}

function SignInFirst() {
  const t = useTranslate(authorMessages)
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      title={t('author.own.signIn')}
      action={
        <ButtonLink variant="primary" href={loginPath(pathname + search)}>
          {t('app.login')}
        </ButtonLink>
      }
    >
      {t('author.own.signIn.text')}
    </EmptyState>
  )
}

function Items({ list, failed, empty, isShown, renderItem }: OwnItemsProps) {
  const t = useTranslate(authorMessages)
  const { ids: all, status, hasMore, loadMore, reload } = useList(list, { load: false })
  // The list may have changed since it was loaded.
  useEffect(() => reload(), [reload])
  const ids = isShown ? all.filter(isShown) : all
  // If all items of a page are gone, the next page can still be loaded.
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
