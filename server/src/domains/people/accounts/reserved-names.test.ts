import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const edit = (profileName: string, { token }: { token: string } = forum.ada) =>
  forum.stoa.call('userEdit', { profileName }, { token })
const rename = (username: string, { token }: { token: string } = forum.ada) =>
  forum.stoa.call('userUsername', { username }, { token })
const me = async ({ token }: { token: string }) => (await forum.stoa.call('me', {}, { token })).body.payload.user

test.each([
  ...['bea_demo', 'BEA DEMO', 'Béa-Demo', 'b3a dem0', 'Веа Demo', '· bea demo ·', '@bea_demo', 'be@ demo'],
  ...[
    'beɑ demo',
    'bea demø',
    'bea dєmo',
    'ʙea demo',
    'βea demo',
    'ЬЕА DЕМО',
    'bea demס',
    'bea dem○',
    'bea ꓓemo',
    '𝖻ea demo',
  ],
  ...['bea_demo\u3164', 'bea\u1160_demo', '\u115Fbea_demo', 'bea_demo\uFFA0', 'bea_demo\u17B4', 'bea\u200Bdemo'],
])('nobody is shown as %s, which looks like another person’s username', async (name) => {
  const { body } = await edit(name)
  expect(body.code).toBe('USERNAME_EXISTS')
  expect((await me(forum.ada)).profileName).toBe('')
})

test.each(['Bea', 'Bea Demos', 'Bea Demo of the Mill', 'Беа Демо', '山田', '🦉'])(
  '%s is an allowed name',
  async (name) => {
    expect((await edit(name)).body.payload.user.profileName).toBe(name)
    await edit('')
  },
)

test('no name makes other visitors wait', async () => {
  const { url } = forum.stoa
  const hostile = `${'biiiiiiiiing'.repeat(4)}biiiiiiiingq`
  const edited = edit(hostile)
  const waits: number[] = []
  for (let request = 0; request < 10; request++) {
    const before = performance.now()
    expect((await fetch(new URL('/livez', url))).status).toBe(200)
    waits.push(performance.now() - before)
  }
  expect((await edited).body.payload.user.profileName).toBe(hostile)
  expect(Math.max(...waits)).toBeLessThan(100)
  expect((await edit('biiiiiiiiing'.repeat(4))).body.code).toBe('USERNAME_RESERVED')
  await edit('')
})

test('a person’s own username, those of their merged accounts, and deleted ones are allowed', async () => {
  const { stoa } = forum
  const [main, merged, gone] = [
    await stoa.member('heron_demo'),
    await stoa.member('egret_demo'),
    await stoa.member('stork_demo'),
  ]
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: merged.id }).update({ forward_to: main.id }),
  )
  await stoa.call('userDelete', { confirm: 'stork_demo' }, { token: gone.token })
  for (const name of ['Heron Demo', 'Egret Demo', 'Stork Demo'])
    expect((await edit(name, main)).body.payload.user.displayName).toBe(name)
  expect((await edit('Egret Demo')).body.code).toBe('USERNAME_EXISTS')
})

test('a username that looks like another person’s display name is taken', async () => {
  const { stoa, ada, cem } = forum
  await edit('Wren of Mill', cem)
  expect((await rename('wrenofmill')).body.code).toBe('USERNAME_EXISTS')
  const account = { email: 'wren@people.example', password: 'Corr3ct-horse' }
  const signUp = (username: string) => stoa.call('authSignUp', { username, ...account })
  expect((await signUp('wren_0f_m1ll')).body.code).toBe('USERNAME_EXISTS')
  expect((await rename('Wren_of_Mill', cem)).body.payload.user.username).toBe('Wren_of_Mill')
  await edit('', cem)
  expect((await edit('Wren of Mill', ada)).body.code).toBe('USERNAME_EXISTS')
})

test('a username that looks like another’s is taken; people can respell their own', async () => {
  const { stoa } = forum
  const alice = await stoa.member('Alice_Liddell')
  const account = { email: 'alice@people.example', password: 'Corr3ct-horse' }
  for (const username of ['AIice_Liddell', 'AliceLiddell', 'Alice__Liddell', 'Alice_Llddell', 'a1ice_lidde1l']) {
    expect((await stoa.call('authSignUp', { username, ...account })).body.code).toBe('USERNAME_EXISTS')
    expect((await rename(username)).body.code).toBe('USERNAME_EXISTS')
  }
  expect((await rename('AliceLiddell', alice)).body.payload.user.username).toBe('AliceLiddell')
})

test('an address leads to the owner of its slug or username even if it looks like an id', async () => {
  const { stoa } = forum
  const kestrel = await stoa.member('kestrel_')
  expect((await stoa.call('userGet', { idOrSlug: 'kestrel' })).body.payload.user.id).toBe(kestrel.id)
  expect((await rename('kestrel')).body.code).toBe('USERNAME_EXISTS')
  // Like slugs from before names were compared by look.
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: kestrel.id }).update({ slug: 'quail' }),
  )
  expect((await rename('Quail')).body.code).toBe('USERNAME_EXISTS')

  const username = 'abcdefghijklmnopqrst'
  const { id } = await stoa.member(username)
  expect((await stoa.call('userGet', { idOrSlug: username })).body.payload.user.id).toBe(id)
  const brought = { username: 'brought_along', email: 'brought@people.example', password: 'Corr3ct-horse' }
  await stoa.call('authSignUp', { ...brought, refBy: username })
  expect(await stoa.database.read('users').where({ ref_by: id }).pluck('username')).toEqual(['brought_along'])
  expect((await rename(kestrel.id)).body.code).toBe('USERNAME_EXISTS')
})

test('a provider’s display name is not shown if it is another person’s username', async () => {
  const { accounts } = forum.stoa.app.services
  const shown = async (displayName: string) => {
    const id = await accounts.createNameless({ email: null, displayName })
    return (await accounts.get(id)).displayName
  }
  expect(await shown('Bea Demo')).toMatch(/^member_/)
  expect(await shown('Bea Lark')).toBe('Bea Lark')
})

test('a generated name is pointed out to its owner until they choose or keep it', async () => {
  const { stoa } = forum
  const { accounts, sessions } = stoa.app.services
  const begin = async (site: string | null, id: string) => ({
    token: (await sessions.begin({ userId: id, site: site ?? '', lasting: true } as never)).signedIn.accessToken,
  })
  const newcomer = async () => begin(null, await accounts.createNameless({ email: null }))
  const [keeps, renames, names] = [await newcomer(), await newcomer(), await newcomer()]
  for (const person of [keeps, renames, names]) expect((await me(person)).hasMadeUpName).toBe(true)
  const { username, id } = await me(keeps)
  expect((await stoa.call('userGet', { idOrSlug: id })).body.payload.user).not.toHaveProperty('hasMadeUpName')
  expect((await rename(username, keeps)).body.payload.user.username).toBe(username)
  await rename('plover_demo', renames)
  await edit('Plover of the Marsh', names)
  stoa.clock.advance(1000)
  for (const person of [keeps, renames, names]) expect(await me(person)).not.toHaveProperty('hasMadeUpName')
  // Keeping it was not a change, so it can be changed at once.
  expect((await rename('dunlin_demo', keeps)).status).toBe(200)
})

test('nobody takes the name of a community, not even a look-alike or a former address', async () => {
  const { stoa, ada, admin, cem } = forum
  await seedCommunity(stoa, { tokenName: 'MARSH', title: 'Reed & Marsh', urlSlug: 'tide-tables' })
  const founder = await stoa.member('marsh_founder')
  const owned = { tokenName: 'FENWORK', title: 'Fenwork', urlSlug: 'fen-work' }
  await seedCommunity(stoa, { ...owned, creatorId: founder.id })
  const { token } = admin
  const edited = await stoa.call('communityEdit', { tokenName: 'MARSH', urlSlug: 'tides', revision: 0 }, { token })
  expect(edited.status).toBe(200)

  for (const name of [
    'Reed & Marsh',
    'reed\u200Bmarsh',
    'Rееd Mаrsh',
    'MARSH',
    'tides',
    'Tide Tables',
    'T1de-tab1es',
  ]) {
    expect([name, (await edit(name)).body.code]).toEqual([name, 'USERNAME_OF_COMMUNITY'])
  }
  const account = { email: 'marsh@people.example', password: 'Corr3ct-horse' }
  for (const username of ['reed_marsh', 'Marsh', 'tides', 'tide_tables', 'fenw0rk']) {
    expect([username, (await rename(username)).body.code]).toEqual([username, 'USERNAME_OF_COMMUNITY'])
    expect((await stoa.call('authSignUp', { username, ...account })).body.code).toBe('USERNAME_OF_COMMUNITY')
  }
  expect((await edit('Reed of the Marsh')).status).toBe(200)

  // Founders may be named like their communities, and network admins may speak for all.
  expect((await edit('Fenwork', founder)).status).toBe(200)
  expect((await edit('Reed & Marsh', admin)).status).toBe(200)
  // A name that was there before stays, also when it is sent again.
  await edit('Later', cem)
  await seedCommunity(stoa, { tokenName: 'LATER', title: 'Later' })
  expect(
    (await stoa.call('userEdit', { profileName: 'Later', profileTitle: 'Old' }, { token: cem.token })).status,
  ).toBe(200)
  await edit('', ada)
})
