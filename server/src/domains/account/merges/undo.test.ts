import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { confirmAddress, newestMail } from '../../../../test/mailbox.ts'
import { mergeActions, PASSWORD } from '../../../../test/merges.ts'

let stoa: TestApp
const { signedUp, proofOf, forward, merge, meOf, undo } = mergeActions(() => stoa, 'parted')
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

test('undoing signs out sessions of the other account and notifies the owners of both', async () => {
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
    expect(subject).toBe('An account merge was undone')
    expect(text).toContain(`The account ${other.username} is separate from ${main.username} again.`)
  }
})

test('only the latest merge can be undone, and then the one before it', async () => {
  const [main, first, second, stranger] = [await signedUp(), await signedUp(), await signedUp(), await signedUp()]
  for (const other of [first, second]) await merge(main, other)
  const listed = async () =>
    (await stoa.call('userForwarded', {}, { token: main.token })).body.payload.items.map(({ userId }) => userId)
  expect(await listed()).toEqual([first.id, second.id])
  expect((await undo(main, first)).body.code).toBe('MERGE_NOT_LATEST')
  expect((await undo(main, stranger)).body.code).toBe('USER_NOT_FOUND')
  expect(await listed()).toEqual([first.id, second.id])
  expect((await undo(main, second)).status).toBe(200)
  expect((await undo(main, first)).status).toBe(200)
  expect(await listed()).toEqual([])
})
