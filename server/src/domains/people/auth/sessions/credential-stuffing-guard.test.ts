import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { PASSWORD } from '../../../../../test/factors.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { DAY_MS, HOUR_MS } from '../../../../platform/clock.ts'

let stoa: TestApp
beforeAll(async () => {
  // Allows three wrong passwords instead of three hundred; doesn't reach other limits.
  stoa = await startTestApp({ STOA_RATE_SCALE: '0.01', STOA_TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => stoa.close())

let asked = 0
/** A separate place for each attempt. */
const from = () => ({ 'x-forwarded-for': `203.${Math.floor((asked += 1) / 250)}.${asked % 250}.7` })
const signIn = (login: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  stoa.call('authSignIn', { login, password }, { headers: { ...from(), ...headers } })
const signUp = (username: string) =>
  stoa.call('authSignUp', { username, email: `${username}@people.example`, password: PASSWORD }, { headers: from() })

test('with unusually many wrong passwords unknown browsers have to wait, known ones don’t', async () => {
  const device = cookiesOf((await signUp('ann_demo')).headers)
  await signUp('bob_demo')
  stoa.clock.advance(15 * DAY_MS)
  expect((await signIn('bob_demo')).status).toBe(200)
  const codes = []
  for (let count = 0; count < 8; count += 1) codes.push((await signIn(`nobody_${count}`)).body.code)
  // Three are free, and the successful sign-in adds three.
  expect(codes).toEqual([...Array(6).fill('INVALID_CREDENTIALS'), 'SIGN_IN_LOCKED', 'SIGN_IN_LOCKED'])
  const right = await signIn('bob_demo')
  const wrong = await signIn('bob_demo', 'Wrong-pass1')
  expect({ ...right.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
  expect(right.body).toMatchObject({ code: 'SIGN_IN_LOCKED', details: { retryAfterMs: 24 * HOUR_MS, reason: 'storm' } })
  expect((await signIn('ann_demo', PASSWORD, { cookie: device })).status).toBe(200)
  stoa.clock.advance(24 * HOUR_MS)
  expect((await signIn('bob_demo')).status).toBe(200)
})

test('the operator reopens sign-in', async () => {
  stoa.clock.advance(25 * HOUR_MS)
  await signUp('ivo_demo')
  for (let count = 0; count < 12; count += 1) await signIn(`nobody_${count}`)
  expect((await signIn('ivo_demo')).body.code).toBe('SIGN_IN_LOCKED')
  await stoa.app.services.unlocking.everyone()
  expect((await signIn('ivo_demo')).status).toBe(200)
})

test('a merged account is admitted as its main account: in its own browser, and in networks where it has signed in', async () => {
  stoa.clock.advance(25 * HOUR_MS)
  const home = (part: number) => ({ 'x-forwarded-for': `192.0.2.${part}` })
  const [main, merged] = [await signUp('main_demo'), await signUp('merged_demo')]
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: merged.body.payload.userId }).update({ forward_to: main.body.payload.userId }),
  )
  const cookie = cookiesOf((await signIn('merged_demo', PASSWORD, home(7))).headers)
  for (let count = 0; count < 12; count += 1) await signIn(`nobody_${count}`)
  expect((await signIn('merged_demo')).body.code).toBe('SIGN_IN_LOCKED')
  expect((await signIn('merged_demo', PASSWORD, { cookie })).status).toBe(200)
  expect((await signIn('merged_demo', PASSWORD, home(8))).status).toBe(200)
})

test('new accounts don’t raise the limit of wrong passwords', async () => {
  stoa.clock.advance(25 * HOUR_MS)
  for (const name of ['new_one', 'new_two']) {
    await signUp(name)
    expect((await signIn(name)).status).toBe(200)
  }
  const codes = []
  for (let count = 0; count < 4; count += 1) codes.push((await signIn(`nobody_${count}`)).body.code)
  expect(codes).toEqual([...Array(3).fill('INVALID_CREDENTIALS'), 'SIGN_IN_LOCKED'])
})

describe('one network', () => {
  let wide: TestApp
  beforeAll(async () => {
    // Allows one wrong password per network instead of fifteen; doesn't reach other limits.
    wide = await startTestApp({ STOA_RATE_SCALE: '0.1', STOA_TRUSTED_PROXIES: 'loopback' })
    await wide.call('authSignUp', { username: 'cat_demo', email: 'cat_demo@people.example', password: PASSWORD })
    wide.clock.advance(15 * DAY_MS)
  })
  afterAll(() => wide.close())
  test('is reopened by the operator', async () => {
    let part = 0
    const codeOf = async (login: string) => (await tryFrom(login, `2001:db8:77:${(part += 1)}00::1`)).body.code
    expect([await codeOf('nobody_a'), await codeOf('nobody_b')]).toEqual(['INVALID_CREDENTIALS', 'SIGN_IN_LOCKED'])
    await wide.app.services.unlocking.network('2001:db8:77::1')
    expect(await codeOf('cat_demo')).toBeUndefined()
  })

  const tryFrom = (login: string, address: string) =>
    wide.call('authSignIn', { login, password: PASSWORD }, { headers: { 'x-forwarded-for': address } })
  const nobodies = async (count: number, network: number) => {
    const codes = []
    for (let index = 0; index < count; index += 1) {
      codes.push((await tryFrom(`nobody_${index}`, `2001:db8:${network}:${index}00::1`)).body.code)
    }
    return codes
  }

  test('is blocked until the next day, on all its addresses, without affecting others', async () => {
    expect(await nobodies(4, 7)).toEqual(['INVALID_CREDENTIALS', ...Array(3).fill('SIGN_IN_LOCKED')])
    const { body } = await tryFrom('cat_demo', '2001:db8:7:500::1')
    expect(body).toMatchObject({ code: 'SIGN_IN_LOCKED', details: { retryAfterMs: untilMidnight(), reason: 'storm' } })
    expect((await tryFrom('cat_demo', '203.0.113.9')).status).toBe(200)
    wide.clock.advance(untilMidnight())
    expect((await tryFrom('cat_demo', '2001:db8:7:600::1')).status).toBe(200)
  })

  test('may have more failures if many people share it, counted once per person', async () => {
    wide.clock.advance(25 * HOUR_MS)
    for (const part of 'abc') expect((await tryFrom('cat_demo', `2001:db8:8:${part}00::1`)).status).toBe(200)
    expect(await nobodies(6, 8)).toEqual([...Array(4).fill('INVALID_CREDENTIALS'), ...Array(2).fill('SIGN_IN_LOCKED')])
  })

  const untilMidnight = () => DAY_MS - (wide.clock.now() % DAY_MS)
})

test('gains no more from repeated sign-ins of one account than from one', async () => {
  stoa.clock.advance(25 * HOUR_MS)
  for (let count = 0; count < 4; count += 1) expect((await signIn('bob_demo')).status).toBe(200)
  const codes = []
  for (let count = 0; count < 7; count += 1) codes.push((await signIn(`nobody_${count}`)).body.code)
  expect(codes).toEqual([...Array(6).fill('INVALID_CREDENTIALS'), 'SIGN_IN_LOCKED'])
})

test('still admits the right password where its owner has signed in before, without revealing where', async () => {
  stoa.clock.advance(25 * HOUR_MS)
  let near = 0
  const home = () => ({ 'x-forwarded-for': `192.0.2.${(near += 1)}` })
  expect((await signIn('bob_demo', PASSWORD, home())).status).toBe(200)
  for (let count = 0; count < 7; count += 1) await signIn(`nobody_${count}`)
  const told = async (login: string, password: string, headers: Record<string, string> = {}) => {
    const { status, body } = await signIn(login, password, headers)
    return { ...body, requestId: '', status }
  }
  const locked = await told('nobody_at_all', PASSWORD)
  expect(locked).toMatchObject({ status: 429, code: 'SIGN_IN_LOCKED', details: { retryAfterMs: 24 * HOUR_MS } })
  expect(await told('bob_demo', 'Wrong-pass1', home())).toEqual(locked)
  expect(await told('ann_demo', PASSWORD, home())).toEqual(locked)
  expect(await told('nobody_at_all', PASSWORD, home())).toEqual(locked)
  expect(await told('bob_demo', PASSWORD)).toEqual(locked)
  expect(await told('bob_demo', PASSWORD, home())).toMatchObject({ status: 200 })
  // Such a sign-in doesn't raise the limit for others.
  expect(await told('ann_demo', PASSWORD)).toEqual(locked)
})
