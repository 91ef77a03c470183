import { type ApiCall, StoaError } from '@stoa/client'
import { createFakeRealtime } from '@stoa/client/fixtures'
import type { CallName, Conversation, Message } from '@stoa/contract'
import { exampleActor, exampleId, exampleMe } from '@stoa/contract/fixtures'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { subscribeToNotifications } from '../notifications.ts'
import type { Outbox } from '../outbox.ts'
import { createStoa, type Stoa } from '../stoa.ts'
import { loadViewer } from '../viewer.ts'
import { createMessages, type Messages } from './messages.ts'

const me = exampleMe()
const otter = exampleActor('otter')
const ID = exampleId(1, 'd')

/** The server's conversation. */
let server: Message[]
let conversation: Conversation
let unreadMessages: number
let calls: { name: CallName; input: Record<string, unknown>; idempotencyKey: string | undefined }[]
/** Outcomes of the next sendings: the work is done unless it is refused. */
let sendings: ('ok' | 'response lost' | 'database lost' | 'refused')[]
/** Happens before the server answers a deletion. */
let whileDeleting: () => Promise<void>
let live: ReturnType<typeof createFakeRealtime>
let stored: Map<string, string>
let stoa: Stoa
let messages: Messages
const answered = new Map<string, Message>()

function message(number: number, changes: Partial<Message> = {}): Message {
  return {
    id: exampleId(number, 'm'),
    conversationId: ID,
    senderId: otter.userId,
    text: `Text ${number}`,
    createdAt: number,
    ...changes,
  }
}

const handlers: Partial<Record<CallName, (input: never) => unknown>> = {
  me: () => ({ user: me, unread: { notifications: 0, unseen: 0, messages: unreadMessages } }),
  viewerFacts: () => ({ reactions: {}, votes: {}, comments: [] }),
  dmConversationList: ({ box }: { box: string }) => ({
    items: box === 'inbox' ? [{ ...conversation }] : [],
    cursor: null,
    hasMore: false,
    requests: { count: 0, people: [] },
  }),
  dmConversationGet: () => ({ conversation: { ...conversation } }),
  dmMessageList: ({ limit = 30, cursor }: { limit?: number; cursor?: string }) => {
    const older = cursor === undefined ? server : server.filter(({ createdAt }) => createdAt < Number(cursor))
    const items = older.slice(-limit).toReversed()
    return { items, cursor: String(items.at(-1)?.createdAt ?? ''), hasMore: older.length > items.length }
  },
  dmRead: () => {
    unreadMessages = 0
    return { unread: { notifications: 0, unseen: 0, messages: 0 } }
  },
  dmDelete: async () => {
    await whileDeleting()
    return { unread: { notifications: 0, unseen: 0, messages: unreadMessages } }
  },
  dmBlock: ({ block }: { block: boolean }) => {
    conversation = { ...conversation, writing: block ? 'blocked' : 'allowed', youBlocked: block }
    return { status: block }
  },
}

const call = (async (name: CallName, input: Record<string, unknown>, options?: { idempotencyKey?: string }) => {
  calls.push({ name, input, idempotencyKey: options?.idempotencyKey })
  await Promise.resolve()
  if (name !== 'dmSend') return handlers[name]?.(input as never)
  const outcome = sendings.shift() ?? 'ok'
  if (outcome === 'refused') throw new StoaError('DM_BLOCKED', { message: 'Blocked.' })
  const key = options?.idempotencyKey ?? ''
  const sent = answered.get(key) ?? message(100 + answered.size, { senderId: me.id, text: input.text as string })
  if (!answered.has(key)) server.push(sent)
  answered.set(key, sent)
  if (outcome === 'response lost') throw new StoaError('NETWORK', { message: '' })
  if (outcome === 'database lost') throw new StoaError('UNAVAILABLE', { message: '' })
  return { message: sent, conversationId: ID }
}) as ApiCall

function storage(): Storage {
  const methods = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  // Its keys are listed as own properties.
  return new Proxy(methods, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }) as unknown as Storage
}

async function open(prepare?: (opened: typeof stoa) => void, outbox?: Partial<Outbox>): Promise<void> {
  const session = { getAccessToken: async () => 'token', onChange: () => () => {} } as never
  stoa = createStoa({
    client: { call },
    session,
    realtime: () => live.realtime,
    storage: storage(),
    clock: () => Date.now(),
    ...(outbox && { outbox: async () => outbox as Outbox }),
  })
  await loadViewer(stoa)
  prepare?.(stoa)
  messages = stoa.singleton(createMessages)
  messages.subscribe()
  subscribeToNotifications(stoa)
  await vi.dynamicImportSettled()
}

const settle = () => vi.advanceTimersByTimeAsync(5000)
const texts = () => messages.state.getState().threads[ID]?.messages.map(({ text }) => text)
const outbox = () => messages.state.getState().outbox
const keys = () => calls.filter(({ name }) => name === 'dmSend').map(({ idempotencyKey }) => idempotencyKey)

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  server = [message(1), message(2)]
  unreadMessages = 1
  conversation = {
    id: ID,
    person: { ...otter, username: 'river_otter' },
    profileTitle: '',
    sharedCommunities: [],
    lastMessage: message(2),
    unread: 1,
    isRequest: false,
    seenUntil: null,
    readUntil: 1,
    youBlocked: false,
    writing: 'allowed',
    activeAt: 2,
  }
  calls = []
  sendings = []
  whileDeleting = async () => {}
  answered.clear()
  live = createFakeRealtime()
  stored = new Map()
  await open()
  await messages.loadBox('inbox')
  await messages.open(ID)
  await settle()
})

afterEach(() => {
  stoa.destroy()
  vi.useRealTimers()
})

const send = (text: string) => messages.send({ recipientId: otter.userId, text })

test('a message is shown at once and replaced by the sent one', async () => {
  const sending = send('Hello')
  expect(outbox()).toMatchObject([{ text: 'Hello', status: 'sending' }])
  expect(await sending).toBe(ID)
  expect(outbox()).toEqual([])
  expect(texts()).toEqual(['Text 1', 'Text 2', 'Hello'])
  expect(messages.state.getState().conversations[ID]).toMatchObject({ unread: 0, lastMessage: { text: 'Hello' } })
})

test.each(['response lost', 'database lost'] as const)('with the %s a retry has the same key', async (outcome) => {
  sendings = [outcome]
  expect(await send('Hello')).toBeNull()
  const [failed] = outbox()
  expect(failed).toMatchObject({ status: 'failed', reason: '' })
  await messages.retry(failed?.nonce ?? '')
  expect(new Set(keys()).size).toBe(1)
  expect(server.map(({ text }) => text)).toEqual(['Text 1', 'Text 2', 'Hello'])
  expect(outbox()).toEqual([])
})

test('after a refusal the reason is kept and the next try is a new request', async () => {
  sendings = ['refused']
  await send('Hello')
  const [failed] = outbox()
  expect(failed?.reason).toBe('Blocked.')
  await messages.retry(failed?.nonce ?? '')
  expect(new Set(keys()).size).toBe(2)
})

test('an unsent message and its key survive a reload', async () => {
  sendings = ['response lost']
  await send('Hello')
  stoa.destroy()
  await open()
  const [failed] = outbox()
  expect(failed).toMatchObject({ text: 'Hello', status: 'failed' })
  await messages.retry(failed?.nonce ?? '')
  expect(new Set(keys()).size).toBe(1)
  expect([...stored.values()].join()).not.toContain('Hello')
})

test('a message whose page was closed while it was being sent can be sent again', async () => {
  void send('Hello')
  const before = new Map(stored)
  stoa.destroy()
  await settle()
  stored = before
  await open()
  expect(outbox()).toMatchObject([{ status: 'sending' }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outbox()).toMatchObject([{ text: 'Hello', status: 'failed' }])
})

test('a page that opens while messages wait for the network shows them', async () => {
  stoa.destroy()
  const waiting = { id: 'key', personId: me.id, call: 'dmSend', state: 'waiting', createdAt: 1, reason: '', code: '' }
  const entry = { ...waiting, input: { userId: me.id, recipientId: otter.userId, text: 'Later', nonce: 'n' } }
  await open((opened) => opened.state.setState({ outbox: [entry as never] }))
  expect(outbox()).toMatchObject([{ text: 'Later', status: 'waiting' }])
})

test('the event of a message removes it from the outbox although its response was lost', async () => {
  sendings = ['response lost']
  await send('Hello')
  const nonce = outbox()[0]?.nonce ?? ''
  const { id: messageId = '' } = server.at(-1) ?? {}
  live.tell('message.created', { id: 'e', at: 1, userId: me.id, conversationId: ID, messageId, nonce })
  await settle()
  expect(outbox()).toEqual([])
  expect(texts()).toEqual(['Text 1', 'Text 2', 'Hello'])
})

test('after a reload a message whose response was lost is shown once: its nonce tells', async () => {
  sendings = ['response lost']
  await send('Hello')
  const nonce = outbox()[0]?.nonce ?? ''
  server = server.map((one) => (one.text === 'Hello' ? { ...one, nonce } : one))
  stoa.destroy()
  await open()
  expect(outbox()).toMatchObject([{ text: 'Hello' }])
  await messages.open(ID)
  await settle()
  expect(texts()).toEqual(['Text 1', 'Text 2', 'Hello'])
  expect(outbox()).toEqual([])
})

test.each(['before the conversation', 'after the conversation'])(
  'a message in the application’s outbox, loaded %s, that has arrived is not shown twice or kept',
  async (when) => {
    stoa.destroy()
    const about = { id: 'key', personId: me.id, call: 'dmSend', state: 'expired', createdAt: 1, reason: '', code: '' }
    const input = { userId: me.id, recipientId: otter.userId, text: 'Later', nonce: 'n' }
    const arrivedOne = message(3, { senderId: me.id, text: 'Later', nonce: 'n' })
    server.push(arrivedOne)
    const arrive = vi.fn(async () => {})
    const fill = () => stoa.state.setState({ outbox: [{ ...about, input } as never] })
    await open(when === 'before the conversation' ? fill : undefined, { onEnd: () => () => {}, arrive })
    expect(outbox()).toHaveLength(when === 'before the conversation' ? 1 : 0)
    await messages.open(ID)
    if (when === 'after the conversation') fill()
    await settle()
    expect(texts()).toEqual(['Text 1', 'Text 2', 'Later'])
    expect(outbox()).toEqual([])
    expect(arrive.mock.calls).toEqual([['key', { message: arrivedOne, conversationId: ID }]])
  },
)

test('messages are sent in order', async () => {
  await Promise.all([send('One'), send('Two'), send('Three')])
  expect(server.slice(2).map(({ text }) => text)).toEqual(['One', 'Two', 'Three'])
})

test('a message from another tab or person appears, with the counts', async () => {
  server.push(message(3))
  conversation = { ...conversation, unread: 2, lastMessage: message(3), activeAt: 3 }
  unreadMessages = 1
  live.tell('message.created', { id: 'e', at: 1, userId: me.id, conversationId: ID, messageId: exampleId(3, 'm') })
  await settle()
  expect(texts()).toEqual(['Text 1', 'Text 2', 'Text 3'])
  expect(stoa.state.getState().unread?.messages).toBe(1)
  // The viewer answers in another tab, which reads the conversation.
  server.push(message(4, { senderId: me.id }))
  conversation = { ...conversation, unread: 0, lastMessage: message(4), activeAt: 4 }
  unreadMessages = 0
  live.tell('message.created', { id: 'f', at: 2, userId: me.id, conversationId: ID, messageId: exampleId(4, 'm') })
  await settle()
  expect(messages.state.getState().conversations[ID]?.unread).toBe(0)
  expect(stoa.state.getState().unread?.messages).toBe(0)
})

test('reading sends the newest time once, and the badge follows', async () => {
  await messages.markRead(ID)
  await messages.markRead(ID)
  const reads = calls.filter(({ name }) => name === 'dmRead')
  expect(reads.map(({ input }) => input)).toEqual([{ conversationId: ID, until: 2 }])
  expect(stoa.state.getState().unread?.messages).toBe(0)
})

test('a block and a deletion for both reach an open conversation', async () => {
  server = [message(1)]
  conversation = { ...conversation, writing: 'blocked' }
  live.tell('conversation.changed', { id: 'e', at: 1, userId: me.id, conversationId: ID })
  await settle()
  expect(texts()).toEqual(['Text 1'])
  expect(messages.state.getState().conversations[ID]?.writing).toBe('blocked')
})

test('a message deleted meanwhile doesn’t come back with a late response', async () => {
  const last = server.at(-1) as Message
  const loading = messages.open(ID)
  await messages.deleteMessage(last, false)
  await loading
  expect(texts()).toEqual(['Text 1'])
})

test('deleting a conversation leaves what arrives meanwhile', async () => {
  whileDeleting = async () => {
    server.push(message(3))
    await messages.open(ID)
  }
  await messages.deleteConversation(ID)
  expect(calls.find(({ name }) => name === 'dmDelete')?.input).toEqual({ conversationId: ID, until: 2 })
  expect(texts()).toEqual(['Text 3'])
  expect(messages.state.getState().boxes.inbox.ids).toEqual([ID])
  whileDeleting = async () => {}
  await messages.deleteConversation(ID)
  expect([texts(), messages.state.getState().boxes.inbox.ids]).toEqual([[], []])
})

test('older messages are added before the others', async () => {
  server = Array.from({ length: 40 }, (_, index) => message(index + 1))
  await messages.open(ID)
  // The first two were known before.
  await messages.loadOlder(ID)
  expect(texts()).toEqual(server.map(({ text }) => text))
})

test('somebody else who signs in sees nothing of it', async () => {
  sendings = ['response lost']
  await send('Hello')
  stoa.state.setState({ viewer: exampleMe({ id: exampleId(77, 'u') }) })
  expect(messages.state.getState()).toMatchObject({ conversations: {}, threads: {}, outbox: [] })
  stoa.state.setState({ viewer: me })
  expect(outbox()).toMatchObject([{ text: 'Hello' }])
})
