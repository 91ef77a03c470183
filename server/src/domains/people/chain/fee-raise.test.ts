import { parseTransaction } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CONTRACT, deadLine, instead } from '../../../../test/chain.ts'
import { CONFIRMATIONS, type Drawer, type Payouts, SENT, startPayouts, TOKEN } from '../../../../test/payouts.ts'
import type { Database } from '../../../platform/database/database.ts'

let payouts: Payouts
let drawer: Drawer
beforeAll(async () => {
  payouts = await startPayouts()
})
/** A withdrawal that waits for a block. */
beforeEach(async () => {
  drawer = await payouts.person()
  await payouts.withdraw(drawer)
  await payouts.automine(false)
  await payouts.pay()
  // Later transactions are those of the tests.
  await payouts.forum.stoa.app.background.settled()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => payouts.close())

const row = () => payouts.rowOf(drawer)
const raise = async () => payouts.command('withdrawal:raise-fee', (await row()).id, '--json')
const feesOf = (raw: string) => {
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(raw as `0x${string}`)
  return [maxFeePerGas, maxPriorityFeePerGas] as const
}
const earlier = async (): Promise<string[]> => ((await row()).earlier_hashes ?? '').split(' ').filter(Boolean)
async function assertPaidOnce() {
  await payouts.automine(true)
  await payouts.chain.mine(CONFIRMATIONS)
  await payouts.paid()
  expect([await payouts.stateOf(drawer), await payouts.received(drawer)]).toEqual(['confirmed', SENT])
  expect(await payouts.balanceOf(drawer)).toBe('7500000')
  expect(await payouts.nonce()).toBeNull()
  expect(await payouts.forum.stoa.app.services.integrity.check()).toEqual([])
}
const inPool = async (hash: string) => (await payouts.chain.ask('eth_getTransactionByHash', hash)) !== null

test('the same payment with the same number pays more, and takes the place of the one before', async () => {
  const before = await row()
  const { code, out } = await raise()
  const after = await row()
  expect([code, JSON.parse(out)]).toEqual([0, { id: before.id, transaction: after.tx_hash, sent: true }])
  const [old, now] = [before.signed, after.signed].map((raw) => parseTransaction(raw))
  for (const name of ['nonce', 'to', 'data', 'gas', 'chainId'] as const) expect(now?.[name]).toBe(old?.[name])
  const [[most, tip], [newMost, newTip]] = [feesOf(before.signed), feesOf(after.signed)]
  expect([newMost * 8n > most * 9n, newTip * 8n > tip * 9n]).toEqual([true, true])
  expect([after.nonce, after.state, await earlier()]).toEqual([before.nonce, 'sent', [before.tx_hash]])
  expect([await inPool(before.tx_hash), await inPool(after.tx_hash)]).toEqual([false, true])
  expect(await payouts.acts()).toContain(`raised fee of ${before.id}`)
  await assertPaidOnce()
  expect((await row()).tx_hash).toBe(after.tx_hash)
})

test('one whose fee is below what blocks cost now is raised to that, and is mined', async () => {
  await payouts.chain.ask('anvil_dropTransaction', (await row()).tx_hash)
  await payouts.chain.ask('anvil_setNextBlockBaseFeePerGas', `0x${(500n * 10n ** 9n).toString(16)}`)
  await payouts.chain.mine(1)
  expect(await raise()).toMatchObject({ code: 0 })
  const [most] = feesOf((await row()).signed)
  expect(most > 500n * 10n ** 9n).toBe(true)
  await assertPaidOnce()
  // Calm again.
  await payouts.chain.mine(60)
})

test('if the earlier one is mined after all, it is found by its hash', async () => {
  const before = await row()
  const sending = instead({ eth_sendRawTransaction: deadLine })
  const { code, out } = await raise()
  sending.mockRestore()
  const after = await row()
  expect([code, JSON.parse(out)]).toEqual([1, { id: before.id, transaction: after.tx_hash, sent: false }])
  expect([after.state, await earlier()]).toEqual(['signed', [before.tx_hash]])
  await payouts.pay()
  expect(await payouts.stateOf(drawer)).toBe('sent')
  await assertPaidOnce()
  // What members see is the one that paid.
  expect([(await row()).tx_hash, await earlier()]).toEqual([before.tx_hash, [after.tx_hash]])
})

test('killed before it was sent, it has both hashes, and the same bytes can be sent', async () => {
  const before = await row()
  const sending = instead({ eth_sendRawTransaction: deadLine })
  await raise()
  sending.mockRestore()
  const after = await row()
  // Neither is at the node.
  await payouts.chain.ask('anvil_dropTransaction', before.tx_hash)
  await payouts.pay()
  expect(await payouts.stateOf(drawer)).toBe('unknown')
  expect(await payouts.command('withdrawal:send-again', after.id)).toMatchObject({ code: 0 })
  await assertPaidOnce()
  expect([(await row()).tx_hash, await earlier()]).toEqual([after.tx_hash, [before.tx_hash]])
})

test('raised twice, also at once, it keeps its number and every hash', async () => {
  const before = await row()
  const codes = (await Promise.all([raise(), raise()])).map(({ code }) => code)
  expect(codes).toContain(0)
  expect(await raise()).toMatchObject({ code: 0 })
  const after = await row()
  expect([after.nonce, (await earlier()).length]).toEqual([before.nonce, codes.filter((code) => code === 0).length + 1])
  expect(new Set([after.tx_hash, ...(await earlier())]).size).toBe((await earlier()).length + 1)
  expect((await earlier()).at(-1)).toBe(before.tx_hash)
  await assertPaidOnce()
})

test('one that was stored although the database’s answer got lost is sent, once', async () => {
  const before = await row()
  const { database, app } = payouts.forum.stoa
  const run = database.transaction
  type Work = Parameters<Database['transaction']>[0]
  const lost = async (work: Work) => {
    await run(work)
    return run(work)
  }
  vi.spyOn(database, 'transaction').mockImplementationOnce(lost as Database['transaction'])
  expect(await app.services.chain.raiseFee(before.id)).toMatchObject({ isSent: true })
  expect([await payouts.stateOf(drawer), await earlier()]).toEqual(['sent', [before.tx_hash]])
  await assertPaidOnce()
})

test('a look at the earlier hash that ends late changes nothing', async () => {
  const before = await row()
  // Between the question for the transaction and the answer, its fee is raised, and the new one is mined.
  let isRaised = false
  const node = instead({
    async eth_getTransactionReceipt(forward) {
      const answer = await forward()
      if (isRaised) return answer
      isRaised = true
      await payouts.forum.stoa.app.services.chain.raiseFee(before.id)
      await payouts.chain.mine(CONFIRMATIONS)
      return answer
    },
  })
  await payouts.pay()
  node.mockRestore()
  expect([await payouts.stateOf(drawer), await payouts.balanceOf(drawer)]).toEqual(['sent', '7500000'])
  await assertPaidOnce()
})

test('it is refused for what is mined or has ended, without fees, and while payments are stopped', async () => {
  const { chain, payer } = payouts
  const refusal = async (text: string) =>
    expect(await raise()).toMatchObject({ code: 1, err: expect.stringContaining(text) })
  const before = await row()
  await chain.ask('anvil_setBalance', payer, '0x0')
  await refusal('The paying wallet has too little for fees.')
  await chain.ask('anvil_setBalance', payer, `0x${(100n * TOKEN).toString(16)}`)
  const { transaction } = payouts.forum.stoa.database
  await transaction(({ connection }) =>
    connection('ledger_state').insert({ name: 'payouts', since: 1, differences: 1 }),
  )
  await refusal('Nothing is signed')
  await payouts.forum.stoa.app.services.ledgerVerification.verify()
  await transaction(({ connection }) => connection('chain_wallets').update({ found: 1 }))
  await refusal('Compare them first.')
  await transaction(({ connection }) => connection('chain_wallets').update({ found: null }))
  await chain.mine(1)
  await refusal('A block has this withdrawal already.')
  expect(await row()).toMatchObject({ signed: before.signed, tx_hash: before.tx_hash, earlier_hashes: null })
  await assertPaidOnce()
  await refusal('isn’t on its way')
  expect(await payouts.command('withdrawal:raise-fee', '0'.repeat(20))).toMatchObject({ code: 1 })
  const waiting = await payouts.person()
  await payouts.withdraw(waiting)
  expect(await payouts.command('withdrawal:raise-fee', (await payouts.rowOf(waiting)).id)).toMatchObject({ code: 1 })
  await payouts.paid()
})

test('fees for a sweep that no block takes can be raised, too', async () => {
  const { chain, forum } = payouts
  const { stoa } = forum
  await assertPaidOnce()
  const { address } = (await stoa.call('depositAddress', { tokenName: 'FORUM' }, { token: drawer.token })).body.payload
  await chain.mint(address, 5n * TOKEN)
  await chain.mine(CONFIRMATIONS)
  await stoa.app.services.chain.watch()
  await payouts.automine(false)
  const run = stoa.app.services.chain.startSweep(1_000_000)
  await stoa.app.services.chain.sweepStep(run)
  const sweep = () => stoa.database.read('chain_sweeps').where({ address }).orderBy('id').first()
  const before = await sweep()
  expect(await payouts.acts()).toContain(`began sweep ${before.id}`)
  const later = await payouts.person()
  await payouts.withdraw(later)
  await payouts.pay()
  expect(await payouts.command('withdrawal:raise-fee', before.id)).toMatchObject({ code: 0 })
  expect(await sweep()).toMatchObject({ nonce: before.nonce, earlier_hashes: before.tx_hash, state: 'sent' })
  await payouts.automine(true)
  await chain.mine(CONFIRMATIONS)
  while (!(await stoa.app.services.chain.sweepStep(run)).isOver) await chain.mine(CONFIRMATIONS)
  await payouts.paid()
  expect([(await sweep()).state, await payouts.received(later)]).toEqual(['confirmed', SENT])
  expect(await payouts.node.balance(CONTRACT, address)).toBe(0n)
  expect(await payouts.acts()).toContain(`raised fee of ${before.id}`)
})

test('contracts and smallest withdrawals are in the operators’ log', async () => {
  await assertPaidOnce()
  expect(await payouts.command('withdrawal:minimum', 'FORUM', '0')).toMatchObject({ code: 0 })
  expect(await payouts.acts()).toContain('set smallest withdrawal of FORUM')
  // The same again changes nothing.
  expect(await payouts.command('chain:token', 'FORUM', CONTRACT)).toMatchObject({ code: 0 })
  const acts = await payouts.acts()
  expect(acts.filter((act) => act === 'accepted contract of FORUM').length).toBe(1)
})
