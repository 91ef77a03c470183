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
/** Characters of names in one message. The server accepts 16 kB. */
const MESSAGE_MAX_LENGTH = 12_000
/**
 * In ten seconds the server accepts 60 packets and 1000 names. So the two messages that are sent at a time take this
 * long, and as long again for each name; up to so much time is saved up.
 */
const MS_PER_CHANGE = 600
const MS_PER_NAME = 25
const BURST_MS = 5000
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
  const recentEvents = new Map<string, { name: EventName; event: EventOf<EventName> }>()
  /** The last known event, and the server's time then. */
  let lastEventId: string | undefined
  let lastAt = 0
  /** Number of watchers by room; the latest room is last. */
  const watchers = new Map<Room, number>()
  /** The rooms requested on this connection. */
  const currentRooms = new Set<Room>()
  /** The time of which all data of rooms not yet requested is known, and whether some data has no such time. */
  let knownSince: number | undefined
  let hasUnknown = false
  let watches = 0
  let socket: Promise<LiveSocket> | null = null
  let linger: ReturnType<typeof setTimeout> | undefined
  let sendTimer: ReturnType<typeof setTimeout> | undefined
  /** When the time of all messages sent so far has passed. */
  let busyUntil = 0

  function auth(respond: (auth: SocketAuth) => void): void {
    const give = (token: string | null) =>
      respond({ visitorId, ...(token ? { token } : {}), ...(lastEventId ? { lastEventId } : {}) })
    getToken().then(give, () => give(null))
  }

  function receive(name: EventName, event: EventOf<EventName>): void {
    if (recentEvents.has(event.id)) return
    recentEvents.set(event.id, { name, event })
    if (recentEvents.size > SEEN_MAX) recentEvents.delete(recentEvents.keys().next().value ?? '')
    // Ids are time-ordered. A replay must not move the position back.
    if (lastEventId === undefined || event.id > lastEventId) lastEventId = event.id
    lastAt = Math.max(lastAt, event.at)
    for (const listener of listeners) listener(name, event)
  }

  function handleResume({ lastEventId: newest, at }: ResumeState): void {
    lastEventId = newest
    lastAt = at
    for (const listener of timeListeners) listener(at)
  }

  function reportGap(isFirst: boolean): void {
    for (const listener of gapListeners) listener(isFirst)
  }

  async function openSocket(): Promise<LiveSocket> {
    const newSocket = await connect(url, auth)
    newSocket.on('connect', () => {
      const isFirst = lastEventId === undefined
      currentRooms.clear()
      busyUntil = 0
      // The first message after a reconnect resumes at the last event's id, further ones at its time.
      if (!isFirst) knownSince = lastAt
      send(newSocket)
      // There is no position to resume from. Events since the page was made, perhaps by a cache, are unknown.
      if (isFirst && hasUnknown) reportGap(true)
    })
    newSocket.onAny((name, payload) => {
      if (name === 'resume.gap') reportGap(false)
      else if (name === 'resume.done') handleResume(payload as ResumeState)
      else receive(name as EventName, payload as EventOf<EventName>)
    })
    return newSocket
  }

  function close(): void {
    clearTimeout(linger)
    clearTimeout(sendTimer)
    sendTimer = undefined
    const socketToClose = socket
    socket = null
    socketToClose?.then(
      (liveSocket) => liveSocket.disconnect(),
      () => {},
    )
  }

  /** Sends changes together, so that a room which is left and joined at once costs nothing. */
  function sendSoon(): void {
    sendTimer ??= setTimeout(
      () => {
        sendTimer = undefined
        socket?.then(send, () => {})
      },
      Math.max(0, busyUntil - BURST_MS - Date.now()),
    )
  }

  /** Leaves and joins rooms. Without a connection, the rooms are sent on connecting. */
  function send(liveSocket: LiveSocket): void {
    if (!liveSocket.connected) return
    const target = roomsToWatch([...watchers.keys()])
    const obsolete = [...currentRooms].filter((room) => !target.has(room))
    const leave = oneMessage(obsolete)
    for (const room of leave) currentRooms.delete(room)
    const absent = [...target].filter((room) => !currentRooms.has(room))
    const join = oneMessage(absent.slice(0, ROOMS_MAX - currentRooms.size))
    for (const room of join) currentRooms.add(room)
    if (leave.length > 0) liveSocket.emit('unwatch', watchOf(leave))
    if (join.length > 0 || knownSince !== undefined) {
      liveSocket.emit('watch', { ...watchOf(join), ...(knownSince === undefined ? {} : { since: knownSince }) })
    }
    if (leave.length + join.length > 0) {
      busyUntil = Math.max(busyUntil, Date.now()) + MS_PER_CHANGE + (leave.length + join.length) * MS_PER_NAME
    }
    if (leave.length < obsolete.length || join.length < absent.length) sendSoon()
    else knownSince = undefined
  }

  return {
    watch({ since, ...rooms }) {
      watches += 1
      clearTimeout(linger)
      const mine = roomsOf(rooms)
      for (const room of mine) watchers.set(room, (watchers.get(room) ?? 0) + 1)
      if (since === undefined) hasUnknown = true
      // An event may be why an article is watched now, such as the one that hid its thread. The next may follow at once.
      const known = since ?? (rooms.articles?.length && lastAt > 0 ? lastAt : undefined)
      if (known !== undefined && [...mine].some((room) => !currentRooms.has(room))) {
        knownSince = Math.min(known, knownSince ?? known)
      }
      if (socket) sendSoon()
      else {
        const opening = openSocket()
        socket = opening
        // Loading may fail (offline). The next watcher tries again.
        opening.catch(() => {
          if (socket === opening) socket = null
        })
      }
      let isEnded = false
      return () => {
        if (isEnded) return
        isEnded = true
        watches -= 1
        for (const room of mine) {
          const others = (watchers.get(room) ?? 0) - 1
          if (others > 0) watchers.set(room, others)
          else watchers.delete(room)
        }
        sendSoon()
        if (watches === 0) linger = setTimeout(close, LINGER_MS)
      }
    },
    onEvent(listener, since) {
      listeners.add(listener)
      if (since !== undefined) {
        for (const { name, event } of recentEvents.values()) if (event.at > since - UNORDERED_MS) listener(name, event)
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
        (liveSocket) => {
          liveSocket.disconnect()
          liveSocket.connect()
        },
        () => {},
      )
    },
    close,
  }
}

type ResumeState = Parameters<ServerToClientEvents['resume.done']>[0]

const KINDS = ['communities', 'articles', 'postIds'] as const
/** A kind and a name. */
type Room = `${(typeof KINDS)[number]} ${string}`

function roomsOf(watch: Watch): Set<Room> {
  return new Set(KINDS.flatMap((kind) => (watch[kind] ?? []).map((name): Room => `${kind} ${name}`)))
}

function watchOf(rooms: readonly Room[]): Watch {
  const watch: Watch = {}
  for (const room of rooms) {
    const kind = KINDS.find((one) => room.startsWith(one)) ?? 'postIds'
    watch[kind] = [...(watch[kind] ?? []), room.slice(kind.length + 1)]
  }
  return watch
}

/** At most as many as a connection may watch: communities and articles first, then the latest posts. */
function roomsToWatch(rooms: readonly Room[]): Set<Room> {
  const isPost = (room: Room) => room.startsWith('postIds')
  const first = rooms.filter((room) => !isPost(room)).slice(0, ROOMS_MAX)
  const posts = rooms.filter(isPost)
  return new Set([...first, ...posts.slice(Math.max(0, posts.length + first.length - ROOMS_MAX))])
}

/** The first rooms, as many as one message may name. */
function oneMessage(rooms: readonly Room[]): Room[] {
  let length = 0
  return rooms.filter((room) => (length += room.length) <= MESSAGE_MAX_LENGTH)
}
