import type { ClientToServerEvents, ServerToClientEvents } from '@stoa/contract'
import { io, type Socket } from 'socket.io-client'
import { inParallel } from '../support/in-parallel.ts'
import { epochMs, type WorkerRequest, type WorkerResponse } from './socket-messages.ts'

type StoaSocket = Socket<ServerToClientEvents, ClientToServerEvents>

const CONNECT_TIMEOUT_MS = 20_000
const TIMEOUT_MS = 10_000

/** Worker with sockets that watch one post: a separate process, so that its load isn't measured as the server's. */
const sockets: StoaSocket[] = []
const received = new Map<string, number[]>()

const respond = (response: WorkerResponse) => void process.send?.(response)

process.on('message', (request: WorkerRequest) => {
  if (request.type === 'connect') void connectAll(request)
  else if (request.type === 'unicast') void unicast(request)
  else process.exit()
})

async function connectAll(about: Extract<WorkerRequest, { type: 'connect' }>): Promise<void> {
  const indexes = Array.from({ length: about.sockets }, (_, index) => index)
  const outcomes = await inParallel(about.atOnce, indexes, () => connect(about))
  sockets.push(...outcomes.filter((socket) => socket !== null))
  respond({ type: 'watching', sockets: sockets.length, failed: outcomes.length - sockets.length })
}

/** Resolves when the server has acknowledged the watch; null on timeout. */
function connect({ url, postId }: { url: string; postId: string }): Promise<StoaSocket | null> {
  return new Promise((resolve) => {
    const socket: StoaSocket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { visitorId: 'bench' },
    })
    const giveUp = setTimeout(() => {
      socket.disconnect()
      resolve(null)
    }, CONNECT_TIMEOUT_MS)
    socket.once('connect', () => socket.emit('watch', { postIds: [postId] }))
    socket.once('resume.done', () => {
      clearTimeout(giveUp)
      resolve(socket)
    })
    socket.on('comment.created', ({ comment }) => receive(comment.content ?? ''))
  })
}

/** Reports the arrivals of a comment when the last socket has received it, or after a timeout. */
function receive(text: string): void {
  const arrival = epochMs()
  let arrivals = received.get(text)
  if (!arrivals) {
    arrivals = []
    received.set(text, arrivals)
    setTimeout(() => finish(text), TIMEOUT_MS)
  }
  arrivals.push(arrival)
  if (arrivals.length === sockets.length) finish(text)
}

function finish(text: string): void {
  const arrivals = received.get(text)
  if (!arrivals) return
  received.delete(text)
  respond({ type: 'received', text, arrivals, lost: sockets.length - arrivals.length })
}

/** Sockets repeat their `watch` in turns at a steady rate; the server responds to that socket only. */
async function unicast({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<void> {
  const total = perSecond * seconds
  const pending: Promise<number | null>[] = []
  const start = performance.now()
  while (pending.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * perSecond))
    while (pending.length < due) pending.push(roundTrip(sockets[pending.length % sockets.length]))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const times = (await Promise.all(pending)).filter((time) => time !== null)
  respond({ type: 'unicast', times, lost: total - times.length })
}

function roundTrip(socket: StoaSocket | undefined): Promise<number | null> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => resolve(null), TIMEOUT_MS)
    const began = performance.now()
    socket?.once('resume.done', () => {
      clearTimeout(giveUp)
      resolve(performance.now() - began)
    })
    socket?.emit('watch', {})
  })
}
