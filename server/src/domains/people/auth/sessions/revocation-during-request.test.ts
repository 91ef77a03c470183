import type { CallInput, CallName } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, PASSWORD } from '../../../../../test/factors.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

/** A thief's session whose owner signs out all others just before a call changes anything. */
async function robbed(username: string) {
  const signedUp = { username, email: `${username}@people.example`, password: PASSWORD }
  const { userId } = (await stoa.call('authSignUp', signedUp)).body.payload
  const { accessToken: token } = (await stoa.call('authSignIn', { login: username, password: PASSWORD })).body.payload
  await stoa.app.background.settled()
  return {
    token,
    async call<Name extends CallName>(name: Name, input: CallInput<Name>) {
      const { transaction } = stoa.database
      stoa.database.transaction = async (...args) => {
        stoa.database.transaction = transaction
        await stoa.app.services.sessions.endOthers(userId, '')
        return transaction.apply(stoa.database, args) as never
      }
      const { status, body } = await stoa.call(name, input, { token })
      return [status, body.code]
    },
  }
}

const REFUSED = [403, 'REAUTHENTICATION_REQUIRED']

test('two-step codes are not enabled', async () => {
  const { token, call } = await robbed('codes_robbed')
  const { secret } = (await stoa.call('totpBegin', {}, { token })).body.payload
  expect(await call('totpConfirm', { code: codeOf(secret, stoa.clock.now()) })).toEqual(REFUSED)
})

test('no archive is created', async () => {
  const { call } = await robbed('archive_robbed')
  expect(await call('userExport', {})).toEqual(REFUSED)
})

test('the account is not deleted', async () => {
  const { call } = await robbed('deletion_robbed')
  expect(await call('userDelete', { confirm: 'deletion_robbed', content: 'keep' })).toEqual(REFUSED)
})

test('no merge is undone', async () => {
  const { call } = await robbed('parting_robbed')
  expect(await call('userForwardUndo', { forwardedUserId: '0'.repeat(20) })).toEqual(REFUSED)
})
