import type { EventOf, ShownPerson } from '@stoa/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../test/forum.ts'
import { type Client, createLiveClients, type LiveClients } from '../../test/live-clients.ts'
import { mergeActions } from '../../test/merges.ts'
import { firstIdAt } from '../platform/ids.ts'
import { createProfileBroadcast } from './broadcast-profile-change.ts'

let forum: Forum
let clients: LiveClients

beforeAll(async () => {
  forum = await startForum()
  clients = createLiveClients(forum.stoa.url)
})
afterEach(() => clients.leave())
afterAll(() => forum.stoa.close())

const watch = (postId: string, about: { lastEventId?: string } = {}) =>
  clients.connect({ watch: { postIds: [postId] }, ...about })
const edit = (change: object, { token } = forum.ada) => forum.stoa.call('userEdit', change, { token })
const names = (client: Client) =>
  client.events.flatMap(({ event }) => ('user' in event ? [event.user as ShownPerson] : []))

test('a new name and picture are sent where the person is publicly shown, with public fields only', async () => {
  const { ada, bea, moderator, stoa } = forum
  const [own, commented, hidden, waiting, elsewhere] = [
    await forum.newPost({ publisherId: ada.id }),
    await forum.newPost(),
    await forum.newPost(),
    await forum.newPost({ communityId: forum.guardedId }),
    await forum.newPost(),
  ]
  await forum.say(ada.token, { postId: commented })
  await forum.say(bea.token, { postId: elsewhere })
  const { id: commentId } = await forum.say(ada.token, { postId: hidden })
  await forum.hide(moderator.token, { commentId, reason: 'spam' } as never)
  await forum.say(ada.token, { postId: waiting, tokenName: 'GUARDED' })
  const seeing = [await watch(own), await watch(commented)]
  const others = [await watch(hidden), await watch(waiting), await watch(elsewhere)]
  const about = { profileName: 'Ada of the Mill', profileImage: 'https://img.example/ada.png', profileAbout: 'Me.' }
  expect((await edit(about)).status).toBe(200)
  const profileImageUrl = forum.stoa.app.services.media.picture(about.profileImage)
  const shown = { displayName: 'Ada of the Mill', slugUrl: 'ada-demo', profileImageUrl }
  for (const client of seeing) {
    await client.hears(1)
    expect(names(client)).toEqual([{ id: ada.id, username: 'ada_demo', ...shown }])
  }
  // Events arrive in order: receiving the later one shows that the first one was not sent here.
  await forum.stoa.call('userEdit', { profileName: 'Bea' }, { token: bea.token })
  await others[2]?.hears(1)
  expect(others.map(names)).toMatchObject([[], [], [{ id: bea.id }]])
  expect((await stoa.call('userUsername', { username: 'ada_of_the_mill' }, { token: ada.token })).status).toBe(200)
  await seeing[0]?.hears(2)
  expect(names(seeing[0] as Client)[1]).toMatchObject({ username: 'ada_of_the_mill', slugUrl: 'ada-of-the-mill' })
})

test('changing the biography or nothing sends no event', async () => {
  const postId = await forum.newPost({ publisherId: forum.cem.id })
  const client = await watch(postId)
  await edit({ profileAbout: 'Another text.' }, forum.cem)
  await edit({ profileName: 'Cem at last' }, forum.cem)
  await client.hears(1)
  expect(names(client).map(({ displayName }) => displayName)).toEqual(['Cem at last'])
})

test('includes what a merged account has written', async () => {
  const { stoa, admin } = forum
  const [main, other] = [await stoa.member('main_demo'), await stoa.member('other_demo', { join: ['FORUM'] })]
  const postId = await forum.newPost()
  await forum.say(other.token, { postId })
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: other.id }).update({ forward_to: main.id }),
  )
  const client = await watch(postId)
  await edit({ profileName: 'Nobody here' }, admin)
  await edit({ profileName: 'Main One' }, main)
  await client.hears(1)
  expect(names(client)).toMatchObject([{ id: main.id, displayName: 'Main One' }])
})

test('after a merge or split, pages get the person’s name, and later changes of the main account’s', async () => {
  const { signedUp, proofOf, forward, undo } = mergeActions(() => forum.stoa, 'news')
  const [main, other] = [await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  await forum.say(other.token, { postId })
  const client = await watch(postId)
  forum.stoa.clock.advance(10_000)
  const lastEventId = firstIdAt(forum.stoa.clock.now())
  expect((await forward(main.token, await proofOf(main, other))).status).toBe(200)
  await client.hears(1)
  await edit({ profileName: 'Main of both' }, main)
  await client.hears(2)
  const back = await watch(postId, { lastEventId })
  await vi.waitFor(() => expect(back.resumed).toHaveLength(1))
  expect(names(back)).toMatchObject([
    { id: other.id, displayName: 'Main of both' },
    { id: main.id, displayName: 'Main of both' },
  ])
  expect((await undo(main, other)).status).toBe(200)
  await client.hears(3)
  expect(names(client)).toMatchObject([
    { id: other.id, username: main.username },
    { id: main.id, displayName: 'Main of both' },
    { id: other.id, username: other.username },
  ])
})

test('a deleted person whose posts remain is renamed in open pages and after a reconnect', async () => {
  const { stoa } = forum
  const leaver = await stoa.member('leaver_demo', { join: ['FORUM'] })
  const postId = await forum.newPost()
  await forum.say(leaver.token, { postId })
  stoa.clock.advance(10_000)
  const lastEventId = firstIdAt(stoa.clock.now())
  await edit({ profileName: 'A Leaver' }, leaver)
  const client = await watch(postId)
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: leaver.id, site: '', lasting: true })
  const gone = { confirm: 'leaver_demo', content: 'keep' as const }
  expect((await stoa.call('userDelete', gone, { token: signedIn.accessToken })).status).toBe(200)
  const nobody = { id: leaver.id, username: 'deleted', displayName: 'deleted', slugUrl: '', profileImageUrl: '' }
  await vi.waitFor(() => expect(names(client).at(-1)).toEqual(nobody))
  const back = await watch(postId, { lastEventId })
  await vi.waitFor(() => expect(back.resumed).toHaveLength(1))
  expect(names(back)).toEqual([nobody])
})

test('after a reconnect clients get the latest names of people they show', async () => {
  const { stoa, bea } = forum
  const [postId, other] = [await forum.newPost({ publisherId: bea.id }), await forum.newPost()]
  stoa.clock.advance(10_000)
  const lastEventId = firstIdAt(stoa.clock.now())
  for (const profileName of ['Bea one', 'Bea two']) await edit({ profileName }, bea)
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: bea.id }).update({ profile_name: 'Bea three' }),
  )
  const [back, elsewhere] = [await watch(postId, { lastEventId }), await watch(other, { lastEventId })]
  await vi.waitFor(() => expect([back.resumed.length, elsewhere.resumed.length]).toEqual([1, 1]))
  expect(names(back)).toMatchObject([{ id: bea.id, displayName: 'Bea three' }])
  expect(elsewhere.events).toEqual([])
})

test('changes during a lookup are collapsed to the latest per person', async () => {
  const looked: string[] = []
  const told: string[] = []
  const answers: (() => void)[] = []
  const tell = createProfileBroadcast({
    showing: async ([personId = '']) => {
      looked.push(personId)
      await new Promise<void>((resolve) => answers.push(resolve))
      return new Map([[personId, new Set(['post'])]])
    },
    openPosts: () => ['post'],
    emit: (_postIds, { id }) => void told.push(id),
    logger: { error: () => {} } as never,
  })
  const event = (id: string, personId: string) => ({ id, at: 0, user: { id: personId } }) as EventOf<'user.changed'>
  for (const [id, personId] of [
    ['1', 'a'],
    ['2', 'b'],
    ['4', 'b'],
    ['3', 'b'],
  ] as const)
    tell(event(id, personId))
  expect(looked).toEqual(['a'])
  answers.shift()?.()
  await vi.waitFor(() => expect(looked).toEqual(['a', 'b']))
  tell(event('5', 'a'))
  answers.shift()?.()
  await vi.waitFor(() => expect(looked).toEqual(['a', 'b', 'a']))
  answers.shift()?.()
  await vi.waitFor(() => expect(told).toEqual(['1', '4', '5']))
})
