import { PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { isInOneStep, locksOf } from '../../../../test/ledger-locks.ts'
import { giveMoney } from '../../../../test/money.ts'
import { seedPost } from '../../../../test/seed-post.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const moneyLimits = { twoPeopleAbove: 1000, perDay: 100, newAccountPerDay: 10, newAccountDays: 7 }

interface Person {
  id: string
  token: string
  username: string
}

let stoa: TestApp
let communityId: string
let people = 0
let cashier: Person
beforeAll(async () => {
  stoa = await startTestApp({}, { files: { 'config.json': { money: true, moneyLimits } } })
  await stoa.app.services.domains.ensureDefaultCommunity()
  communityId = await stoa.app.services.communities.idOf('FORUM')
})
afterAll(() => stoa.close())
beforeEach(async () => {
  cashier = await person(0)
  await stoa.app.services.memberships.setRole(communityId, cashier.id, { permissions: ['editBBS'] })
})

async function person(tokens = 500): Promise<Person> {
  const username = `limited_${people++}`
  const made = { ...(await stoa.member(username, { join: ['FORUM'] })), username }
  if (tokens > 0) await giveMoney(stoa, { userId: made.id, communityId, tokens })
  return made
}
/** The same person, signed in again. */
async function again(who: Person): Promise<Person> {
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: who.id, site: '', lasting: true })
  return { ...who, token: signedIn.accessToken }
}
/** Somebody whose account isn't new. */
async function veteran(tokens = 500): Promise<Person> {
  const made = await person(tokens)
  stoa.clock.advance(7 * DAY_MS)
  cashier = await again(cashier)
  return again(made)
}

const units = (tokens: number) => String(tokens * 1_000_000)
const refused = (code: string) => expect.objectContaining({ body: expect.objectContaining({ code }) })
const send = (by: Person, to: Person, { tokens, key }: { tokens: number; key?: string }) => {
  const input = { receiverName: to.username, tokenName: 'FORUM', amount: units(tokens) }
  return stoa.call('walletTransfer', input, { token: by.token, ...(key && { headers: { 'idempotency-key': key } }) })
}
const isHeld = async (...[by, to, about]: Parameters<typeof send>) =>
  (await send(by, to, about)).body.payload.isHeld ?? false
async function walletOf({ token }: Person): Promise<[string, string]> {
  const { items } = (await stoa.call('walletList', {}, { token })).body.payload
  return [items[0]?.balance.FORUM ?? '0', items[0]?.creditBalance.FORUM ?? '0']
}
const own = async ({ token }: Person) =>
  (await stoa.call('cashierList', { tokenName: 'FORUM' }, { token })).body.payload.items
const claim = (requestId: string) => stoa.call('cashierClaim', { requestId }, { token: cashier.token })
const pay = (requestId: string) => stoa.call('cashierPay', { requestId }, { token: cashier.token })
async function assertAddsUp() {
  expect(await stoa.app.services.integrity.check()).toEqual([])
}

test('a payment above the day’s limit is held until a cashier releases it', async () => {
  const [ada, bea] = [await veteran(), await person(0)]
  expect(await isHeld(ada, bea, { tokens: 60 })).toBe(false)
  expect(await isHeld(ada, bea, { tokens: 40.000001 })).toBe(true)
  // What is held counts, too.
  expect(await isHeld(ada, bea, { tokens: 0.000001 })).toBe(true)
  expect(await walletOf(bea)).toEqual([units(60), '0'])
  const [request] = (await own(ada)).slice(1)
  expect(request).toMatchObject({ kind: 'transfer', status: 'waiting', receiver: { id: bea.id } })
  expect(await own(bea)).toEqual([])
  await claim(request?.id ?? '')
  expect((await pay(request?.id ?? '')).body.payload.request).toMatchObject({ status: 'paid' })
  expect(await walletOf(bea)).toEqual(['100000001', '0'])
  const history = (await stoa.call('walletHistory', { tokenName: 'FORUM' }, { token: bea.token })).body.payload
  expect(history.items[0]).toMatchObject({ reason: 'transfer', amount: '40000001', person: { id: ada.id } })
  const log = (await stoa.call('communityActivity', { tokenName: 'FORUM', group: 'money' }, { token: cashier.token }))
    .body.payload
  expect(log.items.map(({ action }) => action)).toEqual([
    ...['paymentPaid', 'paymentClaimed', 'paymentHeld', 'paymentHeld'],
  ])
  await assertAddsUp()
})

test('the limit is one for 24 hours, and smaller for new accounts', async () => {
  const [ada, bea] = [await person(), await person(0)]
  expect(await isHeld(ada, bea, { tokens: 10 })).toBe(false)
  expect(await isHeld(ada, bea, { tokens: 1 })).toBe(true)
  stoa.clock.advance(DAY_MS)
  const later = await again(ada)
  expect(await isHeld(later, bea, { tokens: 10 })).toBe(false)
  stoa.clock.advance(6 * DAY_MS)
  const old = await again(ada)
  expect(await isHeld(old, bea, { tokens: 100 })).toBe(false)
  expect(await isHeld(old, bea, { tokens: 1 })).toBe(true)
})

test('what returns doesn’t count anymore', async () => {
  const [ada, bea] = [await veteran(), await person(0)]
  expect(await isHeld(ada, bea, { tokens: 150 })).toBe(true)
  const [request] = await own(ada)
  await stoa.call('cashierCancel', { requestId: request?.id ?? '' }, { token: ada.token })
  expect(await walletOf(ada)).toEqual([units(500), '0'])
  expect(await isHeld(ada, bea, { tokens: 100 })).toBe(false)
  await assertAddsUp()
})

test('what returns raises no limit after its hold has left the day', async () => {
  const [before, bea] = [await veteran(6000), await person(0)]
  expect(await isHeld(before, bea, { tokens: 5000 })).toBe(true)
  stoa.clock.advance(DAY_MS + 1)
  const ada = await again(before)
  const [request] = await own(ada)
  await stoa.call('cashierCancel', { requestId: request?.id ?? '' }, { token: ada.token })
  expect(await walletOf(ada)).toEqual([units(6000), '0'])
  expect(await isHeld(ada, bea, { tokens: 100.000001 })).toBe(true)
  await stoa.call('cashierCancel', { requestId: (await own(ada))[0]?.id ?? '' }, { token: ada.token })
  expect(await isHeld(ada, bea, { tokens: 100 })).toBe(false)
})

test('a held tip is counted once it is released, and keeps its kinds of money', async () => {
  const [ada, bea] = [await veteran(), await person(0)]
  await giveMoney(stoa, { userId: ada.id, communityId, tokens: 50, isCredit: true })
  const postId = await seedPost(stoa, { communityId, publisherId: bea.id })
  const tip = { entityId: postId, entityType: 'Post', amount: units(120) } as const
  const response = (await stoa.call('walletTip', tip, { token: ada.token })).body.payload
  expect(response).toMatchObject({ tips: '0', isHeld: true, wallet: { balance: { FORUM: units(430) } } })
  const [request] = await own(ada)
  await claim(request?.id ?? '')
  await pay(request?.id ?? '')
  expect(await walletOf(bea)).toEqual([units(70), units(50)])
  const { post } = (await stoa.call('postGet', { idOrSlug: postId, tokenName: 'FORUM' })).body.payload
  expect(post.tips).toBe(units(120))
  await assertAddsUp()
})

test('what can’t be received anymore stays held until it is refused', async () => {
  const [ada, bea] = [await veteran(), await person(0)]
  await send(ada, bea, { tokens: 150 })
  const admin = await stoa.member('chief_demo', { networkAdmin: true })
  const ban = { tokenName: 'FORUM', banUserId: bea.id, ban: true }
  await stoa.call('userBan', ban, { token: admin.token })
  const requestId = (await own(ada))[0]?.id ?? ''
  await claim(requestId)
  expect(await pay(requestId)).toEqual(refused('RECEIVER_REFUSED'))
  expect((await own(ada))[0]).toMatchObject({ status: 'claimed' })
  await stoa.call('cashierRefuse', { requestId, reason: 'Banned' }, { token: cashier.token })
  expect(await walletOf(ada)).toEqual([units(500), '0'])
  await assertAddsUp()
})

test('a held tip for what is hidden meanwhile isn’t released', async () => {
  const [ada, bea] = [await veteran(), await person(0)]
  const postId = await seedPost(stoa, { communityId, publisherId: bea.id })
  const tip = { entityId: postId, entityType: 'Post', amount: units(120) } as const
  await stoa.call('walletTip', tip, { token: ada.token })
  const requestId = (await own(ada))[0]?.id ?? ''
  await claim(requestId)
  const setStatus = (status: number) =>
    stoa.database.transaction(
      async ({ connection }) => void (await connection('posts').where('id', postId).update({ status })),
    )
  await setStatus(PostStatus.hiddenByAdmin)
  expect(await pay(requestId)).toEqual(refused('RECEIVER_REFUSED'))
  await setStatus(PostStatus.published)
  expect((await pay(requestId)).status).toBe(200)
  expect(await walletOf(bea)).toEqual([units(120), '0'])
})

test('a member’s own keys have no part in what is released', async () => {
  const [before, bea] = [await veteran(), await person(0)]
  const postId = await seedPost(stoa, { communityId, publisherId: bea.id })
  const tip = async (by: Person, key: string) => {
    const about = { token: by.token, headers: { 'idempotency-key': key } }
    const input = { entityId: postId, entityType: 'Post', amount: units(90) } as const
    return (await stoa.call('walletTip', input, about)).body.payload.isHeld ?? false
  }
  expect([await tip(before, 'first'), await tip(before, 'second')]).toEqual([false, true])
  stoa.clock.advance(DAY_MS)
  const ada = await again(before)
  cashier = await again(cashier)
  const requestId = (await own(ada))[0]?.id ?? ''
  expect(await tip(ada, `released ${requestId}`)).toBe(false)
  await claim(requestId)
  expect((await pay(requestId)).body.payload.request).toMatchObject({ status: 'paid' })
  expect([await walletOf(ada), await walletOf(await again(bea))]).toEqual([
    [units(230), '0'],
    [units(270), '0'],
  ])
  const { post } = (await stoa.call('postGet', { idOrSlug: postId, tokenName: 'FORUM' })).body.payload
  expect(post.tips).toBe(units(270))
  await assertAddsUp()
})

test('a payment sent again stays held or paid', async () => {
  const [ada, bea] = [await veteran(), await person(0)]
  const forget = () => stoa.database.transaction(({ connection }) => connection('idempotency_keys').del())
  const [first, second] = [
    { tokens: 90, key: 'first' },
    { tokens: 90, key: 'second' },
  ]
  expect([await isHeld(ada, bea, first), await isHeld(ada, bea, second)]).toEqual([false, true])
  await forget()
  expect([await isHeld(ada, bea, first), await isHeld(ada, bea, second)]).toEqual([false, true])
  expect(await walletOf(ada)).toEqual([units(320), '0'])
  expect(await own(ada)).toHaveLength(1)
})

test('a key that a cashier uses again returns each payment once', async () => {
  const [ada, bea] = [await veteran(), await person(0)]
  for (const tokens of [110, 120, 130]) await send(ada, bea, { tokens })
  const [third = '', second = '', first = ''] = (await own(ada)).map(({ id }) => id)
  const act = async (name: 'cashierPay' | 'cashierRefuse' | 'cashierClaim', requestId: string) => {
    await stoa.database.transaction(({ connection }) => connection('idempotency_keys').del())
    const about = { token: cashier.token, headers: { 'idempotency-key': 'again' } }
    const response = await stoa.call(name, { requestId, ...(name === 'cashierRefuse' && { reason: 'No' }) }, about)
    expect(response.status).toBe(200)
  }
  for (const id of [first, third]) await claim(id)
  await act('cashierPay', first)
  expect([await walletOf(ada), await walletOf(bea)]).toEqual([
    [units(140), '0'],
    [units(110), '0'],
  ])
  await act('cashierRefuse', second)
  expect(await walletOf(ada)).toEqual([units(260), '0'])
  await act('cashierPay', third)
  expect([await walletOf(ada), await walletOf(bea)]).toEqual([
    [units(260), '0'],
    [units(240), '0'],
  ])
  const holds = await stoa.database.read('ledger_accounts').where({ community_id: communityId, kind: 'holds' }).first()
  const open = await stoa.database
    .read('cashier_requests')
    .whereIn('status', ['waiting', 'claimed'])
    .sum({ of: 'amount' })
  expect(Number(holds.balance)).toBe(Number(open[0]?.of))
  await assertAddsUp()
})

test('many payments at the same time share one limit', async () => {
  const [ada, bea] = [await veteran(), await person(0)]
  const all = await Promise.all(Array.from({ length: 10 }, () => isHeld(ada, bea, { tokens: 30 })))
  expect(all.filter((held) => !held)).toHaveLength(3)
  expect(await walletOf(bea)).toEqual([units(90), '0'])
})

test('a cash-out above the limit is decided by two people', async () => {
  const ada = await veteran()
  await stoa.app.services.memberships.setRole(communityId, ada.id, { canSell: true })
  const ask = (tokens: number) =>
    stoa.call('cashierRequest', { tokenName: 'FORUM', amount: units(tokens) }, { token: ada.token })
  expect((await ask(100)).body.payload.request.needsTwo).toBe(false)
  expect((await ask(100)).body.payload.request.needsTwo).toBe(true)
})

test('all that a payment may change is locked in one step, so that two can’t wait for each other', async () => {
  const [ada, bea] = [await veteran(), await person(0)]
  let postId = ''
  const tip = (tokens: number) =>
    stoa.call('walletTip', { entityId: postId, entityType: 'Post', amount: units(tokens) }, { token: ada.token })
  postId = await seedPost(stoa, { communityId, publisherId: bea.id })
  for (const tokens of [10, 120]) {
    const { accounts, people } = await locksOf(stoa, () => tip(tokens))
    // Balance and credit of both, and what is held.
    expect([accounts[0]?.length, people.length, isInOneStep(accounts)]).toEqual([5, 1, true])
  }
  const requestId = (await own(ada))[0]?.id ?? ''
  await claim(requestId)
  const { accounts, people } = await locksOf(stoa, () => pay(requestId))
  expect([accounts[0]?.length, isInOneStep(accounts)]).toEqual([5, true])
  expect(people.map((ids) => ids.toSorted())).toEqual([[ada.id, bea.id, cashier.id].toSorted()])
  expect(await walletOf(bea)).toEqual([units(130), '0'])

  await stoa.app.services.memberships.setRole(communityId, ada.id, { canSell: true })
  const ask = () => stoa.call('cashierRequest', { tokenName: 'FORUM', amount: units(100) }, { token: ada.token })
  expect(isInOneStep((await locksOf(stoa, ask)).accounts)).toBe(true)
  // The credit counts, too, though transfers don't change it.
  const cleo = await veteran()
  await giveMoney(stoa, { userId: cleo.id, communityId, tokens: 5, isCredit: true })
  const transfer = await locksOf(stoa, () => send(cleo, bea, { tokens: 10 }))
  expect([transfer.accounts[0]?.length, isInOneStep(transfer.accounts)]).toEqual([4, true])
})

test('what an operator takes back doesn’t count anymore', async () => {
  const [ada, bea] = [await veteran(), await person(0)]
  const sent = (await send(ada, bea, { tokens: 90 })).body.payload
  expect(await isHeld(ada, bea, { tokens: 11 })).toBe(true)
  const postId = await seedPost(stoa, { communityId, publisherId: bea.id })
  const promotion = { postId, amount: units(5), hours: 24 }
  await stoa.call('walletPromote', promotion, { token: ada.token })
  await stoa.call('cashierCancel', { requestId: (await own(ada))[0]?.id ?? '' }, { token: ada.token })
  const [promoted] = (
    await stoa.call('walletHistory', { tokenName: 'FORUM', type: 'promotions' }, { token: ada.token })
  ).body.payload.items
  for (const id of [sent.transferId, promoted?.id ?? ''])
    await stoa.database.transaction((tx) => stoa.app.services.moneyOperator.reverse(tx, id))
  expect(await walletOf(ada)).toEqual([units(500), '0'])
  expect(await isHeld(ada, bea, { tokens: 100 })).toBe(false)
  expect(await isHeld(ada, bea, { tokens: 0.000001 })).toBe(true)
  await assertAddsUp()
})

test('a held tip says what it is for, to those who may see that', async () => {
  const [ada, bea] = [await veteran(), await person(0)]
  const postId = await seedPost(stoa, { communityId, publisherId: bea.id })
  const input = { tokenName: 'FORUM', postId, content: 'Thanks!' }
  const { comment } = (await stoa.call('commentCreate', input, { token: (await again(bea)).token })).body.payload
  const tips = [
    { entityId: postId, entityType: 'Post' },
    { entityId: comment.id, entityType: 'Comment' },
  ] as const
  for (const tip of tips) await stoa.call('walletTip', { ...tip, amount: units(120) }, { token: ada.token })
  const links = [
    { postId, commentId: comment.id },
    { postId, commentId: null },
  ]
  expect(await own(ada)).toMatchObject(links)
  const listed = async () =>
    (await stoa.call('cashierList', { tokenName: 'FORUM', list: 'open', limit: 100 }, { token: cashier.token })).body
      .payload.items
  expect((await listed()).slice(-2)).toMatchObject(links.toReversed())
  await send(ada, bea, { tokens: 130 })
  expect((await listed()).at(-1)).toMatchObject({ kind: 'transfer', postId: null, commentId: null })
  await stoa.database.transaction(
    async ({ connection }) => void (await connection('posts').where('id', postId).update({ status: PostStatus.draft })),
  )
  expect(await own(ada)).toMatchObject([{}, ...links.map(() => ({ postId: null, commentId: null }))])
})
