import type { ClientToServerEvents, ServerToClientEvents } from '@stoa/contract'
import { io, type Socket } from 'socket.io-client'
import { inParallel } from '../support/in-parallel.ts'
import { type Asked, epochMs, type Told } from './messages.ts'

type StoaSocket = Socket<ServerToClientEvents, ClientToServerEvents>

const CONNECT_WITHIN_MS = 20_000
const ANSWER_WITHIN_MS = 10_000

/** Worker with sockets that watch one post: a separate process, so that its load isn't measured as the server's. */
const sockets: StoaSocket[] = []
const heard = new Map<string, number[]>()

const tell = (told: Told) => void process.send?.(told)

process.on('message', (asked: Asked) => {
  if (asked.ask === 'connect') void connectAll(asked)
  else if (asked.ask === 'unicast') void unicast(asked)
  else process.exit()
})

async function connectAll(about: Extract<Asked, { ask: 'connect' }>): Promise<void> {
  const wanted = Array.from({ length: about.sockets }, (_, index) => index)
  const outcomes = await inParallel(about.atOnce, wanted, () => connect(about))
  sockets.push(...outcomes.filter((socket) => socket !== null))
  tell({ tell: 'watching', sockets: sockets.length, failed: outcomes.length - sockets.length })
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
    }, CONNECT_WITHIN_MS)
    socket.once('connect', () => socket.emit('watch', { postIds: [postId] }))
    socket.once('resume.done', () => {
      clearTimeout(giveUp)
      resolve(socket)
    })
    socket.on('comment.created', ({ comment }) => hear(comment.content ?? ''))
  })
}

/** Reports the arrivals of a comment when the last socket has received it, or after a timeout. */
function hear(text: string): void {
  const arrival = epochMs()
  let arrivals = heard.get(text)
  if (!arrivals) {
    arrivals = []
    heard.set(text, arrivals)
    setTimeout(() => finish(text), ANSWER_WITHIN_MS)
  }
  arrivals.push(arrival)
  if (arrivals.length === sockets.length) finish(text)
}

function finish(text: string): void {
  const arrivals = heard.get(text)
  if (!arrivals) return
  heard.delete(text)
  tell({ tell: 'heard', text, arrivals, lost: sockets.length - arrivals.length })
}

/** Sockets repeat their `watch` in turns at a steady rate; the server responds to that socket only. */
async function unicast({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<void> {
  const total = perSecond * seconds
  const asking: Promise<number | null>[] = []
  const start = performance.now()
  while (asking.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * perSecond))
    while (asking.length < due) asking.push(thereAndBack(sockets[asking.length % sockets.length]))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const times = (await Promise.all(asking)).filter((time) => time !== null)
  tell({ tell: 'unicast', times, lost: total - times.length })
}

function thereAndBack(socket: StoaSocket | undefined): Promise<number | null> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => resolve(null), ANSWER_WITHIN_MS)
    const began = performance.now()
    socket?.once('resume.done', () => {
      clearTimeout(giveUp)
      resolve(performance.now() - began)
    })
    socket?.emit('watch', {})
  })
}
