import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPasswords } from '../../server/src/domains/people/auth/sessions/passwords.ts'
import { openInProcess } from '../support/in-process.ts'
import { createSteadyClient } from '../support/keep-alive-client.ts'
import { median, timeEach } from '../support/load.ts'
import { member } from '../support/member.ts'
import { milliseconds, ratio, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'
import type { SignInRequest, SignInResult } from '../workers/sign-in-worker.ts'

const SIGN_INS = 200
const PASSWORD = 'Bench-Passw0rd'
const ALONE_MS = 8000
/** Interval of reads, which doesn't depend on how fast sign-ins are. */
const READ_EVERY_MS = 5
const READERS = 16
const SLOWER_MS = 20
const COLD_READS = 400
const OVERHEAD = 1.1

/** How much sign-ins delay readers, and how much more a member's call costs than a visitor's. */
export async function run(): Promise<void> {
  const dataFolder = temporaryFolder()
  const seeded = await seed({ url: null, dataFolder, comments: 1000 })
  await makeAccounts(dataFolder)
  const server = await startStoa({ STOA_DATA: dataFolder })
  const path = `/api/comments?type=post&postId=${seeded.postId}&limit=20`
  const readers = Array.from({ length: READERS }, () => createSteadyClient([server.url]))
  const read = (index: number) => timeOf(() => readers[index % READERS]?.send({ method: 'GET', path }))

  // Warm-up, as on a server that has been running for a while.
  await signInAll(server.url)
  const alone = await readUntil(sleep(ALONE_MS), read)
  const signedIn = signInAll(server.url)
  const during = await readUntil(signedIn, read)
  const { seconds, refused } = await signedIn
  for (const reader of readers) reader.close()

  const { accessToken } = await member(server.url, { username: 'bench_reader', join: seeded.tokenName })
  const headers = { authorization: `Bearer ${accessToken}` }
  // The call ignores an unknown parameter, but no cache has seen this address. Both kinds of request alternate.
  const ask = (index: number, about: RequestInit) =>
    timeOf(() => fetch(`${server.url}${path}&cold=${index}`, about).then((response) => response.text()))
  const anonymousTimes: number[] = []
  const ownTimes: number[] = []
  await timeEach(COLD_READS, async (index) => {
    anonymousTimes.push(await ask(2 * index, {}))
    ownTimes.push(await ask(2 * index + 1, { headers }))
  })
  await server.stop()

  const slower = p99(during) - p99(alone)
  const overhead = median(ownTimes) / median(anonymousTimes)
  report([
    { what: `${SIGN_INS} sign-ins at once`, value: `${seconds.toFixed(1)} s, asked to wait ${refused} times` },
    { what: 'reading alone, p99', value: milliseconds(p99(alone)) },
    {
      what: 'reading during sign-ins, p99',
      value: `${milliseconds(p99(during))}, ${milliseconds(slower)} more, ${ratio(p99(during) / p99(alone))}`,
      goal: `<= ${SLOWER_MS} ms more`,
      reached: slower <= SLOWER_MS,
    },
    { what: 'an uncached thread for a visitor, p50', value: milliseconds(median(anonymousTimes)) },
    {
      what: 'the same for a member, with their own votes, p50',
      value: `${milliseconds(median(ownTimes))}, ${ratio(overhead)}`,
      goal: `< ${OVERHEAD} ×`,
      reached: overhead < OVERHEAD,
    },
  ])
}

async function makeAccounts(dataFolder: string): Promise<void> {
  const { app, close } = await openInProcess({ url: null, dataFolder })
  const passwordHash = await createPasswords().hash(PASSWORD)
  for (let index = 0; index < SIGN_INS; index += 1)
    await app.services.accounts.create({ username: `signer_${index}`, email: null, passwordHash })
  await close()
}

/** Signs in all accounts at once, from a separate process. */
async function signInAll(url: string): Promise<SignInResult> {
  const worker = fork(join(import.meta.dirname, '../workers/sign-in-worker.ts'))
  const request: SignInRequest = { url, count: SIGN_INS, password: PASSWORD }
  worker.send(request)
  const response = once(worker, 'message')
  const ended = once(worker, 'exit').then(() =>
    Promise.reject(new Error('the sign-in worker ended before all accounts had signed in')),
  )
  const [result] = await Promise.race([response, ended])
  return result
}

/** Duration in milliseconds of each read that started before `end` resolved. */
async function readUntil(end: Promise<unknown>, read: (index: number) => Promise<number>): Promise<number[]> {
  const reads: Promise<number>[] = []
  let isOver = false
  const over = () => {
    isOver = true
  }
  end.then(over, over)
  for (let index = 0; !isOver; index += 1) {
    reads.push(read(index))
    await sleep(READ_EVERY_MS)
  }
  return Promise.all(reads)
}

async function timeOf(work: () => Promise<unknown> | undefined): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}
