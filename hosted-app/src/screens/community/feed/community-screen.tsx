import { CommunityStatus, isBanned } from '@stoa/contract'
import { ConnectedPostFeed } from '@stoa/post-feed'
import { useCommunity, useStoa, useViewer } from '@stoa/store/react'
import { ButtonLink, lazy, useLazy, useTranslate } from '@stoa/ui'
import { useLoaderData, useLocation } from 'react-router'
import { feedInset } from '../../../inset/feed-inset.tsx'
import { useGrowth } from '../../../list-length.ts'
import { messages } from '../../../messages.ts'
import { createPostPath, writeFeedQuery } from '../../../paths.ts'
import { useErrorToast } from '../../../shell/use-error-toast.ts'
import { CommunityHeader } from '../community-header.tsx'
import type { CommunityData } from '../community-loader.ts'

const feedMenu = lazy(async () => (await import('../../../shell/feed-menu/feed-menu.tsx')).FeedMenu)

/** A community's posts, ordered and filtered by the address. */
export function CommunityScreen() {
  const t = useTranslate(messages)
  const { tokenName, query, list, pinned } = useLoaderData() as CommunityData
  const { pathname } = useLocation()
  const alert = useErrorToast()
  const growth = useGrowth(list)
  const community = useCommunity(tokenName)
  const viewer = useViewer() ?? null
  const { clock } = useStoa()
  const { code: FeedMenu } = useLazy(feedMenu, viewer !== null)
  const isArchived = community?.publishStatus === CommunityStatus.archived
  const mayPost = !isArchived && !isBanned(viewer, tokenName, clock())
  return (
    <>
      <CommunityHeader tokenName={tokenName} tab="posts" />
      <ConnectedPostFeed
        {...growth}
        list={list}
        pinned={pinned ?? undefined}
        tokenName={tokenName}
        onFailure={alert}
        renderInset={feedInset}
        query={{ ...query, flairId: query.flairId ?? null }}
        queryHref={({ sort, since, flairId }) =>
          pathname + writeFeedQuery({ sort, since, flairId: flairId ?? undefined })
        }
        menu={viewer && FeedMenu && community && <FeedMenu community={community} />}
        emptyAction={
          mayPost && <ButtonLink href={createPostPath(community ?? tokenName)}>{t('app.writePost')}</ButtonLink>
        }
      />
    </>
  )
}
