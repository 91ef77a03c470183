import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CONTRACT, deadLine, instead } from '../../../../test/chain.ts'
import { CONFIRMATIONS, type Drawer, type Payouts, SENT, startPayouts, transferOf } from '../../../../test/payouts.ts'

let payouts: Payouts
beforeAll(async () => {
  payouts = await startPayouts()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => payouts.close())

const known = async (): Promise<number> =>
  Number((await payouts.forum.stoa.database.read('chain_wallets').first())?.nonce ?? 0)
async function requested(): Promise<Drawer> {
  const who = await payouts.person()
  expect((await payouts.withdraw(who)).status).toBe(200)
  return who
}
async function assertAddsUp() {
  expect(await payouts.forum.stoa.app.services.integrity.check()).toEqual([])
}
const accept = (count: number) => payouts.command('chain:accept-nonce', String(count), '--json')
/** A node that has no transaction of the wallet's that waits. */
function withoutWaiting() {
  const original = globalThis.fetch
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body.replace('"pending"', '"latest"') : init?.body
    return original(input, { ...init, ...(body && { body }) })
  })
}

test('a transaction of the wallet that waits for a block and isn’t known here stops payments', async () => {
  const { stateOf, pay, chain, nonce } = payouts
  const [x, y] = [await payouts.person(), await requested()]
  const number = await known()
  await payouts.automine(false)
  await payouts.sendElsewhere({ to: CONTRACT, data: transferOf(x.address, SENT) })
  for (const _ of [1, 2]) await pay()
  expect([await stateOf(y), await nonce()]).toEqual(['requested', { known: number, found: number }])
  // What it pays isn't certain yet.
  expect(await accept(number)).toMatchObject({ code: 1, err: expect.stringContaining('wait for a block') })
  await chain.mine(1)
  await payouts.automine(true)
  expect(await accept(number)).toMatchObject({ code: 1, err: expect.stringContaining(`has sent ${number + 1} `) })
  await pay()
  expect([await stateOf(y), await nonce()]).toEqual(['requested', { known: number, found: number + 1 }])
  expect(JSON.parse((await accept(number + 1)).out)).toEqual({ known: number, accepted: number + 1, changed: true })
  expect(await payouts.acts()).toContain(`accepted transactions of wallet ${number + 1} on chain 31337`)
  await payouts.paid()
  expect([await payouts.received(x), await payouts.received(y)]).toEqual([SENT, SENT])
  // Another look changes nothing, so there is nothing to log.
  const before = await payouts.acts()
  await accept(number + 2)
  expect(await payouts.acts()).toEqual(before)
})

test('one that waited and vanished leaves no gap in the numbers', async () => {
  const who = await requested()
  const number = await known()
  await payouts.automine(false)
  const hash = await payouts.sendElsewhere()
  await payouts.pay()
  await payouts.chain.ask('anvil_dropTransaction', hash)
  await payouts.automine(true)
  await payouts.pay()
  // Whoever sent it has the key: only an operator goes on.
  expect([await payouts.stateOf(who), await payouts.nonce()]).toEqual(['requested', { known: number, found: number }])
  expect(await accept(number)).toMatchObject({ code: 0 })
  await payouts.paid()
  expect([await payouts.received(who), Number((await payouts.rowOf(who)).nonce)]).toEqual([SENT, number])
})

test('own transactions that wait, and a node that forgets them, are no alarm', async () => {
  const people = [await requested(), await requested()]
  await payouts.automine(false)
  for (const _ of people) await payouts.pay()
  expect([await payouts.statesOf(people), await payouts.nonce()]).toEqual([['sent', 'sent'], null])
  await payouts.chain.ask('anvil_dropTransaction', (await payouts.rowOf(people[1] as Drawer)).tx_hash)
  const later = await requested()
  for (const _ of [1, 2]) await payouts.pay()
  expect([await payouts.statesOf([...people, later]), await payouts.nonce()]).toEqual([
    ['sent', 'unknown', 'requested'],
    null,
  ])
  await payouts.automine(true)
  await payouts.command('withdrawal:send-again', (await payouts.rowOf(people[1] as Drawer)).id)
  await payouts.chain.mine(1)
  await payouts.paid()
  expect(await Promise.all([...people, later].map(payouts.received))).toEqual([SENT, SENT, SENT])
})

test('a number that another transaction took stops payments, and nothing returns by itself', async () => {
  const { chain, pay, stateOf, balanceOf, nonce } = payouts
  const [x, y] = [await payouts.person(), await requested()]
  const number = await known()
  // The original of this copy has paid x with this number, and this node doesn't know.
  await payouts.automine(false)
  await payouts.sendElsewhere({ to: CONTRACT, data: transferOf(x.address, SENT) })
  const node = withoutWaiting()
  await pay()
  expect([await stateOf(y), Number((await payouts.rowOf(y)).nonce)]).toEqual(['signed', number])
  await pay()
  expect(await stateOf(y)).toBe('unknown')
  await chain.mine(CONFIRMATIONS)
  await payouts.automine(true)
  await pay()
  node.mockRestore()
  expect([await stateOf(y), await balanceOf(y)]).toEqual(['review', '7500000'])
  expect(await nonce()).toEqual({ known: number + 1, found: number + 1 })
  // The books don't know of the other payment yet: x could withdraw it again.
  expect((await payouts.withdraw(x)).status).toBe(200)
  for (const _ of [1, 2]) {
    await pay()
    await chain.mine(CONFIRMATIONS)
  }
  expect([await stateOf(x), await payouts.received(x)]).toEqual(['requested', SENT])
  expect(await payouts.command('doctor', '--json')).toMatchObject({ code: 1 })
  // The operator books it, and goes on.
  expect(await payouts.command('withdrawal:end', (await payouts.rowOf(x)).id, 'paid')).toMatchObject({ code: 0 })
  expect(await payouts.acts()).toContain(`ended as paid withdrawal ${(await payouts.rowOf(x)).id}`)
  expect(await payouts.command('withdrawal:end', (await payouts.rowOf(y)).id, 'unpaid')).toMatchObject({ code: 0 })
  expect(await payouts.acts()).toContain(`ended as unpaid withdrawal ${(await payouts.rowOf(y)).id}`)
  expect([await stateOf(y), await balanceOf(y)]).toEqual(['failed', '10000000'])
  expect(await accept(number + 1)).toMatchObject({ code: 0 })
  const z = await requested()
  await payouts.paid()
  expect([await payouts.received(z), await nonce()]).toEqual([SENT, null])
  await assertAddsUp()
})

test('one that the original paid with a higher fee can’t be ended as unpaid', async () => {
  const who = await requested()
  const number = await known()
  const sending = instead({ eth_sendRawTransaction: deadLine })
  await payouts.pay()
  sending.mockRestore()
  await payouts.sendElsewhere({ to: CONTRACT, data: transferOf(who.address, SENT) })
  await payouts.chain.mine(CONFIRMATIONS)
  await payouts.pay()
  expect(await payouts.stateOf(who)).toBe('review')
  const { id } = await payouts.rowOf(who)
  expect(await payouts.command('withdrawal:end', id, 'unpaid')).toMatchObject({ code: 1 })
  expect(await payouts.command('withdrawal:end', id, 'paid')).toMatchObject({ code: 0 })
  expect([await payouts.balanceOf(who), await payouts.received(who)]).toEqual(['7500000', SENT])
  await accept(number + 1)
  await assertAddsUp()
})

/** A node that has forgotten the states of old blocks, as most do after 128. */
async function withoutOldStates() {
  const oldest = (await payouts.chain.height()) - 128
  const original = globalThis.fetch
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : ''
    const [, block = oldest] = /"eth_getTransactionCount".*"(0x[0-9a-f]{1,12})"\]/.exec(body) ?? []
    if (Number(block) >= oldest) return original(input, init)
    const { id } = JSON.parse(body) as { id: number }
    return Response.json({ jsonrpc: '2.0', id, error: { code: -32000, message: 'missing trie node' } })
  })
}

test('a node that forgets ends none as unpaid; if another transaction paid, payments stop', async () => {
  const who = await requested()
  const number = await known()
  await payouts.automine(false)
  await payouts.pay()
  const { id } = await payouts.rowOf(who)
  await payouts.sendElsewhere({ to: CONTRACT, data: transferOf(who.address, SENT), nonce: number })
  await payouts.chain.mine(200)
  await payouts.automine(true)
  const node = await withoutOldStates()
  await payouts.pay()
  expect(await payouts.stateOf(who)).toBe('unknown')
  expect(await payouts.command('withdrawal:end', id, 'unpaid')).toMatchObject({
    code: 1,
    err: expect.stringContaining('missing trie node'),
  })
  expect([await payouts.stateOf(who), await payouts.balanceOf(who), await payouts.nonce()]).toEqual([
    ...['unknown', '7500000'],
    null,
  ])
  expect(await payouts.command('withdrawal:end', id, 'paid')).toMatchObject({ code: 0 })
  expect(await payouts.nonce()).toEqual({ known: number + 1, found: number + 1 })
  node.mockRestore()
  await accept(number + 1)
  await assertAddsUp()
})
