import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTRACT, instead, startTestChain, type TestChain } from '../../../../test/chain.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { giveMoney } from '../../../../test/money.ts'
import { stoaCommand } from '../../../../test/stoa-command.ts'
import { connectNode } from './node.ts'

const CONFIRMATIONS = 3
const NEW_FOR_MS = 3 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
const TOKEN = 10n ** 18n

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
  await chain.mint(payer, 1000n * TOKEN)
})
afterAll(async () => {
  await forum.stoa.close()
  chain.stop()
})

async function withdrawn() {
  const number = people++
  const { token } = await forum.stoa.member(`drawer_${number}`, { join: ['FORUM'] }).then(async (made) => {
    await giveMoney(forum.stoa, { userId: made.id, communityId: forum.communityId, tokens: 10 })
    return made
  })
  const address = `0x${String(number + 1).padStart(40, '9')}`
  const order = { tokenName: 'FORUM', amount: '2500000', address }
  const { id } = (await forum.stoa.call('withdraw', order, { token })).body.payload
  return { id, token, address }
}
type Drawer = Awaited<ReturnType<typeof withdrawn>>

const pay = () => forum.stoa.app.services.chain.pay()
const stateOf = async ({ id }: Drawer) =>
  (await forum.stoa.database.read('chain_withdrawals').where({ id }).first()).state
const received = async ({ address }: Drawer) => (await connectNode(chain.url)).balance(CONTRACT, address)
async function balanceOf({ token }: Drawer): Promise<string> {
  const { items } = (await forum.stoa.call('walletList', {}, { token })).body.payload
  return items[0]?.balance.FORUM ?? '0'
}
const stoa = (...parameters: string[]) => stoaCommand(forum.stoa.settings, parameters)
async function paid(): Promise<void> {
  const read = () => forum.stoa.database.read('chain_withdrawals').whereNotIn('state', ['confirmed', 'failed']).first()
  while (await read()) {
    await pay()
    await chain.mine(CONFIRMATIONS)
  }
}

test('a restored copy signs nothing, and after its release nothing that the original may have paid', async () => {
  const [before, other] = [await withdrawn(), await withdrawn()]
  const { stoa: app } = forum
  app.clock.advance(1000)
  await app.database.transaction((tx) => app.app.jobs.hold.begin(tx, app.clock.now()))
  const after = await withdrawn()
  for (const _ of [1, 2]) await pay()
  expect(await Promise.all([before, other, after].map(stateOf))).toEqual(['requested', 'requested', 'requested'])

  const { code, out } = await stoa('release', '--json')
  expect([code, JSON.parse(out)]).toEqual([
    0,
    { released: true, discarded: 0, cashOuts: 0, withdrawals: [before.id, other.id].toSorted() },
  ])
  expect(await Promise.all([before, other, after].map(stateOf))).toEqual(['unknown', 'unknown', 'requested'])
  // The list is there again, if its answer got lost.
  const again = await stoa('release', '--json')
  expect([again.code, JSON.parse(again.out).withdrawals]).toEqual([1, [before.id, other.id].toSorted()])
  expect(await app.app.services.chain.withdrawalProblems()).toEqual({ review: 0, unknown: 2, nonce: null })
  for (const _ of [1, 2]) {
    await pay()
    await chain.mine(CONFIRMATIONS)
  }
  expect(await Promise.all([before, other, after].map(stateOf))).toEqual(['unknown', 'unknown', 'confirmed'])
  expect(await Promise.all([before, other, after].map(received))).toEqual([0n, 0n, (5n * TOKEN) / 2n])

  // The operator looks at the chain.
  expect(await stoa('withdrawal:send-again', before.id)).toMatchObject({ code: 1 })
  expect(await stoa('withdrawal:end', before.id, 'perhaps')).toMatchObject({ code: 2 })
  expect(await stoa('withdrawal:end', before.id, 'paid')).toMatchObject({ code: 0 })
  // A transaction of the original may still come.
  const early = { code: 1, err: expect.stringContaining('This withdrawal can still be paid.') }
  expect(await stoa('withdrawal:end', other.id, 'unpaid')).toMatchObject(early)
  await app.database.transaction(({ connection }) =>
    connection('chain_withdrawals').where({ id: other.id }).decrement('changed_at', HOUR_MS),
  )
  await chain.ask('evm_setAutomine', false)
  await sentElsewhere()
  expect(await stoa('withdrawal:end', other.id, 'unpaid')).toMatchObject(early)
  expect(await balanceOf(other)).toBe('7500000')
  await chain.mine(1)
  await chain.ask('evm_setAutomine', true)
  const sent = await (await connectNode(chain.url)).nonceOf(payer)
  expect(await stoa('chain:accept-nonce', String(sent))).toMatchObject({ code: 0 })
  expect(await stoa('withdrawal:end', other.id, 'unpaid')).toMatchObject({ code: 0 })
  expect(await Promise.all([before, other].map(stateOf))).toEqual(['confirmed', 'failed'])
  expect(await Promise.all([before, other].map(balanceOf))).toEqual(['7500000', '10000000'])
  expect(await stoa('withdrawal:end', other.id, 'unpaid')).toMatchObject({ code: 1 })
  expect(await balanceOf(other)).toBe('10000000')
  expect(await app.app.services.chain.withdrawalProblems()).toEqual({ review: 0, unknown: 0, nonce: null })
  await paid()
  expect(await received(other)).toBe(0n)
  expect(await app.app.services.integrity.check()).toEqual([])
})

test('an operator can’t end one whose transaction can still be mined', async () => {
  const drawer = await withdrawn()
  await chain.ask('evm_setAutomine', false)
  await pay()
  for (const outcome of ['paid', 'unpaid'])
    expect(await stoa('withdrawal:end', drawer.id, outcome)).toMatchObject({
      code: 1,
      err: expect.stringContaining('This withdrawal can still be paid.'),
    })
  expect(await balanceOf(drawer)).toBe('7500000')
  await chain.ask('evm_setAutomine', true)
  await chain.mine(CONFIRMATIONS)
  await paid()
  expect(await stateOf(drawer)).toBe('confirmed')

  // One that waits returns at once.
  const waiting = await withdrawn()
  expect(await stoa('withdrawal:end', waiting.id, 'unpaid')).toMatchObject({ code: 0 })
  expect(await balanceOf(waiting)).toBe('10000000')
  await pay()
  expect(await stateOf(waiting)).toBe('failed')
})

/** What another installation of the forum sends from the same wallet. */
async function sentElsewhere(): Promise<void> {
  await chain.ask('anvil_impersonateAccount', payer)
  await chain.send({ from: payer, to: payer, gas: '0x5208' })
}
const nonces = async () => (await forum.stoa.app.services.chain.withdrawalProblems())?.nonce
interface Finding {
  name: string
  state: string
  advice: string | null
}
async function withdrawalFinding(): Promise<Finding | undefined> {
  const { checks } = JSON.parse((await stoa('doctor', '--json')).out) as { checks: Finding[] }
  return checks.find(({ name }) => name === 'withdrawals')
}

test('while the chain has more of the wallet’s transactions than are known, nothing is signed', async () => {
  const first = await withdrawn()
  await paid()
  expect([await nonces(), (await withdrawalFinding())?.state]).toEqual([null, 'ok'])
  const known = Number((await forum.stoa.database.read('chain_wallets').first()).nonce)
  await sentElsewhere()
  const drawer = await withdrawn()
  for (const _ of [1, 2]) await pay()
  expect(await Promise.all([first, drawer].map(stateOf))).toEqual(['confirmed', 'requested'])
  const { withdrawals } = (await forum.stoa.call('walletChain', { tokenName: 'FORUM' }, { token: drawer.token })).body
    .payload
  expect(withdrawals.map(({ state }) => state)).toEqual(['waiting'])
  expect(await nonces()).toEqual({ known, found: known + 1 })
  const { token } = await forum.stoa.member('overseer_demo', { networkAdmin: true })
  const { health } = (await forum.stoa.call('networkHealth', {}, { token })).body.payload
  expect(health.withdrawals).toEqual({ review: 0, unknown: 0, nonce: { known, found: known + 1 } })
  expect(await withdrawalFinding()).toMatchObject({
    state: 'failed',
    advice: expect.stringContaining(`chain:accept-nonce ${known + 1}.`),
  })

  // A node that lags doesn't end it.
  const lagging = instead({
    eth_getTransactionCount: async () => Response.json({ jsonrpc: '2.0', id: 1, result: `0x${known.toString(16)}` }),
  })
  await pay()
  lagging.mockRestore()
  expect(await stateOf(drawer)).toBe('requested')

  // Only the count that the operator has seen is accepted.
  await sentElsewhere()
  expect(await stoa('chain:accept-nonce', String(known + 1))).toMatchObject({
    code: 1,
    err: expect.stringContaining(`The wallet has sent ${known + 2} transactions.`),
  })
  await pay()
  expect(await stateOf(drawer)).toBe('requested')
  expect(await nonces()).toEqual({ known, found: known + 2 })
  const { code, out } = await stoa('chain:accept-nonce', String(known + 2), '--json')
  expect([code, JSON.parse(out)]).toEqual([0, { known, accepted: known + 2, changed: true }])
  await paid()
  expect([await stateOf(drawer), await received(drawer), await nonces()]).toEqual([
    'confirmed',
    (5n * TOKEN) / 2n,
    null,
  ])
  const { nonce } = await forum.stoa.database.read('chain_withdrawals').where({ id: drawer.id }).first()
  expect(Number(nonce)).toBe(known + 2)
  expect(JSON.parse((await stoa('chain:accept-nonce', String(known + 3), '--json')).out).changed).toBe(false)
})

test('a copy from before the wallet’s first transaction signs nothing either', async () => {
  const drawer = await withdrawn()
  await forum.stoa.database.transaction(({ connection }) => connection('chain_wallets').del())
  for (const _ of [1, 2]) await pay()
  expect(await stateOf(drawer)).toBe('requested')
  const found = (await nonces())?.found ?? 0
  expect(await nonces()).toEqual({ known: 0, found })
  expect(await stoa('chain:accept-nonce', String(found))).toMatchObject({ code: 0 })
  await paid()
  expect(await stateOf(drawer)).toBe('confirmed')
})
