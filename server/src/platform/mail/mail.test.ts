import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { MINUTE_MS } from '../clock.ts'
import { createIds } from '../ids.ts'
import { createBackground } from '../jobs/background.ts'
import { createJobQueue } from '../jobs/queue.ts'
import { createLogger } from '../logging/logger.ts'
import type { Mail } from './mailer.ts'
import { createMailService } from './service.ts'

let stoa: TestApp
beforeEach(async () => {
  stoa = await startTestApp()
})
afterEach(() => stoa.close())

const letter = { subject: 'Hello', text: ['Come & see.'], action: { label: 'Open', url: 'https://forum.example/#a' } }
const posted = { userId: null, to: 'ada@mail.example', from: 'Stoa', letter }

/** A mail service on the application's database that sends with `send`. */
function service(
  send: (mail: Mail) => Promise<void>,
  { logger = createLogger('silent'), secret = 'x'.repeat(32), database = stoa.database } = {},
) {
  const background = createBackground({ logger })
  const { clock } = stoa
  const about = { database, clock, ids: createIds(clock), background, logger }
  const jobs = createJobQueue(about)
  const mailer = { send, forget: async () => {}, expire: async () => {} }
  return { mail: createMailService({ ...about, jobs, mailer, secret }), jobs, background }
}

const waiting = async () => (await stoa.database.read('mails')).length

test('without a mail server, mails are written to files as text and HTML', async () => {
  await stoa.database.transaction((tx) => stoa.app.mail.post(tx, posted))
  await stoa.app.background.settled()
  const folder = join(stoa.settings.STOA_DATA ?? '', 'mail')
  const [file = ''] = readdirSync(folder)
  const written = readFileSync(join(folder, file), 'utf8')
  expect(written).toContain('To: ada@mail.example')
  expect(written).toContain('Come & see.')
  expect(written).toContain('Come &amp; see.')
  expect(await waiting()).toBe(0)
})

test('a mail is sent only after the commit, and queued mails are unreadable', async () => {
  const send = vi.fn(async () => {})
  const { mail, background } = service(send)
  await expect(
    stoa.database.transaction(async (tx) => {
      await mail.post(tx, posted)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await background.settled()
  expect([send.mock.calls.length, await waiting()]).toEqual([0, 0])

  const { mail: failing, background: behind } = service(async () => Promise.reject(new Error('no route')))
  await stoa.database.transaction((tx) => failing.post(tx, posted))
  await behind.settled()
  expect(JSON.stringify(await stoa.database.read('mails'))).not.toMatch(/ada|forum\.example/)
  // The database without the secret can't send anything either.
  stoa.clock.advance(MINUTE_MS)
  await service(send, { secret: 'y'.repeat(32) }).jobs.drain()
  expect(send).not.toHaveBeenCalled()
})

test('a failed mail is retried later by one process and dropped when it expires', async () => {
  const sent: string[] = []
  let isUp = false
  const send = async ({ to }: Mail) => {
    if (!isUp) throw new Error('no route')
    sent.push(to)
  }
  const [one, other] = [service(send), service(send)]
  await stoa.database.transaction((tx) => one.mail.post(tx, posted))
  await one.background.settled()
  isUp = true
  await one.jobs.drain()
  expect(sent).toEqual([])
  stoa.clock.advance(MINUTE_MS)
  await Promise.all([one.jobs.drain(), other.jobs.drain()])
  expect([sent, await waiting()]).toEqual([['ada@mail.example'], 0])

  isUp = false
  await stoa.database.transaction((tx) => one.mail.post(tx, { ...posted, usefulForMs: MINUTE_MS }))
  await one.background.settled()
  stoa.clock.advance(MINUTE_MS)
  isUp = true
  await one.jobs.drain()
  expect([sent.length, await waiting()]).toEqual([1, 0])
})

test('mails are sent again after the database was away', async () => {
  const sent: string[] = []
  let isAway = true
  const database = {
    ...stoa.database,
    get read() {
      if (isAway) throw new Error('the database is away')
      return stoa.database.read
    },
  }
  const { mail, jobs, background } = service(async ({ to }) => void sent.push(to), { database })
  await stoa.database.transaction((tx) => mail.post(tx, posted))
  await background.settled()
  isAway = false
  await jobs.drain()
  expect(sent).toEqual([posted.to])
})

test('the log says why a mail was refused but not its recipient', async () => {
  const lines: string[] = []
  const response =
    '550 5.1.1 <ada@mail.example>: ada@mail.example is unknown,\r\n550 (Ada) see https://help.example/unknown'
  const refused = Object.assign(new Error(`Can't send mail: ${response}`), {
    ...{ code: 'EENVELOPE', responseCode: 550, response, command: 'RCPT TO' },
    rejected: ['ada@mail.example'],
  })
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const { mail, background } = service(async () => Promise.reject(refused), { logger })
  await stoa.database.transaction((tx) => mail.post(tx, posted))
  await background.settled()
  expect(lines.join()).toContain('EENVELOPE 550 5.1.1 <…>: … is unknown, 550 (…) see https://help.example/unknown')
  expect(lines.join()).not.toContain('ada@')
})

test('a mail that the server refuses for good is tried once and stays for the operator until it expires', async () => {
  const smtp = (code: string, about: object) => Object.assign(new Error('refused'), { code, ...about })
  const refusals = {
    recipient: smtp('EENVELOPE', { responseCode: 550, response: '550 no such user', command: 'RCPT TO' }),
    content: smtp('EMESSAGE', { responseCode: 554, response: '554 spam', command: 'DATA' }),
    busy: smtp('EENVELOPE', { responseCode: 451, response: '451 later', command: 'RCPT TO' }),
    sender: smtp('EENVELOPE', { responseCode: 550, response: '550 who are you', command: 'MAIL FROM' }),
    password: smtp('EAUTH', { responseCode: 535, response: '535 wrong', command: 'AUTH PLAIN' }),
  }
  const tries: Record<string, number> = {}
  const { mail, jobs, background } = service(async ({ subject }) => {
    tries[subject] = (tries[subject] ?? 0) + 1
    throw refusals[subject as keyof typeof refusals]
  })
  for (const subject of Object.keys(refusals)) {
    await stoa.database.transaction((tx) => mail.post(tx, { ...posted, letter: { ...letter, subject } }))
  }
  await background.settled()
  stoa.clock.advance(MINUTE_MS)
  await jobs.drain()
  expect(tries).toEqual({ recipient: 1, content: 1, busy: 2, sender: 2, password: 2 })
  const parked = (await jobs.list({})).filter(({ state }) => state === 'parked')
  expect(parked.map(({ kind, lastError }) => [kind, lastError]).toSorted()).toEqual([
    ['send mail', 'The mail could not be sent (Error EENVELOPE 550 no such user).'],
    ['send mail', 'The mail could not be sent (Error EMESSAGE 554 spam).'],
  ])
  // An operator can try again.
  await jobs.retry(parked[0]?.id ?? '')
  await jobs.drain()
  expect((tries.recipient ?? 0) + (tries.content ?? 0)).toBe(3)
  stoa.clock.advance(27 * 60 * MINUTE_MS)
  await mail.expire()
  expect(await waiting()).toBe(0)
})

/** A mail server that responds on demand, and the mails it received. */
function slowServer() {
  const begun: string[] = []
  const answers: (() => void)[] = []
  return {
    begun,
    send: ({ to }: Mail) => {
      begun.push(to)
      return new Promise<void>((resolve) => answers.push(resolve))
    },
    answer: () => answers.shift()?.(),
  }
}

const addresses = (name: string, length: number) =>
  Array.from({ length }, (_, index) => `${name}-${index}@mail.example`)

test('mails are sent in order, three at a time', async () => {
  const { begun, send, answer } = slowServer()
  const { mail, background } = service(send)
  const all = addresses('reader', 12)
  for (const to of all) await stoa.database.transaction((tx) => mail.post(tx, { ...posted, to }))
  for (let most = 3; most <= all.length; most += 1) {
    await vi.waitFor(() => expect(begun).toEqual(all.slice(0, most)))
    answer()
  }
  while (answer() !== undefined || (await waiting()) > 0) await new Promise(setImmediate)
  await background.settled()
  expect(begun).toEqual(all)
})

test('a sign-in link does not wait behind notification mails', async () => {
  const { begun, send, answer } = slowServer()
  const { mail, background } = service(send)
  const news = addresses('news', 20)
  await stoa.database.transaction(async (tx) => {
    for (const to of news) await mail.post(tx, { ...posted, to, news: 'digest' })
  })
  await vi.waitFor(() => expect(begun).toEqual(news.slice(0, 2)))
  const links = addresses('link', 2)
  for (const to of links) await stoa.database.transaction((tx) => mail.post(tx, { ...posted, to }))
  await vi.waitFor(() => expect(begun.slice(2)).toEqual(links))
  while ((await waiting()) > 0) {
    answer()
    await new Promise(setImmediate)
  }
  await background.settled()
  // Two are sent at a time, and either may begin first.
  expect(begun.slice(4).toSorted()).toEqual(news.slice(2).toSorted())
})

test('a stopping process finishes mails in progress and leaves the rest to others', async () => {
  const { begun, send, answer } = slowServer()
  const { mail, jobs, background } = service(send)
  await stoa.database.transaction(async (tx) => {
    for (const to of addresses('news', 10)) await mail.post(tx, { ...posted, to, news: 'digest' })
  })
  await vi.waitFor(() => expect(begun).toHaveLength(2))
  const stopped = jobs.stop()
  for (let count = 0; count < 2; count += 1) answer()
  await stopped
  await background.settled()
  expect([begun.length, await waiting()]).toEqual([2, 8])
  const sent: string[] = []
  await service(async ({ to }) => void sent.push(to)).jobs.drain()
  expect([sent.length, await waiting()]).toEqual([8, 0])
})
