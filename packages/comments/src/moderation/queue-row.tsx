import { actionsWith, authorPath, communityPath, postPath, type QueueItem } from '@stoa/contract'
import { reasonText } from '@stoa/store'
import { useViewer } from '@stoa/store/react'
import {
  Avatar,
  Badge,
  Button,
  ButtonLink,
  RelativeTime,
  RoleBadge,
  useI18n,
  useTranslate,
  useWritten,
  Written,
} from '@stoa/ui'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { HeldReasons } from './held-reasons.tsx'
import { queueMessages } from './messages.ts'

export interface QueueRowProps {
  item: QueueItem
  /** Origin of the forum for links, without a trailing slash. Default: the page's. */
  origin?: string
  /** Whether to show its community. Default false. */
  isCommunityShown?: boolean
  /** Whether to show a comment's post. Default true. */
  isPostShown?: boolean
  isSelected?: boolean
  /** Its author has edited it since the viewer tried to approve it. */
  isChanged: boolean
  isBusy: boolean
  canBan: boolean
  /** Further decisions about its author. Default: nothing. */
  menu?: ReactNode
  /** Shows the author's card. Default: there is none. */
  onCard?: (() => void) | null
  /** Selects it for a batch decision; null: can only be decided on its own. Default: all are selectable. */
  onSelect?: ((isSelected: boolean) => void) | null
  onApprove: () => void
  onHide: () => void
  onBan: () => void
  /** Claims or releases it. Default: items can't be claimed here. */
  onClaim?: (claim: boolean) => void
}

const APPROVE = { pending: 'queue.approve', reported: 'queue.keep', appealed: 'queue.grant' } as const
const HIDE = { pending: 'queue.reject', reported: 'queue.hide', appealed: 'queue.deny' } as const

/** Somebody else must judge one's own decisions and reports about oneself. */
export function canDecide({ appeal, report }: QueueItem): boolean {
  return !appeal?.isOwn && !report?.isOwn
}

/** People are banned, not hidden, and so are senders of messages. Appeals of any kind can be denied. */
export function canHide(item: QueueItem): boolean {
  return canDecide(item) && (item.appeal !== null || (item.type !== 'User' && item.type !== 'Message'))
}

/** An item of the queue with what is needed to decide. */
export function QueueRow(props: QueueRowProps) {
  const written = useWritten()
  const {
    item,
    origin = '',
    isCommunityShown,
    isPostShown = true,
    isSelected = false,
    isChanged,
    isBusy,
    canBan,
    menu,
    onCard = null,
  } = props
  const { onSelect, onApprove, onHide, onBan, onClaim } = props
  const t = useTranslate(queueMessages)
  const viewer = useViewer()
  const wordsId = useId()
  const { kind, type, at, comment, post, person, claim, report, tokenName, communityTitle } = item
  const isOwnClaim = claim !== null && claim.by.userId === viewer?.id
  const reported = report?.messages?.at(-1)?.text
  const words = type === 'User' ? person?.displayName : (comment?.content ?? post?.title ?? reported)
  const path = comment ? `/bbs/thread/${comment.id}` : post && postPath(post)
  return (
    <li
      className="stoa-queue-row"
      data-item={item.id}
      data-claimed={claim && !isOwnClaim ? '' : undefined}
      tabIndex={-1}
      aria-labelledby={wordsId}
    >
      {onSelect === null && <span className="stoa-queue-unselected" />}
      {onSelect && (
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={t('queue.select', { what: words ?? t('queue.gone') })}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      )}
      <div className="stoa-queue-main">
        <p className="stoa-queue-facts">
          <Badge>{t(`queue.type.${type}`)}</Badge>
          {kind === 'pending' && <Badge tone="warning">{t('queue.pending')}</Badge>}
          {isChanged && <Badge tone="danger">{t('queue.edited')}</Badge>}
          {kind === 'appealed' && <Badge tone="accent">{t('queue.appealed')}</Badge>}
          {kind === 'reported' && <b>{t('queue.reports', { count: report?.count ?? 1 })}</b>}
          {isCommunityShown && (
            <a
              className="stoa-decision-muted"
              href={origin + communityPath(post ?? tokenName)}
              {...written(communityTitle)}
            >
              {communityTitle}
            </a>
          )}
          <span className="stoa-decision-muted">
            <RelativeTime value={at} />
          </span>
          {claim && (
            <Badge tone="accent">
              {isOwnClaim ? t('queue.claimed.own') : t('queue.claimed', { person: claim.by.displayName })}
            </Badge>
          )}
        </p>
        <div id={wordsId}>
          <Words item={item} origin={origin} />
        </div>
        <div className="stoa-queue-about">
          <Author item={item} origin={origin} isPostShown={isPostShown} />
          <Reasons item={item} />
        </div>
        {report?.isOwn && <p className="stoa-decision-muted">{t('queue.report.own')}</p>}
        <Context item={item} />
        <Appeal item={item} />
        <div className="stoa-queue-ways">
          {canDecide(item) && (
            <Button size="s" busy={isBusy} onClick={onApprove}>
              {t(APPROVE[kind])}
            </Button>
          )}
          {canHide(item) && (
            <Button size="s" disabled={isBusy} onClick={onHide}>
              {t(HIDE[kind])}
            </Button>
          )}
          {canBan && (
            <Button size="s" disabled={isBusy} onClick={onBan}>
              {t('queue.ban')}
            </Button>
          )}
          <span className="stoa-queue-more">
            {onClaim && canDecide(item) && (claim === null || isOwnClaim) && (
              <Button size="s" variant="quiet" disabled={isBusy} onClick={() => onClaim(!isOwnClaim)}>
                {t(isOwnClaim ? 'queue.release' : 'queue.claim')}
              </Button>
            )}
            {path && (
              <ButtonLink size="s" variant="quiet" href={origin + path}>
                {t('queue.view')}
              </ButtonLink>
            )}
            {person && onCard && (
              <Button
                size="s"
                variant="quiet"
                aria-label={t('queue.card.of', { name: person.displayName })}
                onClick={onCard}
              >
                {t('queue.card')}
              </Button>
            )}
          </span>
        </div>
      </div>
      {menu}
    </li>
  )
}

interface ItemAtOrigin {
  item: QueueItem
  /** Origin of the forum for links. */
  origin: string
}

/** The item's content, as its moderators currently see it. */
function Words({ item: { type, comment, post, person, report }, origin }: ItemAtOrigin): ReactNode {
  const t = useTranslate(queueMessages)
  const written = useWritten()
  if (type === 'User') {
    return <p className="stoa-queue-author">{person ? <Name person={person} origin={origin} /> : t('queue.gone')}</p>
  }
  if (type === 'Comment') {
    return (
      <p className="stoa-queue-words" {...written(comment?.content ?? '')}>
        {comment?.content ?? t('queue.gone')}
      </p>
    )
  }
  if (type === 'Message' && report?.messages) return <HandedOver messages={report.messages} />
  if (!post) return <p className="stoa-decision-muted">{t('queue.gone')}</p>
  return (
    <>
      <a className="stoa-queue-link" href={origin + postPath(post)} {...written(post.title)}>
        {post.title}
      </a>
      {post.excerpt && (
        <p className="stoa-queue-words" {...written(post.excerpt)}>
          {post.excerpt}
        </p>
      )}
    </>
  )
}

/** Messages that a member has handed over, oldest first. */
function HandedOver({ messages }: { messages: NonNullable<NonNullable<QueueItem['report']>['messages']> }) {
  const t = useTranslate(queueMessages)
  const written = useWritten()
  return (
    <ol className="stoa-queue-messages" aria-label={t('queue.messages')}>
      {messages.map(({ id, sender, text, createdAt }) => (
        <li key={id}>
          <span className="stoa-decision-muted">
            <bdi>{sender?.displayName ?? t('queue.gone')}</bdi> <RelativeTime value={createdAt} />
          </span>
          <p className="stoa-queue-words" {...written(text)}>
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}

function Name({ person, origin }: { person: NonNullable<QueueItem['person']>; origin: string }) {
  const { userId, displayName, slugUrl, imageUrl } = person
  const name = <bdi>{displayName}</bdi>
  return (
    <>
      <Avatar id={userId} name={displayName} src={imageUrl} size="xs" />
      {slugUrl ? (
        <a className="stoa-queue-link" href={origin + authorPath(slugUrl)}>
          {name}
        </a>
      ) : (
        name
      )}
      <RoleBadge role={person.role ?? undefined} />
    </>
  )
}

function Author({ item: { type, post, person }, origin, isPostShown }: ItemAtOrigin & { isPostShown: boolean }) {
  const t = useTranslate(queueMessages)
  const written = useWritten()
  const title = isPostShown && type === 'Comment' && post && (
    <a href={origin + postPath(post)} {...written(post.title)}>
      {post.title}
    </a>
  )
  return (
    <p className="stoa-queue-author stoa-decision-muted">
      {person ? (
        <>
          {type !== 'User' && <Name person={person} origin={origin} />}
          <span>{t.rich('queue.since', { date: <RelativeTime value={person.createdAt} /> })}</span>
          {person.removals > 0 && <Badge tone="danger">{t('queue.removals', { count: person.removals })}</Badge>}
          {person.notes > 0 && <Badge>{t('queue.notes', { count: person.notes })}</Badge>}
        </>
      ) : (
        <span>{t('queue.anonymous')}</span>
      )}
      {title && <span className="stoa-queue-place">{t.rich('queue.on', { title })}</span>}
    </p>
  )
}

/** An appeal and the appealed decision. */
function Appeal({ item: { appeal } }: { item: QueueItem }) {
  const t = useTranslate(queueMessages)
  if (!appeal) return null
  const { decision, reason, text, isOwn } = appeal
  const knownAction = APPEALABLE.find((action) => action === decision.action)
  const person = <bdi>{decision.by?.displayName ?? t('queue.appeal.admin')}</bdi>
  return (
    <>
      <p className="stoa-decision-muted">
        {knownAction && t.rich(`queue.appeal.${knownAction}`, { person })} · <RelativeTime value={decision.at} />
        {reason && <> · {t.rich('queue.appeal.reason', { reason: <Written>{reasonText(reason, t)}</Written> })}</>}
      </p>
      <p className="stoa-queue-words">{t.rich('queue.appeal.text', { text: <Written>{text}</Written> })}</p>
      {isOwn && <p className="stoa-decision-muted">{t('queue.appeal.own')}</p>}
    </>
  )
}

const APPEALABLE = actionsWith({ appealable: true })

function Reasons({ item: { report } }: { item: QueueItem }) {
  const t = useTranslate(queueMessages)
  if (!report) return null
  return (
    <p className="stoa-queue-facts">
      {report.reasons.map(({ reason, count }) => (
        <Badge key={reason} tone="danger">
          {t('queue.reason', { reason: reasonText(reason, t), count })}
        </Badge>
      ))}
      {report.newcomers > 0 && <Badge tone="warning">{t('queue.newcomers', { count: report.newcomers })}</Badge>}
    </p>
  )
}

/** What it answers, what the checks have found, and what reporters say: on phones on demand. */
function Context({ item }: { item: QueueItem }) {
  const t = useTranslate(queueMessages)
  const written = useWritten()
  const isNarrow = useNarrow()
  const { parent, report, findings } = item
  if (!parent?.content && !findings && !report?.texts.length && !report?.reporters.length) return null
  const context = (
    <>
      {parent?.content && (
        <blockquote className="stoa-queue-parent">
          <span className="stoa-decision-muted">
            {t.rich('queue.answers', {
              author: <bdi>{parent.publisherProfileName || parent.publisherName}</bdi>,
            })}
          </span>
          <p {...written(parent.content)}>{parent.content}</p>
        </blockquote>
      )}
      {report && <Reporters report={report} />}
      {findings && <HeldReasons findings={findings} />}
    </>
  )
  if (!isNarrow) return context
  return (
    <details className="stoa-queue-context">
      <summary>{t('queue.context')}</summary>
      {context}
    </details>
  )
}

function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => globalThis.matchMedia?.(NARROW).matches ?? false)
  useEffect(() => {
    const query = globalThis.matchMedia?.(NARROW)
    const change = () => setNarrow(query.matches)
    query?.addEventListener('change', change)
    return () => query?.removeEventListener('change', change)
  }, [])
  return isNarrow
}

const NARROW = '(max-width: 40rem)'

function Reporters({ report: { texts, reporters } }: { report: NonNullable<QueueItem['report']> }) {
  const t = useTranslate(queueMessages)
  const { locale } = useI18n()
  const people = new Intl.ListFormat(locale).format(reporters.map(({ displayName }) => displayName))
  return (
    <>
      {people && <p className="stoa-decision-muted">{t.rich('queue.reporters', { people: <bdi>{people}</bdi> })}</p>}
      {reporters.filter(isOftenWrong).map(({ userId, displayName, decided, dismissed }) => (
        <p key={userId} className="stoa-decision-muted">
          {t.rich('queue.dismissed', { person: <bdi>{displayName}</bdi>, decided, dismissed })}
        </p>
      ))}
      {texts.map((text) => (
        <p key={text}>{t.rich('queue.text', { text: <Written>{text}</Written> })}</p>
      ))}
    </>
  )
}

type Reporter = NonNullable<QueueItem['report']>['reporters'][number]

/** Most of their reports were dismissed. */
const isOftenWrong = ({ decided, dismissed }: Reporter) => decided >= 4 && dismissed * 2 > decided
