import { CommentStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { moderatorActions } from '../../../../test/moderators.ts'
import { DAY_MS } from '../../../platform/clock.ts'

let forum: Forum
const { signedUp, merge } = mergeActions(() => forum.stoa, 'ended')
const { ban: banBy } = moderatorActions(() => forum)
type Person = Awaited<ReturnType<typeof signedUp>>

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

/** The admin, with a new session because the former one expires after a day. */
async function admin(): Promise<Forum['admin']> {
  const { id } = forum.admin
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  return { id, token: signedIn.accessToken }
}

async function decide(about: { id: string }, change: Parameters<typeof banBy>[1]) {
  const answer = await banBy({ ...about, token: '' }, change, await admin())
  expect(answer.body.code).toBeUndefined()
  await forum.stoa.app.background.settled()
  return answer.body.payload.standing
}

/** A person who has written some comments. */
async function speaker(count = 1): Promise<Person> {
  const person = await signedUp()
  const postId = await forum.newPost()
  for (let index = 0; index < count; index += 1) await forum.say(person.token, { postId, content: `Said ${index}` })
  return person
}

async function hiddenOf({ id }: Person): Promise<number> {
  const rows = await forum.stoa.database.read('comments').where({ publisher_id: id })
  return rows.filter(({ status }) => status === CommentStatus.hiddenByAdmin).length
}

async function decidedAbout({ id }: Person) {
  const asked = { tokenName: 'FORUM', limit: 50 }
  const { items } = (await forum.stoa.call('communityActivity', asked, await admin())).body.payload
  const about = items.filter(({ person }) => person?.userId === id)
  return about.map(({ action, actor }) => [action, actor?.userId ?? null]).toReversed()
}

/** Advances the clock and runs the jobs, as several servers would. */
async function pass(milliseconds: number): Promise<void> {
  forum.stoa.clock.advance(milliseconds)
  await forum.stoa.app.jobs.drain()
}

test('content hidden with a ban of all of a person’s accounts is restored when the ban ends, and this is logged', async () => {
  const [main, other] = [await speaker(), await speaker()]
  await merge(main, other)
  await decide(main, { timeframe: 1, hideContent: true })
  await pass(DAY_MS - 1)
  expect([await hiddenOf(main), await hiddenOf(other)]).toEqual([1, 1])
  await pass(1)
  expect([await hiddenOf(main), await hiddenOf(other)]).toEqual([0, 0])
  await pass(DAY_MS)
  const by = forum.admin.id
  expect(await decidedAbout(main)).toEqual([
    ['banned', by],
    ['contentHidden', by],
    ['contentRestored', null],
  ])
})

test('a changed ban includes what the former one hid', async () => {
  const [shorter, longer, always] = [await speaker(), await speaker(), await speaker()]
  await decide(shorter, { hideContent: true })
  await decide(shorter, { timeframe: 1 })
  await decide(longer, { timeframe: 1, hideContent: true })
  await decide(longer, { timeframe: 3 })
  await decide(always, { timeframe: 1, hideContent: true })
  await decide(always, { timeframe: 0 })
  await pass(DAY_MS)
  expect([await hiddenOf(shorter), await hiddenOf(longer), await hiddenOf(always)]).toEqual([0, 1, 1])
  await pass(2 * DAY_MS)
  expect([await hiddenOf(longer), await hiddenOf(always)]).toEqual([0, 1])
})

test('a changed ban includes what the main account had hidden before a merge', async () => {
  const [main, other] = [await speaker(), await speaker()]
  await decide(main, { timeframe: 1, hideContent: true })
  await decide(other, { timeframe: 7 })
  await merge(main, other)
  expect((await decide(main, { timeframe: 0 })).contentHidden).toBe(true)
  await pass(DAY_MS)
  expect(await hiddenOf(main)).toBe(1)
})

test('content hidden without a ban stays hidden when a ban ends, even one that hides content', async () => {
  const [person, again] = [await speaker(), await speaker()]
  await decide(person, { ban: false, hideContent: true })
  await decide(person, { timeframe: 1 })
  await decide(again, { ban: false, hideContent: true })
  await decide(again, { timeframe: 1, hideContent: true })
  await decide(again, { timeframe: 3 })
  await pass(3 * DAY_MS)
  expect([await hiddenOf(person), await hiddenOf(again)]).toEqual([1, 1])
  await decide(again, { ban: false })
  expect(await hiddenOf(again)).toBe(0)
})

test('content hidden again during restoring stays hidden', async () => {
  const { database, app } = forum.stoa
  const person = await signedUp()
  await decide(person, { ban: false, hideContent: true })
  await forum.say(person.token, { postId: await forum.newPost(), content: 'Said since' })
  expect(await hiddenOf(person)).toBe(0)
  let [endRestoring, takeRow] = [() => {}, () => {}]
  const restored = new Promise<void>((resolve) => (endRestoring = resolve))
  const rowTaken = new Promise<void>((resolve) => (takeRow = resolve))
  // Started outside, so that it isn't part of the transaction below.
  const hidden = restored.then(() =>
    database.transaction(async (tx) => {
      tx.connection.on('query', ({ sql }: { sql: string }) => /^update|for update$/.test(sql) && takeRow())
      const about = { communityId: forum.communityId, userId: person.id, reason: '', decisionId: person.id, endsAt: 0 }
      await app.services.contentHides.hide(tx, about)
    }),
  )
  await database.transaction(async ({ connection }) => {
    await connection('content_hides').where({ user_id: person.id }).del()
    endRestoring()
    // SQLite has a single writer, so the other transaction can't have started.
    if (database.dialect.name === 'mysql') await rowTaken
  })
  await hidden
  await app.background.settled()
  expect(await hiddenOf(person)).toBe(1)
})

test('becoming an owner lifts all bans of the person, restores hidden content, and logs both', async () => {
  const [main, other] = [await speaker(), await speaker()]
  await decide(other, { hideContent: true })
  await merge(main, other)
  const owned = { tokenName: 'FORUM', personId: main.id, owner: true }
  expect(await forum.stoa.app.services.bans.setOwner(owned)).toBe(true)
  await forum.stoa.app.background.settled()
  expect(await hiddenOf(other)).toBe(0)
  expect(await forum.stoa.database.read('bans').whereIn('user_id', [main.id, other.id])).toEqual([])
  expect((await decidedAbout(main)).slice(-2)).toEqual([
    ['unbanned', null],
    ['contentRestored', null],
  ])
})
