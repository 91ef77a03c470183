import { CommentStatus } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'
import { NOTIFY } from '../../people/accounts/index.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const { forgetAll, notifications, unread, follow } = notificationRecipients(() => forum.stoa)
beforeEach(forgetAll)

const setStatus = (id: string, status: number) =>
  forum.stoa.database.transaction(({ connection }) => connection('comments').where({ id }).update({ status }))
const hide = (id: string) => setStatus(id, CommentStatus.hiddenByAdmin)

async function insert(table: string, rows: object[]): Promise<void> {
  await forum.stoa.database.transaction(async ({ connection }) => {
    for (let start = 0; start < rows.length; start += 50) await connection(table).insert(rows.slice(start, start + 50))
  })
}

/** Creates `count` new notifications for Ada with `each` causes, all of them invisible. */
async function tellHidden(count: number, { each }: { each: number }): Promise<void> {
  const { stoa, ada } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  const { id: hidden } = await forum.say(forum.bea.token, { postId })
  await stoa.app.background.settled()
  const [row] = await stoa.database.read('notifications').where({ recipient_id: ada.id, target_id: postId })
  const [cause] = await stoa.database.read('notification_causes').where({ cause_id: hidden })
  const [comment] = await stoa.database.read('comments').where({ id: hidden })
  await hide(hidden)
  const run = stoa.app.ids.next().slice(-8)
  const idOf = (n: number, nth = 0) => `${run}${String(n).padStart(6, '0')}${String(nth).padStart(6, '0')}`
  const all = Array.from({ length: count }, (_, n) => n)
  const eachOf = all.flatMap((n) => Array.from({ length: each }, (_, nth) => [n, nth + 1] as const))
  await insert(
    'notifications',
    all.map((n) => ({ ...row, id: idOf(n), target_id: idOf(n), latest: stoa.app.ids.next(), told: each })),
  )
  await insert(
    'comments',
    eachOf.map(([n, nth]) => ({ ...comment, id: idOf(n, nth), status: CommentStatus.hiddenByAdmin })),
  )
  await insert(
    'notification_causes',
    eachOf.map(([n, nth]) => {
      const id = idOf(n, nth)
      return { ...cause, cause_id: id, comment_id: id, notification_id: idOf(n), nth }
    }),
  )
}

test('list and badge reach visible notifications behind many hidden ones', async () => {
  const { ada, bea } = forum
  await forum.say(bea.token, { postId: await forum.newPost({ publisherId: ada.id }), content: 'Visible' })
  await tellHidden(230, { each: 1 })
  expect(await notifications(ada)).toMatchObject([{ excerpt: 'Visible' }])
  expect(await unread(ada)).toMatchObject({ notifications: 1 })
})

test('a request examines a limited number of sources, and the list continues where it stopped', async () => {
  const { stoa, ada, bea } = forum
  await forum.say(bea.token, { postId: await forum.newPost({ publisherId: ada.id }), content: 'Visible' })
  await tellHidden(150, { each: 30 })
  let looked = 0
  const note = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
    if (/^select .* from `comments`/.test(sql)) looked += bindings.length
  }
  stoa.database.read.on('query', note)
  const pages: string[][] = []
  for (let cursor: string | undefined; pages.length === 0 || cursor; ) {
    const page = (await stoa.call('notificationList', { ...(cursor ? { cursor } : {}) }, { token: ada.token })).body
      .payload
    expect(looked).toBeLessThanOrEqual(2100)
    looked = 0
    pages.push(page.items.map(({ excerpt }) => excerpt))
    expect(page.hasMore).toBe(page.cursor !== null)
    cursor = page.cursor ?? undefined
  }
  expect(await unread(ada)).toEqual({ notifications: 0, unseen: 0 })
  expect(looked).toBeLessThanOrEqual(2100)
  stoa.database.read.removeListener('query', note)
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.flat()).toEqual(['Visible'])
})

test('notifications seen earlier are listed as read, while later hidden ones are omitted', async () => {
  const { stoa, ada, bea, moderator } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId, content: 'Good' })
  const [first] = await notifications(ada)
  const readAll = async () => {
    stoa.clock.advance(1)
    await stoa.call('notificationRead', { all: true }, { token: ada.token })
  }
  await readAll()
  const { id } = await forum.say(moderator.token, { postId, content: 'Spam' })
  expect(await notifications(ada)).toMatchObject([{ excerpt: 'Spam', read: false }])
  await hide(id)
  expect(await notifications(ada)).toEqual([{ ...first, read: true }])
  expect(await notifications(ada, { tab: 'unread' })).toEqual([])
  expect(await unread(ada)).toEqual({ notifications: 0, unseen: 0 })
  await setStatus(id, CommentStatus.published)
  expect(await notifications(ada)).toMatchObject([{ excerpt: 'Spam', read: false, count: 1 }])
  // Deleted causes don't come back.
  await stoa.call('notificationDelete', { notificationIds: [first?.id ?? ''] }, { token: ada.token })
  const { id: last } = await forum.say(moderator.token, { postId, content: 'More spam' })
  expect(await notifications(ada)).toMatchObject([{ excerpt: 'More spam', count: 1 }])
  await hide(last)
  expect(await notifications(ada)).toEqual([])
})

/** Makes `count` people follow Ada, in order. Only those before `stay` still do. */
async function followers(count: number, stay = count): Promise<void> {
  const { stoa, ada, cem } = forum
  const template = await stoa.database.read('users').where({ id: cem.id }).first()
  const ids = Array.from({ length: count }, (_, n) => `fan${String(n).padStart(17, '0')}`)
  await stoa.database.transaction(({ connection }) => connection('users').where('id', 'like', 'fan0%').del())
  await insert(
    'users',
    ids.map((id) => ({ ...template, id, username_key: id, slug: `-${id}`, email: null, email_key: null })),
  )
  await insert(
    'follows',
    ids.slice(0, stay).map((id) => ({ follower_id: id, followed_id: ada.id, created_at: 1 })),
  )
  await stoa.database.transaction(async (tx) => {
    for (const id of ids) {
      stoa.app.jobs.enqueue(tx, NOTIFY, { payload: { kind: 'follow', actorId: id, followedId: ada.id } })
    }
  })
  await stoa.app.jobs.drain()
}

test('the number of people named in a notification is exact, however many', async () => {
  const { ada, bea, moderator, stoa } = forum
  await followers(120)
  expect(await notifications(ada)).toMatchObject([{ count: 120, actorCount: 120, actors: [{}, {}, {}] }])
  await forgetAll()
  const postId = await forum.newPost({ publisherId: ada.id })
  for (let count = 0; count < 60; count += 1) {
    await forum.say(count < 5 ? moderator.token : bea.token, { postId })
    if (count % 10 === 0) stoa.clock.advance(60_000)
  }
  expect(await notifications(ada)).toMatchObject([{ count: 60, actorCount: 2 }])
})

test('a remaining follower is named although the newest have left', async () => {
  await followers(60, 8)
  expect(await notifications(forum.ada)).toMatchObject([{ kind: 'follow', count: 8, actorCount: 8 }])
})

test('actions of accounts merged since don’t notify oneself', async () => {
  const { stoa, bea } = forum
  const { mergedPair } = mergeActions(() => stoa, 'own_news')
  const [main, other] = await mergedPair()
  await forgetAll()
  const telling = { actorId: other.id, followedId: main.id }
  await follow(bea, main)
  expect(await notifications(main)).toMatchObject([{ count: 1 }])
  const [row] = await stoa.database.read('notifications').where({ kind: 'follow' })
  const [cause] = await stoa.database.read('notification_causes').where({ cause_id: bea.id })
  // Created before the merge.
  await insert('follows', [{ follower_id: other.id, followed_id: main.id, created_at: 1 }])
  const own = { cause_id: telling.actorId, actor_id: telling.actorId, nth: 2 }
  await insert('notification_causes', [{ ...cause, ...own, notification_id: row.id }])
  await stoa.database.transaction(({ connection }) =>
    connection('notifications').where({ id: row.id }).update({ told: 2 }),
  )
  expect(await notifications(main)).toMatchObject([{ count: 1, actorCount: 1, actors: [{ userId: bea.id }] }])
})
