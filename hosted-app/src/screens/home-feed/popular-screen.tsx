import './home-feed.css'
import { ConnectedPostFeed } from '@stoa/post-feed'
import { useTranslate } from '@stoa/ui'
import { useLoaderData } from 'react-router'
import { feedInset } from '../../inset/feed-inset.tsx'
import { useGrowth } from '../../list-length.ts'
import { POPULAR_PATH, writeFeedQuery } from '../../paths.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { homeFeedMessages } from './messages.ts'
import type { PopularData } from './popular-loader.ts'

/** `/bbs/popular`: posts of all communities, by default the hottest. */
export function PopularScreen() {
  const t = useTranslate(homeFeedMessages)
  const { query, list } = useLoaderData() as PopularData
  const alert = useErrorToast()
  const growth = useGrowth(list)
  return (
    <>
      <header className="stoa-app-feed-head">
        <h1 className="stoa-app-title">{t('app.popular')}</h1>
        <p className="stoa-app-muted">{t('feed.popular.text')}</p>
      </header>
      <ConnectedPostFeed
        {...growth}
        list={list}
        showCommunity
        onFailure={alert}
        renderInset={feedInset}
        query={{ ...query, flairId: null }}
        queryHref={({ sort, since }) => POPULAR_PATH + writeFeedQuery({ sort, since, flairId: undefined })}
      />
    </>
  )
}
