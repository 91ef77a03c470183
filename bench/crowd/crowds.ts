import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { atExit } from '../support/at-exit.ts'
import type { Asked, Told } from './messages.ts'

/** Sockets of many readers, spread over worker processes. */
export interface Crowds {
  /** Sockets whose `watch` the server has acknowledged. */
  watching: number
  /** Round-trip times in milliseconds of messages sent at that rate over all sockets. */
  unicast(perSecond: number, seconds: number): Promise<{ times: number[]; lost: number }>
  /** When each socket received the comment that `write` creates, in milliseconds since the epoch. */
  hearing(text: string, say: () => Promise<void>): Promise<{ arrivals: number[]; lost: number }>
  leave(): void
}

/** More sockets would slow down a worker's event loop and distort the times. */
const SOCKETS_EACH = 2500
/** Concurrent connection attempts per process. */
const AT_ONCE = 20
/** Files that the server and this process need besides sockets. */
const SPARE_FILES = 500

export async function openCrowds(about: { url: string; postId: string; sockets: number }): Promise<Crowds> {
  const { url, postId, sockets } = about
  const files = openFilesMax()
  if (files < sockets + SPARE_FILES) {
    throw new Error(
      `${sockets} sockets need a limit of ${sockets + SPARE_FILES} open files, this is ${files}: ulimit -Hn`,
    )
  }
  const crowds = Array.from({ length: Math.ceil(sockets / SOCKETS_EACH) }, (_, index) => ({
    child: startCrowd(),
    sockets: Math.min(SOCKETS_EACH, sockets - index * SOCKETS_EACH),
  }))
  const connected = crowds.map(({ child, sockets: share }) =>
    ask(child, { ask: 'connect', url, postId, sockets: share, atOnce: AT_ONCE }, 'watching'),
  )
  const watching = (await Promise.all(connected)).reduce((sum, told) => sum + told.sockets, 0)
  return {
    watching,
    async unicast(perSecond, seconds) {
      const each = perSecond / crowds.length
      const told = await Promise.all(
        crowds.map(({ child }) => ask(child, { ask: 'unicast', perSecond: each, seconds }, 'unicast')),
      )
      return { times: told.flatMap(({ times }) => times), lost: told.reduce((sum, { lost }) => sum + lost, 0) }
    },
    async hearing(text, say) {
      const hearing = crowds.map(({ child }) => answer(child, 'heard'))
      await say()
      const told = await Promise.all(hearing)
      if (told.some((one) => one.text !== text)) throw new Error('the workers received another comment')
      return { arrivals: told.flatMap(({ arrivals }) => arrivals), lost: told.reduce((sum, { lost }) => sum + lost, 0) }
    },
    leave() {
      for (const { child } of crowds) child.send({ ask: 'leave' } satisfies Asked)
    },
  }
}

function startCrowd(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'process.ts'), { serialization: 'advanced' })
  atExit(() => child.kill('SIGKILL'))
  return child
}

function ask<Kind extends Told['tell']>(child: ChildProcess, asked: Asked, kind: Kind) {
  const told = answer(child, kind)
  child.send(asked)
  return told
}

function answer<Kind extends Told['tell']>(child: ChildProcess, kind: Kind): Promise<Extract<Told, { tell: Kind }>> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('a socket worker has ended'))
    child.once('exit', end)
    child.on('message', function hear(told: Told) {
      if (told.tell !== kind) return
      child.off('message', hear)
      child.off('exit', end)
      resolve(told as Extract<Told, { tell: Kind }>)
    })
  })
}

/** Node raises its own limit to the hard limit when it starts, so the hard limit also counts for children. */
function openFilesMax(): number {
  const line = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
  return line?.[1] === 'unlimited' ? Number.POSITIVE_INFINITY : Number(line?.[1] ?? 0)
}
