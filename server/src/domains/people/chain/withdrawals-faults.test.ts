import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CONTRACT, instead, startTestChain, type TestChain } from '../../../../test/chain.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { giveMoney } from '../../../../test/money.ts'
import type { Database } from '../../../platform/database/database.ts'
import { connectNode } from './node.ts'

const CONFIRMATIONS = 3
const NEW_FOR_MS = 3 * 60 * 1000
const TOKEN = 10n ** 18n

let forum: Forum
let chain: TestChain
let people = 0
let drawer: { id: string; address: string }
beforeAll(async () => {
  chain = await startTestChain()
  forum = await startForum({}, { STOA_CHAIN_URL: chain.url, STOA_CHAIN_CONFIRMATIONS: String(CONFIRMATIONS) })
  await forum.stoa.app.services.chain.allow({ tokenName: 'FORUM', contract: CONTRACT })
  forum.stoa.clock.advance(NEW_FOR_MS)
  await forum.stoa.call('depositAddress', { tokenName: 'FORUM' }, { token: forum.ada.token })
  const payer = (await forum.stoa.app.services.chain.payingAddress()) ?? ''
  await chain.ask('anvil_setBalance', payer, `0x${(100n * TOKEN).toString(16)}`)
  await chain.mint(payer, 1000n * TOKEN)
})
beforeEach(async () => {
  const number = people++
  const { id: userId, token } = await forum.stoa.member(`drawer_${number}`, { join: ['FORUM'] })
  await giveMoney(forum.stoa, { userId, communityId: forum.communityId, tokens: 10 })
  const address = `0x${String(number + 1).padStart(40, '9')}`
  const order = { tokenName: 'FORUM', amount: '2500000', address }
  const { id } = (await forum.stoa.call('withdraw', order, { token })).body.payload
  drawer = { id, address }
  // Later transactions are those of the tests.
  await forum.stoa.app.background.settled()
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await forum.stoa.close()
  chain.stop()
})

const pay = () => forum.stoa.app.services.chain.pay()
const row = () => forum.stoa.database.read('chain_withdrawals').where({ id: drawer.id }).first()
const stateOf = async () => (await row()).state
const received = async () => (await connectNode(chain.url)).balance(CONTRACT, drawer.address)
async function assertPaidOnce() {
  for (let steps = 0; steps < 3; steps += 1) {
    await chain.mine(CONFIRMATIONS)
    await pay()
  }
  expect([await stateOf(), await received()]).toEqual(['confirmed', (5n * TOKEN) / 2n])
}

type Work = Parameters<Database['transaction']>[0]

/** The next transaction, which is the one that signs, ends like this. */
function nextTransaction(ending: (run: (work: Work) => Promise<unknown>, work: Work) => Promise<unknown>) {
  const { database } = forum.stoa
  const run = database.transaction
  const transaction = (work: Work) => ending((one) => run(one), work)
  vi.spyOn(database, 'transaction').mockImplementationOnce(transaction as Database['transaction'])
}

test('one that was stored although the database’s answer got lost is sent', async () => {
  nextTransaction(async (run, work) => {
    await run(work)
    throw new Error('The line is dead.')
  })
  await pay()
  expect(await stateOf()).toBe('sent')
  await assertPaidOnce()
})

test('one whose lost answer led to another try of the transaction is sent', async () => {
  nextTransaction(async (run, work) => {
    await run(work)
    return run(work)
  })
  await pay()
  expect(await stateOf()).toBe('sent')
  await assertPaidOnce()
})

test('one that was signed and not stored is never sent', async () => {
  let sent = 0
  instead({
    async eth_sendRawTransaction(forward) {
      sent += 1
      return forward()
    },
  })
  nextTransaction((run, work) =>
    run(async (tx) => {
      await work(tx)
      throw new Error('The disk is full.')
    }),
  )
  await expect(pay()).rejects.toThrow('The disk is full.')
  expect([await stateOf(), sent]).toEqual(['requested', 0])
  await pay()
  expect(sent).toBe(1)
  await assertPaidOnce()
})

test('payouts that are frozen while a payment is prepared stop it', async () => {
  const node = instead({
    async eth_getTransactionCount(forward) {
      const frozen = { name: 'payouts', since: 1, differences: 1 }
      await forum.stoa.database.transaction(({ connection }) =>
        connection('ledger_state').insert(frozen).onConflict('name').ignore(),
      )
      return forward()
    },
  })
  await pay()
  node.mockRestore()
  expect([await stateOf(), (await row()).tx_hash]).toEqual(['requested', ''])
  await forum.stoa.app.services.ledgerVerification.verify()
  await pay()
  await assertPaidOnce()
})
