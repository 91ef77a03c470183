import { createHmac, randomUUID } from 'node:crypto'
import { AMOUNT_MAX, plainAmount } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { startTestApp } from '../../../../test/harness.ts'
import { giveMoney } from '../../../../test/money.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { stoaCommand } from '../../../../test/stoa-command.ts'
import { type Moonpay, parseMoonpayUrl } from '../../../platform/moonpay-url.ts'
import { createSignedUrls } from './signed-urls.ts'

const WALLET = `0x${'c'.repeat(40)}`
const PAGE = 'https://buy-sandbox.moonpay.com/'
let forum: Forum
let ada: { id: string; token: string }
let people = 0
/** Of the next purchase. */
let id: string
let reference: string
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
beforeEach(async () => {
  ada = await forum.stoa.member(`buyer_${people++}`, { join: ['FORUM'] })
  id = randomUUID()
  reference = await referenceOf(ada)
})

async function referenceOf(person: { token: string }): Promise<string> {
  const signed = await forum.stoa.call('moonpaySignUrl', { url: PAGE, tokenName: 'FORUM' }, { token: person.token })
  return new URL(signed.body.payload.signedUrl).searchParams.get('externalTransactionId') ?? ''
}

interface Sent {
  type?: string
  status?: string
  quoteCurrencyAmount?: unknown
  [field: string]: unknown
}

const bodyOf = ({ type = 'transaction_updated', ...data }: Sent) =>
  JSON.stringify({
    type,
    data: {
      ...{ id, status: 'completed', externalTransactionId: reference, walletAddress: WALLET },
      ...{ currency: { code: 'usdc' }, quoteCurrencyAmount: 20.5, ...data },
    },
  })
const signatureOf = (body: string, key = 'wk_test_forum', time = '1768478400') =>
  `t=${time},s=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`

async function send(body: string, signature: string | null = signatureOf(body)): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(signature !== null && { 'moonpay-signature-v2': signature }),
  }
  const response = await fetch(`${forum.stoa.url}/api/moonpay/webhook`, { method: 'POST', body, headers })
  return response.status
}
const tell = (sent: Sent = {}) => send(bodyOf(sent))

async function balance({ id: owner_id } = ada): Promise<number> {
  const account = { community_id: forum.communityId, owner_id, kind: 'member' }
  const row = await forum.stoa.database.read('ledger_accounts').where(account).first()
  return Number(row?.balance ?? 0)
}
const purchases = async (token = ada.token) =>
  (await forum.stoa.call('cardPurchases', { tokenName: 'FORUM' }, { token })).body.payload
const spend = (amount: number, tokenName = 'FORUM') =>
  forum.stoa.call(
    'walletTransfer',
    { tokenName, receiverName: 'ada_demo', amount: String(amount) },
    { token: ada.token, headers: { 'idempotency-key': randomUUID() } },
  )

/** What the buyer is told, newest first. */
async function told(): Promise<(string | undefined)[]> {
  await forum.stoa.app.background.settled()
  await forum.stoa.app.jobs.drain()
  const { items } = (await forum.stoa.call('notificationList', {}, { token: ada.token })).body.payload
  for (const { kind, community, actors } of items)
    expect({ kind, community, actors }).toMatchObject({
      kind: 'moderation',
      community: { tokenName: 'FORUM' },
      actors: [],
    })
  return items.map(({ decision }) => decision?.action)
}

describe('a notice', () => {
  test('brings what was bought once, however often and in whatever order it comes', async () => {
    expect(await tell({ type: 'transaction_created', status: 'pending' })).toBe(204)
    expect((await purchases()).items).toEqual([expect.objectContaining({ status: 'pending', amount: '0' })])
    const statuses = await Promise.all(Array.from({ length: 8 }, () => tell()))
    expect(new Set(statuses)).toEqual(new Set([204]))
    await tell({ type: 'transaction_created', status: 'waitingPayment' })
    expect(await balance()).toBe(20_500_000)
    expect(await purchases()).toMatchObject({
      items: [{ providerId: id, status: 'completed', amount: '20500000', owed: '0' }],
      buyUrl: PAGE,
    })
    const { payload } = (
      await forum.stoa.call('walletHistory', { tokenName: 'FORUM', type: 'all' }, { token: ada.token })
    ).body
    expect(payload.items).toEqual([
      expect.objectContaining({ reason: 'purchase', amount: '20500000', person: null, postId: null }),
    ])
    expect((await forum.stoa.app.services.ledgerVerification.verify()).differences).toEqual([])
  })

  test('of a second purchase with the same address counts as well', async () => {
    await tell()
    id = randomUUID()
    await tell()
    expect(await balance()).toBe(41_000_000)
  })

  test('of a failure brings nothing, unless it is paid after all', async () => {
    await tell({ type: 'transaction_failed', status: 'failed' })
    expect([await balance(), (await purchases()).items[0]?.status]).toEqual([0, 'failed'])
    await tell()
    expect(await balance()).toBe(20_500_000)
  })

  test.each([
    ['without signature', null],
    ['with an empty signature', ''],
    ['with another key', 'other'],
    ['with a signature over another time', 'time'],
    ['with a signature over another body', 'body'],
    ['with half a signature', 'half'],
  ])('%s changes nothing', async (_, how) => {
    const body = bodyOf({})
    const good = signatureOf(body)
    const signatures: Record<string, string> = {
      other: signatureOf(body, 'wk_test_other'),
      time: good.replace('t=1768478400', 't=1768478401'),
      body: signatureOf(`${body} `),
      half: good.slice(0, -32),
    }
    expect(await send(body, how === null || how === '' ? how : (signatures[how] ?? ''))).toBe(400)
    expect((await purchases()).items).toEqual([])
  })

  test.each<[string, Sent]>([
    ['something else', { type: 'identity_check_updated' }],
    ['a customer', { type: 'transaction' }],
    ['a sale', { type: 'sell_transaction_updated' }],
    ['nobody here', { externalTransactionId: 'x'.repeat(62) }],
    ['no reference', { externalTransactionId: null }],
    ['an id that is none', { id: '' }],
  ])('about %s is accepted and changes nothing', async (_, sent) => {
    expect(await tell(sent)).toBe(204)
    expect([await balance(), (await purchases()).items]).toEqual([0, []])
  })

  test('that is no JSON is accepted and changes nothing', async () => {
    for (const body of ['', '{', 'null', '[]', '{"type":1}']) expect(await send(body)).toBe(204)
    expect((await purchases()).items).toEqual([])
  })

  test.each<[string, Sent]>([
    ['at another wallet', { walletAddress: `0x${'d'.repeat(40)}` }],
    ['in another currency', { currency: { code: 'btc' } }],
    ['without an amount', { quoteCurrencyAmount: null }],
    ['with a negative amount', { quoteCurrencyAmount: -1 }],
    ['with more than a balance holds', { quoteCurrencyAmount: '9007199254.740992' }],
    ['with an amount in words', { quoteCurrencyAmount: '1,5' }],
  ])('of a payment %s waits for an operator', async (_, sent) => {
    await tell(sent)
    expect([await balance(), (await purchases()).items[0]?.status]).toEqual([0, 'review'])
    await tell()
    expect(await balance()).toBe(0)
    await tell({ status: 'refunded' })
    expect((await purchases()).items[0]).toMatchObject({ status: 'refunded', owed: '0' })
  })

  test('takes letter case of addresses and codes for none', async () => {
    await tell({ walletAddress: WALLET.toUpperCase().replace('0X', '0x'), currency: { code: 'USDC' } })
    expect(await balance()).toBe(20_500_000)
  })

  test('brings as much as the books can hold, and one unit more waits for an operator', async () => {
    const { communityId: community_id, stoa } = forum
    const outside = await stoa.database.read('ledger_accounts').where({ community_id, kind: 'outside' }).first()
    const capacity = AMOUNT_MAX + Number(outside.balance)
    await tell({ quoteCurrencyAmount: plainAmount(capacity - 1) })
    expect(await balance()).toBe(capacity - 1)
    const first = id
    id = randomUUID()
    await tell({ quoteCurrencyAmount: 0.000002 })
    expect((await purchases()).items[0]?.status).toBe('review')
    id = randomUUID()
    await tell({ quoteCurrencyAmount: 0.000001 })
    expect(await balance()).toBe(capacity)
    await tell({ status: 'refunded' })
    id = first
    await tell({ status: 'refunded' })
    expect(await balance()).toBe(0)
  })

  test('for somebody who deleted their account waits for an operator', async () => {
    await forum.stoa.database.transaction(async ({ connection }) => {
      await connection('users').where({ id: ada.id }).update({ deleted_at: 1 })
    })
    await tell()
    expect(await balance()).toBe(0)
    const [row] = await forum.stoa.database.read('card_purchases').where({ provider_id: id })
    expect(row.status).toBe('review')
  })
})

describe('a purchase that was paid and has failed', () => {
  const status = async () => (await purchases()).items[0]?.status
  const failed = { type: 'transaction_failed', status: 'failed' }
  const [early, late] = ['2026-01-15T12:00:00.000Z', '2026-01-15T12:05:00.000Z']

  test('waits for an operator with its tokens, however often it is told', async () => {
    await tell()
    await Promise.all([1, 2, 3].map(() => tell(failed)))
    expect([await balance(), await status()]).toEqual([20_500_000, 'review'])
    await tell()
    expect([await balance(), await status()]).toEqual([20_500_000, 'review'])
    expect(await stoaCommand(forum.stoa.settings, ['card:refund', id])).toMatchObject({ code: 0 })
    expect([await balance(), await status()]).toEqual([0, 'refunded'])
  })

  test('is paid if the failure is the older notice, in both orders', async () => {
    await tell({ updatedAt: late })
    await tell({ ...failed, updatedAt: early })
    expect([await balance(), await status()]).toEqual([20_500_000, 'completed'])
    id = randomUUID()
    await tell({ ...failed, updatedAt: early })
    await tell({ updatedAt: late })
    expect([await balance(), await status()]).toEqual([41_000_000, 'completed'])
  })

  test('waits for an operator if the failure is the later notice, in both orders', async () => {
    await tell({ updatedAt: early })
    await tell({ ...failed, updatedAt: late })
    expect([await balance(), await status()]).toEqual([20_500_000, 'review'])
    id = randomUUID()
    await tell({ ...failed, updatedAt: late })
    await tell({ updatedAt: early })
    expect([await balance(), await status()]).toEqual([20_500_000, 'review'])
  })

  test('waits for an operator if a time can’t be read', async () => {
    await tell({ updatedAt: late })
    await tell({ ...failed, updatedAt: 'yesterday' })
    expect([await balance(), await status()]).toEqual([20_500_000, 'review'])
  })
})

describe('a refund', () => {
  test.each<Sent>([
    { status: 'refunded' },
    { type: 'transaction_refunded' },
    { type: 'transaction_updated', status: 'chargebacked' },
  ])('takes back what was bought, once: %j', async (sent) => {
    await tell()
    await Promise.all([1, 2, 3, 4].map(() => tell(sent)))
    expect(await balance()).toBe(0)
    expect((await purchases()).items[0]).toMatchObject({ status: 'refunded', owed: '0' })
    await tell()
    expect(await balance()).toBe(0)
  })

  test('is the only way to take back a purchase', async () => {
    await tell()
    const [{ transfer_id }] = await forum.stoa.database.read('card_purchases').where({ provider_id: id })
    const reverse = () =>
      forum.stoa.database.transaction((tx) => forum.stoa.app.services.ledger.reverse(tx, transfer_id))
    await expect(reverse()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await balance()).toBe(20_500_000)
  })

  test('that comes first leaves nothing to bring', async () => {
    await tell({ status: 'refunded' })
    await tell()
    expect([await balance(), (await purchases()).items[0]?.status]).toEqual([0, 'refunded'])
  })

  test('of what was spent takes the rest, and more as soon as there is some', async () => {
    await tell()
    expect((await spend(15_000_000)).status).toBe(200)
    await tell({ status: 'refunded' })
    expect([await balance(), (await purchases()).items[0]?.owed]).toEqual([0, '15000000'])
    const { cardPurchases, ledgerVerification } = forum.stoa.app.services
    await cardPurchases.collect()
    expect((await purchases()).items[0]?.owed).toBe('15000000')
    const first = id
    id = randomUUID()
    await tell({ quoteCurrencyAmount: 14.999999 })
    await cardPurchases.collect()
    expect(await balance()).toBe(0)
    expect((await purchases()).items.find(({ providerId }) => providerId === first)?.owed).toBe('1')
    id = randomUUID()
    await tell({ quoteCurrencyAmount: 3 })
    await Promise.all([cardPurchases.collect(), cardPurchases.collect()])
    expect(await balance()).toBe(2_999_999)
    expect((await purchases()).items.find(({ providerId }) => providerId === first)?.owed).toBe('0')
    expect((await ledgerVerification.verify()).differences).toEqual([])
  })

  test('of what was spent stops all spending, until it is paid', async () => {
    const { stoa, communityId } = forum
    await stoa.call('communityJoin', { tokenName: 'GUARDED', join: true }, { token: ada.token })
    const otherId = (await stoa.database.read('communities').where({ token_name: 'GUARDED' }).first()).id
    await giveMoney(stoa, { userId: ada.id, communityId: otherId, tokens: 5 })
    await tell()
    expect((await spend(20_000_000)).status).toBe(200)
    await tell({ status: 'refunded' })
    await giveMoney(stoa, { userId: ada.id, communityId, tokens: 21 })
    // Before the job takes it back.
    const message = expect.stringMatching(/^You owe 20 FORUM for .* New money in that balance pays it\./)
    const refused = { status: 422, body: { code: 'IN_DEBT', message, details: { id: '20 FORUM' } } }
    expect(await spend(1)).toMatchObject(refused)
    expect(await spend(1, 'GUARDED')).toMatchObject(refused)
    expect(await balance()).toBe(21_000_000)
    // Also where only another token is shown.
    const owed = async (tokenName: string) =>
      (await stoa.call('walletList', { tokenName }, { token: ada.token })).body.payload.items[0]?.owed
    expect([await owed('FORUM'), await owed('GUARDED')]).toEqual([{ FORUM: '20000000' }, { FORUM: '20000000' }])
    await stoa.app.services.cardPurchases.collect()
    expect(await owed('FORUM')).toBeUndefined()
    expect([await balance(), (await purchases()).items[0]?.owed]).toEqual([1_000_000, '0'])
    expect((await spend(1_000_000)).status).toBe(200)
    expect((await stoa.app.services.ledgerVerification.verify()).differences).toEqual([])
  })

  test('does not wait for a hundred that nobody can pay', async () => {
    const { stoa, communityId: community_id } = forum
    const poor = await stoa.member(`buyer_${people++}`, { join: ['FORUM'] })
    const row = { user_id: poor.id, community_id, status: 'refunded', amount: 1, owed: 1, transfer_id: '' }
    const unpaid = Array.from({ length: 100 }, (_, index) => {
      const number = String(index).padStart(3, '0')
      return { ...row, id: `0000000000000000p${number}`, provider_id: `poor-${number}`, created_at: 1, updated_at: 1 }
    })
    await stoa.database.transaction(async ({ connection }) => {
      await connection.batchInsert('card_purchases', unpaid, 50)
    })
    await tell()
    await spend(20_500_000)
    await tell({ status: 'refunded' })
    await giveMoney(stoa, { userId: ada.id, communityId: community_id, tokens: 21 })
    const { cardPurchases } = stoa.app.services
    for (const _ of [1, 2]) {
      stoa.clock.advance(60_000)
      await cardPurchases.collect()
    }
    expect([await balance(), (await purchases()).items[0]?.owed]).toEqual([500_000, '0'])
    await stoa.database.transaction(async ({ connection }) => {
      await connection('card_purchases').where({ user_id: poor.id }).del()
    })
  })

  test('waits while payouts are frozen', async () => {
    await tell()
    const freeze = { name: 'payouts', since: 1, differences: 1 }
    await forum.stoa.database.transaction(
      async ({ connection }) => void (await connection('ledger_state').insert(freeze)),
    )
    await tell({ status: 'refunded' })
    expect([await balance(), (await purchases()).items[0]?.owed]).toEqual([20_500_000, '20500000'])
    await forum.stoa.app.services.ledgerVerification.verify()
    await forum.stoa.app.services.cardPurchases.collect()
    expect([await balance(), (await purchases()).items[0]?.owed]).toEqual([0, '0'])
  })
})

describe('the buyer', () => {
  test('is told once that a purchase has arrived, and that it was taken back', async () => {
    await tell({ type: 'transaction_created', status: 'pending' })
    expect(await told()).toEqual([])
    await Promise.all([tell(), tell(), tell()])
    expect(await told()).toEqual(['purchaseCredited'])
    await Promise.all([1, 2, 3].map(() => tell({ status: 'refunded' })))
    expect(await told()).toEqual(['purchaseRefunded', 'purchaseCredited'])
    const log = (await forum.stoa.call('communityActivity', { tokenName: 'FORUM', group: 'money' }, forum.admin)).body
    expect(log.payload.items).toEqual([])
  })

  test('is told of a debt, and when it is paid', async () => {
    await tell()
    await spend(20_000_000)
    await tell({ status: 'refunded' })
    expect(await told()).toEqual(['purchaseOwed', 'purchaseCredited'])
    const { cardPurchases } = forum.stoa.app.services
    await giveMoney(forum.stoa, { userId: ada.id, communityId: forum.communityId, tokens: 19 })
    await cardPurchases.collect()
    expect(await told()).toHaveLength(2)
    await giveMoney(forum.stoa, { userId: ada.id, communityId: forum.communityId, tokens: 5 })
    await cardPurchases.collect()
    await cardPurchases.collect()
    expect(await told()).toEqual(['purchaseRefunded', 'purchaseOwed', 'purchaseCredited'])
  })

  test('is told nothing of a purchase that brought nothing', async () => {
    await tell({ type: 'transaction_failed', status: 'failed' })
    await tell({ status: 'refunded' })
    expect(await told()).toEqual([])
  })
})

test('an operator takes back what MoonPay tells nothing about, once', async () => {
  await tell()
  await spend(500_000)
  const { cardPurchases, ledgerVerification } = forum.stoa.app.services
  expect(await cardPurchases.refund(id)).toMatchObject({ status: 'refunded', owed: 500_000 })
  expect(await cardPurchases.refund(id)).toMatchObject({ status: 'refunded', owed: 500_000 })
  expect([await balance(), await told()]).toEqual([0, ['purchaseOwed', 'purchaseCredited']])
  const { id: detail } = await forum.stoa.database.read('card_purchases').where({ provider_id: id }).first()
  const acts = await forum.stoa.database.read('operator_actions').where({ action: 'refunded purchase', detail })
  expect(acts).toHaveLength(1)
  await tell()
  expect(await balance()).toBe(0)
  await expect(cardPurchases.refund('none')).rejects.toMatchObject({ code: 'PURCHASE_NOT_FOUND' })
  expect((await ledgerVerification.verify()).differences).toEqual([])
})

test('an operator takes back only what was paid, and hears if nothing of it was booked', async () => {
  const refund = () => stoaCommand(forum.stoa.settings, ['card:refund', id])
  const status = async () => (await purchases()).items[0]?.status
  await tell({ type: 'transaction_created', status: 'pending' })
  expect(await refund()).toMatchObject({ code: 1, out: '', err: expect.stringContaining('This purchase is pending') })
  expect(await status()).toBe('pending')
  await tell()
  expect([await balance(), await status()]).toEqual([20_500_000, 'completed'])
  expect(await refund()).toMatchObject({ code: 0, out: 'It is taken back.' })
  expect(await balance()).toBe(0)

  id = randomUUID()
  await tell({ type: 'transaction_failed', status: 'failed' })
  expect(await refund()).toMatchObject({ code: 1, err: expect.stringContaining('This purchase is failed') })
  id = randomUUID()
  await tell({ currency: { code: 'btc' } })
  const warn = vi.spyOn(forum.stoa.logger, 'warn')
  for (const _ of [1, 2]) expect(await refund()).toMatchObject({ code: 0, out: 'Nothing of it had been booked.' })
  expect(await status()).toBe('refunded')
  expect(warn).not.toHaveBeenCalled()
  await tell()
  expect(warn).toHaveBeenCalledWith({ purchase: id }, expect.stringContaining('paid after its refund'))
  warn.mockRestore()
})

test('an address leads back to the forum, and is for the domain’s community by default', async () => {
  const signed = await forum.stoa.call('moonpaySignUrl', { url: `${PAGE}?theme=dark` }, { token: ada.token })
  const { searchParams } = new URL(signed.body.payload.signedUrl)
  expect(searchParams.get('redirectURL')).toMatch(/\/bbs\/fiat-in-success\?token=FORUM$/)
  expect(searchParams.get('externalTransactionId')).toBe(reference)
  const refused = await forum.stoa.call('moonpaySignUrl', { url: 'https://evil.example/' }, { token: ada.token })
  expect([refused.status, refused.body.details]).toEqual([400, [expect.objectContaining({ field: 'url' })]])
})

test('cards bring the tokens of the community that the settings name, and no others', async () => {
  const member = await forum.stoa.member(`buyer_${people++}`, { join: ['FORUM', 'GUARDED'] })
  const about = { url: PAGE, tokenName: 'GUARDED' }
  const refused = await forum.stoa.call('moonpaySignUrl', about, { token: member.token })
  expect([refused.status, refused.body.code]).toEqual([403, 'CARDS_OFF'])
  const guarded = async () => {
    const { body } = await forum.stoa.call('cardPurchases', { tokenName: 'GUARDED' }, { token: member.token })
    return body.payload
  }
  expect((await guarded()).buyUrl).toBeNull()
  // Signed before the settings named another community.
  const { STOA_SECRET = '', STOA_MOONPAY_URL = '' } = forum.stoa.settings
  const moonpay = parseMoonpayUrl(STOA_MOONPAY_URL) as Moonpay
  const buyer = { userId: member.id, communityId: forum.guardedId }
  const signed = createSignedUrls(STOA_SECRET).sign(PAGE, { moonpay, wallet: WALLET, buyer, redirectUrl: '' })
  const externalTransactionId = new URL(signed).searchParams.get('externalTransactionId')
  for (const _ of [1, 2]) expect(await tell({ externalTransactionId })).toBe(204)
  expect((await guarded()).items).toEqual([expect.objectContaining({ providerId: id, status: 'review', amount: '0' })])
  expect(await forum.stoa.database.read('ledger_accounts').where({ owner_id: member.id })).toEqual([])
})

test('strangers see no purchases of others', async () => {
  await tell()
  expect((await purchases(forum.bea.token)).items).toEqual([])
})

test('without an account at MoonPay nothing is sold', async () => {
  const stoa = await startTestApp({ STOA_MOONPAY_URL: '' }, { files: { 'config.json': { money: true } } })
  await seedCommunity(stoa)
  const person = await stoa.member('cem_demo', { join: ['FORUM'] })
  const options = { token: person.token }
  expect((await stoa.call('moonpaySignUrl', { url: PAGE, tokenName: 'FORUM' }, options)).body.code).toBe('CARDS_OFF')
  expect((await stoa.call('cardPurchases', { tokenName: 'FORUM' }, options)).body.payload.buyUrl).toBeNull()
  expect((await fetch(`${stoa.url}/api/moonpay/webhook`, { method: 'POST', body: '{}' })).status).toBe(404)
  await stoa.close()
})
