import './home-feed.css'
import { HOME_FEEDS, type HomeFeed as HomeFeedType, type Me } from '@stoa/contract'
import { ConnectedPostFeed } from '@stoa/post-feed'
import { communities, feed, listKey } from '@stoa/store'
import { useList, useWatch } from '@stoa/store/react'
import { ButtonLink, EmptyState, FilterChips, HomeIcon, useTranslate } from '@stoa/ui'
import { useLocation, useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { feedInset } from '../../inset/feed-inset.tsx'
import { loadGrown, useGrowth } from '../../list-length.ts'
import { type FeedQuery, HOME_FEED_PATH, POPULAR_PATH, readFeedQuery, writeFeedQuery } from '../../paths.ts'
import { FeedMenu } from '../../shell/feed-menu/feed-menu.tsx'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { useHasRoom, WithSide } from '../../side/side-panels.tsx'
import { CommunityItem } from '../communities/community-item.tsx'
import { homeFeedMessages } from './messages.ts'
import { PopularThisWeek } from './popular-this-week.tsx'

/** Communities whose new posts are announced live, visited last. */
const WATCHED = 20
/** Communities offered in an empty feed. */
const OFFERED = 6

/** Posts of the viewer's communities and of the people they follow. */
export function HomeFeed({ viewer }: MemberScreenProps) {
  const t = useTranslate(homeFeedMessages)
  const { search } = useLocation()
  const hasRoom = useHasRoom()
  const params = new URLSearchParams(search)
  const type = HOME_FEEDS.find((one) => one === params.get('from')) ?? 'home'
  const query = { ...readFeedQuery(params), flairId: undefined }
  const list = feed({ type, sort: query.sort, since: query.since })
  return (
    <WithSide side={hasRoom && <PopularThisWeek key={viewer.id} />} isSideLast>
      <header className="stoa-app-feed-head">
        <h1 className="stoa-app-title">{t('app.feed')}</h1>
        <p className="stoa-app-muted">{t('feed.home.text')}</p>
      </header>
      {/* Each list has its own length and place. */}
      <Posts key={`${viewer.id} ${listKey(list)}`} viewer={viewer} type={type} query={query} />
    </WithSide>
  )
}

interface PostsProps {
  viewer: Me
  type: HomeFeedType
  query: FeedQuery
}

function Posts({ viewer, type, query }: PostsProps) {
  const t = useTranslate(homeFeedMessages)
  const app = useHostedApp()
  const alert = useErrorToast()
  const navigate = useNavigate()
  const list = feed({ type, sort: query.sort, since: query.since })
  const growth = useGrowth(list, {
    // Reloads up to the length in the address: the cached list may be old.
    async reopen() {
      // The error is shown in the list.
      await loadGrown(app, list, { url: window.location.href }).catch(() => {})
      return true
    },
  })
  useWatch({ communities: viewer.joinedCommunities.slice(0, WATCHED) })
  return (
    <ConnectedPostFeed
      {...growth}
      list={list}
      load={false}
      showCommunity
      onFailure={alert}
      renderInset={feedInset}
      query={{ ...query, flairId: null }}
      menu={<FeedMenu />}
      queryHref={({ sort, since }) => feedPath(type, { sort, since, flairId: undefined })}
      filters={
        <FilterChips
          label={t('feed.from')}
          value={type}
          options={HOME_FEEDS.map((value) => ({ value, label: t(`feed.from.${value}`), href: feedPath(value, query) }))}
          onChoose={(next, event) => {
            event.preventDefault()
            void navigate(feedPath(next, query), { preventScrollReset: true })
          }}
        />
      }
      empty={<Empty type={type} />}
    />
  )
}

/** The address of the feed, or of a part of it, in an order. */
function feedPath(type: HomeFeedType, query: FeedQuery): string {
  const search = new URLSearchParams(writeFeedQuery(query))
  if (type !== 'home') search.set('from', type)
  return search.size === 0 ? HOME_FEED_PATH : `${HOME_FEED_PATH}?${search}`
}

/** What to do about an empty feed: join communities. */
function Empty({ type }: Pick<PostsProps, 'type'>) {
  const t = useTranslate(homeFeedMessages)
  const { ids } = useList(communities({ sort: 'activity' }), { limit: OFFERED })
  return (
    <>
      <EmptyState
        title={t(`feed.${type}.empty`)}
        icon={<HomeIcon size={32} />}
        action={<ButtonLink href={POPULAR_PATH}>{t('app.popular')}</ButtonLink>}
      >
        {t(`feed.${type}.empty.text`)}
      </EmptyState>
      {type !== 'followed' && ids.length > 0 && (
        <section className="stoa-app-feed-communities" aria-labelledby="feed-communities">
          <h2 id="feed-communities">{t('feed.home.communities')}</h2>
          <ul className="stoa-app-list">
            {ids.slice(0, OFFERED).map((tokenName) => (
              <CommunityItem key={tokenName} tokenName={tokenName} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
