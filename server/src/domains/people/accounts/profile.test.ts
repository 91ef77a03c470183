import { DEFAULT_NOTIFICATION_SETTINGS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { createLiveClients } from '../../../../test/live-clients.ts'

let forum: Forum
let next = 0
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const somebody = () => forum.stoa.member(`profile_${(next += 1)}`)
const edit = (token: string, change: object) => forum.stoa.call('userEdit', change, { token })
const profileOf = async (id: string) => (await forum.stoa.call('userGet', { idOrSlug: id })).body.payload.user

const PROFILE = {
  profileName: 'Ada of the Mill',
  profileTitle: 'Keeper',
  profileAbout: 'Rows.\nRepairs.',
  profileImage: 'https://pictures.example/ada.png',
}

test('only the given fields change, and empty ones are cleared', async () => {
  const { id, token } = await somebody()
  const { body } = await edit(token, PROFILE)
  const { profileImage, ...fields } = PROFILE
  const profileImageUrl = forum.stoa.app.services.media.picture(profileImage)
  const shown = { ...fields, profileImageUrl, displayName: 'Ada of the Mill' }
  expect(body.payload.user).toMatchObject({ id, ...shown })
  expect((await edit(token, { profileTitle: 'Miller' })).body.payload.user).toMatchObject({
    ...shown,
    profileTitle: 'Miller',
  })
  expect((await edit(token, {})).body.payload.user).toMatchObject({ ...shown, profileTitle: 'Miller' })
  const cleared = { profileName: '', profileImage: '', profileAbout: '\u200b ' }
  expect((await edit(token, cleared)).body.payload.user).toMatchObject({
    profileName: '',
    profileTitle: 'Miller',
    profileAbout: '',
    profileImageUrl: '',
    displayName: body.payload.user.username,
  })
  expect(await profileOf(id)).toEqual((await edit(token, {})).body.payload.user)
})

test('a name is one line without direction overrides; lengths count visible characters', async () => {
  const { token } = await somebody()
  const { body } = await edit(token, { profileName: ' Ada\n\u202e of   it ', profileTitle: '👩‍🚀'.repeat(40) })
  expect(body.payload.user).toMatchObject({ profileName: 'Ada of it', profileTitle: '👩‍🚀'.repeat(40) })
  const tooLong = { profileName: 'é'.repeat(61), profileTitle: 'x'.repeat(121), profileAbout: 'x'.repeat(2001) }
  const refused = (await edit(token, tooLong)).body
  expect([refused.code, refused.details]).toEqual([
    'VALIDATION_FAILED',
    Object.keys(tooLong).map((field) => expect.objectContaining({ field })),
  ])
})

test.each([
  'javascript:alert(1)',
  'data:image/png;base64,AA==',
  '//pictures.example/ada.png',
  '/api/auth/provider/google/start',
  '/media/../api/auth/provider/google/start',
  '/media/%2e%2e/api/me',
  '/media/',
  '/bbs/login',
  'https://ada:secret@pictures.example/',
  `https://pictures.example/${'x'.repeat(500)}`,
])('%s is not accepted as a picture address', async (profileImage) => {
  const { id, token } = await somebody()
  expect((await edit(token, { profileImage })).body.code).toBe('VALIDATION_FAILED')
  expect((await profileOf(id)).profileImageUrl).toBe('')
})

test('a picture may be a path on this site and is returned with its origin, for widgets', async () => {
  const { id, token } = await somebody()
  const { body } = await edit(token, { profileImage: '/media/ada.png' })
  const { profileImageUrl } = body.payload.user
  expect(profileImageUrl).toMatch(/^http:\/\/[^/]+\/media\/ada\.png$/)
  expect((await profileOf(id)).profileImageUrl).toBe(profileImageUrl)
})

test('only staff may use official names', async () => {
  const { token } = await somebody()
  for (const profileName of [
    'Moderator',
    '★ A d m i n ★',
    'Official Support',
    'Àdmin',
    'Аdministrator',
    'Moderаtor',
    'Αdmin',
  ])
    expect((await edit(token, { profileName })).body.code).toBe('USERNAME_RESERVED')
  expect((await edit(forum.admin.token, { profileName: 'Support Team' })).status).toBe(200)
})

test('nobody can edit another person’s profile, whatever their permissions', async () => {
  const { id } = await somebody()
  for (const { token } of [forum.ada, forum.moderator, forum.admin]) {
    expect((await edit(token, { ...PROFILE, editedUserId: id })).body.code).toBe('FORBIDDEN')
    expect((await edit(token, { ...PROFILE, userId: id })).body.code).toBe('ACTOR_MISMATCH')
  }
  expect((await profileOf(id)).profileName).toBe('')
  expect((await forum.stoa.call('userEdit', PROFILE)).status).toBe(401)
})

test('the same call grants partner or moderator, if the caller may', async () => {
  const { stoa, admin } = forum
  const { id, token } = await somebody()
  await stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token })
  const role = { editedUserId: id, tokenName: 'FORUM', approveSell: true, addModerator: true }
  expect((await edit(forum.ada.token, role)).body.code).toBe('FORBIDDEN')
  expect((await edit(token, role)).body.code).toBe('FORBIDDEN')
  expect((await edit(admin.token, { ...role, tokenName: undefined })).body.code).toBe('VALIDATION_FAILED')
  expect((await edit(admin.token, role)).body.payload.user.id).toBe(id)
  const me = (await stoa.call('me', {}, { token })).body.payload.user
  expect([me.enableSell, me.moderator]).toEqual([['FORUM'], ['FORUM']])
})

test('a new name shows at once in the person’s own tabs, and everywhere within a second', async () => {
  const { stoa } = forum
  const { id, token } = await somebody()
  await stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token })
  const postId = await forum.newPost({ publisherId: id })
  await forum.say(token, { postId })
  const read = async () => {
    const { items } = await forum.thread(postId)
    const post = (await stoa.call('postGet', { idOrSlug: postId })).body.payload.post
    return [items[0]?.publisherProfileName, post.publisherProfileName, (await profileOf(id)).displayName]
  }
  await read()
  const live = createLiveClients(stoa.url)
  const tab = await live.connect({ token })
  await edit(token, { profileName: 'Somebody New' })
  expect(await tab.hears(1)).toMatchObject([{ name: 'viewer.changed', event: { userId: id } }])
  expect((await profileOf(id)).displayName).toBe('Somebody New')
  stoa.clock.advance(1001)
  expect(new Set(await read())).toEqual(new Set(['Somebody New']))
  live.leave()
})

test('notification settings: defaults first, then as chosen', async () => {
  const { stoa } = forum
  const { token } = await somebody()
  const get = async () => (await stoa.call('notificationSettingsGet', {}, { token })).body.payload.notificationSettings
  const set = (notificationSettings: object) => stoa.call('notificationSettings', { notificationSettings }, { token })
  const { onSite, email, ...others } = DEFAULT_NOTIFICATION_SETTINGS
  expect(await get()).toEqual(DEFAULT_NOTIFICATION_SETTINGS)
  await Promise.all([
    set({ email: { digest: true } }),
    set({ onSite: { follow: false } }),
    set({ email: { reply: false } }),
  ])
  const chosen = { ...others, onSite: { ...onSite, follow: false }, email: { ...email, digest: true, reply: false } }
  expect(await get()).toEqual(chosen)
  expect((await set({})).body.payload.notificationSettings).toEqual(chosen)
  for (const wrong of [
    { sms: {} },
    { email: { security: false } },
    { onSite: { digest: true } },
    { email: { reply: 'no' } },
  ])
    expect((await set(wrong)).body.code).toBe('VALIDATION_FAILED')
  expect(await get()).toEqual(chosen)
})

test('visits are recorded once a minute at most', async () => {
  const { stoa } = forum
  const { id, token } = await somebody()
  const noted = async () => {
    const user = await stoa.database.read('users').where({ id }).first('visited_at')
    const communities = await stoa.database.read('community_visits').where({ user_id: id }).select('visited_at')
    return [user, ...communities].map((row) => Number(row.visited_at) - start)
  }
  const visit = () =>
    Promise.all([
      stoa.call('userVisit', { tokenName: 'FORUM', userId: id }, { token }),
      stoa.call('communityVisit', { tokenName: 'FORUM' }, { token }),
      stoa.call('communityVisit', { tokenName: 'FORUM' }, { token }),
    ])
  const start = stoa.clock.now()
  expect((await visit()).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await noted()).toEqual([0, 0])
  stoa.clock.advance(59_000)
  await visit()
  expect(await noted()).toEqual([0, 0])
  stoa.clock.advance(2000)
  await visit()
  expect(await noted()).toEqual([61_000, 61_000])
  expect((await stoa.call('communityVisit', { tokenName: 'NOWHERE' }, { token })).body.code).toBe('COMMUNITY_NOT_FOUND')
})

test.each(['Admin', 'Stoa Support', 'Ádmin'])(
  '%s is not accepted as a display name from a provider',
  async (displayName) => {
    const id = await forum.stoa.app.services.accounts.createNameless({ email: null, displayName })
    const user = await profileOf(id)
    expect(user.displayName).toBe(user.username)
  },
)

test('kinds that were part of another keep its stored settings until they are changed', async () => {
  const { id, token } = await somebody()
  const { role: _role, overdue: _overdue, ...former } = DEFAULT_NOTIFICATION_SETTINGS.email
  const stored = { email: { ...former, moderation: false, queue: true }, push: { queue: true } }
  await forum.stoa.database.transaction(({ connection }) =>
    connection('users')
      .where({ id })
      .update({ notification_settings: JSON.stringify(stored) }),
  )
  const read = async () =>
    (await forum.stoa.call('notificationSettingsGet', {}, { token })).body.payload.notificationSettings
  const { onSite, email, push } = DEFAULT_NOTIFICATION_SETTINGS
  expect(await read()).toMatchObject({
    onSite,
    email: { ...email, moderation: false, role: false, queue: true, overdue: true },
    push: { ...push, queue: true, overdue: true },
  })
  const change = { email: { role: true, queue: false } }
  await forum.stoa.call('notificationSettings', { notificationSettings: change }, { token })
  expect((await read()).email).toMatchObject({ moderation: false, role: true, queue: false, overdue: true })
})
