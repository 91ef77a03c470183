import type { EventName, EventOf, SocketAuth, Watch } from '@stoa/contract'
import { type LiveSocket, type OpenSocket, openLiveSocket } from './live-socket.ts'

/** Hears domain events. */
export type EventListener = <Name extends EventName>(name: Name, event: EventOf<Name>) => void

/** A live connection that exists while somebody watches. Nothing depends on it being up. */
export interface Realtime {
  /** Watches posts and communities; returns the function that ends it. Rooms watched twice are asked for once. */
  watch(rooms: Watch): () => void
  /** Hears every event once, in the order of arrival; returns the function that ends it. */
  onEvent(listener: EventListener): () => void
  /** Hears that events may have been missed: on the first connection, and after a break too long to resume. What is shown has to be compared. */
  onGap(listener: () => void): () => void
  /** Hears the time by the server's clock, in milliseconds since the epoch, whenever the server tells it. */
  onTime(listener: (now: number) => void): () => void
  /** Connects anew, for somebody else or after the token changed. */
  reconnect(): void
  close(): void
}

/** Options of `createRealtime`. */
export interface RealtimeOptions {
  /** Address of the server without path. Empty: the page's own origin. */
  url: string
  visitorId: string
  /** The access token, null for a visitor. Default: always a visitor. */
  getToken?: () => Promise<string | null>
  /** Opens the socket; for tests. Default: a plain web socket, or socket.io's client where none comes through. */
  connect?: OpenSocket
}

/** Ids of events remembered to drop repeats. */
const SEEN_MAX = 500
/** The connection is kept this long without a watcher, so that moving between pages does not break it. */
const LINGER_MS = 3000
const EVENT_NAMES = {
  'comment.created': true,
  'comment.updated': true,
  'reaction.changed': true,
  'poll.changed': true,
  'post.created': true,
  'post.changed': true,
  'article.opened': true,
  'community.changed': true,
  'user.changed': true,
  'viewer.voted': true,
  'viewer.reacted': true,
  'viewer.changed': true,
  'notification.created': true,
  'notification.changed': true,
  'session.ended': true,
} satisfies Record<EventName, true>

/** Makes a live connection; nothing is loaded or opened before the first `watch`. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { url, visitorId, getToken = async () => null, connect = openLiveSocket } = options
  const listeners = new Set<EventListener>()
  const gapListeners = new Set<() => void>()
  const timeListeners = new Set<(now: number) => void>()
  const counts = {
    postIds: new Map<string, number>(),
    communities: new Map<string, number>(),
    articles: new Map<string, number>(),
  }
  const seen = new Set<string>()
  let lastEventId: string | undefined
  let watchers = 0
  let socket: Promise<LiveSocket> | null = null
  let linger: ReturnType<typeof setTimeout> | undefined

  function auth(answer: (auth: SocketAuth) => void): void {
    const give = (token: string | null) =>
      answer({ visitorId, ...(token ? { token } : {}), ...(lastEventId ? { lastEventId } : {}) })
    getToken().then(give, () => give(null))
  }

  function receive(name: EventName, event: EventOf<EventName>): void {
    if (seen.has(event.id)) return
    seen.add(event.id)
    if (seen.size > SEEN_MAX) seen.delete(seen.values().next().value ?? '')
    // Ids are time-ordered; a replay must not move the mark back.
    if (lastEventId === undefined || event.id > lastEventId) lastEventId = event.id
    for (const listener of listeners) listener(name, event)
  }

  function tellGap(): void {
    for (const listener of gapListeners) listener()
  }

  async function open(): Promise<LiveSocket> {
    const opened = await connect(url, auth)
    opened.on('connect', () => {
      const rooms = roomsOf(counts)
      if (rooms) opened.emit('watch', rooms)
      // Nothing to resume from: what happened since the page was made, perhaps by a cache, is unknown.
      if (lastEventId === undefined) tellGap()
    })
    for (const name of Object.keys(EVENT_NAMES) as EventName[]) {
      opened.on(name, ((event: EventOf<EventName>) => receive(name, event)) as never)
    }
    opened.on('resume.done', (state: { lastEventId: string; at: number }) => {
      lastEventId = state.lastEventId
      for (const listener of timeListeners) listener(state.at)
    })
    opened.on('resume.gap', tellGap)
    return opened
  }

  function close(): void {
    clearTimeout(linger)
    const closing = socket
    socket = null
    closing?.then(
      (opened) => opened.disconnect(),
      () => {},
    )
  }

  /** Runs with the socket when it is there; without one the rooms are asked for on connecting. */
  function whenConnected(work: (opened: LiveSocket) => void): void {
    socket?.then(
      (opened) => opened.connected && work(opened),
      () => {},
    )
  }

  return {
    watch(rooms) {
      watchers += 1
      clearTimeout(linger)
      const added = count(counts, { rooms, step: 1 })
      if (socket) {
        whenConnected((opened) => added && opened.emit('watch', added))
      } else {
        const opening = open()
        socket = opening
        // Loading may fail (offline); the next watcher tries again.
        opening.catch(() => {
          if (socket === opening) socket = null
        })
      }
      let ended = false
      return () => {
        if (ended) return
        ended = true
        watchers -= 1
        const removed = count(counts, { rooms, step: -1 })
        whenConnected((opened) => removed && opened.emit('unwatch', removed))
        if (watchers === 0) linger = setTimeout(close, LINGER_MS)
      }
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    onTime(listener) {
      timeListeners.add(listener)
      return () => timeListeners.delete(listener)
    },
    reconnect() {
      socket?.then(
        (opened) => {
          opened.disconnect()
          opened.connect()
        },
        () => {},
      )
    },
    close,
  }
}

type Counts = Record<keyof Watch, Map<string, number>>

/** Counts watchers up or down; returns the rooms that got their first or lost their last, or null. */
function count(counts: Counts, { rooms, step }: { rooms: Watch; step: 1 | -1 }): Watch | null {
  const changed: Watch = {}
  for (const kind of ['postIds', 'communities', 'articles'] as const) {
    for (const room of new Set(rooms[kind])) {
      const before = counts[kind].get(room) ?? 0
      const after = before + step
      if (after === 0) counts[kind].delete(room)
      else counts[kind].set(room, after)
      if (before === 0 || after === 0) changed[kind] = [...(changed[kind] ?? []), room]
    }
  }
  return Object.keys(changed).length > 0 ? changed : null
}

function roomsOf(counts: Counts): Watch | null {
  const postIds = [...counts.postIds.keys()]
  const communities = [...counts.communities.keys()]
  const articles = [...counts.articles.keys()]
  return postIds.length + communities.length + articles.length > 0 ? { postIds, communities, articles } : null
}
