import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { confirmAddress, newestMail } from '../../../test/mailbox.ts'
import { mergingPeople, PASSWORD } from '../../../test/merging.ts'

let stoa: TestApp
const { signedUp, proofOf, forward, meOf, undo } = mergingPeople(() => stoa, 'parted')
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

test('parting signs out whoever came in by the other account, and tells the owners of both', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const addresses = [main, other].map(({ username }) => `${username}@mail.example`)
  for (const address of addresses) await confirmAddress(stoa, address)
  expect((await forward(main.token, await proofOf(main, other))).status).toBe(200)
  const byOther = await stoa.call('authSignIn', { login: other.username, password: PASSWORD })
  const { accessToken } = byOther.body.payload
  expect(await meOf(accessToken)).toMatchObject({ id: main.id })
  await undo(main, other)
  stoa.clock.advance(1001)
  expect(await meOf(accessToken)).toBeUndefined()
  expect(await meOf(main.token)).toMatchObject({ id: main.id })
  for (const address of addresses) {
    const { subject, text } = await newestMail(stoa, address)
    expect(subject).toBe('Two accounts were parted')
    expect(text).toContain(`The account ${other.username} is no longer a part of ${main.username}.`)
  }
})
