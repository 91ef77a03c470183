import { EMAIL_ALLOWANCE } from '@stoa/contract'
import { expect, test } from 'vitest'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { startTestApp } from '../../../../../test/harness.ts'
import { mailsTo, newestMail } from '../../../../../test/mailbox.ts'
import { createEventCounts } from '../../../../platform/limits/event-counts.ts'

test('a mailbox can’t be flooded, and attempts don’t block mails for the owner’s own browser', async () => {
  const strict = await startTestApp({ STOA_RATE_SCALE: '1' })
  const ask = (cookie = '', email = 'full@mail.example') =>
    strict.call('authEmailLinkRequest', { email }, { headers: { cookie } })
  await strict.app.services.accounts.createNameless({ email: 'full@mail.example' })
  const count = async () =>
    (await mailsTo(strict, 'full@mail.example')).filter(({ subject }) => subject === 'Sign in to Stoa').length
  for (let asked = 0; asked < EMAIL_ALLOWANCE.mails; asked += 1) await ask()
  const { secret } = await newestMail(strict, 'full@mail.example')
  const parallel = await Promise.all([ask(), ask(), ask('', 'FULL@mail.example')])
  expect(parallel.map(({ status, body }) => [status, body.payload])).toEqual(Array(3).fill([200, {}]))
  expect(await count()).toBe(EMAIL_ALLOWANCE.mails)
  expect(await mailsTo(strict, 'FULL@mail.example')).toEqual([])
  const signedIn = await strict.call('authEmailLinkConfirm', { token: secret.get('token') ?? '' })
  await ask(cookiesOf(signedIn.headers))
  expect(await count()).toBe(EMAIL_ALLOWANCE.mails + 1)
  strict.clock.advance(EMAIL_ALLOWANCE.windowMs + 1)
  await ask()
  expect(await count()).toBe(EMAIL_ALLOWANCE.mails + 2)
  await createEventCounts(strict).cleanUp()
  // One for its network and one for all.
  expect(await strict.database.read('event_counts')).toHaveLength(2)
  await strict.close()
})

test('requesting mails to an address doesn’t block other networks or kinds of mail; the total is limited', async () => {
  const strict = await startTestApp({ STOA_RATE_SCALE: '1', STOA_TRUSTED_PROXIES: 'loopback' })
  const email = 'wanted@mail.example'
  const ask = (call: 'authEmailLinkRequest' | 'authPasswordResetRequest', network: number) =>
    strict.call(call, { email }, { headers: { 'x-forwarded-for': `198.51.100.${network}` } })
  const count = async () => (await mailsTo(strict, email)).length
  for (let asked = 0; asked <= EMAIL_ALLOWANCE.mails; asked += 1) await ask('authEmailLinkRequest', 1)
  expect(await count()).toBe(EMAIL_ALLOWANCE.mails)
  await ask('authPasswordResetRequest', 1)
  const own = await ask('authEmailLinkRequest', 2)
  expect(await count()).toBe(EMAIL_ALLOWANCE.mails + 2)
  const { secret, code } = await newestMail(strict, email)
  for (let network = 3; network < 120; network += 1) await ask('authEmailLinkRequest', network)
  const all = EMAIL_ALLOWANCE.overall * 5
  expect(await count()).toBe(all + 1)
  // The last mailed code remains valid in the browser that requested it.
  const cookie = cookiesOf(own.headers)
  const again = await strict.call('authEmailLinkRequest', { email }, { headers: { cookie } })
  expect([again.body.payload, await count()]).toEqual([{}, all + 1])
  const typed = await strict.call(
    'authEmailLinkConfirm',
    { email, code },
    { headers: { cookie: cookiesOf(again.headers) } },
  )
  expect(typed.status).toBe(200)
  const used = await strict.call('authEmailLinkConfirm', { token: secret.get('token') ?? '' })
  expect(used.body.code).toBe('LINK_INVALID')
  await strict.close()
})

test('one customer’s network uses up only part of an address’s mails; beyond that each further network has one', async () => {
  const strict = await startTestApp({ STOA_RATE_SCALE: '1', STOA_TRUSTED_PROXIES: 'loopback' })
  const email = 'asked_for@mail.example'
  const ask = (address: string) =>
    strict.call('authEmailLinkRequest', { email }, { headers: { 'x-forwarded-for': address } })
  const count = async () => (await mailsTo(strict, email)).length
  const inside = (network: number, count: number) => `2001:db8:${network}:${count >> 2}0${count & 3}::1`
  const share = EMAIL_ALLOWANCE.overall / 4
  for (let asked = 0; asked < 12; asked += 1) await ask(inside(7, asked))
  expect(await count()).toBe(share)
  for (const network of [8, 9, 10]) for (let asked = 0; asked < 6; asked += 1) await ask(inside(network, asked))
  expect(await count()).toBe(EMAIL_ALLOWANCE.overall)
  await ask('198.51.100.9')
  await ask('198.51.100.9')
  expect(await count()).toBe(EMAIL_ALLOWANCE.overall + 1)
  await strict.close()
})

test('in networks where the owner has signed in before, others can’t use up the mails', async () => {
  const strict = await startTestApp({ STOA_RATE_SCALE: '0.05', STOA_TRUSTED_PROXIES: 'loopback' })
  const email = 'at_home@mail.example'
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const ask = (address: string) => strict.call('authEmailLinkRequest', { email }, from(address))
  await ask('192.0.2.1')
  const token = (await newestMail(strict, email)).secret.get('token') ?? ''
  expect((await strict.call('authEmailLinkConfirm', { token }, from('192.0.2.1'))).status).toBe(200)
  const count = async () => (await mailsTo(strict, email)).filter(({ subject }) => subject === 'Sign in to Stoa').length
  strict.clock.advance(EMAIL_ALLOWANCE.windowMs + 1)
  for (let network = 1; network < 9; network += 1) await ask(`198.51.${network}.7`)
  const before = await count()
  await ask('203.0.113.9')
  expect(await count()).toBe(before)
  await ask('192.0.2.2')
  expect(await count()).toBe(before + 1)
  await strict.close()
})

test('requesting codes for many addresses is limited by the total of wrong codes', async () => {
  const strict = await startTestApp({ STOA_RATE_SCALE: '1', STOA_TRUSTED_PROXIES: 'loopback' })
  const inside = (index: number) => ({ 'x-forwarded-for': `2001:db8:9:${index.toString(16)}00::1` })
  const codes = []
  for (let victim = 0; victim < 3; victim += 1) {
    const email = `many_${victim}@mail.example`
    const asked = await strict.call('authEmailLinkRequest', { email }, { headers: inside(victim) })
    const { code: right } = await newestMail(strict, email)
    for (let count = 0; count < 7; count += 1) {
      const code = right === `11111${count}` ? '222222' : `11111${count}`
      const headers = { ...inside(victim * 8 + count), cookie: cookiesOf(asked.headers) }
      codes.push((await strict.call('authEmailLinkConfirm', { email, code }, { headers })).body.code)
    }
  }
  expect(codes).toEqual([...Array(15).fill('LINK_INVALID'), ...Array(6).fill('SIGN_IN_LOCKED')])
  await strict.close()
})
