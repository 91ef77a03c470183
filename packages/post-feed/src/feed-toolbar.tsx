import type { PostSort, Since, Topic } from '@stoa/contract'
import { TopicDot, useTranslate } from '@stoa/ui'
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
  /** Address of the feed for another query, which makes every choice a link. */
  queryHref: (query: FeedQuery) => string
  /** Called instead of following the link. Default: the link is followed. */
  onQueryChange?: ((query: FeedQuery) => void) | undefined
}

const SORTS: readonly PostSort[] = ['hot', 'new', 'top', 'active']
const SINCE: readonly Since[] = ['all', 'today', 'week', 'month']

/** Order, time and topic of a feed. */
export function FeedToolbar({ query, flairs = [], queryHref, onQueryChange }: FeedToolbarProps) {
  const t = useTranslate(postFeedMessages)
  const choose = (event: MouseEvent, next: FeedQuery) => {
    // Modified clicks are left to the browser.
    if (!onQueryChange || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onQueryChange(next)
  }
  const choice = (next: FeedQuery, text: ReactNode, current: 'page' | true = true) => {
    const chosen = next.sort === query.sort && next.since === query.since && next.flairId === query.flairId
    return (
      <a href={queryHref(next)} aria-current={chosen ? current : undefined} onClick={(event) => choose(event, next)}>
        {text}
      </a>
    )
  }
  // A period is offered for top posts. A period in the address is shown with any order.
  const isTimed = query.sort === 'top' || query.since !== 'all'
  return (
    <div className="stoa-feed-toolbar">
      <nav className="stoa-feed-sorts" aria-label={t('feed.sort')}>
        {SORTS.map((sort) => (
          <span key={sort}>
            {choice({ ...query, sort, since: sort === 'top' ? query.since : 'all' }, t(`feed.sort.${sort}`), 'page')}
          </span>
        ))}
      </nav>
      {isTimed && (
        // A new element after each choice closes it again.
        <details key={query.since} className="stoa-feed-since">
          <summary>{t(`feed.since.${query.since}`)}</summary>
          <nav aria-label={t('feed.since')}>
            {SINCE.map((since) => (
              <span key={since}>{choice({ ...query, since }, t(`feed.since.${since}`))}</span>
            ))}
          </nav>
        </details>
      )}
      {flairs.length > 0 && (
        <nav className="stoa-feed-flairs stoa-scroll-row" aria-label={t('feed.flairs')}>
          {choice({ ...query, flairId: null }, t('feed.flairs.all'))}
          {flairs.map((topic) => (
            <span key={topic.id}>
              {choice(
                { ...query, flairId: topic.id },
                <>
                  <TopicDot color={topic.color} />
                  <bdi>{topic.name}</bdi>
                </>,
              )}
            </span>
          ))}
        </nav>
      )}
    </div>
  )
}
