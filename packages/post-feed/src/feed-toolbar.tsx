import type { PostSort, Since, Topic } from '@stoa/contract'
import { FilterChips, SegmentedControl, useTranslate } from '@stoa/ui'
import type { MouseEvent, ReactNode } from 'react'
import { postFeedMessages } from './messages.ts'

/** Filters and order of a feed. */
export interface FeedQuery {
  sort: PostSort
  since: Since
  /** Only posts on this topic; null: all. */
  flairId: string | null
}

export interface FeedToolbarProps {
  /** The current query. */
  query: FeedQuery
  /** Topics to choose from. Default: none, without a row for them. */
  flairs?: readonly Topic[] | undefined
  /** Posts can be promoted, so that there is an order for it. Default false. */
  hasPromotions?: boolean | undefined
  /** Other filters, beside the order. Default: none. */
  filters?: ReactNode
  /** Address of the feed for another query, which makes every choice a link. */
  queryHref: (query: FeedQuery) => string
  /** Actions on the whole feed, at the end. Default: nothing. */
  menu?: ReactNode
  /** Called instead of following the link. Default: the link is followed. */
  onQueryChange?: ((query: FeedQuery) => void) | undefined
}

const SORTS: readonly PostSort[] = ['hot', 'new', 'top', 'active']
const SINCE: readonly Since[] = ['all', 'today', 'week', 'month']

/** Order, time and topic of a feed. */
export function FeedToolbar({
  query,
  flairs = [],
  hasPromotions,
  filters,
  queryHref,
  menu,
  onQueryChange,
}: FeedToolbarProps) {
  const t = useTranslate(postFeedMessages)
  const choose = (event: MouseEvent, next: FeedQuery) => {
    // Modified clicks are left to the browser.
    if (!onQueryChange || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onQueryChange(next)
  }
  // A period is offered for top posts. A period in the address is shown with any order.
  const isTimed = query.sort === 'top' || query.since !== 'all'
  const sorts = hasPromotions ? [...SORTS, 'promoted' as const] : SORTS
  const sorted = (sort: PostSort): FeedQuery => ({ ...query, sort, since: sort === 'top' ? query.since : 'all' })
  const filtered = (flairId: string): FeedQuery => ({ ...query, flairId: flairId || null })
  return (
    <div className="stoa-feed-toolbar">
      {/* In a narrow column they scroll as one row. The menu beside them can open over the list. */}
      <div className="stoa-feed-choices stoa-scroll-row">
        <SegmentedControl
          label={t('feed.sort')}
          options={sorts.map((value) => ({ value, label: t(`feed.sort.${value}`), href: queryHref(sorted(value)) }))}
          value={isTimed && query.sort !== 'top' ? null : query.sort}
          onChoose={(sort, event) => choose(event, sorted(sort))}
        />
        {filters}
        {flairs.length > 0 && (
          <FilterChips
            label={t('feed.flairs')}
            options={[
              { value: '', label: t('feed.flairs.all'), href: queryHref(filtered('')) },
              ...flairs.map(({ id, name, color }) => ({
                value: id,
                label: name,
                color,
                href: queryHref(filtered(id)),
              })),
            ]}
            value={query.flairId ?? ''}
            onChoose={(flairId, event) => choose(event, filtered(flairId))}
          />
        )}
      </div>
      {isTimed && (
        // A new element after each choice closes it again.
        <details key={query.since} className="stoa-feed-since">
          <summary>{t(`feed.since.${query.since}`)}</summary>
          <nav aria-label={t('feed.since')}>
            {SINCE.map((since) => {
              const next = { ...query, since }
              return (
                <a
                  key={since}
                  href={queryHref(next)}
                  aria-current={since === query.since ? true : undefined}
                  onClick={(event) => choose(event, next)}
                >
                  {t(`feed.since.${since}`)}
                </a>
              )
            })}
          </nav>
        </details>
      )}
      {menu}
    </div>
  )
}
