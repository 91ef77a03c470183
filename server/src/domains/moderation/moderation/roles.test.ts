import type { CallInput, Me, Permission } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'

let forum: Forum
let owner: Person
type Person = Forum['ada']

beforeAll(async () => {
  forum = await startForum()
  owner = await forum.stoa.member('owner_demo')
  await forum.stoa.app.services.memberships.setRole(forum.communityId, owner.id, { owner: true })
})
afterAll(() => forum.stoa.close())

let made = 0
async function holder(...permissions: Permission[]): Promise<Person> {
  const person = await forum.stoa.member(`holder_${(made += 1)}`, { join: ['FORUM'] })
  await forum.stoa.app.services.memberships.setRole(forum.communityId, person.id, { permissions })
  return person
}

const set = (by: Person, whom: Person, permissions: CallInput<'userPermissions'>['permissions']) =>
  forum.stoa.call('userPermissions', { tokenName: 'FORUM', editedUserId: whom.id, permissions }, { token: by.token })

const me = async ({ token }: Person) => (await forum.stoa.call('me', {}, { token })).body.payload.user

/** Logged actions about a person, oldest first. */
async function actionsAbout({ id }: Person): Promise<string[]> {
  return forum.stoa.database.read('mod_activities').where({ person_id: id }).orderBy('id').pluck('action')
}

async function viewer({ id }: Person): Promise<Me> {
  const found = await forum.stoa.app.services.memberships.viewer(id, '')
  if (!found) throw new Error('somebody is missing')
  return found
}

test('permissions are granted and revoked, and apply from the next request', async () => {
  const { bea } = forum
  expect((await set(owner, bea, { pinPost: true, banUser: true })).body.payload.standing.permissions).toEqual([
    'pinPost',
    'banUser',
  ])
  expect((await me(bea)).tokenPermissions).toEqual({ FORUM: ['pinPost', 'banUser'] })
  await set(owner, bea, { pinPost: false, editBBS: true })
  expect((await me(bea)).tokenPermissions).toEqual({ FORUM: ['banUser', 'editBBS'] })
  await set(owner, bea, ['hideContent', 'hideContent'])
  expect((await me(bea)).tokenPermissions).toEqual({ FORUM: ['hideContent'] })
  await set(owner, bea, [])
  expect((await me(bea)).tokenPermissions).toEqual({})
})

test('partner and moderator roles don’t change with other permissions, and vice versa', async () => {
  const { memberships } = forum.stoa.app.services
  const person = await forum.stoa.member('partner_demo', { join: ['FORUM'] })
  await memberships.setRole(forum.communityId, person.id, { canSell: true })
  await set(owner, person, ['pinPost'])
  expect(await me(person)).toMatchObject({ enableSell: ['FORUM'], tokenPermissions: { FORUM: ['pinPost'] } })
  const { moderation } = forum.stoa.app.services
  const about = { tokenName: 'FORUM', editedUserId: person.id }
  await moderation.editRole(await viewer(owner), { ...about, approveSell: false })
  expect(await me(person)).toMatchObject({ enableSell: [], tokenPermissions: { FORUM: ['pinPost'] } })
})

test('a moderator may hide content; a former one may do nothing', async () => {
  const { moderation } = forum.stoa.app.services
  const person = await holder('pinPost')
  const edit = async (by: Person, addModerator: boolean) =>
    moderation.editRole(await viewer(by), { tokenName: 'FORUM', editedUserId: person.id, addModerator })
  await expect(edit(await holder('approveAdmin'), true)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const nobody = await forum.stoa.member('to_be_mod', { join: ['FORUM'] })
  const input = { tokenName: 'FORUM', editedUserId: nobody.id, addModerator: true }
  await expect(moderation.editRole(await viewer(await holder('approveAdmin')), input)).rejects.toThrow()
  await edit(await holder('approveAdmin', 'hideContent', 'pinPost'), true)
  expect(await me(person)).toMatchObject({
    moderator: ['FORUM'],
    tokenPermissions: { FORUM: ['pinPost', 'hideContent'] },
  })
  await edit(owner, false)
  await edit(owner, false)
  const { moderator, tokenPermissions } = await me(person)
  expect([moderator, tokenPermissions]).toEqual([[], {}])
  expect(await actionsAbout(person)).toEqual([
    'moderatorAdded',
    'permissionsChanged',
    'moderatorRemoved',
    'permissionsChanged',
  ])
})

test('a moderator who loses the permission to hide content is no longer one, but keeps the other permissions', async () => {
  const { moderation } = forum.stoa.app.services
  const person = await holder('pinPost')
  const input = { tokenName: 'FORUM', editedUserId: person.id, addModerator: true }
  await moderation.editRole(await viewer(owner), input)
  const { standing } = (await set(owner, person, { hideContent: false })).body.payload
  expect(standing).toMatchObject({ isModerator: false, permissions: ['pinPost'] })
  expect((await actionsAbout(person)).slice(-2)).toEqual(['permissionsChanged', 'moderatorRemoved'])
})

test('permissions are suspended while a person isn’t a member, and can’t be granted to nonmembers', async () => {
  const { stoa, ada, cem } = forum
  const person = await forum.stoa.member('leaver_demo', { join: ['FORUM'] })
  const about = { tokenName: 'FORUM', editedUserId: person.id }
  await stoa.call('userEdit', { ...about, addModerator: true }, { token: owner.token })
  await set(forum.admin, person, { viewUserEmail: true, banUser: true })
  const held = (await me(person)).tokenPermissions
  const join = (isMember: boolean) =>
    stoa.call('communityJoin', { tokenName: 'FORUM', join: isMember }, { token: person.token })
  const statuses = async () => [
    (await stoa.call('userGetUserEmails', { tokenName: 'FORUM', userIds: [ada.id] }, { token: person.token })).status,
    (await stoa.call('userBan', { tokenName: 'FORUM', banUserId: cem.id, ban: true }, { token: person.token })).status,
  ]
  await join(false)
  expect(await me(person)).toMatchObject({ moderator: [], tokenPermissions: {} })
  expect(await statuses()).toEqual([403, 403])
  const code = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code
  expect(await code(set(owner, person, { pinPost: true }))).toBe('NOT_A_MEMBER')
  expect(await code(set(owner, cem, { pinPost: true }))).toBe('NOT_A_MEMBER')
  const asModerator = { tokenName: 'FORUM', editedUserId: cem.id, addModerator: true }
  expect(await code(stoa.call('userEdit', asModerator, { token: owner.token }))).toBe('NOT_A_MEMBER')
  // Suspended permissions can be revoked.
  expect((await set(owner, person, { banUser: false })).body.payload.standing.permissions).not.toContain('banUser')
  await join(true)
  expect((await me(person)).tokenPermissions).toEqual({ FORUM: held.FORUM?.filter((name) => name !== 'banUser') })
  expect(await statuses()).toEqual([200, 403])
})

test('holders of whitelistUser approve partners, but can do nothing else with it', async () => {
  const { moderation } = forum.stoa.app.services
  const approver = await viewer(await holder('whitelistUser'))
  const person = await forum.stoa.member('seller_demo', { join: ['FORUM'] })
  const about = { tokenName: 'FORUM', editedUserId: person.id }
  const partners = async () => {
    const { items } = (await forum.stoa.call('communityMembers', { tokenName: 'FORUM', type: 'partner' })).body.payload
    return items.map(({ userId }) => userId)
  }
  await partners()
  await moderation.editRole(approver, { ...about, approveSell: true })
  expect(await partners()).toContain(person.id)
  await moderation.editRole(approver, { ...about, approveSell: true })
  expect(await actionsAbout(person)).toEqual(['partnerAdded'])
  await expect(moderation.editRole(approver, { ...about, addModerator: true })).rejects.toThrow()
  // Both changes succeed or neither.
  const both = moderation.editRole(approver, { ...about, approveSell: false, addModerator: true })
  await expect(both).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const otherWay = moderation.editRole(await viewer(await holder('approveAdmin', 'hideContent')), {
    ...about,
    approveSell: false,
    addModerator: true,
  })
  await expect(otherWay).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await partners()).toContain(person.id)
})

test('only members can be partners, and leaving ends it', async () => {
  const { id: editedUserId, token } = await forum.stoa.member('outside_seller')
  const input = { tokenName: 'FORUM', editedUserId, approveSell: true }
  const approve = () => forum.stoa.call('userEdit', input, { token: owner.token })
  expect((await approve()).body.code).toBe('NOT_A_MEMBER')
  expect((await forum.stoa.call('me', {}, { token })).body.payload.user.enableSell).toEqual([])
  await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token })
  expect((await approve()).status).toBe(200)
})

test('a merged account stands for its main one in queries and bans', async () => {
  const main = await forum.stoa.member('main_of_two', { join: ['FORUM'] })
  const other = await forum.stoa.member('other_of_two', { join: ['FORUM'] })
  await forum.stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: other.id }).update({ forward_to: main.id }),
  )
  const asked = await forum.stoa.call(
    'communityStanding',
    { tokenName: 'FORUM', memberId: other.id },
    { token: owner.token },
  )
  expect([asked.status, asked.body.payload?.standing.userId]).toEqual([200, main.id])
  const ban = await forum.stoa.call(
    'userBan',
    { tokenName: 'FORUM', banUserId: other.id, ban: true },
    { token: owner.token },
  )
  expect([ban.status, ban.body.payload?.standing]).toMatchObject([200, { userId: main.id, ban: { until: 0 } }])
  expect((await me(main)).bannedCommunities).toEqual({ FORUM: 0 })
})

test('a decision with an unknown field is refused by name and has no effect', async () => {
  const about = { tokenName: 'FORUM', ban: true, banUserId: forum.bea.id, timeFrame: 1 }
  const { status, body } = await forum.stoa.call('userBan', about as never, { token: owner.token })
  expect([status, body.code, body.details]).toMatchObject([
    400,
    'VALIDATION_FAILED',
    [{ field: 'timeFrame', message: 'This field is unknown.' }],
  ])
  expect((await me(forum.bea)).bannedCommunities).toEqual({})
  for (const [name, input] of [
    ['userPermissions', { tokenName: 'FORUM', editedUserId: forum.bea.id, permissions: [], until: 1 }],
    ['userEdit', { tokenName: 'FORUM', editedUserId: forum.bea.id, approveSell: true, canSell: true }],
  ] as const) {
    expect((await forum.stoa.call(name, input as never, { token: owner.token })).body.code).toBe('VALIDATION_FAILED')
  }
  // The visitor id that clients send with every write isn't an unknown field.
  const visited = { tokenName: 'FORUM', editedUserId: forum.bea.id, permissions: [], visitorId: 'visitor' }
  expect((await forum.stoa.call('userPermissions', visited, { token: owner.token })).status).toBe(200)
})

test('a decision about an unknown person is refused with a clear message', async () => {
  const { body } = await forum.stoa.call('userPermissions', { tokenName: 'FORUM' } as never, { token: owner.token })
  expect(body.details).toMatchObject([
    { field: 'editedUserId', message: 'This field is missing.' },
    { field: 'permissions', message: 'This field is missing.' },
  ])
})

test('a person who has lost a permission can’t grant it, however recently', async () => {
  const giver = await holder('approveAdmin', 'pinPost')
  // This process has cached the permission in the previous call.
  expect((await set(giver, forum.bea, { pinPost: true })).status).toBe(200)
  await forum.stoa.database.transaction(({ connection }) =>
    connection('community_roles').where({ user_id: giver.id }).update({ permissions: '["approveAdmin"]' }),
  )
  expect((await set(giver, forum.cem, { pinPost: true })).body.code).toBe('FORBIDDEN')
  expect((await me(forum.cem)).tokenPermissions).toEqual({})
})

test('two people who revoke each other’s permission concurrently: one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await holder('approveAdmin'), await holder('approveAdmin')]
    const answers = await Promise.all([set(one, two, []), set(two, one, [])])
    expect(answers.map(({ body }) => body.code ?? 'ok').toSorted()).toEqual(['FORBIDDEN', 'ok'])
  }
})

test('errors of changing permissions don’t reveal who exists', async () => {
  const nobody = { id: '0'.repeat(20), token: '' }
  const asked = await holder('pinPost')
  const answers = [await set(asked, nobody, []), await set(asked, forum.ada, [])]
  const [first, second] = answers.map(({ status, body }) => ({ status, body: { ...body, requestId: '' } }))
  expect(first).toEqual(second)
  expect((await set(owner, nobody, [])).body.code).toBe('USER_NOT_FOUND')
})

test('a domain admin has all permissions in the domain’s communities', async () => {
  const admin = await forum.stoa.member('domain_demo')
  await forum.stoa.app.services.accounts.setDomainAdmin('domain_demo', '')
  expect(await me(admin)).toMatchObject({ domainAdmin: true, domainCommunity: null })
  expect((await set(admin, forum.bea, ['approveAdmin'])).status).toBe(200)
  await forum.stoa.app.services.accounts.setDomainAdmin('domain_demo', 'no-such.example')
  expect((await me(admin)).domainAdmin).toBe(false)
  expect((await set(admin, forum.bea, [])).body.code).toBe('FORBIDDEN')
  await forum.stoa.app.services.accounts.setDomainAdmin('domain_demo', null)
})

test('decisions are logged, newest first, for those who manage the community', async () => {
  const person = await forum.stoa.member('logged_demo', { join: ['FORUM'] })
  const read = (by: Person, cursor?: string) =>
    forum.stoa.call(
      'communityActivity',
      { tokenName: 'FORUM', limit: 2, ...(cursor ? { cursor } : {}) },
      { token: by.token },
    )
  for (const permissions of [['pinPost'], ['banUser'], ['banUser']] as const) await set(owner, person, [...permissions])
  const { items, cursor } = (await read(owner)).body.payload
  expect(items).toMatchObject([
    { action: 'permissionsChanged', given: ['banUser'], taken: ['pinPost'], person: { userId: person.id } },
    { action: 'permissionsChanged', given: ['pinPost'], taken: [], actor: { userId: owner.id } },
  ])
  const next = (await read(owner, cursor ?? '')).body.payload.items
  const ids = await forum.stoa.database.read('mod_activities').orderBy('id', 'desc').limit(4).pluck('id')
  expect([...items, ...next].map(({ id }) => id)).toEqual(ids)
  expect((await read(forum.ada)).body.code).toBe('FORBIDDEN')
  expect((await read(await holder('editBBS'))).status).toBe(200)
})

test('anonymous comments have no author in the log', async () => {
  const postId = await forum.newPost()
  const input = { tokenName: 'FORUM', postId, content: 'Hello', site: '' }
  const { comment } = await forum.stoa.app.services.comments.createAnonymously(null, input)
  await forum.hide(forum.moderator.token, { commentId: comment.id, reason: 'spam' })
  const { items } = (
    await forum.stoa.call('communityActivity', { tokenName: 'FORUM', limit: 1 }, { token: owner.token })
  ).body.payload
  expect(items).toMatchObject([{ action: 'commentHidden', commentId: comment.id, postId, person: null }])
})
