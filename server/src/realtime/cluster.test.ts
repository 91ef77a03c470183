import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../test/forum.ts'
import { type App, createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createLogger } from '../platform/logging/logger.ts'
import { openRedis, type Redis } from '../platform/redis/redis.ts'
import type { Realtime } from './gateway.ts'

const redisUrl = process.env.STOA_TEST_REDIS_URL

interface Process {
  app: App
  redis: Redis
  http: Server
  realtime: Realtime
  url: string
}

describe.skipIf(!redisUrl)('two processes that share a Redis', () => {
  let forum: Forum
  let one: Process
  let two: Process
  const clients: Socket[] = []

  async function startProcess(): Promise<Process> {
    const logger = createLogger('silent')
    const config = readConfig({ STOA_SECRET: 'x'.repeat(32), STOA_RATE_SCALE: '1000', STOA_DEMO: '0' })
    const redis = await openRedis(redisUrl ?? '', logger)
    await once(redis, 'ready')
    const { database, clock } = forum.stoa
    const app = createApp({ config, database, clock, logger, redis })
    const http = createServer(app.express)
    const realtime = await app.attachRealtime(http)
    await once(http.listen(0, '127.0.0.1'), 'listening')
    return { app, redis, http, realtime, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
  }

  /** How often `viewer.changed` was received; a ban also sends a notification. */
  const changesIn = (heard: string[]) => heard.filter((name) => name === 'viewer.changed').length

  async function listen(process: Process, about: { token?: string; postIds?: string[] }): Promise<string[]> {
    const { token, postIds = [] } = about
    const auth = { visitorId: 'visitor', ...(token ? { token } : {}) }
    const socket: Socket = io(process.url, { auth, transports: ['websocket'], forceNew: true, reconnection: false })
    clients.push(socket)
    const heard: string[] = []
    socket.onAny((name: string) => heard.push(name))
    socket.emit('watch', { postIds })
    await vi.waitFor(() => expect(heard).toEqual(['resume.done']))
    heard.length = 0
    return heard
  }

  beforeAll(async () => {
    forum = await startForum()
    one = await startProcess()
    two = await startProcess()
    // Subscriptions may still be starting; only the first event shows that they are active.
    const postId = await forum.newPost()
    const there = await listen(two, { postIds: [postId] })
    const viewer = await one.app.services.memberships.viewer(forum.ada.id, '')
    await vi.waitFor(async () => {
      if (viewer) await one.app.services.comments.create(viewer, { tokenName: 'FORUM', postId, content: 'Anybody?' })
      if (there.length === 0) throw new Error('the other process has not received it')
    })
  })
  afterAll(async () => {
    for (const client of clients) client.disconnect()
    for (const process of [one, two]) {
      process.realtime.close()
      process.http.close()
      await process.app.events.flush()
      process.redis.disconnect()
    }
    await forum.stoa.close()
  })

  test('one process’s commits reach the other’s readers once', async () => {
    const postId = await forum.newPost()
    const here = await listen(one, { postIds: [postId] })
    const there = await listen(two, { postIds: [postId] })
    const viewer = await one.app.services.memberships.viewer(forum.ada.id, '')
    if (!viewer) throw new Error('ada is missing')
    await one.app.services.comments.create(viewer, { tokenName: 'FORUM', postId, content: 'to both' })
    await vi.waitFor(() => expect([here, there]).toEqual([['comment.created'], ['comment.created']]))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([here.length, there.length]).toEqual([1, 1])
  })

  test('a new name on one process reaches only those readers of the other who see that person', async () => {
    const [postId, otherId] = [await forum.newPost(), await forum.newPost()]
    await forum.say(forum.ada.token, { postId })
    const readers = [await listen(one, { postIds: [postId] }), await listen(two, { postIds: [postId] })]
    const elsewhere = await listen(two, { postIds: [otherId] })
    const viewer = await one.app.services.memberships.viewer(forum.ada.id, '')
    if (!viewer) throw new Error('ada is missing')
    await one.app.services.profiles.edit(viewer, { profileName: 'Ada of the Mill' })
    await vi.waitFor(() => expect(readers).toEqual([['user.changed'], ['user.changed']]))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([...readers, elsewhere]).toEqual([['user.changed'], ['user.changed'], []])
  })

  test('a person’s choice on one process reaches only their own page on the other', async () => {
    const content = { tokenName: 'FORUM', title: 'A poll', postContent: '{"blocks":[]}', pollOptions: ['A', 'B'] }
    const { body } = await forum.stoa.call('postCreate', content, { token: forum.ada.token })
    const { id: postId } = body.payload.post
    const own = await listen(two, { token: forum.bea.token, postIds: [postId] })
    const stranger = await listen(two, { token: forum.ada.token, postIds: [postId] })
    const viewer = await one.app.services.memberships.viewer(forum.bea.id, '')
    if (!viewer) throw new Error('bea is missing')
    await one.app.services.voting.vote(viewer, { postId, selectedOptionIndex: 0 })
    await one.app.services.reactions.react(viewer, { entityId: postId, entityType: 'Post', reactionName: 'thumb-up' })
    const told = ['viewer.voted', 'poll.changed', 'viewer.reacted', 'reaction.changed']
    await vi.waitFor(() => expect(own.toSorted()).toEqual(told.toSorted()))
    await vi.waitFor(() => expect(stranger).toEqual(['poll.changed', 'reaction.changed']))
  })

  test('a ban or permission set on one process applies on the other within a second', async () => {
    const { stoa, communityId, admin } = forum
    const member = await stoa.member('ivy_demo', { join: ['FORUM'] })
    const claims = await two.app.accessTokens.verify(member.token)
    const known = () => two.app.viewers.byClaims(claims)
    const rights = async () => {
      const { bannedCommunities, tokenPermissions } = await known()
      return { bannedCommunities, tokenPermissions }
    }
    expect(await rights()).toEqual({ bannedCommunities: {}, tokenPermissions: {} })
    const { moderation, memberships } = one.app.services
    const viewer = await memberships.viewer(admin.id, '')
    if (!viewer) throw new Error('the admin is missing')
    const about = { tokenName: 'FORUM', editedUserId: member.id }
    await moderation.permissions(viewer, { ...about, permissions: ['pinPost'] })
    stoa.clock.advance(1000)
    expect((await rights()).tokenPermissions).toEqual({ FORUM: ['pinPost'] })
    const there = await listen(two, { token: member.token })
    await moderation.ban(viewer, { tokenName: 'FORUM', banUserId: member.id, ban: true })
    stoa.clock.advance(1000)
    expect(await rights()).toEqual({ bannedCommunities: { FORUM: 0 }, tokenPermissions: {} })
    await vi.waitFor(() => expect(changesIn(there)).toBe(1))
    expect((await stoa.database.read('bans').where({ community_id: communityId, user_id: member.id })).length).toBe(1)
  })

  test('a client notified of changed permissions reads the new ones from the other process', async () => {
    const member = await forum.stoa.member('jon_demo', { join: ['FORUM'] })
    const claims = await two.app.accessTokens.verify(member.token)
    const there = await listen(two, { token: member.token })
    const { moderation, memberships } = one.app.services
    const viewer = await memberships.viewer(forum.admin.id, '')
    if (!viewer) throw new Error('the admin is missing')
    for (const [index, ban] of [true, false, true].entries()) {
      const { bannedCommunities } = await two.app.viewers.byClaims(claims)
      expect('FORUM' in bannedCommunities).toBe(!ban)
      await moderation.ban(viewer, { tokenName: 'FORUM', banUserId: member.id, ban })
      await vi.waitFor(() => expect(changesIn(there)).toBe(index + 1))
    }
    expect((await two.app.viewers.byClaims(claims)).bannedCommunities).toEqual({ FORUM: 0 })
  })

  test('a session ended on one process is over on the other within a second', async () => {
    const member = await forum.stoa.member('hal_demo')
    const there = await listen(two, { token: member.token })
    await one.app.services.sessions.endAllOf(member.id)
    await vi.waitFor(() => expect(there).toEqual(['session.ended']))
    await new Promise((resolve) => setTimeout(resolve, 300))
    await forum.stoa.database.transaction(async (tx) => {
      const payload = { userId: member.id }
      two.app.events.publish(tx, { name: 'viewer.changed', room: `user:${member.id}`, payload })
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(there).toEqual(['session.ended'])
  })
})
