import { MESSAGE_DELETABLE_MS } from '@stoa/contract'
import { refusalText } from '@stoa/store'
import {
  Button,
  formatDate,
  Menu,
  type MenuItem,
  useI18n,
  useTranslate,
  useWritten,
  WarningIcon,
  Written,
} from '@stoa/ui'
import type { PlacedMessage } from './days.ts'
import { MessageText } from './message-text.tsx'
import { PostCard } from './post-card.tsx'
import { messageTexts } from './texts.ts'

/** What can be done with a message. */
export interface MessageActions {
  onCopy: (text: string) => void
  onDelete: (id: string, forBoth: boolean) => void
  onReport: (id: string) => void
  onRetry: (nonce: string) => void
  onDiscard: (nonce: string) => void
  /** Puts the text of a message that wasn't sent back into the field. */
  onEdit: (nonce: string) => void
}

export interface MessageItemProps extends MessageActions {
  message: PlacedMessage
  /** Name of the other person. */
  name: string
  /** The other person has seen it, and it is the newest of these. Default false. */
  isSeen?: boolean | undefined
  /** The current time, in ms. */
  now: number
}

/** A message with its menu and state. */
export function MessageItem(props: MessageItemProps) {
  const { message, name, isSeen = false, onRetry, onDiscard, onEdit } = props
  const t = useTranslate(messageTexts)
  const { locale } = useI18n()
  const written = useWritten()
  const { sent, outgoing, text, at, isOwn, isFirst, isLast } = message
  const isUnsent = outgoing?.status === 'failed' || outgoing?.status === 'expired'
  return (
    <li
      className="stoa-talk-message"
      data-own={isOwn || undefined}
      data-first={isFirst || undefined}
      data-failed={isUnsent || undefined}
      data-waiting={outgoing?.status === 'waiting' || undefined}
    >
      <div className="stoa-talk-bubble">
        <div className="stoa-talk-text" {...written(text)}>
          {/* Isolated: the text alone decides its direction. */}
          <bdi className="stoa-visually-hidden" lang={locale}>
            {isOwn ? t('messages.you') : name}:{' '}
          </bdi>
          <MessageText text={text} />
        </div>
        {sent && <MessageMenu {...props} />}
      </div>
      {sent && <PostCard text={text} />}
      {outgoing && isUnsent ? (
        <p className="stoa-talk-state" role="alert">
          <span className="stoa-talk-problem">
            <WarningIcon size={14} />
            {t('messages.notSent')}
          </span>
          {outgoing.reason !== '' && (
            <Written>
              {/* Nobody is told that they are blocked. */}
              {outgoing.code === 'DM_BLOCKED' ? t('messages.notAllowed', { name }) : refusalText(outgoing, t)}
            </Written>
          )}
          {outgoing.status === 'expired' && <span>{t('messages.expired')}</span>}
          <Button variant="quiet" size="s" onClick={() => onRetry(outgoing.nonce)}>
            {t(outgoing.status === 'expired' ? 'messages.send' : 'messages.retry')}
          </Button>
          {outgoing.reason !== '' && (
            <Button variant="quiet" size="s" onClick={() => onEdit(outgoing.nonce)}>
              {t('messages.edit')}
            </Button>
          )}
          <Button variant="quiet" size="s" onClick={() => onDiscard(outgoing.nonce)}>
            {t('messages.discard')}
          </Button>
        </p>
      ) : outgoing ? (
        <p className="stoa-talk-state">{t(outgoing.status === 'waiting' ? 'messages.waiting' : 'messages.sending')}</p>
      ) : (
        (isLast || isSeen || sent.held) && (
          <p className="stoa-talk-state">
            {isLast && (
              <time dateTime={new Date(at).toISOString()} title={formatDate(at, locale, FULL)}>
                {formatDate(at, locale, { timeStyle: 'short' })}
              </time>
            )}
            {isSeen && <span>{t('messages.seen')}</span>}
            {sent.held && isOwn && <span>{t('messages.held', { name })}</span>}
          </p>
        )
      )}
    </li>
  )
}

const FULL = { dateStyle: 'full', timeStyle: 'short' } as const

function MessageMenu({ message, now, onCopy, onDelete, onReport }: MessageItemProps) {
  const t = useTranslate(messageTexts)
  const { sent, text, at, isOwn } = message
  if (!sent) return null
  const { id } = sent
  const items: MenuItem[] = [
    { id: 'copy', group: 'keep', label: t('message.copy'), onSelect: () => onCopy(text) },
    ...(isOwn
      ? []
      : [{ id: 'report', group: 'hide' as const, label: t('message.report'), onSelect: () => onReport(id) }]),
    { id: 'delete', group: 'leave', label: t('message.delete'), danger: true, onSelect: () => onDelete(id, false) },
  ]
  if (isOwn && now - at < MESSAGE_DELETABLE_MS) {
    const label = t('message.deleteForBoth')
    items.push({ id: 'both', group: 'leave', label, danger: true, onSelect: () => onDelete(id, true) })
  }
  return <Menu label={t('message.menu')} items={items} />
}
