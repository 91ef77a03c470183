import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, type NewsSite, startNewsSite } from '../../../../test/news-site.ts'
import { up as composeAddresses } from '../../../platform/database/migrations/0044-composed-addresses.ts'
import { aliasHash } from './identity.ts'

let site: NewsSite

beforeAll(async () => {
  site = await startNewsSite()
})
afterAll(() => site.close())

test('merging two articles loses nothing, and every address leads to the remaining one', async () => {
  const { articleKeeping, posts, polls } = site.stoa.app.services
  const old = await site.say('/old', 'under the old one')
  await site.say('/old', 'a reply', { member: 1, replyTo: old.id })
  await site.say('/new', 'under the new one', { member: 1 })
  await site.react('/old', 0, 'thumb-up')
  await site.react('/old', 1, 'thumb-down')
  await site.react('/new', 1, 'thumb-up')
  const settings = { closesAt: null, results: 'always', voters: 'public' } as const
  await site.stoa.database.transaction((tx) => polls.create(tx, old.postId, { options: ['A', 'B'], settings }))

  const reader = await site.stoa.member('saves_it', { join: ['FORUM'] })
  const { token } = reader
  await site.stoa.call('postSave', { postId: old.postId, save: true }, { token })

  expect(await articleKeeping.merge({ tokenName: 'FORUM', from: at('/old'), into: at('/new') })).toBe(2)

  const [viaOld, viaNew] = [await site.thread('/old'), await site.thread('/new')]
  expect(viaOld.post?.id).toBe(viaNew.post?.id)
  expect(viaNew.comments.items.map((item) => item.content)).toEqual(['under the old one', 'under the new one'])
  expect(viaNew.comments.items[0]?.replies.items.map((item) => item.content)).toEqual(['a reply'])
  expect(viaNew.post).toMatchObject({
    numComments: 3,
    reactionsCount: { 'thumb-up': 2, 'thumb-down': 0 },
    pollOptions: ['A', 'B'],
  })
  const bySlug = await site.stoa.call('postGet', { idOrSlug: 'old', tokenName: 'FORUM' })
  expect(bySlug.body.payload.post.id).toBe(viaNew.post?.id)
  expect((await site.stoa.call('postGet', { idOrSlug: old.postId })).status).toBe(404)
  const saved = await site.stoa.call('savedList', {}, { token })
  expect(saved.body.payload.items.map(({ id }) => id)).toEqual([viaNew.post?.id])
  expect(await posts.facts(old.postId)).toMatchObject({ numComments: 0, status: 1 })
  expect((await site.say('/old', 'later', { member: 2 })).postId).toBe(viaNew.post?.id)
})

test('reminders, reading positions and mutes follow a merged article', async () => {
  const { stoa } = site
  const from = await site.say('/followed-old', 'under the old one')
  const into = await site.say('/followed-new', 'under the new one')
  const { id, token } = await stoa.member('follows_it', { join: ['FORUM'] })
  const other = await stoa.member('reads_both', { join: ['FORUM'] })
  const remindAt = stoa.clock.now() + 5000
  await stoa.call('postSave', { postId: from.postId, save: true }, { token })
  await stoa.call('saveRemind', { entityType: 'Post', entityId: from.postId, remindAt }, { token })
  await stoa.call('notificationBlock', { entityType: 'post', entityId: from.postId, block: true }, { token })
  await stoa.call('postRead', { postId: into.postId, until: 5 }, { token: other.token })
  for (const one of [token, other.token]) {
    await stoa.call('postRead', { postId: from.postId, until: 9 }, { token: one })
  }
  await stoa.app.services.articleKeeping.merge({
    tokenName: 'FORUM',
    from: at('/followed-old'),
    into: at('/followed-new'),
  })
  const facts = async (person: string) =>
    (await stoa.call('viewerFacts', { postIds: into.postId }, { token: person })).body.payload
  expect((await facts(token)).reads?.[into.postId]).toMatchObject({ until: 9 })
  expect((await facts(other.token)).reads?.[into.postId]).toMatchObject({ until: 5 })
  expect((await stoa.call('me', {}, { token })).body.payload.user?.mutes?.posts).toContain(into.postId)
  const saved = (await stoa.call('savedList', {}, { token })).body.payload.items
  expect(saved).toMatchObject([{ id: into.postId, remindAt }])
  stoa.clock.advance(6000)
  await stoa.app.jobs.drain()
  const told = await stoa.database
    .read('notifications')
    .where({ recipient_id: id, kind: 'reminder' })
    .pluck('target_id')
  expect(told).toContain(into.postId)
})

test('a comment that was being written during a merge is moved afterward, unless the merge has been undone', async () => {
  const { merge, split } = site.stoa.app.services.articleKeeping
  const late = { first: '', second: '' }
  for (const name of ['first', 'second'] as const) {
    const from = await site.say(`/${name}-old`, 'early')
    late[name] = (await site.say(`/${name}-old`, 'late')).id
    await site.say(`/${name}-new`, 'there')
    await merge({ tokenName: 'FORUM', from: at(`/${name}-old`), into: at(`/${name}-new`) })
    // As if it had been committed only now.
    await site.stoa.database.transaction(async (tx) => {
      const { post_id } = await tx.connection('comments').where({ id: late[name] }).first('post_id')
      await tx.connection('comments').where({ id: late[name] }).update({ post_id: from.postId })
      await tx.connection('comment_moves').where({ comment_id: late[name] }).del()
      await site.stoa.app.services.posts.count(tx, post_id, { comments: -1 })
      await site.stoa.app.services.posts.count(tx, from.postId, { comments: 1 })
    })
  }
  await split({ tokenName: 'FORUM', name: at('/second-old'), threads: [] })
  site.stoa.clock.advance(2000)
  await site.stoa.app.jobs.drain()
  expect((await site.thread('/first-new')).texts).toEqual(['early', 'late', 'there'])
  expect((await site.thread('/second-old')).texts).toEqual(['early', 'late'])
  expect((await site.thread('/second-new')).texts).toEqual(['there'])
  expect(await site.stoa.app.services.integrity.check()).toEqual([])
})

test('merging an article with itself or a missing one changes nothing', async () => {
  const { merge } = site.stoa.app.services.articleKeeping
  await site.say('/alone', 'Hello')
  expect(await merge({ tokenName: 'FORUM', from: at('/alone'), into: at('/alone/') })).toBe(0)
  await expect(merge({ tokenName: 'FORUM', from: at('/alone'), into: at('/nothing') })).rejects.toThrow(
    'Post not found',
  )
  expect((await site.thread('/alone')).post?.numComments).toBe(1)
})

test('a moved article keeps its thread under both addresses', async () => {
  const { rename } = site.stoa.app.services.articleKeeping
  await site.say('/before', 'Hello')
  expect(await rename({ tokenName: 'FORUM', from: at('/before'), into: at('/after') })).toBe(true)
  const [before, after] = [await site.thread('/before'), await site.thread('/after')]
  expect(after.post).toMatchObject({ id: before.post?.id, articleUrl: at('/after'), numComments: 1 })
})

test('an article can’t be renamed to another article’s address', async () => {
  const { rename } = site.stoa.app.services.articleKeeping
  await site.say('/one', 'Hello')
  await site.say('/two', 'Hello')
  expect(await rename({ tokenName: 'FORUM', from: at('/one'), into: at('/two') })).toBe(false)
  expect((await site.thread('/two')).post?.numComments).toBe(1)
})

const COMPOSED = '/caf%C3%A9'
const DECOMPOSED = '/cafe%CC%81'

/** Stores the thread of an address under its decomposed form, as former versions did. */
async function decompose(path: string): Promise<void> {
  const change = (name: string) => name.replace(COMPOSED, DECOMPOSED)
  await site.stoa.database.transaction(async ({ connection }) => {
    const rows: { alias_hash: string; alias: string; article_id: string }[] = await connection('article_aliases').where(
      'alias',
      `//news.example${path}`,
    )
    for (const { alias_hash, alias, article_id } of rows) {
      const changed = { alias: change(alias), alias_hash: aliasHash(change(alias)) }
      await connection('article_aliases').where({ alias_hash }).update(changed)
      await connection('articles')
        .where({ id: article_id })
        .update({ url: at(change(path)) })
    }
  })
}

/** Runs the job of the migration. */
async function unite(): Promise<void> {
  const { stoa } = site
  await stoa.database.transaction(async ({ connection }) => {
    await composeAddresses(connection)
    await connection('jobs').where({ kind: 'unite-composed-addresses' }).update({ run_at: 0 })
  })
  // The server may have begun it by itself.
  const errors = async () => {
    await stoa.app.jobs.drain()
    return stoa.database.read('jobs').where({ kind: 'unite-composed-addresses' }).pluck('last_error')
  }
  await expect.poll(errors, { timeout: 10_000 }).toEqual([])
}

test('threads under decomposed addresses are found by composed ones, and merged where both have one', async () => {
  const { stoa } = site
  const alone = await site.say(`${COMPOSED}/alone`, 'before')
  await site.say(`${COMPOSED}/larger`, 'one')
  await site.say(`${COMPOSED}/larger`, 'two')
  const older = await site.say(`${COMPOSED}/older`, 'first')
  const first = await site.say(`${COMPOSED}/ids`, 'by its id', { id: 'a' })
  for (const name of ['alone', 'larger', 'older', 'ids']) await decompose(`${COMPOSED}/${name}`)
  const larger = await site.say(`${COMPOSED}/larger`, 'three')
  await site.say(`${COMPOSED}/larger`, 'four', { replyTo: larger.id, member: 1 })
  await site.say(`${COMPOSED}/larger`, 'five')
  await site.react(`${COMPOSED}/larger`, 1, 'thumb-up')
  await site.say(`${COMPOSED}/older`, 'second')
  await site.say(`${COMPOSED}/ids`, 'by another id', { id: 'b' })
  const textsOf = async (name: string, id?: string) => (await site.thread(`${COMPOSED}/${name}`, id)).texts
  expect(await textsOf('alone')).toEqual([])
  expect(await textsOf('older')).toEqual(['second'])

  for (const _ of [1, 2]) await unite()
  const aloneNow = await site.thread(`${COMPOSED}/alone`)
  expect([aloneNow.post?.id, aloneNow.texts]).toEqual([alone.postId, ['before']])
  expect(aloneNow.post?.articleUrl).toBe(at(`${COMPOSED}/alone`))
  const largerNow = await site.thread(`${COMPOSED}/larger`)
  expect(largerNow.post).toMatchObject({ id: larger.postId, numComments: 5, reactionsCount: { 'thumb-up': 1 } })
  expect(largerNow.texts).toEqual(['one', 'two', 'three', 'four', 'five'])
  const olderNow = await site.thread(`${COMPOSED}/older`)
  expect([olderNow.post?.id, olderNow.texts]).toEqual([older.postId, ['first', 'second']])
  expect(olderNow.post?.articleUrl).toBe(at(`${COMPOSED}/older`))
  expect([await textsOf('ids', 'a'), await textsOf('ids', 'b')]).toEqual([['by its id'], ['by another id']])
  expect((await site.thread(`${COMPOSED}/ids`, 'a')).post?.id).toBe(first.postId)
  expect(await stoa.app.services.integrity.check()).toEqual([])
})

test('threads under two forms of one address stay apart while one is hidden, locked or listed', async () => {
  const { articleKeeping } = site.stoa.app.services
  const changes = [{ status: 2 }, { is_locked: 1 }, { status: 1 }]
  const pairs: { name: string; decomposed: string; composed: string }[] = []
  for (const change of changes) {
    for (const isChangedFirst of [true, false]) {
      const name = `${COMPOSED}/apart-${pairs.length}`
      const decomposed = await site.say(name, 'before')
      await decompose(name)
      const composed = await site.say(name, 'after')
      await site.stoa.database.transaction(({ connection }) =>
        connection('posts')
          .where({ id: (isChangedFirst ? decomposed : composed).postId })
          .update(change),
      )
      pairs.push({ name, decomposed: decomposed.id, composed: composed.id })
    }
  }
  const postIds = async () => {
    const ids = pairs.flatMap(({ decomposed, composed }) => [decomposed, composed])
    return site.stoa.database.read('comments').whereIn('id', ids).orderBy('id').pluck('post_id')
  }
  const before = await postIds()
  await unite()
  expect(await postIds()).toEqual(before)

  // An operator can name both.
  const { name = '', composed = '' } = pairs[2] ?? {}
  const stored = `//news.example${name.replace(COMPOSED, DECOMPOSED)}`
  expect(await articleKeeping.merge({ tokenName: 'FORUM', from: stored, into: at(name) })).toBe(1)
  const { post, texts } = await site.thread(name)
  expect([post?.id, texts]).toEqual([
    (await site.stoa.database.read('comments').where({ id: composed }).first('post_id')).post_id,
    ['before', 'after'],
  ])
})
