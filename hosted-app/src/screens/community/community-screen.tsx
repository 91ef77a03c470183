import { ConnectedPostFeed } from '@stoa/post-feed'
import { ButtonLink, useTranslate } from '@stoa/ui'
import { useLoaderData, useLocation, useNavigate } from 'react-router'
import { messages } from '../../messages.ts'
import { createPostPath, type FeedQuery, writeFeedQuery } from '../../paths.ts'
import { useAlert } from '../../shell/alerts.tsx'
import { CommunityHeader } from './community-header.tsx'
import { type CommunityData, communityFeed, pinnedPosts } from './community-loader.ts'

/** The posts of a community, ordered and filtered as the address says. */
export function CommunityScreen() {
  const t = useTranslate(messages)
  const { tokenName, query } = useLoaderData() as CommunityData
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const alert = useAlert()
  const hrefOf = (next: FeedQuery) => pathname + writeFeedQuery(next)
  return (
    <>
      <CommunityHeader tokenName={tokenName} tab="posts" />
      <ConnectedPostFeed
        list={communityFeed(tokenName, query)}
        pinned={pinnedPosts(tokenName)}
        tokenName={tokenName}
        onFailure={alert}
        query={{ ...query, flairId: query.flairId ?? null }}
        queryHref={({ sort, since, flairId }) => hrefOf({ sort, since, flairId: flairId ?? undefined, pages: 1 })}
        nextHref={hrefOf({ ...query, pages: query.pages + 1 })}
        onPages={(pages) => navigate(hrefOf({ ...query, pages }), { replace: true, preventScrollReset: true })}
        emptyAction={<ButtonLink href={createPostPath(tokenName)}>{t('app.newPost')}</ButtonLink>}
      />
    </>
  )
}
