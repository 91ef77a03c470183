import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { atExit } from '../support/at-exit.ts'
import type { WorkerRequest, WorkerResponse } from './socket-messages.ts'

/** Sockets of many readers, spread over worker processes. */
export interface SocketPool {
  /** Sockets whose `watch` the server has acknowledged. */
  watching: number
  /** Round-trip times in milliseconds of messages sent at that rate over all sockets. */
  unicast(perSecond: number, seconds: number): Promise<{ times: number[]; lost: number }>
  /** When each socket received the comment that `write` creates, in milliseconds since the epoch. */
  receive(text: string, write: () => Promise<void>): Promise<{ arrivals: number[]; lost: number }>
  close(): void
}

/** More sockets would slow down a worker's event loop and distort the times. */
const SOCKETS_EACH = 2500
/** Concurrent connection attempts per process. */
const AT_ONCE = 20
/** Files that the server and this process need besides sockets. */
const SPARE_FILES = 500

export async function openSocketPool(about: { url: string; postId: string; sockets: number }): Promise<SocketPool> {
  const { url, postId, sockets } = about
  const files = openFilesMax()
  if (files < sockets + SPARE_FILES) {
    throw new Error(
      `${sockets} sockets need a limit of ${sockets + SPARE_FILES} open files, this is ${files}: ulimit -Hn`,
    )
  }
  const workers = Array.from({ length: Math.ceil(sockets / SOCKETS_EACH) }, (_, index) => ({
    child: startWorker(),
    sockets: Math.min(SOCKETS_EACH, sockets - index * SOCKETS_EACH),
  }))
  const connected = workers.map(({ child, sockets: share }) =>
    ask(child, { type: 'connect', url, postId, sockets: share, atOnce: AT_ONCE }, 'watching'),
  )
  const watching = (await Promise.all(connected)).reduce((sum, response) => sum + response.sockets, 0)
  return {
    watching,
    async unicast(perSecond, seconds) {
      const each = perSecond / workers.length
      const responses = await Promise.all(
        workers.map(({ child }) => ask(child, { type: 'unicast', perSecond: each, seconds }, 'unicast')),
      )
      return {
        times: responses.flatMap(({ times }) => times),
        lost: responses.reduce((sum, { lost }) => sum + lost, 0),
      }
    },
    async receive(text, write) {
      const received = workers.map(({ child }) => nextResponse(child, 'received'))
      await write()
      const responses = await Promise.all(received)
      if (responses.some((one) => one.text !== text)) throw new Error('the workers received another comment')
      return {
        arrivals: responses.flatMap(({ arrivals }) => arrivals),
        lost: responses.reduce((sum, { lost }) => sum + lost, 0),
      }
    },
    close() {
      for (const { child } of workers) child.send({ type: 'close' } satisfies WorkerRequest)
    },
  }
}

function startWorker(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'socket-worker.ts'), { serialization: 'advanced' })
  atExit(() => child.kill('SIGKILL'))
  return child
}

function ask<Kind extends WorkerResponse['type']>(child: ChildProcess, request: WorkerRequest, kind: Kind) {
  const response = nextResponse(child, kind)
  child.send(request)
  return response
}

function nextResponse<Kind extends WorkerResponse['type']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<WorkerResponse, { type: Kind }>> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('a socket worker has ended'))
    child.once('exit', end)
    child.on('message', function onMessage(response: WorkerResponse) {
      if (response.type !== kind) return
      child.off('message', onMessage)
      child.off('exit', end)
      resolve(response as Extract<WorkerResponse, { type: Kind }>)
    })
  })
}

/** Node raises its own limit to the hard limit when it starts, so the hard limit also counts for children. */
function openFilesMax(): number {
  const line = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
  return line?.[1] === 'unlimited' ? Number.POSITIVE_INFINITY : Number(line?.[1] ?? 0)
}
