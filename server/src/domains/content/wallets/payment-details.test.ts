import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { giveMoney } from '../../../../test/money.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/security/keys.ts'
import { clearOldDetails } from './payment-details.ts'

const DETAILS = 'DE02 1203 0000 0000 2020 51'
let forum: Forum
let people = 0
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

async function partner() {
  const { stoa, communityId } = forum
  const made = await stoa.member(`detailed_${people++}`, { join: ['FORUM'] })
  await giveMoney(stoa, { userId: made.id, communityId, tokens: 500 })
  await stoa.app.services.memberships.setRole(communityId, made.id, { canSell: true })
  return made
}
async function cashier() {
  const made = await forum.stoa.member(`paying_${people++}`, { join: ['FORUM'] })
  await forum.stoa.app.services.memberships.setRole(forum.communityId, made.id, { permissions: ['editBBS'] })
  return made
}

const input = { tokenName: 'FORUM', amount: '100000000', details: DETAILS }
const ask = ({ token }: { token: string }, key: string, details = DETAILS) =>
  forum.stoa.call('cashierRequest', { ...input, details }, { token, headers: { 'idempotency-key': key } })
const idOf = async (owner: { token: string }, key: string): Promise<string> =>
  (await ask(owner, key)).body.payload.request.id
const decide = (name: 'cashierClaim' | 'cashierPay', requestId: string, { token }: { token: string }) =>
  forum.stoa.call(name, { requestId }, { token })
const rows = async (table: string): Promise<Record<string, unknown>[]> => forum.stoa.database.read(table)
async function detailsOf(id: string): Promise<unknown> {
  return (await rows('cashier_requests')).find((row) => row.id === id)?.details
}

test('neither stored responses nor the ledger reveal payment details', async () => {
  const [owner, payer] = [await partner(), await cashier()]
  const id = await idOf(owner, 'first')
  await decide('cashierClaim', id, payer)
  await decide('cashierPay', id, payer)
  const stored = await rows('idempotency_keys')
  expect(stored.length).toBeGreaterThan(2)
  expect(JSON.stringify(stored)).not.toContain(DETAILS)
  expect(stored.map((row) => row.body_hash)).not.toContain(sha256(JSON.stringify(input)))
  const { community_id, reference, content_hash } =
    (await rows('ledger_transfers')).find(({ reason, actor_id }) => reason === 'cashOut' && actor_id === owner.id) ?? {}
  const guess = ['cashOut', community_id, reference, ['cashOut', '', 100_000_000, DETAILS]]
  expect(content_hash).not.toBe(sha256(JSON.stringify(guess)))
})

test('a key stands for its payment details, also when the stored response is gone', async () => {
  const owner = await partner()
  const id = await idOf(owner, 'second')
  await forum.stoa.database.transaction(async ({ connection }) => void (await connection('idempotency_keys').del()))
  expect((await ask(owner, 'second', 'Another account')).body.code).toBe('IDEMPOTENCY_MISMATCH')
  expect(await idOf(owner, 'second')).toBe(id)
})

test('payment details are removed 90 days after the decision, and open requests keep theirs', async () => {
  const { clock, database } = forum.stoa
  const [owner, payer] = [await partner(), await cashier()]
  const [paid, open] = [await idOf(owner, 'third'), await idOf(owner, 'fourth')]
  await decide('cashierClaim', paid, payer)
  await decide('cashierPay', paid, payer)
  const clearAfter = (ms: number) => clearOldDetails({ database, clock: { now: () => clock.now() + ms } })
  await clearAfter(90 * DAY_MS - 1)
  expect([await detailsOf(paid), await detailsOf(open)]).toEqual([DETAILS, DETAILS])
  await clearAfter(90 * DAY_MS)
  expect([await detailsOf(paid), await detailsOf(open)]).toEqual(['', DETAILS])
})

test('more old details than one batch has are removed at once', async () => {
  const { database } = forum.stoa
  const owner = await partner()
  await idOf(owner, 'fifth')
  const [model] = (await rows('cashier_requests')).filter(({ user_id }) => user_id === owner.id)
  const old = Array.from({ length: 250 }, (_, index) => {
    const id = `0000000000000000d${String(index).padStart(3, '0')}`
    return { ...model, id, hold_id: id, status: 'refused', decided_at: 1 }
  })
  await database.transaction(async ({ connection }) => void (await connection.batchInsert('cashier_requests', old, 20)))
  await clearOldDetails(forum.stoa)
  const left = (await rows('cashier_requests')).filter((row) => row.details !== '' && Number(row.decided_at) === 1)
  expect(left).toEqual([])
})
