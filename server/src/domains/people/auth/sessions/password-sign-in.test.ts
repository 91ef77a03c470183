import { SIGN_IN_FREE_FAILURES } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmAddress } from '../../../../../test/mailbox.ts'
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
    welcome: services.addressChange.welcome,
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
