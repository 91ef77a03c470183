import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONTRACT, startTestChain, type TestChain } from '../../../../test/chain.ts'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { isInOneStep, locksOf } from '../../../../test/ledger-locks.ts'
import { giveMoney } from '../../../../test/money.ts'
import { seedPost } from '../../../../test/seed-post.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ADDRESS = `0x${'9'.repeat(40)}`
const moneyLimits = { twoPeopleAbove: 1000, perDay: 100, newAccountPerDay: 10, newAccountDays: 7 }

interface Person {
  id: string
  token: string
}

let stoa: TestApp
let chain: TestChain
let communityId: string
let people = 0
let ada: Person
beforeAll(async () => {
  chain = await startTestChain()
  const files = { 'config.json': { money: true, moneyLimits } }
  stoa = await startTestApp({ STOA_CHAIN_URL: chain.url, STOA_CHAIN_CONFIRMATIONS: '1' }, { files })
  await stoa.app.services.domains.ensureDefaultCommunity()
  communityId = await stoa.app.services.communities.idOf('FORUM')
  await stoa.app.services.chain.allow({ tokenName: 'FORUM', contract: CONTRACT })
  stoa.clock.advance(DAY_MS)
  const first = await person()
  await stoa.call('depositAddress', { tokenName: 'FORUM' }, { token: first.token })
  const payer = (await stoa.app.services.chain.payingAddress()) ?? ''
  await chain.ask('anvil_setBalance', payer, `0x${(10n ** 20n).toString(16)}`)
  await chain.mint(payer, 10n ** 22n)
})
afterAll(async () => {
  await stoa.close()
  chain.stop()
})
beforeEach(async () => {
  ada = await pass(await person(), 7 * DAY_MS)
})

async function person(): Promise<Person> {
  const made = await stoa.member(`limited_${people++}`, { join: ['FORUM'] })
  await giveMoney(stoa, { userId: made.id, communityId, tokens: 1000 })
  return made
}
/** Lets time pass, after which the person signs in again. */
async function pass(who: Person, milliseconds: number): Promise<Person> {
  stoa.clock.advance(milliseconds)
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: who.id, site: '', lasting: true })
  return { ...who, token: signedIn.accessToken }
}
const units = (tokens: number) => String(tokens * 1_000_000)
const refused = (code: string) => expect.objectContaining({ body: expect.objectContaining({ code }) })
const withdraw = (by: Person, tokens: number, key?: string) => {
  const headers = key === undefined ? {} : { headers: { 'idempotency-key': key } }
  const input = { tokenName: 'FORUM', amount: units(tokens), address: ADDRESS }
  return stoa.call('withdraw', input, { token: by.token, ...headers })
}
async function balanceOf({ token }: Person): Promise<string> {
  const { items } = (await stoa.call('walletList', {}, { token })).body.payload
  return items[0]?.balance.FORUM ?? '0'
}
/** Pays until nothing is open. */
async function paid(): Promise<void> {
  const read = () => stoa.database.read('chain_withdrawals').whereNotIn('state', ['confirmed', 'failed']).first()
  while (await read()) {
    await stoa.app.services.chain.pay()
    await chain.mine(1)
  }
}
const forget = () => stoa.database.transaction(({ connection }) => connection('idempotency_keys').del())

test('a withdrawal above the limit is refused, however it is split', async () => {
  expect(await withdraw(ada, 100.000001)).toEqual(refused('MONEY_LIMIT'))
  expect((await withdraw(ada, 60, 'first')).status).toBe(200)
  await paid()
  ada = await pass(ada, 2 * 60 * 1000)
  expect(await withdraw(ada, 40.000001)).toEqual(refused('MONEY_LIMIT'))
  // The same again is no second one.
  await forget()
  expect((await withdraw(ada, 60, 'first')).status).toBe(200)
  expect((await withdraw(ada, 40)).status).toBe(200)
  expect(await balanceOf(ada)).toBe(units(900))
  await paid()
  ada = await pass(ada, DAY_MS)
  expect((await withdraw(ada, 100)).status).toBe(200)
  expect(await stoa.app.services.integrity.check()).toEqual([])
})

test('all that a withdrawal reads or changes is locked in one step', async () => {
  await giveMoney(stoa, { userId: ada.id, communityId, tokens: 5, isCredit: true })
  const { accounts } = await locksOf(stoa, () => withdraw(ada, 10))
  // Balance, credit and what is held.
  expect([accounts[0]?.length, isInOneStep(accounts)]).toEqual([3, true])
})

test('new accounts have the smaller limit', async () => {
  const bea = await person()
  expect(await withdraw(bea, 10.000001)).toEqual(refused('MONEY_LIMIT'))
  expect((await withdraw(bea, 10)).status).toBe(200)
})

test('withdrawals and promotions count toward what cashiers must approve', async () => {
  const bea = await stoa.member(`receiver_${people++}`, { join: ['FORUM'] })
  const postId = await seedPost(stoa, { communityId, publisherId: bea.id })
  const tip = async (tokens: number) => {
    const input = { entityId: postId, entityType: 'Post', amount: units(tokens) } as const
    return (await stoa.call('walletTip', input, { token: ada.token })).body.payload.isHeld ?? false
  }
  expect((await withdraw(ada, 30)).status).toBe(200)
  const promotion = { postId, amount: units(20), hours: 24 }
  expect((await stoa.call('walletPromote', promotion, { token: ada.token })).status).toBe(200)
  expect(await tip(50)).toBe(false)
  expect(await tip(0.000001)).toBe(true)
  // A promotion itself has no limit.
  expect((await stoa.call('walletPromote', promotion, { token: ada.token })).status).toBe(200)
})

test('a withdrawal that failed and returned doesn’t count', async () => {
  expect((await withdraw(ada, 100)).status).toBe(200)
  await chain.ask('evm_setAutomine', false)
  for (;;) {
    await stoa.app.services.chain.pay()
    const row = await stoa.database.read('chain_withdrawals').where({ user_id: ada.id }).first()
    if (row.state !== 'requested') break
    await chain.mine(1)
  }
  const code = await chain.ask('eth_getCode', CONTRACT, 'latest')
  await chain.ask('anvil_setCode', CONTRACT, '0xfe')
  await chain.mine(2)
  await chain.ask('anvil_setCode', CONTRACT, code)
  await chain.ask('evm_setAutomine', true)
  await stoa.app.services.chain.pay()
  expect(await balanceOf(ada)).toBe(units(1000))
  ada = await pass(ada, 2 * 60 * 1000)
  expect((await withdraw(ada, 100)).status).toBe(200)
  expect(await withdraw(ada, 0.000001)).toEqual(refused('MONEY_LIMIT'))
})
