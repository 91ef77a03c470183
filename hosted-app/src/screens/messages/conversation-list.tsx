import type { Conversation } from '@stoa/contract'
import { Avatar, useI18n, useTranslate, useWritten, VisuallyHidden, Written } from '@stoa/ui'
import { conversationPath } from '../../paths.ts'
import { shownCount } from '../../shell/shown-count.ts'
import { daysAgo, shortTime } from './days.ts'
import { messageTexts } from './texts.ts'

export interface ConversationListProps {
  conversations: readonly Conversation[]
  /** The open one. Default: none. */
  openId?: string | undefined
  /** The current time, in ms. */
  now: number
}

/** Conversations with their newest message, as links. */
export function ConversationList({ conversations, openId, now }: ConversationListProps) {
  const t = useTranslate(messageTexts)
  const written = useWritten()
  const { locale } = useI18n()
  return (
    <ul className="stoa-inbox-list" aria-label={t('messages.conversations')}>
      {conversations.map((conversation) => {
        const { id, person, lastMessage, unread, activeAt } = conversation
        const isUnread = unread > 0
        const text = lastMessage?.text ?? t('messages.noneLeft')
        const isOwn = lastMessage !== null && lastMessage.senderId !== person.userId
        return (
          <li key={id}>
            <a
              href={conversationPath(id)}
              aria-current={id === openId ? 'page' : undefined}
              data-unread={isUnread || undefined}
            >
              <Avatar id={person.userId} name={person.displayName} src={person.imageUrl} />
              <span className="stoa-inbox-line">
                <bdi className="stoa-inbox-name">{person.displayName}</bdi>
                <time dateTime={new Date(activeAt).toISOString()}>
                  {daysAgo(activeAt, now) === 1 ? t('messages.yesterday') : shortTime(activeAt, now, locale)}
                </time>
              </span>
              <span className="stoa-inbox-line">
                <span className="stoa-inbox-text" {...(!isOwn && written(text))}>
                  {isOwn ? t.rich('messages.yours', { text: <Written>{text}</Written> }) : text}
                </span>
                {isUnread && (
                  <>
                    <span className="stoa-app-rail-count" data-tone="news" aria-hidden="true" translate="no">
                      {shownCount(unread)}
                    </span>
                    <VisuallyHidden>{t('messages.unread', { count: unread })}</VisuallyHidden>
                  </>
                )}
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
