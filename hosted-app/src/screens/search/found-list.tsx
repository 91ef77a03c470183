import type { Page } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { LoadMore, useTranslate } from '@stoa/ui'
import { type ReactNode, type Ref, useState } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { readGrowth } from '../../list-length.ts'
import { FoundCommentItem, FoundCommunityItem, FoundPersonItem, FoundPostItem } from './found-items.tsx'
import { searchMessages } from './messages.ts'
import { type FoundItems, loadResults, type Results, type Search, type SearchData } from './search-loader.ts'

/** The results of a search, which grow. Going back shows as many again. */
export function FoundList({
  first,
  search,
  listRef,
}: {
  first: Results
  search: Search
  listRef: Ref<HTMLUListElement>
}) {
  const t = useTranslate(searchMessages)
  const { items, cursor, status, onMore } = useGrowing(first, search)
  const { pathname, search: query } = useLocation()
  const at = (after: string | null) => {
    const params = new URLSearchParams(query)
    params.delete('after')
    if (after !== null) params.set('after', after)
    return `${pathname}?${params}`
  }
  return (
    <>
      <ul
        ref={listRef}
        className="stoa-app-list stoa-app-found"
        data-type={search.type}
        aria-label={t(`search.${search.type}`)}
        tabIndex={-1}
      >
        {itemsOf(search, items)}
      </ul>
      {cursor !== null && (
        <LoadMore
          href={at(cursor)}
          busy={status === 'loading'}
          error={status === 'error' ? t('list.failed') : undefined}
          onLoadMore={onMore}
        />
      )}
      {readGrowth(new URLSearchParams(query)).after !== undefined && (
        <p className="stoa-app-list-start">
          <a href={at(null)}>{t('list.start')}</a>
        </p>
      )}
    </>
  )
}

function itemsOf({ type, tokenName }: Search, items: Results['items']): ReactNode {
  const showCommunity = tokenName === null
  switch (type) {
    case 'posts':
      return (items as FoundItems['posts'][]).map((found) => (
        <FoundPostItem key={found.post.id} found={found} showCommunity={showCommunity} />
      ))
    case 'comments':
      return (items as FoundItems['comments'][]).map((found) => (
        <FoundCommentItem key={found.comment.id} found={found} showCommunity={showCommunity} />
      ))
    case 'people':
      return (items as FoundItems['people'][]).map((found) => <FoundPersonItem key={found.user.id} found={found} />)
    case 'communities':
      return (items as FoundItems['communities'][]).map((found) => (
        <FoundCommunityItem key={found.community.tokenName} found={found} />
      ))
  }
}

interface Growing {
  /** The first page that it continues. */
  first: Results
  results: Results
  status: 'success' | 'loading' | 'error'
}

function useGrowing(
  first: Results,
  search: Search,
): Pick<Page<Results['items'][number]>, 'items' | 'cursor'> & Pick<Growing, 'status'> & { onMore: () => void } {
  const stoa = useStoa()
  const { history } = useHostedApp()
  const { key } = useLocation()
  const data = useLoaderData() as SearchData
  const [growing, setGrowing] = useState<Growing>({ first, results: first, status: 'success' })
  // Another search begins again, and so does an answer to one that is no longer shown.
  const { results, status } = growing.first === first ? growing : { results: first, status: 'success' as const }
  return {
    items: results.items,
    cursor: results.cursor,
    status,
    onMore() {
      setGrowing({ first, results, status: 'loading' })
      loadResults(stoa, search, results.cursor ?? undefined).then(
        (page) => {
          const grown = { ...page, items: [...results.items, ...page.items] }
          history.keep(key, { ...data, results: grown })
          setGrowing((now) => (now.first === first ? { first, results: grown, status: 'success' } : now))
        },
        () => setGrowing((now) => (now.first === first ? { ...now, status: 'error' } : now)),
      )
    },
  }
}
