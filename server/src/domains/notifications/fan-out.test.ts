import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../../test/forum.ts'
import { toldPeople } from '../../../test/told.ts'
import type { Database } from '../../db/database.ts'
import { createLogger } from '../../lib/logger.ts'
import type { AccountService } from '../accounts/service.ts'
import { createAnswering } from './answering.ts'
import { createTelling } from './telling.ts'
import { createTellingWork } from './working.ts'

/** More than two batches. */
const MEMBERS = 250

let forum: Forum
const { forgetAll, told } = toldPeople(() => forum.stoa)
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
    // Nobody is told of their communities' posts unasked.
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

/** How many people were told, and how often altogether. */
async function tellings(postId: string) {
  const recipients: string[] = await forum.stoa.database
    .read('notification_causes')
    .where({ cause_id: postId })
    .pluck('recipient_id')
  return [new Set(recipients).size, recipients.length]
}

const left = () => forum.stoa.database.read('notification_work').pluck('id')

/** A process of its own that tells people, and what it logs. `changed`: what differs in its database; `asked`: in whom it asks about accounts. */
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
  const tellAll = createTellingWork({
    ...dependencies,
    tell: createTelling(dependencies),
    noteAnswer: createAnswering(dependencies),
  })
  return { logger, tellAll }
}

test('a process that is killed while it tells many leaves the rest to the next; each is told once', async () => {
  const { stoa, bea } = forum
  await forgetAll()
  vi.spyOn(stoa.app.background, 'run').mockImplementation(() => {})
  const postId = await newPost()
  expect(await tellings(postId)).toEqual([0, 0])
  const { transaction } = stoa.database
  let begun = 0
  // Those who follow, then a hundred members; the next batch is never committed, and nothing after it.
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
  await stoa.app.services.notifications.tellAll()
  // Bea and the moderator are members, too; who wrote it is told nothing.
  expect(await tellings(postId)).toEqual([MEMBERS + 2, MEMBERS + 2])
  expect(await left()).toEqual([])
  expect(await told(bea)).toMatchObject([{ kind: 'communityPost', count: 1, post: { id: postId } }])
})

test('two servers tell at once: each person hears it once', async () => {
  const { stoa } = forum
  await forgetAll()
  const { services } = stoa.app
  vi.spyOn(stoa.app.background, 'run').mockImplementation(() => {})
  const postId = await newPost()
  await Promise.all([services.notifications.tellAll(), anotherTeller().tellAll()])
  await services.notifications.tellAll()
  expect(await tellings(postId)).toEqual([MEMBERS + 2, MEMBERS + 2])
  const rounds = await stoa.database.read('notifications').where({ kind: 'communityPost' }).pluck('told')
  expect(rounds.map(Number)).toEqual(Array(MEMBERS + 2).fill(1))
  expect(await left()).toEqual([])
})

test('what somebody turns off until they are held is heeded', async () => {
  const { stoa, ada, bea } = forum
  await forgetAll()
  vi.spyOn(stoa.app.background, 'run').mockImplementation(() => {})
  await forum.say(bea.token, { postId: await forum.newPost({ publisherId: ada.id }) })
  const { accounts } = stoa.app.services
  let isHeld = false
  const { tellAll } = anotherTeller(
    {},
    {
      async hold(unit, userIds) {
        isHeld = true
        return accounts.hold(unit, userIds)
      },
      async recipientsById(userIds) {
        const recipients = await accounts.recipientsById(userIds)
        for (const { settings } of isHeld ? recipients.values() : []) settings.onSite.reply = false
        return recipients
      },
    },
  )
  await tellAll()
  expect(await told(ada)).toEqual([])
  expect(await left()).toEqual([])
})

test('while nothing is due nothing is written', async () => {
  await forum.stoa.app.background.settled()
  const transaction = vi.fn()
  await anotherTeller({ transaction }).tellAll()
  expect(transaction).not.toHaveBeenCalled()
})

test('what cannot be told is tried again later, and holds up nothing else', async () => {
  const { stoa, ada, bea } = forum
  await forgetAll()
  const postId = await forum.newPost({ publisherId: ada.id })
  const broken = { id: '0'.repeat(20), kind: 'comment', about: '{', created_at: 0, due_at: 0 }
  await stoa.database.transaction(({ connection }) => connection('notification_work').insert(broken))
  await forum.say(bea.token, { postId })
  await stoa.app.background.settled()
  await stoa.app.services.notifications.tellAll()
  expect(await told(ada)).toMatchObject([{ kind: 'reply', count: 1 }])
  expect(await left()).toEqual([broken.id])
  const { tries, due_at } = await stoa.database.read('notification_work').where({ id: broken.id }).first()
  expect([Number(tries), Number(due_at) > stoa.clock.now()]).toEqual([1, true])
  await stoa.database.transaction(({ connection }) => connection('notification_work').where({ id: broken.id }).del())
})

test('what can never be told is left after eight tries, with one error, and forgotten with age', async () => {
  const { stoa } = forum
  await forgetAll()
  const { logger, tellAll } = anotherTeller()
  const at = { created_at: stoa.clock.now(), due_at: stoa.clock.now() }
  const kinds = ['comment', 'post']
  const rows = kinds.map((kind, n) => ({ id: String(n).repeat(20), kind, about: '{', ...at }))
  await stoa.database.transaction(({ connection }) => connection('notification_work').insert(rows))
  for (let count = 0; count < 20; count += 1) {
    await tellAll()
    stoa.clock.advance(61 * 60_000)
  }
  const tries = async () => (await stoa.database.read('notification_work').orderBy('id').pluck('tries')).map(Number)
  expect(await tries()).toEqual([8, 8])
  expect(logger.error.mock.calls.map(([about]) => about.happening)).toEqual(kinds)
  expect(logger.warn).toHaveBeenCalledTimes(14)
  await stoa.app.services.notifications.forgetOld()
  expect(await tries()).toEqual([8, 8])
  stoa.clock.advance(91 * 24 * 60 * 60_000)
  await tellAll()
  expect(await tries()).toEqual([8, 8])
  await stoa.app.services.notifications.forgetOld()
  expect(await left()).toEqual([])
})

test('what failed is put off, not what has come before it meanwhile', async () => {
  const { stoa, ada, bea } = forum
  await forgetAll()
  const { transaction } = stoa.database
  const add = (row: object) =>
    transaction(({ connection }) => connection('notification_work').insert({ created_at: 0, ...row }))
  let failed = 0
  const { tellAll } = anotherTeller({
    transaction: (work, ...more) =>
      transaction(work, ...more).catch(async (error) => {
        failed += 1
        const about = JSON.stringify({ actorId: bea.id, followedId: ada.id })
        // Once among others, once alone.
        if (failed === 2) await add({ id: '0'.repeat(20), kind: 'follow', about, due_at: 0 })
        throw error
      }),
  })
  await add({ id: '1'.repeat(20), kind: 'comment', about: '{', due_at: 1 })
  await tellAll()
  expect(failed).toBe(2)
  const rows = await stoa.database.read('notification_work')
  expect(rows.map(({ id, tries }) => [id, Number(tries)])).toEqual([['1'.repeat(20), 1]])
  await transaction(({ connection }) => connection('notification_work').del())
})
