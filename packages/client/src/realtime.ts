import type { EventName, EventOf, ServerToClientEvents, SocketAuth, WATCH_MAX, Watch } from '@stoa/contract'
import { type LiveSocket, type OpenSocket, openLiveSocket } from './live-socket.ts'

/** Receives events. A newer server may also send some that this code doesn't know. */
export type EventListener = <Name extends EventName>(name: Name, event: EventOf<Name>) => void

/** A live connection that is open while something is watched. Everything also works without it. */
export interface Realtime {
  /**
   * Watches posts and communities. Returns the function that stops. Rooms watched twice are requested once. With
   * `since` it also gets events after that time, by the server's clock.
   */
  watch(rooms: Watch): () => void
  /**
   * Receives every event once, in order of arrival. Returns the unsubscribe function. With `since` it also receives
   * recent events that have already arrived and happened after that time by the server's clock, or shortly before.
   */
  onEvent(listener: EventListener, since?: number): () => void
  /**
   * Called when events may have been missed: on the first connection, unless everything is watched `since` a time, and
   * after a break too long to resume. Listeners must refetch what they show. On the first connection (`isFirst`) only
   * those that watch nothing `since` a time must.
   */
  onGap(listener: (isFirst: boolean) => void): () => void
  /** Receives the server's time, in milliseconds since the epoch, whenever it is sent. */
  onTime(listener: (now: number) => void): () => void
  /** Reconnects, after the viewer or the token has changed. */
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
  /** Opens the socket; for tests. Default: a plain web socket, or socket.io's client if web sockets are blocked. */
  connect?: OpenSocket
}

/** The contract's number. Importing its module would load one more file for every reader. */
const ROOMS_MAX: typeof WATCH_MAX = 200
/** Events remembered to drop repeats and for late listeners. */
const SEEN_MAX = 500
/** Events are sent after their commit, up to this long after they happened. */
export const UNORDERED_MS = 5000
/** The connection stays open this long without watchers, to survive navigation. */
const LINGER_MS = 3000

/** Creates a live connection. Nothing is loaded or opened before the first `watch`. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { url, visitorId, getToken = async () => null, connect = openLiveSocket } = options
  const listeners = new Set<EventListener>()
  const gapListeners = new Set<(isFirst: boolean) => void>()
  const timeListeners = new Set<(now: number) => void>()
  const counts = {
    postIds: new Map<string, number>(),
    communities: new Map<string, number>(),
    articles: new Map<string, number>(),
  }
  const seen = new Map<string, { name: EventName; event: EventOf<EventName> }>()
  let lastEventId: string | undefined
  /** The time of which all watched data is known, and whether some data has no such time. */
  let knownSince: number | undefined
  let hasUnknown = false
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
    seen.set(event.id, { name, event })
    if (seen.size > SEEN_MAX) seen.delete(seen.keys().next().value ?? '')
    // Ids are time-ordered. A replay must not move the position back.
    if (lastEventId === undefined || event.id > lastEventId) lastEventId = event.id
    for (const listener of listeners) listener(name, event)
  }

  function resumed({ lastEventId: newest, at }: ResumeState): void {
    lastEventId = newest
    for (const listener of timeListeners) listener(at)
  }

  function tellGap(isFirst: boolean): void {
    for (const listener of gapListeners) listener(isFirst)
  }

  async function open(): Promise<LiveSocket> {
    const opened = await connect(url, auth)
    opened.on('connect', () => {
      const rooms = roomsOf(counts)
      const isFirst = lastEventId === undefined
      if (rooms) opened.emit('watch', { ...rooms, ...(isFirst && knownSince ? { since: knownSince } : {}) })
      // There is no position to resume from. Events since the page was made, perhaps by a cache, are unknown.
      if (isFirst && hasUnknown) tellGap(true)
    })
    opened.onAny((name, payload) => {
      if (name === 'resume.gap') tellGap(false)
      else if (name === 'resume.done') resumed(payload as ResumeState)
      else receive(name as EventName, payload as EventOf<EventName>)
    })
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

  /** Runs with the open socket. Without one, the rooms are sent on connecting. */
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
      const { since } = rooms
      const added = count(counts, { rooms, step: 1 })
      if (since === undefined) hasUnknown = true
      else knownSince = Math.min(since, knownSince ?? since)
      if (socket) {
        whenConnected((opened) => added && opened.emit('watch', { ...added, ...(since ? { since } : {}) }))
      } else {
        const opening = open()
        socket = opening
        // Loading may fail (offline). The next watcher tries again.
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
    onEvent(listener, since) {
      listeners.add(listener)
      if (since !== undefined) {
        for (const { name, event } of seen.values()) if (event.at > since - UNORDERED_MS) listener(name, event)
      }
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

type ResumeState = Parameters<ServerToClientEvents['resume.done']>[0]

type Counts = Record<Exclude<keyof Watch, 'since'>, Map<string, number>>

/** Adds or removes watchers. Returns the rooms that got their first or lost their last, or null. */
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

/** Limited to a connection's maximum, since the server refuses longer lists entirely. Keeps the latest posts. */
function roomsOf(counts: Counts): Watch | null {
  const communities = [...counts.communities.keys()].slice(0, ROOMS_MAX)
  const articles = [...counts.articles.keys()].slice(0, ROOMS_MAX - communities.length)
  const left = ROOMS_MAX - communities.length - articles.length
  const postIds = left === 0 ? [] : [...counts.postIds.keys()].slice(-left)
  return postIds.length + communities.length + articles.length > 0 ? { postIds, communities, articles } : null
}
