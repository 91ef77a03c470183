import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { createBackground } from '../../lib/background.ts'
import { createIds } from '../../lib/ids.ts'
import { createLogger } from '../../lib/logger.ts'
import type { Mail } from '../../providers/mailer.ts'
import { createMailService } from './service.ts'

let stoa: TestApp
beforeEach(async () => {
  stoa = await startTestApp()
})
afterEach(() => stoa.close())

const MINUTE_MS = 60 * 1000
const letter = { subject: 'Hello', text: ['Come & see.'], action: { label: 'Open', url: 'https://forum.example/#a' } }
const posted = { userId: null, to: 'ada@mail.example', from: 'Stoa', letter }

/** A mail service of its own on the application's database, whose mailer does what `send` does. */
function service(
  send: (mail: Mail) => Promise<void>,
  { logger = createLogger('silent'), secret = 'x'.repeat(32), database = stoa.database } = {},
) {
  const background = createBackground({ logger })
  const { clock } = stoa
  const about = { database, clock, ids: createIds(clock), mailer: { send }, background, logger }
  return { mail: createMailService({ ...about, secret }), background }
}

const waiting = async () => (await stoa.database.read('mails')).length

test('without a mail server a mail is a file, in text and HTML', async () => {
  await stoa.database.transaction((unit) => stoa.app.services.mail.post(unit, posted))
  await stoa.app.background.settled()
  const folder = join(stoa.settings.STOA_DATA ?? '', 'mail')
  const [file = ''] = readdirSync(folder)
  const written = readFileSync(join(folder, file), 'utf8')
  expect(written).toContain('To: ada@mail.example')
  expect(written).toContain('Come & see.')
  expect(written).toContain('Come &amp; see.')
  expect(await waiting()).toBe(0)
})

test('nothing goes out when the transaction does not commit, and what waits can not be read', async () => {
  const send = vi.fn(async () => {})
  const { mail, background } = service(send)
  await expect(
    stoa.database.transaction(async (unit) => {
      await mail.post(unit, posted)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await background.settled()
  expect([send.mock.calls.length, await waiting()]).toEqual([0, 0])

  const { mail: failing, background: behind } = service(async () => Promise.reject(new Error('no route')))
  await stoa.database.transaction((unit) => failing.post(unit, posted))
  await behind.settled()
  expect(JSON.stringify(await stoa.database.read('mails'))).not.toMatch(/ada|forum\.example/)
  // Whoever has the database without the secret sends nothing, either.
  stoa.clock.advance(MINUTE_MS)
  await service(send, { secret: 'y'.repeat(32) }).mail.deliver()
  expect(send).not.toHaveBeenCalled()
})

test('a mail that fails is tried again later, once by any number of processes, and given up when it is of no use', async () => {
  const sent: string[] = []
  let isUp = false
  const send = async ({ to }: Mail) => {
    if (!isUp) throw new Error('no route')
    sent.push(to)
  }
  const [one, other] = [service(send), service(send)]
  await stoa.database.transaction((unit) => one.mail.post(unit, posted))
  await one.background.settled()
  isUp = true
  await one.mail.deliver()
  expect(sent).toEqual([])
  stoa.clock.advance(MINUTE_MS)
  await Promise.all([one.mail.deliver(), other.mail.deliver()])
  expect([sent, await waiting()]).toEqual([['ada@mail.example'], 0])

  isUp = false
  await stoa.database.transaction((unit) => one.mail.post(unit, { ...posted, usefulForMs: MINUTE_MS }))
  await one.background.settled()
  stoa.clock.advance(MINUTE_MS)
  isUp = true
  await one.mail.deliver()
  expect([sent.length, await waiting()]).toEqual([1, 0])
})

test('each wait for the next try is twice as long as the last, up to an hour', async () => {
  const { mail, background } = service(async () => Promise.reject(new Error('no route')))
  await stoa.database.transaction((unit) => mail.post(unit, posted))
  await background.settled()
  const waits: number[] = []
  for (let count = 0; count < 8; count += 1) {
    const [{ due_at: dueAt }] = await stoa.database.read('mails')
    const wait = Number(dueAt) - stoa.clock.now()
    waits.push(wait / MINUTE_MS)
    stoa.clock.advance(wait)
    await mail.deliver()
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})

test('after a round that the database has failed the next one sends', async () => {
  const sent: string[] = []
  let isAway = true
  const database = {
    ...stoa.database,
    get read() {
      if (isAway) throw new Error('the database is away')
      return stoa.database.read
    },
  }
  const { mail, background } = service(async ({ to }) => void sent.push(to), { database })
  await stoa.database.transaction((unit) => mail.post(unit, posted))
  await background.settled()
  isAway = false
  await mail.deliver()
  expect(sent).toEqual([posted.to])
})

test('the log says why a mail was refused, and not to whom it went', async () => {
  const lines: string[] = []
  const refused = Object.assign(new Error("Can't send mail: 550 5.1.1 <ada@mail.example> is unknown"), {
    code: 'EENVELOPE',
    responseCode: 550,
    rejected: ['ada@mail.example'],
  })
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const { mail, background } = service(async () => Promise.reject(refused), { logger })
  await stoa.database.transaction((unit) => mail.post(unit, posted))
  await background.settled()
  expect(lines.join()).toContain('EENVELOPE 550')
  expect(lines.join()).not.toContain('ada@')
})

/** A mail server that answers when it is told to, and what it was handed so far. */
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

test('mails are begun in the order they were written in, five of them on their way at once', async () => {
  const { begun, send, answer } = slowServer()
  const { mail, background } = service(send)
  const all = addresses('reader', 12)
  for (const to of all) await stoa.database.transaction((unit) => mail.post(unit, { ...posted, to }))
  for (let most = 5; most <= all.length; most += 1) {
    await vi.waitFor(() => expect(begun).toEqual(all.slice(0, most)))
    answer()
  }
  while (answer() !== undefined || (await waiting()) > 0) await new Promise(setImmediate)
  await background.settled()
  expect(begun).toEqual(all)
})

test('a link that signs in does not wait behind news, of which all ways but one may be full', async () => {
  const { begun, send, answer } = slowServer()
  const { mail, background } = service(send)
  const news = addresses('news', 40)
  await stoa.database.transaction(async (unit) => {
    for (const to of news) await mail.post(unit, { ...posted, to, news: 'digest' })
  })
  await vi.waitFor(() => expect(begun).toEqual(news.slice(0, 4)))
  const links = addresses('link', 2)
  for (const to of links) await stoa.database.transaction((unit) => mail.post(unit, { ...posted, to }))
  await vi.waitFor(() => expect(begun[4]).toBe(links[0]))
  // Whichever way is free next is for the other one.
  answer()
  await vi.waitFor(() => expect(begun[5]).toBe(links[1]))
  while ((await waiting()) > 0) {
    answer()
    await new Promise(setImmediate)
  }
  await background.settled()
  expect(begun.slice(6)).toEqual(news.slice(4))
})

test('a process that stops sends what is on its way, and leaves the rest to others', async () => {
  const { begun, send, answer } = slowServer()
  const { mail, background } = service(send)
  await stoa.database.transaction(async (unit) => {
    for (const to of addresses('news', 10)) await mail.post(unit, { ...posted, to, news: 'digest' })
  })
  await vi.waitFor(() => expect(begun).toHaveLength(4))
  mail.stop()
  for (let count = 0; count < 4; count += 1) answer()
  await background.settled()
  expect([begun.length, await waiting()]).toEqual([4, 6])
  const sent: string[] = []
  await service(async ({ to }) => void sent.push(to)).mail.deliver()
  expect([sent.length, await waiting()]).toEqual([6, 0])
})
