import { OWNERSHIP_TRANSFER_MS } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { mailsOf } from '../../../../test/mails.ts'
import { startSecondProcess } from '../../../../test/second-process.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'

let stoa: TestApp
let made = 0
let tokenName: string
let communityId: string
let owner: Person
let heir: Person
type Person = Awaited<ReturnType<TestApp['member']>>

beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())
beforeEach(async () => {
  made += 1
  tokenName = `HEIR${String.fromCharCode(64 + made)}`
  communityId = await seedCommunity(stoa, { tokenName })
  owner = await stoa.member(`olga_${made}`, { join: [tokenName] })
  heir = await stoa.member(`heir_${made}`, { join: [tokenName] })
  await stoa.app.services.memberships.setRole(communityId, owner.id, { owner: true })
})

const transfer = (token: string, input: { newOwnerId?: string; confirm?: string } = {}) =>
  stoa.call('communityTransfer', { tokenName, newOwnerId: heir.id, confirm: tokenName, ...input }, { token })
const owns = async ({ token }: Person) =>
  (await stoa.call('me', {}, { token })).body.payload.user.tokenOwner.includes(tokenName)
const drain = () => stoa.app.jobs.drain()
const logged = async () =>
  (await stoa.app.services.activityLog.list([{ id: communityId, tokenName }], {})).items.map(
    ({ action, actor, person }) => [...[action, actor?.userId ?? null, person?.userId]],
  )
const told = async ({ token }: Person) => {
  await drain()
  const { items } = (await stoa.call('notificationList', {}, { token })).body.payload
  return items.map(({ decision }) => decision?.action)
}

test('a community is transferred once, minutes later, and both owners are notified', async () => {
  const { body } = await transfer(owner.token)
  const executesAt = stoa.clock.now() + OWNERSHIP_TRANSFER_MS
  expect(body.payload.transfer).toMatchObject({ newOwner: { userId: heir.id }, executesAt })
  const pending = await stoa.call('communityTransferGet', { tokenName }, { token: owner.token })
  expect(pending.body.payload.transfer).toEqual(body.payload.transfer)
  expect((await transfer(owner.token)).body.code).toBe('TRANSFER_PENDING')
  stoa.clock.advance(OWNERSHIP_TRANSFER_MS - 1)
  await drain()
  expect([await owns(owner), await owns(heir)]).toEqual([true, false])

  stoa.clock.advance(1)
  const other = await startSecondProcess(stoa, undefined)
  await Promise.all([drain(), other.app.jobs.drain()])
  await other.close()
  expect([await owns(owner), await owns(heir)]).toEqual([false, true])
  expect(await logged()).toEqual([
    ['ownershipTransferred', owner.id, heir.id],
    ['ownershipOffered', owner.id, heir.id],
  ])
  expect([await told(heir), await told(owner)]).toEqual([['ownershipReceived'], ['ownershipTransferred']])
  expect((await stoa.call('communityGet', { tokenName })).body.payload.community.creatorID).toBe(heir.id)
  expect((await stoa.call('communityTransferGet', { tokenName }, { token: owner.token })).body.code).toBe('FORBIDDEN')
})

test('it requires the typed name, a recent reauthentication, and another member who isn’t banned', async () => {
  const outsider = await stoa.member(`outsider_${made}`)
  const code = async (...[token, input]: Parameters<typeof transfer>) => (await transfer(token, input)).body.code
  expect(await code(heir.token)).toBe('FORBIDDEN')
  expect(await code(owner.token, { confirm: 'FORUM' })).toBe('VALIDATION_FAILED')
  for (const newOwnerId of [owner.id, outsider.id, stoa.app.ids.next()]) {
    expect(await code(owner.token, { newOwnerId })).toBe('TRANSFER_REFUSED')
  }
  await stoa.call('userBan', { tokenName, banUserId: heir.id, ban: true }, { token: owner.token })
  expect(await code(owner.token)).toBe('TRANSFER_REFUSED')
  await stoa.call('userBan', { tokenName, banUserId: heir.id, ban: false }, { token: owner.token })
  await stoa.database.transaction(({ connection }) =>
    connection('sessions').where({ user_id: owner.id }).update({ authenticated_at: 0 }),
  )
  expect(await code(owner.token)).toBe('REAUTHENTICATION_REQUIRED')
  expect(await stoa.database.read('ownership_transfers').where({ community_id: communityId })).toEqual([])
})

test.each([
  ['the new owner leaves', () => stoa.call('communityJoin', { tokenName, join: false }, { token: heir.token })],
  [
    'the new owner is banned',
    () => stoa.call('userBan', { tokenName, banUserId: heir.id, ban: true }, { token: owner.token }),
  ],
  ['the owner signs out everywhere', () => stoa.app.services.sessions.endAllOf(owner.id)],
  [
    'the owner is none anymore',
    () => stoa.app.services.memberships.setRole(communityId, owner.id, { permissions: ['editBBS'] }),
  ],
])('nothing is transferred if %s in the meantime', async (_when, happens) => {
  expect((await transfer(owner.token)).status).toBe(200)
  await happens()
  stoa.clock.advance(OWNERSHIP_TRANSFER_MS)
  await drain()
  const standing = await stoa.app.services.memberships.standingIn(communityId, heir.id)
  expect(standing.role.owner).toBe(false)
  expect((await logged())[0]).toEqual(['ownershipStayed', null, heir.id])
  expect(await stoa.database.read('ownership_transfers').where({ community_id: communityId })).toEqual([])
})

test('the owner cancels it from any session, and the mail names both people and the community', async () => {
  await stoa.database.transaction(({ connection }) =>
    connection('users')
      .where({ id: owner.id })
      .update({ email: `olga_${made}@mail.example`, email_key: `olga_${made}@mail.example` }),
  )
  expect((await transfer(owner.token)).status).toBe(200)
  await stoa.app.background.settled()
  const mail = ((await mailsOf(stoa)).at(-1) ?? '').replaceAll(/=\r?\n/g, '')
  expect(mail).toContain(`(@olga_${made})`)
  expect(mail).toContain(`(@heir_${made})`)
  expect(mail).toContain('/admin-settings/transfer')
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: owner.id, site: '', lasting: true })
  const cancel = (token: string) => stoa.call('communityTransferCancel', { tokenName }, { token })
  expect((await cancel(heir.token)).body.code).toBe('FORBIDDEN')
  expect((await cancel(signedIn.accessToken)).status).toBe(200)
  expect((await cancel(signedIn.accessToken)).status).toBe(200)
  stoa.clock.advance(OWNERSHIP_TRANSFER_MS)
  await drain()
  expect([await owns(owner), await owns(heir)]).toEqual([true, false])
  expect((await logged())[0]).toEqual(['ownershipStayed', owner.id, heir.id])
  expect((await transfer(owner.token)).status).toBe(200)
})
