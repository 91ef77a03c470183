import { errorCode, randomId } from '@stoa/client'
import { type CallOutput, type Conversation, type Message, normalizeText } from '@stoa/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { whenLive } from '../live/watch.ts'
import { setBlock } from '../mutes.ts'
import { createUnreadCounts } from '../notifications.ts'
import { keepWrite, type OutboxEntry, openOutbox } from '../outbox.ts'
import { NO_CACHE, type Stoa } from '../stoa.ts'
import { type MessageBox, type MessageThread, sortedIds, withMessages, withNewest } from './merge.ts'
import { createOutbox, keptMessage, type OutgoingMessage } from './outbox.ts'

/** The viewer's conversations, as far as they are loaded. */
export interface MessagesState {
  conversations: Readonly<Record<string, Conversation>>
  boxes: Readonly<Record<BoxName, MessageBox>>
  /** Number and newest senders of message requests; null while unknown. */
  requests: CallOutput<'dmConversationList'>['requests'] | null
  /** Messages by conversation. */
  threads: Readonly<Record<string, MessageThread>>
  /** Messages being sent or not sent, oldest first. */
  outbox: readonly OutgoingMessage[]
}

export type BoxName = 'inbox' | 'requests'

/** What is loaded of conversations and messages, and what the viewer does with them: `stoa.singleton(createMessages)`. */
export interface Messages {
  readonly state: StoreApi<MessagesState>
  /** Loads a box, or reloads it. A failure is in its `status`. */
  loadBox(box: BoxName): Promise<void>
  loadMore(box: BoxName): Promise<void>
  /** Ids of conversations with a text in the person's name or a message. */
  search(query: string): Promise<string[]>
  /** Loads a conversation with its newest messages. A failure is in the thread's `status`. */
  open(conversationId: string): Promise<void>
  loadOlder(conversationId: string): Promise<void>
  /**
   * Sends a message. Resolves to its conversation; null if it wasn't sent, which the outbox shows. `name`: the
   * recipient's, for the outbox. `onKept` is called once the device has it, so that the draft can be emptied.
   */
  send(input: { recipientId: string; text: string; name?: string; onKept?: () => void }): Promise<string | null>
  /** Sends a failed message again. */
  retry(nonce: string): Promise<string | null>
  /** Removes a message that wasn't sent. */
  discard(nonce: string): void
  /** Records that the viewer has seen the newest loaded message. */
  markRead(conversationId: string): Promise<void>
  accept(conversationId: string): Promise<void>
  /** Deletes a message for the viewer, or one of theirs for both. Rolls back and rejects if that fails. */
  deleteMessage(message: Message, forBoth: boolean): Promise<void>
  /** Deletes a conversation for the viewer, up to the newest loaded message. */
  deleteConversation(conversationId: string): Promise<void>
  /** Blocks or unblocks the other person. */
  block(conversation: Conversation, block: boolean): Promise<void>
  /** Follows the events of the viewer's conversations. Returns the function that unsubscribes. */
  subscribe(): () => void
}

const PAGE = 30
/** Maximum number of items that are loaded again after an event. */
const RELOADED_MAX = 100

const emptyBox: MessageBox = { ids: [], cursor: null, hasMore: false, status: 'idle' }

const emptyState = {
  conversations: {},
  boxes: { inbox: emptyBox, requests: emptyBox },
  requests: null,
  threads: {},
} satisfies Omit<MessagesState, 'outbox'>

const newThread: MessageThread = { messages: [], cursor: null, hasMore: false, status: 'loading' }

/** Creates the viewer's conversations. They are forgotten when somebody else signs in. */
export function createMessages(stoa: Stoa): Messages {
  const { call } = stoa.client
  const state = createStore<MessagesState>(() => ({ ...emptyState, outbox: [] }))
  let local: readonly OutgoingMessage[] = []
  const unread = stoa.singleton(createUnreadCounts)
  /** Ids of messages by nonce that the server has announced. */
  const announced = new Map<string, string>()
  /** Nonces of messages in the application's outbox that are loaded. */
  const arrived = new Set<string>()
  /** Messages that the viewer has deleted, which a response on its way may still contain. */
  const deleted = new Set<string>()
  /** Sending in order, by recipient. */
  const queues = new Map<string, Promise<unknown>>()
  const reloads = new Map<string, Reload>()
  const outbox = createOutbox(stoa, (messages) => {
    local = messages
    showOutbox()
  })
  outbox.tell()
  const viewerId = () => stoa.state.getState().viewer?.id

  /** Messages in the application's outbox, without those that have arrived although no response says so. */
  function kept(): OutgoingMessage[] {
    const messages = stoa.state.getState().outbox.flatMap((entry) => keptMessage(entry) ?? [])
    return messages.filter(({ nonce }) => !arrived.has(nonce))
  }
  function showOutbox(): void {
    state.setState({ outbox: [...kept(), ...local] })
  }
  showOutbox()
  stoa.onDestroy(
    stoa.state.subscribe((now, before) => {
      if (now.outbox === before.outbox) return
      showOutbox()
      // The conversation may have been loaded first.
      dropArrived(Object.values(state.getState().threads).flatMap((thread) => thread.messages))
    }),
  )
  void stoa.singleton(openOutbox).then(
    (opened) => opened && stoa.onDestroy(opened.onEnd(endKept)),
    () => {},
  )

  stoa.onDestroy(
    stoa.state.subscribe(({ viewer }, before) => {
      if (viewer?.id === before.viewer?.id) return
      reloads.clear()
      queues.clear()
      state.setState(emptyState)
      outbox.tell()
    }),
  )

  /** The response, unless somebody else has signed in meanwhile. */
  async function own<Result>(response: Promise<Result>): Promise<Result> {
    const id = viewerId()
    const result = await response
    // Never continues: what it would change belongs to another person.
    return id === viewerId() ? result : new Promise<Result>(() => {})
  }

  function setBox(name: BoxName, change: Partial<MessageBox>): void {
    state.setState(({ boxes }) => ({ boxes: { ...boxes, [name]: { ...boxes[name], ...change } } }))
  }

  function setThread(id: string, change: (thread: MessageThread) => Partial<MessageThread>): void {
    state.setState(({ threads }) => {
      const thread = threads[id] ?? newThread
      return { threads: { ...threads, [id]: { ...thread, ...change(thread) } } }
    })
  }

  function putConversations(items: readonly Conversation[]): void {
    if (items.length === 0) return
    state.setState(({ conversations }) => ({
      conversations: { ...conversations, ...Object.fromEntries(items.map((one) => [one.id, one])) },
    }))
  }

  function changeConversation(id: string, change: Partial<Conversation>): void {
    const conversation = state.getState().conversations[id]
    if (conversation) putConversations([{ ...conversation, ...change }])
  }

  async function loadBox(box: BoxName): Promise<void> {
    const { ids, status } = state.getState().boxes[box]
    if (status !== 'success') setBox(box, { status: 'loading' })
    try {
      const limit = Math.min(Math.max(ids.length, PAGE), RELOADED_MAX)
      const page = await own(call('dmConversationList', { box, limit }, NO_CACHE))
      putConversations(page.items)
      const shown = state.getState().boxes[box]
      const first = page.items.map(({ id }) => id)
      // Those after the reloaded ones stay.
      const rest = page.hasMore ? shown.ids.slice(page.items.length).filter((id) => !first.includes(id)) : []
      const end = rest.length > 0 ? {} : { cursor: page.cursor, hasMore: page.hasMore }
      setBox(box, { ids: [...first, ...rest], status: 'success', ...end })
      state.setState({ requests: page.requests })
    } catch {
      if (state.getState().boxes[box].status !== 'success') setBox(box, { status: 'error' })
    }
  }

  async function loadMore(box: BoxName): Promise<void> {
    const { cursor, hasMore } = state.getState().boxes[box]
    if (!hasMore || cursor === null) return
    const page = await own(call('dmConversationList', { box, limit: PAGE, cursor }, NO_CACHE))
    putConversations(page.items)
    const { ids } = state.getState().boxes[box]
    const added = page.items.map(({ id }) => id).filter((id) => !ids.includes(id))
    setBox(box, { ids: [...ids, ...added], cursor: page.cursor, hasMore: page.hasMore })
  }

  async function loadConversation(conversationId: string): Promise<void> {
    const { conversation } = await own(call('dmConversationGet', { conversationId }, NO_CACHE))
    putConversations([conversation])
  }

  async function loadNewest(id: string): Promise<void> {
    const { messages } = state.getState().threads[id] ?? newThread
    const known = new Set(messages.map((message) => message.id))
    const limit = Math.min(Math.max(messages.length, PAGE), RELOADED_MAX)
    const page = await own(call('dmMessageList', { conversationId: id, limit }, NO_CACHE))
    const items = page.items.filter((message) => !deleted.has(message.id))
    setThread(id, (thread) => {
      const isLonger = thread.messages.length > page.items.length && thread.status === 'success' && page.hasMore
      return {
        messages: withNewest(thread.messages, { items, hasMore: page.hasMore }, known),
        status: 'success',
        ...(isLonger ? {} : { cursor: page.cursor, hasMore: page.hasMore }),
      }
    })
    dropArrived(items)
  }

  /** Removes messages from the outbox that have arrived although no response says so. */
  function dropArrived(items: readonly Message[]): void {
    for (const { nonce } of state.getState().outbox) {
      const id = announced.get(nonce)
      const message = items.find((one) => one.nonce === nonce || one.id === id)
      if (!message) continue
      const entry = entryOf(nonce)
      if (entry) {
        arrived.add(nonce)
        const output = { message, conversationId: message.conversationId }
        void stoa.singleton(openOutbox).then((opened) => opened?.arrive(entry.id, output))
      }
      outbox.remove(nonce)
    }
    if (arrived.size > 0) showOutbox()
  }

  async function open(id: string): Promise<void> {
    const { status } = state.getState().threads[id] ?? newThread
    if (status !== 'success') setThread(id, () => ({ status: 'loading' }))
    try {
      await Promise.all([loadConversation(id), loadNewest(id)])
    } catch (error) {
      const isMissing = errorCode(error) === 'CONVERSATION_NOT_FOUND' || errorCode(error) === 'VALIDATION_FAILED'
      setThread(id, (thread) =>
        isMissing ? { status: 'missing' } : thread.status === 'success' ? {} : { status: 'error' },
      )
    }
  }

  async function loadOlder(id: string): Promise<void> {
    const thread = state.getState().threads[id]
    if (!thread?.hasMore || thread.cursor === null || thread.older === 'loading') return
    setThread(id, () => ({ older: 'loading' }))
    try {
      const input = { conversationId: id, limit: PAGE, cursor: thread.cursor }
      const page = await own(call('dmMessageList', input, NO_CACHE))
      setThread(id, ({ messages }) => ({
        messages: withMessages(
          messages,
          page.items.filter((message) => !deleted.has(message.id)),
        ),
        cursor: page.cursor,
        hasMore: page.hasMore,
        older: undefined,
      }))
      dropArrived(page.items)
    } catch {
      setThread(id, () => ({ older: 'error' }))
    }
  }

  async function send({ recipientId, text: typed, name = '', onKept }: Parameters<Messages['send']>[0]) {
    const text = normalizeText(typed)
    const keeping = keep({ recipientId, text, name })
    const waiting = keeping && (await keeping)
    if (!waiting) {
      const sending = deliver(outbox.add(recipientId, text))
      onKept?.()
      return sending
    }
    onKept?.()
    // A refusal is shown with the message.
    const sent = await waiting.result.catch(() => null)
    if (!sent) {
      explain(recipientId)
      return null
    }
    await putSent(sent)
    stoa.state.setState({ hasWritten: true })
    return sent.conversationId
  }

  /** Keeps a message in the application's outbox; null without one. */
  function keep({ recipientId, text, name }: { recipientId: string; text: string; name: string }) {
    if (!stoa.options.outbox) return null
    const conversation = Object.values(state.getState().conversations).find(
      ({ person }) => person.userId === recipientId,
    )
    return keepWrite<'dmSend'>(stoa, {
      id: randomId(),
      personId: viewerId() ?? '',
      call: 'dmSend',
      input: { recipientId, text, nonce: randomId() },
      title: name,
      path: conversation?.id ?? '',
    })
  }

  /** The message's entry in the application's outbox. */
  function entryOf(nonce: string) {
    return stoa.state.getState().outbox.find((entry) => keptMessage(entry)?.nonce === nonce)
  }

  function deliver(message: OutgoingMessage): Promise<string | null> {
    const { recipientId, text, nonce, idempotencyKey } = message
    const before = queues.get(recipientId) ?? Promise.resolve()
    const sending = before.then(() =>
      outbox.attempt(message, async () => {
        const id = viewerId()
        const sent = await call('dmSend', { recipientId, text, nonce }, { idempotencyKey })
        if (id === viewerId()) await putSent(sent)
        stoa.state.setState({ hasWritten: true })
        return sent.conversationId
      }),
    )
    void sending.then((sent) => sent ?? explain(recipientId))
    queues.set(recipientId, sending)
    return sending
  }

  /** After a failure: perhaps the viewer may no longer write. */
  function explain(recipientId: string): void {
    const { conversations } = state.getState()
    const refusing = Object.values(conversations).find(({ person }) => person.userId === recipientId)
    if (refusing) reload(refusing.id)
  }

  /** A message that was written before the page was opened, or waited, was sent. */
  function endKept({ call: name, personId }: OutboxEntry, output: unknown): void {
    if (name === 'dmSend' && output !== null && personId === viewerId()) void putSent(output as CallOutput<'dmSend'>)
  }

  async function putSent({ message, conversationId }: CallOutput<'dmSend'>): Promise<void> {
    const { conversations, threads, boxes } = state.getState()
    if (threads[conversationId]) {
      setThread(conversationId, ({ messages }) => ({ messages: withMessages(messages, [message]) }))
    }
    const isKnown = conversations[conversationId] !== undefined
    // Sending moves the read position, too.
    const change = { lastMessage: message, activeAt: message.createdAt, unread: 0, isRequest: false }
    if (isKnown) changeConversation(conversationId, { ...change, readUntil: message.createdAt })
    else await loadConversation(conversationId).catch(() => {})
    if (boxes.inbox.status === 'success') {
      const shown = state.getState().conversations
      setBox('inbox', { ids: sortedIds([conversationId, ...state.getState().boxes.inbox.ids], shown) })
    }
    removeFrom('requests', conversationId)
  }

  function removeFrom(box: BoxName, id: string): void {
    const { ids } = state.getState().boxes[box]
    if (!ids.includes(id)) return
    setBox(box, { ids: ids.filter((one) => one !== id) })
    if (box === 'inbox') return
    state.setState(({ requests }) => ({
      requests: requests && { ...requests, count: Math.max(0, requests.count - 1) },
    }))
  }

  async function markRead(id: string): Promise<void> {
    const { conversations, threads } = state.getState()
    const newest = threads[id]?.messages.at(-1)
    const conversation = conversations[id]
    if (!newest || !conversation || conversation.unread === 0) return
    const { unread: before, readUntil } = conversation
    changeConversation(id, { unread: 0, readUntil: newest.createdAt })
    try {
      await unread.put(call('dmRead', { conversationId: id, until: newest.createdAt }))
    } catch {
      // The next look at it tries again.
      changeConversation(id, { unread: before, readUntil })
    }
  }

  async function accept(id: string): Promise<void> {
    const { conversation } = await own(call('dmAccept', { conversationId: id }))
    putConversations([conversation])
    removeFrom('requests', id)
    const { boxes, conversations } = state.getState()
    if (boxes.inbox.status === 'success') setBox('inbox', { ids: sortedIds([id, ...boxes.inbox.ids], conversations) })
  }

  async function deleteMessage(message: Message, forBoth: boolean): Promise<void> {
    const { id, conversationId } = message
    deleted.add(id)
    setThread(conversationId, ({ messages }) => ({ messages: messages.filter((one) => one.id !== id) }))
    try {
      await unread.put(call('dmDelete', { messageId: id, ...(forBoth && { forBoth }) }))
    } catch (error) {
      if (errorCode(error) === 'MESSAGE_NOT_FOUND') return
      deleted.delete(id)
      setThread(conversationId, ({ messages }) => ({ messages: withMessages(messages, [message]) }))
      throw error
    }
    if (state.getState().conversations[conversationId]?.lastMessage?.id === id) reload(conversationId)
  }

  async function deleteConversation(id: string): Promise<void> {
    // What has arrived unseen stays.
    const newest = state.getState().threads[id]?.messages.at(-1)
    const until = newest?.createdAt
    await unread.put(call('dmDelete', { conversationId: id, ...(until !== undefined && { until }) }))
    const isLater = ({ createdAt }: Message) => until !== undefined && createdAt > until
    const rest = state.getState().threads[id]?.messages.filter(isLater) ?? []
    setThread(id, () => ({ messages: rest, cursor: null, hasMore: false }))
    if (rest.length > 0) return
    removeFrom('inbox', id)
    removeFrom('requests', id)
  }

  async function block({ id, person }: Conversation, isBlocked: boolean): Promise<void> {
    await own(setBlock(stoa, { userId: person.userId, block: isBlocked }))
    changeConversation(id, { youBlocked: isBlocked, ...(isBlocked ? { writing: 'blocked' } : {}) })
    reload(id)
  }

  async function search(query: string): Promise<string[]> {
    const { items } = await own(call('dmConversationList', { query, limit: PAGE }, NO_CACHE))
    putConversations(items)
    return items.map(({ id }) => id)
  }

  /** Loads again what an event may have changed, once at a time. */
  function reload(conversationId: string): void {
    again('boxes', async () => {
      const names = (['inbox', 'requests'] as const).filter((box) => state.getState().boxes[box].status === 'success')
      await Promise.all(names.map(loadBox))
    })
    if (state.getState().threads[conversationId]) again(conversationId, () => open(conversationId))
    else if (state.getState().conversations[conversationId]) {
      again(conversationId, () => loadConversation(conversationId).catch(() => {}))
    }
  }

  function again(key: string, work: () => Promise<void>): void {
    const reload = reloads.get(key) ?? createReload()
    reloads.set(key, reload)
    reload(work)
  }

  return {
    state,
    loadBox,
    loadMore,
    search,
    open,
    loadOlder,
    send,
    async retry(nonce) {
      const entry = entryOf(nonce)
      if (entry) {
        await (await stoa.singleton(openOutbox))?.retry(entry.id)
        return null
      }
      const message = outbox.again(nonce)
      return message ? deliver(message) : null
    },
    discard(nonce) {
      const entry = entryOf(nonce)
      if (entry) void stoa.singleton(openOutbox).then((opened) => opened?.discard(entry.id))
      else outbox.remove(nonce)
    },
    markRead,
    accept,
    deleteMessage,
    deleteConversation,
    block,
    subscribe: () =>
      whenLive(stoa, (realtime) => [
        realtime.onEvent((name, event) => {
          if (name !== 'message.created' && name !== 'conversation.changed') return
          const { conversationId, messageId, nonce } = event as {
            conversationId: string
            messageId?: string
            nonce?: string
          }
          if (nonce && messageId) announced.set(nonce, messageId)
          reload(conversationId)
        }),
        realtime.onGap(() => {
          const { threads } = state.getState()
          for (const id of Object.keys(threads)) reload(id)
          if (Object.keys(threads).length === 0) reload('')
        }),
        realtime.watch({}),
      ]),
  }
}

type Reload = (work: () => Promise<void>) => void

/** Runs work at once, and the newest that came meanwhile after it. */
function createReload(): Reload {
  let isBusy = false
  let next: (() => Promise<void>) | undefined
  return function run(work) {
    if (isBusy) {
      next = work
      return
    }
    isBusy = true
    void work().finally(() => {
      isBusy = false
      const wanted = next
      next = undefined
      if (wanted) run(wanted)
    })
  }
}
