import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { picture, upload } from '../../../../test/uploads.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

test('holders of editBBS can require approval of posts, and the community’s data shows it', async () => {
  const { stoa, ada, admin } = forum
  const edit = (token: string, input: object) => stoa.call('communityEdit', { tokenName: 'FORUM', ...input }, { token })
  const approves = async () =>
    (await stoa.call('communityGet', { tokenName: 'FORUM' })).body.payload.community.approvePosts
  const postContent = '{"blocks":[{"type":"paragraph","data":{"text":"Words"}}]}'
  const status = async () => {
    const input = { tokenName: 'FORUM', title: 'A post', kind: 'community', postContent } as const
    return (await stoa.call('postCreate', input, { token: ada.token })).body.payload.post.status
  }
  expect((await edit(ada.token, { approvePosts: true })).body.code).toBe('FORBIDDEN')
  expect([await approves(), await status()]).toEqual([false, 0])

  await stoa.app.services.memberships.setRole(forum.communityId, admin.id, { permissions: ['editBBS'] })
  const { body } = await edit(admin.token, { approvePosts: true })
  expect(body.payload.community.approvePosts).toBe(true)
  expect([await approves(), await status()]).toEqual([true, 5])
  expect((await edit(admin.token, {})).body.payload.community.approvePosts).toBe(true)
  await edit(admin.token, { approvePosts: false })
  expect([await approves(), await status()]).toEqual([false, 0])
})

test('a logo is kept while the community shows it, and its changes are logged', async () => {
  const { stoa, admin, ada } = forum
  await stoa.app.services.memberships.setRole(forum.communityId, admin.id, { permissions: ['editBBS'] })
  const { token } = admin
  const edit = async (logoImageURI: string) =>
    (await stoa.call('communityEdit', { tokenName: 'FORUM', logoImageURI }, { token })).body
  const logo = async () => (await stoa.call('communityGet', { tokenName: 'FORUM' })).body.payload.community.logoImageURI
  const [first, second] = [
    await upload(stoa, token, { bytes: await picture(), purpose: 'logo' }),
    await upload(stoa, token, { bytes: await picture(), purpose: 'logo' }),
  ]
  const uses = async ({ id }: { id: string }) =>
    (await stoa.call('mediaGet', { mediaId: id }, { token })).body.payload.media.uses
  expect((await stoa.call('communityEdit', { tokenName: 'FORUM', logoImageURI: first.url }, ada)).body.code).toBe(
    'FORBIDDEN',
  )
  expect((await edit(first.url)).payload.community.logoImageURI).toBe(first.url)
  expect([await logo(), await uses(first)]).toEqual([first.url, 1])
  // Saving the same again is no change.
  await edit(first.url)
  await edit(second.url)
  expect([await uses(first), await uses(second)]).toEqual([0, 1])
  await edit('')
  expect([await logo(), await uses(second)]).toEqual(['', 0])
  for (const wrong of [
    'javascript:alert(1)',
    '/api/media',
    'http://localhost:3000/api/media',
    `/media/${'x'.repeat(500)}`,
  ]) {
    expect([wrong, (await edit(wrong)).code]).toEqual([wrong, 'VALIDATION_FAILED'])
  }
  const { items } = (await stoa.call('communityActivity', { tokenName: 'FORUM' }, { token })).body.payload
  const logged = items.filter(({ action, changes }) => action === 'communityEdited' && changes[0]?.setting === 'logo')
  expect(logged.map(({ actor, changes }) => [actor?.userId, changes])).toEqual([
    [admin.id, [{ setting: 'logo', before: second.url, after: '' }]],
    [admin.id, [{ setting: 'logo', before: first.url, after: second.url }]],
    [admin.id, [{ setting: 'logo', before: '', after: first.url }]],
  ])
})

test('rules keep their order, are validated, and their changes are logged', async () => {
  const { stoa, admin, ada } = forum
  await stoa.app.services.memberships.setRole(forum.communityId, admin.id, { permissions: ['editBBS'] })
  const { token } = admin
  const edit = async (rules: object[], by = token) =>
    (await stoa.call('communityEdit', { tokenName: 'FORUM', rules } as never, { token: by })).body
  const rules = async () => (await stoa.call('communityGet', { tokenName: 'FORUM' })).body.payload.community.rules
  expect(await rules()).toEqual([])
  const kind = { title: 'Be kind', text: 'You will meet again.' }
  expect((await edit([kind], ada.token)).code).toBe('FORBIDDEN')
  const wrong: object[][] = [
    [{ title: '' }],
    [{ title: 'x'.repeat(101) }],
    [{ title: 'x', text: 'y'.repeat(501) }],
    [{ title: 'Be kind' }, { title: 'be KIND' }],
    Array.from({ length: 16 }, (_, index) => ({ title: `Rule ${index}` })),
  ]
  for (const some of wrong) expect([some.length, (await edit(some)).code]).toEqual([some.length, 'VALIDATION_FAILED'])
  expect(await rules()).toEqual([])

  expect((await edit([kind, { title: ' Stay on topic ' }])).payload.community.rules).toEqual([
    kind,
    { title: 'Stay on topic', text: '' },
  ])
  await edit([{ title: 'Stay on topic' }, { ...kind, text: '' }])
  expect(await rules()).toEqual([
    { title: 'Stay on topic', text: '' },
    { title: 'Be kind', text: '' },
  ])
  // Saving the same again is no change, and omitted parts stay.
  await edit([{ title: 'Stay on topic' }, { ...kind, text: '' }])
  await stoa.call('communityEdit', { tokenName: 'FORUM', about: 'Rivers' }, { token })
  expect(await rules()).toHaveLength(2)
  await edit([])
  expect(await rules()).toEqual([])
  const { items } = (await stoa.call('communityActivity', { tokenName: 'FORUM' }, { token })).body.payload
  const logged = items.flatMap(({ changes }) => changes).filter(({ setting }) => setting === 'rules')
  expect(logged.map(({ before, after }) => [before, after])).toEqual([
    ['Stay on topic; Be kind', ''],
    ['Be kind: You will meet again.; Stay on topic', 'Stay on topic; Be kind'],
    ['', 'Be kind: You will meet again.; Stay on topic'],
  ])
})

test('the second of two editors sees the first one’s changes, and nothing is lost', async () => {
  const { stoa, admin } = forum
  await stoa.app.services.memberships.setRole(forum.communityId, admin.id, { permissions: ['editBBS'] })
  const edit = async (input: object) => {
    return (await stoa.call('communityEdit', { tokenName: 'FORUM', ...input }, { token: admin.token })).body
  }
  const { revision } = (await stoa.call('communityGet', { tokenName: 'FORUM' })).body.payload.community
  const first = await edit({ revision, title: 'First' })
  expect(first.payload.community).toMatchObject({ title: 'First', revision: revision + 1 })
  const second = await edit({ revision, about: 'Second' })
  expect(second.code).toBe('EDIT_CONFLICT')
  expect(second.details).toEqual({ community: first.payload.community })
  const again = await edit({ revision: revision + 1, about: 'Second' })
  expect(again.payload.community).toMatchObject({ title: 'First', about: 'Second', revision: revision + 2 })
  // A save without changes creates no revision.
  expect((await edit({ about: 'Second' })).payload.community.revision).toBe(revision + 2)
})

test('a community is found by all its former addresses, which nobody else can take', async () => {
  const { stoa, admin } = forum
  const edit = async (tokenName: string, urlSlug: string) => {
    const { body } = await stoa.call('communityEdit', { tokenName, urlSlug }, { token: admin.token })
    return body.code ?? body.payload.community.urlSlug
  }
  for (const id of [forum.communityId, forum.guardedId]) {
    await stoa.app.services.memberships.setRole(id, admin.id, { permissions: ['editBBS'] })
  }
  const found = async (tokenName: string) =>
    (await stoa.call('communityGet', { tokenName })).body.payload?.community?.tokenName
  expect(await edit('FORUM', 'agora')).toBe('agora')
  expect(await edit('FORUM', 'the-square')).toBe('the-square')
  for (const name of ['FORUM', 'forum', 'agora', 'Agora', 'the-square'])
    expect([name, await found(name)]).toEqual([name, 'FORUM'])
  for (const slug of ['agora', 'the-square', 'forum'])
    expect([slug, await edit('GUARDED', slug)]).toEqual([slug, 'COMMUNITY_SLUG_EXISTS'])
  expect(await edit('GUARDED', 'search')).toBe('COMMUNITY_NAME_RESERVED')
  for (const slug of ['Agora', 'a b', '-a', 'x'.repeat(41), 'a1'.repeat(10)]) {
    expect([slug, await edit('GUARDED', slug)]).toEqual([slug, 'VALIDATION_FAILED'])
  }
  // Posts say what their addresses name it by; both names ask for its lists.
  await stoa.call('postCreate', { tokenName: 'FORUM', title: 'Here', postContent: '{"blocks":[]}' }, admin)
  for (const tokenName of ['FORUM', 'the-square']) {
    const [post] = (await stoa.call('postList', { type: 'all', sort: 'new', tokenName })).body.payload.items
    expect(post).toMatchObject({ tokenName: 'FORUM', communitySlug: 'the-square' })
  }
  // The community can return to its own former slug.
  expect(await edit('FORUM', 'agora')).toBe('agora')
  const founder = await stoa.member('squatter')
  const taken = { tokenName: 'AGORA', title: 'Agora' }
  expect((await stoa.call('communityCreate', taken, { token: founder.token })).body.code).toBe('COMMUNITY_EXISTS')
  const { items } = (await stoa.call('communityActivity', { tokenName: 'FORUM' }, { token: admin.token })).body.payload
  expect(items[0]?.changes).toEqual([{ setting: 'urlSlug', before: 'the-square', after: 'agora' }])
})

test('changes of a community’s address are limited, and only the latest are kept', async () => {
  const { stoa, admin, guardedId } = forum
  await stoa.app.services.memberships.setRole(guardedId, admin.id, { permissions: ['editBBS'] })
  const edit = async (urlSlug: string) => {
    stoa.clock.advance(1)
    return (await stoa.call('communityEdit', { tokenName: 'GUARDED', urlSlug }, { token: admin.token })).body
  }
  for (const slug of ['guard-1', 'guard-2', 'guard-3']) expect((await edit(slug)).status).toBe('success')
  const refused = await edit('guard-4')
  expect([refused.code, refused.details]).toMatchObject([
    'COMMUNITY_SLUG_TOO_SOON',
    { retryAfterMs: expect.any(Number) },
  ])
  const month = 30 * 24 * 60 * 60 * 1000
  const signIn = async () => {
    stoa.clock.advance(month + 1)
    admin.token = (
      await stoa.app.services.sessions.begin({ userId: admin.id, site: '', lasting: true })
    ).signedIn.accessToken
  }
  await signIn()
  for (const slug of ['guard-4', 'guard-5', 'guard-6']) expect((await edit(slug)).status).toBe('success')
  const found = async (name: string) => (await stoa.call('communityGet', { tokenName: name })).status
  expect([await found('guarded'), await found('guard-1'), await found('guard-5')]).toEqual([200, 200, 200])
  await signIn()
  expect((await edit('guard-7')).status).toBe('success')
  // Six were given up, so the oldest is free again. The token name stays.
  expect([await found('guard-1'), await found('guard-2'), await found('GUARDED')]).toEqual([404, 200, 200])
})

test.runIf(process.env.STOA_TEST_DATABASE_URL)(
  'while names are chosen, others wait for that, but nobody who posts in any community',
  async () => {
    const { stoa } = forum
    const { communities, memberships } = stoa.app.services
    const [oldest] = await stoa.database.read('communities').orderBy('id').limit(1)
    const tokenNames = ['RENAMEDA', 'RENAMEDB']
    const ids = await Promise.all(
      tokenNames.map((tokenName) => {
        const about = { title: tokenName, urlSlug: tokenName.toLowerCase(), about: '', creatorId: forum.admin.id }
        return communities.create({ tokenName, ...about })
      }),
    )
    // Other tests have moved the clock.
    const author = await stoa.member('author_of_names', { join: [oldest.token_name] })
    const editor = await stoa.member('editor_of_names', { join: tokenNames })
    for (const id of ids) await memberships.setRole(id, editor.id, { permissions: ['editBBS'] })
    const postContent = '{"blocks":[{"type":"paragraph","data":{"text":"Words"}}]}'
    const post = () =>
      stoa.call(
        'postCreate',
        { tokenName: oldest.token_name, title: 'A post', kind: 'community', postContent },
        { token: author.token },
      )
    const rename = (tokenName: string, title: string) =>
      stoa.call('communityEdit', { tokenName, title }, { token: editor.token })
    const ended: string[] = []
    const steps = new EventEmitter()
    const isHeld = once(steps, 'held')
    const held = stoa.database.transaction(async (tx) => {
      await communities.assertDistinct({ title: 'Held' }, { tx })
      const posted = once(steps, 'posted')
      steps.emit('held')
      await Promise.race([posted, sleep(5000)])
      ended.push('held')
    })
    await isHeld
    const renamed = rename('RENAMEDA', 'Chosen').finally(() => ended.push('renamed'))
    const answer = await post()
    ended.push('posted')
    steps.emit('posted')
    await held
    expect([answer.status, (await renamed).status, ended]).toEqual([200, 200, ['posted', 'held', 'renamed']])

    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([
        ...tokenNames.map((tokenName, index) => rename(tokenName, index ? `Ne𝗐 ${round}` : `New ${round}`)),
        post(),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400])
    }
  },
)

test('a picture that was removed before it was saved is refused, and the former one stays', async () => {
  const { stoa, admin } = forum
  await stoa.app.services.memberships.setRole(forum.communityId, admin.id, { permissions: ['editBBS'] })
  const { token } = admin
  const edit = async (input: object) =>
    (await stoa.call('communityEdit', { tokenName: 'FORUM', ...input }, { token })).body
  const former = await upload(stoa, token, { bytes: await picture(), purpose: 'logo' })
  await edit({ logoImageURI: former.url })
  const late = await upload(stoa, token, { bytes: await picture(), purpose: 'logo' })
  expect((await stoa.call('mediaDelete', { mediaId: late.id }, { token })).status).toBe(200)
  for (const field of ['logoImageURI', 'bannerImageURI']) {
    const { code, details } = await edit({ [field]: late.url })
    expect([code, details]).toMatchObject([
      'VALIDATION_FAILED',
      [{ field, message: expect.stringContaining('Upload the file again.') }],
    ])
  }
  const { community } = (await stoa.call('communityGet', { tokenName: 'FORUM' })).body.payload
  expect([community.logoImageURI, community.bannerImageURI]).toEqual([former.url, undefined])
  await edit({ logoImageURI: '' })
})

test('banner and accent are shown at once, logged, and the banner is kept while the community shows it', async () => {
  const { stoa, admin } = forum
  await stoa.app.services.memberships.setRole(forum.communityId, admin.id, { permissions: ['editBBS'] })
  const { token } = admin
  const edit = async (input: object) =>
    (await stoa.call('communityEdit', { tokenName: 'FORUM', ...input }, { token })).body
  const looks = async () => {
    const { community } = (await stoa.call('communityGet', { tokenName: 'FORUM' })).body.payload
    return [community.bannerImageURI, community.accent, community.logoImageURI]
  }
  const banner = await upload(stoa, token, { bytes: await picture(), purpose: 'post' })
  const logo = await upload(stoa, token, { bytes: await picture(), purpose: 'logo' })
  expect(await looks()).toEqual([undefined, undefined, ''])
  await edit({ logoImageURI: logo.url })
  expect((await edit({ bannerImageURI: banner.url, accent: '#7D2A28' })).payload.community.accent).toBe('#7d2a28')
  expect(await looks()).toEqual([banner.url, '#7d2a28', logo.url])
  const uses = async ({ id }: { id: string }) =>
    (await stoa.call('mediaGet', { mediaId: id }, { token })).body.payload.media.uses
  expect([await uses(logo), await uses(banner)]).toEqual([1, 1])
  const refusal = await edit({ accent: '#ffd400' })
  expect([refusal.code, JSON.stringify(refusal.details)]).toEqual([
    'VALIDATION_FAILED',
    expect.stringContaining('too light for text'),
  ])
  for (const wrong of [{ accent: 'red' }, { bannerImageURI: '/api/me' }]) {
    expect((await edit(wrong)).code).toBe('VALIDATION_FAILED')
  }
  const { items } = (await stoa.call('modActivityList', { tokenName: 'FORUM' }, { token })).body.payload
  expect(JSON.stringify(items)).toContain('"accent"')
  await edit({ bannerImageURI: '', accent: '', logoImageURI: '' })
  expect([await looks(), await uses(banner)]).toEqual([[undefined, undefined, ''], 0])
})
