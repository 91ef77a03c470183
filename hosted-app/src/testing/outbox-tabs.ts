import { type SessionChange, StoaError, type StoaErrorCode } from '@stoa/client'
import { type CallName, errors, type Me, type ReactionName } from '@stoa/contract'
import { exampleComment, exampleId, exampleMe, exampleSummary } from '@stoa/contract/fixtures'
import {
  createActions,
  createStoa,
  listKey,
  listOf,
  openOutbox,
  postComments,
  putEntities,
  type Stoa,
} from '@stoa/store'
import * as fakeDatabase from 'fake-indexeddb'
import { expect, vi } from 'vitest'
import { createOutbox } from '../outbox/outbox.ts'
import type { OutboxStorage } from '../outbox/outbox-storage.ts'

export const HOUR_MS = 60 * 60 * 1000
export const post = exampleSummary({ id: exampleId(1, 'p'), numComments: 0 })
export const ada = exampleMe({ id: exampleId(1, 'u'), username: 'ada' })
export const ben = exampleMe({ id: exampleId(2, 'u'), username: 'ben' })
export const otter = exampleId(3, 'u')

interface World {
  /** What happens to the next calls. `lost`: the work is done, the response gets lost. */
  fates: (StoaErrorCode | 'lost')[]
  calls: { name: CallName; key: string }[]
  /** What the server has done, in order. */
  rows: { name: CallName; text: string; actorId: string; answers?: string | undefined }[]
  responses: Map<string, unknown>
  isOnline: boolean
  /** The server can't be reached, although the browser has a connection. */
  isAway: boolean
  /** Until then, calls don't reach the server. */
  arrival: Promise<void> | undefined
  now: number
  tabs: Stoa[]
  channels: { postMessage: (data: unknown) => void; onmessage: ((event: MessageEvent) => void) | null }[]
  locks: Map<string, Promise<void>>
}

const start = (): World => ({
  fates: [],
  calls: [],
  rows: [],
  responses: new Map(),
  isOnline: true,
  isAway: false,
  arrival: undefined,
  now: 1_000_000,
  tabs: [],
  channels: [],
  locks: new Map(),
})

/** The browser and the server of a test. */
export const world = start()

function respond(name: CallName, input: Record<string, unknown>): unknown {
  const number = world.responses.size + 10
  if (name === 'dmSend') {
    const message = {
      id: exampleId(number, 'm'),
      conversationId: exampleId(1, 'd'),
      senderId: ada.id,
      createdAt: world.now,
    }
    return { message: { ...message, text: input.text }, conversationId: message.conversationId }
  }
  if (name === 'postReaction') {
    const reactionsCount = { 'thumb-up': input.reactionName === 'thumb-up' ? 1 : 0, 'thumb-down': 0 }
    return { entityId: input.entityId, entityType: 'Post', reactionName: input.reactionName, reactionsCount }
  }
  const parentCommentId = (input.replyToCommentId as string | undefined) ?? null
  const values = {
    postId: post.id,
    content: input.content as string,
    parentCommentId,
    replyToCommentId: parentCommentId,
  }
  const comment = exampleComment('newt', { id: exampleId(number, 'c'), publisherId: ada.id, numComments: 0, ...values })
  return { commentId: comment.id, comment }
}

const WRITES: readonly CallName[] = ['commentCreate', 'dmSend', 'postReaction', 'postVote']

async function call(name: CallName, input: Record<string, unknown>, options: Record<string, string> = {}) {
  const { idempotencyKey: key = '', actorId = '' } = options
  if (!WRITES.includes(name)) {
    if (world.isAway) throw new StoaError('NETWORK', { message: '' })
    return {}
  }
  world.calls.push({ name, key })
  await new Promise((resolve) => setTimeout(resolve))
  await world.arrival
  const fate = world.isAway ? 'NETWORK' : world.fates.shift()
  if (fate && fate !== 'lost') {
    const { status = 0, message = '' } = fate in errors ? errors[fate as keyof typeof errors] : {}
    throw new StoaError(fate, { status, message })
  }
  if (!world.responses.has(key)) {
    world.rows.push({
      name,
      text: String(input.content ?? input.text ?? input.reactionName),
      actorId,
      answers: input.replyToCommentId as string | undefined,
    })
    world.responses.set(key, respond(name, input))
  }
  if (fate === 'lost') throw new StoaError('NETWORK', { message: '' })
  return structuredClone(world.responses.get(key))
}

async function lock(name: string, work: () => Promise<void>): Promise<void> {
  const before = world.locks.get(name) ?? Promise.resolve()
  const mine = before.then(work)
  world.locks.set(
    name,
    mine.catch(() => {}),
  )
  await mine
}

function openChannel() {
  const channel: (typeof world.channels)[number] = {
    onmessage: null,
    postMessage(data) {
      const copy = structuredClone(data)
      for (const other of world.channels) {
        if (other !== channel) setTimeout(() => other.onmessage?.({ data: copy } as MessageEvent))
      }
    },
  }
  world.channels.push(channel)
  return channel
}

let end: (change: SessionChange) => void
/** Ends the session of the page that was opened last. */
export const endSession = (change: SessionChange) => end(change)

/** A page of the forum with the post and its comments, which are none. */
export async function openTab(about: { viewer?: Me | null | undefined; storage?: OutboxStorage } = {}) {
  const { storage } = about
  const viewer = 'viewer' in about ? about.viewer : ada
  const sessionListeners: ((change: SessionChange) => void)[] = []
  end = (change) => {
    for (const listener of sessionListeners) listener(change)
  }
  const session = {
    getAccessToken: async () => 'token',
    onChange: (listener: never) => sessionListeners.push(listener) && (() => {}),
  }
  const stoa = createStoa({
    client: { call: call as never },
    session: session as never,
    storage: null,
    clock: () => world.now,
    outbox: async (one) =>
      createOutbox(one, { lock, channel: openChannel(), isOnline: () => world.isOnline, ...(storage && { storage }) }),
  })
  world.tabs.push(stoa)
  putEntities(stoa, { posts: { [post.id]: post } })
  const list = { ids: [], local: [], cursor: null, hasMore: false, status: 'success', error: null } as const
  stoa.state.setState({ viewer, lists: { [listKey(postComments(post.id))]: list } })
  const outbox = await stoa.singleton(openOutbox)
  if (!outbox) throw new Error('no outbox')
  const actions = stoa.singleton(createActions)
  return {
    stoa,
    outbox,
    write: (content: string, replyToCommentId?: string) =>
      actions.createComment({ postId: post.id, content, ...(replyToCommentId && { replyToCommentId }) }),
    react: (reactionName: ReactionName) => actions.react({ entityType: 'Post', entityId: post.id, reactionName }),
    states: () => stoa.state.getState().outbox.map(({ state }) => state),
    comments: (query = postComments(post.id)) =>
      listOf(stoa, query).ids.map((id) => stoa.state.getState().comments[id]?.content),
    close: () => stoa.destroy(),
  }
}

type Tab = Awaited<ReturnType<typeof openTab>>

/** Gives a page a storage for drafts. */
export function keepDrafts({ stoa }: Tab): Map<string, string> {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  Object.assign(stoa.options, { storage })
  return kept
}

export const texts = () => world.rows.map(({ text }) => text)
export const goOnline = () => {
  world.isOnline = true
  window.dispatchEvent(new Event('online'))
}
export const sent = (tab: Tab) => vi.waitFor(() => expect(tab.states()).toEqual([]))
export const waiting = (tab: Tab, count: number) =>
  vi.waitFor(() => expect(tab.states()).toEqual(Array.from({ length: count }, () => 'waiting')))

/** An empty browser and server. */
export function begin(): void {
  for (const [name, part] of Object.entries(fakeDatabase)) if (name.startsWith('IDB')) vi.stubGlobal(name, part)
  vi.stubGlobal('indexedDB', new fakeDatabase.IDBFactory())
  Object.assign(world, start())
}

export function finish(): void {
  for (const tab of world.tabs) tab.destroy()
  vi.unstubAllGlobals()
}
