import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, PUBLISHER, startForum } from '../../test/forum.ts'
import { startTestApp } from '../../test/harness.ts'
import { type Client, createLiveClients, type LiveClients } from '../../test/live-clients.ts'
import { notificationRecipients } from '../../test/notification-recipients.ts'
import { seedCommunity } from '../../test/seed-community.ts'
import { seedPost } from '../../test/seed-post.ts'
import { firstIdAt } from '../platform/ids.ts'

let forum: Forum
let clients: LiveClients

beforeAll(async () => {
  forum = await startForum()
  clients = createLiveClients(forum.stoa.url)
})
afterEach(() => clients.leave())
afterAll(() => forum.stoa.close())
const { notifications, follow } = notificationRecipients(() => forum.stoa)

/** Two tokens for Ada, for the forum and for a publisher's page. */
async function tokensOfAda() {
  const { sessions } = forum.stoa.app.services
  const of = async (site: string) =>
    (await sessions.begin({ userId: forum.ada.id, site, lasting: true })).signedIn.accessToken
  return { forumToken: await of(''), siteToken: await of(PUBLISHER.origin) }
}
const ofAccount = ({ events }: Client) => events.filter(({ name }) => name.startsWith('notification.'))

test('a publisher’s page gets no forum account events, live or after a reconnect', async () => {
  const { stoa, ada, bea } = forum
  const { forumToken, siteToken } = await tokensOfAda()
  stoa.clock.advance(60_000)
  const lastEventId = firstIdAt(stoa.clock.now())
  const { origin } = PUBLISHER
  const home = await clients.connect({ token: forumToken, watch: {} })
  const page = await clients.connect({ token: siteToken, origin, watch: {} })
  await follow(bea, ada)
  await notifications({ token: forumToken })
  await stoa.call('notificationRead', { all: true }, { token: forumToken })
  await stoa.call('userEdit', { profileTitle: 'Reader' }, { token: forumToken })
  // A change of permissions is sent to both, as the last event.
  for (const client of [home, page]) await vi.waitFor(() => expect(client.names()).toContain('viewer.changed'))
  expect(ofAccount(home).map(({ name }) => name)).toEqual(['notification.created', 'notification.changed'])
  expect(ofAccount(page)).toEqual([])

  const homeAgain = await clients.connect({ token: forumToken, watch: {}, lastEventId })
  const pageAgain = await clients.connect({ token: siteToken, origin, watch: {}, lastEventId })
  for (const client of [homeAgain, pageAgain]) await vi.waitFor(() => expect(client.resumed).toHaveLength(1))
  expect(ofAccount(homeAgain)).toHaveLength(2)
  expect(pageAgain.names()).toEqual(['viewer.changed'])
})

test('a forum page whose session has ended gets no more account events', async () => {
  const { stoa, ada, bea } = forum
  const { forumToken } = await tokensOfAda()
  const page = await clients.connect({ token: forumToken, watch: {} })
  await stoa.app.services.sessions.endAllOf(ada.id)
  await vi.waitFor(() => expect(page.names()).toContain('session.ended'))
  const { forumToken: again } = await tokensOfAda()
  const other = await clients.connect({ token: again, watch: {} })
  await forum.say(bea.token, { postId: await forum.newPost({ publisherId: ada.id }) })
  await vi.waitFor(() => expect(ofAccount(other)).toHaveLength(1))
  expect(ofAccount(page)).toEqual([])
})

test('a domain of one community gets only events of it, or of none, live and after a reconnect', async () => {
  const garden = { origin: 'http://garden.example', defaultTokenName: 'GARDEN', isSingleTokenDomain: true }
  const stoa = await startTestApp({ STOA_URL: 'http://forum.example' }, { files: { 'domains/garden.json': garden } })
  const here = createLiveClients(stoa.url)
  const communityIds = [await seedCommunity(stoa), await seedCommunity(stoa, { tokenName: 'GARDEN' })] as const
  const [ada, bea] = [await stoa.member('ada'), await stoa.member('bea', { join: ['FORUM', 'GARDEN'] })]
  stoa.clock.advance(60_000)
  const lastEventId = firstIdAt(stoa.clock.now())
  const open = (host: string, about = {}) => here.connect({ token: ada.token, host, watch: {}, ...about })
  const pages = [await open('forum.example'), await open('garden.example')]
  for (const [place, tokenName] of ['FORUM', 'GARDEN'].entries()) {
    const postId = await seedPost(stoa, { communityId: communityIds[place] ?? '', publisherId: ada.id })
    const said = await stoa.call('commentCreate', { tokenName, postId, content: 'Well said' }, { token: bea.token })
    expect(said.status).toBe(200)
    await stoa.app.background.settled()
  }
  await stoa.call('userFollow', { followedUserId: ada.id, follow: true }, { token: bea.token })
  await stoa.app.background.settled()
  for (const page of pages)
    await vi.waitFor(() => expect(ofAccount(page).at(-1)).toMatchObject({ event: { kind: 'follow' } }))
  const again = [await open('forum.example', { lastEventId }), await open('garden.example', { lastEventId })]
  for (const page of again) await vi.waitFor(() => expect(page.resumed).toHaveLength(1))
  const places = (page: Client) => ofAccount(page).map(({ event }) => 'tokenName' in event && event.tokenName)
  expect([...pages, ...again].map(places)).toEqual([
    ['FORUM', 'GARDEN', null],
    ['GARDEN', null],
    ['FORUM', 'GARDEN', null],
    ['GARDEN', null],
  ])
  here.leave()
  await stoa.close()
})
