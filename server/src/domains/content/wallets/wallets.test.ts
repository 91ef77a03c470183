import { AMOUNT_MAX, type CallInput, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { startTestApp } from '../../../../test/harness.ts'
import { createLiveClients } from '../../../../test/live-clients.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { giveMoney } from '../../../../test/money.ts'

let forum: Forum
let people = 0
const { signedUp, merge, undo } = mergeActions(() => forum.stoa, 'rich')
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

interface Person {
  id: string
  token: string
  username: string
}

async function person(tokens = 0, credit = 0): Promise<Person> {
  const username = `payer_${people++}`
  const made = { ...(await forum.stoa.member(username, { join: ['FORUM'] })), username }
  await give(made, tokens, credit)
  return made
}

async function give({ id: userId }: { id: string }, tokens: number, credit = 0) {
  const { communityId } = forum
  if (tokens > 0) await giveMoney(forum.stoa, { userId, communityId, tokens })
  if (credit > 0) await giveMoney(forum.stoa, { userId, communityId, tokens: credit, isCredit: true })
}

const units = (tokens: number) => String(tokens * 1_000_000)
const as = ({ token }: { token: string }, key?: string) => ({
  token,
  ...(key && { headers: { 'idempotency-key': key } }),
})

async function walletOf(who: { token: string }): Promise<[string, string]> {
  const { items } = (await forum.stoa.call('walletList', {}, as(who))).body.payload
  return [items[0]?.balance.FORUM ?? '0', items[0]?.creditBalance.FORUM ?? '0']
}
const tipPost = (by: { token: string }, entityId: string, ...[amount, key]: [amount: string, key?: string]) =>
  forum.stoa.call('walletTip', { entityId, entityType: 'Post', amount }, as(by, key))
const send = (by: { token: string }, input: Partial<CallInput<'walletTransfer'>>, key?: string) =>
  forum.stoa.call(
    'walletTransfer',
    { receiverName: 'bea_demo', tokenName: 'FORUM', amount: '1', ...input },
    as(by, key),
  )
const historyOf = async (by: { token: string }, input: Partial<CallInput<'walletHistory'>> = {}) =>
  (await forum.stoa.call('walletHistory', { tokenName: 'FORUM', ...input }, as(by))).body.payload
const refused = (code: string) => expect.objectContaining({ body: expect.objectContaining({ code }) })

async function assertAddsUp() {
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])
}

describe('a tip', () => {
  let author: Person
  let postId: string
  beforeEach(async () => {
    author = await person()
    postId = await forum.newPost({ publisherId: author.id })
  })

  test('spends credit first, which arrives as credit, and is added up on the post', async () => {
    const giver = await person(10, 3)
    const response = await tipPost(giver, postId, units(5))
    expect(response.body.payload).toMatchObject({
      tips: units(5),
      wallet: { id: giver.id, balance: { FORUM: units(8) }, creditBalance: { FORUM: '0' } },
    })
    expect(await walletOf(author)).toEqual([units(2), units(3)])
    await tipPost(giver, postId, units(1))
    const { post } = (await forum.stoa.call('postGet', { idOrSlug: postId, tokenName: 'FORUM' })).body.payload
    expect(post.tips).toBe(units(6))
    await assertAddsUp()
  })

  test('of a comment is added up on the comment', async () => {
    const giver = await person(10)
    const comment = await forum.say(author.token, { postId })
    expect(comment).not.toHaveProperty('tips')
    const input = { entityId: comment.id, entityType: 'Comment', amount: '7' } as const
    expect((await forum.stoa.call('walletTip', input, as(giver))).body.payload.tips).toBe('7')
    expect((await forum.thread(postId)).items[0]?.tips).toBe('7')
    const { items } = await historyOf(author)
    expect(items).toMatchObject([
      { reason: 'tip', amount: '7', postId, commentId: comment.id, person: { id: giver.id } },
    ])
  })

  test('is told to everybody who watches the post', async () => {
    const giver = await person(10)
    const clients = createLiveClients(forum.stoa.url)
    const client = await clients.connect({ watch: { postIds: [postId] } })
    await tipPost(giver, postId, '5')
    await expect
      .poll(() => client.events)
      .toContainEqual({ name: 'tip.changed', event: expect.objectContaining({ postId, entityId: postId, tips: '5' }) })
    client.socket.disconnect()
  })

  test('takes what is there, and not a unit more', async () => {
    const giver = await person(1)
    expect(await tipPost(giver, postId, '1000001')).toEqual(refused('INSUFFICIENT_BALANCE'))
    expect((await tipPost(giver, postId, '999999')).status).toBe(200)
    expect(await tipPost(giver, postId, '2')).toEqual(refused('INSUFFICIENT_BALANCE'))
    expect((await tipPost(giver, postId, '1')).status).toBe(200)
    expect(await walletOf(giver)).toEqual(['0', '0'])
  })

  test('with one key is one tip; with other content it is refused, for good', async () => {
    const giver = await person(10)
    const [first, second] = await Promise.all([tipPost(giver, postId, '5', 'k'), tipPost(giver, postId, '5', 'k')])
    expect([first.body.payload.tips, second.body.payload.tips]).toEqual(['5', '5'])
    expect(await tipPost(giver, postId, '6', 'k')).toEqual(refused('IDEMPOTENCY_MISMATCH'))
    // The ledger remembers keys longer than responses are kept.
    await forum.stoa.database.transaction(({ connection }) => connection('idempotency_keys').del())
    expect(await tipPost(giver, postId, '6', 'k')).toEqual(refused('IDEMPOTENCY_MISMATCH'))
    expect((await tipPost(giver, postId, '5', 'k')).body.payload.tips).toBe('5')
    expect((await walletOf(author))[0]).toBe('5')
  })

  test('needs a key', async () => {
    const response = await fetch(`${forum.stoa.url}/api/wallet/tip`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${author.token}` },
      body: JSON.stringify({ entityId: postId, entityType: 'Post', amount: '1' }),
    })
    expect(await response.json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'Idempotency-Key' }],
    })
  })

  test.each([
    ...['0', '-1', '+1', '1.5', '1e3', '1E3', '1,000', '1.000', '1 000', '1_000', '1’000', '01', '', ' 1', '0x1'],
    ...['١', '１', 'NaN', 'Infinity', '9007199254740992', String(AMOUNT_MAX + 1), '1'.repeat(17)],
  ])('of %j is refused', async (amount) => {
    expect(await tipPost(await person(1), postId, amount)).toEqual(refused('VALIDATION_FAILED'))
  })

  test('never goes to oneself, under any account', async () => {
    await give(author, 5)
    expect(await tipPost(author, postId, '1')).toEqual(refused('OWN_TIP'))
    const [main, other] = [await signedUp(), await signedUp()]
    await give(main, 5)
    const othersPost = await forum.newPost({ publisherId: other.id })
    await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, as(main))
    await merge(main, other)
    expect(await tipPost(main, othersPost, '1')).toEqual(refused('OWN_TIP'))
  })

  test('is refused to and from banned people, who keep their money', async () => {
    const giver = await person(5)
    const ban = (who: Person, isBan: boolean) =>
      forum.stoa.call('userBan', { tokenName: 'FORUM', banUserId: who.id, ban: isBan }, as(forum.admin))
    await ban(author, true)
    expect(await tipPost(giver, postId, '1')).toEqual(refused('RECEIVER_REFUSED'))
    await ban(author, false)
    await ban(giver, true)
    expect(await tipPost(giver, postId, '1')).toEqual(refused('BANNED'))
    expect(await walletOf(giver)).toEqual([units(5), '0'])
  })

  test('is refused to banned people for what they wrote under a merged account', async () => {
    const [giver, main, other] = [await person(5), await signedUp(), await signedUp()]
    const othersPost = await forum.newPost({ publisherId: other.id })
    await forum.stoa.call('userBan', { tokenName: 'FORUM', banUserId: main.id, ban: true }, as(forum.admin))
    await merge(main, other)
    expect(await tipPost(giver, othersPost, '1')).toEqual(refused('RECEIVER_REFUSED'))
    expect(await send(giver, { receiverName: main.username })).toEqual(refused('RECEIVER_REFUSED'))
    expect(await walletOf(giver)).toEqual([units(5), '0'])
  })

  test('is refused for what has no author or isn’t public', async () => {
    const giver = await person(5)
    expect(await tipPost(giver, await forum.newPost({ publisherId: '' }), '1')).toEqual(refused('RECEIVER_REFUSED'))
    const hidden = await forum.newPost({ publisherId: author.id, status: PostStatus.hiddenByAdmin })
    expect(await tipPost(giver, hidden, '1')).toEqual(refused('POST_NOT_FOUND'))
    expect(await tipPost(giver, '0'.repeat(20), '1')).toEqual(refused('POST_NOT_FOUND'))
  })

  test('changes no reputation and no rank', async () => {
    const rank = async () => forum.stoa.database.read('posts').where({ id: postId }).first('hot', 'score', 'active_at')
    const before = await rank()
    await tipPost(await person(5), postId, units(5))
    expect(await rank()).toEqual(before)
    expect(
      await forum.stoa.database
        .read('reputation_sums')
        .where({ user_id: author.id })
        .catch(() => []),
    ).toEqual([])
  })

  test('by many at once is added up exactly', async () => {
    const givers = await Promise.all(Array.from({ length: 8 }, () => person(1)))
    await Promise.all(givers.flatMap((giver) => [tipPost(giver, postId, '3'), tipPost(giver, postId, '4')]))
    const { post } = (await forum.stoa.call('postGet', { idOrSlug: postId, tokenName: 'FORUM' })).body.payload
    expect(post.tips).toBe('56')
    expect((await walletOf(author))[0]).toBe('56')
    await assertAddsUp()
  })
})

describe('a transfer', () => {
  test('moves balance, never credit', async () => {
    const [ada, bea] = [await person(2, 5), await person()]
    const response = await send(ada, { receiverName: bea.username.toUpperCase(), amount: units(2) })
    expect(response.body.payload).toMatchObject({ receiver: { id: bea.id }, wallet: { balance: { FORUM: '0' } } })
    expect(await send(ada, { receiverName: bea.username })).toEqual(refused('INSUFFICIENT_BALANCE'))
    expect(await walletOf(bea)).toEqual([units(2), '0'])
    expect((await historyOf(ada, { type: 'transfers' })).items).toMatchObject([
      { amount: `-${units(2)}`, reason: 'transfer', kind: 'balance', person: { id: bea.id }, postId: null },
    ])
  })

  test('is refused to oneself, to nobody and to the banned', async () => {
    const ada = await person(2)
    expect(await send(ada, { receiverName: ada.username })).toEqual(refused('OWN_TRANSFER'))
    expect(await send(ada, { receiverName: 'nobody_here' })).toEqual(refused('RECEIVER_NOT_FOUND'))
    const bea = await person()
    await forum.stoa.call('userBan', { tokenName: 'FORUM', banUserId: bea.id, ban: true }, as(forum.admin))
    expect(await send(ada, { receiverName: bea.username })).toEqual(refused('RECEIVER_REFUSED'))
    expect(await send(forum.cem, {})).toEqual(refused('JOIN_REQUIRED'))
    expect(await send(ada, { tokenName: 'NOWHERE' })).toEqual(refused('COMMUNITY_NOT_FOUND'))
    expect(await walletOf(ada)).toEqual([units(2), '0'])
  })
})

describe('the history', () => {
  test('has pages and filters, and only one’s own movements', async () => {
    const [ada, bea] = [await person(5, 5), await person()]
    const postId = await forum.newPost({ publisherId: bea.id })
    for (let amount = 1; amount <= 3; amount += 1) {
      forum.stoa.clock.advance(1)
      await send(ada, { receiverName: bea.username, amount: String(amount) })
    }
    await tipPost(ada, postId, units(6))
    const all = await historyOf(ada)
    expect(all.items.map(({ amount, kind }) => [amount, kind])).toEqual(
      expect.arrayContaining([
        [units(5), 'balance'],
        [units(5), 'credit'],
        ['-1', 'balance'],
        ['-2', 'balance'],
        ['-3', 'balance'],
        [`-${units(5)}`, 'credit'],
        [`-${units(1)}`, 'balance'],
      ]),
    )
    expect(all.items).toHaveLength(7)
    const paged: unknown[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof historyOf>> = await historyOf(ada, { limit: 2, ...(cursor && { cursor }) })
      paged.push(...page.items)
      cursor = page.cursor
    } while (cursor !== null)
    expect(paged).toEqual(all.items)
    expect((await historyOf(ada, { type: 'gifts' })).items).toHaveLength(2)
    expect((await historyOf(ada, { type: 'tips' })).items).toHaveLength(2)
    expect((await historyOf(await person())).items).toEqual([])
  })

  test('links to nothing that the person may not see', async () => {
    const [ada, bea] = [await person(5), await person()]
    const postId = await forum.newPost({ publisherId: bea.id })
    await tipPost(ada, postId, '1')
    await forum.stoa.database.transaction(({ connection }) =>
      connection('posts').where({ id: postId }).update({ status: PostStatus.hiddenByAdmin }),
    )
    expect((await historyOf(ada, { type: 'tips' })).items).toMatchObject([{ postId: null, person: { id: bea.id } }])
    expect((await historyOf(bea)).items).toMatchObject([{ postId }])
    await forum.stoa.app.services.integrity.repair()
  })

  test('of a month is a CSV file', async () => {
    const [ada, bea] = [await person(5), await person()]
    await send(ada, { receiverName: bea.username, amount: '1500000' })
    const statement = async (month: string) =>
      (await forum.stoa.call('walletStatement', { tokenName: 'FORUM', month }, as(ada))).body.payload
    const { name, csv, isComplete } = await statement('2026-01')
    expect([name, isComplete]).toEqual(['FORUM-2026-01.csv', true])
    const lines = csv.trimEnd().split('\r\n')
    expect(lines[0]).toBe('time,transfer,reason,kind,amount,token,person,post,comment')
    expect(lines.slice(1).map((line) => line.split(',').slice(2, 7))).toEqual([
      ['grant', 'balance', '5', 'FORUM', ''],
      ['transfer', 'balance', '-1.5', 'FORUM', bea.username],
    ])
    expect((await statement('2025-12')).csv.trimEnd().split('\r\n')).toHaveLength(1)
    const wrong = await forum.stoa.call('walletStatement', { tokenName: 'FORUM', month: '2026-13' }, as(ada))
    expect(wrong).toEqual(refused('VALIDATION_FAILED'))
  })
})

test('the cashier account is what a community has', async () => {
  const cashier = async () =>
    Number((await forum.stoa.call('cashierList', { tokenName: 'FORUM' }, as(forum.ada))).body.payload.cashierBalance)
  const before = await cashier()
  await forum.stoa.database.transaction((tx) =>
    forum.stoa.app.services.moneyOperator.fund(tx, { communityId: forum.communityId, units: 7, key: 'seven' }),
  )
  expect(await cashier()).toBe(before + 7)
})

describe('merged accounts', () => {
  test('are one wallet, which pays from all of them, until the merge is undone', async () => {
    const [main, other] = [await signedUp(), await signedUp()]
    const bea = await person()
    await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, as(main))
    await give(main, 2)
    await give(other, 3)
    await merge(main, other)
    expect(await walletOf(main)).toEqual([units(5), '0'])
    expect((await send(main, { receiverName: bea.username, amount: units(4) })).status).toBe(200)
    expect(await walletOf(main)).toEqual([units(1), '0'])
    await assertAddsUp()
    await undo(main, other)
    expect(await walletOf(main)).toEqual(['0', '0'])
    const balances = await forum.stoa.app.services.ledgerStatements.balancesOf([other.id])
    expect(balances.get(forum.communityId)?.balance).toBe(1_000_000)
    await assertAddsUp()
  })
})

test('a deleted account leaves balanced books and no name', async () => {
  const [gone, bea] = [await person(5), await person(5)]
  const postId = await forum.newPost({ publisherId: gone.id })
  await send(gone, { receiverName: bea.username, amount: '2' })
  await tipPost(bea, postId, '3')
  await forum.stoa.database.transaction((tx) =>
    forum.stoa.app.services.deletions.requestFor(tx, gone.id, {
      content: 'keep',
      domain: forum.stoa.app.services.domains.all[0],
    }),
  )
  await forum.stoa.app.background.settled()
  await forum.stoa.app.jobs.drain()
  const { items } = await historyOf(bea)
  expect(items.map(({ amount, person: who }) => [amount, who?.username])).toEqual(
    expect.arrayContaining([
      ['2', 'deleted'],
      ['-3', 'deleted'],
    ]),
  )
  expect(JSON.stringify(items)).not.toContain(gone.username)
  expect(await tipPost(bea, postId, '1')).toEqual(refused('RECEIVER_REFUSED'))
  expect(await send(bea, { receiverName: gone.username })).toEqual(refused('RECEIVER_NOT_FOUND'))
  await assertAddsUp()
})

test('a wallet in a named community shows its token before anything arrived', async () => {
  const nobody = await person()
  const { items } = (await forum.stoa.call('walletList', { tokenName: 'forum' }, as(nobody))).body.payload
  expect(items).toEqual([{ id: nobody.id, balance: { FORUM: '0' }, creditBalance: { FORUM: '0' } }])
  expect(await forum.stoa.call('walletList', { tokenName: 'NOWHERE' }, as(nobody))).toEqual(
    refused('COMMUNITY_NOT_FOUND'),
  )
})

test('a domain without money has none of it', async () => {
  const stoa = await startTestApp()
  await stoa.app.services.domains.ensureDefaultCommunity()
  const { token } = await stoa.member('ada_demo', { join: ['FORUM'] })
  const entity = { entityId: '0'.repeat(20), entityType: 'Post', amount: '1' } as const
  const calls = [
    stoa.call('walletList', {}, { token }),
    stoa.call('walletHistory', { tokenName: 'FORUM' }, { token }),
    stoa.call('walletStatement', { tokenName: 'FORUM', month: '2026-01' }, { token }),
    stoa.call('cashierList', { tokenName: 'FORUM' }, { token }),
    stoa.call('walletTip', entity, { token }),
    stoa.call('walletTransfer', { receiverName: 'bea', tokenName: 'FORUM', amount: '1' }, { token }),
  ]
  for (const call of calls) expect(await call).toEqual(refused('MONEY_OFF'))
  await stoa.close()
})
