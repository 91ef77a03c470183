import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const { forgetAll, notifications, follow, plannedMails } = notificationRecipients(() => forum.stoa)
beforeEach(forgetAll)

const WORDS = '{"blocks":[{"type":"paragraph","data":{"text":"Hear, hear."}}]}'
const post = (token: string, about: object = {}) =>
  forum.stoa
    .call('postCreate', { tokenName: 'FORUM', title: 'News', postContent: WORDS, ...about }, { token })
    .then(({ body }) => body.payload.post.id)
const set = ({ token }: { token: string }, notificationSettings: object) =>
  forum.stoa.call('notificationSettings', { notificationSettings }, { token })

test('new posts of followed people are grouped by person, by default', async () => {
  const { ada, bea, cem, moderator } = forum
  await follow(cem, ada)
  await follow(cem, moderator)
  const first = await post(ada.token, { title: 'One' })
  expect(await notifications(cem)).toMatchObject([
    { kind: 'newPost', count: 1, post: { id: first }, actors: [{ userId: ada.id }], community: { tokenName: 'FORUM' } },
  ])
  const second = await post(ada.token, { title: 'Two' })
  const third = await post(moderator.token, { title: 'Three' })
  expect(await notifications(cem)).toMatchObject([
    { kind: 'newPost', count: 1, post: { id: third }, actors: [{ userId: moderator.id }] },
    {
      kind: 'newPost',
      count: 2,
      post: { id: second, title: 'Two' },
      titles: ['Two', 'One'],
      actors: [{ userId: ada.id }],
    },
  ])
  // Another community may have its own domain, whose list shows nothing of this one, so its posts aren't grouped with
  // these.
  const elsewhere = await post(ada.token, { tokenName: 'GUARDED' })
  expect(await notifications(cem)).toMatchObject([
    { count: 1, post: { id: elsewhere }, community: { tokenName: 'GUARDED' } },
    { actors: [{ userId: moderator.id }] },
    { count: 2, community: { tokenName: 'FORUM' } },
  ])
  // Members of the community haven't asked for it.
  expect(await notifications(bea)).toEqual([])
  await follow(cem, ada, false)
  await post(ada.token)
  expect(await notifications(cem)).toHaveLength(3)
})

test('new posts of a community are sent to members who want them, grouped by community, and once to followers', async () => {
  const { ada, bea, cem, moderator, stoa } = forum
  const wanting = { onSite: { communityPost: true } }
  for (const person of [bea, cem]) await set(person, wanting)
  const [first, second] = [await post(ada.token), await post(moderator.token)]
  expect(await notifications(bea)).toMatchObject([
    { kind: 'communityPost', count: 2, post: { id: second }, actorCount: 2, community: { tokenName: 'FORUM' } },
  ])
  // Cem isn't a member. Nothing is stored for people who haven't asked for it.
  expect(await notifications(cem)).toEqual([])
  const causes = stoa.database.read('notification_causes').whereIn('cause_id', [first, second])
  expect(await causes.pluck('recipient_id')).toEqual([bea.id, bea.id])
  await follow(bea, ada)
  const third = await post(ada.token)
  expect(await notifications(bea)).toMatchObject([
    { kind: 'newPost', count: 1, post: { id: third } },
    { kind: 'communityPost', count: 2 },
  ])
  // Without notifications of people they follow, followers still get those of their communities.
  await set(bea, { onSite: { newPost: false } })
  const fourth = await post(ada.token)
  expect(await notifications(bea)).toMatchObject([
    { kind: 'communityPost', count: 3, post: { id: fourth } },
    { kind: 'newPost' },
  ])
  await set(bea, { onSite: { newPost: true, communityPost: false } })
  await set(cem, { onSite: { communityPost: false } })
})

test('a post that responds to another notifies its author as a reply', async () => {
  const { ada, bea } = forum
  const parentPostId = await post(ada.token)
  await forgetAll()
  await post(bea.token, { parentPostId })
  expect((await notifications(ada)).map(({ kind }) => kind)).toEqual(['reply'])
})

test('a post is sent on each channel on which the person wants any of its kinds', async () => {
  const { ada, bea } = forum
  const off = { reply: false, newPost: false, communityPost: false, digest: false }
  const parentPostId = await post(bea.token)
  const toldAs = async (settings: Record<'onSite' | 'email', object>, about: object = {}) => {
    await forgetAll()
    const { digest: _, ...offOnSite } = off
    await set(bea, { onSite: { ...offOnSite, ...settings.onSite }, email: { ...off, ...settings.email } })
    await follow(bea, ada)
    await post(ada.token, about)
    const shown = (await notifications(bea)).map(({ kind }) => kind)
    return [...shown, await plannedMails()]
  }
  const [reply, newPost, communityPost] = [{ reply: true }, { newPost: true }, { communityPost: true }]
  const digest = { digest: true }
  // Bea follows Ada and is a member.
  expect(await toldAs({ onSite: communityPost, email: digest })).toEqual(['communityPost', ['digest']])
  expect(await toldAs({ onSite: newPost, email: communityPost })).toEqual(['communityPost', ['communityPost']])
  expect(await toldAs({ onSite: { ...newPost, ...communityPost }, email: {} })).toEqual(['newPost', []])
  const answer = { parentPostId }
  expect(await toldAs({ onSite: communityPost, email: digest }, answer)).toEqual(['communityPost', ['digest']])
  expect(await toldAs({ onSite: reply, email: newPost }, answer)).toEqual(['newPost', ['newPost']])
  expect(await toldAs({ onSite: {}, email: {} }, answer)).toEqual([[]])
  await set(bea, { onSite: { ...reply, ...newPost }, email: { reply: true } })
})
