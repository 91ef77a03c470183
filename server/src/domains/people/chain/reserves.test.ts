import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CONTRACT, deadLine, instead, startTestChain, type TestChain } from '../../../../test/chain.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { giveMoney } from '../../../../test/money.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { stoaCommand } from '../../../../test/stoa-command.ts'
import { placeTestToken } from './local-chain.ts'
import { connectNode } from './node.ts'

const CONFIRMATIONS = 3
const NEW_FOR_MS = 3 * 60 * 1000
const TOKEN = 10n ** 18n
const OTHER_CONTRACT = '0x0000000000000000000000000000000000E71100'
const STRANGER = `0x${'9'.repeat(40)}`

let forum: Forum
let chain: TestChain
let payer: string
let people = 0
beforeAll(async () => {
  chain = await startTestChain()
  forum = await startForum({}, { STOA_CHAIN_URL: chain.url, STOA_CHAIN_CONFIRMATIONS: String(CONFIRMATIONS) })
  await service().allow({ tokenName: 'FORUM', contract: CONTRACT })
  forum.stoa.clock.advance(NEW_FOR_MS)
  await forum.stoa.call('depositAddress', { tokenName: 'FORUM' }, { token: forum.ada.token })
  payer = (await service().payingAddress()) ?? ''
  await chain.ask('anvil_setBalance', payer, `0x${(100n * TOKEN).toString(16)}`)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await forum.stoa.close()
  chain.stop()
})

const service = () => forum.stoa.app.services.chain
const stoa = (...parameters: string[]) => stoaCommand(forum.stoa.settings, parameters)
const missing = async () => (await service().compare()).map((one) => one.missing)
const booked = async () => (await service().compare()).map((one) => one.booked)

async function member() {
  const made = await forum.stoa.member(`holder_${people++}`, { join: ['FORUM'] })
  const { address } = (await forum.stoa.call('depositAddress', { tokenName: 'FORUM' }, { token: made.token })).body
    .payload
  return { ...made, address }
}
async function depositor(tokens: bigint) {
  const made = await member()
  await chain.mint(made.address, tokens * TOKEN)
  await deep()
  return made
}
/** All blocks are deep and read. */
async function deep() {
  await chain.mine(CONFIRMATIONS)
  await service().watch()
}
const withdraw = ({ token }: { token: string }, amount: string) =>
  forum.stoa.call('withdraw', { tokenName: 'FORUM', amount, address: STRANGER }, { token })
const states = () => forum.stoa.database.read('chain_withdrawals').orderBy('id').pluck('state')
/** Somebody else moves tokens from an address. */
async function steal(from: string, amount: bigint) {
  await chain.ask('anvil_setBalance', from, `0x${TOKEN.toString(16)}`)
  await chain.ask('anvil_impersonateAccount', from)
  const words = [STRANGER.slice(2), amount.toString(16)].map((hex) => hex.padStart(64, '0'))
  await chain.send({ from, to: CONTRACT, data: `0xa9059cbb${words.join('')}`, gas: '0x30d40' })
  await chain.ask('anvil_stopImpersonatingAccount', from)
}

test('nothing is missing while deposits, sweeps and withdrawals are on their way', async () => {
  expect(await service().compare()).toEqual([{ tokenName: 'FORUM', booked: 0, missing: 0 }])
  const ada = await depositor(100n)
  expect(await service().compare()).toEqual([{ tokenName: 'FORUM', booked: 100_000_000, missing: 0 }])
  // One that isn't deep enough, of a fraction, and of nobody's.
  await chain.mint(ada.address, 5n * TOKEN + 7n)
  await chain.mint(payer, TOKEN / 2n)
  await service().watch()
  expect(await missing()).toEqual([0])

  // A sweep, before and after each of its blocks.
  const run = service().startSweep(0)
  for (let steps = 0; steps < 20; steps += 1) {
    const { isOver } = await service().sweepStep(run)
    expect(await missing()).toEqual([0])
    if (isOver) break
    await chain.mine(1)
    expect(await missing()).toEqual([0])
    await deep()
    expect(await missing()).toEqual([0])
  }
  expect(await (await connectNode(chain.url)).balance(CONTRACT, ada.address)).toBe(0n)

  // A withdrawal, from the intent to its end.
  expect((await withdraw(ada, '30000000')).status).toBe(200)
  for (const state of ['sent', 'sent', 'confirmed']) {
    expect(await missing()).toEqual([0])
    await service().pay()
    expect(await missing()).toEqual([0])
    if (state === 'sent') await chain.mine(1)
    else await deep()
    await service().watch()
    expect(await missing()).toEqual([0])
    if (state === 'confirmed') await service().pay()
  }
  expect(await states()).toEqual(['confirmed'])
  await deep()
  expect(await service().compare()).toEqual([{ tokenName: 'FORUM', booked: 75_000_000, missing: 0 }])

  // A reorganisation takes a credited deposit away, and brings another.
  const bea = await depositor(20n)
  expect(await booked()).toEqual([95_000_000])
  await chain.reorganise(CONFIRMATIONS + 1)
  await expect(service().compare()).rejects.toThrow('do not know the newest blocks yet')
  await service().watch()
  expect(await missing()).toEqual([0])
  await chain.mint(bea.address, 7n * TOKEN)
  await deep()
  expect(await booked()).toEqual([82_000_000])
  // What operators give is on no chain.
  await giveMoney(forum.stoa, { userId: bea.id, communityId: forum.communityId, tokens: 1000 })
  expect(await service().compare()).toEqual([{ tokenName: 'FORUM', booked: 82_000_000, missing: 0 }])
  expect(await stoa('chain:verify')).toMatchObject({ code: 0, out: 'The chain holds what the books say.' })
})

test('tokens that somebody else has moved stop withdrawals until they are back, or an operator accepts it', async () => {
  const ada = await depositor(50n)
  expect((await withdraw(ada, '1000000')).status).toBe(200)
  await steal(ada.address, 40n * TOKEN)
  await deep()
  // The half token that nobody had deposited, and fractions, are missing less.
  const lack = 39_500_000
  expect(await missing()).toEqual([lack])
  expect(await missing()).toEqual([lack])

  // Nothing is signed, or accepted for it.
  await service().pay()
  expect((await states()).at(-1)).toBe('requested')
  forum.stoa.clock.advance(NEW_FOR_MS)
  expect((await withdraw(ada, '1000000')).body.code).toBe('PAYOUTS_FROZEN')
  await expect(service().sweepStep(service().startSweep(0))).rejects.toMatchObject({ code: 'SWEEP_HALTED' })
  const health = async () =>
    (await forum.stoa.call('networkHealth', {}, { token: forum.admin.token })).body.payload.health
  expect((await health()).missingTokens).toEqual([{ tokenName: 'FORUM', amount: String(lack) }])
  const { checks } = JSON.parse((await stoa('doctor', '--json')).out)
  expect(checks.find(({ name }: { name: string }) => name === 'withdrawals')).toMatchObject({
    state: 'failed',
    found: 'stopped: the chain holds 39.5 FORUM less than the books say',
    advice: expect.stringContaining('stoa chain:accept-shortfall FORUM 39.5'),
  })
  expect(await stoa('chain:verify', '--json')).toMatchObject({
    code: 1,
    out: JSON.stringify({ tokens: [{ community: 'FORUM', booked: '132000000', missing: String(lack) }] }),
  })

  // Sent back, all goes on after the next comparison.
  await chain.mint(payer, 40n * TOKEN)
  await deep()
  expect(await missing()).toEqual([0])
  await service().pay()
  expect((await states()).at(-1)).toBe('sent')
  await deep()
  await service().pay()

  // Accepted, it goes on at once, and more is still found.
  await steal(payer, 10n * TOKEN)
  await deep()
  const [again = 0] = await missing()
  expect(again).toBeGreaterThan(0)
  expect(await stoa('chain:accept-shortfall', 'FORUM', '1')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The chain lacks 9.5 FORUM. Find out why first.'),
  })
  expect(await stoa('chain:accept-shortfall', 'FORUM', '9.5')).toMatchObject({ code: 0 })
  expect([await missing(), (await health()).missingTokens]).toEqual([[0], []])
  const log = await forum.stoa.database.read('operator_actions').orderBy('id', 'desc').first()
  expect(log).toMatchObject({ action: 'accepted a shortfall of', detail: '9.5 FORUM' })
  forum.stoa.clock.advance(NEW_FOR_MS)
  expect((await withdraw(ada, '1000000')).status).toBe(200)
  await steal(payer, TOKEN)
  await deep()
  expect(await missing()).toEqual([1_000_000])

  // What was accepted and is there again may not be missing once more.
  await chain.mint(payer, 4n * TOKEN)
  await deep()
  expect(await missing()).toEqual([0])
  await steal(payer, 4n * TOKEN)
  await deep()
  expect(await missing()).toEqual([4_000_000])
  await chain.mint(payer, 4n * TOKEN)
  await deep()
  expect(await missing()).toEqual([0])
})

test('a contract that fails doesn’t hide what is missing of others', async () => {
  await seedCommunity(forum.stoa, { tokenName: 'LEDGERS' })
  await placeTestToken(chain.url, OTHER_CONTRACT)
  await service().allow({ tokenName: 'LEDGERS', contract: OTHER_CONTRACT })
  forum.stoa.clock.advance(NEW_FOR_MS)
  const made = await forum.stoa.member(`holder_${people++}`, { join: ['LEDGERS'] })
  const { address } = (await forum.stoa.call('depositAddress', { tokenName: 'LEDGERS' }, { token: made.token })).body
    .payload
  await chain.mint(address, 5n * TOKEN, OTHER_CONTRACT)
  await deep()
  expect((await service().compare()).map((one) => one.missing)).toEqual([0, 0])
  const code = await chain.ask('eth_getCode', OTHER_CONTRACT, 'latest')
  await chain.ask('anvil_setCode', OTHER_CONTRACT, '0x600080fd')
  await steal(payer, TOKEN)
  await deep()
  await expect(service().compare()).rejects.toThrow(`The balances of ${OTHER_CONTRACT} can’t be read.`)
  expect(await stoa('chain:verify')).toMatchObject({ code: 1, err: expect.stringContaining('can’t be read') })
  expect(await service().missing()).toEqual([{ tokenName: 'FORUM', units: 1_000_000 }])
  await chain.ask('anvil_setCode', OTHER_CONTRACT, code)
  await chain.mint(payer, TOKEN)
  await deep()
  expect((await service().compare()).map((one) => one.missing)).toEqual([0, 0])
})

test('asks for many addresses in few requests, and changes nothing if the node fails', async () => {
  const node = await connectNode(chain.url)
  const before = await forum.stoa.database.read('chain_tokens').first()
  const spy = vi.spyOn(globalThis, 'fetch')
  const owners = Array.from({ length: 100 }, (_, index) => `0x${String(index + 1).padStart(40, '0')}`)
  const balances = await node.balances({ contract: CONTRACT, owners: [...owners.slice(1), payer], block: 9 })
  expect([balances.length, spy.mock.calls.length]).toEqual([100, 1])
  spy.mockRestore()
  instead({ eth_call: deadLine })
  await expect(service().compare()).rejects.toThrow('can’t be read')
  expect(await forum.stoa.database.read('chain_tokens').first()).toEqual(before)
})
