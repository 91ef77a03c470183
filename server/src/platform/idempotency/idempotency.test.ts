import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { seedCommunity } from '../../../test/seed-community.ts'
import type { Transaction } from '../database/database.ts'
import { createSealedResponses, type Write } from './idempotency.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
  await seedCommunity(stoa)
})
afterAll(() => stoa.close())

/** Runs work in the transaction that stores its result. */
const once = <Result>(write: Write, work: (tx: Transaction) => Promise<Result>) =>
  stoa.app.idempotency.once<Result>('communityJoin', write, {
    work: (record) =>
      stoa.database.transaction(async (tx) => {
        const result = await work(tx)
        record(tx, result)
        return result
      }),
  })

const join = (token: string, about: { key: string; join: boolean }) =>
  stoa.call(
    'communityJoin',
    { tokenName: 'FORUM', join: about.join },
    { token, headers: { 'idempotency-key': about.key } },
  )
const members = async () =>
  (await stoa.call('communityGet', { tokenName: 'FORUM' })).body.payload.community.numberOfMembers

test('a retry gets the first response even if the write would now do something else', async () => {
  const { token } = await stoa.member('ida_demo')
  const first = await join(token, { key: 'a', join: true })
  await join(token, { key: 'b', join: false })
  const repeat = await join(token, { key: 'a', join: true })
  expect(repeat.body).toEqual(first.body)
  expect(await members()).toBe(0)
})

test('reusing a key with another body is refused and changes nothing', async () => {
  const { token } = await stoa.member('jon_demo')
  await join(token, { key: 'k', join: true })
  const { status, body } = await join(token, { key: 'k', join: false })
  expect([status, body.code]).toEqual([409, 'IDEMPOTENCY_MISMATCH'])
  expect((await stoa.call('me', {}, { token })).body.payload.user.joinedCommunities).toEqual(['FORUM'])
})

test('twenty parallel requests with one key have one effect and equal responses', async () => {
  const { token } = await stoa.member('kim_demo')
  const before = await members()
  const answers = await Promise.all(Array.from({ length: 20 }, () => join(token, { key: 'parallel', join: true })))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toHaveLength(1)
  expect(answers[0]?.status).toBe(200)
  expect(await members()).toBe(before + 1)
})

test("different people's keys don't collide", async () => {
  const [one, two] = [await stoa.member('lea_demo'), await stoa.member('mia_demo')]
  const before = await members()
  await join(one.token, { key: 'same', join: true })
  await join(two.token, { key: 'same', join: true })
  expect(await members()).toBe(before + 2)
})

test('failed work stores no response and is rolled back', async () => {
  const { id } = await stoa.member('noa_demo')
  const write = { key: 'crash', actor: id, body: {} }
  const work = async (tx: Transaction) => {
    const viewer = await stoa.app.services.memberships.viewer(id, '', tx)
    if (viewer) await stoa.app.services.memberships.join(viewer, { tokenName: 'FORUM', join: true }, tx)
    throw new Error('the process stopped here')
  }
  await expect(once(write, work)).rejects.toThrow('stopped')
  expect((await stoa.app.services.memberships.viewer(id, ''))?.joinedCommunities).toEqual([])
  expect(await once(write, async () => 'done')).toBe('done')
})

test.each(['', 'x'.repeat(101), 'é'])('the key %j is refused', async (key) => {
  const write = { key, actor: '', body: {} }
  const refused = once(write, async () => 'done')
  await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})

test('responses are forgotten after a day', async () => {
  const write = { key: 'old', actor: 'x', body: {} }
  await once(write, async () => 1)
  stoa.clock.advance(25 * 60 * 60 * 1000)
  expect(await stoa.app.idempotency.cleanUp()).toBeGreaterThan(0)
  expect(await once(write, async () => 2)).toBe(2)
})

test('a body nested too deeply to be stored is refused', async () => {
  const { token } = await stoa.member('liv_demo')
  const depth = 30_000
  const response = await fetch(`${stoa.url}/api/community/join`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'deep' },
    body: `{"tokenName":"FORUM","join":true,"more":${'['.repeat(depth)}${']'.repeat(depth)}}`,
  })
  expect([response.status, (await response.json()).code]).toEqual([400, 'MALFORMED_BODY'])
})

test('a deeply nested body of a signed-out caller is refused too', async () => {
  const { id, token } = await stoa.member('max_demo')
  await stoa.app.services.sessions.endAllOf(id)
  const response = await fetch(`${stoa.url}/api/user/delete`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'deep' },
    body: `{"confirm":${'{"a":'.repeat(10_000)}0${'}'.repeat(10_000)}}`,
  })
  expect([response.status, (await response.json()).code]).toEqual([400, 'MALFORMED_BODY'])
})

const keep = createSealedResponses('x'.repeat(32))
const request = { place: '["","authSignIn","key"]', body: '{"password":"right"}' }

test('the same request opens a sealed response in any process with the secret', () => {
  const kept = keep(request).close('{"accessToken":"é"}')
  expect(kept).not.toContain('accessToken')
  expect(createSealedResponses('x'.repeat(32))(request).open(kept)).toBe('{"accessToken":"é"}')
})

test.each([
  ['another body', { ...request, body: '{"password":"wrong"}' }],
  ['another key', { ...request, place: '["","authSignIn","other"]' }],
  ['what reads the same when joined', { place: request.place.slice(0, -1), body: `]${request.body}` }],
])('%s opens nothing and has another hash', (_, other) => {
  const kept = keep(request).close('secret')
  expect(() => keep(other).open(kept)).toThrow()
  expect(keep(other).bodyHash).not.toBe(keep(request).bodyHash)
})

test('another secret opens nothing, and no single bit may change', () => {
  const kept = keep(request).close('secret')
  expect(() => createSealedResponses('y'.repeat(32))(request).open(kept)).toThrow()
  const bytes = Buffer.from(kept, 'base64url')
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => keep(request).open(changed.toString('base64url'))).toThrow()
  }
})

test('equal responses to equal requests are sealed differently each time', () => {
  expect(keep(request).close('secret')).not.toBe(keep(request).close('secret'))
})
