import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../../../../../test/factors.ts'
import { SIGN_IN_METHODS, type SignInMethods, startSignInMethods } from '../../../../../test/sign-in-methods.ts'

let open: SignInMethods
beforeAll(async () => {
  open = await startSignInMethods()
})
afterAll(() => open.close())

// A publisher's members sign in only on its pages, where they can't set up a second factor.
const OF_THE_FORUM = SIGN_IN_METHODS.filter((name) => name !== 'a publisher’s token')

test.each(OF_THE_FORUM)('with a second factor nobody signs in with %s alone', async (name) => {
  const { stoa, methods } = open
  const { totp, sessions: service } = stoa.app.services
  const signIn = () => methods[name](`twice-${name.replace(/\W/g, '')}`, {}).catch(() => null)
  const userId = (await signIn()) ?? ''
  const sessions = async () => (await stoa.database.read('sessions').where({ user_id: userId })).length
  const before = await sessions()
  expect(before).toBeGreaterThan(0)
  const [{ id: sessionId } = { id: '' }] = await service.listOf(userId)
  const { secret } = await totp.begin({ userId, sessionId }, { issuer: 'Stoa', label: 'somebody' })
  await totp.confirm({ userId, sessionId: '' }, codeOf(secret, stoa.clock.now()))
  await signIn()
  expect(await sessions()).toBe(before)
  // Without the second factor the same sign-in works.
  await totp.turnOff(userId)
  expect(await signIn()).toBe(userId)
  expect(await sessions()).toBe(before + 1)
})
