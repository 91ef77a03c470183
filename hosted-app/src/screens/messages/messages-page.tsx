import './messages.css'
import './conversation.css'
import type { CallOutput, Conversation } from '@stoa/contract'
import type { BoxName } from '@stoa/store'
import { useMessages, useMessagesState, useStoa } from '@stoa/store/react'
import {
  Avatar,
  Button,
  ButtonLink,
  ChevronEndIcon,
  ChevronStartIcon,
  EditIcon,
  EmptyState,
  LoadFailure,
  MailIcon,
  SearchIcon,
  Skeleton,
  TextField,
  useTranslate,
} from '@stoa/ui'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { conversationPath, MESSAGE_SETTINGS_PATH, MESSAGES_PATH } from '../../paths.ts'
import { useDebounced } from '../../shell/use-debounced.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { useLoaded } from '../settings/use-loaded.ts'
import { ConversationList } from './conversation-list.tsx'
import { ConversationView, type Correspondent } from './conversation-view.tsx'
import { NewMessage } from './new-message.tsx'
import { messageTexts } from './texts.ts'

/** Last part of the address of message requests. */
const REQUESTS = 'requests'

/** The inbox, message requests or a conversation, by address. */
export function MessagesPage() {
  const { conversationId = '' } = useParams()
  const isConversation = conversationId !== '' && conversationId !== REQUESTS
  const isRequest = useMessagesState(({ conversations }) => conversations[conversationId]?.isRequest ?? false)
  return (
    <Inbox
      box={conversationId === REQUESTS || isRequest ? 'requests' : 'inbox'}
      openId={isConversation ? conversationId : undefined}
    >
      {isConversation ? <OpenConversation key={conversationId} id={conversationId} /> : undefined}
    </Inbox>
  )
}

/** The conversation with a person, which this page begins if there is none. */
export function PersonMessagePage() {
  const { id: idOrSlug = '' } = useParams()
  return (
    <Inbox box="inbox" openId={idOrSlug}>
      <PersonConversation key={idOrSlug} idOrSlug={idOrSlug} />
    </Inbox>
  )
}

interface InboxProps {
  box: BoxName
  /** The open conversation. Undefined if none is open. */
  openId: string | undefined
  /** The open conversation. Default: a hint to choose one. */
  children?: ReactNode
}

/** The list of conversations beside the open one; on phones either of them. */
function Inbox({ box, openId, children }: InboxProps) {
  const t = useTranslate(messageTexts)
  const [isNew, setNew] = useState(false)
  const write = () => setNew(true)
  const { ids, status } = useMessagesState(({ boxes }) => boxes[box])
  return (
    <div className="stoa-inbox" data-open={openId === undefined ? undefined : ''}>
      <Conversations key={box} box={box} openId={openId} onNew={write} />
      {openId !== undefined && (
        <h1 className="stoa-visually-hidden">{t(box === 'inbox' ? 'messages.title' : 'messages.requests.title')}</h1>
      )}
      {children ?? (
        <div className="stoa-inbox-choose">
          {ids.length === 0 && status === 'success' && <EmptyBox box={box} onNew={write} />}
          {ids.length > 0 && (
            <EmptyState
              title={t('messages.choose')}
              icon={<MailIcon size={32} />}
              action={<Button onClick={write}>{t('messages.new')}</Button>}
            >
              {t('messages.choose.text')}
            </EmptyState>
          )}
        </div>
      )}
      {isNew && <NewMessage onClose={() => setNew(false)} />}
    </div>
  )
}

interface ConversationsProps extends Pick<InboxProps, 'box' | 'openId'> {
  onNew: () => void
}

function Conversations({ box, openId, onNew }: ConversationsProps) {
  const t = useTranslate(messageTexts)
  const stoa = useStoa()
  const alert = useErrorToast()
  const messages = useMessages()
  const { ids, status, hasMore } = useMessagesState(({ boxes }) => boxes[box])
  const conversations = useMessagesState((state) => state.conversations)
  const requests = useMessagesState((state) => state.requests)
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed)
  const found = useSearch(query)
  const isSearching = query !== '' && box === 'inbox'
  const shown = (isSearching ? found : ids)?.flatMap((id) => conversations[id] ?? []) ?? []
  useEffect(() => void messages.loadBox(box), [messages, box])
  return (
    <section className="stoa-inbox-side" aria-label={t('messages.conversations')}>
      {box === 'inbox' ? (
        <>
          <header>
            <h1>{t('messages.title')}</h1>
            <Button size="s" icon={<EditIcon size={16} />} onClick={onNew}>
              {t('messages.new')}
            </Button>
          </header>
          <div className="stoa-inbox-search">
            <SearchIcon size={18} />
            <TextField
              type="search"
              label={t('messages.search')}
              hideLabel
              placeholder={t('messages.search')}
              value={typed}
              maxLength={100}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </div>
          {!isSearching && requests && requests.count > 0 && <RequestsLink {...requests} />}
        </>
      ) : (
        <header>
          <ButtonLink
            href={MESSAGES_PATH}
            variant="quiet"
            icon={<ChevronStartIcon />}
            aria-label={t('messages.back')}
            data-icon-only=""
          />
          <h1>{t('messages.requests.title')}</h1>
        </header>
      )}
      {shown.length > 0 ? (
        <>
          <ConversationList conversations={shown} openId={openId} now={stoa.clock()} />
          {hasMore && !isSearching && <MoreButton onMore={() => messages.loadMore(box).catch(alert)} />}
        </>
      ) : (
        <NoConversations
          kind={isSearching ? 'search' : box}
          status={isSearching && found === null ? 'loading' : status}
          onNew={onNew}
          onRetry={() => void messages.loadBox(box)}
        />
      )}
      <p className="stoa-inbox-foot">
        {t(box === 'inbox' ? 'messages.private' : 'messages.requests.text')}{' '}
        <a href={MESSAGE_SETTINGS_PATH}>{t('messages.settings')}</a>
      </p>
    </section>
  )
}

/** Ids of the conversations that match; null until known. */
function useSearch(query: string): readonly string[] | null {
  const messages = useMessages()
  const alert = useErrorToast()
  const [result, setResult] = useState<{ query: string; ids: readonly string[] } | null>(null)
  useEffect(() => {
    if (query === '') return
    messages.search(query).then((ids) => setResult({ query, ids }), alert)
    // `alert` is another function after each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [messages, query])
  return result?.query === query ? result.ids : null
}

function RequestsLink({ count, people }: NonNullable<CallOutput<'dmConversationList'>['requests']>) {
  const t = useTranslate(messageTexts)
  return (
    <a className="stoa-inbox-requests" href={conversationPath(REQUESTS)}>
      <span className="stoa-inbox-faces">
        {people.slice(0, 2).map(({ userId, displayName, imageUrl }) => (
          <Avatar key={userId} id={userId} name={displayName} src={imageUrl} size="xs" />
        ))}
      </span>
      {t('messages.requests', { count })}
      <ChevronEndIcon size={18} />
    </a>
  )
}

function MoreButton({ onMore }: { onMore: () => Promise<void> }) {
  const t = useTranslate(messageTexts)
  const [isBusy, setBusy] = useState(false)
  return (
    <Button
      variant="quiet"
      busy={isBusy}
      onClick={() => {
        setBusy(true)
        void onMore().finally(() => setBusy(false))
      }}
    >
      {t('messages.more')}
    </Button>
  )
}

interface NoConversationsProps {
  kind: BoxName | 'search'
  status: 'idle' | 'loading' | 'success' | 'error'
  onNew: () => void
  onRetry: () => void
}

function NoConversations({ kind, status, onNew, onRetry }: NoConversationsProps) {
  const t = useTranslate(messageTexts)
  if (status === 'error') return <LoadFailure onRetry={onRetry}>{t('messages.failed')}</LoadFailure>
  if (status !== 'success') {
    return (
      <div className="stoa-inbox-loading">
        <Skeleton lines={2} withAvatar />
        <Skeleton lines={2} withAvatar />
        <Skeleton lines={2} withAvatar />
      </div>
    )
  }
  if (kind === 'search') {
    return <EmptyState title={t('messages.search.none')}>{t('messages.search.none.text')}</EmptyState>
  }
  return (
    <>
      <div className="stoa-inbox-none">
        <EmptyBox box={kind} onNew={onNew} />
      </div>
      <p className="stoa-inbox-blank">{t(kind === 'inbox' ? 'messages.blank' : 'messages.requests.blank')}</p>
    </>
  )
}

/** Says that there are no conversations: beside their list in wide windows, otherwise in its place. */
function EmptyBox({ box, onNew }: { box: BoxName; onNew: () => void }) {
  const t = useTranslate(messageTexts)
  return box === 'requests' ? (
    <EmptyState title={t('messages.requests.empty')} icon={<MailIcon size={32} />}>
      {t('messages.requests.empty.text')}
    </EmptyState>
  ) : (
    <EmptyState
      title={t('messages.empty')}
      icon={<MailIcon size={32} />}
      action={<Button onClick={onNew}>{t('messages.new')}</Button>}
    >
      {t('messages.empty.text')}
    </EmptyState>
  )
}

/** A conversation by its id. */
function OpenConversation({ id }: { id: string }) {
  const messages = useMessages()
  const conversation = useMessagesState(({ conversations }) => conversations[id])
  const status = useMessagesState(({ threads }) => threads[id]?.status)
  useEffect(() => void messages.open(id), [messages, id])
  if (status === 'missing') return <MissingConversation />
  if (conversation) return <ConversationView {...withConversation(conversation)} />
  return <Waiting hasFailed={status === 'error'} onRetry={() => void messages.open(id)} />
}

function withConversation(conversation: Conversation): Correspondent {
  const { person, profileTitle, writing } = conversation
  return { person, profileTitle, conversation, writing }
}

/** The conversation with a person, or its beginning. */
function PersonConversation({ idOrSlug }: { idOrSlug: string }) {
  const { client } = useStoa()
  const navigate = useNavigate()
  const load = useCallback(async () => {
    const { user } = await client.call('userGet', { idOrSlug })
    return client.call('dmWith', { userId: user.id })
  }, [client, idOrSlug])
  const { value, failed, reload } = useLoaded(load)
  const existingId = value?.conversation?.id
  useEffect(() => {
    if (existingId) void navigate(conversationPath(existingId), { replace: true })
  }, [existingId, navigate])
  return value && !existingId ? (
    <ConversationView {...value} onUnblocked={reload} />
  ) : (
    <Waiting hasFailed={failed} onRetry={reload} />
  )
}

function Waiting({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  const t = useTranslate(messageTexts)
  return (
    <div className="stoa-talk">
      <div className="stoa-talk-start">
        {hasFailed ? (
          <LoadFailure onRetry={onRetry}>{t('messages.failed')}</LoadFailure>
        ) : (
          <Skeleton lines={4} withAvatar />
        )}
      </div>
    </div>
  )
}

function MissingConversation() {
  const t = useTranslate(messageTexts)
  return (
    <div className="stoa-inbox-choose">
      <EmptyState
        title={t('messages.missing')}
        icon={<MailIcon size={32} />}
        action={<ButtonLink href={MESSAGES_PATH}>{t('messages.back')}</ButtonLink>}
      >
        {t('messages.missing.text')}
      </EmptyState>
    </div>
  )
}
