import { communityPath, PAGE_SIZE_MAX } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Badge, formatNumber, useI18n, useTranslate, VisuallyHidden } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { QueueKeyList } from '../../shell/shortcut-sheet.tsx'
import { Panel } from '../../side/side-panels.tsx'
import { watchQueue } from '../community/watch-waiting.ts'
import { queueMessages } from './queue-messages.ts'
import type { ModeratedPlace } from './use-moderated.ts'

/** Communities that are listed: those in which most waits. */
const SHOWN = 12

/** What waits in the viewer's communities, and the keys of the queue, where there are any. */
export function ModerationSide({ places }: { places: readonly ModeratedPlace[] }) {
  const t = useTranslate(queueMessages)
  const { locale } = useI18n()
  const open = useOpenCounts()
  // Everything at once, so that nothing moves.
  if (open === null || places.length === 0) return null
  const countOf = ({ tokenName }: ModeratedPlace) => open.counts.get(tokenName) ?? 0
  const listed = new Set(places.toSorted((one, other) => countOf(other) - countOf(one)).slice(0, SHOWN))
  return (
    <>
      <Panel title={t('queue.places')}>
        <ul className="stoa-app-panel-list">
          {places
            .filter((place) => listed.has(place))
            .map((place) => (
              <li key={place.tokenName}>
                <a href={`${communityPath(place.tokenName)}/tab/reports`} dir="auto">
                  {place.title}
                </a>
                {countOf(place) > 0 && (
                  <span className="stoa-app-panel-number">
                    <Badge>
                      <span aria-hidden="true">
                        {t(open.isMore ? 'queue.places.more' : 'queue.places.count', {
                          count: formatNumber(countOf(place), locale),
                        })}
                      </span>
                      <VisuallyHidden>{t('queue.places.waiting', { count: countOf(place) })}</VisuallyHidden>
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
  /** There is more than was counted. */
  isMore: boolean
}

/** How much waits in each community, as far as what waits longest tells. Null until loaded. */
function useOpenCounts(): OpenCounts | null {
  const stoa = useStoa()
  const [found, setFound] = useState<OpenCounts | null>(null)
  useEffect(
    () =>
      watchQueue(stoa, { limit: PAGE_SIZE_MAX }, ({ items, hasMore }) => {
        const counts = new Map<string, number>()
        for (const { tokenName } of items) counts.set(tokenName, (counts.get(tokenName) ?? 0) + 1)
        setFound({ counts, isMore: hasMore })
      }),
    [stoa],
  )
  return found
}
