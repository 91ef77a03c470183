import './member-card.css'
import { type AuthorDecisionsAbout, useAuthorDecisions } from '@stoa/comments/moderation'
import { authorPath, type CallInput, type MemberCard, NOTE_MAX_LENGTH, type Standing, textLength } from '@stoa/contract'
import { reasonText } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import {
  Avatar,
  Badge,
  Banner,
  Button,
  Dialog,
  EmptyState,
  RelativeTime,
  RoleBadge,
  Skeleton,
  TextArea,
  translatable,
  useTranslate,
  useWritten,
  Written,
} from '@stoa/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { logMessages } from '../log/messages.ts'
import { BanMark } from './ban-mark.tsx'

/** English texts of the member card. */
const cardMessages = {
  ...logMessages,
  'dialog.close': 'Close',
  'card.title': 'Member card',
  'card.loading': 'Loading the member card',
  'card.failed': 'Couldn’t load the member card',
  'card.retry': 'Try again',
  'card.joined': 'Joined {date}',
  'card.notMember': 'Not a member',
  'card.since': 'account created {date}',
  'card.signal.device': 'Shares a device with an account banned here.',
  'card.signal.network': 'Shares a network with an account banned here.',
  'card.signal.hint': 'In the last 90 days. Others in a household or office may share them, too.',
  'card.decide': 'Decide about this member',
  'card.counts': 'In this community',
  'card.removals': 'Removals',
  'card.warnings': 'Warnings',
  'card.timeouts': 'Time-outs',
  'card.bans': 'Bans',
  'card.reportsAbout': 'Reported',
  'card.reportsBy': 'Reports made',
  'card.upheld': '{count} upheld',
  'card.dismissed': '{count} dismissed',
  'card.history': 'Latest decisions',
  'card.history.none': 'No decisions about this member.',
  'card.undone': 'Undone',
  'card.notes': 'Private notes',
  'card.notes.hint': 'Visible to this community’s moderators only.',
  'card.note': 'Add a note',
  'card.note.add': 'Add note',
  'card.note.delete': 'Delete note',
  'card.note.gone': 'Deleted account',
} as const

export interface MemberCardDialogProps {
  tokenName: string
  userId: string
  name: string
  /** Focuses the field for a note. Default false. */
  isNoting?: boolean
  /** Called with the person's new standing after a decision. Default: none. */
  onDecided?: (standing: Standing) => void
  /** Called when the number of notes changes. Default: none. */
  onNotes?: (count: number) => void
  onClose: () => void
}

/** The member card: what moderators of a community know about a member, and their notes. */
export function MemberCardDialog(props: MemberCardDialogProps) {
  const { tokenName, userId, name, isNoting, onNotes, onDecided, onClose } = props
  const t = useTranslate(cardMessages)
  const { call } = useStoa().client
  const [card, setCard] = useState<MemberCard | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    call('memberCard', { tokenName, memberId: userId }).then(
      (response) => setCard(response.card),
      () => setFailed(true),
    )
  }, [call, tokenName, userId])
  useEffect(load, [load])
  return (
    <Dialog open title={name} onClose={onClose} actions={<Button onClick={onClose}>{t('dialog.close')}</Button>}>
      {card ? (
        <div className="stoa-app-card">
          <Person card={card} />
          <Facts card={card} />
          <Decisions
            tokenName={tokenName}
            userId={userId}
            name={name}
            onDecided={(standing) => {
              load()
              onDecided?.(standing)
            }}
          />
          <Notes
            tokenName={tokenName}
            userId={userId}
            onNotes={onNotes}
            notes={card.notes}
            isNoting={isNoting ?? false}
          />
          <History card={card} />
        </div>
      ) : hasFailed ? (
        <EmptyState title={t('card.failed')} action={<Button onClick={load}>{t('card.retry')}</Button>} />
      ) : (
        <div role="status" aria-label={t('card.loading')}>
          <Skeleton lines={6} />
        </div>
      )}
    </Dialog>
  )
}

function Person({ card: { person, joinedAt, role, ban } }: { card: MemberCard }) {
  const t = useTranslate(cardMessages)
  const { userId, username, displayName, slugUrl, imageUrl, createdAt } = person
  return (
    <div className="stoa-app-card-person">
      <Avatar id={userId} name={displayName} src={imageUrl} />
      <div>
        <a href={authorPath(slugUrl)}>
          <bdi>{`@${username}`}</bdi>
        </a>{' '}
        <RoleBadge role={role ?? undefined} /> {ban && <BanMark until={ban.until} kind={ban.kind} />}
        <p className="stoa-app-muted">
          {joinedAt === null ? t('card.notMember') : t.rich('card.joined', { date: <RelativeTime value={joinedAt} /> })}
          {' · '}
          {t.rich('card.since', { date: <RelativeTime value={createdAt} /> })}
        </p>
      </div>
    </div>
  )
}

/** Decisions that the viewer may make about the person, once known. */
function Decisions(about: Pick<AuthorDecisionsAbout, 'tokenName' | 'userId' | 'name' | 'onDecided'>) {
  const { toasts } = useHostedApp()
  const { load, decisions, dialog, busy } = useAuthorDecisions({ ...about, toasts })
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Without the person's standing no decisions are offered; the card is still readable.
    load().catch(() => {})
  }, [load])
  const isDeciding = dialog !== null
  const wasDeciding = useRef(false)
  useEffect(() => {
    // The decision may have removed the pressed button.
    if (wasDeciding.current && !isDeciding && document.activeElement === document.body) container.current?.focus()
    wasDeciding.current = isDeciding
  }, [isDeciding])
  const t = useTranslate(cardMessages)
  return (
    <div ref={container} className="stoa-app-card-decisions" role="group" aria-label={t('card.decide')} tabIndex={-1}>
      {decisions.map(({ id, label, onSelect }) => (
        <Button key={id} size="s" disabled={busy} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {dialog}
    </div>
  )
}

function Facts({ card: { counts, signals } }: { card: MemberCard }) {
  const t = useTranslate(cardMessages)
  const facts = [
    { id: 'removals', count: counts.removals },
    { id: 'warnings', count: counts.warnings },
    { id: 'timeouts', count: counts.timeouts },
    { id: 'bans', count: counts.bans },
    { id: 'reportsAbout', count: counts.reportsAbout, more: t('card.upheld', { count: counts.reportsUpheld }) },
    { id: 'reportsBy', count: counts.reportsBy, more: t('card.dismissed', { count: counts.reportsDismissed }) },
  ] as const
  return (
    <>
      {signals.length > 0 && (
        <Banner tone="warning">
          {signals.map((signal) => (
            <p key={signal}>{t(`card.signal.${signal}`)}</p>
          ))}
          <p className="stoa-app-muted">{t('card.signal.hint')}</p>
        </Banner>
      )}
      <dl className="stoa-app-card-facts" aria-label={t('card.counts')}>
        {facts.map(({ id, count, ...about }) => (
          <div key={id}>
            <dt>{t(`card.${id}`)}</dt>
            <dd>
              <b>{count}</b>
              {'more' in about && count > 0 && <span className="stoa-app-muted"> · {about.more}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

interface NotesProps {
  tokenName: string
  userId: string
  notes: MemberCard['notes']
  isNoting: boolean
  onNotes: ((count: number) => void) | undefined
}

function Notes({ tokenName, userId, notes: first, isNoting, onNotes }: NotesProps) {
  const t = useTranslate(cardMessages)
  const written = useWritten()
  const { call } = useStoa().client
  const { busy, problem, run, reset } = useFormAction()
  const [notes, setNotes] = useState(first)
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isNoting) field.current?.focus()
  }, [isNoting])
  const length = textLength(text)
  const isReady = text.trim() !== '' && length <= NOTE_MAX_LENGTH
  const send = (change: Pick<CallInput<'memberNote'>, 'text' | 'noteId'>) =>
    run(async () => {
      const response = await call('memberNote', { tokenName, memberId: userId, ...change })
      setNotes(response.notes)
      onNotes?.(response.notes.length)
    })
  return (
    <section>
      <h3>{t('card.notes')}</h3>
      <p className="stoa-app-muted">{t('card.notes.hint')}</p>
      <form
        className="stoa-app-card-note"
        onSubmit={async (event) => {
          event.preventDefault()
          if (!isReady || !(await send({ text }))) return
          setText('')
          field.current?.focus()
        }}
      >
        <TextArea
          ref={field}
          label={t('card.note')}
          hideLabel
          placeholder={t('card.note')}
          rows={2}
          value={text}
          length={length}
          limit={NOTE_MAX_LENGTH}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
            reset()
          }}
        />
        <Button type="submit" size="s" disabled={!isReady} busy={busy}>
          {t('card.note.add')}
        </Button>
      </form>
      <p className="stoa-app-problem" role="alert">
        {translatable(problem)}
      </p>
      {notes.length > 0 && (
        <ul className="stoa-app-card-list">
          {notes.map(({ id, text: words, at, by, isOwn }) => (
            <li key={id}>
              <p className="stoa-app-card-words" {...written(words)}>
                {words}
              </p>
              <p className="stoa-app-muted">
                <bdi>{by?.displayName ?? t('card.note.gone')}</bdi>
                {' · '}
                <RelativeTime value={at} />
                {isOwn && (
                  <Button
                    size="s"
                    variant="quiet"
                    disabled={busy}
                    onClick={async () => {
                      // The pressed button disappears.
                      if (await send({ noteId: id })) field.current?.focus()
                    }}
                  >
                    {t('card.note.delete')}
                  </Button>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function History({ card: { person, history } }: { card: MemberCard }) {
  const t = useTranslate(cardMessages)
  return (
    <section>
      <h3>{t('card.history')}</h3>
      {history.length === 0 ? (
        <p className="stoa-app-muted">{t('card.history.none')}</p>
      ) : (
        <ul className="stoa-app-card-list">
          {history.map(({ activityId, action, at, by, reason, until, undone }) => (
            <li key={activityId}>
              <p>
                {t.rich(`activity.${action}`, {
                  actor: <bdi>{by?.displayName ?? t('activity.forum')}</bdi>,
                  person: <bdi>{person.displayName}</bdi>,
                })}
              </p>
              {reason && <p>{t.rich('activity.reason', { reason: <Written>{reasonText(reason, t)}</Written> })}</p>}
              <p className="stoa-app-muted">
                <RelativeTime value={at} />
                {until !== null && (
                  <>
                    {' · '}
                    {until === 0
                      ? t('activity.always')
                      : t.rich('activity.until', { date: <RelativeTime value={until} /> })}
                  </>
                )}{' '}
                {undone && <Badge>{t('card.undone')}</Badge>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
