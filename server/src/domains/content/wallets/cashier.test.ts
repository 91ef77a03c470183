import type { CallInput, CallName } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { giveMoney } from '../../../../test/money.ts'

const MINUTE_MS = 60_000

interface Person {
  id: string
  token: string
  username: string
}

let forum: Forum
let first: Person
let second: Person
let people = 0
const { signedUp, merge } = mergeActions(() => forum.stoa, 'merging')
beforeAll(async () => {
  forum = await startForum()
})
beforeEach(async () => {
  first = await cashier()
  second = await cashier()
})
afterAll(() => forum.stoa.close())

async function member(tokens = 0): Promise<Person> {
  const username = `cashing_${people++}`
  const made = { ...(await forum.stoa.member(username, { join: ['FORUM'] })), username }
  const { communityId } = forum
  if (tokens > 0) await giveMoney(forum.stoa, { userId: made.id, communityId, tokens })
  return made
}

async function partner(tokens = 500): Promise<Person> {
  const made = await member(tokens)
  await forum.stoa.app.services.memberships.setRole(forum.communityId, made.id, { canSell: true })
  return made
}

async function cashier(): Promise<Person> {
  const made = await member()
  await forum.stoa.app.services.memberships.setRole(forum.communityId, made.id, { permissions: ['editBBS'] })
  return made
}

/** The same person, signed in again. */
async function again(who: Person): Promise<Person> {
  const { sessions } = forum.stoa.app.services
  const { signedIn } = await sessions.begin({ userId: who.id, site: '', lasting: true })
  return { ...who, token: signedIn.accessToken }
}

const units = (tokens: number) => String(tokens * 1_000_000)
const call = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  { token, key }: { token: string; key?: string },
) => forum.stoa.call(name, input, { token, ...(key !== undefined && { headers: { 'idempotency-key': key } }) })
const refused = (code: string) => expect.objectContaining({ body: expect.objectContaining({ code }) })

const ask = (by: Person, tokens = 100, key?: string) =>
  call(
    'cashierRequest',
    { tokenName: 'FORUM', amount: units(tokens), details: 'Account 12' },
    { ...by, ...(key !== undefined && { key }) },
  )
const asked = async (by: Person, tokens = 100) => (await ask(by, tokens)).body.payload.request.id
const claim = (by: Person, requestId: string) => call('cashierClaim', { requestId }, by)
const pay = (by: Person, requestId: string) => call('cashierPay', { requestId }, by)
const cancel = (by: Person, requestId: string) => call('cashierCancel', { requestId }, by)
const refuse = (by: Person, requestId: string) => call('cashierRefuse', { requestId, reason: 'No such account' }, by)
const list = async (by: Person, input: Partial<CallInput<'cashierList'>> = {}) =>
  (await call('cashierList', { tokenName: 'FORUM', ...input }, by)).body.payload

async function balanceOf(who: Person): Promise<string> {
  return (await call('walletList', {}, who)).body.payload.items[0]?.balance.FORUM ?? '0'
}
async function held(): Promise<number> {
  const row = await forum.stoa.database
    .read('ledger_accounts')
    .where({ community_id: forum.communityId, kind: 'holds' })
    .first()
  return Number(row?.balance ?? 0)
}
async function assertAddsUp() {
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])
  expect((await forum.stoa.app.services.ledgerVerification.verify()).differences).toEqual([])
}
async function told(who: Person): Promise<(string | undefined)[]> {
  await forum.stoa.app.background.settled()
  await forum.stoa.app.jobs.drain()
  const { items } = (await call('notificationList', {}, who)).body.payload
  return items.map(({ decision }) => decision?.action)
}

describe('a cash-out', () => {
  test('is held, claimed and paid, and everybody concerned is told', async () => {
    const [cleo, before] = [await partner(), await held()]
    const { request, wallet } = (await ask(cleo)).body.payload
    expect(request).toMatchObject({
      ...{ kind: 'cashOut', amount: units(100), status: 'waiting', position: 1, person: { id: cleo.id } },
      ...{ details: 'Account 12', needsTwo: false, cancelUntil: null, reason: '' },
    })
    expect(wallet.balance.FORUM).toBe(units(400))
    expect((await held()) - before).toBe(100_000_000)
    expect((await list(first, { list: 'open' })).items).toMatchObject([{ id: request.id }])
    expect((await claim(first, request.id)).body.payload.request).toMatchObject({
      ...{ status: 'claimed', claimedBy: { id: first.id } },
    })
    expect((await list(cleo)).items).toMatchObject([{ id: request.id, status: 'claimed', claimedBy: null }])
    expect((await pay(first, request.id)).body.payload.request).toMatchObject({ status: 'paid', position: null })
    expect(await held()).toBe(before)
    expect(await balanceOf(cleo)).toBe(units(400))
    const { items } = (await call('walletHistory', { tokenName: 'FORUM' }, cleo)).body.payload
    expect(items[0]).toMatchObject({ reason: 'cashOut', amount: `-${units(100)}` })
    expect((await told(cleo)).toSorted()).toEqual(['cashOutClaimed', 'cashOutPaid'])
    expect(await told(second)).toContain('cashOutRequested')
    const log = (await call('communityActivity', { tokenName: 'FORUM', group: 'money' }, first)).body.payload
    expect(log.items.map(({ action }) => action)).toEqual(['cashOutPaid', 'cashOutClaimed', 'cashOutRequested'])
    expect(log.items[0]?.changes).toEqual([{ setting: 'amount', before: '', after: '100 FORUM' }])
    await assertAddsUp()
  })

  test('is for partners, from the minimum on, with what they have', async () => {
    expect(await ask(await member(500))).toEqual(refused('NOT_A_PARTNER'))
    const cleo = await partner(150)
    const tooSmall = await ask(cleo, 99.999999)
    expect(tooSmall).toEqual(refused('CASH_OUT_TOO_SMALL'))
    expect(tooSmall.body).toMatchObject({ message: 'The smallest cash-out here is 100 FORUM.' })
    expect(await ask(cleo, 151)).toEqual(refused('INSUFFICIENT_BALANCE'))
    await giveMoney(forum.stoa, { userId: cleo.id, communityId: forum.communityId, tokens: 50, isCredit: true })
    expect(await ask(cleo, 151)).toEqual(refused('INSUFFICIENT_BALANCE'))
    expect((await ask(cleo, 150)).status).toBe(200)
  })

  test('has the minimum that the community sets', async () => {
    const cleo = await partner()
    const set = (by: Person, minimum: string) => call('cashierMinimum', { tokenName: 'FORUM', minimum }, by)
    expect(await set(cleo, '1')).toEqual(refused('FORBIDDEN'))
    expect((await set(first, units(5))).body.payload.minimum).toBe(units(5))
    expect((await list(cleo)).minimum).toBe(units(5))
    expect((await ask(cleo, 5)).status).toBe(200)
    const log = (await call('communityActivity', { tokenName: 'FORUM', group: 'settings' }, first)).body.payload
    expect(log.items[0]?.changes).toEqual([{ setting: 'minimumCashOut', before: '100 FORUM', after: '5 FORUM' }])
    await set(first, units(100))
  })

  test('is cancelled by its owner until it is claimed, and for three minutes afterwards', async () => {
    const cleo = await partner()
    const [one, two, three] = [await asked(cleo), await asked(cleo), await asked(cleo)]
    expect(await cancel(await partner(), one)).toEqual(refused('CASH_OUT_NOT_FOUND'))
    expect((await cancel(cleo, one)).body.payload).toMatchObject({
      ...{ request: { status: 'cancelled' }, wallet: { balance: { FORUM: units(300) } } },
    })
    expect(await cancel(cleo, one)).toEqual(refused('CASH_OUT_CLOSED'))
    expect(await claim(first, one)).toEqual(refused('CASH_OUT_CLOSED'))
    await claim(first, two)
    await claim(first, three)
    forum.stoa.clock.advance(3 * MINUTE_MS - 1)
    expect((await cancel(cleo, two)).status).toBe(200)
    forum.stoa.clock.advance(1)
    expect(await cancel(cleo, three)).toEqual(refused('CASH_OUT_TOO_LATE'))
    expect(await balanceOf(cleo)).toBe(units(400))
    await assertAddsUp()
  })

  test('is refused with a reason, and the amount returns', async () => {
    const cleo = await partner()
    const requestId = await asked(cleo)
    expect((await refuse(first, requestId)).body.payload.request).toMatchObject({ status: 'refused' })
    expect((await list(cleo)).items[0]).toMatchObject({ status: 'refused', reason: 'No such account' })
    expect(await balanceOf(cleo)).toBe(units(500))
    expect(await refuse(first, requestId)).toEqual(refused('CASH_OUT_CLOSED'))
    expect(await told(cleo)).toEqual(['cashOutRefused'])
    await assertAddsUp()
  })

  test('above the domain’s amount is decided by two people', async () => {
    const cleo = await partner(2000)
    const requestId = await asked(cleo, 1000.000001)
    expect((await list(cleo)).items[0]).toMatchObject({ needsTwo: true })
    const before = await held()
    await claim(first, requestId)
    expect((await pay(first, requestId)).body.payload.request).toMatchObject({
      ...{ status: 'waiting', approvedBy: { id: first.id }, claimedBy: null },
    })
    expect(await held()).toBe(before)
    expect(await pay(first, requestId)).toEqual(refused('CASH_OUT_NOT_CLAIMED'))
    expect(await claim(first, requestId)).toEqual(refused('CASH_OUT_NEEDS_OTHER'))
    // The owner's time to cancel isn't given again.
    forum.stoa.clock.advance(3 * MINUTE_MS)
    await claim(second, requestId)
    expect(await cancel(cleo, requestId)).toEqual(refused('CASH_OUT_TOO_LATE'))
    expect((await pay(second, requestId)).body.payload.request).toMatchObject({ status: 'paid' })
    expect(before - (await held())).toBe(1_000_000_001)
    expect((await asked(await partner(1000), 1000)).length).toBe(20)
    await assertAddsUp()
  })

  test('is for cashiers, and never one’s own', async () => {
    const cleo = await partner()
    const requestId = await asked(cleo)
    const others = [cleo, await member(), forum.moderator as Person]
    for (const by of others.slice(1)) {
      for (const act of [claim, pay, refuse]) expect(await act(by, requestId)).toEqual(refused('CASH_OUT_NOT_FOUND'))
    }
    for (const by of others) {
      const queue = await call('cashierList', { tokenName: 'FORUM', list: 'open' }, by)
      expect(queue).toEqual(refused('FORBIDDEN'))
    }
    const memberships = forum.stoa.app.services.memberships
    await memberships.setRole(forum.communityId, cleo.id, { canSell: true, permissions: ['editBBS'] })
    for (const act of [claim, pay, refuse]) expect(await act(cleo, requestId)).toEqual(refused('OWN_CASH_OUT'))
    expect((await claim(forum.admin as Person, requestId)).status).toBe(200)
    expect((await cancel(cleo, requestId)).status).toBe(200)
  })

  test('is paid by whoever claimed it; after a day another cashier may take over', async () => {
    const requestId = await asked(await partner())
    expect(await pay(first, requestId)).toEqual(refused('CASH_OUT_NOT_CLAIMED'))
    await claim(first, requestId)
    expect((await claim(first, requestId)).status).toBe(200)
    expect(await claim(second, requestId)).toEqual(refused('CASH_OUT_CLAIMED'))
    expect(await refuse(second, requestId)).toEqual(refused('CASH_OUT_CLAIMED'))
    expect(await pay(second, requestId)).toEqual(refused('CASH_OUT_NOT_CLAIMED'))
    forum.stoa.clock.advance(24 * 60 * MINUTE_MS)
    ;[first, second] = [await again(first), await again(second)]
    expect((await claim(second, requestId)).status).toBe(200)
    expect(await pay(first, requestId)).toEqual(refused('CASH_OUT_NOT_CLAIMED'))
    expect((await pay(second, requestId)).status).toBe(200)
  })

  test('of a banned partner is paid', async () => {
    const cleo = await partner()
    const ban = { tokenName: 'FORUM', banUserId: cleo.id, ban: true }
    const before = await asked(cleo)
    await call('userBan', ban, forum.admin)
    expect((await ask(cleo)).status).toBe(200)
    await claim(first, before)
    expect((await pay(first, before)).status).toBe(200)
  })

  test('waits while the books are checked', async () => {
    const [cleo, { database, app }] = [await partner(), forum.stoa]
    const requestId = await asked(cleo)
    await claim(first, requestId)
    const freeze = { name: 'payouts', since: 1, differences: 1 }
    await database.transaction(({ connection }) => connection('ledger_state').insert(freeze))
    expect(await pay(first, requestId)).toEqual(refused('PAYOUTS_FROZEN'))
    expect((await list(first, { list: 'open' })).items).toContainEqual(
      expect.objectContaining({ id: requestId, status: 'claimed' }),
    )
    expect((await refuse(first, requestId)).status).toBe(200)
    expect((await app.services.ledgerVerification.verify()).isFrozen).toBe(false)
  })

  test('sent again is the same one, for good', async () => {
    const cleo = await partner()
    const one = (await ask(cleo, 100, 'k')).body.payload
    const forget = () => forum.stoa.database.transaction(({ connection }) => connection('idempotency_keys').del())
    await forget()
    expect((await ask(cleo, 100, 'k')).body.payload.request.id).toBe(one.request.id)
    await forget()
    expect(await ask(cleo, 200, 'k')).toEqual(refused('IDEMPOTENCY_MISMATCH'))
    expect(await balanceOf(cleo)).toBe(units(400))
  })
})

describe('at the same time', () => {
  test('many requests take what is there, and not a unit more', async () => {
    const cleo = await partner(730)
    const responses = await Promise.all(Array.from({ length: 200 }, () => ask(cleo)))
    const codes = responses.map(({ status, body }) => (status === 200 ? 'ok' : body.code))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(7)
    expect(await balanceOf(cleo)).toBe(units(30))
    expect((await list(cleo, { limit: 50 })).items).toHaveLength(7)
    await assertAddsUp()
  })

  test('one of two cashiers claims, and one payment is made', async () => {
    const requestId = await asked(await partner())
    const claims = await Promise.all([claim(first, requestId), claim(second, requestId)])
    expect(claims.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(claims).toContainEqual(refused('CASH_OUT_CLAIMED'))
    const by = claims[0]?.status === 200 ? first : second
    const before = await held()
    const payments = await Promise.all([pay(by, requestId), pay(by, requestId)])
    expect(payments.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(before - (await held())).toBe(100_000_000)
  })

  test('cancelling and paying is one of both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const cleo = await partner(100)
      const requestId = await asked(cleo)
      await claim(first, requestId)
      const before = await held()
      const both = await Promise.all([cancel(cleo, requestId), pay(first, requestId)])
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(before - (await held())).toBe(100_000_000)
      expect(await balanceOf(cleo)).toBe(both[0]?.status === 200 ? units(100) : '0')
    }
    await assertAddsUp()
  })
})

test('lists have pages, the queue in its order and the rest newest first', async () => {
  const cleo = await partner(1000)
  const ids: string[] = []
  for (let round = 0; round < 3; round += 1) {
    forum.stoa.clock.advance(1)
    ids.push(await asked(cleo))
  }
  const pagesOf = async (by: Person, input: Partial<CallInput<'cashierList'>>) => {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(by, { ...input, limit: 2, ...(cursor && { cursor }) })
      found.push(...page.items.map(({ id }) => id))
      cursor = page.cursor
    } while (cursor !== null)
    return found
  }
  expect(await pagesOf(cleo, {})).toEqual(ids.toReversed())
  expect((await pagesOf(first, { list: 'open' })).slice(-3)).toEqual(ids)
  const queue = (await list(first, { list: 'open', limit: 50 })).items
  expect(queue.map(({ position }) => position)).toEqual(queue.map((_, index) => index + 1))
  await refuse(first, ids[0] ?? '')
  expect((await list(first, { list: 'closed' })).items[0]?.id).toBe(ids[0])
})

test('merged accounts cash out as one, and each gets back what it had', async () => {
  const { communityId, stoa } = forum
  const [main, other] = [await signedUp(), await signedUp()]
  for (const { id: userId } of [main, other]) await giveMoney(stoa, { userId, communityId, tokens: 100 })
  await stoa.app.services.memberships.setRole(communityId, other.id, { canSell: true })
  await merge(main, other)
  const input = { tokenName: 'FORUM', amount: units(150) }
  const { request } = (await call('cashierRequest', input, main)).body.payload
  await refuse(first, request.id)
  const balances = async ({ id }: { id: string }) =>
    (await stoa.app.services.ledgerStatements.balancesOf([id])).get(communityId)?.balance
  expect([await balances(main), await balances(other)]).toEqual([100_000_000, 100_000_000])
  await assertAddsUp()
})

test('a deleted account leaves no bank details', async () => {
  const cleo = await partner()
  const requestId = await asked(cleo)
  await forum.stoa.database.transaction((tx) =>
    forum.stoa.app.services.deletions.requestFor(tx, cleo.id, {
      content: 'keep',
      domain: forum.stoa.app.services.domains.all[0],
    }),
  )
  await forum.stoa.app.background.settled()
  await forum.stoa.app.jobs.drain()
  const { items } = await list(first, { list: 'open', limit: 50 })
  const left = items.find(({ id }) => id === requestId)
  expect(left).toMatchObject({ details: '', person: { username: 'deleted' } })
  expect(JSON.stringify(left)).not.toContain(cleo.username)
  await assertAddsUp()
})

test('a cash-out below the amount, but not with the others of the day, is decided by two people', async () => {
  const cleo = await partner(3000)
  const next = async (tokens: number) => (await ask(cleo, tokens)).body.payload.request
  const one = await next(600)
  expect([one.needsTwo, (await next(400)).needsTwo, (await next(100)).needsTwo]).toEqual([false, false, true])
  // What is cancelled leaves, also out of the limit.
  await cancel(cleo, one.id)
  expect((await next(500)).needsTwo).toBe(false)
  expect((await next(100)).needsTwo).toBe(true)
  forum.stoa.clock.advance(24 * 60 * MINUTE_MS)
  const later = await again(cleo)
  expect((await ask(later, 1000)).body.payload.request.needsTwo).toBe(false)
})

test('a cash-out isn’t paid by whoever approved it, even after a merge', async () => {
  const requestId = await asked(await partner(2000), 1500)
  const [main, other] = [await signedUp(), await signedUp()]
  for (const { id } of [main, other])
    await forum.stoa.app.services.memberships.setRole(forum.communityId, id, { permissions: ['editBBS'] })
  await claim(other, requestId)
  expect((await pay(other, requestId)).body.payload.request).toMatchObject({ approvedBy: { id: other.id } })
  await claim(main, requestId)
  await merge(main, other)
  const before = await held()
  expect(await pay(main, requestId)).toEqual(refused('CASH_OUT_NEEDS_OTHER'))
  expect(await held()).toBe(before)
  forum.stoa.clock.advance(24 * 60 * MINUTE_MS)
  second = await again(second)
  await claim(second, requestId)
  expect((await pay(second, requestId)).body.payload.request).toMatchObject({ status: 'paid' })
  await assertAddsUp()
})

test('whoever owes money isn’t paid, and gets back what is held', async () => {
  const [cleo, dora] = [await partner(2000), await partner(200)]
  const owing = new Set<string>()
  forum.stoa.app.services.ledger.refuse(async (_, { ownerIds }) => ownerIds.some((id) => owing.has(id)))
  const [small, large] = [await asked(cleo, 100), await asked(cleo, 1500)]
  for (const id of [small, large]) await claim(first, id)
  owing.add(cleo.id)
  // Neither the payout nor an approval.
  for (const id of [small, large]) expect(await pay(first, id)).toEqual(refused('OWES_MONEY'))
  expect((await refuse(first, small)).status).toBe(200)
  expect((await cancel(cleo, large)).status).toBe(200)
  expect(await balanceOf(cleo)).toBe(units(2000))
  const other = await asked(dora)
  await claim(first, other)
  expect((await pay(first, other)).status).toBe(200)
  await assertAddsUp()
})

test('open pages of cashiers, owners and those behind them hear of each act', async () => {
  const [cleo, dora] = [await partner(), await partner()]
  await forum.stoa.app.background.settled()
  const told: { userId: string; requestId: string | null }[] = []
  const watched = [first.id, second.id, cleo.id, dora.id]
  const stop = forum.stoa.app.events.subscribe(({ name, room, event }) => {
    if (name !== 'cashier.changed' || !watched.includes(event.userId)) return
    expect([room, event.tokenName]).toEqual([`account:${event.userId}`, 'FORUM'])
    told.push({ userId: event.userId, requestId: event.requestId })
  })
  const by = (one: { userId: string }, other: { userId: string }) =>
    watched.indexOf(one.userId) - watched.indexOf(other.userId)
  const heard = async () => {
    await forum.stoa.app.background.settled()
    return told.splice(0).toSorted(by)
  }
  const all = (owner: Person, requestId: string) => [first, second, owner].map(({ id }) => ({ userId: id, requestId }))
  const one = await asked(cleo)
  expect(await heard()).toEqual(all(cleo, one))
  const other = await asked(dora)
  // Nobody moves in the queue.
  expect(await heard()).toEqual(all(dora, other))
  await claim(first, one)
  expect(await heard()).toEqual(all(cleo, one))
  const placeOf = async (who: Person) => (await list(who)).items[0]?.position ?? 0
  const before = await placeOf(dora)
  await pay(first, one)
  expect(await heard()).toEqual([...all(cleo, one), { userId: dora.id, requestId: null }])
  expect(await placeOf(dora)).toBe(before - 1)
  await refuse(first, other)
  expect(await heard()).toEqual(all(dora, other))
  const last = await asked(cleo)
  await heard()
  await cancel(cleo, last)
  expect(await heard()).toEqual(all(cleo, last))
  stop()
})

test('what somebody asked for is listed in pages', async () => {
  const cleo = await partner()
  for (let count = 0; count < 3; count += 1) await ask(cleo, 100)
  const page = await list(cleo, { limit: 2 })
  expect(page).toMatchObject({ items: { length: 2 }, hasMore: true })
  const rest = await list(cleo, { limit: 2, cursor: page.cursor ?? '' })
  expect([...page.items, ...rest.items].map(({ status }) => status)).toEqual(['waiting', 'waiting', 'waiting'])
  expect(new Set([...page.items, ...rest.items].map(({ id }) => id)).size).toBe(3)
  expect(rest.hasMore).toBe(false)
})
