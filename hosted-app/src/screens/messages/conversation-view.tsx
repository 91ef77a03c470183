import { authorPath, type Conversation, type WritingState } from '@stoa/contract'
import { draftKey, setBlock } from '@stoa/store'
import { useDraft, useMessages, useMessagesState, useStoa } from '@stoa/store/react'
import {
  Avatar,
  Button,
  ButtonLink,
  ChevronStartIcon,
  Menu,
  type MenuItem,
  useTranslate,
  useWritten,
  Written,
} from '@stoa/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { conversationPath, MESSAGES_PATH } from '../../paths.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { MessageComposer } from './message-composer.tsx'
import { MessageLog } from './message-log.tsx'
import { ReportMessage } from './report-message.tsx'
import { messageTexts } from './texts.ts'

/** The other person of a conversation that exists or can begin. */
export interface Correspondent {
  person: Conversation['person']
  profileTitle: string
  /** Null: it hasn't begun. */
  conversation: Conversation | null
  writing: WritingState
}

const NOTHING = { messages: [], hasMore: false, status: 'success', older: undefined } as const

/** A conversation, or its beginning with a person. */
export function ConversationView({
  person,
  profileTitle,
  conversation,
  writing,
  onUnblocked,
}: Correspondent & {
  /** Called after unblocking somebody with whom there is no conversation yet. Default: none. */
  onUnblocked?: () => void
}) {
  const t = useTranslate(messageTexts)
  const stoa = useStoa()
  const app = useHostedApp()
  const messages = useMessages()
  const navigate = useNavigate()
  const alert = useErrorToast()
  const id = conversation?.id ?? ''
  const thread = useMessagesState(({ threads }) => threads[id]) ?? NOTHING
  const outbox = useMessagesState((state) => state.outbox)
  const outgoing = useMemo(() => outbox.filter((one) => one.recipientId === person.userId), [outbox, person.userId])
  const [text, setText] = useDraft(draftKey('message', person.userId))
  const [dialog, setDialog] = useState<'block' | 'delete' | { reportId: string } | null>(null)
  const [isAtEnd, setAtEnd] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  /** A message is being stored on the device. Its text is still in the field. */
  const isKeeping = useRef(false)
  const { displayName: name } = person
  useMarkRead(conversation, isAtEnd, thread.messages.length)
  useEffect(() => {
    // After the page change has set its own focus. On phones the keyboard would cover the messages.
    const timer = setTimeout(() => {
      if (hasKeyboard()) field.current?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [person.userId])
  const shownWriting = useRef(writing)
  useEffect(() => {
    if (shownWriting.current === writing) return
    shownWriting.current = writing
    // What had the focus may be gone.
    if (document.activeElement === document.body)
      (hasKeyboard() ? (field.current ?? box.current) : box.current)?.focus({ preventScroll: true })
  }, [writing])

  const arrive = (conversationId: string | null) => {
    if (conversationId !== null && conversationId !== id)
      void navigate(conversationPath(conversationId), { replace: true })
  }
  const done = (notice: string) => void app.toasts.show({ text: notice })
  const setBlocked = (block: boolean) =>
    (conversation
      ? messages.block(conversation, block)
      : setBlock(stoa, { userId: person.userId, block }).then(onUnblocked)
    ).catch(alert)
  const removeConversation = () =>
    messages.deleteConversation(id).then(() => {
      done(t('messages.deleted.done'))
      return navigate(MESSAGES_PATH)
    }, alert)

  return (
    <section className="stoa-talk" aria-label={t('messages.with', { name })}>
      <header className="stoa-talk-head">
        <ButtonLink
          href={MESSAGES_PATH}
          variant="quiet"
          className="stoa-talk-back"
          icon={<ChevronStartIcon />}
          aria-label={t('messages.back')}
          data-icon-only=""
        />
        <Avatar id={person.userId} name={name} src={person.imageUrl} />
        <div>
          <h2>
            <bdi>{person.slugUrl ? <a href={authorPath(person.slugUrl)}>{name}</a> : name}</bdi>
          </h2>
          <p>
            <About title={profileTitle} community={conversation?.sharedCommunities[0]?.title ?? ''} />
          </p>
        </div>
        {conversation && (
          <Menu label={t('messages.menu')} size="m" items={menuOf(conversation, thread.messages.length > 0)} />
        )}
      </header>
      <MessageLog
        key={id}
        thread={thread}
        outgoing={outgoing}
        person={person}
        seenUntil={conversation?.seenUntil ?? null}
        now={stoa.clock()}
        box={box}
        onEnd={setAtEnd}
        onOlder={() => void messages.loadOlder(id)}
        onReload={() => void messages.open(id)}
        onCopy={(copied) => {
          void navigator.clipboard?.writeText(copied).then(() => done(t('message.copied')), alert)
        }}
        onDelete={(messageId, forBoth) => {
          const message = thread.messages.find((one) => one.id === messageId)
          if (!message) return
          messages.deleteMessage(message, forBoth).catch(alert)
          box.current?.focus({ preventScroll: true })
        }}
        onReport={(reportId) => setDialog({ reportId })}
        onRetry={(nonce) => {
          focusWriting()
          void messages.retry(nonce).then(arrive)
        }}
        onDiscard={(nonce) => {
          focusWriting()
          messages.discard(nonce)
        }}
        onEdit={(nonce) => {
          const unsent = outgoing.find((one) => one.nonce === nonce)
          if (unsent) setText(text === '' ? unsent.text : `${unsent.text}\n\n${text}`)
          focusWriting()
          messages.discard(nonce)
        }}
      />
      {conversation?.isRequest && writing !== 'blocked' && (
        <RequestBar
          name={name}
          onAccept={() => messages.accept(id).then(() => field.current?.focus(), alert)}
          onDelete={() => setDialog('delete')}
          onBlock={() => setDialog('block')}
        />
      )}
      {writing === 'allowed' ? (
        <MessageComposer
          name={name}
          text={text}
          field={field}
          onText={setText}
          onSend={(sent) => {
            if (isKeeping.current) return
            isKeeping.current = true
            const onKept = () => {
              isKeeping.current = false
              // Anything typed since stays.
              const since = field.current?.value ?? ''
              setText(since.startsWith(sent) ? since.slice(sent.length) : since)
            }
            void messages.send({ recipientId: person.userId, text: sent, name, onKept }).then(arrive)
          }}
        />
      ) : (
        <WhyClosed
          writing={writing}
          name={name}
          unsent={text}
          // Only whoever has blocked is told of it.
          onUnblock={writing === 'blocked' ? () => void setBlocked(false) : undefined}
        />
      )}
      {dialog === 'block' && (
        <ConfirmDialog
          title={t('messages.block.title', { name })}
          text={t('messages.block.text')}
          confirm={t('messages.block.confirm')}
          onConfirm={() => setBlocked(true)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t('messages.delete.title')}
          text={t('messages.delete.text', { name })}
          confirm={t('messages.delete.confirm')}
          isDanger
          onConfirm={removeConversation}
          onClose={() => setDialog(null)}
        />
      )}
      {typeof dialog === 'object' && dialog && conversation && (
        <ReportMessage
          conversation={conversation}
          messages={thread.messages}
          messageId={dialog.reportId}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  )

  function focusWriting(): void {
    ;(field.current ?? box.current)?.focus({ preventScroll: true })
  }

  function menuOf({ youBlocked }: Conversation, hasMessages: boolean): MenuItem[] {
    const theirs = thread.messages.findLast(({ senderId }) => senderId === person.userId)
    const items: (MenuItem | false)[] = [
      person.slugUrl !== '' && {
        id: 'profile',
        group: 'keep',
        label: t('messages.profile'),
        href: authorPath(person.slugUrl),
      },
      theirs !== undefined && {
        id: 'report',
        group: 'hide',
        label: t('messages.report'),
        onSelect: () => setDialog({ reportId: theirs.id }),
      },
      youBlocked
        ? {
            id: 'unblock',
            group: 'hide',
            label: t('messages.unblock', { name }),
            onSelect: () => void setBlocked(false),
          }
        : { id: 'block', group: 'hide', label: t('messages.block', { name }), onSelect: () => setDialog('block') },
      hasMessages && {
        id: 'delete',
        group: 'leave',
        label: t('messages.delete'),
        danger: true,
        onSelect: () => setDialog('delete'),
      },
    ]
    return items.filter((item) => item !== false)
  }
}

/** A keyboard on the screen would cover the messages. */
function hasKeyboard(): boolean {
  return window.matchMedia?.('(pointer: fine) and (min-width: 64rem)').matches ?? false
}

/** The person's title and a common community; empty for neither. */
function About({ title, community }: { title: string; community: string }) {
  const t = useTranslate(messageTexts)
  return (
    <>
      {title && <Written>{title}</Written>}
      {community && (
        <span>
          {title && ' · '}
          {t.rich('messages.in', { community: <Written>{community}</Written> })}
        </span>
      )}
    </>
  )
}

/** Marks a conversation as read while its newest message is in view on a visible page. */
function useMarkRead(conversation: Conversation | null, isAtEnd: boolean, length: number): void {
  const messages = useMessages()
  const [isVisible, setVisible] = useState(() => !document.hidden)
  useEffect(() => {
    const look = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const { id = '', unread = 0 } = conversation ?? {}
  useEffect(() => {
    if (unread > 0 && length > 0 && isVisible && isAtEnd) void messages.markRead(id)
  }, [messages, id, unread, length, isVisible, isAtEnd])
}

interface RequestBarProps {
  name: string
  onAccept: () => void
  onDelete: () => void
  onBlock: () => void
}

/** What can be done with a message request besides answering. */
function RequestBar({ name, onAccept, onDelete, onBlock }: RequestBarProps) {
  const t = useTranslate(messageTexts)
  return (
    <div className="stoa-talk-request">
      <p>
        <b>{t('request.text', { name })}</b> {t('request.hint')}
      </p>
      <Button variant="quiet" onClick={onBlock}>
        {t('request.block')}
      </Button>
      <Button variant="quiet" onClick={onDelete}>
        {t('request.delete')}
      </Button>
      <Button variant="primary" onClick={onAccept}>
        {t('request.accept')}
      </Button>
    </div>
  )
}

interface WhyClosedProps {
  writing: Exclude<WritingState, 'allowed'>
  name: string
  /** A text that was typed before. */
  unsent: string
  /** Unblocks the person. Undefined if the viewer hasn't blocked them. */
  onUnblock: (() => void) | undefined
}

/** Says why nothing can be written. */
function WhyClosed({ writing, name, unsent, onUnblock }: WhyClosedProps) {
  const t = useTranslate(messageTexts)
  const written = useWritten()
  return (
    <div className="stoa-talk-closed">
      <p role="status">{t(`messages.${writing}`, { name })}</p>
      {unsent.trim() !== '' && (
        <blockquote {...written(unsent)} aria-label={t('messages.notSent')}>
          {unsent}
        </blockquote>
      )}
      {onUnblock && <Button onClick={onUnblock}>{t('messages.unblock', { name })}</Button>}
    </div>
  )
}
