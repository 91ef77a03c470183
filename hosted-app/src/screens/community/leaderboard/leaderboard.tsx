import './leaderboard.css'
import {
  authorPath,
  communityPath,
  LEADERBOARD_PERIOD,
  LEADERBOARD_PERIODS,
  type LeaderboardEntry,
} from '@stoa/contract'
import { useCommunity, useStoa, useViewer } from '@stoa/store/react'
import {
  Avatar,
  Badge,
  ButtonLink,
  EmptyState,
  RoleBadge,
  SegmentedControl,
  ThumbUpIcon,
  useTranslate,
  VisuallyHidden,
} from '@stoa/ui'
import { useEffect, useState } from 'react'
import type { CommunityTabData } from '../community-tab-loader.ts'
import { leaderboardMessages } from './messages.ts'
import { ReputationHelp } from './reputation-help.tsx'

type Board = NonNullable<CommunityTabData['leaderboard']>

/** A community's leaderboard, and the viewer's own rank. */
export function Leaderboard({ tokenName, board }: { tokenName: string; board: Board }) {
  const t = useTranslate(leaderboardMessages)
  const ownPlace = useOwnPlace(tokenName, board)
  const { items, period } = board
  const community = useCommunity(tokenName)
  const home = communityPath(community ?? tokenName)
  return (
    <>
      <div className="stoa-app-leaders-head">
        <SegmentedControl
          label={t('community.leaderboard')}
          options={LEADERBOARD_PERIODS.map((one) => ({
            value: one,
            label: t(`leaderboard.${one}`),
            href: `${home}/tab/leaderboard${one === LEADERBOARD_PERIOD ? '' : `?period=${one}`}`,
          }))}
          value={period}
        />
        <ReputationHelp />
      </div>
      {items.length === 0 ? (
        <EmptyState
          title={t('leaderboard.empty')}
          icon={<ThumbUpIcon size={32} />}
          action={
            community !== undefined &&
            community.totalPosts > 0 && <ButtonLink href={home}>{t('leaderboard.empty.action')}</ButtonLink>
          }
        >
          {t('leaderboard.empty.text')}
        </EmptyState>
      ) : (
        <Places entries={items} label={t(`leaderboard.${period}`)} />
      )}
      {ownPlace && (
        <>
          <h2 className="stoa-app-leaders-own">{t('leaderboard.own')}</h2>
          <Places entries={[ownPlace]} label={t('leaderboard.own')} />
        </>
      )}
    </>
  )
}

function Places({ entries, label }: { entries: readonly LeaderboardEntry[]; label: string }) {
  const t = useTranslate(leaderboardMessages)
  const viewer = useViewer()
  return (
    <ol className="stoa-app-list stoa-app-leaders" aria-label={label}>
      {entries.map(({ rank, userId, username, displayName, slugUrl, imageUrl, role, points }) => (
        <li key={userId}>
          <span className="stoa-app-rank">
            <VisuallyHidden>{t('leaderboard.rank', { rank })}</VisuallyHidden>
            <span aria-hidden="true">{rank}</span>
          </span>
          <Avatar id={userId} name={displayName} src={imageUrl} />
          <div>
            <a className="stoa-app-list-title" href={authorPath(slugUrl)} dir="auto">
              {displayName}
            </a>{' '}
            <RoleBadge role={role} /> {viewer?.id === userId && <Badge>{t('leaderboard.you')}</Badge>}
            <p className="stoa-app-muted">
              <bdi>{`@${username}`}</bdi>
            </p>
          </div>
          <b>{t('reputation.points', { points })}</b>
        </li>
      ))}
    </ol>
  )
}

/**
 * The viewer's rank if the list doesn't show it. It is loaded separately, because the page is the same for everyone.
 */
function useOwnPlace(tokenName: string, { items, own: ownPlace, period }: Board): LeaderboardEntry | null {
  const { call } = useStoa().client
  const viewerId = useViewer()?.id
  const [result, setResult] = useState<{ key: string; entry: LeaderboardEntry | null } | null>(null)
  const key = `${tokenName} ${period} ${viewerId ?? ''}`
  const isListed = items.some(({ userId }) => userId === viewerId)
  const isAsked = viewerId !== undefined && !isListed && ownPlace?.userId !== viewerId
  useEffect(() => {
    let isGone = false
    if (isAsked) {
      call('communityLeaderboard', { tokenName, period }).then(
        (response) => void (isGone || setResult({ key, entry: response.own })),
        // The list works without it.
        () => {},
      )
    }
    return () => {
      isGone = true
    }
  }, [call, isAsked, key, period, tokenName])
  if (viewerId === undefined || isListed) return null
  if (ownPlace?.userId === viewerId) return ownPlace
  return result?.key === key ? result.entry : null
}
