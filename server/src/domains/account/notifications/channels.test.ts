import { DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '@stoa/contract'
import { notificationKind } from '@stoa/contract/schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDirectMessages } from '../../../../test/direct-messages.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { startPushService } from '../../../../test/push-service.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { MESSAGE_MAIL } from '../messages/index.ts'
import { CHANNELS, type Channel, type ToldKind } from './channels.ts'
import { NOTIFICATION_MAIL } from './mail-letters.ts'

let forum: Forum
let service: Awaited<ReturnType<typeof startPushService>>
let friends: [Person, Person]
let followed: Person
beforeAll(async () => {
  forum = await startForum()
  service = await startPushService(forum)
  friends = await createDirectMessages(forum.stoa).friends()
  followed = await forum.stoa.member('followed_demo', { join: ['FORUM'] })
})
afterAll(async () => {
  await forum.stoa.close()
  await service.close()
})

type Person = { id: string; token: string }
const KINDS = Object.keys(CHANNELS) as ToldKind[]
const ALL = ['onSite', 'email', 'push'] as const satisfies Channel[]
/** The switches are no part of a query: on a database server, each kind with one channel on and another one off. */
const channelsOf = (kind: ToldKind, isOn: boolean) =>
  ALL.filter((_, index) => {
    const position = index + KINDS.indexOf(kind) + Number(isOn)
    return !process.env.STOA_TEST_DATABASE_URL || position % ALL.length === 0
  })

/** Settings with one value for everything. */
function every(isOn: boolean): Pick<NotificationSettings, Channel> {
  const switched = <Switches extends object>(switches: Switches) =>
    Object.fromEntries(Object.keys(switches).map((key) => [key, isOn])) as Switches
  const { onSite, email, push } = DEFAULT_NOTIFICATION_SETTINGS
  return { onSite: switched(onSite), email: { ...switched(email), digest: false }, push: switched(push) }
}

/** Only one channel, or all but one. */
function withOne(channel: Channel, isOn: boolean): Pick<NotificationSettings, Channel> {
  return { ...every(!isOn), [channel]: every(isOn)[channel] }
}

/** Makes something of each kind happen to a person. */
const CAUSES: Record<ToldKind, (person: Person) => Promise<unknown>> = {
  async reply(person) {
    const postId = await forum.newPost({ publisherId: person.id })
    await forum.say(forum.bea.token, { postId, content: `Reply ${postId}` })
  },
  async mention() {
    const postId = await forum.newPost()
    await forum.say(forum.bea.token, { postId, content: `Look @ada_demo ${postId}` })
  },
  newPost: () => record({ kind: 'post', actorId: followed.id }),
  communityPost: () => record({ kind: 'post', actorId: forum.bea.id }),
  async watched(person) {
    const postId = await forum.newPost()
    await forum.stoa.call('postWatch', { postId, watch: true }, { token: person.token })
    await forum.say(forum.bea.token, { postId, content: `Watched ${postId}` })
  },
  async reminder(person) {
    const reminderId = forum.stoa.app.ids.next()
    const about = { communityId: forum.communityId, postId: await forum.newPost(), commentId: '' }
    await trigger({ kind: 'reminder', reminderId, userId: person.id, ...about })
  },
  async message() {
    await forum.stoa.call('dmSend', { recipientId: friends[0].id, text: 'Hello' }, { token: friends[1].token })
  },
  async follow(person) {
    const fan = await forum.stoa.member(`fan_${forum.stoa.app.ids.next().slice(-8)}`)
    await forum.stoa.call('userFollow', { followedUserId: person.id, follow: true }, { token: fan.token })
  },
  async moderation(person) {
    const { id } = await forum.say(person.token, { postId: await forum.newPost(), content: `To hide ${Math.random()}` })
    await forum.hide(forum.moderator.token, { commentId: id, reason: 'spam' })
  },
  async role(person) {
    isModerator = !isModerator
    const change = { tokenName: 'FORUM', editedUserId: person.id, addModerator: isModerator }
    await forum.stoa.call('userEdit', change, { token: forum.admin.token })
  },
  queue: holdFor,
  async overdue(person) {
    await holdFor(person)
    const day = forum.stoa.clock.now()
    await trigger({ kind: 'overdue', communityId: forum.guardedId, day, count: 1, moderatorIds: [person.id] })
  },
  async accountChanged(person) {
    const changeId = forum.stoa.app.ids.next()
    await trigger({ kind: 'account', changeId, change: 'renamed', userId: person.id })
  },
}

/** Lets a comment wait for a moderator. */
async function holdFor(person: Person): Promise<void> {
  await forum.stoa.app.services.memberships.setRole(forum.guardedId, person.id, {
    moderator: true,
    permissions: ['hideContent'],
  })
  const postId = await forum.newPost({ communityId: forum.guardedId })
  await forum.stoa.call('communityJoin', { tokenName: 'GUARDED', join: true }, { token: forum.bea.token })
  const held = { tokenName: 'GUARDED', postId, content: `Held ${postId}` }
  await forum.stoa.call('commentCreate', held, { token: forum.bea.token })
}

type Trigger = Parameters<Forum['stoa']['app']['services']['triggers']['record']>[1]
const trigger = (about: Trigger) =>
  forum.stoa.database.transaction(async (tx) => forum.stoa.app.services.triggers.record(tx, about))

async function record({ actorId }: { kind: 'post'; actorId: string }): Promise<void> {
  const postId = await forum.newPost({ publisherId: actorId })
  await trigger({ kind: 'post', postId, communityId: forum.communityId, actorId, parentPostId: '' })
}

let person: Person
let isModerator = false

beforeEach(async () => {
  const { stoa } = forum
  await service.after(0)
  await stoa.database.transaction(async ({ connection }) => {
    for (const table of [
      'push_subscriptions',
      'push_tags',
      'notifications',
      'notification_causes',
      'follows',
      'jobs',
    ]) {
      await connection(table).del()
    }
    await connection('conversation_sides').update({ is_unread: 0, is_mailed: 0 })
    await connection('comments').where({ status: 5 }).del()
  })
  const { sessions } = stoa.app.services
  for (const one of [forum.ada, forum.bea, forum.moderator, forum.admin, ...friends]) {
    one.token = (await sessions.begin({ userId: one.id, site: '', lasting: true })).signedIn.accessToken
  }
})

/** The channels on which a person is told of something of the kind. */
async function toldOn(kind: ToldKind, settings: Pick<NotificationSettings, Channel>): Promise<Channel[]> {
  const { stoa } = forum
  person = kind === 'message' ? friends[0] : forum.ada
  const as = { token: person.token }
  await stoa.call('notificationSettings', { notificationSettings: settings }, as)
  // What waits for three days was new before.
  const others = { queue: false }
  if (kind === 'overdue')
    await stoa.call('notificationSettings', { notificationSettings: { email: others, push: others } }, as)
  if (kind === 'newPost') await stoa.call('userFollow', { followedUserId: followed.id, follow: true }, as)
  await service.subscribe(person)
  await stoa.app.background.settled()
  await CAUSES[kind](person)
  await stoa.app.background.settled()
  const mails = await stoa.database.read('jobs').whereIn('kind', [NOTIFICATION_MAIL.name, MESSAGE_MAIL.name])
  const mailed = await Promise.all(
    mails.map(async ({ payload }) => {
      const { kind: mailKind = 'message', recipientId } = JSON.parse(payload)
      // A message's mail is planned anyway, and written if it is wanted.
      return recipientId === person.id && mailKind === kind && settings.email[mailKind as 'message']
    }),
  )
  const pushed = await service.after(MINUTE_MS)
  const { items } = (await stoa.call('notificationList', {}, as)).body.payload
  const { messages = 0 } = (await stoa.call('me', {}, as)).body.payload.unread
  const isOnSite = kind === 'message' ? messages > 0 : items.some((item) => item.kind === kind)
  return ALL.filter((channel) => {
    if (channel === 'onSite') return isOnSite
    return channel === 'email' ? mailed.includes(true) : pushed.some((message) => message.do === 'show')
  })
}

test('the table has every kind', () => {
  expect(KINDS.toSorted()).toEqual([...notificationKind.options, 'message'].toSorted())
})

describe.each(KINDS)('%s', (kind) => {
  test.each(channelsOf(kind, true))('on %s', async (channel) => {
    const rule = CHANNELS[kind][channel]
    expect((await toldOn(kind, withOne(channel, true))).includes(channel)).toBe(rule !== 'never')
  })
  test.each(channelsOf(kind, false))('not on %s', async (channel) => {
    const rule = CHANNELS[kind][channel]
    expect((await toldOn(kind, withOne(channel, false))).includes(channel)).toBe(rule === 'always')
  })
})
