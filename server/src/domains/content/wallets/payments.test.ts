import { setTimeout as pause } from 'node:timers/promises'
import type { Community } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { giveMoney } from '../../../../test/money.ts'
import { requestAsHost } from '../../../../test/request-as-host.ts'
import { seedPost } from '../../../../test/seed-post.ts'

let forum: Forum
const { signedUp, merge, undo } = mergeActions(() => forum.stoa, 'payer')
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

type Person = Awaited<ReturnType<typeof signedUp>>

const give = ({ id: userId }: Person, tokens: number) =>
  giveMoney(forum.stoa, { userId, communityId: forum.communityId, tokens })
const send = ({ token }: Person, to: Person, amount: string) =>
  forum.stoa.call('walletTransfer', { receiverName: to.username, tokenName: 'FORUM', amount }, { token })
const refused = (code: string) => expect.objectContaining({ body: expect.objectContaining({ code }) })

async function movementsOf({ token }: Person) {
  const { items } = (await forum.stoa.call('walletHistory', { tokenName: 'FORUM' }, { token })).body.payload
  return items.map(({ amount, person }) => [amount, person?.username])
}

test('nobody is paid while their account is being deleted', async () => {
  const [giver, gone] = [await signedUp(), await signedUp()]
  await give(giver, 1)
  let sent: ReturnType<typeof send> | undefined
  await forum.stoa.database.transaction(async (tx) => {
    await forum.stoa.app.services.deletions.requestFor(tx, gone.id, {
      content: 'keep',
      domain: forum.stoa.app.services.domains.all[0],
    })
    sent = send(giver, gone, '5')
    // On a database server it gets as far as it can: until the deletion has ended.
    await pause(200)
  })
  // The former name, or the person behind it, isn't there.
  expect(await sent).toMatchObject({ status: expect.any(Number) })
  expect((await sent)?.status).not.toBe(200)
  expect(await movementsOf(giver)).toEqual([['1000000', undefined]])
})

test('a statement names who has paid, also after the merge of two payers was undone', async () => {
  const [main, other, bea] = [await signedUp(), await signedUp(), await signedUp()]
  await give(main, 1)
  await give(other, 2)
  expect((await send(main, other, '250000')).status).toBe(200)
  await merge(main, other)
  // Both sides are the person's own now.
  const own = (await movementsOf(main)).filter(([amount]) => Math.abs(Number(amount)) === 250_000)
  expect(own.toSorted()).toEqual([
    ['-250000', main.username],
    ['250000', main.username],
  ])
  expect((await send(main, bea, '3000000')).status).toBe(200)
  await undo(main, other)
  expect(await movementsOf(bea)).toEqual([['3000000', main.username]])
})

test('two accounts of a person may pay the same amount of a transfer', async () => {
  const [main, other, bea] = [await signedUp(), await signedUp(), await signedUp()]
  await give(main, 1)
  await give(other, 1)
  await merge(main, other)
  await send(main, bea, '2000000')
  expect((await movementsOf(main)).filter(([amount]) => amount === '-1000000')).toHaveLength(2)
})

/** A community as pages of the default domain load it. */
async function shownCommunity(stoa: TestApp, tokenName: string): Promise<Community> {
  const headers = { host: 'forum.example' }
  const { body } = await requestAsHost(stoa, `/api/communities/${tokenName}`, { headers })
  return (body.payload as { community: Community }).community
}

test('a community whose own domain has no money has none on other domains', async () => {
  const garden = { origin: 'http://garden.example', defaultTokenName: 'GARDEN', isSingleTokenDomain: true }
  const stoa = await startTestApp(
    { STOA_URL: 'http://forum.example' },
    { files: { 'config.json': { money: true }, 'domains/garden.json': garden } },
  )
  await stoa.app.services.domains.ensureDefaultCommunity()
  const author = await stoa.member('author_demo', { join: ['GARDEN', 'FORUM'] })
  const giver = await stoa.member('giver_demo', { join: ['GARDEN', 'FORUM'] })
  const at = async (tokenName: string) => {
    const { id: communityId } = await stoa.app.services.communities.require(tokenName)
    await giveMoney(stoa, { userId: giver.id, communityId, tokens: 1 })
    const postId = await seedPost(stoa, { communityId, publisherId: author.id })
    const send = async (path: string, input: object) => {
      const headers = {
        ...{ host: 'forum.example', authorization: `Bearer ${giver.token}`, 'content-type': 'application/json' },
        'idempotency-key': `${tokenName} ${path}`,
      }
      const { body, status } = await requestAsHost(stoa, `/api${path}`, { headers, requestBody: JSON.stringify(input) })
      return body.code ?? status
    }
    await stoa.app.services.partnerOrigins.register(communityId, 'https://news.example')
    const query = new URLSearchParams({ community: tokenName, url: 'https://news.example/article' })
    const { body } = await requestAsHost(stoa, `/api/articles/thread?${query}`, { headers: { host: 'forum.example' } })
    return [
      await send('/wallet/tip', { entityId: postId, entityType: 'Post', amount: '1' }),
      await send('/wallet/transfer', { receiverName: 'author_demo', tokenName, amount: '1' }),
      (body.payload as { community: { money?: boolean } }).community.money,
      (await shownCommunity(stoa, tokenName)).moneyOff,
    ]
  }
  expect(await at('FORUM')).toEqual([200, 200, true, undefined])
  expect(await at('GARDEN')).toEqual(['MONEY_OFF', 'MONEY_OFF', undefined, true])
  await stoa.close()
})

test('a session whose account was just merged can’t pay', async () => {
  const [main, other, bea] = [await signedUp(), await signedUp(), await signedUp()]
  await give(other, 1)
  await merge(main, other)
  expect(await send(other, bea, '1')).toEqual(refused('AUTH_REQUIRED'))
})

test('a community’s own domain limits what is spent on other domains, too', async () => {
  const moneyLimits = { twoPeopleAbove: 50, perDay: 100, newAccountPerDay: null, newAccountDays: 7 }
  const garden = {
    ...{ origin: 'http://garden.example', defaultTokenName: 'GARDEN', isSingleTokenDomain: true, money: true },
    ...{ moneyLimits, promotionDayPrice: '10' },
  }
  const stoa = await startTestApp(
    { STOA_URL: 'http://forum.example' },
    { files: { 'config.json': { money: true, promotionDayPrice: '2' }, 'domains/garden.json': garden } },
  )
  await stoa.app.services.domains.ensureDefaultCommunity()
  const author = await stoa.member('author_demo', { join: ['GARDEN', 'FORUM'] })
  const giver = await stoa.member('giver_demo', { join: ['GARDEN', 'FORUM'] })
  const tokens = (number: number) => String(number * 1_000_000)
  const at = async (tokenName: string) => {
    const { id: communityId } = await stoa.app.services.communities.require(tokenName)
    await giveMoney(stoa, { userId: giver.id, communityId, tokens: 500 })
    await stoa.app.services.memberships.setRole(communityId, giver.id, { canSell: true })
    const postId = await seedPost(stoa, { communityId, publisherId: author.id })
    const send = async (path: string, input: object) => {
      const headers = {
        ...{ host: 'forum.example', authorization: `Bearer ${giver.token}`, 'content-type': 'application/json' },
        'idempotency-key': `${tokenName} ${path} ${JSON.stringify(input)}`,
      }
      const { body, status } = await requestAsHost(stoa, `/api${path}`, { headers, requestBody: JSON.stringify(input) })
      const { isHeld, request } = (body.payload ?? {}) as { isHeld?: boolean; request?: { needsTwo: boolean } }
      return body.code ?? isHeld ?? request?.needsTwo ?? status
    }
    await stoa.database.transaction(({ connection }) =>
      connection('cashier_settings').insert({ community_id: communityId, minimum: 1 }),
    )
    return [
      (await shownCommunity(stoa, tokenName)).promotionDayPrice,
      await send('/wallet/promote', { postId, amount: tokens(2), hours: 24 }),
      await send('/wallet/promote', { postId, amount: tokens(10), hours: 24 }),
      await send('/cashier/request', { tokenName, amount: tokens(51) }),
      await send('/wallet/tip', { entityId: postId, entityType: 'Post', amount: tokens(39) }),
      await send('/wallet/tip', { entityId: postId, entityType: 'Post', amount: '1' }),
      await send('/wallet/transfer', { receiverName: 'author_demo', tokenName, amount: '1' }),
    ]
  }
  expect(await at('FORUM')).toEqual(['2', 200, 200, false, 200, 200, 200])
  expect(await at('GARDEN')).toEqual(['10', 'PROMOTION_PRICE', 200, true, 200, true, true])
  await stoa.close()
})
