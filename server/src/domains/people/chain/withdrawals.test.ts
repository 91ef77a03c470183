import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, CONTRACT, deadLine, instead, startTestChain, type TestChain } from '../../../../test/chain.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { giveMoney } from '../../../../test/money.ts'
import { connectNode } from './node.ts'

const MINUTE_MS = 60 * 1000
const CONFIRMATIONS = 3
const TOKEN = 10n ** 18n

let forum: Forum
let chain: TestChain
let payer: string
let people = 0
beforeAll(async () => {
  chain = await startTestChain()
  forum = await startForum({}, { STOA_CHAIN_URL: chain.url, STOA_CHAIN_CONFIRMATIONS: String(CONFIRMATIONS) })
  await forum.stoa.app.services.chain.allow({ tokenName: 'FORUM', contract: CONTRACT })
  forum.stoa.clock.advance(3 * MINUTE_MS)
  await forum.stoa.call('depositAddress', { tokenName: 'FORUM' }, { token: forum.ada.token })
  payer = (await forum.stoa.app.services.chain.payingAddress()) ?? ''
  await chain.ask('anvil_setBalance', payer, `0x${(100n * TOKEN).toString(16)}`)
  await chain.mint(payer, 1000n * TOKEN)
})
afterAll(async () => {
  await forum.stoa.close()
  chain.stop()
})

interface Person {
  id: string
  username: string
  token: string
  /** Where their withdrawals go. */
  address: string
}
let ada: Person
beforeEach(async () => {
  ada = await person()
})

async function person(): Promise<Person> {
  const number = people++
  const username = `drawer_${number}`
  const made = await forum.stoa.member(username, { join: ['FORUM'] })
  await giveMoney(forum.stoa, { userId: made.id, communityId: forum.communityId, tokens: 10 })
  return { ...made, username, address: `0x${String(number + 1).padStart(40, '9')}` }
}
const withdraw = (who: Person, about: { amount?: string; address?: string; key?: string } = {}) => {
  const { amount = '2500000', address = who.address, key } = about
  const headers = key === undefined ? {} : { headers: { 'idempotency-key': key } }
  return forum.stoa.call('withdraw', { tokenName: 'FORUM', amount, address }, { token: who.token, ...headers })
}
const pay = () => forum.stoa.app.services.chain.pay()
const shown = async (who: Person) =>
  (await forum.stoa.call('walletChain', { tokenName: 'FORUM' }, { token: who.token })).body.payload.withdrawals
const states = async (who: Person) => (await shown(who)).map(({ state }) => state)
const stateOf = async (who: Person) =>
  (await forum.stoa.database.read('chain_withdrawals').where({ user_id: who.id }).first()).state
async function balanceOf(who: Person): Promise<string> {
  const { items } = (await forum.stoa.call('walletList', {}, { token: who.token })).body.payload
  return items[0]?.balance.FORUM ?? '0'
}
const received = async (who: Person) => (await connectNode(chain.url)).balance(CONTRACT, who.address)
const refused = (code: string) => expect.objectContaining({ body: expect.objectContaining({ code }) })
async function assertAddsUp() {
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])
}

test('a withdrawal leaves the wallet with its intent, is sent, and is done when it is deep enough', async () => {
  expect((await withdraw(ada)).body.payload).toMatchObject({ amount: '2500000', state: 'waiting', transaction: null })
  expect(await balanceOf(ada)).toBe('7500000')
  expect(await received(ada)).toBe(0n)
  await pay()
  expect(await states(ada)).toEqual(['sent'])
  await pay()
  expect(await states(ada)).toEqual(['sent'])
  await chain.mine(CONFIRMATIONS - 1)
  await pay()
  expect(await shown(ada)).toMatchObject([{ state: 'done', transaction: expect.stringMatching(/^0x[\da-f]{64}$/) }])
  expect(await received(ada)).toBe((5n * TOKEN) / 2n)
  expect(await balanceOf(ada)).toBe('7500000')
  await pay()
  expect(await received(ada)).toBe((5n * TOKEN) / 2n)
  await assertAddsUp()
})

test('a key stands for one withdrawal', async () => {
  const both = await Promise.all([withdraw(ada, { key: 'one' }), withdraw(ada, { key: 'one' })])
  expect(new Set(both.map(({ body }) => body.payload.id)).size).toBe(1)
  expect(await withdraw(ada, { key: 'one', amount: '1' })).toEqual(refused('IDEMPOTENCY_MISMATCH'))
  await forum.stoa.database.transaction(({ connection }) => connection('idempotency_keys').del())
  expect((await withdraw(ada, { key: 'one' })).body.payload.id).toBe(both[0]?.body.payload.id)
  expect(await balanceOf(ada)).toBe('7500000')
  await paid()
})

test('one comes after another has ended, and two minutes later, also when they come at once', async () => {
  const answers = await Promise.all([withdraw(ada), withdraw(ada)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429])
  expect(await withdraw(ada)).toMatchObject({ body: { code: 'SLOW_DOWN', details: { retryAfterMs: 2 * MINUTE_MS } } })
  expect(await balanceOf(ada)).toBe('7500000')
  forum.stoa.clock.advance(2 * MINUTE_MS)
  expect(await withdraw(ada)).toEqual(refused('WITHDRAWAL_UNDER_WAY'))
  await pay()
  expect(await withdraw(ada)).toEqual(refused('WITHDRAWAL_UNDER_WAY'))
  expect(await balanceOf(ada)).toBe('7500000')
  await paid()
  expect((await withdraw(ada)).status).toBe(200)
  await paid()
})

test('an address needs its checksum, if its letters have any, and must not be one of ours', async () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const wrong = '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect(await withdraw(ada, { address: wrong })).toEqual(refused('ADDRESS_INVALID'))
  expect(await withdraw(ada, { address: CONTRACT })).toEqual(refused('ADDRESS_INVALID'))
  expect(await withdraw(ada, { address: `0x${'0'.repeat(40)}` })).toEqual(refused('ADDRESS_INVALID'))
  const { payload } = (await forum.stoa.call('depositAddress', { tokenName: 'FORUM' }, { token: ada.token })).body
  const moonpay = { url: 'https://buy-sandbox.moonpay.com/', tokenName: 'FORUM' }
  const { signedUrl } = (await forum.stoa.call('moonpaySignUrl', moonpay, { token: ada.token })).body.payload
  const forCards = new URL(signedUrl).searchParams.get('walletAddress') ?? ''
  const operators = new URL(forum.stoa.settings.STOA_MOONPAY_URL ?? '').searchParams.get('wallet') ?? ''
  for (const ours of [payload.address, forCards, forCards.toLowerCase(), payer, operators])
    expect(await withdraw(ada, { address: ours })).toEqual(refused('ADDRESS_INVALID'))
  expect(await withdraw(ada, { address: 'ada.eth' })).toEqual(refused('VALIDATION_FAILED'))
  expect((await withdraw(ada, { address: address.toLowerCase() })).body.payload.address).toBe(address)
  expect(await balanceOf(ada)).toBe('7500000')
  await paid()
})

test('nobody withdraws more than the balance, and nothing while the books are checked', async () => {
  expect(await withdraw(ada, { amount: '10000001' })).toEqual(refused('INSUFFICIENT_BALANCE'))
  await forum.stoa.database.transaction(({ connection }) =>
    connection('ledger_state').insert({ name: 'payouts', since: 1, differences: 1 }),
  )
  expect(await withdraw(ada)).toEqual(refused('PAYOUTS_FROZEN'))
  await forum.stoa.app.services.ledgerVerification.verify()
  expect((await withdraw(ada)).status).toBe(200)
  await paid()
})

test('nothing below the smallest withdrawal is accepted, except what was accepted before', async () => {
  const { chain: service } = forum.stoa.app.services
  expect((await withdraw(ada, { amount: '1', key: 'tiny' })).status).toBe(200)
  await service.setMinimum({ tokenName: 'FORUM', units: 2_500_000 })
  const tooSmall = await withdraw(ada, { amount: '2499999' })
  expect(tooSmall).toEqual(refused('WITHDRAWAL_TOO_SMALL'))
  expect(tooSmall.body.message).toBe('The smallest withdrawal here is 2.5 FORUM.')
  await forum.stoa.database.transaction(({ connection }) => connection('idempotency_keys').del())
  expect((await withdraw(ada, { amount: '1', key: 'tiny' })).status).toBe(200)
  const { payload } = (await forum.stoa.call('walletChain', { tokenName: 'FORUM' }, { token: ada.token })).body
  expect(payload.chain?.minimum).toBe('2500000')
  const bea = await person()
  expect((await withdraw(bea)).status).toBe(200)
  await service.setMinimum({ tokenName: 'FORUM', units: 0 })
  await paid()
  expect([await received(ada), await received(bea)]).toEqual([10n ** 12n, (5n * TOKEN) / 2n])
  await expect(service.setMinimum({ tokenName: 'GUARDED', units: 1 })).rejects.toMatchObject({ code: 'CHAIN_OFF' })
})

test('one is paid after another, each with the next number', async () => {
  const bea = await person()
  await withdraw(ada)
  await withdraw(bea)
  await Promise.all([pay(), pay()])
  expect([await states(ada), await states(bea)]).toEqual([['sent'], ['waiting']])
  await paid()
  const rows = await forum.stoa.database.read('chain_withdrawals').orderBy('id')
  expect(rows.map(({ nonce }) => Number(nonce))).toEqual(rows.map((_, index) => index))
  expect([await received(ada), await received(bea)]).toEqual([(5n * TOKEN) / 2n, (5n * TOKEN) / 2n])
})

test('without funds it waits, and nothing is signed', async () => {
  await chain.ask('anvil_setBalance', payer, '0x0')
  await withdraw(ada)
  await pay()
  expect(await stateOf(ada)).toBe('requested')
  await chain.ask('anvil_setBalance', payer, `0x${(100n * TOKEN).toString(16)}`)
  await paid()
  expect(await states(ada)).toEqual(['done'])
})

test('those that can’t be paid don’t hold up later ones, and are tried less and less often', async () => {
  await withdraw(ada)
  const row = await forum.stoa.database.read('chain_withdrawals').where({ user_id: ada.id }).first()
  // More than the wallet has.
  const others = Array.from({ length: 60 }, (_, index) => {
    const id = `0${String(index).padStart(19, '0')}`
    return { ...row, id, transfer_id: id, amount: String(10n ** 30n) }
  })
  await forum.stoa.database.transaction(async ({ connection }) => {
    for (const one of others) await connection('chain_withdrawals').insert(one)
  })
  const node = vi.spyOn(globalThis, 'fetch')
  const asked = () => node.mock.calls.filter(([, init]) => String(init?.body).includes('eth_estimateGas')).length
  forum.stoa.clock.advance(1000)
  await pay()
  expect(asked()).toBe(50)
  await pay()
  expect(await states(ada)).toContain('sent')
  expect(asked()).toBe(61)
  await chain.mine(CONFIRMATIONS)
  await pay()
  await pay()
  expect(await states(ada)).toContain('done')
  expect(asked()).toBe(61)
  forum.stoa.clock.advance(1000)
  await pay()
  expect(asked()).toBe(111)
  forum.stoa.clock.advance(60 * MINUTE_MS)
  await pay()
  forum.stoa.clock.advance(10 * MINUTE_MS - 1)
  const before = asked()
  for (const _ of [1, 2]) await pay()
  expect(asked() - before).toBe(10)
  node.mockRestore()
  await forum.stoa.database.transaction(({ connection }) =>
    connection('chain_withdrawals')
      .where({ user_id: ada.id, amount: String(10n ** 30n) })
      .del(),
  )
})

test('one whose member owes returns to the wallet, where it pays the debt', async () => {
  const { call, app } = forum.stoa
  const bea = await person()
  const { payload } = (await call('depositAddress', { tokenName: 'FORUM' }, { token: ada.token })).body
  await chain.mint(payload.address, 5n * TOKEN)
  await chain.mine(CONFIRMATIONS)
  await app.services.chain.watch()
  expect(await balanceOf(ada)).toBe('15000000')
  await withdraw(ada)
  const { username: receiverName } = bea
  await call('walletTransfer', { receiverName, tokenName: 'FORUM', amount: '12500000' }, { token: ada.token })
  await chain.reorganise(CONFIRMATIONS + 1)
  await app.services.chain.watch()
  await pay()
  expect(await states(ada)).toEqual(['failed'])
  expect(await balanceOf(ada)).toBe('2500000')
  await app.services.chain.watch()
  expect(await balanceOf(ada)).toBe('0')
  await paid()
  expect(await received(ada)).toBe(0n)
  const { owed } = await forum.stoa.database.read('chain_deposits').where({ user_id: ada.id }).first()
  expect(Number(owed)).toBe(2_500_000)
  await assertAddsUp()
})

const nothing: Answer = async () => Response.json({ jsonrpc: '2.0', id: 1, result: null })
/** A node that has no transaction. */
const FORGETFUL = { eth_getTransactionReceipt: nothing, eth_getTransactionByHash: nothing }

test('one whose sending ended in an error is asked for, and never sent again', async () => {
  let sent = 0
  const sending = instead({
    async eth_sendRawTransaction(forward) {
      sent += 1
      return deadLine(forward)
    },
  })
  await withdraw(ada)
  await pay()
  expect(await stateOf(ada)).toBe('signed')
  for (const _ of [1, 2, 3]) await pay()
  expect(await stateOf(ada)).toBe('unknown')
  expect(sent).toBe(1)
  sending.mockRestore()
  for (const _ of [1, 2]) await pay()
  expect(await received(ada)).toBe(0n)

  // Only an operator has the same bytes sent.
  const { id } = await forum.stoa.database.read('chain_withdrawals').where({ user_id: ada.id }).first()
  await forum.stoa.app.services.chain.sendAgain(id)
  await paid()
  expect(await received(ada)).toBe((5n * TOKEN) / 2n)
  await expect(forum.stoa.app.services.chain.sendAgain(id)).rejects.toMatchObject({ code: 'WITHDRAWAL_ENDED' })
})

test('one that arrived although the answer got lost is found', async () => {
  const sending = instead({
    async eth_sendRawTransaction(forward) {
      await forward()
      return deadLine(forward)
    },
  })
  await withdraw(ada)
  await pay()
  sending.mockRestore()
  expect(await stateOf(ada)).toBe('signed')
  await paid()
  expect(await states(ada)).toEqual(['done'])
  expect(await received(ada)).toBe((5n * TOKEN) / 2n)
})

test('one that the chain refuses returns to the wallet', async () => {
  await withdraw(ada)
  await chain.ask('evm_setAutomine', false)
  await pay()
  // The tokens are gone between the question and the block.
  const code = await chain.ask('eth_getCode', CONTRACT, 'latest')
  await chain.ask('anvil_setCode', CONTRACT, '0xfe')
  await chain.mine(CONFIRMATIONS)
  await chain.ask('anvil_setCode', CONTRACT, code)
  await chain.ask('evm_setAutomine', true)
  await pay()
  expect(await states(ada)).toEqual(['failed'])
  expect(await balanceOf(ada)).toBe('10000000')
  const { items } = (await forum.stoa.call('walletHistory', { tokenName: 'FORUM' }, { token: ada.token })).body.payload
  expect(items.slice(0, 2).map(({ reason, amount }) => [reason, amount])).toEqual([
    ['reversal', '2500000'],
    ['withdrawal', '-2500000'],
  ])
  await assertAddsUp()
})

/** Code of a contract that refuses transfers with the answer false, and without an error. */
const ANSWERS_FALSE = '0x60005f5260205ff3'

test('a transaction whose log says nothing, because the contract answered with false, is for an operator', async () => {
  await withdraw(ada)
  const code = await chain.ask('eth_getCode', CONTRACT, 'latest')
  await chain.ask('evm_setAutomine', false)
  await pay()
  await chain.ask('anvil_setCode', CONTRACT, ANSWERS_FALSE)
  await chain.mine(CONFIRMATIONS)
  await chain.ask('evm_setAutomine', true)
  const bea = await person()
  await withdraw(bea)
  await pay()
  expect([await stateOf(ada), await balanceOf(ada)]).toEqual(['review', '7500000'])
  // What would be refused so isn't sent at all.
  await pay()
  expect(await stateOf(bea)).toBe('requested')
  await chain.ask('anvil_setCode', CONTRACT, code)
  await paid()
  expect([await stateOf(ada), await states(bea)]).toEqual(['review', ['done']])
  await end(ada, false)
  expect([await states(ada), await balanceOf(ada)]).toEqual([['failed'], '10000000'])
  await assertAddsUp()
})

/** The receipt, with another amount in the contract's log, or another receiver. */
const changedLog = (change: (log: { data: string; topics: string[] }) => object): Record<string, Answer> => ({
  async eth_getTransactionReceipt(forward) {
    const answer = await (await forward()).json()
    const logs = answer.result.logs.map((log: { data: string; topics: string[] }) => ({ ...log, ...change(log) }))
    return Response.json({ ...answer, result: { ...answer.result, logs } })
  },
})

const SOMEWHERE = `0x${'5'.repeat(40).padStart(64, '0')}`
const WRONG: [string, Parameters<typeof changedLog>[0]][] = [
  ['another amount', () => ({ data: `0x${(TOKEN / 2n).toString(16).padStart(64, '0')}` })],
  ['another receiver', ({ topics }) => ({ topics: [topics[0], topics[1], SOMEWHERE] })],
  ['a log of another contract', () => ({ address: `0x${'6'.repeat(40)}` })],
  ['a log of another kind', ({ topics }) => ({ topics: [SOMEWHERE, ...topics.slice(1)] })],
]

test.each(WRONG)('a payment with %s is neither done nor given back, and holds up none', async (_, change) => {
  const bea = await person()
  await withdraw(ada)
  await pay()
  await chain.mine(CONFIRMATIONS)
  const node = instead(changedLog(change))
  await pay()
  node.mockRestore()
  expect([await stateOf(ada), await balanceOf(ada)]).toEqual(['review', '7500000'])
  await withdraw(bea)
  await paid()
  expect(await states(bea)).toEqual(['done'])
  // It was never asked again, nor sent.
  expect([await stateOf(ada), await states(ada)]).toEqual(['review', ['sent']])
  const { id } = await forum.stoa.database.read('chain_withdrawals').where({ user_id: ada.id }).first()
  await expect(forum.stoa.app.services.chain.sendAgain(id)).rejects.toMatchObject({ code: 'WITHDRAWAL_ENDED' })
  // The node says now that it was paid.
  await expect(end(ada, false)).rejects.toMatchObject({ code: 'WITHDRAWAL_ENDED' })
  await end(ada, true)
  expect([await states(ada), await balanceOf(ada)]).toEqual([['done'], '7500000'])
  await assertAddsUp()
})

test('one that a node that lags doesn’t know is paid once, whatever another node says of the number', async () => {
  await withdraw(ada)
  await pay()
  await chain.mine(CONFIRMATIONS + 3)
  const lagging = instead(FORGETFUL)
  for (const _ of [1, 2]) await pay()
  lagging.mockRestore()
  expect(await balanceOf(ada)).toBe('7500000')
  await pay()
  expect(await states(ada)).toEqual(['done'])
  expect(await received(ada)).toBe((5n * TOKEN) / 2n)
  await assertAddsUp()
})

test('one whose number is used, by a transaction that no node shows, is asked for', async () => {
  await withdraw(ada)
  await pay()
  await chain.mine(CONFIRMATIONS)
  const forgetful = instead({
    ...FORGETFUL,
    async eth_getBlockByNumber(forward) {
      const answer = await (await forward()).json()
      return Response.json({ ...answer, result: { ...answer.result, transactions: [] } })
    },
  })
  await pay()
  forgetful.mockRestore()
  expect(await stateOf(ada)).toBe('unknown')
  expect(await balanceOf(ada)).toBe('7500000')
  await paid()
  expect(await states(ada)).toEqual(['done'])
})

/** An operator says what became of the person's only withdrawal. */
async function end(who: Person, isPaid: boolean): Promise<void> {
  const { id } = await forum.stoa.database.read('chain_withdrawals').where({ user_id: who.id }).first()
  await forum.stoa.app.services.chain.endWithdrawal(id, isPaid)
}

/** Pays until nothing is open. */
async function paid(): Promise<void> {
  const ends = ['confirmed', 'failed', 'review']
  const read = () => forum.stoa.database.read('chain_withdrawals').whereNotIn('state', ends).first()
  while (await read()) {
    await pay()
    await chain.mine(CONFIRMATIONS)
  }
}
