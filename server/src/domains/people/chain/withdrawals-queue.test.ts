import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CONTRACT, deadLine, instead } from '../../../../test/chain.ts'
import { CONFIRMATIONS, type Drawer, type Payouts, SENT, startPayouts, TOKEN } from '../../../../test/payouts.ts'

let payouts: Payouts
beforeAll(async () => {
  payouts = await startPayouts()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => payouts.close())

async function requested(count: number, amount?: string): Promise<Drawer[]> {
  const people: Drawer[] = []
  for (let made = 0; made < count; made += 1) {
    const who = await payouts.person()
    expect((await payouts.withdraw(who, amount)).status).toBe(200)
    people.push(who)
  }
  return people
}
const numbersOf = (people: readonly Drawer[]) =>
  Promise.all(people.map(async (who) => Number((await payouts.rowOf(who)).nonce)))
const received = (people: readonly Drawer[]) => Promise.all(people.map(payouts.received))
const hex = (value: bigint) => `0x${value.toString(16)}`

test('small withdrawals of others keep nobody waiting for many blocks', async () => {
  await requested(5, '1')
  const [victim] = await requested(1)
  let blocks = 0
  while ((await payouts.received(victim as Drawer)) === 0n) {
    await payouts.pay()
    await payouts.chain.mine(1)
    blocks += 1
  }
  expect(blocks).toBe(6)
  await payouts.paid()
})

test('at most sixteen are on their way at once, with numbers one after another', async () => {
  const people = await requested(17)
  await payouts.automine(false)
  for (const _ of [...people, 1]) await payouts.pay()
  const states = await payouts.statesOf(people)
  expect([states.filter((state) => state === 'sent').length, states.at(-1)]).toEqual([16, 'requested'])
  await payouts.automine(true)
  await payouts.paid()
  const numbers = await numbersOf(people)
  expect(numbers).toEqual(numbers.map((_, index) => Number(numbers[0]) + index))
  expect(await received(people)).toEqual(people.map(() => SENT))
})

test('one whose block is reorganised away keeps its number, and later ones are paid after it', async () => {
  const [first, second] = await requested(2)
  await payouts.pay()
  const before = await payouts.rowOf(first as Drawer)
  await payouts.automine(false)
  await payouts.chain.reorganise(1)
  await payouts.chain.ask('anvil_dropTransaction', before.tx_hash)
  // It blocks as long as no node has it.
  await payouts.pay()
  expect(await payouts.statesOf([first, second] as Drawer[])).toEqual(['unknown', 'requested'])
  const { signed, nonce, tx_hash } = await payouts.rowOf(first as Drawer)
  expect({ signed, nonce, tx_hash }).toEqual({ signed: before.signed, nonce: before.nonce, tx_hash: before.tx_hash })
  expect(await payouts.command('withdrawal:send-again', before.id)).toMatchObject({ code: 0 })
  expect(await payouts.acts()).toContain(`sent again ${before.id}`)
  await payouts.pay()
  await payouts.automine(true)
  await payouts.chain.mine(1)
  await payouts.paid()
  expect(await received([first, second] as Drawer[])).toEqual([SENT, SENT])
})

test('those after one that is reorganised away wait for it, and each is paid once', async () => {
  const people = await requested(3)
  for (const _ of people) await payouts.pay()
  expect(await received(people)).toEqual([SENT, SENT, SENT])
  await payouts.automine(false)
  await payouts.chain.reorganise(3)
  expect(await received(people)).toEqual([0n, 0n, 0n])
  for (const who of people) {
    const { tx_hash, id } = await payouts.rowOf(who)
    // Some nodes put it back, some don't.
    if ((await payouts.chain.ask('eth_getTransactionByHash', tx_hash)) === null)
      await payouts.command('withdrawal:send-again', id)
  }
  await payouts.pay()
  expect(await payouts.statesOf(people)).toEqual(['sent', 'sent', 'sent'])
  await payouts.automine(true)
  await payouts.chain.mine(1)
  await payouts.paid()
  expect([await received(people), await payouts.statesOf(people)]).toEqual([
    [SENT, SENT, SENT],
    ['confirmed', 'confirmed', 'confirmed'],
  ])
})

test('one that fails returns, and holds up none that come after it', async () => {
  const people = await requested(2)
  await payouts.automine(false)
  await payouts.pay()
  const code = await payouts.chain.ask('eth_getCode', CONTRACT, 'latest')
  await payouts.chain.ask('anvil_setCode', CONTRACT, '0xfe')
  await payouts.chain.mine(1)
  await payouts.chain.ask('anvil_setCode', CONTRACT, code)
  await payouts.pay()
  await payouts.chain.mine(CONFIRMATIONS)
  await payouts.automine(true)
  await payouts.paid()
  expect(await payouts.statesOf(people)).toEqual(['failed', 'confirmed'])
  expect(await Promise.all(people.map(payouts.balanceOf))).toEqual(['10000000', '7500000'])
  expect(await received(people)).toEqual([0n, SENT])
})

test('one that is stored and not sent holds up those after it, until the same bytes are sent', async () => {
  const people = await requested(2)
  const [first] = people as [Drawer]
  const sending = instead({ eth_sendRawTransaction: deadLine })
  await payouts.pay()
  sending.mockRestore()
  for (const _ of [1, 2]) await payouts.pay()
  expect(await payouts.statesOf(people)).toEqual(['unknown', 'requested'])
  await payouts.command('withdrawal:send-again', (await payouts.rowOf(first)).id)
  await payouts.paid()
  const [one, other] = await numbersOf(people)
  expect([Number(other) - Number(one), await received(people)]).toEqual([1, [SENT, SENT]])
})

test('what those on their way need isn’t spent twice', async () => {
  const { chain, payer, node } = payouts
  const order = { contract: CONTRACT, from: payer, to: `0x${'8'.repeat(40)}`, amount: SENT }
  const people = await requested(2)
  const all = await node.balance(CONTRACT, payer)
  const { cost } = await node.prepareTransfer(order)
  // Enough fees for one.
  await chain.ask('anvil_setBalance', payer, hex((cost * 3n) / 2n))
  await payouts.automine(false)
  for (const _ of [1, 2]) await payouts.pay()
  expect(await payouts.statesOf(people)).toEqual(['sent', 'requested'])
  await chain.ask('anvil_setBalance', payer, hex(100n * TOKEN))
  await payouts.automine(true)
  await chain.mine(1)
  await payouts.paid()
  expect(await received(people)).toEqual([SENT, SENT])
  expect(await node.balance(CONTRACT, payer)).toBe(all - 2n * SENT)
})

test('nobody has two in a community that wait or are on their way', async () => {
  const [who] = (await requested(1)) as [Drawer]
  payouts.forum.stoa.clock.advance(3 * 60 * 1000)
  const second = await payouts.withdraw(who, '1')
  expect(second).toMatchObject({ status: 409, body: { code: 'WITHDRAWAL_UNDER_WAY' } })
  expect(await payouts.balanceOf(who)).toBe('7500000')
  await payouts.paid()
  expect((await payouts.withdraw(who, '1')).status).toBe(200)
  await payouts.paid()
  expect(await payouts.stateOf(who)).toBe('confirmed')
})
