import type { CallInput, CallName } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { giveMoney } from '../../../../test/money.ts'
import { stoaCommand } from '../../../../test/stoa-command.ts'

interface Person {
  id: string
  token: string
}

let forum: Forum
let owner: Person
let cashier: Person
let people = 0
beforeAll(async () => {
  forum = await startForum()
  owner = await member()
  const { memberships } = forum.stoa.app.services
  await memberships.setRole(forum.communityId, owner.id, { canSell: true })
  await giveMoney(forum.stoa, { userId: owner.id, communityId: forum.communityId, tokens: 1000 })
  cashier = await member()
  await memberships.setRole(forum.communityId, cashier.id, { permissions: ['editBBS'] })
})
afterAll(() => forum.stoa.close())

const member = (): Promise<Person> => forum.stoa.member(`restored_${people++}`, { join: ['FORUM'] })
const call = <Name extends CallName>(name: Name, input: CallInput<Name>, { token }: Person) =>
  forum.stoa.call(name, input, { token })
const ask = async () =>
  (await call('cashierRequest', { tokenName: 'FORUM', amount: '100000000' }, owner)).body.payload.request.id
const queue = async () => (await call('cashierList', { tokenName: 'FORUM', list: 'open' }, cashier)).body.payload
const codeOf = async <Name extends CallName>(name: Name, input: CallInput<Name>, who: Person) =>
  (await call(name, input, who)).body.code
const balance = async () => (await call('walletList', {}, owner)).body.payload.items[0]?.balance.FORUM
const statusOf = async (id: string) =>
  (await forum.stoa.database.read('cashier_requests').where({ id }).first())?.status as string

test('a restored copy pays no cash-out before its release, and none unchecked after it', async () => {
  const { stoa } = forum
  const [paid, refused, cancelled] = [await ask(), await ask(), await ask()]
  stoa.clock.advance(1000)
  await stoa.database.transaction((tx) => stoa.app.jobs.hold.begin(tx, stoa.clock.now()))
  stoa.clock.advance(1000)
  const later = await ask()
  expect(await queue()).toMatchObject({ isHeld: true })
  for (const requestId of [paid, later]) {
    expect(await codeOf('cashierClaim', { requestId }, cashier)).toBe('CASH_OUTS_HELD')
    expect(await codeOf('cashierRefuse', { requestId, reason: 'No' }, cashier)).toBe('CASH_OUTS_HELD')
    expect(await codeOf('cashierCancel', { requestId }, owner)).toBe('CASH_OUTS_HELD')
  }
  // The original may have been about to pay it.
  await stoa.database.transaction(({ connection }) =>
    connection('cashier_requests')
      .where({ id: paid })
      .update({ status: 'claimed', claimed_by: cashier.id, claimed_at: 1, claim_until: stoa.clock.now() + 60_000 }),
  )
  expect(await codeOf('cashierPay', { requestId: paid, isChecked: true }, cashier)).toBe('CASH_OUTS_HELD')

  const released = await stoaCommand(stoa.settings, ['release'])
  expect(released.out).toContain('Cash-outs that were open at the backup: 3.')
  const { items, isHeld } = await queue()
  expect(isHeld).toBeUndefined()
  expect(items.map(({ id, maybePaid = false }) => [id, maybePaid])).toEqual([
    [paid, true],
    [refused, true],
    [cancelled, true],
    [later, false],
  ])
  expect(await codeOf('cashierPay', { requestId: paid }, cashier)).toBe('CASH_OUT_MAYBE_PAID')
  expect((await call('cashierPay', { requestId: paid, isChecked: true }, cashier)).body.payload.request).toMatchObject({
    status: 'paid',
  })
  expect(await codeOf('cashierRefuse', { requestId: refused, reason: 'No' }, cashier)).toBe('CASH_OUT_MAYBE_PAID')
  // Its owner would have got it twice.
  expect(await codeOf('cashierCancel', { requestId: cancelled }, owner)).toBe('CASH_OUT_MAYBE_PAID')
  expect(await balance()).toBe('600000000')
  await call('cashierRefuse', { requestId: refused, reason: 'Wrong account', isChecked: true }, cashier)
  expect(await balance()).toBe('700000000')
  // What was asked for in the copy is as always.
  expect((await call('cashierCancel', { requestId: later }, owner)).status).toBe(200)
  expect(await Promise.all([paid, refused, cancelled, later].map(statusOf))).toEqual([
    ...['paid', 'refused', 'waiting', 'cancelled'],
  ])
  expect(await stoa.app.services.integrity.check()).toEqual([])
  expect((await stoaCommand(stoa.settings, ['release', '--json'])).out).toContain('"cashOuts":0')
})
