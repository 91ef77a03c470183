import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTRACT, startTestChain, type TestChain } from '../../../../test/chain.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { deriveKey, openSealed } from '../../../platform/security/keys.ts'

const PAGE = 'https://buy-sandbox.moonpay.com/'
const NEW_FOR_MS = 3 * 60 * 1000
/** The operator's. */
const WALLET = `0x${'c'.repeat(40)}`
let chain: TestChain
let forum: Forum
let people = 0
beforeAll(async () => {
  chain = await startTestChain()
  forum = await startForum({}, { STOA_CHAIN_URL: chain.url, STOA_CHAIN_CONFIRMATIONS: '1' })
  await forum.stoa.app.services.chain.allow({ tokenName: 'FORUM', contract: CONTRACT })
  forum.stoa.clock.advance(NEW_FOR_MS)
})
afterAll(async () => {
  await forum.stoa.close()
  chain.stop()
})

interface Person {
  id: string
  token: string
}

const person = (): Promise<Person> => forum.stoa.member(`card_owner_${people++}`, { join: ['FORUM'] })
async function signed({ token }: Person, url = PAGE): Promise<URLSearchParams> {
  const { body } = await forum.stoa.call('moonpaySignUrl', { url, tokenName: 'FORUM' }, { token })
  return new URL(body.payload.signedUrl).searchParams
}
const walletOf = async (who: Person) => (await signed(who)).get('walletAddress') ?? ''

async function tell(who: Person, walletAddress: string): Promise<void> {
  const externalTransactionId = (await signed(who)).get('externalTransactionId')
  const data = { id: randomUUID(), status: 'completed', externalTransactionId, walletAddress }
  const currency = { code: 'usdc' }
  const body = JSON.stringify({ type: 'transaction_updated', data: { ...data, currency, quoteCurrencyAmount: 20 } })
  const mac = createHmac('sha256', 'wk_test_forum').update(`1.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'moonpay-signature-v2': `t=1,s=${mac}` }
  const { status } = await fetch(`${forum.stoa.url}/api/moonpay/webhook`, { method: 'POST', body, headers })
  expect(status).toBe(204)
}
async function purchase({ token }: Person) {
  const { items } = (await forum.stoa.call('cardPurchases', { tokenName: 'FORUM' }, { token })).body.payload
  return items[0]
}
async function balanceOf({ token }: Person): Promise<string> {
  const { items } = (await forum.stoa.call('walletList', {}, { token })).body.payload
  return items[0]?.balance.FORUM ?? '0'
}

test('each member buys to an address of their own, once there is a seed', async () => {
  const [ada, bea] = [await person(), await person()]
  expect(await walletOf(ada)).toBe(WALLET)
  expect(await forum.stoa.database.read('chain_keys')).toEqual([])
  const deposit = await forum.stoa.call('depositAddress', { tokenName: 'FORUM' }, { token: ada.token })
  const [own, others] = [await walletOf(ada), await walletOf(bea)]
  expect(own).toMatch(/^0x[\da-fA-F]{40}$/)
  expect(new Set([own, others, WALLET, deposit.body.payload.address]).size).toBe(4)
  expect(await walletOf(ada)).toBe(own)
  const other = await signed(ada, `${PAGE}?walletAddress=${own}`)
  expect(other.get('walletAddress')).toBe(own)
  const refused = await forum.stoa.call(
    'moonpaySignUrl',
    { url: `${PAGE}?walletAddress=${others}` },
    { token: ada.token },
  )
  expect(refused.status).toBe(400)
})

test('requests at the same time get one address each', async () => {
  const made = await Promise.all(Array.from({ length: 3 }, person))
  const all = await Promise.all([...made, ...made].map(walletOf))
  expect(all.slice(0, 3)).toEqual(all.slice(3))
  expect(new Set(all).size).toBe(3)
})

test('after a restore, the address is the same, and no other member has got it', async () => {
  const [ada, bea] = [await person(), await person()]
  const own = await walletOf(ada)
  await forum.stoa.database.transaction(({ connection }) =>
    connection('chain_card_addresses').where({ user_id: ada.id }).del(),
  )
  expect([await walletOf(bea), await walletOf(ada)]).toEqual([expect.not.stringContaining(own), own])
})

test('a purchase counts at the member’s address and at the operator’s, and at no other', async () => {
  const [ada, bea] = [await person(), await person()]
  const [own, others] = [await walletOf(ada), await walletOf(bea)]
  await tell(ada, own.toLowerCase())
  expect(await purchase(ada)).toMatchObject({ status: 'completed', amount: '20000000' })
  await tell(ada, WALLET)
  expect(await balanceOf(ada)).toBe('40000000')
  for (const wrong of [others, '']) {
    await tell(ada, wrong)
    expect(await purchase(ada)).toMatchObject({ status: 'review', amount: '0' })
  }
  expect(await balanceOf(ada)).toBe('40000000')
})

test('what arrives there on the chain is no deposit, and swept', async () => {
  const ada = await person()
  const hash = await chain.mint(await walletOf(ada), 10n ** 18n)
  await expect.poll(() => chain.ask('eth_getTransactionReceipt', hash)).not.toBeNull()
  await chain.mine(3)
  const { watch, payingAddress, startSweep, sweepStep, sweepReport } = forum.stoa.app.services.chain
  await watch()
  expect(await forum.stoa.database.read('chain_deposits')).toEqual([])
  expect(await balanceOf(ada)).toBe('0')

  // A sweep moves it like deposits.
  const payer = (await payingAddress()) ?? ''
  await chain.ask('anvil_setBalance', payer, `0x${(10n ** 18n).toString(16)}`)
  const run = startSweep(0)
  while (!(await sweepStep(run)).isOver) await chain.mine(3)
  const moves = (await sweepReport(run)).map(({ kind, address, state }) => `${kind} ${address} ${state}`)
  const address = await walletOf(ada)
  expect(moves).toEqual([`fees ${address} confirmed`, `tokens ${address} confirmed`])
})

test('the seed leads to the addresses, on a branch of their own', async () => {
  const { HDKey, privateKeyToAddress } = await import('viem/accounts')
  const ada = await person()
  const address = await walletOf(ada)
  const [{ number }] = await forum.stoa.database.read('chain_card_addresses').where({ user_id: ada.id })
  const [{ sealed }] = await forum.stoa.database.read('chain_keys')
  const seed = openSealed(deriveKey(forum.stoa.settings.STOA_SECRET ?? '', 'stoa keys on a chain'), sealed)
  const { privateKey } = HDKey.fromMasterSeed(Buffer.from(seed, 'hex')).derive(`m/44'/60'/0'/1/${number}`)
  expect(privateKeyToAddress(`0x${Buffer.from(privateKey ?? []).toString('hex')}`)).toBe(address)
})
