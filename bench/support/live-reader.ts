import type { ClientToServerEvents, ServerToClientEvents } from '@stoa/contract'
import { io, type Socket } from 'socket.io-client'
import { readWholeThread } from './whole-thread.ts'

type StoaSocket = Socket<ServerToClientEvents, ClientToServerEvents>

/** A reader who watches a thread and, when disconnected, resumes at the next server from the last event received. */
export interface LiveReader {
  /** When each comment first arrived, by its text. */
  arrived: Map<string, number>
  /** Connections made so far. */
  connections(): number
  /** How often a gap was reported, so that the thread was read again. */
  gaps(): number
  close(): void
}

const AGAIN_MS = 50

/** `urls`: servers in the order of preference. Resolves when the first watch is acknowledged. */
export async function openLiveReader(urls: string[], postId: string): Promise<LiveReader> {
  const arrived = new Map<string, number>()
  let lastEventId = ''
  let connections = 0
  let gaps = 0
  let isClosed = false
  let socket: StoaSocket

  function addArrival(text: string | null): void {
    if (text !== null && !arrived.has(text)) arrived.set(text, performance.now())
  }

  function connect(at: number, onReady: () => void): void {
    const url = urls[at % urls.length] ?? ''
    const next = () => {
      if (!isClosed) setTimeout(() => connect(at + 1, onReady), AGAIN_MS)
    }
    socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      // The library doesn’t ask Node.
      rejectUnauthorized: process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0',
      auth: { visitorId: 'bench', ...(lastEventId ? { lastEventId } : {}) },
    })
    socket.once('connect', () => {
      connections += 1
      socket.emit('watch', { postIds: [postId] })
    })
    socket.once('connect_error', next)
    socket.once('disconnect', next)
    socket.on('comment.created', ({ id, comment }) => {
      if (id > lastEventId) lastEventId = id
      addArrival(comment.content)
    })
    socket.on('resume.gap', () => {
      gaps += 1
      // If that server is stopping too, the next one reports a gap again.
      readWholeThread(url, { postId, sort: 'new', limit: 100 }).then(
        ({ comments }) => {
          for (const { content } of comments) addArrival(content)
        },
        () => {},
      )
    })
    socket.on('resume.done', (state) => {
      if (state.lastEventId > lastEventId) lastEventId = state.lastEventId
      onReady()
    })
  }

  await new Promise<void>((resolve) => connect(0, resolve))
  return {
    arrived,
    connections: () => connections,
    gaps: () => gaps,
    close() {
      isClosed = true
      socket.disconnect()
    },
  }
}
