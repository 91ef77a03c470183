import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { ClientToServerEvents, EventOf, ServerToClientEvents, SocketAuth } from '@stoa/contract'
import { Server, type Socket } from 'socket.io'
import type { AccountService } from '../domains/accounts/service.ts'
import type { AccessClaims, AccessTokens } from '../domains/auth/sessions/access-tokens.ts'
import type { Viewers } from '../domains/auth/sessions/viewers.ts'
import type { CommentService } from '../domains/comments/service.ts'
import type { CommunityService } from '../domains/communities/service.ts'
import type { PostService } from '../domains/posts/service.ts'
import type { RequestDomains } from '../domains/tenants/request-domain.ts'
import type { SocketGuard } from '../http/open-bodies.ts'
import { isDomainError } from '../platform/domain-error.ts'
import { type DomainEvent, postOfRoom, rooms } from '../platform/events/events.ts'
import { firstIdAt } from '../platform/ids.ts'
import { createConcurrencyLimit } from '../platform/jobs/background.ts'
import { POLICIES } from '../platform/limits/policies.ts'
import { createWindow } from '../platform/limits/rate-limits.ts'
import type { Platform } from '../platform/platform.ts'
import type { Redis } from '../platform/redis/redis.ts'
import { clientAddress, type TrustProxy } from '../platform/security/address.ts'
import { createDisplayedUsers, createProfileBroadcast, type FindDisplayedUsers } from './broadcast-profile-change.ts'
import { createEventRefresher, type RefreshEvents } from './refresh-events.ts'
import { createReplay, inTurns, type Replay } from './replay.ts'
import { added, createSubscriptions, type Names, namesOf, roomsOf, type Subscriptions } from './subscriptions.ts'

/** What is known of one connection. */
interface SocketData {
  /** Null for a visitor. */
  claims: AccessClaims | null
  /** The one community that the connection's domain shows; null where all are shown. */
  only: string | null
  /** What the client heard last before it was cut off; null once that is dealt with. */
  resumeFrom: string | null
  address: string
}

/** Messages between the processes of one installation. */
interface ServerEvents {
  /** A user's sessions have changed: whoever's has ended hears nothing private any more. */
  recheck: (userId: string) => void
  /** What a user may do has changed. */
  forget: (userId: string) => void
  /** Somebody is called or pictured otherwise: each process finds out who of its readers sees them. */
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
  /** Null: this process is alone. */
  redis: Redis | null
  requestDomains: Pick<RequestDomains, 'onlyCommunity'>
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
  /** The connections of this process. */
  sockets: Pick<ReturnType<StoaServer['of']>, 'sockets' | 'adapter'>
  /** Cuts every connection, so that the clients go to a process that stays. What is still published reaches the others. */
  cut(): void
  /** Ends everything; after the last event was published. */
  close(): void
}

/** Largest message of a client, in bytes: a full watch list. */
const MESSAGE_MAX_BYTES = 16 * 1024
const CONNECT_TIMEOUT_MS = 10_000
/** Packets that wait for a slow client. Behind by more, it is cut off and catches up when it connects again. */
const WAITING_PACKETS_MAX = 2000
const NOTHING: Names = { postIds: [], communities: [], articles: [] }

/** Joins socket.io to an HTTP server and hands every domain event to the room that may hear it. Nothing else emits. */
export async function attachRealtime(http: HttpServer, about: RealtimeDependencies): Promise<Realtime> {
  const dependencies = gatewayOf(about)
  const { events, redis, logger, watching } = dependencies
  // What they have missed nobody knows: all compare what they show.
  const onLoss = () => void io.emit('resume.gap')
  const cluster = redis && (await import('./cluster-adapter.ts')).createClusterAdapter(redis, { logger, onLoss })
  const io: StoaServer = new Server(http, {
    serveClient: false,
    // Compression would cost every connection its own buffers.
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: MESSAGE_MAX_BYTES,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Tokens, no cookies: any page may connect and learns what everybody may know.
    cors: { origin: '*' },
    allowRequest: limitConnections(dependencies),
    ...(cluster ? { adapter: cluster.adapter } : {}),
  })
  io.engine.use(dependencies.guard.check)
  io.engine.on(
    'connection_error',
    ({ req, message }: { req: IncomingMessage & { res?: unknown }; message: string }) => {
      // Before engine.io writes one of its own, without headers.
      if (req.res === undefined) dependencies.guard.refuseUpgrade(req, message)
    },
  )
  limitPackets(io)
  io.use((socket, next) => {
    identify(socket, dependencies).then(() => next(), next)
  })
  const inTurn = { ...dependencies, replay: inTurns(dependencies.replay) }
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

  /** Takes the private rooms from connections whose session is over. */
  async function recheck(userId: string): Promise<void> {
    dependencies.viewers.forget(userId)
    for (const socket of await io.local.in(rooms.user(userId)).fetchSockets()) {
      const { claims } = socket.data
      const isAlive = claims !== null && (await dependencies.viewers.byClaims(claims).then(Boolean, () => false))
      if (isAlive) continue
      socket.data.claims = null
      for (const room of socket.rooms) if (isPrivate(room)) socket.leave(room)
    }
  }

  function emit(told: DomainEvent): void {
    const { name, room, event } = told
    const place = communityOf(told)
    if (place === null) {
      io.to(room).emit(name, event as never)
      return
    }
    io.to(room)
      .except(rooms.oneCommunity)
      .emit(name, event as never)
    io.to(rooms.within(room, place)).emit(name, event as never)
  }

  function tell(told: DomainEvent): void {
    const { name, room, event } = told
    if (name === 'user.changed') {
      tellOfPerson(event)
      if (cluster) io.serverSideEmit('person', event)
      return
    }
    // Before it is heard there: whoever hears it asks at once what they may do now.
    if (name === 'viewer.changed' && cluster) io.serverSideEmit('forget', event.userId)
    // Most of what is written has nobody to hear it here; other processes are another matter.
    if (cluster || io.of('/').adapter.rooms.has(room)) emit(told)
    if (name === 'session.ended') {
      recheck(event.userId).catch((error: unknown) =>
        logger.error({ err: error }, 'checking sessions of sockets failed'),
      )
      if (cluster) io.serverSideEmit('recheck', event.userId)
    }
    // What is no longer public has told its last: that it is gone.
    if (name === 'post.changed' && event.post === null) {
      watching.forget(event.postId)
      io.in(room).socketsLeave(room)
    }
  }

  async function tellLate(event: DomainEvent): Promise<void> {
    for (const told of await dependencies.refreshEvents([event])) tell(told)
  }

  const unsubscribe = events.subscribe((event, { isLate }) => {
    if (isLate) return tellLate(event)
    tell(event)
  })

  return {
    sockets: io.of('/'),
    // Not `disconnect`: after that clients would stay away.
    cut: () => void io.engine.close(),
    close() {
      unsubscribe()
      io.engine.close()
      cluster?.close()
    },
  }
}

/** Counts each new connection as a read; engine.io asks for no other request, such as a poll of one that is open. */
function limitConnections({ rateLimits, trustProxy }: Gateway) {
  return (request: IncomingMessage, answer: (problem: string | null | undefined, success: boolean) => void) => {
    rateLimits.count('read', { userId: null, address: clientAddress(request, trustProxy) }).then(
      () => answer(null, true),
      () => answer('rate limit', false),
    )
  }
}

/** What each connection may still name in messages. */
const nameWindows = new WeakMap<object, ReturnType<typeof createWindow>>()

/** Cuts off who sends too much of anything, before it is looked at, and who does not read. */
function limitPackets(io: StoaServer): void {
  io.engine.on('connection', (connection: EngineSocket) => {
    const mayPass = createWindow(POLICIES.packet)
    nameWindows.set(connection, createWindow(POLICIES.watchedName))
    connection.on('packet', ({ data }) => {
      // Parts of binary messages would be collected until all have come. No client of ours sends any.
      const isBinary = typeof data !== 'string' && data !== undefined
      if (isBinary || !mayPass()) connection.close(true)
    })
    // Each ping of the protocol below is answered, and the answers wait in memory for a client that does not read.
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

/** What is used of engine.io's side of a connection. */
interface EngineSocket {
  transport: Transport
  on(name: 'packet', listener: (packet: { type: string; data?: unknown }) => void): void
  on(name: 'upgrading', listener: (transport: Transport) => void): void
  /** `packetCreate`: one more waits to be sent; `drain`: all that waited are on their way. */
  on(name: 'packetCreate' | 'drain', listener: () => void): void
  close(discard?: boolean): void
}

/** The way that packets take; only a web socket has a socket. */
interface Transport {
  socket?: { on(name: 'ping', listener: () => void): void; terminate(): void }
}

/** Connections that have a socket, or are about to. */
const connecting = new WeakSet<object>()
/** One more than an id has: what was too long stays so. */
const LAST_EVENT_ID_LENGTH = 21

/** Finds out who connects. A token that is no good makes a visitor of its bearer: nothing public is lost by that. */
async function identify(socket: StoaSocket, dependencies: Gateway): Promise<void> {
  const { accessTokens, viewers, requestDomains, trustProxy } = dependencies
  // A client may ask for several sockets on one connection before the first is there.
  if (connecting.has(socket.conn)) {
    socket.conn.close(true)
    throw new Error('one socket per connection')
  }
  connecting.add(socket.conn)
  const { token, lastEventId } = socket.handshake.auth as Partial<Record<keyof SocketAuth, unknown>>
  const { origin } = socket.handshake.headers
  // A connection lasts for hours: what it was opened with, up to 32 kB, is not kept for as long.
  socket.handshake.auth = {}
  socket.handshake.headers = {}
  socket.handshake.query = {}
  socket.handshake.url = ''
  socket.data.resumeFrom = typeof lastEventId === 'string' ? lastEventId.slice(0, LAST_EVENT_ID_LENGTH) : null
  socket.data.claims = null
  socket.data.only = requestDomains.onlyCommunity(socket.request)
  socket.data.address = clientAddress(socket.request, trustProxy)
  if (typeof token !== 'string' || token === '') return
  try {
    const claims = await accessTokens.verify(token)
    if (claims.site !== '' && claims.site !== origin) return
    await viewers.byClaims(claims)
    socket.data.claims = claims
  } catch {
    // Stays a visitor.
  }
}

function welcome(socket: StoaSocket, dependencies: Gateway): void {
  const { watching, logger } = dependencies
  // Ten thousand first requests, each with its headers, are most of the memory that idle connections would hold.
  ;(socket.conn as { request: unknown }).request = null
  const { claims, only } = socket.data
  if (claims) void socket.join(rooms.user(claims.userId))
  if (claims?.site === '') {
    const account = rooms.account(claims.userId)
    void socket.join(only === null ? account : [account, rooms.within(account, only), rooms.oneCommunity])
  }
  // One after the other: what is given up must not be joined by an earlier message that took longer.
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
      const found = await watching.allowed(names, socket.data.only)
      // Rooms joined by a socket that has gone would stay.
      if (!socket.connected) return
      const joined = added(found, socket.rooms)
      await socket.join([...joined, ...ownRooms(socket, joined)])
      await resume(socket, dependencies, { joined, since: sinceOf(message) })
    }),
  )
  socket.on(
    'unwatch',
    handle(async (names) => {
      const left = roomsOf(names)
      for (const room of [...left, ...ownRooms(socket, left)]) void socket.leave(room)
    }),
  )
}

/** Counts a message as the read that it is. Who has no read left is cut off and may connect again when there is one. */
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

/** Beside each post's room the one in which only this person hears what they did there themselves, perhaps elsewhere. */
function ownRooms({ data: { claims } }: StoaSocket, joined: string[]): string[] {
  if (claims === null) return []
  return joined.flatMap((room) => {
    const postId = postOfRoom(room)
    return postId === null ? [] : rooms.viewer(claims.userId, postId)
  })
}

/** The community that news of an account are about; null: all may hear them that the room may. */
function communityOf({ name, event }: DomainEvent): string | null {
  return name === 'notification.created' ? event.tokenName : null
}

/** Whether only one person may be in a room. */
const isPrivate = (room: string) => /^(user|account|viewer):/.test(room)

/**
 * Answers every watch, so that the client knows from when on it hears. The first one after a reconnect is answered with
 * what was missed in all rooms, one with `since` with what was missed in the rooms just joined; live events may come in
 * between, and ids make repeats harmless.
 */
async function resume(
  socket: StoaSocket,
  { replay, clock }: Gateway,
  { joined, since }: { joined: string[]; since: string | null },
): Promise<void> {
  const { resumeFrom, only } = socket.data
  socket.data.resumeFrom = null
  const heard = resumeFrom === null ? joined : [...socket.rooms].filter((room) => room !== socket.id)
  const missed = await replay(resumeFrom ?? since, heard)
  if (missed === 'gap') {
    socket.emit('resume.gap')
    return
  }
  for (const told of missed.events) {
    const place = communityOf(told)
    if (only === null || place === null || place === only) socket.emit(told.name, told.event as never)
  }
  socket.emit('resume.done', { lastEventId: missed.lastEventId, at: clock.now() })
}

/** Where to go on from for a client that knows what it asks for as of a time. */
function sinceOf(wanted: unknown): string | null {
  const { since } = (wanted ?? {}) as { since?: unknown }
  return typeof since === 'number' && Number.isFinite(since) ? firstIdAt(since) : null
}
