import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../../test/forum.ts'
import { toldPeople } from '../../../test/told.ts'
import { createLogger } from '../../lib/logger.ts'
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

test('a process that is killed while it tells many leaves the rest to the next; each is told once', async () => {
  const { stoa, bea } = forum
  await forgetAll()
  vi.spyOn(stoa.app.background, 'run').mockImplementation(() => {})
  const postId = await newPost()
  expect(await tellings(postId)).toEqual([0, 0])
  const { transaction } = stoa.database
  let begun = 0
  // Those who follow, then a hundred members; the next batch is never committed, and nothing after it.
  vi.spyOn(stoa.database, 'transaction').mockImplementation(async (work) => {
    begun += 1
    if (begun > 2) throw new Error('killed')
    return transaction(work)
  })
  await expect(stoa.app.services.notifications.tellAll()).rejects.toThrow('killed')
  const [few = 0] = await tellings(postId)
  expect(few).toBeGreaterThan(0)
  expect(few).toBeLessThan(MEMBERS)
  vi.restoreAllMocks()
  await stoa.app.services.notifications.tellAll()
  // Bea and the moderator are members, too; who wrote it is told nothing.
  expect(await tellings(postId)).toEqual([MEMBERS + 2, MEMBERS + 2])
  expect(await left()).toEqual([])
  expect(await told(bea)).toMatchObject([{ kind: 'newPost', count: 1, post: { id: postId } }])
})

test('two servers tell at once: each person hears it once', async () => {
  const { stoa } = forum
  await forgetAll()
  const { services } = stoa.app
  const { database, clock } = stoa
  vi.spyOn(stoa.app.background, 'run').mockImplementation(() => {})
  const postId = await newPost()
  const another = createTellingWork({
    database,
    clock,
    logger: createLogger('silent'),
    ...services,
    tell: createTelling({ database, clock, ids: stoa.app.ids, events: stoa.app.events, ...services }),
  })
  await Promise.all([services.notifications.tellAll(), another()])
  await services.notifications.tellAll()
  expect(await tellings(postId)).toEqual([MEMBERS + 2, MEMBERS + 2])
  const rounds = await database.read('notifications').where({ kind: 'newPost' }).pluck('told')
  expect(rounds.map(Number)).toEqual(Array(MEMBERS + 2).fill(1))
  expect(await left()).toEqual([])
})

test('while nothing is due nothing is written', async () => {
  const { app, database } = forum.stoa
  await app.background.settled()
  const begun = vi.spyOn(database, 'transaction')
  await app.services.notifications.tellAll()
  expect(begun).not.toHaveBeenCalled()
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
