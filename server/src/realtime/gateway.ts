import type { Server as HttpServer, IncomingMessage } from 'node:http'
import {
  type ClientToServerEvents,
  canListPendingPosts,
  type EventOf,
  type ServerToClientEvents,
  type SocketAuth,
} from '@stoa/contract'
import { Server, type Socket } from 'socket.io'
import type { CommentService } from '../domains/content/comments/index.ts'
import type { PostService } from '../domains/content/posts/index.ts'
import type { AccountService } from '../domains/people/accounts/index.ts'
import type { AccessClaims, AccessTokens, Viewers } from '../domains/people/auth/index.ts'
import type { CommunityService } from '../domains/people/communities/index.ts'
import type { OriginService } from '../domains/people/partner-origins/index.ts'
import type { Tenants } from '../domains/people/tenants/index.ts'
import type { SocketGuard } from '../http/open-bodies.ts'
import { isDomainError } from '../platform/domain-error.ts'
import { declarationOf } from '../platform/events/declarations.ts'
import type { DomainEvent, StoredEvent } from '../platform/events/events.ts'
import { isPrivateRoom, postOfRoom, rooms } from '../platform/events/rooms.ts'
import { firstIdAt } from '../platform/ids.ts'
import { createConcurrencyLimit } from '../platform/jobs/background.ts'
import { POLICIES } from '../platform/limits/policies.ts'
import { createWindow } from '../platform/limits/rate-limits.ts'
import type { Platform } from '../platform/platform.ts'
import type { Redis } from '../platform/redis/redis.ts'
import { clientAddress, type TrustProxy } from '../platform/security/address.ts'
import { createDisplayedUsers, createProfileBroadcast, type FindDisplayedUsers } from './broadcast-profile-change.ts'
import { createEventRefresher, type RefreshEvents } from './refresh-events.ts'
import { createReplay, limitReplays, type Replay } from './replay.ts'
import { createSubscriptions, type Names, namesOf, newRooms, roomsOf, type Subscriptions } from './subscriptions.ts'

/** State of a connection. */
interface SocketData {
  /** Null for a visitor. */
  claims: AccessClaims | null
  /** The only community that the connection's domain shows; null for all. */
  onlyCommunity: string | null
  /** The communities whose queues the person moderates on this partner's site; empty on the forum. */
  moderated: string[]
  /** The last event received before a disconnect; null once it has been handled. */
  resumeFrom: string | null
  address: string
}

/** Messages between processes. */
interface ServerEvents {
  /** A user's sessions have changed. Connections of ended ones get no more private events. */
  recheck: (userId: string) => void
  /** A user's permissions have changed. */
  forget: (userId: string) => void
  /** A user's name or picture has changed. Each process finds the readers who see it. */
  person: (event: EventOf<'user.changed'>) => void
}

export type StoaServer = Server<ClientToServerEvents, ServerToClientEvents, ServerEvents, SocketData>
export type StoaSocket = Socket<ClientToServerEvents, ServerToClientEvents, ServerEvents, SocketData>

export interface RealtimeDependencies
  extends Pick<Platform, 'database' | 'events' | 'rateLimits' | 'clock' | 'logger'> {
  accessTokens: AccessTokens
  viewers: Viewers
  accounts: AccountService
  posts: PostService
  comments: CommentService
  communities: CommunityService
  partnerOrigins: Pick<OriginService, 'communitiesOf'>
  /** Null if there is only a single process. */
  redis: Redis | null
  tenants: Pick<Tenants, 'onlyCommunity'>
  trustProxy: TrustProxy
  guard: SocketGuard
}

interface Gateway extends RealtimeDependencies {
  watching: Subscriptions
  replay: Replay
  refreshEvents: RefreshEvents
  showing: FindDisplayedUsers
}

function gatewayOf(about: RealtimeDependencies): Gateway {
  const refreshEvents = createEventRefresher(about)
  const showing = createDisplayedUsers(about)
  const replay = createReplay({ ...about, refreshEvents, showing })
  return { ...about, watching: createSubscriptions(about), replay, refreshEvents, showing }
}

export interface Realtime {
  /** Connections of this process. */
  sockets: Pick<ReturnType<StoaServer['of']>, 'sockets' | 'adapter'>
  /**
   * Closes every connection, so that clients reconnect to another process. Events are still published to the other
   * processes.
   */
  cut(): void
  /** Closes everything. Call it after the last event was published. */
  close(): void
}

/** Largest client message, in bytes; fits a full watch list. */
const MESSAGE_MAX_BYTES = 16 * 1024
const CONNECT_TIMEOUT_MS = 10_000
/** Packets queued for a slow client. Beyond that it is disconnected and catches up when it reconnects. */
const WAITING_PACKETS_MAX = 2000
const NOTHING: Names = { postIds: [], communities: [], articles: [] }

/** Attaches socket.io to an HTTP server and sends every domain event to its room. Nothing else emits events. */
export async function attachRealtime(http: HttpServer, about: RealtimeDependencies): Promise<Realtime> {
  const dependencies = gatewayOf(about)
  const { events, redis, logger, watching } = dependencies
  // Nobody knows what was missed, so all clients refetch what they show.
  const onLoss = () => void io.emit('resume.gap')
  const cluster = redis && (await import('./cluster-adapter.ts')).createClusterAdapter(redis, { logger, onLoss })
  const io: StoaServer = new Server(http, {
    serveClient: false,
    // Compression would need buffers for every connection.
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: MESSAGE_MAX_BYTES,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // There are tokens but no cookies, so any page may connect and get public events.
    cors: { origin: '*' },
    allowRequest: limitConnections(dependencies),
    ...(cluster ? { adapter: cluster.adapter } : {}),
  })
  io.engine.use(dependencies.guard.check)
  io.engine.on(
    'connection_error',
    ({ req, message }: { req: IncomingMessage & { res?: unknown }; message: string }) => {
      // Respond before engine.io sends its own response, which lacks the headers.
      if (req.res === undefined) dependencies.guard.refuseUpgrade(req, message)
    },
  )
  limitPackets(io)
  io.use((socket, next) => {
    identify(socket, dependencies).then(() => next(), next)
  })
  const inTurn = { ...dependencies, replay: limitReplays(dependencies.replay) }
  io.on('connection', (socket) => welcome(socket, inTurn))
  io.on('recheck', (userId) => recheck(userId))
  io.on('forget', (userId) => dependencies.viewers.forget(userId))
  const tellOfPerson = createProfileBroadcast({
    showing: dependencies.showing,
    openPosts: () => [...io.of('/').adapter.rooms.keys()].flatMap((room) => postOfRoom(room) ?? []),
    emit: (postIds, event) => void io.local.to(postIds.map(rooms.post)).emit('user.changed', event),
    logger,
  })
  io.on('person', tellOfPerson)

  /** Removes connections with ended sessions from private rooms. */
  async function recheck(userId: string): Promise<void> {
    dependencies.viewers.forget(userId)
    for (const socket of await io.local.in(rooms.user(userId)).fetchSockets()) {
      const { claims } = socket.data
      const isAlive = claims !== null && (await dependencies.viewers.byClaims(claims).then(Boolean, () => false))
      if (isAlive) continue
      socket.data.claims = null
      for (const room of socket.rooms) if (isPrivateRoom(room)) socket.leave(room)
    }
  }

  function emit(message: DomainEvent): void {
    const { name, room, event } = message
    const community = communityOf(message)
    if (community === null) {
      io.to(room).emit(name, event as never)
      return
    }
    io.to(room)
      .except(rooms.oneCommunity)
      .emit(name, event as never)
    io.to(rooms.within(room, community)).emit(name, event as never)
  }

  function deliver(message: DomainEvent): void {
    const { name, room, event } = message
    if (name === 'user.changed') {
      tellOfPerson(event)
      if (cluster) io.serverSideEmit('person', event)
      return
    }
    // Before the event is sent, because its receivers will immediately ask what they may do now.
    if (name === 'viewer.changed' && cluster) io.serverSideEmit('forget', event.userId)
    // Most events have no receiver in this process; other processes may have some.
    if (cluster || io.of('/').adapter.rooms.has(room)) emit(message)
    if (name === 'session.ended') {
      recheck(event.userId).catch((error: unknown) => logger.error({ err: error }, 'checking socket sessions failed'))
      if (cluster) io.serverSideEmit('recheck', event.userId)
    }
    // The last event of a post that is no longer public announces its removal.
    if (name === 'post.changed' && event.post === null && postOfRoom(room) !== null) {
      watching.forget(event.postId)
      io.in(room).socketsLeave(room)
    }
  }

  async function deliverLate(event: StoredEvent): Promise<void> {
    for (const message of await dependencies.refreshEvents([event])) deliver(message)
  }

  const unsubscribe = events.subscribe(deliver, deliverLate)

  return {
    sockets: io.of('/'),
    // Not `disconnect`, after which socket.io's own client would not reconnect.
    cut: () => void io.engine.close(),
    close() {
      unsubscribe()
      io.engine.close()
      cluster?.close()
    },
  }
}

/** Counts each new connection as a read. Other engine.io requests, such as polls, aren't counted. */
function limitConnections({ rateLimits, trustProxy }: Gateway) {
  return (request: IncomingMessage, callback: (problem: string | null | undefined, success: boolean) => void) => {
    rateLimits.count('read', { userId: null, address: clientAddress(request, trustProxy) }).then(
      () => callback(null, true),
      () => callback('rate limit', false),
    )
  }
}

/** How many names a connection may still send. */
const nameWindows = new WeakMap<object, ReturnType<typeof createWindow>>()

/** Disconnects clients that send too much, before messages are parsed, and clients that don't read. */
function limitPackets(io: StoaServer): void {
  io.engine.on('connection', (connection: EngineSocket) => {
    const mayPass = createWindow(POLICIES.packet)
    nameWindows.set(connection, createWindow(POLICIES.watchedName))
    connection.on('packet', ({ data }) => {
      // socket.io would buffer parts of binary messages until complete. Our clients send none.
      const isBinary = typeof data !== 'string' && data !== undefined
      if (isBinary || !mayPass()) connection.close(true)
    })
    // engine.io responds to each ping, and the responses queue up if the client doesn't read.
    const countPings = ({ socket }: Transport) =>
      socket?.on('ping', () => {
        if (!mayPass()) socket.terminate()
      })
    countPings(connection.transport)
    connection.on('upgrading', countPings)
    let waiting = 0
    connection.on('drain', () => {
      waiting = 0
    })
    connection.on('packetCreate', () => {
      waiting += 1
      if (waiting > WAITING_PACKETS_MAX) connection.close(true)
    })
  })
}

/** The part of engine.io's socket used here. */
interface EngineSocket {
  transport: Transport
  on(name: 'packet', listener: (packet: { type: string; data?: unknown }) => void): void
  on(name: 'upgrading', listener: (transport: Transport) => void): void
  /** `packetCreate`: another packet was queued; `drain`: the queue was flushed. */
  on(name: 'packetCreate' | 'drain', listener: () => void): void
  close(discard?: boolean): void
}

/** The transport. Only a web socket has a `socket`. */
interface Transport {
  socket?: { on(name: 'ping', listener: () => void): void; terminate(): void }
}

/** Connections that have a socket or are getting one. */
const connecting = new WeakSet<object>()
/** One more than the length of an id, so that ids that were too long stay invalid. */
const LAST_EVENT_ID_LENGTH = 21

/**
 * Authenticates a connection. With an invalid token it becomes a visitor's, because public events don't need a token.
 */
async function identify(socket: StoaSocket, dependencies: Gateway): Promise<void> {
  const { accessTokens, viewers, tenants, trustProxy, communities, partnerOrigins } = dependencies
  // A client may request several sockets on one connection before the first is open.
  if (connecting.has(socket.conn)) {
    socket.conn.close(true)
    throw new Error('one socket per connection')
  }
  connecting.add(socket.conn)
  const { token, lastEventId } = socket.handshake.auth as Partial<Record<keyof SocketAuth, unknown>>
  const { origin } = socket.handshake.headers
  // Connections last for hours. Don't hold the handshake data, up to 32 kB, that long.
  socket.handshake.auth = {}
  socket.handshake.headers = {}
  socket.handshake.query = {}
  socket.handshake.url = ''
  socket.data.resumeFrom = typeof lastEventId === 'string' ? lastEventId.slice(0, LAST_EVENT_ID_LENGTH) : null
  socket.data.claims = null
  socket.data.moderated = []
  socket.data.onlyCommunity = tenants.onlyCommunity(socket.request)
  socket.data.address = clientAddress(socket.request, trustProxy)
  if (typeof token !== 'string' || token === '') return
  try {
    const claims = await accessTokens.verify(token)
    if (claims.site !== '' && claims.site !== origin) return
    const viewer = await viewers.byClaims(claims)
    if (claims.site !== '') {
      const embedded = await communities.factsById(await partnerOrigins.communitiesOf(claims.site))
      const names = [...embedded.values()].map(({ tokenName }) => tokenName)
      socket.data.moderated = names.filter((tokenName) => canListPendingPosts(viewer, tokenName).allowed)
    }
    socket.data.claims = claims
  } catch {
    // Stays a visitor.
  }
}

function welcome(socket: StoaSocket, dependencies: Gateway): void {
  const { watching, logger } = dependencies
  // With ten thousand idle connections, initial requests and their headers would take most of the memory.
  ;(socket.conn as { request: unknown }).request = null
  const { claims, onlyCommunity, moderated } = socket.data
  if (claims) void socket.join(rooms.user(claims.userId))
  for (const tokenName of moderated) if (claims) void socket.join(rooms.onSites(claims.userId, tokenName))
  if (claims?.site === '') {
    const account = rooms.account(claims.userId)
    void socket.join(
      onlyCommunity === null ? account : [account, rooms.within(account, onlyCommunity), rooms.oneCommunity],
    )
  }
  // In sequence: a slow earlier message must not join a room that was unwatched since.
  const turns = createConcurrencyLimit({ runningMax: 1 })
  const handle = (work: (names: Names, message: unknown) => Promise<void>) => (message: unknown) => {
    const names = namesOf(message) ?? NOTHING
    if (!nameWindows.get(socket.conn)?.(roomsOf(names).length)) {
      socket.disconnect(true)
      return
    }
    turns(async () => {
      if (socket.connected) await work(names, message)
    }).catch((error: unknown) => logger.error({ err: error }, 'socket message failed'))
  }
  socket.on(
    'watch',
    handle(async (names, message) => {
      if (!(await mayRead(socket, dependencies))) return
      const allowedRooms = await watching.allowed(names, socket.data.onlyCommunity)
      // A closed socket would never leave its rooms.
      if (!socket.connected) return
      const joined = newRooms(allowedRooms, socket.rooms)
      await socket.join([...joined, ...ownRooms(socket, joined)])
      await resume(socket, dependencies, { joined, since: sinceOf(message) })
    }),
  )
  socket.on(
    'unwatch',
    handle(async (names) => {
      const roomsToLeave = roomsOf(names)
      for (const room of [...roomsToLeave, ...ownRooms(socket, roomsToLeave)]) void socket.leave(room)
    }),
  )
}

/** Counts a message as a read. Disconnects a client over its limit, which may reconnect later. */
async function mayRead(socket: StoaSocket, { rateLimits }: Gateway): Promise<boolean> {
  const { claims, address } = socket.data
  try {
    await rateLimits.count('read', { userId: claims?.userId ?? null, address })
    return true
  } catch (refused) {
    if (!isDomainError(refused)) throw refused
    socket.conn.close()
    return false
  }
}

/** For each joined post room, the private room of this person's own changes to the post, wherever they make them. */
function ownRooms({ data: { claims } }: StoaSocket, joined: string[]): string[] {
  if (claims === null) return []
  return joined.flatMap((room) => {
    const postId = postOfRoom(room)
    return postId === null ? [] : rooms.viewer(claims.userId, postId)
  })
}

/** The only community whose domains may get the event; null if there is none. */
function communityOf({ name, event }: DomainEvent): string | null {
  return declarationOf(name).community?.(event) ?? null
}

/**
 * Acknowledges every watch, so that the client knows when it is subscribed. The first watch after a reconnect replays
 * missed events of all rooms; one with `since` replays those of the newly joined rooms. Live events may arrive in
 * between, so clients ignore repeated ids.
 */
async function resume(
  socket: StoaSocket,
  { replay, clock }: Gateway,
  { joined, since }: { joined: string[]; since: string | null },
): Promise<void> {
  const { resumeFrom, onlyCommunity } = socket.data
  socket.data.resumeFrom = null
  const joinedRooms = resumeFrom === null ? joined : [...socket.rooms].filter((room) => room !== socket.id)
  const missed = await replay(resumeFrom ?? since, joinedRooms)
  if (missed === 'gap') {
    socket.emit('resume.gap')
    return
  }
  for (const message of missed.events) {
    const community = communityOf(message)
    if (onlyCommunity === null || community === null || community === onlyCommunity)
      socket.emit(message.name, message.event as never)
  }
  socket.emit('resume.done', { lastEventId: missed.lastEventId, at: clock.now() })
}

/** The position to resume from for data loaded at a time. */
function sinceOf(message: unknown): string | null {
  const { since } = (message ?? {}) as { since?: unknown }
  return typeof since === 'number' && Number.isFinite(since) ? firstIdAt(since) : null
}
