import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CONTRACT, deadLine, instead, startTestChain, type TestChain } from '../../../../test/chain.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { stoaCommand } from '../../../../test/stoa-command.ts'
import { connectNode } from './node.ts'

const CONFIRMATIONS = 3
const NEW_FOR_MS = 3 * 60 * 1000
const TOKEN = 10n ** 18n
const UNIT = 1_000_000

let forum: Forum
let chain: TestChain
let payer: string
let people = 0
beforeAll(async () => {
  chain = await startTestChain()
  forum = await startForum({}, { STOA_CHAIN_URL: chain.url, STOA_CHAIN_CONFIRMATIONS: String(CONFIRMATIONS) })
  await forum.stoa.app.services.chain.allow({ tokenName: 'FORUM', contract: CONTRACT })
  forum.stoa.clock.advance(NEW_FOR_MS)
  await forum.stoa.call('depositAddress', { tokenName: 'FORUM' }, { token: forum.ada.token })
  payer = (await forum.stoa.app.services.chain.payingAddress()) ?? ''
  await chain.ask('anvil_setBalance', payer, `0x${(100n * TOKEN).toString(16)}`)
})
let received = 0n
beforeEach(async () => {
  received = await held(payer)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await forum.stoa.close()
  chain.stop()
})

const held = async (address: string) => (await connectNode(chain.url)).balance(CONTRACT, address)
const service = () => forum.stoa.app.services.chain

/** A member who has deposited tokens. */
async function depositor(tokens: bigint) {
  const { id, token } = await forum.stoa.member(`depositor_${people++}`, { join: ['FORUM'] })
  const { address } = (await forum.stoa.call('depositAddress', { tokenName: 'FORUM' }, { token })).body.payload
  await chain.mint(address, tokens * TOKEN)
  await chain.mine(CONFIRMATIONS)
  await service().watch()
  return { id, token, address }
}
const startedRun = () => service().startSweep(UNIT)
/** Steps of a run, with blocks between them, until it is over. */
async function swept(run = startedRun()) {
  for (let steps = 0; steps < 20; steps += 1) {
    const { isOver } = await service().sweepStep(run)
    if (isOver) return service().sweepReport(run)
    await chain.mine(CONFIRMATIONS)
  }
  throw new Error('The sweep does not end.')
}
const rowsOf = (address: string) => forum.stoa.database.read('chain_sweeps').where({ address }).orderBy('id')
const kindsOf = async (address: string) =>
  (await rowsOf(address)).map(({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`)
async function balanceOf({ token }: { token: string }): Promise<string> {
  const { items } = (await forum.stoa.call('walletList', {}, { token })).body.payload
  return items[0]?.balance.FORUM ?? '0'
}
const countDeposits = async () => (await forum.stoa.database.read('chain_deposits')).length
const DONE = ['fees confirmed', 'tokens confirmed']

test('moves what members deposited to the paying wallet, once, and the books stay as they are', async () => {
  const [ada, bea, little] = [await depositor(5n), await depositor(7n), await depositor(1n)]
  const before = await countDeposits()
  const report = await swept()
  expect(report.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([...DONE, ...DONE].toSorted())
  expect(await Promise.all([ada, bea].map(({ address }) => kindsOf(address)))).toEqual([DONE, DONE])
  expect([await held(ada.address), await held(bea.address), await held(little.address)]).toEqual([0n, 0n, TOKEN])
  expect(await held(payer)).toBe(received + 12n * TOKEN)

  // Run again, it moves nothing, and nothing of it is a deposit.
  expect(await swept()).toEqual([])
  await service().watch()
  expect([await countDeposits(), await held(payer)]).toEqual([before, received + 12n * TOKEN])
  expect(await Promise.all([ada, bea, little].map(balanceOf))).toEqual(['5000000', '7000000', '1000000'])
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])

  // What arrives later goes the same way, with the address's next number, and what was left for fees.
  await chain.mint(ada.address, 3n * TOKEN)
  await chain.mine(CONFIRMATIONS)
  await service().watch()
  await swept()
  const numbers = (await rowsOf(ada.address)).flatMap((row) => (row.kind === 'tokens' ? [Number(row.nonce)] : []))
  expect([await held(ada.address), numbers]).toEqual([0n, [0, 1]])
})

test('fees and withdrawals share the wallet’s numbers', async () => {
  const [ada, bea] = [await depositor(5n), await depositor(5n)]
  await chain.mint(payer, 10n * TOKEN)
  const order = { tokenName: 'FORUM', amount: String(UNIT), address: `0x${'9'.repeat(40)}` }
  expect((await forum.stoa.call('withdraw', order, { token: ada.token })).status).toBe(200)
  await chain.ask('evm_setAutomine', false)
  await service().pay()
  const run = startedRun()
  await service().sweepStep(run)
  await chain.mine(CONFIRMATIONS)
  await chain.ask('evm_setAutomine', true)
  await service().pay()
  await swept(run)
  const { read } = forum.stoa.database
  const fees = await read('chain_sweeps').where({ kind: 'fees' }).select('nonce')
  const withdrawals = await read('chain_withdrawals').select('nonce', 'state')
  expect(withdrawals.map(({ state }) => state)).toEqual(['confirmed'])
  const numbers = [...fees, ...withdrawals].map(({ nonce }) => Number(nonce)).toSorted((one, other) => one - other)
  expect(numbers).toEqual(numbers.map((_, index) => index))
  expect([await held(ada.address), await held(bea.address)]).toEqual([0n, 0n])
})

test('two runs at once begin nothing twice', async () => {
  const { address } = await depositor(5n)
  const runs = [startedRun(), startedRun()]
  for (let steps = 0; steps < 4; steps += 1) {
    await Promise.all(runs.map((run) => service().sweepStep(run)))
    await chain.mine(CONFIRMATIONS)
  }
  await swept()
  expect([await kindsOf(address), await held(address), await held(payer)]).toEqual([DONE, 0n, received + 5n * TOKEN])
})

test('what was signed and didn’t arrive is asked for, blocks withdrawals, and is never sent by itself', async () => {
  const { address, token } = await depositor(5n)
  let sent = 0
  const sending = instead({
    async eth_sendRawTransaction(forward) {
      sent += 1
      return deadLine(forward)
    },
  })
  await swept()
  for (const _ of [1, 2]) await swept()
  sending.mockRestore()
  await swept()
  expect([sent, await kindsOf(address)]).toEqual([1, ['fees unknown']])
  expect(await service().withdrawalProblems()).toEqual({ review: 0, unknown: 1, nonce: null })

  const order = { tokenName: 'FORUM', amount: String(UNIT), address: `0x${'8'.repeat(40)}` }
  const { id: withdrawalId } = (await forum.stoa.call('withdraw', order, { token })).body.payload
  const stateOf = async () =>
    (await forum.stoa.database.read('chain_withdrawals').where({ id: withdrawalId }).first()).state
  for (const _ of [1, 2]) await service().pay()
  expect(await stateOf()).toBe('requested')

  // Only an operator has the same bytes sent.
  const [{ id }] = await rowsOf(address)
  await expect(service().endWithdrawal(id, false)).rejects.toMatchObject({ code: 'WITHDRAWAL_OPEN' })
  expect(await stoaCommand(forum.stoa.settings, ['withdrawal:send-again', id])).toMatchObject({ code: 0 })
  await chain.mine(CONFIRMATIONS)
  await swept()
  expect([await kindsOf(address), await held(address)]).toEqual([DONE, 0n])
  for (let steps = 0; steps < 3; steps += 1) {
    await service().pay()
    await chain.mine(CONFIRMATIONS)
  }
  expect(await stateOf()).toBe('confirmed')
  await expect(service().sendAgain(id)).rejects.toMatchObject({ code: 'WITHDRAWAL_ENDED' })
})

test('a transaction with fees that the node forgets is noticed without another run', async () => {
  const { address, token } = await depositor(5n)
  await chain.ask('evm_setAutomine', false)
  await service().sweepStep(startedRun())
  const [{ id, tx_hash }] = await rowsOf(address)
  await chain.ask('anvil_dropTransaction', tx_hash)
  await chain.ask('evm_setAutomine', true)
  expect(await kindsOf(address)).toEqual(['fees sent'])
  const order = { tokenName: 'FORUM', amount: String(UNIT), address: `0x${'7'.repeat(40)}` }
  const { id: withdrawalId } = (await forum.stoa.call('withdraw', order, { token })).body.payload
  const stateOf = async () =>
    (await forum.stoa.database.read('chain_withdrawals').where({ id: withdrawalId }).first()).state
  for (const _ of [1, 2]) await service().pay()
  expect([await kindsOf(address), await stateOf()]).toEqual([['fees unknown'], 'requested'])
  expect(await service().withdrawalProblems()).toMatchObject({ unknown: 1 })

  await service().sendAgain(id)
  while ((await stateOf()) !== 'confirmed') {
    await service().pay()
    await chain.mine(CONFIRMATIONS)
  }
  expect(await kindsOf(address)).toEqual(['fees confirmed'])
  await swept()
  expect([await kindsOf(address), await held(address)]).toEqual([DONE, 0n])
})

test('tokens whose sending got lost are moved once', async () => {
  const { address } = await depositor(5n)
  let sent = 0
  const sending = instead({
    // The first one sends fees.
    eth_sendRawTransaction: async (forward) => (++sent === 2 ? deadLine(forward) : forward()),
  })
  await swept()
  sending.mockRestore()
  for (const _ of [1, 2]) await swept()
  expect(await kindsOf(address)).toEqual(['fees confirmed', 'tokens unknown'])
  const { id } = (await rowsOf(address)).at(-1)
  await service().sendAgain(id)
  await chain.mine(CONFIRMATIONS)
  await swept()
  expect([await kindsOf(address), await held(payer)]).toEqual([DONE, received + 5n * TOKEN])
})

test('nothing is signed while the books differ, or while the chain has unknown transactions of the wallet', async () => {
  const { address } = await depositor(5n)
  await forum.stoa.database.transaction(({ connection }) =>
    connection('ledger_state').insert({ name: 'payouts', since: 1, differences: 1 }),
  )
  await expect(swept()).rejects.toMatchObject({ code: 'SWEEP_HALTED' })
  await forum.stoa.app.services.ledgerVerification.verify()
  await chain.ask('anvil_impersonateAccount', payer)
  await chain.send({ from: payer, to: payer, gas: '0x5208' })
  await expect(swept()).rejects.toMatchObject({ code: 'WALLET_NONCE_DIFFERS' })
  expect(await kindsOf(address)).toEqual([])
  const found = (await service().withdrawalProblems())?.nonce?.found ?? 0
  await service().acceptNonce(found)
  await swept()
  expect(await kindsOf(address)).toEqual(DONE)
})

test('an address for which the node fails holds up no other, and none is asked for twice', async () => {
  const [ada, bea, little] = [await depositor(5n), await depositor(5n), await depositor(1n)]
  const original = globalThis.fetch
  let asked = 0
  const concerns = (body: string, { address }: { address: string }) =>
    body.includes('"eth_call"') && body.includes(address.slice(2).toLowerCase())
  const node = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : ''
    if (concerns(body, ada)) throw new TypeError('the line is dead')
    if (concerns(body, little)) asked += 1
    return original(input, init)
  })
  const run = startedRun()
  await swept(run)
  node.mockRestore()
  expect([await kindsOf(ada.address), await kindsOf(bea.address), asked]).toEqual([[], DONE, 1])
  expect([...run.skipped]).toEqual([ada.address])
  // Without its node, a run ends.
  const off = instead({ eth_call: deadLine, eth_getBlockByNumber: deadLine })
  await expect(swept()).rejects.toThrow('The chain’s node failed')
  off.mockRestore()
  await swept()
  expect(await kindsOf(ada.address)).toEqual(DONE)
})

test('transactions of the wallet on another chain stop nothing here', async () => {
  const { address } = await depositor(5n)
  const { transaction } = forum.stoa.database
  await transaction(({ connection }) => connection('chain_wallets').insert({ chain_id: 999, nonce: 0, found: 5 }))
  expect(await service().withdrawalProblems()).toMatchObject({ nonce: null })
  await swept()
  expect(await kindsOf(address)).toEqual(DONE)
  await transaction(({ connection }) => connection('chain_wallets').where({ chain_id: 999 }).del())
})

test('without fees in the wallet, or what withdrawals need for theirs, nothing is begun', async () => {
  const { address } = await depositor(5n)
  const node = await connectNode(chain.url)
  const order = { contract: CONTRACT, from: address, to: payer, amount: 5n * TOKEN }
  const { cost } = await node.prepareTransfer(order)
  for (const balance of [0n, 10n * cost]) {
    await chain.ask('anvil_setBalance', payer, `0x${balance.toString(16)}`)
    expect([await swept(), await kindsOf(address)]).toEqual([[], []])
  }
  // An address gets hardly more than it needs.
  await chain.ask('anvil_setBalance', payer, `0x${(50n * cost).toString(16)}`)
  await service().sweepStep(startedRun())
  expect(await rowsOf(address)).toMatchObject([{ kind: 'fees', amount: String((cost * 11n) / 10n) }])
  await chain.ask('anvil_setBalance', payer, `0x${(100n * TOKEN).toString(16)}`)
  await swept()
  expect(await kindsOf(address)).toEqual(DONE)
})

test('the command does all of it, and says what it did', async () => {
  const { address } = await depositor(5n)
  await chain.ask('evm_setIntervalMining', 1)
  const { code, out } = await stoaCommand(forum.stoa.settings, ['chain:sweep', '--above', '2', '--json'])
  await chain.ask('evm_setIntervalMining', 0)
  await chain.ask('evm_setAutomine', true)
  const { done, failed, waiting, sweeps } = JSON.parse(out)
  expect([code, done, failed, waiting]).toEqual([0, 2, 0, 0])
  expect(sweeps).toMatchObject([
    { kind: 'fees', address, state: 'confirmed' },
    { kind: 'tokens', address, contract: CONTRACT, amount: String(5n * TOKEN), state: 'confirmed' },
  ])
  expect(await held(address)).toBe(0n)

  // What it can't move is no success.
  const poor = await depositor(5n)
  await chain.ask('anvil_setBalance', payer, '0x0')
  const skipping = await stoaCommand(forum.stoa.settings, ['chain:sweep', '--json'])
  expect([skipping.code, JSON.parse(skipping.out)]).toEqual([
    1,
    { done: 0, failed: 0, waiting: 0, skipped: 1, sweeps: [] },
  ])
  await chain.ask('anvil_setBalance', payer, `0x${(100n * TOKEN).toString(16)}`)
  await swept()
  expect(await kindsOf(poor.address)).toEqual(DONE)
  const again = await stoaCommand(forum.stoa.settings, ['chain:sweep'])
  expect([again.code, again.out]).toEqual([
    0,
    'Transactions done: 0, failed: 0, on their way: 0. Addresses skipped: 0.',
  ])
})
