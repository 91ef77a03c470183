import type { Message } from '@stoa/contract'
import type { MessageThread, OutgoingMessage } from '@stoa/store'
import { Button, ChevronDownIcon, LoadFailure, Spinner, useI18n, useTranslate } from '@stoa/ui'
import { Fragment, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { daysAgo, dayText, placeMessages, type ShownMessage } from './days.ts'
import { type MessageActions, MessageItem } from './message-item.tsx'
import { messageTexts } from './texts.ts'

export interface MessageLogProps extends MessageActions {
  thread: Pick<MessageThread, 'messages' | 'hasMore' | 'status' | 'older'>
  /** Messages on their way to this person. */
  outgoing: readonly OutgoingMessage[]
  /** The other person. */
  person: { userId: string; displayName: string }
  /** The other person has seen messages up to this time; null if unknown. */
  seenUntil: number | null
  /** The current time, in ms. */
  now: number
  /** The scrolled box, which gets the focus when a message is gone. */
  box: RefObject<HTMLDivElement | null>
  /** Called whenever the newest message comes into view or leaves it. */
  onEnd: (isAtEnd: boolean) => void
  onOlder: () => void
  onReload: () => void
}

/** The end counts as in view within this distance, in px. */
const NEAR = 48

/** The messages of a conversation, oldest first. It stays at its end, and older ones are added without jumps. */
export function MessageLog(props: MessageLogProps) {
  const { thread, outgoing, person, seenUntil, now, box, onEnd, onOlder, onReload, ...actions } = props
  const t = useTranslate(messageTexts)
  const { locale } = useI18n()
  const { messages, hasMore, status, older } = thread
  const placed = useMemo(() => placeMessages(shownOf(messages, outgoing, person.userId)), [messages, outgoing, person])
  const { isAtEnd, toEnd, onScroll } = useScrollPosition(box, placed, { onEnd, onOlder: hasMore ? onOlder : undefined })
  const seenId = messages.findLast(
    ({ senderId, createdAt }) => senderId !== person.userId && createdAt <= (seenUntil ?? 0),
  )?.id
  const name = person.displayName
  return (
    <div className="stoa-talk-window">
      <div
        ref={box}
        className="stoa-talk-scroll"
        role="region"
        aria-label={t('messages.list', { name })}
        // A keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
      >
        <div className="stoa-talk-start">
          {status === 'loading' ? (
            <Spinner label={t('app.loading')} />
          ) : status === 'error' ? (
            <LoadFailure onRetry={onReload}>{t('messages.failed')}</LoadFailure>
          ) : hasMore ? (
            <Button variant="quiet" size="s" busy={older === 'loading'} onClick={onOlder}>
              {t('messages.older')}
            </Button>
          ) : (
            <p>{t('messages.first', { name })}</p>
          )}
        </div>
        <ol className="stoa-talk-list">
          {placed.map((message) => (
            <Fragment key={message.key}>
              {message.day !== undefined && (
                <li className="stoa-talk-day">{dayLabel(message.day, daysAgo(message.day, now))}</li>
              )}
              <MessageItem
                {...actions}
                message={message}
                name={name}
                now={now}
                isSeen={message.sent !== undefined && message.sent.id === seenId}
              />
            </Fragment>
          ))}
        </ol>
      </div>
      <Arrivals messages={messages} person={person} />
      {!isAtEnd && (
        <div className="stoa-talk-newest">
          <Button size="s" icon={<ChevronDownIcon size={16} />} onClick={toEnd}>
            {t('messages.newest')}
          </Button>
        </div>
      )}
    </div>
  )

  function dayLabel(day: number, ago: number): string {
    if (ago === 0) return t('messages.today')
    return ago === 1 ? t('messages.yesterday') : dayText(day, now, locale)
  }
}

function shownOf(
  messages: readonly Message[],
  outgoing: readonly OutgoingMessage[],
  otherId: string,
): readonly ShownMessage[] {
  return [
    ...messages.map((sent) => ({
      key: sent.id,
      text: sent.text,
      at: sent.createdAt,
      isOwn: sent.senderId !== otherId,
      sent,
    })),
    ...outgoing.map((one) => ({ key: one.nonce, text: one.text, at: one.at, isOwn: true, outgoing: one })),
  ]
}

/** Announces messages that arrive while the conversation is open. */
function Arrivals({ messages, person }: { messages: readonly Message[]; person: MessageLogProps['person'] }) {
  const t = useTranslate(messageTexts)
  const newest = messages.at(-1)
  const [firstId] = useState(newest?.id)
  const isNew = newest !== undefined && firstId !== undefined && newest.id !== firstId
  return (
    <p className="stoa-visually-hidden" role="status">
      {isNew && newest.senderId === person.userId
        ? t('messages.arrived', { name: person.displayName, text: newest.text })
        : ''}
    </p>
  )
}

interface ScrollCallbacks {
  onEnd: (isAtEnd: boolean) => void
  /** Called near the start. Undefined if there is nothing older. */
  onOlder: (() => void) | undefined
}

/** A message that is being read, and its distance from the box's upper edge. */
interface Anchor {
  message: Element
  offset: number
}

function offsetIn(box: Element, message: Element): number {
  return message.getBoundingClientRect().top - box.getBoundingClientRect().top
}

/** The first message that is completely in view. */
function anchorIn(box: Element): Anchor | undefined {
  for (const message of box.querySelectorAll('.stoa-talk-message')) {
    const offset = offsetIn(box, message)
    if (offset >= 0) return { message, offset }
  }
  return undefined
}

/** Keeps the newest message in view if it was, or else what is being read in its place. */
function useScrollPosition(
  box: RefObject<HTMLDivElement | null>,
  shown: readonly ShownMessage[],
  { onEnd, onOlder }: ScrollCallbacks,
) {
  const [isAtEnd, setAtEnd] = useState(true)
  const before = useRef<{ isAtEnd: boolean; anchor: Anchor | undefined }>({ isAtEnd: true, anchor: undefined })
  const first = shown[0]?.key ?? ''
  const last = shown.at(-1)
  const lastKey = last?.key ?? ''
  const isOutgoing = last?.outgoing !== undefined
  const measure = () => {
    const element = box.current
    if (!element) return
    const isEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR
    before.current = { isAtEnd: isEnd, anchor: anchorIn(element) }
    setAtEnd(isEnd)
    onEnd(isEnd)
  }
  /** After the heights have changed. */
  const keepPlace = (toEnd = false) => {
    const element = box.current
    if (!element) return
    const { isAtEnd: wasAtEnd, anchor } = before.current
    if (wasAtEnd || toEnd) element.scrollTo?.({ top: element.scrollHeight })
    else if (anchor?.message.isConnected) element.scrollBy?.({ top: offsetIn(element, anchor.message) - anchor.offset })
    measure()
  }
  const toEnd = () => {
    box.current?.scrollTo({ top: box.current.scrollHeight })
    box.current?.focus({ preventScroll: true })
    measure()
  }
  const latest = useRef({ keepPlace })
  useLayoutEffect(() => {
    latest.current = { keepPlace }
  })
  useLayoutEffect(() => latest.current.keepPlace(isOutgoing), [first, lastKey, isOutgoing])
  useEffect(() => {
    const element = box.current
    const list = element?.lastElementChild
    if (!element || !list || typeof ResizeObserver === 'undefined') return undefined
    // A card, the keyboard or a growing composer changes the heights.
    const observer = new ResizeObserver(() => latest.current.keepPlace())
    observer.observe(element)
    observer.observe(list)
    return () => observer.disconnect()
  }, [box])
  return {
    isAtEnd,
    toEnd,
    onScroll() {
      measure()
      if (onOlder && (box.current?.scrollTop ?? 0) < 200) onOlder()
    },
  }
}
