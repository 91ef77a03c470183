import { authorPath, communityPath, postPath, type QueueItem } from '@stoa/contract'
import { useViewer } from '@stoa/store/react'
import { Avatar, Badge, Button, ButtonLink, RelativeTime, useI18n, useTranslate } from '@stoa/ui'
import { type ReactNode, useId } from 'react'
import { HeldReasons } from '../community/held-reasons.tsx'
import { MemberMenu } from '../community/member-menu.tsx'
import { queueMessages } from './queue-messages.ts'

export interface QueueRowProps {
  item: QueueItem
  /** Whether its community is shown. */
  isPlaceShown: boolean
  isSelected: boolean
  /** Its author has edited it since the viewer tried to approve it. */
  isChanged: boolean
  isBusy: boolean
  canBan: boolean
  /** Shows the author's member card; null if the viewer may not see it. */
  onCard: (() => void) | null
  onSelect: (isSelected: boolean) => void
  onApprove: () => void
  onHide: () => void
  onBan: () => void
  onClaim: (claim: boolean) => void
}

const APPROVE = { pending: 'queue.approve', reported: 'queue.keep', appealed: 'queue.grant' } as const
const HIDE = { pending: 'queue.reject', reported: 'queue.hide', appealed: 'queue.deny' } as const

/** People are banned, not hidden; appeals are decided by someone other than the first moderator. */
export function canHide({ type, appeal }: QueueItem): boolean {
  return appeal ? !appeal.isOwn : type !== 'User'
}

/** An item of the queue with what is needed to decide. */
export function QueueRow(props: QueueRowProps) {
  const { item, isPlaceShown, isSelected, isChanged, isBusy, canBan, onCard } = props
  const { onSelect, onApprove, onHide, onBan, onClaim } = props
  const t = useTranslate(queueMessages)
  const viewer = useViewer()
  const wordsId = useId()
  const { kind, type, at, comment, post, person, claim, report, tokenName } = item
  const isOther = item.appeal?.isOwn ?? false
  const isOwnClaim = claim !== null && claim.by.userId === viewer?.id
  const words = type === 'User' ? person?.displayName : (comment?.content ?? post?.title)
  const href = comment ? `/bbs/thread/${comment.id}` : post && postPath(post)
  return (
    <li
      className="stoa-app-queue-row"
      data-item={item.id}
      data-claimed={claim && !isOwnClaim ? '' : undefined}
      tabIndex={-1}
      aria-labelledby={wordsId}
    >
      <input
        type="checkbox"
        checked={isSelected}
        aria-label={t('queue.select', { what: words ?? t('queue.gone') })}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
      />
      <div className="stoa-app-queue-main">
        <p className="stoa-app-queue-facts">
          <Badge>{t(`queue.type.${type}`)}</Badge>
          {kind === 'pending' && <Badge tone="warning">{t('queue.pending')}</Badge>}
          {isChanged && <Badge tone="danger">{t('queue.edited')}</Badge>}
          {kind === 'appealed' && <Badge tone="accent">{t('queue.appealed')}</Badge>}
          {kind === 'reported' && <b>{t('queue.reports', { count: report?.count ?? 1 })}</b>}
          {isPlaceShown && (
            <a className="stoa-app-muted" href={communityPath(tokenName)}>
              {tokenName}
            </a>
          )}
          <span className="stoa-app-muted">
            <RelativeTime value={at} />
          </span>
          {claim && (
            <Badge tone="accent">
              {isOwnClaim ? t('queue.claimed.own') : t('queue.claimed', { person: claim.by.displayName })}
            </Badge>
          )}
        </p>
        {item.parent?.content && (
          <blockquote className="stoa-app-queue-parent" dir="auto">
            <span className="stoa-app-muted">
              {t('queue.answers', { author: item.parent.publisherProfileName || item.parent.publisherName })}
            </span>
            <p>{item.parent.content}</p>
          </blockquote>
        )}
        <div id={wordsId}>
          <Words item={item} />
        </div>
        <Author item={item} onCard={onCard} />
        <Reasons item={item} />
        {item.findings && <HeldReasons findings={item.findings} />}
        <Appeal item={item} />
        <div className="stoa-app-queue-ways">
          {!isOther && (
            <Button size="s" variant="primary" busy={isBusy} onClick={onApprove}>
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
          {(claim === null || isOwnClaim) && (
            <Button size="s" variant="quiet" disabled={isBusy} onClick={() => onClaim(!isOwnClaim)}>
              {t(isOwnClaim ? 'queue.release' : 'queue.claim')}
            </Button>
          )}
          {href && (
            <ButtonLink size="s" variant="quiet" href={href}>
              {t('queue.view')}
            </ButtonLink>
          )}
        </div>
      </div>
      {person && person.userId !== viewer?.id && (
        <MemberMenu tokenName={tokenName} userId={person.userId} name={person.displayName} />
      )}
    </li>
  )
}

/** The item's current content, as moderators see it. */
function Words({ item: { type, comment, post, person } }: { item: QueueItem }): ReactNode {
  const t = useTranslate(queueMessages)
  if (type === 'User') {
    return <p className="stoa-app-queue-author">{person ? <Name person={person} /> : t('queue.gone')}</p>
  }
  if (type === 'Comment') {
    return (
      <p className="stoa-app-queue-words" dir="auto">
        {comment?.content ?? t('queue.gone')}
      </p>
    )
  }
  if (!post) return <p className="stoa-app-muted">{t('queue.gone')}</p>
  return (
    <>
      <a className="stoa-app-list-title" href={postPath(post)} dir="auto">
        {post.title}
      </a>
      {post.excerpt && (
        <p className="stoa-app-queue-words" dir="auto">
          {post.excerpt}
        </p>
      )}
    </>
  )
}

function Name({ person: { userId, displayName, slugUrl, imageUrl } }: { person: NonNullable<QueueItem['person']> }) {
  const name = <bdi>{displayName}</bdi>
  return (
    <>
      <Avatar id={userId} name={displayName} src={imageUrl} size="xs" />
      {slugUrl ? (
        <a className="stoa-app-list-title" href={authorPath(slugUrl)}>
          {name}
        </a>
      ) : (
        name
      )}
    </>
  )
}

function Author({ item: { type, post, person }, onCard }: { item: QueueItem; onCard: (() => void) | null }) {
  const t = useTranslate(queueMessages)
  const title = type === 'Comment' && post && (
    <a href={postPath(post)} dir="auto">
      {post.title}
    </a>
  )
  return (
    <p className="stoa-app-queue-author stoa-app-muted">
      {person ? (
        <>
          {type !== 'User' && <Name person={person} />}
          <span>{t.rich('queue.since', { date: <RelativeTime value={person.createdAt} /> })}</span>
          {person.removals > 0 && <Badge tone="danger">{t('queue.removals', { count: person.removals })}</Badge>}
          {person.notes > 0 && <Badge>{t('queue.notes', { count: person.notes })}</Badge>}
          {onCard && (
            <Button
              size="s"
              variant="quiet"
              aria-label={t('queue.card.of', { name: person.displayName })}
              onClick={onCard}
            >
              {t('queue.card')}
            </Button>
          )}
        </>
      ) : (
        <span>{t('queue.anonymous')}</span>
      )}
      {title && <span className="stoa-app-queue-place">{t.rich('queue.on', { title })}</span>}
    </p>
  )
}

/** An appeal and the decision that it is against. */
function Appeal({ item: { appeal } }: { item: QueueItem }) {
  const t = useTranslate(queueMessages)
  if (!appeal) return null
  const { decision, reason, text, isOwn } = appeal
  const known = APPEALABLE.find((action) => action === decision.action)
  const person = <bdi>{decision.by?.displayName ?? t('queue.appeal.admin')}</bdi>
  return (
    <>
      <p className="stoa-app-muted">
        {known && t.rich(`queue.appeal.${known}`, { person })} · <RelativeTime value={decision.at} />
        {reason && <> · {t('queue.appeal.reason', { reason })}</>}
      </p>
      <p className="stoa-app-queue-words" dir="auto">
        {t('queue.appeal.text', { text })}
      </p>
      {isOwn && <p className="stoa-app-muted">{t('queue.appeal.own')}</p>}
    </>
  )
}

const APPEALABLE = ['commentHidden', 'postHidden', 'postRefused', 'banned', 'timedOut'] as const

function Reasons({ item: { report } }: { item: QueueItem }) {
  const t = useTranslate(queueMessages)
  const { locale } = useI18n()
  if (!report) return null
  const { reasons, texts, newcomers, reporters } = report
  const people = new Intl.ListFormat(locale).format(reporters.map(({ displayName }) => displayName))
  return (
    <>
      <p className="stoa-app-queue-facts">
        {reasons.map(({ reason, count }) => (
          <Badge key={reason} tone="danger">
            {t('queue.reason', { reason: t(`queue.reason.${reason}`), count })}
          </Badge>
        ))}
        {newcomers > 0 && <Badge tone="warning">{t('queue.newcomers', { count: newcomers })}</Badge>}
        {people && (
          <span className="stoa-app-muted" dir="auto">
            {t('queue.reporters', { people })}
          </span>
        )}
      </p>
      {reporters.filter(isOftenWrong).map(({ userId, displayName, decided, dismissed }) => (
        <p key={userId} className="stoa-app-muted">
          {t.rich('queue.dismissed', { person: <bdi>{displayName}</bdi>, decided, dismissed })}
        </p>
      ))}
      {texts.map((text) => (
        <p key={text} dir="auto">
          {t('queue.text', { text })}
        </p>
      ))}
    </>
  )
}

type Reporter = NonNullable<QueueItem['report']>['reporters'][number]

/** Most of their reports were dismissed. */
const isOftenWrong = ({ decided, dismissed }: Reporter) => decided >= 4 && dismissed * 2 > decided
