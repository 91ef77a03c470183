import { ButtonLink, LoadMore, translatable, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { postFeedMessages } from './messages.ts'

export interface FeedEndProps {
  /** Number of posts. Growth by loading more is announced to screen readers. */
  count: number
  /** There are older posts. Default false. */
  hasMore?: boolean | undefined
  /** State of the next page. Default `idle`. */
  moreStatus?: 'idle' | 'loading' | 'error' | undefined
  /** Loads the next page. Default: follows `nextHref`. */
  onLoadMore?: (() => void) | undefined
  /** Address of the next page without scripts. Default: none. */
  nextHref?: string | undefined
}

/** The end of a feed: loads older posts, or says that there are none. */
export function FeedEnd({ count, hasMore = false, moreStatus = 'idle', onLoadMore, nextHref }: FeedEndProps) {
  const t = useTranslate(postFeedMessages)
  const [loaded, setLoaded] = useState(0)
  const last = useRef({ count, isRequested: false })
  useEffect(() => {
    if (moreStatus === 'loading') last.current.isRequested = true
    if (!last.current.isRequested || moreStatus === 'loading') {
      if (!last.current.isRequested) last.current.count = count
      return
    }
    setLoaded(count - last.current.count)
    last.current = { count, isRequested: false }
  }, [count, moreStatus])

  return (
    <div className="stoa-feed-end">
      {hasMore && onLoadMore && (
        <LoadMore
          label={t('feed.loadMore')}
          busy={moreStatus === 'loading'}
          error={moreStatus === 'error' ? t('feed.error.more') : undefined}
          onLoadMore={onLoadMore}
          href={nextHref}
        />
      )}
      {hasMore && !onLoadMore && nextHref && <ButtonLink href={nextHref}>{t('feed.loadMore')}</ButtonLink>}
      {!hasMore && count > 0 && <p className="stoa-feed-last">{t('feed.end')}</p>}
      <output className="stoa-visually-hidden">
        {loaded > 0 && translatable(t('feed.loaded', { count: loaded }))}
      </output>
    </div>
  )
}
