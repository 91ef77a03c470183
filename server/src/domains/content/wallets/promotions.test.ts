import { type CallInput, type PostListType, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { createLiveClients } from '../../../../test/live-clients.ts'
import { giveMoney } from '../../../../test/money.ts'

const HOUR = 60 * 60 * 1000
/** Of a day, with the default settings. */
const PRICE = 1_000_000

let forum: Forum
const people: Person[] = []
let made = 0
beforeAll(async () => {
  forum = await startForum()
  people.push(forum.cem)
})
afterAll(() => forum.stoa.close())
/** Ends what runs, so that each test begins with an empty list. */
beforeEach(() => pass(721 * HOUR))

interface Person {
  id: string
  token: string
}

/** Lets time pass. Everybody signs in again, and no response stays cached. */
async function pass(milliseconds: number): Promise<void> {
  forum.stoa.clock.advance(milliseconds + 1000)
  for (const one of people) {
    const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: one.id, site: '', lasting: true })
    one.token = signedIn.accessToken
  }
}

async function person(tokens = 0, credit = 0): Promise<Person> {
  const one = await forum.stoa.member(`promoter_${made++}`, { join: ['FORUM'] })
  people.push(one)
  const { communityId } = forum
  if (tokens > 0) await giveMoney(forum.stoa, { userId: one.id, communityId, tokens })
  if (credit > 0) await giveMoney(forum.stoa, { userId: one.id, communityId, tokens: credit, isCredit: true })
  return one
}

const as = ({ token }: { token: string }, key?: string) => ({
  token,
  ...(key && { headers: { 'idempotency-key': key } }),
})
const promote = (by: { token: string }, input: Partial<CallInput<'walletPromote'>>, key?: string) =>
  forum.stoa.call('walletPromote', { postId: '', amount: String(PRICE), hours: 24, ...input }, as(by, key))
const refused = (code: string) => expect.objectContaining({ body: expect.objectContaining({ code }) })
const now = () => forum.stoa.clock.now()

async function walletOf(who: { token: string }): Promise<[string, string]> {
  const { items } = (await forum.stoa.call('walletList', {}, as(who))).body.payload
  return [items[0]?.balance.FORUM ?? '0', items[0]?.creditBalance.FORUM ?? '0']
}
async function listed(input: Partial<CallInput<'postList'>> = {}, by?: { token: string }): Promise<string[]> {
  const query = { type: 'all', sort: 'promoted', ...input } as const
  const { items } = (await forum.stoa.call('postList', query, by ? as(by) : {})).body.payload
  return items.map(({ id }) => id)
}
async function endOf(postId: string): Promise<number | undefined> {
  const { post } = (await forum.stoa.call('postGet', { idOrSlug: postId, tokenName: 'FORUM' })).body.payload
  return post.promotedUntil
}
async function assertAddsUp() {
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])
}
async function reverse(postId: string, place = 0) {
  const rows = await forum.stoa.database.read('promotions').where({ post_id: postId }).orderBy('starts_at')
  const { moneyOperator } = forum.stoa.app.services
  return forum.stoa.database.transaction((tx) => moneyOperator.reverse(tx, rows[place].id))
}

describe('a promotion', () => {
  let author: Person
  let postId: string
  beforeEach(async () => {
    author = await person()
    postId = await forum.newPost({ publisherId: author.id })
  })

  test('is paid from credit first, and shown until it ends', async () => {
    const payer = await person(10, 3)
    const response = await promote(payer, { postId, amount: String(5 * PRICE), hours: 48 })
    const promotedUntil = now() + 48 * HOUR
    expect(response.body.payload).toEqual({
      ...{ postId, promotedUntil },
      wallet: { id: payer.id, balance: { FORUM: String(8 * PRICE) }, creditBalance: { FORUM: '0' } },
    })
    expect(await endOf(postId)).toBe(promotedUntil)
    expect(await listed()).toEqual([postId])
    const { items } = (await forum.stoa.call('walletHistory', { tokenName: 'FORUM', type: 'promotions' }, as(payer)))
      .body.payload
    expect(items.map(({ amount, kind, reason, postId: id }) => [amount, kind, reason, id]).toSorted()).toEqual([
      [`-${2 * PRICE}`, 'balance', 'promotion', postId],
      [`-${3 * PRICE}`, 'credit', 'promotion', postId],
    ])
    await assertAddsUp()
    await pass(48 * HOUR - 2000)
    expect(await listed()).toEqual([postId])
    await pass(0)
    expect(await listed()).toEqual([])
    expect(await endOf(postId)).toBeUndefined()
    await assertAddsUp()
  })

  test('begins when the present one ends, up to thirty days ahead', async () => {
    const [payer, other] = [await person(100), await person(100)]
    const began = now()
    await promote(payer, { postId })
    await pass(HOUR)
    expect((await promote(other, { postId })).body.payload.promotedUntil).toBe(began + 48 * HOUR)
    const long = { postId, amount: String(30 * PRICE), hours: 720 }
    expect(await promote(other, long)).toEqual(refused('PROMOTION_TOO_LONG'))
    expect(await walletOf(other)).toEqual([String(99 * PRICE), '0'])
    const rest = { ...long, hours: 720 - 47 }
    expect((await promote(other, rest)).body.payload.promotedUntil).toBe(began + 721 * HOUR)
    await assertAddsUp()
  })

  test('costs what the domain says', async () => {
    const payer = await person(10)
    expect(await promote(payer, { postId, amount: String(PRICE - 1) })).toEqual(refused('PROMOTION_PRICE'))
    expect(await promote(payer, { postId, amount: '41666', hours: 1 })).toEqual(refused('PROMOTION_PRICE'))
    expect(await promote(payer, { postId, amount: String(11 * PRICE) })).toEqual(refused('INSUFFICIENT_BALANCE'))
    for (const hours of [0, 721, 1.5])
      expect(await promote(payer, { postId, hours })).toEqual(refused('VALIDATION_FAILED'))
    expect(await listed()).toEqual([])
    expect((await promote(payer, { postId, amount: '41667', hours: 1 })).status).toBe(200)
  })

  test('with one key is one promotion; with other content it is refused', async () => {
    const payer = await person(10)
    const [first, second] = await Promise.all([promote(payer, { postId }, 'k'), promote(payer, { postId }, 'k')])
    expect(first.body.payload).toEqual(second.body.payload)
    expect(await promote(payer, { postId, hours: 12 }, 'k')).toEqual(refused('IDEMPOTENCY_MISMATCH'))
    // The response is no longer stored.
    await forum.stoa.database.transaction(({ connection }) => connection('idempotency_keys').del())
    expect((await promote(payer, { postId }, 'k')).body.payload).toEqual(first.body.payload)
    expect(await walletOf(payer)).toEqual([String(9 * PRICE), '0'])
    expect(await endOf(postId)).toBe(now() + 24 * HOUR)
    await assertAddsUp()
  })

  test('of many at once is added up exactly', async () => {
    const payers = await Promise.all(Array.from({ length: 6 }, () => person(2)))
    await Promise.all(payers.map((payer) => promote(payer, { postId })))
    expect(await endOf(postId)).toBe(now() + 6 * 24 * HOUR)
    await assertAddsUp()
  })

  test('is told to those who watch the post', async () => {
    const payer = await person(1)
    const client = await createLiveClients(forum.stoa.url).connect({ watch: { postIds: [postId] } })
    await promote(payer, { postId })
    const post = expect.objectContaining({ promotedUntil: now() + 24 * HOUR })
    await expect
      .poll(() => client.events)
      .toContainEqual({ name: 'post.changed', event: expect.objectContaining({ postId, post }) })
    client.socket.disconnect()
  })

  test('ends when an operator takes it back, and those after it begin earlier', async () => {
    const payer = await person(10)
    for (const hours of [24, 48, 24]) await promote(payer, { postId, hours, amount: String(2 * PRICE) })
    await pass(30 * HOUR)
    await reverse(postId, 1)
    expect(await endOf(postId)).toBe(now() + 24 * HOUR)
    expect(await walletOf(payer)).toEqual([String(6 * PRICE), '0'])
    await reverse(postId, 2)
    expect(await endOf(postId)).toBeUndefined()
    expect(await listed()).toEqual([])
    await reverse(postId, 0)
    expect((await promote(payer, { postId })).body.payload.promotedUntil).toBe(now() + 24 * HOUR)
    await assertAddsUp()
  })

  test('is for published posts only, and hidden ones leave the list', async () => {
    const payer = await person(10)
    const { pending, hiddenByAdmin, unlisted } = PostStatus
    const other = async (status: number) => forum.newPost({ publisherId: author.id, status })
    expect(await promote(payer, { postId: await other(pending) })).toEqual(refused('POST_NOT_FOUND'))
    expect(await promote(payer, { postId: await other(hiddenByAdmin) })).toEqual(refused('POST_NOT_FOUND'))
    expect(await promote(payer, { postId: await other(unlisted) })).toEqual(refused('POST_NOT_PUBLISHED'))
    await promote(payer, { postId })
    await forum.stoa.call('postDelete', { tokenName: 'FORUM', postId, hidden: true }, as(author))
    expect(await listed()).toEqual([])
    await forum.stoa.call('postDelete', { tokenName: 'FORUM', postId, hidden: false }, as(author))
    expect(await listed()).toEqual([postId])
  })

  test('is in the community’s log, and so is its reversal', async () => {
    const [payer, moderator] = [await person(10, 3), await person()]
    await forum.stoa.app.services.memberships.setRole(forum.communityId, moderator.id, { permissions: ['editBBS'] })
    const logged = async () => {
      const { items } = (
        await forum.stoa.call('communityActivity', { tokenName: 'FORUM', group: 'money', limit: 2 }, as(moderator))
      ).body.payload
      return items.map(({ action, actor, person: about, postId: id, changes }) => {
        return [action, actor?.userId, about?.userId, id, changes[0]?.after]
      })
    }
    const promoted = ['postPromoted', payer.id, author.id, postId, '5.5 FORUM']
    for (const _ of [1, 2]) await promote(payer, { postId, amount: '5500000' }, 'once')
    expect((await logged()).filter(([, , , id]) => id === postId)).toEqual([promoted])
    for (const _ of [1, 2]) await reverse(postId)
    // By the operator, who isn't named.
    expect(await logged()).toEqual([['promotionReversed', undefined, author.id, postId, '5.5 FORUM'], promoted])
  })

  test('is refused in an archived community', async () => {
    const payer = await person(10)
    const setStatus = (publish_status: number) =>
      forum.stoa.database.transaction(({ connection }) =>
        connection('communities').where({ id: forum.communityId }).update({ publish_status }),
      )
    await setStatus(2)
    expect(await promote(payer, { postId })).toEqual(refused('COMMUNITY_ARCHIVED'))
    await setStatus(1)
  })

  test('changes no other order and nobody’s reputation', async () => {
    const payer = await person(10)
    await Promise.all([1, 2].map(() => forum.newPost({ publisherId: author.id })))
    const before = () =>
      Promise.all((['hot', 'top', 'new', 'active'] as const).map((sort) => listed({ sort, tokenName: 'FORUM' })))
    const user = async () => (await forum.stoa.call('userReputation', { idOrSlug: author.id })).body.payload
    const [orders, reputation] = [await before(), await user()]
    await promote(payer, { postId })
    expect(await before()).toEqual(orders)
    expect(await user()).toEqual(reputation)
  })
})

test('the list has the post promoted last first, in pages, and its filters', async () => {
  const payer = await person(100)
  const author = await person()
  const guarded = await forum.newPost({ communityId: forum.guardedId })
  await giveMoney(forum.stoa, { userId: payer.id, communityId: forum.guardedId, tokens: 1 })
  await forum.stoa.call('communityJoin', { tokenName: 'GUARDED', join: true }, as(payer))
  const posts: string[] = []
  for (const kind of ['community', 'story', 'community'] as const) {
    posts.push(await forum.newPost({ publisherId: author.id, kind }))
  }
  const [first = '', story = '', last = ''] = posts
  await forum.newPost()
  for (const postId of [last, story, guarded, first]) {
    forum.stoa.clock.advance(1)
    expect((await promote(payer, { postId })).status).toBe(200)
  }
  expect(await listed()).toEqual([first, guarded, story, last])
  expect(await listed({ tokenName: 'FORUM' })).toEqual([first, story, last])
  expect(await listed({ tokenName: 'FORUM', type: 'community' })).toEqual([first, last])
  expect(await listed({ type: 'partner' })).toEqual([story])
  expect(await listed({ type: 'user', userId: author.id })).toEqual([first, story, last])
  expect(await listed({ type: 'recommended', tokenName: 'FORUM' })).toEqual([first, story, last])
  for (const type of ['home', 'joined'] as PostListType[])
    expect(await listed({ type }, payer)).toEqual([first, guarded, story, last])
  expect(await listed({ type: 'home' }, forum.cem)).toEqual([])
  expect(await listed({ type: 'pinned', tokenName: 'FORUM' })).toEqual([])
  expect(await listed({ since: 'today' })).toEqual([first, guarded, story, last])
  const page = (await forum.stoa.call('postList', { sort: 'promoted', limit: 2 })).body.payload
  expect(page.hasMore).toBe(true)
  expect(await listed({ cursor: page.cursor ?? '' })).toEqual([story, last])
  forum.stoa.clock.advance(1)
  await promote(payer, { postId: last })
  expect(await listed()).toEqual([last, first, guarded, story])
  const fresh = await forum.newPost({ publisherId: author.id })
  await pass(23 * HOUR)
  expect(await listed({ since: 'today' })).toEqual([last, first, guarded, story])
  await pass(2 * HOUR)
  await promote(payer, { postId: fresh })
  expect(await listed()).toEqual([fresh, last])
  expect(await listed({ since: 'week' })).toEqual([fresh, last])
  expect(await listed({ since: 'today' })).toEqual([])
})
