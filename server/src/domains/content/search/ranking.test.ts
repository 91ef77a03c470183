import { PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { paragraph, searchOf } from '../../../../test/search.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const { write, index, change, search, posts } = searchOf(() => forum)

/** Copies a post, indexes all, and returns the copies' ids. */
async function copy(postId: string, count: number): Promise<string[]> {
  const row = await forum.stoa.database.read('posts').where({ id: postId }).first()
  const ids = Array.from({ length: count }, () => forum.stoa.app.ids.next())
  await forum.stoa.database.transaction(async ({ connection }) => {
    const rows = ids.map((id) => ({ ...row, id, slug: id }))
    for (let at = 0; at < rows.length; at += 50) await connection('posts').insert(rows.slice(at, at + 50))
  })
  await index().reindex()
  return ids
}

test('titles come before texts', async () => {
  const inTitle = await write('The clavichord')
  await write('Something else', { text: 'A clavichord is mentioned.' })
  expect((await posts('clavichord'))[0]).toBe(inTitle)
})

test('a wrong letter is corrected with words of public texts only', async () => {
  const ids = [await write('A trombone'), await write('The trombone'), await write('One trombone')]
  expect((await search('searchPosts', 'tronbone')).didYouMean).toBe('trombone')
  for (const id of ids) await change('posts', id, { status: PostStatus.hiddenByAdmin })
  expect((await search('searchPosts', 'tronbone')).didYouMean).toBe(null)
  expect((await search('searchPosts', 'tronbone', { by: forum.admin })).didYouMean).toBe(null)
})

test('an old post about both words comes before many newer ones that mention them', async () => {
  const about = 'The dulcimer is out of tune. A dulcimer needs a warm room, says the luthier, and a luthier knows.'
  const old = await write('Winter in the workshop', { text: about })
  const plain = await write('Notes', { text: 'A luthier told me that somebody had lost a dulcimer.' })
  const ago = 400 * 86_400_000
  const year = { created_at: forum.stoa.clock.now() - ago, updated_at: 1 }
  await change('posts', old, year)
  const copies = await copy(plain, 350)
  const found = await posts('dulcimer luthier')
  expect(found[0]).toBe(old)
  // Sorted by time, they are the last of many.
  expect(await posts('dulcimer luthier', { sort: 'new', limit: 100 })).not.toContain(old)
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await search('searchPosts', 'dulcimer luthier', { limit: 100, ...(cursor ? { cursor } : {}) })
    seen.push(...page.items.map(({ post }) => post.id))
    cursor = page.cursor
  } while (cursor)
  expect(seen.toSorted()).toEqual([old, plain, ...copies].toSorted())
})

test.each([
  ['first', (page: number) => page === 0],
  ['later', (page: number) => page > 0],
])('no hit is lost or repeated if looking for the %s page takes long', async (which, isSlow) => {
  // Phrases make the steps small, after which a slow page ends.
  const phrases = Array.from({ length: 20 }, (_, number) => `-"q ${number}"`).join(' ')
  const word = `${which}psaltery`
  const ids = [await write(`The ${word}`)]
  ids.push(...(await copy(ids[0] ?? '', 150)))
  // Most are in the texts only.
  const mention = await write('Notes', { text: `A ${word} is mentioned.` })
  ids.push(mention, ...(await copy(mention, 150)))
  const seen: string[] = []
  let cursor: string | null | undefined
  for (let page = 0; cursor !== null; page += 1) {
    let time = 0
    const clock = isSlow(page) ? vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000)) : null
    const found = await search('searchPosts', `${word} ${phrases}`, { limit: 20, ...(cursor ? { cursor } : {}) })
    clock?.mockRestore()
    seen.push(...found.items.map(({ post }) => post.id))
    cursor = found.cursor
    expect(page).toBeLessThan(100)
  }
  expect(seen.toSorted()).toEqual(ids.toSorted())
})

test('words that follow each other as in the query come first', async () => {
  const inOrder = await write('Spring', { text: 'She plays in a theorbo ensemble.' })
  const other = await write('Autumn', { text: 'An ensemble without a theorbo.' })
  expect(await posts('theorbo ensemble')).toEqual([inOrder, other])
  expect(await posts('ensemble theorbo')).toEqual([other, inOrder])
})

test('main words of scripts without spaces count, too', async () => {
  const id = await write('冬天', { text: '扬琴走音了。师傅说，扬琴要放在暖和的房间。' })
  await index().settle()
  const { read } = forum.stoa.database
  const main = await read('search_terms').where({ space: 'pm' }).whereIn('term', ['扬琴', '走音', '冬天']).pluck('term')
  expect(main.toSorted()).toEqual(['冬天', '扬琴'])
  expect(await posts('扬琴')).toEqual([id])
  const input = { tokenName: 'FORUM', postId: id, title: '冬天', postContent: paragraph('扬琴走音了。') }
  expect((await forum.stoa.call('postEdit', input, { token: forum.ada.token })).body.status).toBe('success')
  await index().settle()
  expect(await read('search_terms').where({ space: 'pm', term: '扬琴' })).toEqual([])
})

test('changes of texts without main words in the index leave the numbers of documents right', async () => {
  const [one, other] = [await write('A crumhorn'), await write('The crumhorn')]
  await index().settle()
  const { database } = forum.stoa
  const main = () => database.read('search_terms').where({ space: 'pm', term: 'crumhorn' })
  const [term] = await main()
  // As an earlier version indexed the first one.
  const [doc] = await database.read('search_docs').where({ entity_id: one }).pluck('doc')
  await database.transaction(async ({ connection }) => {
    await connection('search_postings').where({ term: term.id, doc }).del()
    await connection('search_terms').where({ id: term.id }).update({ docs: 1 })
  })
  for (const [postId, docs] of [
    [one, [1]],
    [other, []],
  ] as const) {
    const input = { tokenName: 'FORUM', postId, title: 'Nothing', postContent: paragraph('Nothing.') }
    expect((await forum.stoa.call('postEdit', input, { token: forum.ada.token })).body.status).toBe('success')
    await index().settle()
    expect((await main()).map((row) => Number(row.docs))).toEqual(docs)
  }
})

test('a typing error that somebody else made, too, is corrected', async () => {
  for (const title of ['The ocarina', 'An ocarina', 'One ocarina', 'My ocarina']) await write(title)
  const id = await write('The ocarnia')
  const { items, didYouMean } = await search('searchPosts', 'ocarnia')
  expect([items.map(({ post }) => post.id), didYouMean]).toEqual([[id], 'ocarina'])
  expect((await search('searchPosts', 'ocarina')).didYouMean).toBe(null)
})

test('a query that finds nothing is offered without the word that leaves the fewest hits', async () => {
  for (let count = 0; count < 3; count += 1) await write(`Banjo evening ${count}`)
  await write('Banjo and spoons')
  const meant = async (query: string) => (await search('searchPosts', query)).didYouMean
  expect(await meant('banjo spoons')).toBe(null)
  expect(await meant('evening spoons')).toBe('spoons')
  expect(await meant('evening banjo spoons')).toBe('banjo spoons')
  expect(await meant('spoons qqqqq after:2020-01-01')).toBe('spoons after:2020-01-01')
  expect(await meant('qqqqq wwwww')).toBe(null)
  expect(await meant('qqqqq')).toBe(null)
})

test('suggestions name what begins so, and nothing hidden', async () => {
  const id = await write('Bandoneon players wanted')
  await index().settle()
  const suggested = async (query: string) => (await forum.stoa.call('searchSuggestions', { query })).body.payload
  expect((await suggested('bandon')).posts).toMatchObject([{ id, kind: 'community' }])
  expect((await suggested('players bando')).posts.map((post) => post.id)).toEqual([id])
  expect((await suggested('ada')).people.map(({ username }) => username)).toEqual(['ada_demo'])
  expect((await suggested('guar')).communities.map(({ tokenName }) => tokenName)).toEqual(['GUARDED'])
  await change('posts', id, { status: PostStatus.pending })
  expect((await suggested('bandon')).posts).toEqual([])
})
