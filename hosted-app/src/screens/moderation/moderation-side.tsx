import { communityPath, PAGE_SIZE_MAX } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Badge, formatNumber, useI18n, useTranslate, useWritten, VisuallyHidden } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { QueueKeyList } from '../../shell/shortcuts/shortcut-sheet.tsx'
import { Panel } from '../../side/side-panels.tsx'
import { queueMessages } from './messages.ts'
import type { ModeratedCommunity } from './use-moderated-communities.ts'
import { watchQueue } from './watch-queue.ts'

/** Maximum number of communities, those with the most waiting items first. */
const COMMUNITIES_MAX = 12

interface ModerationSideProps {
  communities: readonly ModeratedCommunity[]
  /** The shown community; null for all. */
  tokenName: string | null
  /** Whether its log is shown. */
  isLog: boolean
}

/** Waiting items by community, and the keyboard shortcuts on devices with a keyboard. */
export function ModerationSide({ communities, tokenName: shownName, isLog }: ModerationSideProps) {
  const t = useTranslate(queueMessages)
  const written = useWritten()
  const { locale } = useI18n()
  const open = useOpenCounts()
  // Shown all at once, so that nothing moves.
  if (open === null || communities.length === 0) return null
  const countOf = ({ tokenName }: ModeratedCommunity) => open.counts.get(tokenName) ?? 0
  const listed = new Set(communities.toSorted((one, other) => countOf(other) - countOf(one)).slice(0, COMMUNITIES_MAX))
  return (
    <>
      <Panel title={t('queue.communities')}>
        <ul className="stoa-app-panel-list">
          {communities.length > 1 && (
            <li>
              <a href="/bbs/moderation" aria-current={shownName === null ? 'page' : undefined}>
                {t('queue.decided.everywhere')}
              </a>
            </li>
          )}
          {communities
            .filter((community) => listed.has(community))
            .map((community) => (
              <li key={community.tokenName}>
                <a
                  href={`${communityPath(community.tokenName)}/tab/${isLog ? 'activity' : 'reports'}`}
                  aria-current={community.tokenName === shownName ? 'page' : undefined}
                  {...written(community.title)}
                >
                  {community.title}
                </a>
                {countOf(community) > 0 && (
                  <span className="stoa-app-panel-number">
                    <Badge>
                      <span aria-hidden="true">
                        {t(open.isMore ? 'queue.communities.more' : 'queue.communities.count', {
                          count: formatNumber(countOf(community), locale),
                        })}
                      </span>
                      <VisuallyHidden>{t('queue.communities.waiting', { count: countOf(community) })}</VisuallyHidden>
                    </Badge>
                  </span>
                )}
              </li>
            ))}
        </ul>
      </Panel>
      <Panel title={t('queue.keys')} className="stoa-app-queue-key-panel">
        <QueueKeyList />
      </Panel>
    </>
  )
}

interface OpenCounts {
  counts: ReadonlyMap<string, number>
  /** There are more than were counted. */
  isMore: boolean
}

/** Waiting items by community, counted among the longest waiting. Null until loaded. */
function useOpenCounts(): OpenCounts | null {
  const stoa = useStoa()
  const [openCounts, setOpenCounts] = useState<OpenCounts | null>(null)
  useEffect(
    () =>
      watchQueue(stoa, { limit: PAGE_SIZE_MAX }, ({ items, hasMore }) => {
        const counts = new Map<string, number>()
        for (const { tokenName } of items) counts.set(tokenName, (counts.get(tokenName) ?? 0) + 1)
        setOpenCounts({ counts, isMore: hasMore })
      }),
    [stoa],
  )
  return openCounts
}
