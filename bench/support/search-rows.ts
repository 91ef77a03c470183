import { readFileSync } from 'node:fs'
import { docAt } from '../../server/src/domains/content/search/indexer.ts'
import {
  FILTERS,
  filtersOf,
  type Kind,
  mainWords,
  mainWordsOf,
  termOf,
  titlesOf,
  wordsOf,
} from '../../server/src/domains/content/search/terms.ts'
import { isUnit, tokensOf } from '../../server/src/domains/content/search/text/index.ts'
import { type Database, openDatabase } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { createIds } from '../../server/src/platform/ids.ts'
import { filesEnding } from './data-folder.ts'
import type { Storage } from './storage.ts'

/** What searches ask for in a generated forum. */
export interface SearchRows {
  /** Pairs of words that occur together, of medium and common frequency. */
  pairs: string[]
  /** The most used words, the most used first. */
  common: string[]
  /** Two common words that follow each other. */
  phrase: string
  postId: string
}

interface Part {
  text: string
  words: string[]
}

const AUTHORS = 200
const START = Date.UTC(2024, 0, 1)
const STEP_MS = 40_000
const CHUNK = 400
/** One in so many texts is in the small community. */
const SMALL_EVERY = 997

/** Half sentences of real discussions. */
function realParts(folder: string): Part[] {
  const files = [
    ...filesEnding(folder, '-talk-threads.json'),
    ...filesEnding(folder, ':2,'),
    ...filesEnding(folder, ':2,S'),
  ]
  const texts = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    if (!file.endsWith('.json')) return text.split('\n\n').slice(1)
    return Array.from(
      text.matchAll(/"text": ?"((?:[^"\\]|\\.)*)"/g),
      ([, quoted]) => JSON.parse(`"${quoted}"`) as string,
    )
  })
  const sentences = texts
    .flatMap((text) => text.split(/(?<=[.!?])\s+/u))
    .filter((one) => one.length > 30 && one.length < 400)
  return sentences.flatMap((sentence) => {
    const spoken = sentence.split(/\s+/u)
    const half = Math.ceil(spoken.length / 2)
    return [spoken.slice(0, half), spoken.slice(half)].flatMap((some) => {
      const text = some.join(' ')
      const words = tokensOf(text)
        .filter(isUnit)
        .map(({ term }) => term)
      return words.length > 2 ? [{ text, words }] : []
    })
  })
}

/** Fills an empty database with posts and comments made from real sentences, and their index. */
export async function fillForSearch(
  storage: Storage,
  about: { folder: string; posts: number; comments: number; random: () => number },
): Promise<SearchRows> {
  const database = openDatabase(storage)
  try {
    await migrate(database)
    return await fill(database, about)
  } finally {
    await database.close()
  }
}

async function fill(
  database: Database,
  { folder, posts, comments, random }: Parameters<typeof fillForSearch>[1],
): Promise<SearchRows> {
  let now = START
  const ids = createIds({ now: () => now })
  const parts = realParts(folder)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const insert = (table: string, rows: object[]) =>
    database.transaction(async ({ connection }) => {
      for (let at = 0; at < rows.length; at += CHUNK) {
        const some = rows.slice(at, at + CHUNK)
        const columns = Object.keys(some[0] ?? {})
        const marks = `(${columns.map(() => '?').join()})`
        await connection.raw(
          `insert into ${table} (${columns.join()}) values ${some.map(() => marks).join()}`,
          some.flatMap((row) => Object.values(row)),
        )
      }
    })
  const communities = ['BENCH', 'SMALL'].map((tokenName) => ({
    id: ids.next(),
    token_name: tokenName,
    title: tokenName,
    url_slug: tokenName.toLowerCase(),
    about: '',
    post_types: '["community"]',
    created_at: now,
    updated_at: now,
  }))
  const [large, small] = communities.map(({ id }) => id)
  await insert('communities', communities)
  const authors = Array.from({ length: AUTHORS }, (_, index) => ({
    id: ids.next(),
    username: `bench_${index}`,
    username_key: `bench_${index}`,
    slug: `bench_${index}`,
    created_at: now,
    updated_at: now,
  }))
  await insert('users', authors)

  const postings = new Map<number, { space: string; term: string; docs: number[] }>()
  const add = (space: Parameters<typeof termOf>[0], { term, doc }: { term: string; doc: number }) => {
    const key = idOf(space, term)
    const posting = postings.get(key) ?? { space, term, docs: [] }
    if (posting.docs.at(-1) !== doc) posting.docs.push(doc)
    postings.set(key, posting)
  }
  const known = new Map<string, number>()
  const idOf = (space: Parameters<typeof termOf>[0], term: string) => {
    const name = `${space} ${term}`
    const id = known.get(name) ?? termOf(space, term).id
    known.set(name, id)
    return id
  }
  const rows: Record<'posts' | 'post_slugs' | 'comments' | 'search_docs', object[]> = {
    posts: [],
    post_slugs: [],
    comments: [],
    search_docs: [],
  }
  const flush = async () => {
    for (const [table, some] of Object.entries(rows)) await insert(table, some.splice(0))
  }
  const index = (
    kind: Kind,
    {
      id,
      title,
      text,
      filters,
      version,
    }: { id: string; title: string[]; text: string[]; filters: string[]; version: number },
  ) => {
    const doc = docAt(now)
    const titles = titlesOf(kind)
    for (const term of [...title, ...text]) add(wordsOf(kind), { term, doc })
    for (const term of titles ? title : []) add(titles ?? 'pt', { term, doc })
    const main = mainWordsOf(kind)
    for (const term of main ? mainWords(title, text) : []) add(main ?? 'pm', { term, doc })
    for (const term of filters) add(filtersOf(kind), { term, doc })
    const tokens = ` ${title.join(' ')} | ${text.join(' ')} `
    rows.search_docs.push({ doc, kind, entity_id: id, version, tokens, pairs: '|', filters: filters.join(' ') })
  }
  const postIds: { id: string; communityId: string }[] = []
  const perPost = comments / posts
  for (let count = 0, said = 0; count < posts; count += 1) {
    now += STEP_MS
    const communityId = String(count % SMALL_EVERY === 0 ? small : large)
    const author = pick(authors).id
    const [title, ...text] = Array.from({ length: 7 }, () => pick(parts))
    const id = ids.next()
    const content = text.map((part) => part.text).join(' ')
    const slug = `post-${count}`
    rows.posts.push({
      id,
      community_id: communityId,
      kind: 'community',
      status: 0,
      title: title?.text ?? '',
      slug,
      publisher_id: author,
      content: JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: content } }] }),
      excerpt: content.slice(0, 200),
      num_comments: 0,
      score: Math.floor(random() * 50),
      hot: count,
      // Of an old post, so that the server doesn't rank all of them again meanwhile.
      age_band: 2,
      active_at: now,
      created_at: now,
      updated_at: now,
    })
    rows.post_slugs.push({ community_id: communityId, slug, post_id: id })
    const filters = [FILTERS.author(author), FILTERS.community(communityId)]
    index('post', { id, title: title?.words ?? [], text: text.flatMap(({ words }) => words), filters, version: now })
    postIds.push({ id, communityId })
    for (; said < (count + 1) * perPost; said += 1) {
      now += STEP_MS / 4
      const post = postIds[Math.max(0, postIds.length - 1 - Math.floor(random() * random() * 2000))] ?? postIds[0]
      if (!post) continue
      const commenter = pick(authors).id
      const words = Array.from({ length: 4 }, () => pick(parts))
      const commentId = ids.next()
      rows.comments.push({
        id: commentId,
        post_id: post.id,
        community_id: post.communityId,
        publisher_id: commenter,
        content: words.map((part) => part.text).join(' '),
        mentions: '[]',
        status: 0,
        is_listed: 1,
        up_count: 0,
        score: Math.floor(random() * 10),
        active_at: now,
        created_at: now,
      })
      index('comment', {
        id: commentId,
        title: [],
        text: words.flatMap((part) => part.words),
        filters: [FILTERS.author(commenter), FILTERS.community(post.communityId)],
        version: 0,
      })
    }
    if (count % 2000 === 0) await flush()
  }
  await flush()
  const terms = [...postings].toSorted(([one], [other]) => one - other)
  await insert(
    'search_terms',
    terms.map(([id, { space, term, docs }]) => {
      return { id, space, term, head: [...term][0] ?? '', length: term.length, docs: docs.length }
    }),
  )
  let pending: { term: number; doc: number }[] = []
  for (const [term, { docs }] of terms) {
    for (const doc of docs) pending.push({ term, doc })
    if (pending.length < 200_000) continue
    await insert('search_postings', pending)
    pending = []
  }
  await insert('search_postings', pending)
  await database.transaction(({ connection }) => connection('jobs').where({ kind: 'index-everything' }).del())

  const common = terms
    .filter(([, { space }]) => space === wordsOf('post'))
    .toSorted(([, one], [, other]) => other.docs.length - one.docs.length)
    .map(([, { term }]) => term)
  const places = new Map(common.map((term, place) => [term, place]))
  const medium = (word: string) => word.length > 3 && (places.get(word) ?? Infinity) < 3000
  const pairs = Array.from({ length: 400 }, () => pick(parts).words.filter(medium)).flatMap((words) => {
    const [one = pick(common.slice(50, 500)), other = pick(common.slice(50, 500))] = words
    return one === other ? [] : [`${one} ${other}`]
  })
  return { pairs, common, phrase: 'of the', postId: postIds.at(-1)?.id ?? '' }
}
