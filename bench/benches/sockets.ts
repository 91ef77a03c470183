import type { ClientToServerEvents, ServerToClientEvents } from '@stoa/contract'
import { io, type Socket } from 'socket.io-client'
import { member, post } from '../support/member.ts'
import { milliseconds, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'

const SOCKETS = 10_000
const AT_ONCE = 200
const UNICAST_PER_SECOND = 1000
const UNICAST_SECONDS = 5
const FAN_OUTS = 10

type StoaSocket = Socket<ServerToClientEvents, ClientToServerEvents>

/** Ten thousand sockets on one process: memory, one event to one reader, one event to all readers of a thread. */
export async function run(): Promise<void> {
  const dataFolder = temporaryFolder()
  const { tokenName, postId } = await seed({ url: null, dataFolder, comments: 10 })
  const server = await startStoa({ STOA_DATA: dataFolder })
  const writer = await member(server.url, { username: 'bench_writer', join: tokenName })
  const sockets = await connectAll(server.url)
  const watching = await watchAll(sockets, postId)
  const memory = server.memoryMb()
  const fanOut = await timeFanOut({ url: server.url, token: writer.accessToken, tokenName, postId, sockets })
  const unicast = await timeUnicast(sockets)
  for (const socket of sockets) socket.disconnect()
  await server.stop()
  const [slowFanOut, slowUnicast] = [quantile(fanOut, 0.99), quantile(unicast, 0.99)]
  report([
    { what: 'sockets connected and watching', value: `${watching}`, goal: `${SOCKETS}`, reached: watching === SOCKETS },
    { what: 'memory of the server', value: `${Math.round(memory)} MB`, goal: '< 400 MB', reached: memory < 400 },
    {
      what: `one comment to all, ${FAN_OUTS} times, p99`,
      value: milliseconds(slowFanOut),
      goal: '< 800 ms',
      reached: slowFanOut < 800,
    },
    {
      what: `unicast at ${UNICAST_PER_SECOND}/s, p99`,
      value: milliseconds(slowUnicast),
      goal: '< 50 ms',
      reached: slowUnicast < 50,
    },
  ])
}

async function connectAll(url: string): Promise<StoaSocket[]> {
  const sockets: StoaSocket[] = []
  while (sockets.length < SOCKETS) {
    const batch = Array.from({ length: AT_ONCE }, () => connect(url))
    sockets.push(...(await Promise.all(batch)))
  }
  return sockets
}

function connect(url: string): Promise<StoaSocket> {
  return new Promise((resolve, reject) => {
    const socket: StoaSocket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { visitorId: 'bench' },
    })
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}

/** Watching is acknowledged by the end of the (empty) replay. */
async function watchAll(sockets: StoaSocket[], postId: string): Promise<number> {
  for (const socket of sockets) socket.emit('watch', { postIds: [postId] })
  await new Promise((resolve) => setTimeout(resolve, 3000))
  return sockets.filter((socket) => socket.connected).length
}

interface FanOut {
  url: string
  token: string
  tokenName: string
  postId: string
  sockets: StoaSocket[]
}

/** Milliseconds from sending a comment to its arrival at each reader. */
async function timeFanOut({ url, token, tokenName, postId, sockets }: FanOut): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < FAN_OUTS; round += 1) {
    const began = performance.now()
    const arrived = sockets.map(
      (socket) =>
        new Promise<void>((resolve) =>
          socket.once('comment.created', () => {
            times.push(performance.now() - began)
            resolve()
          }),
        ),
    )
    await post(url, 'commentCreate', {
      input: { tokenName, postId, content: `To all of you, number ${round}.` },
      token,
    })
    await Promise.all(arrived)
  }
  return times
}

/** A `watch` of nothing new is answered to its sender alone: milliseconds there and back, at a steady rate over all sockets. */
async function timeUnicast(sockets: StoaSocket[]): Promise<number[]> {
  const times: number[] = []
  const waiting: Promise<void>[] = []
  const total = UNICAST_PER_SECOND * UNICAST_SECONDS
  const start = performance.now()
  for (let index = 0; index < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * UNICAST_PER_SECOND))
    for (; index < due; index += 1) {
      const socket = sockets[index % sockets.length]
      if (!socket) continue
      const began = performance.now()
      waiting.push(
        new Promise((resolve) => {
          socket.once('resume.done', () => {
            times.push(performance.now() - began)
            resolve()
          })
          socket.emit('watch', {})
        }),
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(waiting)
  return times
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}
