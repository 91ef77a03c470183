import { type Database, openDatabase } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { createIds } from '../../server/src/platform/ids.ts'

/** Names and ids in a seeded database. */
export interface Seeded {
  tokenName: string
  postId: string
  postSlug: string
  /** Ids of top-level comments, oldest first. */
  commentIds: string[]
}

export interface SeedOptions {
  /** `mysql://…`, or null for SQLite in the folder. */
  url: string | null
  dataFolder: string
  comments: number
  /** Default 1. */
  posts?: number
  /** Options of a poll on the first post. Default: no poll. */
  poll?: string[]
  /** Empties the database first. Default: false. */
  reset?: boolean
}

const CHUNK = 500
const AUTHORS = 200
const START = Date.UTC(2026, 0, 1)

/**
 * Fills an empty database with one community, 200 members and posts. The first post has `comments` top-level comments,
 * the others none. Writes directly to the tables, with counters that equal their rows.
 */
export async function seed(about: SeedOptions): Promise<Seeded> {
  const database = openDatabase(about)
  try {
    await migrate(database)
    if (about.reset) await empty(database)
    return await fill(database, about)
  } finally {
    await database.close()
  }
}

async function fill(database: Database, { comments, posts = 1, poll }: SeedOptions): Promise<Seeded> {
  let now = START
  const ids = createIds({ now: () => now })
  const insert = (table: string, rows: object[]) =>
    database.transaction(async ({ connection }) => {
      for (let at = 0; at < rows.length; at += CHUNK) await connection(table).insert(rows.slice(at, at + CHUNK))
    })

  const communityId = ids.next()
  await insert('communities', [
    {
      id: communityId,
      token_name: 'BENCH',
      title: 'Bench',
      url_slug: 'bench',
      about: '',
      post_types: '["community"]',
      number_of_members: AUTHORS,
      total_posts: posts,
      created_at: now,
      updated_at: now,
    },
  ]) // prettier-ignore
  const authors = Array.from({ length: AUTHORS }, (_, index) => ({
    id: ids.next(),
    username: `bench_${index}`,
    username_key: `bench_${index}`,
    slug: `bench_${index}`,
    created_at: now,
    updated_at: now,
  })) // prettier-ignore
  await insert('users', authors)
  await insert(
    'memberships',
    authors.map(({ id }, index) => ({ community_id: communityId, user_id: id, joined_at: now + index })),
  )

  const postRows = Array.from({ length: posts }, (_, index) => {
    now += 1000
    return {
      id: ids.next(),
      community_id: communityId,
      kind: 'community',
      status: 0,
      title: `A post to measure ${index}`,
      slug: `a-post-to-measure-${index}`,
      publisher_id: authors[index % AUTHORS]?.id,
      content: JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Some text to read.' } }] }),
      excerpt: 'Some text to read.',
      num_comments: index === 0 ? comments : 0,
      score: index === 0 ? comments * 2 : 0,
      hot: posts - index,
      active_at: now,
      created_at: now,
      updated_at: now,
    } // prettier-ignore
  })
  await insert('posts', postRows)
  await insert(
    'post_slugs',
    postRows.map(({ id, slug }) => ({ community_id: communityId, slug, post_id: id })),
  )
  const [post] = postRows
  if (!post) throw new Error('at least one post is needed')

  if (poll) {
    await insert('polls', [
      {
        post_id: post.id,
        options: JSON.stringify(poll),
        results: 'always',
        voters: 'public',
        closes_at: 0,
        total_voters: 0,
      },
    ])
    await insert(
      'poll_options',
      poll.map((_, index) => ({ post_id: post.id, option_index: index, vote_count: 0 })),
    )
  }

  const commentIds: string[] = []
  for (let at = 0; at < comments; at += CHUNK * 20) {
    const rows = Array.from({ length: Math.min(CHUNK * 20, comments - at) }, (_, index) => {
      now += 50
      const id = ids.next()
      commentIds.push(id)
      return {
        id,
        post_id: post.id,
        community_id: communityId,
        publisher_id: authors[(at + index) % AUTHORS]?.id,
        content: `Comment ${at + index}: a few sentences of ordinary length, as people write them under an article they have just read.`,
        mentions: '[]',
        status: 0,
        is_listed: 1,
        up_count: 0,
        score: 0,
        active_at: now,
        created_at: now,
      } // prettier-ignore
    })
    await insert('comments', rows)
  }
  return { tokenName: 'BENCH', postId: post.id, postSlug: post.slug, commentIds }
}

const TABLES = [
  'users',
  'sessions',
  'embed_codes',
  'idempotency_keys',
  'used_challenges',
  'outbox',
  'communities',
  'flairs',
  'memberships',
  'community_roles',
  'bans',
  'posts',
  'post_slugs',
  'post_revisions',
  'post_views',
  'polls',
  'poll_options',
  'poll_votes',
  'comments',
  'comment_revisions',
  'reactions',
  'articles',
  'article_aliases',
  'article_origins',
] // prettier-ignore

async function empty(database: Database): Promise<void> {
  await database.transaction(async ({ connection }) => {
    for (const table of TABLES) await connection(table).del()
  })
}
