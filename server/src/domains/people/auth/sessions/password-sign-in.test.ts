import { EMAIL_ALLOWANCE, SIGN_IN_FREE_FAILURES } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmAddress, mailsTo, newestMail } from '../../../../../test/mailbox.ts'
import { createEventCounts } from '../../../../platform/limits/event-counts.ts'
import { createCredentialStuffingGuard } from './credential-stuffing-guard.ts'
import { createDevices } from './devices.ts'
import { createPasswordSignIn } from './password-sign-in.ts'
import { createPasswords, type Passwords } from './passwords.ts'

const PASSWORD = 'Corr3ct-horse'
let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

/** Signs in while `meanwhile` runs between the password check and the session. */
async function signIn(login: string, meanwhile: () => Promise<void>, passwords: Passwords = createPasswords()) {
  const { services } = stoa.app
  const service = createPasswordSignIn({
    ...services,
    database: stoa.database,
    devices: createDevices({ ...stoa, secret: 'x'.repeat(32) }),
    guard: createCredentialStuffingGuard({
      eventCounts: createEventCounts(stoa),
      clock: stoa.clock,
      scale: 1,
      kind: 'password',
    }),
    passwords: {
      ...passwords,
      async verify(hash, password) {
        const right = await passwords.verify(hash, password)
        await meanwhile()
        return right
      },
    },
  })
  const [domain] = services.domains.all
  const signInContext = {
    prefix: 'here',
    networks: [{ prefix: 'here', factor: 1 as const }],
    device: null,
    mark: '',
    userAgent: '',
    domain,
  }
  return service.signIn({ login, password: PASSWORD }, signInContext, () => {})
}

async function account(username: string): Promise<string> {
  const input = { username, email: `${username}@mail.example`, password: PASSWORD }
  return (await stoa.call('authSignUp', input)).body.payload.userId
}
const setPassword = (userId: string, hash: string) =>
  stoa.database.transaction((tx) => stoa.app.services.accounts.setPassword(tx, userId, hash))
const sessionsOf = async (userId: string) =>
  (await stoa.database.read('sessions').where({ user_id: userId, ended_at: 0 })).length

test('a sign-in in progress fails when the password changes', async () => {
  const id = await account('ann_demo')
  const change = async () => {
    await setPassword(id, await createPasswords().hash('An0ther-horse'))
    await stoa.app.services.sessions.endAllOf(id)
  }
  await expect(signIn('ann_demo', change)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  expect(await sessionsOf(id)).toBe(0)
  expect((await stoa.call('authSignIn', { login: 'ann_demo', password: 'An0ther-horse' })).status).toBe(200)
})

test('rehashing an old password doesn’t restore it', async () => {
  const id = await account('bob_demo')
  const real = createPasswords()
  let isChanged = false
  const outdated: Passwords = {
    ...real,
    isOutdated: () => true,
    async hash(password) {
      await setPassword(id, await real.hash('An0ther-horse'))
      isChanged = true
      return real.hash(password)
    },
  }
  await signIn('bob_demo', async () => {}, outdated)
  expect(isChanged).toBe(true)
  expect((await stoa.call('authSignIn', { login: 'bob_demo', password: PASSWORD })).body.code).toBe(
    'INVALID_CREDENTIALS',
  )
})

const guess = async (login: string) =>
  (await stoa.call('authSignIn', { login, password: 'Wr0ng-horse' })).body.code ?? 'signed in'

test('wrong passwords don’t reveal that a name and an address belong to one account', async () => {
  await account('cat_demo')
  await confirmAddress(stoa, 'cat_demo@mail.example')
  for (let count = 0; count < SIGN_IN_FREE_FAILURES; count += 1) await guess('cat_demo')
  expect(await guess('CAT_demo')).toBe('SIGN_IN_LOCKED')
  expect(await guess('cat_demo@mail.example')).toBe('INVALID_CREDENTIALS')
})

test.each(['dan_demo@mail.example', 'nobody@mail.example'])(
  'blanks around a login are ignored for any account: %s',
  async (login) => {
    if (login.startsWith('dan')) {
      await account('dan_demo')
      await confirmAddress(stoa, login)
    }
    for (let count = 0; count < SIGN_IN_FREE_FAILURES; count += 1) await guess(count % 2 === 0 ? login : `${login} `)
    expect([await guess(login), await guess(`${login} `)]).toEqual(['SIGN_IN_LOCKED', 'SIGN_IN_LOCKED'])
  },
)

describe('with the address of an account that hasn’t confirmed it', () => {
  const passwordOf = (username: string) => `${PASSWORD}-${username.slice(0, 3)}`

  /** An account that waits for an address, and the cookies of its browser. */
  async function claim(username: string, email: string, cookie = '') {
    const input = { username, email, password: passwordOf(username) }
    const { headers } = await stoa.call('authSignUp', input, { headers: { cookie } })
    return cookiesOf(headers)
  }
  const tell = async (login: string, password: string, cookie = '') =>
    (await stoa.call('authSignIn', { login, password }, { headers: { cookie } })).body.code ?? 'signed in'
  const remind = async (email: string, password: string, cookie = '') =>
    (await stoa.call('authEmailConfirmRequest', { email, password }, { headers: { cookie } })).body.code ?? 'sent'

  test('the right password says so in the account’s browser only, and sends the mail again', async () => {
    const email = 'Eve@mail.example'
    const cookie = await claim('eve_demo', email)
    const right = passwordOf('eve_demo')
    expect(await tell(email.toLowerCase(), right, cookie)).toBe('EMAIL_UNCONFIRMED')
    expect(await tell(email, 'Wr0ng-horse', cookie)).toBe('INVALID_CREDENTIALS')
    expect(await tell('nobody_at_all@mail.example', right, cookie)).toBe('INVALID_CREDENTIALS')
    expect(await tell(email, right)).toBe('INVALID_CREDENTIALS')
    const before = (await mailsTo(stoa, email)).length
    expect(await remind(email, 'Wr0ng-horse', cookie)).toBe('INVALID_CREDENTIALS')
    expect(await remind(email, right)).toBe('INVALID_CREDENTIALS')
    expect(await mailsTo(stoa, email)).toHaveLength(before)
    expect(await remind(email.toLowerCase(), right, cookie)).toBe('sent')
    expect(await mailsTo(stoa, email)).toHaveLength(before + 1)
    const token = (await newestMail(stoa, email)).secret.get('confirm') ?? ''
    const { body } = await stoa.call('userEmailConfirm', { token }, { headers: { cookie } })
    expect(body.payload).toMatchObject({ confirmed: true })
    expect(await remind(email, right, cookie)).toBe('INVALID_CREDENTIALS')
    expect(await tell(email, right)).toBe('signed in')
  })

  test('nobody learns whether somebody else claims or owns the address', async () => {
    const email = 'fay@mail.example'
    const cookie = await claim('fay_demo', email)
    const right = passwordOf('fay_demo')
    const other = await claim('guy_demo', email)
    expect(await tell(email, right, cookie)).toBe('EMAIL_UNCONFIRMED')
    expect(await tell(email, right, other)).toBe('INVALID_CREDENTIALS')
    expect(await tell(email, passwordOf('guy_demo'), other)).toBe('EMAIL_UNCONFIRMED')
    await confirmAddress(stoa, email)
    expect(await tell(email, passwordOf('guy_demo'))).toBe('signed in')
    expect(await tell(email, right, cookie)).toBe('EMAIL_UNCONFIRMED')
    expect(await remind(email, right, cookie)).toBe('sent')
  })

  test('the password is verified once more only for an account known to the browser', async () => {
    const email = 'hal@mail.example'
    await claim('hal_demo', email)
    const hashes: (string | null)[] = []
    const counting: Passwords = {
      ...createPasswords(),
      async verify(hash) {
        hashes.push(hash)
        return false
      },
    }
    for (const login of [email, 'nobody@mail.example']) {
      await expect(signIn(login, async () => {}, counting)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    }
    expect(hashes).toEqual([null, null])
  })

  test('wrong passwords count in both calls, and an own account doesn’t reset the failures of others', async () => {
    const email = 'ida@mail.example'
    const cookie = await claim('ida_demo', email)
    for (let count = 0; count < SIGN_IN_FREE_FAILURES; count += 1) await remind(email, 'Wr0ng-horse', cookie)
    expect(await remind(email, passwordOf('ida_demo'), cookie)).toBe('SIGN_IN_LOCKED')
    const mail = 'joe@mail.example'
    const own = await claim('joe_demo', mail)
    for (let count = 0; count < SIGN_IN_FREE_FAILURES; count += 1) await tell(mail, passwordOf('joe_demo'), own)
    expect(await tell(mail, 'Wr0ng-horse')).toBe('SIGN_IN_LOCKED')
  })

  test('a browser mails an address only so often', async () => {
    const strict = await startTestApp({ STOA_RATE_SCALE: '1' })
    const input = { username: 'kim_demo', email: 'kim@mail.example', password: PASSWORD }
    const cookie = cookiesOf((await strict.call('authSignUp', input)).headers)
    for (let count = 0; count < 2 * EMAIL_ALLOWANCE.mails; count += 1)
      await strict.call('authEmailConfirmRequest', { email: input.email, password: PASSWORD }, { headers: { cookie } })
    expect((await mailsTo(strict, input.email)).length).toBeLessThanOrEqual(EMAIL_ALLOWANCE.mails)
    await strict.close()
  })
})
