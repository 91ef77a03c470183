import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { ClientToServerEvents, EventOf, ServerToClientEvents, SocketAuth } from '@stoa/contract'
import { Server, type Socket } from 'socket.io'
import type { AccessClaims, AccessTokens } from '../domains/sessions/access-tokens.ts'
import type { Viewers } from '../domains/sessions/viewers.ts'
import { type DomainEvent, type Events, postOfRoom, rooms } from '../events/events.ts'
import { clientAddress, type TrustProxy } from '../http/client-address.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import type { RequestDomains } from '../http/request-domain.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Redis } from '../lib/redis.ts'
import { createPersonNews } from './person-news.ts'
import type { Replay } from './replay.ts'
import type { Retelling } from './retelling.ts'
import type { Showing } from './showing.ts'
import type { Watching } from './watching.ts'

/** What is known of one connection. */
interface SocketData {
  /** Null for a visitor. */
  claims: AccessClaims | null
  /** The one community that the connection's domain shows; null where all are shown. */
  only: string | null
  /** What the client heard last before it was cut off; null once that is dealt with. */
  resumeFrom: string | null
  /** Messages since `countedFrom`. */
  messages: number
  countedFrom: number
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

export interface RealtimeDependencies {
  events: Events
  accessTokens: AccessTokens
  viewers: Viewers
  rateLimits: RateLimits
  watching: Watching
  replay: Replay
  asTheyAreNow: Retelling
  showing: Showing
  clock: Clock
  logger: Logger
  /** Null: this process is alone. */
  redis: Redis | null
  requestDomains: Pick<RequestDomains, 'onlyCommunity'>
  trustProxy: TrustProxy
}

export interface Realtime {
  /** Cuts every connection, so that the clients go to a process that stays. What is still published reaches the others. */
  cut(): void
  /** Ends everything; after the last event was published. */
  close(): void
}

/** Largest message of a client, in bytes: a full watch list. */
const MESSAGE_MAX_BYTES = 16 * 1024
const MESSAGES_MAX = 60
const MESSAGES_WINDOW_MS = 10_000
const CONNECT_TIMEOUT_MS = 10_000

/** Joins socket.io to an HTTP server and hands every domain event to the room that may hear it. Nothing else emits. */
export async function attachRealtime(http: HttpServer, dependencies: RealtimeDependencies): Promise<Realtime> {
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
  io.use((socket, next) => {
    identify(socket, dependencies).then(() => next(), next)
  })
  io.on('connection', (socket) => welcome(socket, dependencies))
  io.on('recheck', (userId) => recheck(userId))
  io.on('forget', (userId) => dependencies.viewers.forget(userId))
  const tellOfPerson = createPersonNews({
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
    for (const told of await dependencies.asTheyAreNow([event])) tell(told)
  }

  const unsubscribe = events.subscribe((event, { isLate }) => {
    if (isLate) return tellLate(event)
    tell(event)
  })

  return {
    // Not `disconnect`: after that clients would stay away.
    cut: () => void io.engine.close(),
    close() {
      unsubscribe()
      io.engine.close()
      cluster?.close()
    },
  }
}

function limitConnections({ rateLimits, trustProxy }: RealtimeDependencies) {
  return (request: IncomingMessage, answer: (problem: string | null | undefined, success: boolean) => void) => {
    // Only what opens a connection; polls and upgrades of one that is open carry its id.
    if (/[?&]sid=/.test(request.url ?? '')) {
      answer(null, true)
      return
    }
    rateLimits.count('read', { userId: null, address: clientAddress(request, trustProxy) }).then(
      () => answer(null, true),
      () => answer('rate limit', false),
    )
  }
}

/** Finds out who connects. A token that is no good makes a visitor of its bearer: nothing public is lost by that. */
async function identify(socket: StoaSocket, dependencies: RealtimeDependencies): Promise<void> {
  const { accessTokens, viewers, requestDomains } = dependencies
  const { token, lastEventId } = socket.handshake.auth as Partial<Record<keyof SocketAuth, unknown>>
  socket.data.resumeFrom = typeof lastEventId === 'string' ? lastEventId : null
  socket.data.claims = null
  socket.data.only = requestDomains.onlyCommunity(socket.request)
  socket.data.messages = 0
  socket.data.countedFrom = Date.now()
  if (typeof token !== 'string' || token === '') return
  try {
    const claims = await accessTokens.verify(token)
    if (claims.site !== '' && claims.site !== socket.handshake.headers.origin) return
    await viewers.byClaims(claims)
    socket.data.claims = claims
  } catch {
    // Stays a visitor.
  }
}

function welcome(socket: StoaSocket, dependencies: RealtimeDependencies): void {
  const { watching, logger } = dependencies
  // Ten thousand first requests, each with its headers, are most of the memory that idle connections would hold.
  ;(socket.conn as { request: unknown }).request = null
  const { claims, only } = socket.data
  if (claims) void socket.join(rooms.user(claims.userId))
  if (claims?.site === '') {
    const account = rooms.account(claims.userId)
    void socket.join(only === null ? account : [account, rooms.within(account, only), rooms.oneCommunity])
  }
  const guarded = (work: (rooms: unknown) => Promise<void>) => (wanted: unknown) => {
    if (isFlooding(socket)) {
      socket.disconnect(true)
      return
    }
    work(wanted).catch((error: unknown) => logger.error({ err: error }, 'socket message failed'))
  }
  socket.on(
    'watch',
    guarded(async (wanted) => {
      const joined = await watching.allowed(wanted, { heard: socket.rooms, only: socket.data.only })
      await socket.join([...joined, ...ownRooms(socket, joined)])
      await resume(socket, dependencies)
    }),
  )
  socket.on(
    'unwatch',
    guarded(async (wanted) => {
      const left = watching.named(wanted)
      for (const room of [...left, ...ownRooms(socket, left)]) void socket.leave(room)
    }),
  )
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
 * what was missed in the rooms just joined; live events may come in between, and ids make repeats harmless.
 */
async function resume(socket: StoaSocket, { replay, clock }: RealtimeDependencies): Promise<void> {
  const { resumeFrom, only } = socket.data
  socket.data.resumeFrom = null
  const heard = [...socket.rooms].filter((room) => room !== socket.id)
  const missed = await replay(resumeFrom, heard)
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

function isFlooding({ data }: StoaSocket): boolean {
  const now = Date.now()
  if (now - data.countedFrom > MESSAGES_WINDOW_MS) {
    data.countedFrom = now
    data.messages = 0
  }
  data.messages += 1
  return data.messages > MESSAGES_MAX
}
