import type { CallOutput } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthenticator, type Wrongs } from '../../../../../test/authenticator.ts'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { askedOf, inBrowser, startPerson } from '../../../../../test/factors.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmAddress, mailsTo } from '../../../../../test/mailbox.ts'

type Device = ReturnType<typeof createAuthenticator>

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

async function register(token: string, about: { device?: Device; wrongs?: Wrongs; name?: string } = {}) {
  const { device = createAuthenticator(), wrongs, name = 'My phone' } = about
  const { options, challenge } = (await stoa.call('passkeyRegisterOptions', {}, { token })).body.payload
  const attestation = device.create(options, wrongs)
  const answer = await stoa.call('passkeyRegister', { challenge, attestation, name }, { token })
  return { device, answer, challenge, attestation, options }
}
async function signIn(device: Device, wrongs: Wrongs = {}, headers: Record<string, string> = {}) {
  const { options, challenge } = (await stoa.call('authPasskeyOptions', {})).body.payload
  const assertion = device.get(options, wrongs)
  const answer = await stoa.call('authPasskeySignIn', { challenge, assertion }, { headers })
  return { answer, challenge, assertion, options }
}

test('a passkey signs in without a name and counts as both factors', async () => {
  const ann = await startPerson(stoa, 'ann_demo')
  const { device, answer, options } = await register(ann.token)
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Stoa' },
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  expect(answer.body.payload.passkeys).toMatchObject([{ name: 'My phone', usedAt: null, synced: false }])
  await ann.setUp()
  const entered = await signIn(device)
  expect(entered.options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
  expect(entered.answer.body.payload.userId).toBe(ann.userId)
  const { items } = (await stoa.call('sessionList', {}, { token: entered.answer.body.payload.accessToken })).body
    .payload
  expect(items.find(({ current }) => current)).toMatchObject({ method: 'passkey' })
  const { account } = (await stoa.call('accountSecurity', {}, { token: ann.token })).body.payload
  expect(account.passkeys).toMatchObject([{ usedAt: stoa.clock.now() }])
})

test('an assertion works once, even concurrently, and a repeated request gets the same response', async () => {
  const bob = await startPerson(stoa, 'bob_demo')
  const { device } = await register(bob.token)
  const { challenge, assertion } = await signIn(device, {}, { 'idempotency-key': 'first' })
  const send = (headers = {}) => stoa.call('authPasskeySignIn', { challenge, assertion }, { headers })
  expect((await send({ 'idempotency-key': 'first' })).status).toBe(200)
  expect((await send({ 'idempotency-key': 'second' })).body.code).toBe('PASSKEY_INVALID')
  const next = (await stoa.call('authPasskeyOptions', {})).body.payload
  const answered = { challenge: next.challenge, assertion: device.get(next.options) }
  const answers = await Promise.all([1, 2, 3].map(() => stoa.call('authPasskeySignIn', answered)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
})

test.each<[string, Wrongs]>([
  ['made on another site’s page', { origin: 'https://attacker.example' }],
  ['made on a page of another port', { origin: 'http://localhost:3001' }],
  ['made on a page whose name begins alike', { origin: 'http://localhost:3000.attacker.example' }],
  ['signed for another host', { host: 'attacker.example' }],
  ['of another challenge', { challenge: 'A'.repeat(43) }],
  ['without knowing the person', { verified: false }],
  ['of another account', { userHandle: Buffer.from('0'.repeat(20)).toString('base64url') }],
  ['whose counter has gone back', { counter: 1 }],
  ['whose counter stands still', { counter: 5 }],
])('an assertion %s is refused', async (name, wrongs) => {
  const { token } = await startPerson(stoa, `p_${name.replaceAll(/\W/g, '').slice(-14)}`)
  const { device } = await register(token)
  expect((await signIn(device, { counter: 5 })).answer.status).toBe(200)
  expect((await signIn(device, wrongs)).answer.body.code).toBe('PASSKEY_INVALID')
  expect((await signIn(device, { counter: 6 })).answer.status).toBe(200)
})

test('unknown passkeys, foreign challenges and expired ones get the same response', async () => {
  const { token } = await startPerson(stoa, 'dee_demo')
  const { device, challenge: ofRegistering, options } = await register(token)
  const bodies = []
  bodies.push((await signIn(createAuthenticator())).answer.body)
  const { challenge, options: asked } = await signIn(device)
  bodies.push((await stoa.call('authPasskeySignIn', { challenge: ofRegistering, assertion: device.get(asked) })).body)
  const late = (await stoa.call('authPasskeyOptions', {})).body.payload
  stoa.clock.advance(10 * 60_000)
  bodies.push(
    (await stoa.call('authPasskeySignIn', { challenge: late.challenge, assertion: device.get(late.options) })).body,
  )
  bodies.push((await stoa.call('authPasskeySignIn', { challenge: `${challenge}x`, assertion: device.get(asked) })).body)
  for (const body of bodies) expect({ ...body, requestId: '' }).toEqual({ ...bodies[0], requestId: '' })
  expect(bodies[0]?.code).toBe('PASSKEY_INVALID')
  expect(options.user.name).toBe('dee_demo')
})

test.each<[string, Wrongs]>([
  ['on another site’s page', { origin: 'https://attacker.example' }],
  ['for another host', { host: 'attacker.example' }],
  ['of another challenge', { challenge: 'A'.repeat(43) }],
  ['without knowing the person', { verified: false }],
])('a passkey created %s is refused', async (name, wrongs) => {
  const { token } = await startPerson(stoa, `r_${name.replaceAll(/\W/g, '').slice(-14)}`)
  expect((await register(token, { wrongs })).answer.body.code).toBe('PASSKEY_INVALID')
})

test('a passkey is registered once, by the account the challenge was created for', async () => {
  const eve = await startPerson(stoa, 'eve_demo')
  const fay = await startPerson(stoa, 'fay_demo')
  const { device, challenge, attestation } = await register(eve.token)
  const again = (token: string) => stoa.call('passkeyRegister', { challenge, attestation, name: 'Again' }, { token })
  expect((await again(eve.token)).body.code).toBe('PASSKEY_INVALID')
  expect((await again(fay.token)).body.code).toBe('PASSKEY_INVALID')
  expect((await register(fay.token, { device })).answer.body.code).toBe('PASSKEY_INVALID')
  const unused = (await stoa.call('passkeyRegisterOptions', {}, { token: eve.token })).body.payload
  const made = createAuthenticator().create(unused.options)
  const taken = { challenge: unused.challenge, attestation: made, name: 'Taken' }
  expect((await stoa.call('passkeyRegister', taken, { token: fay.token })).body.code).toBe('PASSKEY_INVALID')
  const known = (await stoa.call('passkeyRegisterOptions', {}, { token: eve.token })).body.payload.options
  expect(known.excludeCredentials).toEqual([{ id: device.id, type: 'public-key', transports: ['internal'] }])
  expect((await stoa.call('passkeyRegister', taken, { token: eve.token })).status).toBe(200)
  const another = { ...taken, attestation: createAuthenticator().create(unused.options) }
  expect((await stoa.call('passkeyRegister', another, { token: eve.token })).body.code).toBe('PASSKEY_INVALID')
})

test('the owner renames and removes a passkey, unless it is the only sign-in method', async () => {
  const gil = await startPerson(stoa, 'gil_demo')
  const { device, answer } = await register(gil.token)
  const passkeyId = answer.body.payload.passkeys[0]?.id ?? ''
  const stranger = await startPerson(stoa, 'han_demo')
  const none = '0'.repeat(20)
  for (const name of ['passkeyEdit', 'passkeyDelete'] as const) {
    const send = async (id: string) =>
      (
        await stoa.call(name, name === 'passkeyEdit' ? { passkeyId: id, name: 'Mine' } : { passkeyId: id }, {
          token: stranger.token,
        })
      ).body
    expect({ ...(await send(passkeyId)), requestId: '' }).toEqual({ ...(await send(none)), requestId: '' })
    expect((await send(passkeyId)).code).toBe('PASSKEY_NOT_FOUND')
  }
  const renamed = await stoa.call('passkeyEdit', { passkeyId, name: ' Key ring ' }, { token: gil.token })
  expect(renamed.body.payload.passkeys).toMatchObject([{ name: 'Key ring' }])
  const remove = (token: string, id: string) => stoa.call('passkeyDelete', { passkeyId: id }, { token })
  const there = (await signIn(device)).answer.body.payload.accessToken
  expect((await remove(gil.token, passkeyId)).body.payload.passkeys).toEqual([])
  expect((await signIn(device)).answer.body.code).toBe('PASSKEY_INVALID')
  // A session elsewhere that signed in with the passkey can't change anything.
  expect((await stoa.call('totpBegin', {}, { token: there })).body.code).toBe('REAUTHENTICATION_REQUIRED')

  const without = await stoa.member('ivy_demo')
  const only = (await register(without.token)).answer.body.payload.passkeys[0]?.id ?? ''
  expect((await remove(without.token, only)).body.code).toBe('LAST_WAY_IN')
  const other = (await register(without.token)).answer.body.payload.passkeys
  expect(other).toHaveLength(2)
  expect((await remove(without.token, only)).status).toBe(200)
})

test('a passkey works as a second factor and for reauthentication', async () => {
  const jan = await startPerson(stoa, 'jan_demo')
  const { device } = await register(jan.token)
  await jan.setUp()
  const { challenge, methods, passkeyOptions } = askedOf((await jan.signIn()).body)
  expect(methods).toEqual(['totp', 'recovery', 'passkey'])
  if (!passkeyOptions) throw new Error('The browser is asked for nothing.')
  expect(passkeyOptions.allowCredentials).toMatchObject([{ id: device.id }])
  const complete = (assertion: ReturnType<Device['get']>) =>
    stoa.call('authSecondFactor', { challenge, assertion }, { headers: inBrowser() })
  expect((await complete(device.get(passkeyOptions, { verified: false }))).body.code).toBe('PASSKEY_INVALID')
  const kim = await startPerson(stoa, 'kim_demo')
  const { device: hers } = await register(kim.token)
  expect((await complete(hers.get(passkeyOptions))).body.code).toBe('PASSKEY_INVALID')
  const entered = await complete(device.get(passkeyOptions))
  const { accessToken: token } = entered.body.payload
  expect(cookiesOf(entered.headers)).toContain('stoa-device=')
  const { account } = (await stoa.call('accountSecurity', {}, { token })).body.payload
  expect(account.passkeys).toMatchObject([{ usedAt: stoa.clock.now() }])

  const again = async () => (await stoa.call('authReauthenticateOptions', {}, { token })).body.payload
  const prove = async (by: Device, about: CallOutput<'authReauthenticateOptions'>) => {
    const options = about.passkeyOptions ?? passkeyOptions
    const input = { challenge: about.challenge ?? '', assertion: by.get(options) }
    return (await stoa.call('authReauthenticate', input, { token })).body.code
  }
  expect((await again()).methods).toEqual(['totp', 'recovery', 'passkey'])
  expect(await prove(hers, await again())).toBe('PASSKEY_INVALID')
  const asked = await again()
  expect(await prove(device, asked)).toBeUndefined()
  expect(await prove(device, asked)).toBe('PASSKEY_INVALID')
})

test('reauthentication applies to its session only and signs nobody in', async () => {
  const ned = await startPerson(stoa, 'ned_demo')
  const { device } = await register(ned.token)
  const asked = (await stoa.call('authReauthenticateOptions', {}, { token: ned.token })).body.payload
  if (!asked.passkeyOptions || !asked.challenge) throw new Error('The browser is asked for nothing.')
  const answered = { challenge: asked.challenge, assertion: device.get(asked.passkeyOptions) }
  const elsewhere = (await ned.signIn()).body.payload.accessToken
  expect((await stoa.call('authReauthenticate', answered, { token: elsewhere })).body.code).toBe('PASSKEY_INVALID')
  expect((await stoa.call('authPasskeySignIn', answered)).body.code).toBe('PASSKEY_INVALID')
  expect((await stoa.call('authReauthenticate', answered, { token: ned.token })).status).toBe(200)
})

test('a passkey of one domain doesn’t work on another', async () => {
  const lea = await startPerson(stoa, 'lea_demo')
  const { device } = await register(lea.token)
  await stoa.database.transaction(({ connection }) => connection('passkeys').update({ host: 'garden.example' }))
  expect((await signIn(device)).answer.body.code).toBe('PASSKEY_INVALID')
  expect((await stoa.call('authReauthenticateOptions', {}, { token: lea.token })).body.payload.methods).toEqual([
    'password',
  ])
})

test('another encoding of a challenge is the same challenge', async () => {
  const uma = await startPerson(stoa, 'uma_demo')
  const { device } = await register(uma.token, { wrongs: { counter: 0 } })
  const { options, challenge } = (await stoa.call('authPasskeyOptions', {})).body.payload
  // Passkeys synced across devices have no counter.
  const assertion = device.get(options, { counter: 0 })
  const send = (written: string) => stoa.call('authPasskeySignIn', { challenge: written, assertion })
  expect((await send(challenge)).status).toBe(200)
  for (const written of [`${challenge}=`, ` ${challenge}`, `${challenge}~`]) {
    expect((await send(written)).body.code).toBe('PASSKEY_INVALID')
  }
})

test('the owner gets a mail about every change of sign-in methods, but not about failed attempts', async () => {
  const { username, token, setUp } = await startPerson(stoa, 'told_demo')
  const address = `${username}@people.example`
  await confirmAddress(stoa, address)
  const before = (await mailsTo(stoa, address)).length
  const { answer } = await register(token)
  const { code } = await setUp()
  await stoa.call('recoveryCodesRenew', {}, { token })
  await stoa.call('totpConfirm', { code: code() }, { token })
  await stoa.call('totpDelete', {}, { token })
  const [passkey] = answer.body.payload.passkeys
  await stoa.call('passkeyDelete', { passkeyId: passkey?.id ?? '' }, { token })
  expect((await mailsTo(stoa, address)).slice(before).map(({ subject }) => subject)).toEqual([
    'A passkey was added in your account',
    'Two-step verification was turned on in your account',
    'New recovery codes were created in your account',
    'Two-step verification was turned off in your account',
    'A passkey was removed in your account',
  ])
})
