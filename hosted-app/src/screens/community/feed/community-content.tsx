import { CommunityStatus, canCreatePost, communityPath } from '@stoa/contract'
import { ConnectedPostFeed } from '@stoa/post-feed'
import type { ListQuery } from '@stoa/store'
import { useCommunity, useStoa, useViewer } from '@stoa/store/react'
import { ButtonLink, EmptyState, PollIcon, useTranslate, VideoIcon } from '@stoa/ui'
import { useGrowth } from '../../../list-length.ts'
import { createPostPath } from '../../../paths.ts'
import { useErrorToast } from '../../../shell/use-error-toast.ts'
import type { ContentTab } from '../community-tab-loader.ts'
import { communityTabMessages } from '../messages.ts'

const ICONS = { polls: PollIcon, video: VideoIcon } as const

/** A community's posts with a poll or a video, newest first. */
export function CommunityContent(props: { tokenName: string; tab: ContentTab; list: ListQuery }) {
  const { tokenName, tab, list } = props
  const t = useTranslate(communityTabMessages)
  const alert = useErrorToast()
  const growth = useGrowth(list)
  const viewer = useViewer() ?? null
  const community = useCommunity(tokenName)
  const { clock } = useStoa()
  const Icon = ICONS[tab]
  const isArchived = community?.publishStatus === CommunityStatus.archived
  const mayPost = canCreatePost(viewer, { tokenName, kind: 'community', archived: isArchived }, clock()).allowed
  const empty = (
    <EmptyState
      title={t(`community.${tab}.empty`)}
      icon={<Icon size={32} />}
      action={
        mayPost ? (
          <ButtonLink href={createPostPath(community ?? tokenName)}>{t('app.writePost')}</ButtonLink>
        ) : (
          community !== undefined &&
          community.totalPosts > 0 && <ButtonLink href={communityPath(community)}>{t('community.toPosts')}</ButtonLink>
        )
      }
    >
      {t(`community.${tab}.empty.text`)}
    </EmptyState>
  )
  return <ConnectedPostFeed {...growth} list={list} tokenName={tokenName} onFailure={alert} empty={empty} />
}
