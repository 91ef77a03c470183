import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createBackground } from '../../../platform/jobs/background.ts'
import { createJobQueue } from '../../../platform/jobs/queue.ts'
import { createLogger } from '../../../platform/logging/logger.ts'
import { NOTIFY, NOTIFY_OF_POST } from '../../people/accounts/index.ts'
import type { AccountService } from '../../people/accounts/service.ts'
import { createNotificationWriter } from './create-notifications.ts'
import { defineFanOut } from './fan-out.ts'
import { createReplyMarker } from './read-state.ts'

/** More than two batches. */
const MEMBERS = 250

let forum: Forum
const { forgetAll, notifications } = notificationRecipients(() => forum.stoa)
beforeAll(async () => {
  forum = await startForum()
  const { database } = forum.stoa
  const template = await database.read('users').where({ id: forum.cem.id }).first()
  const membership = await database.read('memberships').where({ user_id: forum.bea.id }).first()
  await database.transaction(async ({ connection }) => {
    for (let count = 0; count < MEMBERS; count += 1) {
      const id = `member${String(count).padStart(14, '0')}`
      await connection('users').insert({
        ...template,
        id,
        username_key: id,
        slug: `-${id}`,
        email: null,
        email_key: null,
      })
      await connection('memberships').insert({ ...membership, user_id: id })
    }
    // By default nobody is notified of their communities' posts.
    await connection('users').update({ notification_settings: JSON.stringify({ onSite: { communityPost: true } }) })
  })
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => forum.stoa.close())

const WORDS = '{"blocks":[{"type":"paragraph","data":{"text":"Hear, hear."}}]}'
async function newPost() {
  const draft = { tokenName: 'FORUM', title: 'News', postContent: WORDS }
  return (await forum.stoa.call('postCreate', draft, { token: forum.ada.token })).body.payload.post.id
}

/** Number of people notified, and of notifications. */
async function tellings(postId: string) {
  const recipients: string[] = await forum.stoa.database
    .read('notification_causes')
    .where({ cause_id: postId })
    .pluck('recipient_id')
  return [new Set(recipients).size, recipients.length]
}

const left = () => forum.stoa.database.read('jobs').whereIn('kind', [NOTIFY.name, NOTIFY_OF_POST.name]).pluck('id')

/**
 * Another process that fans out, with its logger. `changed`: overrides of its database; `asked`: overrides of its
 * account service.
 */
function anotherTeller(changed: Partial<Database> = {}, asked: Partial<AccountService> = {}) {
  const { clock, app } = forum.stoa
  const database = { ...forum.stoa.database, ...changed }
  const logger = { ...createLogger('silent'), error: vi.fn(), warn: vi.fn() }
  const accounts = { ...app.services.accounts, ...asked }
  const dependencies = {
    ...app.services,
    accounts,
    database,
    clock,
    ids: app.ids,
    events: app.events,
    logger: logger as never,
  }
  const background = createBackground({ logger: logger as never })
  const jobs = createJobQueue({ ...dependencies, background })
  defineFanOut({
    ...dependencies,
    jobs,
    createNotifications: createNotificationWriter({ ...dependencies, jobs }),
    noteReply: createReplyMarker(dependencies),
  })
  return { tellAll: jobs.drain }
}

test('if a process is killed during fan-out, the next one continues; each person is notified once', async () => {
  const { stoa, bea } = forum
  await forgetAll()
  vi.spyOn(stoa.app.background, 'run').mockImplementation(() => {})
  const postId = await newPost()
  expect(await tellings(postId)).toEqual([0, 0])
  const { transaction } = stoa.database
  let begun = 0
  // Commits the followers and a hundred members. The next batch is never committed, nor anything after it.
  const { tellAll } = anotherTeller({
    async transaction(work) {
      begun += 1
      if (begun > 2) throw new Error('killed')
      return transaction(work)
    },
  })
  await expect(tellAll()).rejects.toThrow('killed')
  const [few = 0] = await tellings(postId)
  expect(few).toBeGreaterThan(0)
  expect(few).toBeLessThan(MEMBERS)
  vi.restoreAllMocks()
  await stoa.app.jobs.drain()
  // Bea and the moderator are members, too. The author isn't notified.
  expect(await tellings(postId)).toEqual([MEMBERS + 2, MEMBERS + 2])
  expect(await left()).toEqual([])
  expect(await notifications(bea)).toMatchObject([{ kind: 'communityPost', count: 1, post: { id: postId } }])
})

test('two servers fan out concurrently: each person is notified once', async () => {
  const { stoa } = forum
  await forgetAll()
  const { jobs } = stoa.app
  vi.spyOn(stoa.app.background, 'run').mockImplementation(() => {})
  const postId = await newPost()
  await Promise.all([jobs.drain(), anotherTeller().tellAll()])
  await jobs.drain()
  expect(await tellings(postId)).toEqual([MEMBERS + 2, MEMBERS + 2])
  const rounds = await stoa.database.read('notifications').where({ kind: 'communityPost' }).pluck('told')
  expect(rounds.map(Number)).toEqual(Array(MEMBERS + 2).fill(1))
  expect(await left()).toEqual([])
})

test('a setting turned off during fan-out is respected', async () => {
  const { stoa, ada, bea } = forum
  await forgetAll()
  vi.spyOn(stoa.app.background, 'run').mockImplementation(() => {})
  await forum.say(bea.token, { postId: await forum.newPost({ publisherId: ada.id }) })
  const { accounts } = stoa.app.services
  let isHeld = false
  const { tellAll } = anotherTeller(
    {},
    {
      async hold(tx, userIds) {
        isHeld = true
        return accounts.hold(tx, userIds)
      },
      async recipientsById(userIds, tx) {
        const recipients = await accounts.recipientsById(userIds, tx)
        for (const { settings } of isHeld ? recipients.values() : []) settings.onSite.reply = false
        return recipients
      },
    },
  )
  await tellAll()
  expect(await notifications(ada)).toEqual([])
  expect(await left()).toEqual([])
})

test('comments fanned out together are counted one by one, and the newest thread comes first', async () => {
  const { stoa, ada, bea } = forum
  await forgetAll()
  vi.spyOn(stoa.app.background, 'run').mockImplementation(() => {})
  const [one, other] = [await forum.newPost({ publisherId: ada.id }), await forum.newPost({ publisherId: ada.id })]
  for (const postId of [one, other, one, one]) await forum.say(bea.token, { postId })
  let queries = 0
  const { transaction } = stoa.database
  const { tellAll } = anotherTeller({
    transaction: (work, tx) =>
      transaction((own) => {
        own.connection.on('query', () => (queries += 1))
        return work(own)
      }, tx),
  })
  await tellAll()
  expect(await notifications(ada)).toMatchObject([
    { kind: 'reply', count: 3, post: { id: one } },
    { kind: 'reply', count: 1, post: { id: other } },
  ])
  const causes = stoa.database.read('notification_causes').where({ post_id: one })
  expect((await causes.orderBy('cause_id').pluck('nth')).map(Number)).toEqual([1, 2, 3])

  const queriesOfFew = queries
  queries = 0
  for (let count = 0; count < 15; count += 1) await forum.say(bea.token, { postId: one })
  await tellAll()
  expect(await notifications(ada)).toMatchObject([{ count: 18 }, { count: 1 }])
  expect(queries).toBeLessThanOrEqual(queriesOfFew)
  expect(await left()).toEqual([])
})
