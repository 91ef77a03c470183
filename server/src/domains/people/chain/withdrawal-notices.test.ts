import { KEY_SCOPES, REAUTHENTICATION_TTL_MS } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONTRACT, startTestChain, type TestChain } from '../../../../test/chain.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { confirmAddress, mailsTo } from '../../../../test/mailbox.ts'
import { giveMoney } from '../../../../test/money.ts'
import { placeTestToken } from './local-chain.ts'

const NEW_FOR_MS = 3 * 60 * 1000
const PASSWORD = 'Corr3ct-horse'
const OTHER_CONTRACT = '0x00000000000000000000000000000000000b0B00'
const TOKEN = 10n ** 18n

interface Person {
  id: string
  email: string
  token: string
  /** Where their withdrawals go. */
  address: string
}

let chain: TestChain
let forum: Forum
let ada: Person
let people = 0
beforeAll(async () => {
  chain = await startTestChain()
  await placeTestToken(chain.url, OTHER_CONTRACT)
  forum = await startForum({}, { STOA_CHAIN_URL: chain.url, STOA_CHAIN_CONFIRMATIONS: '1' })
  const { stoa } = forum
  await stoa.app.services.chain.allow({ tokenName: 'FORUM', contract: CONTRACT })
  await stoa.app.services.chain.allow({ tokenName: 'GUARDED', contract: OTHER_CONTRACT.toLowerCase() })
  stoa.clock.advance(NEW_FOR_MS)
  await stoa.call('depositAddress', { tokenName: 'FORUM' }, { token: forum.ada.token })
  const payer = (await stoa.app.services.chain.payingAddress()) ?? ''
  await chain.ask('anvil_setBalance', payer, `0x${(100n * TOKEN).toString(16)}`)
  await chain.mint(payer, 1000n * TOKEN)
})
afterAll(async () => {
  await forum.stoa.close()
  chain.stop()
})
beforeEach(async () => {
  const { stoa } = forum
  const number = people++
  const username = `noticed_${number}`
  const email = `${username}@people.example`
  const { body } = await stoa.call('authSignUp', { username, email, password: PASSWORD })
  await confirmAddress(stoa, email)
  const { userId: id, accessToken: token } = body.payload
  ada = { id, email, token, address: `0x${String(number + 1).padStart(40, '8')}` }
  for (const tokenName of ['FORUM', 'GUARDED']) {
    const viewer = await stoa.app.services.memberships.viewer(id, '')
    if (viewer) await stoa.app.services.memberships.join(viewer, { tokenName, join: true })
    const communityId = await stoa.app.services.communities.idOf(tokenName)
    await giveMoney(stoa, { userId: id, communityId, tokens: 10 })
  }
})

const withdraw = (tokenName = 'FORUM', { token, address } = ada) =>
  forum.stoa.call('withdraw', { tokenName, amount: '2500000', address }, { token })
const pay = () => forum.stoa.app.services.chain.pay()
const rows = () => forum.stoa.database.read('chain_withdrawals').where({ user_id: ada.id })
/** What the member is told in the forum, newest first. */
async function told(): Promise<(string | undefined)[]> {
  await forum.stoa.app.background.settled()
  await forum.stoa.app.jobs.drain()
  const { items } = (await forum.stoa.call('notificationList', {}, { token: ada.token })).body.payload
  return items.map(({ decision }) => decision?.action)
}
async function letters() {
  await forum.stoa.app.jobs.drain()
  return (await mailsTo(forum.stoa, ada.email)).filter(({ subject }) => /withdrawal/i.test(subject))
}
/** Passes the time of a proof in all sessions of the member. */
const age = () =>
  forum.stoa.database.transaction(({ connection }) =>
    connection('sessions')
      .where({ user_id: ada.id })
      .update({ authenticated_at: forum.stoa.clock.now() - REAUTHENTICATION_TTL_MS - 1 }),
  )

test('a session alone can’t withdraw: it takes a recent proof of identity', async () => {
  await age()
  expect((await withdraw()).body.code).toBe('REAUTHENTICATION_REQUIRED')
  expect([await rows(), await told(), await letters()]).toEqual([[], [], []])
  expect((await forum.stoa.call('authReauthenticate', { password: PASSWORD }, { token: ada.token })).status).toBe(200)
  expect((await withdraw()).status).toBe(200)
  expect(await rows()).toHaveLength(1)
})

test('an API key can’t withdraw', async () => {
  const input = { name: 'robot', scopes: [...KEY_SCOPES], expiresAt: null }
  const { secret } = (await forum.stoa.call('apiKeyCreate', input, { token: ada.token })).body.payload
  expect((await withdraw('FORUM', { ...ada, token: secret })).body.code).toBe('KEY_SCOPE')
  expect(await rows()).toEqual([])
})

test('the member is told by mail where it goes, and by notifications what becomes of it', async () => {
  expect((await withdraw()).status).toBe(200)
  expect(await told()).toEqual(['withdrawalRequested'])
  const [letter, ...others] = await letters()
  expect(others).toEqual([])
  expect(letter?.text).toContain('2.5 FORUM')
  expect(letter?.text).toContain(ada.address)
  expect(letter?.text).toContain('If this wasn’t you')
  // Those of other tests are paid first.
  for (let step = 0; step < 10 && (await rows())[0].state !== 'confirmed'; step += 1) {
    await pay()
    await chain.mine(1)
  }
  expect(await told()).toEqual(['withdrawalPaid', 'withdrawalRequested'])
})

test('the member is told when the money is back', async () => {
  const { id } = (await withdraw()).body.payload
  await forum.stoa.app.services.chain.endWithdrawal(id, false)
  expect(await told()).toEqual(['withdrawalFailed', 'withdrawalRequested'])
})

test('of two withdrawals at once in two communities, one waits two minutes', async () => {
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all([withdraw('FORUM'), withdraw('GUARDED')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429])
    expect(answers.find(({ status }) => status === 429)?.body.code).toBe('SLOW_DOWN')
    expect(await rows()).toHaveLength(round + 1)
    for (const { id, state } of await rows())
      if (state === 'requested') await forum.stoa.app.services.chain.endWithdrawal(id, false)
    forum.stoa.clock.advance(2 * 60 * 1000)
  }
})
