import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { codeOf, PASSWORD } from '../../../../../test/factors.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmAddress, newestMail } from '../../../../../test/mailbox.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

const OTHER = 'Qu1te-another-word'
const DAYS_MS = 24 * 60 * 60 * 1000
const signUp = (username: string) =>
  stoa.call('authSignUp', { username, email: `${username}@people.example`, password: PASSWORD })
const signIn = (login: string) => stoa.call('authSignIn', { login, password: PASSWORD })
const pendingOf = async (token: string) =>
  (await stoa.call('accountSecurity', {}, { token })).body.payload.account.pendingEmail

/**
 * A person without a confirmed address, and a thief who knows the password and requests an address of their own for the
 * account.
 */
async function withThief(username: string) {
  const signedUp = await signUp(username)
  const own = signedUp.body.payload
  const thief = await signIn(username)
  const evil = `${username}@evil.example`
  const { accessToken: token } = thief.body.payload
  expect((await stoa.call('userEmailChange', { email: evil }, { token })).status).toBe(200)
  const { sessions } = stoa.app.services
  const [session] = (await sessions.listOf(own.userId)).filter(({ method }) => method === 'password')
  const link = (await newestMail(stoa, evil)).secret.get('confirm') ?? ''
  return {
    own,
    cookie: cookiesOf(signedUp.headers),
    evil,
    link,
    thief: { token, cookie: cookiesOf(thief.headers), sessionId: session?.id ?? '' },
  }
}
type Robbed = Awaited<ReturnType<typeof withThief>>

const waysOut: Record<string, (robbed: Robbed) => Promise<unknown>> = {
  'a new password': ({ own }) => stoa.call('authPasswordChange', { password: OTHER }, { token: own.accessToken }),
  'signing out everywhere else': ({ own }) => stoa.call('sessionEnd', { others: true }, { token: own.accessToken }),
  'signing out that session': ({ own, thief }) =>
    stoa.call('sessionEnd', { sessionId: thief.sessionId }, { token: own.accessToken }),
  'signing out everywhere': ({ cookie }) => stoa.call('authSignOut', { everywhere: true }, { headers: { cookie } }),
  'turning a second factor on': async ({ own: { accessToken: token } }) => {
    const { secret } = (await stoa.call('totpBegin', {}, { token })).body.payload
    return stoa.call('totpConfirm', { code: codeOf(secret, stoa.clock.now()) }, { token })
  },
}

test.each(Object.keys(waysOut))('after %s an address added by a thief can’t be confirmed', async (way) => {
  const robbed = await withThief(`robbed_${Object.keys(waysOut).indexOf(way)}`)
  const { own, evil, link, thief } = robbed
  expect(await waysOut[way]?.(robbed)).toMatchObject({ status: 200 })
  const headers = { cookie: thief.cookie }
  expect((await stoa.call('userEmailConfirm', { token: link }, { headers })).body.code).toBe('LINK_INVALID')
  stoa.clock.advance(60 * DAYS_MS)
  await stoa.call('authEmailLinkRequest', { email: evil }, { headers })
  const token = (await newestMail(stoa, evil)).secret.get('token') ?? ''
  const came = await stoa.call('authEmailLinkConfirm', { token }, { headers })
  expect(came.body.payload.userId).not.toBe(own.userId)
  expect((await stoa.app.services.accounts.ownFacts(own.userId)).email).toBeNull()
})

test('a password reset cancels a pending change of address', async () => {
  const { accessToken: token } = (await signUp('both_ends')).body.payload
  const email = 'both_ends@people.example'
  await confirmAddress(stoa, email)
  await stoa.call('userEmailChange', { email: 'both@evil.example' }, { token })
  await stoa.call('authPasswordResetRequest', { email })
  const reset = (await newestMail(stoa, email)).secret.get('token') ?? ''
  const again = (await stoa.call('authPasswordReset', { token: reset, password: OTHER })).body.payload
  expect(await pendingOf(again.accessToken)).toBeNull()
})

test('an address added in the remaining session stays pending, and its mail confirms it', async () => {
  const { accessToken: token } = (await signUp('stays_demo')).body.payload
  await signIn('stays_demo')
  expect((await stoa.call('authPasswordChange', { password: OTHER }, { token })).status).toBe(200)
  expect(await pendingOf(token)).toBe('stays_demo@people.example')
  const link = (await newestMail(stoa, 'stays_demo@people.example')).secret.get('confirm') ?? ''
  expect((await stoa.call('userEmailConfirm', { token: link }, { token })).body.payload.confirmed).toBe(true)
})

test('an address can still be confirmed after signing out in the browser that signed up', async () => {
  const { headers } = await signUp('leaves_demo')
  const cookie = cookiesOf(headers)
  await stoa.call('authSignOut', {}, { headers: { cookie } })
  const link = (await newestMail(stoa, 'leaves_demo@people.example')).secret.get('confirm') ?? ''
  const { body } = await stoa.call('userEmailConfirm', { token: link }, { headers: { cookie } })
  expect(body.payload.confirmed).toBe(true)
})

test('a session revoked while it adds an address or sets a password changes nothing', async () => {
  const { own, thief } = await withThief('at_once')
  const { addressChange, passwordChange, sessions, accounts, domains } = stoa.app.services
  const { passwordHash } = await accounts.ownFacts(own.userId)
  const who = { userId: own.userId, sessionId: thief.sessionId, domain: domains.homeOf(''), networks: [] }
  await stoa.app.background.settled()
  const { transaction } = stoa.database
  const thrownOutFirst = async (work: () => Promise<unknown>) => {
    await stoa.database.transaction(({ connection }) =>
      connection('sessions').where({ id: thief.sessionId }).update({ ended_at: 0 }),
    )
    stoa.database.transaction = async (...args) => {
      stoa.database.transaction = transaction
      await sessions.endOthers(own.userId, '')
      return transaction.apply(stoa.database, args) as never
    }
    await expect(work()).rejects.toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
  }
  await thrownOutFirst(() => addressChange.request(who, 'second@evil.example', () => {}))
  await thrownOutFirst(() => passwordChange.change(who, OTHER, () => {}))
  expect(await accounts.ownFacts(own.userId)).toMatchObject({ pendingEmail: null, passwordHash })
})
