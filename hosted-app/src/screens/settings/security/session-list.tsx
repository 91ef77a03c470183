import type { CallOutput } from '@stoa/contract'
import { Badge, Button, EmptyState, RelativeTime, Skeleton, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem, Saved, Section } from '../settings-section.tsx'
import { securityMessages } from './messages.ts'

export interface SessionListProps {
  /** Null until loaded. */
  sessions: CallOutput<'sessionList'>['items'] | null
  /** Loading failed. */
  failed: boolean
  onRetry: () => void
  /** Both reject with the error to show. */
  onEnd: (id: string) => Promise<unknown>
  onEndOthers: () => Promise<unknown>
}

/** Stays at the end of its line. */
const SEPARATOR = '\u00a0· '

/** The member's sessions, which can be ended. */
export function SessionList({ sessions, failed, onRetry, onEnd, onEndOthers }: SessionListProps) {
  const t = useTranslate(securityMessages)
  const ending = useFormAction()
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)

  function endOthers() {
    void ending.run(onEndOthers).then((isDone) => isDone && setAnnouncement(t('sessions.endedOthers')))
  }
  return (
    <Section id="sessions" title={t('sessions.title')} text={t('sessions.text')}>
      {failed && sessions === null && (
        <EmptyState
          level={3}
          title={t('sessions.failed')}
          action={<Button onClick={onRetry}>{t('sessions.retry')}</Button>}
        />
      )}
      {!failed && sessions === null && <Skeleton lines={4} />}
      {sessions && (
        <ul ref={list} className="stoa-settings-list" aria-labelledby="sessions" tabIndex={-1}>
          {sessions.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              onEnd={async () => {
                await onEnd(session.id)
                setAnnouncement(t('sessions.ended', { name: session.device || t('sessions.unknown') }))
                // Its button has disappeared.
                list.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <Problem>{ending.problem}</Problem>
      {sessions && (
        <div className="stoa-settings-ways">
          {sessions.length > 1 ? (
            <Button busy={ending.busy} onClick={endOthers}>
              {t('sessions.endOthers')}
            </Button>
          ) : (
            <span className="stoa-app-muted">{t('sessions.only')}</span>
          )}
          <Saved>{announcement}</Saved>
        </div>
      )}
    </Section>
  )
}

function SessionLine({
  session,
  onEnd,
}: {
  session: CallOutput<'sessionList'>['items'][number]
  onEnd: () => Promise<unknown>
}) {
  const t = useTranslate(securityMessages)
  const { busy, problem, run } = useFormAction()
  const { address, site, createdAt, seenAt, current } = session
  const device = session.device || t('sessions.unknown')
  return (
    <li>
      <div>
        <p className="stoa-settings-value">
          <strong dir="auto">{device}</strong>
          {current && <Badge tone="accent">{t('sessions.current')}</Badge>}
        </p>
        <p className="stoa-app-muted">
          {site !== null && (
            <>
              {t.rich('sessions.site', { site: <bdi>{site}</bdi> })}
              {SEPARATOR}
            </>
          )}
          {address && (
            <>
              {t.rich('sessions.address', { address: <bdi>{address}</bdi> })}
              {SEPARATOR}
            </>
          )}
          {t.rich('sessions.seen', { time: <RelativeTime value={seenAt} /> })}
          {SEPARATOR}
          {t.rich('sessions.began', { time: <RelativeTime value={createdAt} /> })}
        </p>
        <Problem>{problem}</Problem>
      </div>
      {!current && (
        <Button
          size="s"
          busy={busy}
          aria-label={t('sessions.end.name', { name: device })}
          onClick={() => void run(onEnd)}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
