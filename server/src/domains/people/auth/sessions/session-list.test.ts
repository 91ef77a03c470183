import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { type Answer, startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { createLiveClients, type LiveClients } from '../../../../../test/live-clients.ts'

const PASSWORD = 'Corr3ct-horse'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
let stoa: TestApp
let clients: LiveClients
beforeAll(async () => {
  stoa = await startTestApp()
  clients = createLiveClients(stoa.url)
})
afterEach(() => clients.leave())
afterAll(() => stoa.close())

const signUp = async (username: string) =>
  (await stoa.call('authSignUp', { username, email: `${username}@people.example`, password: PASSWORD })).body.payload
const signIn = (login: string) =>
  stoa.call('authSignIn', { login, password: PASSWORD }, { headers: { 'user-agent': SAFARI } })
const list = async (token: string) => (await stoa.call('sessionList', {}, { token })).body.payload.items
const status = async (token: string) => (await stoa.call('me', {}, { token })).status
const idOf = async (token: string) => (await list(token)).find(({ current }) => current)?.id ?? ''
const told = ({ status: code, body }: Answer<'sessionEnd'>) => ({ code, body: { ...body, requestId: '' } })

test('sessions are listed, last used first', async () => {
  const { accessToken, userId } = await signUp('ann_demo')
  stoa.clock.advance(60_000)
  const phone = (await signIn('ann_demo')).body.payload
  await stoa.app.services.sessions.begin({ userId, site: 'https://news.example', lasting: false })
  await signUp('other_demo')
  const items = await list(accessToken)
  expect(items).toMatchObject([
    { device: '', site: 'https://news.example', current: false },
    { device: 'Safari on iPhone', address: '127.0.0.*', method: 'password', site: null, current: false },
    { method: 'signUp', site: null, current: true },
  ])
  expect(items[2]?.createdAt).toBe(stoa.clock.now() - 60_000)
  expect((await list(phone.accessToken)).filter(({ current }) => current)).toMatchObject([{ method: 'password' }])
})

test('ended and expired sessions aren’t listed, renewed ones are', async () => {
  const { accessToken } = await signUp('bob_demo')
  const phone = await signIn('bob_demo')
  stoa.clock.advance(120_000)
  const cookie = cookiesOf(phone.headers)
  await stoa.call('authRefresh', {}, { headers: { cookie } })
  expect((await list(accessToken)).map(({ seenAt }) => stoa.clock.now() - seenAt)).toEqual([0, 120_000])
  await stoa.call('authSignOut', {}, { headers: { cookie } })
  expect(await list(accessToken)).toHaveLength(1)
})

test('ending one or all other sessions takes effect immediately, and the rest remain signed in', async () => {
  const here = (await signUp('cat_demo')).accessToken
  const [phone, work] = [
    (await signIn('cat_demo')).body.payload.accessToken,
    (await signIn('cat_demo')).body.payload.accessToken,
  ]
  const states = () => Promise.all([here, phone, work].map(status))
  expect((await stoa.call('sessionEnd', { sessionId: await idOf(phone) }, { token: here })).status).toBe(200)
  expect(await states()).toEqual([200, 401, 200])
  await stoa.call('sessionEnd', { others: true }, { token: work })
  expect(await states()).toEqual([401, 401, 200])
  expect(await list(work)).toHaveLength(1)
})

test('another person’s session is treated as missing, and remains', async () => {
  const [mine, theirs] = [(await signUp('dee_demo')).accessToken, (await signUp('eve_demo')).accessToken]
  const end = async (sessionId: string) => told(await stoa.call('sessionEnd', { sessionId }, { token: mine }))
  const foreign = await end(await idOf(theirs))
  expect(foreign).toEqual(await end('0'.repeat(20)))
  expect(foreign).toMatchObject({ code: 404, body: { code: 'SESSION_NOT_FOUND' } })
  expect(await status(theirs)).toBe(200)
  for (const input of [{}, { sessionId: await idOf(mine), others: true as const }])
    expect((await stoa.call('sessionEnd', input, { token: mine })).body.code).toBe('VALIDATION_FAILED')
})

test('only the ended session’s connection stops receiving private events', async () => {
  const { userId, accessToken } = await signUp('fay_demo')
  const phone = (await signIn('fay_demo')).body.payload.accessToken
  const [kept, ended] = [
    await clients.connect({ token: accessToken, watch: {} }),
    await clients.connect({ token: phone, watch: {} }),
  ]
  await stoa.call('sessionEnd', { sessionId: await idOf(phone) }, { token: accessToken })
  const tell = () =>
    stoa.database.transaction(async (tx) =>
      stoa.app.events.publish(tx, { name: 'viewer.changed', room: `user:${userId}`, payload: { userId } }),
    )
  await vi.waitFor(async () => {
    const [heard, before] = [kept.events.length, ended.events.length]
    await tell()
    await kept.hears(heard + 1)
    expect(ended.events).toHaveLength(before)
  })
})
