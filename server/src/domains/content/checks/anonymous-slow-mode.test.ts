import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solutionOf } from '../../../../test/app-check.ts'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { seedPost } from '../../../../test/seed-post.ts'

const ORIGIN = 'http://localhost:3000'

let stoa: TestApp
let postId: string
let admin: { token: string }
beforeAll(async () => {
  stoa = await startTestApp({ STOA_TRUSTED_PROXIES: 'loopback', STOA_RATE_SCALE: '1' })
  postId = await seedPost(stoa, { communityId: await seedCommunity(stoa) })
  admin = await stoa.member('admin_demo', { networkAdmin: true })
  await stoa.call('communityEdit', { tokenName: 'FORUM', slowModeSeconds: 300 }, { token: admin.token })
})
afterAll(() => stoa.close())

interface Writer {
  address: string
  visitorId?: string
  /** Access token. */
  member?: string
  appCheck?: string
}

async function send(path: string, body: object, { address, visitorId, member, appCheck }: Writer) {
  const response = await fetch(`${stoa.url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: ORIGIN,
      'x-forwarded-for': address,
      ...(member ? { authorization: `Bearer ${member}` } : {}),
      ...(appCheck ? { 'x-app-check': appCheck } : {}),
    },
    body: JSON.stringify({ ...body, ...(visitorId === undefined ? {} : { visitorId }) }),
  })
  return { body: await response.json() }
}

async function write(path: string, body: object, writer: Writer) {
  // Signed-in authors need no app check.
  let appCheck = ''
  if (!writer.member) {
    const solution = solutionOf((await send('/app-check/challenge', {}, writer)).body.payload)
    appCheck = (await send('/app-check/token', { solution, origin: ORIGIN }, writer)).body.payload.token
  }
  const answer = await send(path, { tokenName: 'FORUM', ...body }, { ...writer, appCheck })
  return answer.body.code ?? 'said'
}
const words = () => `Some words of nobody ${randomUUID()}`
const comment = (writer: Writer) => write('/comment/anonymous', { postId, content: words() }, writer)
const post = (writer: Writer) => {
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: words() } }] })
  return write('/post/anonymous', { title: words(), postContent }, writer)
}

test('slow mode also applies to anonymous authors, for comments and posts together', async () => {
  const one = { address: '192.0.2.1', visitorId: 'one' }
  expect([await comment(one), await comment(one), await post(one)]).toEqual(['said', 'SLOW_MODE', 'SLOW_MODE'])
  const two = { address: '192.0.2.2', visitorId: 'two' }
  expect([await post(two), await comment(two)]).toEqual(['said', 'SLOW_MODE'])
})

test('people behind one address don’t wait for each other, but new browser ids help only to a limit', async () => {
  const address = '192.0.2.3'
  const answers: string[] = []
  for (let index = 0; index < 7; index += 1) answers.push(await comment({ address, visitorId: `browser ${index}` }))
  expect(answers).toEqual([...['said', 'said', 'said', 'said', 'said'], ...['SLOW_MODE', 'SLOW_MODE']])
  // Without an id, an address counts as one person.
  const nameless = { address: '192.0.2.4' }
  expect([await comment(nameless), await comment(nameless)]).toEqual(['said', 'SLOW_MODE'])
})

test('the IPv6 networks of one customer are counted together', async () => {
  const answers: string[] = []
  for (let index = 0; index < 22; index += 1) {
    answers.push(await comment({ address: `2001:db8:1:${index.toString(16)}::1`, visitorId: `browser ${index}` }))
  }
  expect(answers.indexOf('SLOW_MODE')).toBe(20)
})

test('writing anonymously doesn’t bypass slow mode', async () => {
  const { token } = await stoa.member('ada_demo', { join: ['FORUM'] })
  const writer = { address: '192.0.2.6', visitorId: 'ada', member: token }
  expect(await comment(writer)).toBe('said')
  expect(await comment({ ...writer, address: '192.0.2.7', visitorId: 'other' })).toBe('SLOW_MODE')
  const named = { tokenName: 'FORUM', postId, content: words() }
  expect((await stoa.call('commentCreate', named, { token })).body.code).toBe('SLOW_MODE')
})
