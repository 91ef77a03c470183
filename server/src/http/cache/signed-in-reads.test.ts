import { createServer, get as httpGet, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import type { CallOutput } from '@stoa/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../../test/forum.ts'
import { type App, createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createLogger } from '../../platform/logging/logger.ts'
import { createHttpListener } from '../listener.ts'
import { compressedBeginning, createSignedInReads, storedEnd } from './signed-in-reads.ts'

const SITE = 'https://news.example'
let forum: Forum
/** The forum, with a count of requests not served from memory. */
let here: Awaited<ReturnType<typeof serve>>
/** Another process on the same database. */
let there: Awaited<ReturnType<typeof serve>>
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  forum = await startForum()
  here = await serve(forum.stoa.app)
  const config = readConfig(forum.stoa.settings)
  const database = openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder })
  closing.push(database.close)
  const { clock } = forum.stoa
  there = await serve(createApp({ config, database, clock, logger: createLogger('error'), checkResponses: true }))
})
afterAll(async () => {
  for (const close of closing) await close()
  await forum.stoa.close()
})

async function serve(app: App) {
  const hit = vi.spyOn(app.metrics, 'cacheHit')
  let asked = 0
  const loaded = () => asked - hit.mock.calls.length
  const server: Server = createServer(createHttpListener(app))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.unshift(() => new Promise((resolve) => server.close(resolve)))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const read = async (path: string, token: string | null, headers: Record<string, string> = {}) => {
    const before = loaded()
    asked += 1
    const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(origin + path, {
      headers: { 'accept-encoding': 'identity', ...authorization, ...headers },
    })
    const text = await response.text()
    const body = (text === '' ? null : JSON.parse(text)) as { code?: string; payload: CallOutput<'commentList'> }
    return { status: response.status, headers: response.headers, body, loaded: loaded() - before }
  }
  return { origin, read, loaded }
}

const threadOf = (postId: string, more = '') => `/api/comments?type=post&postId=${postId}&limit=20${more}`
const react = (token: string, entityId: string, reactionName: 'thumb-up' | '' = 'thumb-up') =>
  forum.stoa.call('postReaction', { entityId, entityType: 'Comment', reactionName }, { token })

test('a page read by one person is served to others from memory, each with their own facts', async () => {
  const postId = await forum.newPost()
  const { id } = await forum.say(forum.ada.token, { postId })
  await react(forum.bea.token, id)
  expect((await here.read(threadOf(postId), forum.ada.token)).loaded).toBe(1)
  const [bea, ada] = [
    await here.read(threadOf(postId), forum.bea.token),
    await here.read(threadOf(postId), forum.ada.token),
  ]
  expect([bea.loaded, ada.loaded]).toEqual([0, 0])
  expect(bea.body.payload.viewerFacts?.reactions).toEqual({ [id]: 'thumb-up' })
  expect(ada.body.payload.viewerFacts?.reactions).toEqual({})
  expect(ada.body.payload.items).toEqual(bea.body.payload.items)
})

test('cached reads equal the framework’s for every person and page', async () => {
  const own = await forum.newPost({ publisherId: forum.ada.id, status: 5 })
  const postId = await forum.newPost({ publisherId: forum.ada.id })
  const top = await forum.say(forum.ada.token, { postId })
  const hidden = await forum.say(forum.bea.token, { postId })
  for (const to of [top, hidden]) await forum.say(forum.bea.token, { postId, replyToCommentId: to.id })
  await forum.hide(forum.moderator.token, { commentId: hidden.id, reason: 'spam' })
  await react(forum.bea.token, top.id)
  const guarded = await forum.newPost({ communityId: forum.guardedId })
  await forum.say(forum.ada.token, { postId: guarded, tokenName: 'GUARDED' })
  await forum.stoa.database.transaction(({ connection }) =>
    connection('comments').where({ id: top.id }).update({ moderation_score: 90 }),
  )
  const first = await forum.thread(postId, { limit: 1 })
  const paths = [
    ...['top', 'new', 'old', 'active'].map((sort) => threadOf(postId, `&sort=${sort}`)),
    threadOf(postId, `&limit=1&cursor=${first.cursor ?? ''}`),
    threadOf(guarded),
    threadOf(own),
    threadOf('0'.repeat(20)),
    threadOf(postId, '&cursor=broken'),
    `/api/comments?type=replies&parentCommentId=${hidden.id}`,
    `/api/comments?type=user&userId=${forum.ada.id}`,
    '/api/comments?type=pending&tokenName=GUARDED',
    '/api/posts?type=community&tokenName=FORUM&sort=new',
    '/api/posts?type=user',
    `/api/posts?type=userPending&userId=${forum.ada.id}`,
    `/api/posts/${postId}`,
    `/api/posts/${own}`,
  ]
  const { ada, bea, cem, moderator, admin } = forum
  let fromMemory = 0
  for (const path of paths) {
    for (const { token } of [ada, bea, cem, moderator, admin]) {
      forum.stoa.clock.advance(1000)
      const fresh = await here.read(path, token)
      const again = await here.read(path, token)
      expect(fresh.loaded).toBe(1)
      fromMemory += 1 - again.loaded
      expect([again.status, withoutIds(again.body)]).toEqual([fresh.status, withoutIds(fresh.body)])
      expect(headersOf(again)).toEqual(headersOf(fresh))
    }
  }
  expect(fromMemory).toBeGreaterThan(paths.length * 2)
})

/** Cursors of one position differ only in their text. */
function withoutIds(body: object): unknown {
  const parsed = structuredClone(body) as { requestId?: string }
  delete parsed.requestId
  return JSON.parse(JSON.stringify(parsed, (key, value) => (key === 'cursor' && value !== null ? 'cursor' : value)))
}

function headersOf({ headers }: { headers: Headers }): [string, string][] {
  const own = new Set(['x-request-id', 'date', 'etag', 'content-length', 'keep-alive'])
  return [...headers].filter(([name]) => !own.has(name))
}

test('its headers are those of a person’s other responses', async () => {
  const postId = await forum.newPost()
  const path = '/api/posts?type=community&tokenName=FORUM&sort=new&limit=1'
  await here.read(path, forum.ada.token)
  const kept = await here.read(path, forum.ada.token)
  const own = await here.read(path, forum.moderator.token)
  expect([kept.loaded, own.loaded]).toEqual([0, 1])
  expect(headersOf(kept)).toEqual(headersOf(own))
  expect(kept.headers.get('cache-control')).toBe('private, no-cache')
  expect(kept.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect((await here.read(threadOf(postId), null)).body.payload.viewerFacts).toBeUndefined()
})

test('concurrent readers and writers never get each other’s facts', async () => {
  const postId = await forum.newPost({ communityId: forum.guardedId })
  const say = { postId, tokenName: 'GUARDED' }
  const { id: publicId } = await forum.say(forum.moderator.token, say)
  const people = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const person = await forum.stoa.member(`many_${index}_demo`, { join: ['GUARDED'] })
      // Pending: only its author gets it.
      const { id } = await forum.say(person.token, { ...say, content: `Of person ${index}` })
      if (index % 2 === 0) await react(person.token, publicId)
      return { ...person, pending: id, reactions: index % 2 === 0 ? { [publicId]: 'thumb-up' } : {} }
    }),
  )
  const before = here.loaded()
  let isReading = true
  const writing = (async () => {
    for (let count = 0; isReading; count += 1) {
      await forum.say(forum.moderator.token, { ...say, content: `While others read ${count}` })
    }
  })()
  const reads = Array.from({ length: 20 }, () => people).flat()
  const answers = await Promise.all(
    reads.map(async (person) => ({ person, answer: await here.read(threadOf(postId), person.token) })),
  )
  isReading = false
  await writing
  for (const { person, answer } of answers) {
    const { viewerFacts } = answer.body.payload
    expect(viewerFacts?.reactions).toEqual(person.reactions)
    expect(viewerFacts?.comments.map((comment) => comment.id)).toEqual([person.pending])
  }
  expect(here.loaded() - before).toBeLessThan(reads.length)
})

test('a person’s changes show in their next read, also in another process', async () => {
  const postId = await forum.newPost()
  const { id } = await forum.say(forum.ada.token, { postId })
  const path = threadOf(postId)
  for (const process of [here, there]) await process.read(path, forum.bea.token)
  for (const reactionName of ['thumb-up', '', 'thumb-up'] as const) {
    await react(forum.bea.token, id, reactionName)
    const expected = reactionName === '' ? {} : { [id]: reactionName }
    for (const process of [here, there]) {
      const { body } = await process.read(path, forum.bea.token)
      expect(body.payload.viewerFacts?.reactions).toEqual(expected)
    }
    const up = (await here.read(path, forum.bea.token)).body.payload.items[0]?.reactionsCount['thumb-up']
    expect(up).toBe(reactionName === '' ? 0 : 1)
  }
  // The page itself is shared: another process's copy may be a second old.
  forum.stoa.clock.advance(1000)
  expect((await there.read(path, forum.bea.token)).body.payload.items[0]?.reactionsCount['thumb-up']).toBe(1)
})

test('ending a session takes effect at once, and within a second in other processes', async () => {
  const path = threadOf(await forum.newPost())
  const { id, token } = await forum.stoa.member('ned_demo')
  for (const process of [here, there]) {
    await process.read(path, token)
    expect(await process.read(path, token)).toMatchObject({ status: 200, loaded: 0 })
  }
  await forum.stoa.app.services.sessions.endAllOf(id)
  expect((await here.read(path, token)).body.code).toBe('AUTH_REQUIRED')
  forum.stoa.clock.advance(1000)
  await there.read(path, forum.ada.token)
  expect((await there.read(path, token)).body.code).toBe('AUTH_REQUIRED')
})

test('a person whose permissions change gets another page at once', async () => {
  const postId = await forum.newPost()
  const path = `/api/posts/${postId}`
  const { id, token } = await forum.stoa.member('mo_demo', { join: ['FORUM'] })
  await here.read(path, token)
  expect((await here.read(path, token)).loaded).toBe(0)
  await forum.stoa.app.services.memberships.setRole(forum.communityId, id, { permissions: ['hideContent'] })
  expect((await here.read(path, token)).loaded).toBe(1)
})

test('a post hidden by another process disappears within a second, except for its author', async () => {
  const postId = await forum.newPost({ publisherId: forum.ada.id })
  const { bea, ada } = forum
  for (const { token } of [bea, bea, ada]) expect((await here.read(threadOf(postId), token)).status).toBe(200)
  await forum.stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id: postId }).update({ status: 2 }),
  )
  forum.stoa.clock.advance(1000)
  expect((await here.read(threadOf(postId), bea.token)).body.code).toBe('POST_NOT_FOUND')
  expect((await here.read(threadOf(postId), ada.token)).status).toBe(200)
  expect((await here.read(threadOf(postId), bea.token)).body.code).toBe('POST_NOT_FOUND')
})

test('a person with the current response gets 304 until the page or their facts change', async () => {
  const postId = await forum.newPost()
  const { id } = await forum.say(forum.ada.token, { postId })
  const { token } = await forum.stoa.member('pat_demo', { join: ['FORUM'] })
  const path = threadOf(postId)
  const fresh = await here.read(path, token)
  const etag = fresh.headers.get('etag') ?? ''
  const known = await here.read(path, token, { 'if-none-match': etag })
  expect([known.status, known.loaded, known.body]).toEqual([304, 0, null])
  expect(headersOf(known).filter(([name]) => name !== 'content-type')).toEqual(
    headersOf(fresh).filter(([name]) => name !== 'content-type'),
  )
  await react(token, id)
  expect((await here.read(path, token, { 'if-none-match': etag })).status).toBe(200)
  const mine = (await here.read(path, token)).headers.get('etag') ?? ''
  expect((await here.read(path, forum.moderator.token, { 'if-none-match': mine })).status).toBe(200)
})

test('long pages are compressed for clients that accept it, each followed by its own facts', async () => {
  const postId = await forum.newPost()
  for (let count = 0; count < 5; count += 1) {
    await forum.say(forum.ada.token, { postId, content: 'Long text. '.repeat(50) })
  }
  const { id } = await forum.say(forum.ada.token, { postId })
  await react(forum.bea.token, id)
  const path = threadOf(postId)
  for (const { token } of [forum.ada, forum.bea, forum.ada]) {
    const plain = await here.read(path, token)
    const raw = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' }
      httpGet(here.origin + path, { headers }, resolve).once('error', reject)
    })
    const bytes = Buffer.concat(await raw.toArray())
    expect([raw.headers['content-encoding'], raw.headers.vary]).toEqual([
      'br',
      'Authorization, Origin, Accept-Encoding',
    ])
    expect(JSON.parse(brotliDecompressSync(bytes).toString())).toEqual(plain.body)
    expect(bytes.length).toBeLessThan(1500)
    expect(raw.headers.etag).not.toBe(plain.headers.get('etag'))
  }
})

test('a site’s token is valid there only, and no token outlives its expiry', async () => {
  const path = threadOf(await forum.newPost())
  await forum.stoa.app.services.partnerOrigins.register(forum.communityId, SITE)
  const { sessions } = forum.stoa.app.services
  const { signedIn } = await sessions.begin({ userId: forum.bea.id, site: SITE, lasting: true })
  const from = (origin?: string) => here.read(path, signedIn.accessToken, origin === undefined ? {} : { origin })
  await from(SITE)
  expect(await from(SITE)).toMatchObject({ status: 200, loaded: 0 })
  for (const origin of ['https://magazine.example', undefined])
    expect((await from(origin)).body.code).toBe('SITE_BOUND')
  for (const token of [`${signedIn.accessToken}x`, 'x', '']) {
    expect((await here.read(path, token, { origin: SITE })).status).toBe(token === '' ? 200 : 401)
  }
  forum.stoa.clock.advance(signedIn.expiresAt - forum.stoa.clock.now())
  expect((await from(SITE)).body.code).toBe('TOKEN_EXPIRED')
})

test('nobody waits for the turn of another reader’s network', async () => {
  const keys = { of: () => ({ key: 'page' }) }
  const reads = createSignedInReads({ clock: forum.stoa.clock, keys: keys as never, onHit() {} })
  let begin = () => {}
  const turn = new Promise<void>((resolve) => (begin = resolve))
  const read = async (admit: () => Promise<void>) => {
    const response = { writeHead: vi.fn(), cork() {}, write() {}, end: vi.fn() }
    const load = async () => ({ value: {}, tags: [] })
    const factsOf = async () => ({}) as never
    const exchange = { request: { headers: {} }, response }
    await reads.respond(exchange as never, { headers: [], admit, load, factsOf })
    return response.writeHead.mock.calls[0]?.[0]
  }
  const waiting = read(() => turn)
  expect(await read(async () => {})).toBe(200)
  begin()
  expect(await waiting).toBe(200)
})

const beginning = Buffer.from(JSON.stringify('What everybody gets. '.repeat(2000)))

test.each([0, 1, 2, 255, 65_535, 65_536, 65_537, 200_000])(
  'a beginning can be continued by an ending of %i bytes',
  async (size) => {
    const end = Buffer.from(Array.from({ length: size }, (_, index) => (index * 31) % 251))
    const stream = Buffer.concat([await compressedBeginning(beginning), storedEnd(end)])
    expect(brotliDecompressSync(stream).equals(Buffer.concat([beginning, end]))).toBe(true)
  },
)

test('one compressed beginning serves many endings', async () => {
  const compressed = await compressedBeginning(beginning)
  expect(compressed.length).toBeLessThan(beginning.length / 50)
  for (const end of ['one', 'another']) {
    const stream = Buffer.concat([compressed, storedEnd(Buffer.from(end))])
    expect(brotliDecompressSync(stream).toString()).toBe(beginning.toString() + end)
  }
})
