import { articleKey, type EventName } from '@stoa/contract'
import { type PermissionRole, ROLES } from '@stoa/contract/fixtures'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rooms } from '../../src/platform/events/rooms.ts'
import { createLiveClients } from '../live-clients.ts'
import { EVENT_NAMES, usualRoom } from './event-rooms.ts'
import { mayRead, type ReadingScene, SITE, startReadingScene, type Written } from './permission-reading.ts'

let scene: ReadingScene
beforeAll(async () => {
  scene = await startReadingScene()
})
afterAll(() => scene.stoa.close())

const everywhere = () => Object.values(scene.communities).map(({ tokenName }) => tokenName)

/** An article without a thread. */
const ARTICLE = articleKey('FORUM', 'https://news.example/without-a-thread')

describe.each(['forum', 'partner’s site'] as const)('open connections of the %s', (where) => {
  test('receive each public event, and no private events of others', async () => {
    const { stoa, people: roles, items } = scene
    const clients = createLiveClients(stoa.url)
    const posts = items.filter((thing) => thing.kind !== 'comment' && thing.owner === null)
    const watch = { postIds: posts.map(({ postId }) => postId), communities: everywhere(), articles: [ARTICLE] }
    const connect = (role: PermissionRole) => {
      const token = where === 'forum' ? roles[role].token : (scene.siteTokens.get(role) ?? '')
      return clients.connect({ ...(token ? { token } : {}), ...(where === 'forum' ? {} : { origin: SITE }), watch })
    }
    const open = await Promise.all(ROLES.map(async (role) => ({ role, client: await connect(role) })))
    const expectedEvents: { name: EventName; room: string; of?: string; hearers: (role: PermissionRole) => boolean }[] =
      []
    for (const name of EVENT_NAMES) {
      // It would end the subscription.
      if (name === 'session.ended') continue
      const [kind] = usualRoom(name).split(':')
      const isOpen = (thing: Written) => mayRead('visitor', thing)
      if (kind === 'community')
        expectedEvents.push(...everywhere().map((each) => ({ name, room: `community:${each}`, hearers: () => true })))
      if (kind === 'post')
        expectedEvents.push(
          ...posts.map((thing) => ({ name, room: `post:${thing.postId}`, hearers: () => isOpen(thing) })),
        )
      if (kind === 'article') expectedEvents.push({ name, room: rooms.article(ARTICLE), hearers: () => true })
      if (kind === 'people') {
        // On these posts the member has only hidden and pending comments.
        expectedEvents.push({ name, room: 'people', of: roles.member.id, hearers: () => false })
        expectedEvents.push({ name, room: 'people', of: scene.author.id, hearers: () => true })
      }
      for (const role of ROLES) {
        const { id } = roles[role]
        if (id === '') continue
        if (kind === 'user') expectedEvents.push({ name, room: `user:${id}`, hearers: (one) => one === role })
        // Account events are none of a partner's page's business.
        if (kind === 'account')
          expectedEvents.push({ name, room: `account:${id}`, hearers: (one) => one === role && where === 'forum' })
        if (kind === 'viewer')
          expectedEvents.push(
            ...posts.map((thing) => ({
              name,
              room: `viewer:${id}:${thing.postId}`,
              hearers: (one: PermissionRole) => one === role && isOpen(thing),
            })),
          )
      }
    }
    const heardBefore = open.map(({ client }) => client.events.length)
    await stoa.database.transaction(async (tx) => {
      for (const { name, room, of } of expectedEvents) {
        const payload = {
          told: `${name} ${room} ${of}`,
          user: { id: of },
          userId: 'nobody',
          postId: 'none',
          tokenName: 'NONE',
          // Without a post, `post.changed` would end the subscription.
          post: {},
          comment: {},
        }
        stoa.app.events.publish(tx, { name, room, payload: payload as never })
      }
      const looks = { logoImageURI: '', bannerImageURI: '', accent: '' }
      const payload = { tokenName: 'FORUM', numberOfMembers: -1, totalPosts: 0, ...looks, membersOnly: false }
      stoa.app.events.publish(tx, { name: 'community.changed', room: 'community:FORUM', payload })
    })
    const isLast = (event: object) => 'numberOfMembers' in event && event.numberOfMembers === -1
    for (const [index, { role, client }] of open.entries()) {
      await expect.poll(() => client.events.some(({ event }) => isLast(event))).toBe(true)
      const receivedEvents = () =>
        client.events.slice(heardBefore[index]).flatMap(({ event }) => ('told' in event ? [event.told] : []))
      const due = expectedEvents
        .filter(({ hearers }) => hearers(role))
        .map(({ name, room, of }) => `${name} ${room} ${of}`)
      await expect.poll(() => [role, receivedEvents().toSorted()]).toEqual([role, due.toSorted()])
    }
    clients.leave()
  })
})
