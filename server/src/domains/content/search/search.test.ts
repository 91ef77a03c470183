import { CommentStatus, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { queriesOf, type SentQuery } from '../../../../test/queries.ts'
import { paragraph, searchOf } from '../../../../test/search.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const { write, index, change, search, posts, comments, people, counts, renewTokens } = searchOf(() => forum)

test('a post is found by words of its title and text, and by its author and time', async () => {
  const day = new Date(forum.stoa.clock.now()).toISOString().slice(0, 10)
  const next = new Date(forum.stoa.clock.now() + 86_400_000).toISOString().slice(0, 10)
  const id = await write('The footbridge reopens', { text: 'After a year of repairs, pedestrians return.' })
  expect(await posts('footbridge')).toEqual([id])
  expect(await posts('PEDESTRIANS footbridge')).toEqual([id])
  expect(await posts('"year of repairs"')).toEqual([id])
  expect(await posts('"repairs of year"')).toEqual([])
  expect(await posts('footbridge -pedestrians')).toEqual([])
  expect(await posts('footbridge -"repairs of year"')).toEqual([id])
  expect(await posts('footbridge -"year of repairs"')).toEqual([])
  expect(await posts('footbridge from:ada_demo')).toEqual([id])
  expect(await posts('footbridge from:bea_demo')).toEqual([])
  expect(await posts('footbridge from:nobody')).toEqual([])
  expect(await posts(`footbridge after:${day} before:${next}`)).toEqual([id])
  expect(await posts(`footbridge after:${next}`)).toEqual([])
  expect(await posts('footbridge', { tokenName: 'FORUM' })).toEqual([id])
  expect(await posts('footbridge', { tokenName: 'GUARDED' })).toEqual([])
  expect(await posts('footbridge', { sort: 'new' })).toEqual([id])
  expect(await posts('from:ada_demo')).toContain(id)
  expect((await forum.stoa.call('searchPosts', { query: 'x', tokenName: 'NOWHERE' })).body.code).toBe(
    'COMMUNITY_NOT_FOUND',
  )
})

test('operators find polls and topics', async () => {
  const poll = await write('Which gazebo?', { pollOptions: ['Octagonal', 'Round'] })
  const plain = await write('A gazebo')
  expect(await posts('gazebo', { sort: 'new' })).toEqual([plain, poll])
  expect(await posts('gazebo has:poll')).toEqual([poll])
  expect(await posts('octagonal')).toEqual([poll])
  const picture = {
    type: 'image',
    data: { file: { url: 'https://pictures.example/gazebo.jpg', width: 40, height: 30 } },
  }
  const film = { type: 'video', data: { url: '/media/gazebo.mp4', mimeType: 'video/mp4' } }
  const withPicture = await write('A gazebo in spring', { blocks: [picture] })
  const withFilm = await write('A gazebo in summer', { text: 'Moving.' })
  await change('posts', withFilm, { has_video: 1, content: JSON.stringify({ blocks: [film] }) })
  const story = await forum.newPost({ kind: 'story' })
  await change('posts', story, { title: 'The story behind a gazebo' })
  await index().reindex()
  expect(await posts('gazebo has:image')).toEqual([withPicture])
  expect(await posts('gazebo has:video')).toEqual([withFilm])
  expect(await posts('gazebo has:video has:image')).toEqual([])
  expect(await posts('gazebo is:story')).toEqual([story])
  expect(await posts('is:story')).toEqual([story])
  expect(await posts('behind -gazebo is:story')).toEqual([])
  expect(await posts('gazebo in:carpentry')).toEqual([])
  const flair = { id: forum.stoa.app.ids.next(), community_id: forum.communityId, name: 'Carpentry' }
  await forum.stoa.database.transaction(({ connection }) =>
    connection('flairs').insert({ ...flair, name_key: 'carpentry' }),
  )
  await change('posts', plain, { flair_id: flair.id })
  await index().reindex()
  expect(await posts('gazebo in:carpentry')).toEqual([plain])
  // A community with topics demands one of each post.
  await change('flairs', flair.id, { deleted_at: 1 })
})

test('hits are marked', async () => {
  await write('A lantern festival', { text: 'Everybody carries a lantern.' })
  const { items, total } = await search('searchPosts', 'lantern')
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({ title: { text: 'A lantern festival', hits: [[2, 9]] } })
  expect(items[0]?.excerpt.hits).toEqual([[20, 27]])
})

test('a person found by their description shows it', async () => {
  await change('users', forum.bea.id, { profile_title: 'Beekeeper', profile_about: 'Mends zithers.', updated_at: 2 })
  await index().reindex()
  const { items } = await search('searchUsers', 'zithers')
  expect(items.map(({ user }) => user.username)).toEqual(['bea_demo'])
  expect(items[0]?.about).toEqual({ text: 'Beekeeper · Mends zithers.', hits: [[18, 25]] })
})

test('words that an edit removes find nothing any more, and new ones do', async () => {
  const id = await write('A marble staircase')
  expect(await posts('marble')).toEqual([id])
  const input = {
    postId: id,
    tokenName: 'FORUM',
    title: 'A granite staircase',
    postContent: paragraph('Nothing else.'),
  }
  expect((await forum.stoa.call('postEdit', input, { token: forum.ada.token })).body.status).toBe('success')
  expect(await posts('marble')).toEqual([])
  expect(await posts('granite staircase')).toEqual([id])
})

test('an erased text leaves neither words nor postings', async () => {
  const id = await write('An obsidian mirror')
  const { id: commentId } = await forum.say(forum.ada.token, { postId: id, content: 'A tourmaline necklace' })
  expect([await posts('obsidian'), await comments('tourmaline')]).toEqual([[id], [commentId]])
  const docs = () => forum.stoa.database.read('search_docs').whereIn('entity_id', [id, commentId])
  const numbers: number[] = await docs().pluck('doc')
  expect(numbers).toHaveLength(2)
  const about = { tokenName: 'FORUM' }
  await forum.stoa.call('contentDelete', { ...about, commentId }, { token: forum.ada.token })
  await forum.stoa.call('contentDelete', { ...about, postId: id }, { token: forum.ada.token })
  await index().settle()
  expect(await docs()).toEqual([])
  const { read } = forum.stoa.database
  expect(await read('search_postings').whereIn('doc', numbers)).toEqual([])
  expect(await read('search_terms').whereIn('term', ['obsidian', 'tourmaline'])).toEqual([])
})

test('hiding and restoring take effect at once', async () => {
  const id = await write('A chandelier')
  expect(await posts('chandelier')).toEqual([id])
  for (const status of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    await change('posts', id, { status })
    expect([status, await posts('chandelier')]).toEqual([status, []])
    expect([status, (await counts('chandelier')).posts]).toEqual([status, 0])
    expect([status, await posts('chandelier', { by: forum.bea })]).toEqual([status, []])
    const isDecided = [1, 3, 4, 5, 6].includes(status)
    for (const by of [forum.moderator, forum.admin]) {
      expect([status, await posts('chandelier', { by })]).toEqual([status, isDecided ? [id] : []])
      expect([status, (await counts('chandelier', by)).posts]).toEqual([status, isDecided ? 1 : 0])
    }
  }
  await change('posts', id, { status: PostStatus.published })
  expect(await posts('chandelier')).toEqual([id])
})

test('comments are found with their posts, and hidden with them', async () => {
  const postId = await write('About furniture')
  const { id } = await forum.say(forum.bea.token, { postId, content: 'An ottoman is missing.' })
  expect(await comments('ottoman')).toEqual([id])
  expect(await comments('ottoman from:bea_demo')).toEqual([id])
  await change('posts', postId, { status: PostStatus.hiddenByAdmin })
  expect(await comments('ottoman')).toEqual([])
  expect(await comments('ottoman', { by: forum.moderator })).toEqual([id])
  await change('posts', postId, { status: PostStatus.unlisted })
  expect(await comments('ottoman', { by: forum.moderator })).toEqual([])
  await change('posts', postId, { status: PostStatus.published })
  await change('comments', id, { status: CommentStatus.pending })
  expect([await comments('ottoman'), (await counts('ottoman')).comments]).toEqual([[], 0])
  expect(await comments('ottoman', { by: forum.moderator })).toEqual([id])
})

test('a pending comment is found by its moderators without another event', async () => {
  const postId = await forum.newPost({ communityId: forum.guardedId })
  const said = await forum.say(forum.ada.token, { tokenName: 'GUARDED', postId, content: 'A settee, perhaps?' })
  expect(said.status).toBe(CommentStatus.pending)
  expect(await comments('settee', { by: forum.moderator })).toEqual([said.id])
  expect(await comments('settee', { by: forum.bea })).toEqual([])
})

test('people are found by name and beginnings of it; members only in a community', async () => {
  await forum.stoa.member('wilhelmina', { join: ['FORUM'] })
  await forum.stoa.member('wilfred')
  await index().catchUp()
  expect(await people('wilhelmina')).toEqual(['wilhelmina'])
  expect((await people('wil')).toSorted()).toEqual(['wilfred', 'wilhelmina'])
  expect(await people('wilhel')).toEqual(['wilhelmina'])
  expect(await people('wil', { tokenName: 'FORUM' })).toEqual(['wilhelmina'])
  const { id } = await forum.stoa.member('wilbur')
  await index().catchUp()
  expect(await people('wilbur')).toEqual(['wilbur'])
  await change('users', id, { deleted_at: 1 })
  expect(await people('wilbur')).toEqual([])
  await change('users', id, { deleted_at: 0, forward_to: forum.ada.id })
  expect(await people('wilbur')).toEqual([])
})

test('communities are found by name and beginnings of it', async () => {
  await index().catchUp()
  const found = async (query: string) =>
    (await search('searchCommunities', query)).items.map(({ community }) => community.tokenName)
  expect(await found('guarded')).toEqual(['GUARDED'])
  expect(await found('gua')).toEqual(['GUARDED'])
  await change('communities', forum.guardedId, { publish_status: 2 })
  expect(await found('guarded')).toEqual([])
  await change('communities', forum.guardedId, { publish_status: 1 })
})

test('what one has muted or blocked is left out, counted out and not suggested', async () => {
  const postId = await write('A xylophone concert', { by: forum.bea })
  await index().settle()
  const found = async () => {
    const { token } = forum.cem
    const { posts: suggested } = (await forum.stoa.call('searchSuggestions', { query: 'xylo' }, { token })).body.payload
    const listed = await posts('xylophone', { by: forum.cem })
    return [listed.length, (await counts('xylophone', forum.cem)).posts, suggested.length]
  }
  expect(await found()).toEqual([1, 1, 1])
  const { id: userId } = forum.cem
  for (const mute of [
    { entityType: 'user', entityId: forum.bea.id },
    { entityType: 'post', entityId: postId },
    { entityType: 'community', entityId: forum.communityId },
    { entityType: 'word', text: 'concert' },
  ] as const) {
    const set = (value: boolean) => forum.stoa.call('notificationBlock', { userId, ...mute, block: value }, forum.cem)
    expect((await set(true)).body.status).toBe('success')
    expect([mute.entityType, await found()]).toEqual([mute.entityType, [0, 0, 0]])
    await set(false)
  }
  const block = (value: boolean) =>
    forum.stoa.call('dmBlock', { userId, blockUserId: forum.bea.id, block: value }, forum.cem)
  expect((await block(true)).body.status).toBe('success')
  expect(await found()).toEqual([0, 0, 0])
  expect(await people('bea_demo', { by: forum.cem })).toEqual([])
  expect(await people('cem_demo', { by: forum.bea })).toEqual(['cem_demo'])
  await block(false)
  expect(await found()).toEqual([1, 1, 1])
})

test('pages don’t repeat or leave out anything while new posts arrive', async () => {
  const written: string[] = []
  for (let count = 0; count < 7; count += 1) written.push(await write(`A harmonica ${count}`))
  for (const sort of ['new', 'relevance'] as const) {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await search('searchPosts', 'harmonica', { sort, limit: 3, ...(cursor ? { cursor } : {}) })
      expect(page.total === null).toBe(cursor !== undefined)
      seen.push(...page.items.map(({ post }) => post.id))
      cursor = page.cursor
      expect(page.hasMore).toBe(cursor !== null)
      await write(`Another harmonica after ${seen.length}`)
    } while (cursor)
    expect(new Set(seen).size).toBe(seen.length)
    expect(written.filter((id) => !seen.includes(id))).toEqual([])
  }
  const { body } = await forum.stoa.call('searchPosts', { query: 'harmonica', cursor: 'x'.repeat(40) })
  expect(body.code).toBe('CURSOR_INVALID')
})

test('a check finds what is missing in the index', async () => {
  await index().reindex()
  expect(await index().check()).toEqual([])
  const id = await write('A viola')
  await index().settle()
  await forum.stoa.database.transaction(async ({ connection }) => {
    const [doc] = await connection('search_docs').where({ entity_id: id }).pluck('doc')
    await connection('search_postings').where({ doc }).del()
  })
  expect(await index().check()).toEqual([`post that lacks words in the index: ${id}`])
  expect(await posts('viola')).toEqual([])
  await index().reindex()
  expect(await index().check()).toEqual([])
  expect(await posts('viola')).toEqual([id])
  await change('posts', id, { updated_at: forum.stoa.clock.now() + 7 })
  expect(await index().check()).toContain(`post that is not indexed as it is now: ${id}`)
})

test('erased words leave the index with the text, also those that only moderators could find', async () => {
  const word = 'harpsichord'
  await renewTokens()
  const kept = async () => {
    const { read } = forum.stoa.database
    const [doc] = await read('search_docs').where('tokens', 'like', `%${word}%`).count({ count: '*' })
    const [term] = await read('search_terms').where('term', word).count({ count: '*' })
    return [Number(doc?.count), Number(term?.count) > 0]
  }
  const draftId = await write(`A ${word}`, { by: forum.bea })
  await change('posts', draftId, { status: PostStatus.draft })
  await index().reindex()
  expect(await kept()).toEqual([0, false])

  const postId = await write(`The ${word}`, { by: forum.bea })
  const { id: commentId } = await forum.say(forum.bea.token, { postId, content: `One ${word}` })
  await index().settle()
  expect(await kept()).toEqual([2, true])
  await change('posts', postId, { status: PostStatus.hiddenByAdmin })
  await change('comments', commentId, { status: CommentStatus.pending })
  const { posts, comments } = forum.stoa.app.services
  await forum.stoa.database.transaction(async (tx) => {
    const about = { publisherId: forum.bea.id, limit: 100 }
    await comments.eraseOf(tx, about)
    await posts.eraseOf(tx, { ...about, isUnseenOnly: false })
  })
  expect(await kept()).toEqual([0, false])
  expect((await index().check()).filter((one) => one.includes(postId) || one.includes(commentId))).toEqual([])
})

test('the most relevant hits are found however old they are and however long it takes', async () => {
  const old = [await write('Marimba and celeste'), await write('Celeste and marimba')]
  for (let count = 0; count < 3; count += 1) await write(count % 2 === 0 ? 'A marimba' : 'A celeste')
  await index().settle()
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 70))
  try {
    expect((await posts('marimba celeste')).toSorted()).toEqual(old.toSorted())
  } finally {
    clock.mockRestore()
  }
})

test('after a failure the next change is indexed as before', async () => {
  await index().settle()
  const id = await write('A vibraphone')
  const transaction = vi.spyOn(forum.stoa.database, 'transaction').mockRejectedValueOnce(new Error('gone away'))
  await expect(index().settle()).rejects.toThrow('gone away')
  transaction.mockRestore()
  await index().catchUp()
  expect(await posts('vibraphone')).toEqual([id])
  const next = await write('A xylophone')
  await vi.waitFor(async () => {
    const rows = await forum.stoa.database.read('search_docs').where({ entity_id: next })
    expect(rows).toHaveLength(1)
  })
})

test('results are counted exactly up to a thousand, on the first page and beside it', async () => {
  const id = await write('A bandoneon')
  await forum.stoa.database.transaction(async ({ connection }) => {
    const row = await connection('posts').where({ id }).first()
    const copies = Array.from({ length: 1001 }, () => {
      const next = forum.stoa.app.ids.next()
      return { ...row, id: next, slug: next, title: 'A bandoneon and a concertina' }
    })
    for (let at = 0; at < copies.length; at += 50) await connection('posts').insert(copies.slice(at, at + 50))
  })
  await index().reindex()
  const both = async (query: string) => [
    (await search('searchPosts', query, { limit: 1 })).total,
    (await search('searchPosts', query, { limit: 1, sort: 'new' })).total,
    (await counts(query)).posts,
  ]
  expect(await both('concertina')).toEqual([1001, 1001, 1001])
  const copies = forum.stoa.database.read('posts').where({ title: 'A bandoneon and a concertina' })
  const ids = await copies.limit(201).pluck('id')
  await forum.stoa.database.transaction(({ connection }) =>
    connection('posts').whereIn('id', ids).update({ status: PostStatus.hiddenByAdmin }),
  )
  expect(await both('concertina')).toEqual([800, 800, 800])
  expect(await both('bandoneon')).toEqual([801, 801, 801])
  const page = await search('searchPosts', 'concertina', { limit: 1, count: false })
  expect([page.total, page.hasMore]).toEqual([null, true])
})

test('a muted phrase hides others’ texts, not one’s own', async () => {
  await renewTokens()
  const texts = { text: 'Not the glass harmonica again.' }
  const [others, own] = [await write('An evening', texts), await write('An evening', { ...texts, by: forum.bea })]
  const mute = { userId: forum.bea.id, entityType: 'word', text: 'glass harmonica' } as const
  const set = (block: boolean) => forum.stoa.call('notificationBlock', { ...mute, block }, { token: forum.bea.token })
  expect((await set(true)).body.status).toBe('success')
  const about = { by: forum.bea, sort: 'new' } as const
  expect(await posts('glass harmonica', about)).toEqual([own])
  expect((await search('searchPosts', 'glass harmonica', { ...about, limit: 1 })).total).toBe(1)
  await set(false)
  expect(await posts('glass harmonica', about)).toEqual([own, others])
})

test('a new account is found within a second', async () => {
  const account = { username: 'nyckelharpa', email: 'nyckelharpa@example.com', password: 'A-passw0rd-to-find' }
  expect((await forum.stoa.call('authSignUp', account)).body.status).toBe('success')
  await vi.waitFor(
    async () => {
      const { body } = await forum.stoa.call('searchUsers', { query: 'nyckelh' })
      expect(body.payload.items.map(({ user }) => user.username)).toEqual(['nyckelharpa'])
    },
    { timeout: 1000, interval: 50 },
  )
})

test('searches wait in line, and some are refused when too many wait', async () => {
  const codes = await Promise.all(
    Array.from({ length: 250 }, (_, count) =>
      forum.stoa.app.callLocally('searchCounts', { query: `ukulele ${count}` }).then(
        () => 'found',
        (error: { code?: string }) => error.code,
      ),
    ),
  )
  expect(new Set(codes)).toEqual(new Set(['found', 'BUSY']))
  expect(codes.filter((code) => code === 'found').length).toBeGreaterThanOrEqual(200)
  expect((await forum.stoa.call('searchCounts', { query: 'ukulele' })).status).toBe(200)
})

test('one person can’t fill the line', async () => {
  const ask = (address: string) =>
    forum.stoa.app.services.search.counts({ viewer: null, address }, { query: 'ukulele', onlyCommunity: null }).then(
      () => 'found',
      (error: { code?: string }) => error.code,
    )
  const many = Array.from({ length: 120 }, () => ask('203.0.113.7'))
  expect(await ask('198.51.100.7')).toBe('found')
  expect(new Set(await Promise.all(many))).toEqual(new Set(['found', 'BUSY']))
  expect(await ask('203.0.113.7')).toBe('found')
})

test('a worker that is stopped before it notes its position indexes nothing twice', async () => {
  const { database } = forum.stoa
  const difference = async () => {
    const [words] = await database.read('search_terms').sum({ counted: 'docs' })
    const [postings] = await database.read('search_postings').count({ stored: '*' })
    return Number(words?.counted) - Number(postings?.stored)
  }
  const stored = async () => [
    await database.read('search_docs').orderBy('doc'),
    await database.read('search_terms').orderBy('id'),
    await database.read('search_postings').orderBy('term').orderBy('doc'),
  ]
  // An earlier test has deleted some postings, which were counted again.
  const deleted = await difference()
  await write('A crumhorn', { text: 'Two crumhorns and a rackett.' })
  await index().settle()
  expect(await difference()).toBe(deleted)
  const before = await stored()
  await database.transaction(({ connection }) => connection('search_state').update({ position: '' }))
  await index().catchUp()
  expect(await stored()).toEqual(before)
  expect(await index().check()).toEqual([])
})

test('what a stopped server has committed is indexed by the next sweep', async () => {
  const id = await write('A glockenspiel')
  await forum.stoa.database.transaction(async ({ connection }) => {
    await connection('search_docs').where({ entity_id: id }).del()
    await connection('search_postings').del()
  })
  await index().reindex()
  expect(await posts('glockenspiel')).toEqual([id])
  await change('posts', id, { title: 'A carillon', updated_at: forum.stoa.clock.now() + 5 })
  await index().catchUp()
  expect(await posts('carillon')).toEqual([id])
})

test.each([
  ...[
    '',
    ' ',
    '"',
    '""',
    '*',
    '-',
    '--',
    '-"',
    'a" OR "b',
    'NEAR(a b)',
    '(((((',
    '%',
    '_',
    "' or 1=1 --",
    '\0',
    '\u202E',
  ],
  ...['from:', 'in:""', 'before:9999-99-99', 'after:x', 'has:', 'is:', '('.repeat(200), 'a '.repeat(100)],
  ...['-a -b -c', 'before:2026-01-01', 'has:poll', '😀', '漢', '漢字', 'x'.repeat(200), '\uD800', 'from:@@@', 'in:ſ'],
])('the hostile query %j is answered', async (query) => {
  for (const name of ['searchPosts', 'searchComments', 'searchUsers', 'searchCommunities'] as const) {
    for (const sort of ['new', 'relevance'] as const) {
      const { status } = await forum.stoa.call(name, { query, sort })
      expect([200, 400]).toContain(status)
    }
  }
  expect([200, 400]).toContain((await forum.stoa.call('searchCounts', { query })).status)
  expect([200, 400]).toContain((await forum.stoa.call('searchSuggestions', { query })).status)
})

test('a query of ten thousand letters is refused before anything is read', async () => {
  for (const part of ['a ', '"', '-', '*', 'from:', '漢', '(']) {
    const query = part.repeat(10_000 / part.length)
    const queries = await queriesOf(forum.stoa, async () => {
      for (const name of ['searchPosts', 'searchComments', 'searchCounts'] as const) {
        const { status, body } = await forum.stoa.call(name, { query })
        expect([name, status, body.code]).toEqual([name, 400, 'VALIDATION_FAILED'])
      }
    })
    expect(queries).toEqual([])
  }
})

/** Tables that SQLite would read from their beginning for a query. */
async function scannedBy({ sql, bindings }: SentQuery): Promise<string[]> {
  const steps: { detail: string }[] = await forum.stoa.database.read.raw(`explain query plan ${sql}`, bindings)
  const scanned = steps.flatMap(({ detail }) => /^SCAN (\w+)/.exec(detail)?.[1] ?? [])
  return scanned.filter((name) => !sql.includes(`) ${name}`) && !sql.includes(`) as \`${name}\``))
}

test('hostile queries read no table from its beginning', async () => {
  const { dialect, read } = forum.stoa.database
  if (dialect.name === 'mysql') return
  const hostile = [
    ...['a" OR "b', 'NEAR(a b)', '%', "' or 1=1 --", 'in:"%"', 'from:%', '漢字', '-a -b -c', '"a b" -"b a"', 'a -a'],
    ...[
      'before:2026-01-01',
      'has:poll is:story',
      'from:ada_demo -a',
      'a '.repeat(100),
      'x'.repeat(200),
      'gazebo -"a gazebo"',
    ],
  ]
  for (const query of hostile) {
    const reading: SentQuery[] = []
    const note = (one: SentQuery) => reading.push(one)
    read.on('query', note)
    for (const name of ['searchPosts', 'searchComments', 'searchUsers', 'searchCommunities'] as const) {
      for (const sort of ['new', 'relevance'] as const) await forum.stoa.call(name, { query, sort })
    }
    await forum.stoa.call('searchCounts', { query })
    await forum.stoa.call('searchSuggestions', { query })
    read.off('query', note)
    // Each a bounded number of rows.
    expect(reading.length, query).toBeLessThan(300)
    for (const one of new Map(reading.map((query) => [query.sql, query])).values()) {
      expect([one.sql, await scannedBy(one)]).toEqual([one.sql, []])
    }
  }
})
