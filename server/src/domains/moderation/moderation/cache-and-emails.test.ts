import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { up as emailNotice } from '../../../platform/database/migrations/0036-email-notice.ts'

let forum: Forum
let reader: Person
type Person = Forum['ada']

beforeAll(async () => {
  forum = await startForum()
  reader = await forum.stoa.member('reader_demo', { join: ['FORUM'] })
  await forum.stoa.app.services.memberships.setRole(forum.communityId, reader.id, { permissions: ['viewUserEmail'] })
})
afterAll(() => forum.stoa.close())

const emails = async (userIds: string[], by = reader) =>
  forum.stoa.call('userGetUserEmails', { tokenName: 'FORUM', userIds }, { token: by.token })

test('moderators can see members’ confirmed addresses; each view is logged without the address', async () => {
  const { stoa, bea, cem, ada } = forum
  await stoa.database.transaction(async ({ connection }) => {
    const set = (id: string, change: object) => connection('users').where({ id }).update(change)
    await set(bea.id, { email: 'bea@mail.example', email_key: 'bea@mail.example' })
    await set(cem.id, { email: 'cem@mail.example', email_key: 'cem@mail.example' })
    await connection('memberships').update({ email_notice: 1 })
    await set(ada.id, { pending_email: 'ada@mail.example', pending_email_key: 'ada@mail.example' })
  })
  const nobody = '0'.repeat(20)
  const answer = await emails([bea.id, cem.id, ada.id, nobody, bea.id])
  expect(answer.body.payload).toEqual({ emails: [{ userId: bea.id, email: 'bea@mail.example' }] })
  const log = await stoa.database.read('mod_activities').where({ action: 'emailSeen' })
  expect(log.map(({ person_id, actor_id }) => [person_id, actor_id])).toEqual([[bea.id, reader.id]])
  expect(JSON.stringify(log)).not.toContain('@')
  expect((await emails([bea.id], forum.moderator)).body.code).toBe('FORBIDDEN')
  expect(await stoa.database.read('mod_activities').where({ action: 'emailSeen' })).toHaveLength(1)
})

test('a founder sees no address until a network admin permits it, and then only of people who were told', async () => {
  const { stoa, admin } = forum
  const founder = await stoa.member('curious_founder')
  const found = { tokenName: 'TRAPS', title: 'A trap' }
  expect((await stoa.call('communityCreate', found, { token: founder.token })).status).toBe(200)
  const join = async (name: string, about: { sawEmailNotice?: boolean } = {}) => {
    const person = await stoa.member(name)
    const email = `${name}@mail.example`
    await stoa.database.transaction(({ connection }) =>
      connection('users').where({ id: person.id }).update({ email, email_key: email }),
    )
    await stoa.call('communityJoin', { tokenName: 'TRAPS', join: true, ...about }, { token: person.token })
    return person
  }
  const early = await join('early_joiner')
  const userIds = [early.id]
  const look = (ids: string[], { token }: { token: string } = founder) =>
    stoa.call('userGetUserEmails', { tokenName: 'TRAPS', userIds: ids }, { token })
  const warns = async () =>
    (await stoa.call('communityGet', { tokenName: 'TRAPS' })).body.payload.community.teamSeesEmails
  expect([(await look(userIds)).body.code, await warns()]).toEqual(['FORBIDDEN', undefined])
  const grant = (editedUserId: string, { token }: { token: string }) =>
    stoa.call('userPermissions', { tokenName: 'TRAPS', editedUserId, permissions: { viewUserEmail: true } }, { token })
  expect((await grant(early.id, founder)).body.code).toBe('FORBIDDEN')
  expect((await grant(founder.id, admin)).status).toBe(200)
  expect(await warns()).toBe(true)
  const [told, implied] = [await join('told_joiner', { sawEmailNotice: true }), await join('implied_joiner')]
  const everyone = [early.id, told.id, implied.id]
  const seen = async (by?: { token: string }) =>
    (await look(everyone, by)).body.payload.emails.map(({ userId }) => userId).toSorted()
  expect(await seen()).toEqual([told.id])
  expect(await seen(admin)).toEqual(everyone.toSorted())
})

test('a person listed by a merged account is shown by the main one, once', async () => {
  const { stoa } = forum
  const [main, merged] = [await stoa.member('main_demo', { join: ['FORUM'] }), await stoa.member('merged_demo')]
  const email = 'main@mail.example'
  await stoa.database.transaction(async ({ connection }) => {
    await connection('users').where({ id: main.id }).update({ email, email_key: email })
    await connection('memberships').where({ user_id: main.id }).update({ email_notice: 1 })
    await connection('users').where({ id: merged.id }).update({ forward_to: main.id })
  })
  expect((await emails([merged.id])).body.payload.emails).toEqual([{ userId: main.id, email }])
  expect((await emails([merged.id, main.id])).body.payload.emails).toEqual([{ userId: main.id, email }])
})

test('managers get fresh lists of partners by a known key', async () => {
  const { stoa, communityId, bea, moderator } = forum
  const partners = async () =>
    (await stoa.call('communityMembers', { tokenName: 'FORUM', type: 'partner' })).body.payload.items.length
  expect(await partners()).toBe(0)
  // Directly in the database, as an operator might.
  await stoa.database.transaction(({ connection }) =>
    connection('community_roles').insert({
      community_id: communityId,
      user_id: bea.id,
      can_sell: 1,
      permissions: '[]',
    }),
  )
  expect(await partners()).toBe(0)
  const drop = (key: string, token?: string) => stoa.call('cacheDelete', { key }, token === undefined ? {} : { token })
  expect((await drop('whitelistedUsers_FORUM')).body.code).toBe('AUTH_REQUIRED')
  expect((await drop('whitelistedUsers_FORUM', bea.token)).body.code).toBe('FORBIDDEN')
  for (const key of ['users', 'whitelistedUsers_', 'partnerPosts_FORUM', 'whitelistedUsers_FORUM*', '../FORUM', '*'])
    expect([key, (await drop(key, moderator.token)).status]).toEqual([key, 400])
  expect((await drop('whitelistedUsers_NOWHERE', moderator.token)).body.code).toBe('COMMUNITY_NOT_FOUND')
  expect(await partners()).toBe(0)
  expect((await drop('whitelistedUsers_FORUM', moderator.token)).body).toEqual({ status: 'success', payload: {} })
  expect(await partners()).toBe(1)
  expect((await drop('partnerPosts_FORUM_*', moderator.token)).status).toBe(200)
})

test('another site’s page can’t clear the cache', async () => {
  const headers = { origin: 'https://evil.example' }
  const { body } = await forum.stoa.call(
    'cacheDelete',
    { key: 'whitelistedUsers_FORUM' },
    { token: forum.moderator.token, headers },
  )
  expect(body.code).toBe('ORIGIN_NOT_REGISTERED')
})

/** As servers before 0036 store permissions. */
async function setStored({ id }: { id: string }, permissions: string[]): Promise<void> {
  const about = { community_id: forum.communityId, user_id: id }
  await forum.stoa.app.services.memberships.setRole(forum.communityId, id, { permissions: [] })
  await forum.stoa.database.transaction(({ connection }) =>
    connection('community_roles')
      .where(about)
      .update({ permissions: JSON.stringify(permissions) }),
  )
}

test('a permission to see addresses that an older server stores after the migration is ignored', async () => {
  const { stoa, admin } = forum
  const holder = await stoa.member('late_holder', { join: ['FORUM'] })
  await setStored(holder, ['viewUserEmail', 'pinPost'])
  const held = async () => {
    const { payload } = (await stoa.call('me', {}, { token: holder.token })).body
    return payload.user.tokenPermissions.FORUM
  }
  expect((await emails([forum.bea.id], holder)).body.code).toBe('FORBIDDEN')
  expect(await held()).toEqual(['pinPost'])
  const input = { tokenName: 'FORUM', editedUserId: holder.id, permissions: { viewUserEmail: true } } as const
  expect((await stoa.call('userPermissions', input, { token: admin.token })).status).toBe(200)
  expect((await held())?.toSorted()).toEqual(['pinPost', 'viewUserEmail'])
  expect((await emails([forum.bea.id], holder)).status).toBe(200)
})

test('the migration that ends owners’ permissions to see addresses keeps what is given meanwhile', async () => {
  const { database } = forum.stoa
  const holder = await forum.stoa.member('holder_demo', { join: ['FORUM'] })
  const about = { community_id: forum.communityId, user_id: holder.id }
  await setStored(holder, ['viewUserEmail'])
  const permissions = await database.transaction(async ({ connection }) => {
    await emailNotice(withGrantAfterReading(connection, about))
    return (await connection('community_roles').where(about).first('permissions')).permissions
  })
  expect(JSON.parse(permissions)).toEqual(['pinPost'])
})

/** A connection on which an older server gives another permission just after the roles are read for the first time. */
function withGrantAfterReading(connection: Connection, about: object): Connection {
  let isRead = false
  return new Proxy(connection, {
    apply(target, _, [table]) {
      const query = target(table)
      if (table !== 'community_roles' || isRead) return query
      isRead = true
      const read = query.then.bind(query)
      const granted = { permissions: '["viewUserEmail","pinPost"]' }
      const readAndGrant = async () => {
        const rows = await read()
        await target('community_roles').where(about).update(granted)
        return rows
      }
      // oxlint-disable-next-line unicorn/no-thenable -- queries are thenables
      return Object.assign(query, { then: (...then: Parameters<typeof read>) => readAndGrant().then(...then) })
    },
  })
}
