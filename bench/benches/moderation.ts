import type { Me } from '@stoa/contract'
import type { Database } from '../../server/src/platform/database/database.ts'
import { createIds } from '../../server/src/platform/ids.ts'
import { type InProcess, openInProcess } from '../support/in-process.ts'
import { median } from '../support/load.ts'
import { milliseconds, report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { createStorage } from '../support/storage.ts'

const OPEN = 100_000
const FEW = 100
const READS = 40
const BATCH = 200
const CHUNK = 500

/**
 * A moderation queue with 100,000 open items, half of them reported and half pending: time of the first two pages,
 * their queries compared with a queue of 100 items, and 200 decisions in one batch. Runs on SQLite, or on the database
 * server at `DATABASE_URL`.
 */
export async function run(): Promise<void> {
  const few = await measured(FEW)
  const many = await measured(OPEN)
  const page = (what: string, time: number) => ({
    what,
    value: milliseconds(time),
    goal: '< 30 ms',
    reached: time < 30,
  })
  report([
    page(`first page of ${OPEN}, median`, many.first),
    page('next page, median', many.next),
    {
      what: `… queries with ${FEW} and ${OPEN}`,
      value: `${few.queries} → ${many.queries}`,
      goal: 'the same',
      reached: few.queries === many.queries,
    },
    {
      what: `${BATCH} decisions in one batch`,
      value: milliseconds(many.batch),
      goal: '< 2 s',
      reached: many.batch < 2000,
    },
  ])
}

async function measured(open: number) {
  const storage = await createStorage()
  const { tokenName, postId, commentIds } = await seed({ ...storage, comments: open })
  const stoa = await openInProcess(storage)
  try {
    await openItems(stoa.database, { postId, commentIds })
    const viewer = await moderatorOf(stoa, tokenName)
    const { list, decide } = stoa.app.services.moderationQueue
    const first = await list(viewer, { tokenName }, null)
    const cursor = first.cursor ?? ''
    let queries = 0
    const count = () => (queries += 1)
    stoa.database.read.on('query', count)
    await list(viewer, { tokenName, cursor }, null)
    stoa.database.read.off('query', count)
    const times = { first: [] as number[], next: [] as number[] }
    for (let read = 0; read < READS; read += 1) {
      times.first.push(await timed(() => list(viewer, { tokenName }, null)))
      times.next.push(await timed(() => list(viewer, { tokenName, cursor }, null)))
    }
    const batch = open < BATCH ? 0 : await decideBatch({ viewer, tokenName, list, decide })
    return { queries, batch, first: median(times.first), next: median(times.next) }
  } finally {
    await stoa.close()
    await storage.drop()
  }
}

type Queue = InProcess['app']['services']['moderationQueue']

async function decideBatch(about: { viewer: Me; tokenName: string } & Pick<Queue, 'list' | 'decide'>): Promise<number> {
  const { viewer, tokenName, list, decide } = about
  const itemIds: string[] = []
  let cursor: string | undefined
  while (itemIds.length < BATCH) {
    const page = await list(viewer, { tokenName, limit: 100, cursor }, null)
    itemIds.push(...page.items.map(({ id }) => id))
    cursor = page.cursor ?? undefined
  }
  return timed(async () => {
    const { decided } = await decide(viewer, { tokenName, itemIds, decision: 'hide', reason: 'spam' })
    if (decided.length !== BATCH) throw new Error(`only ${decided.length} of ${BATCH} items were decided`)
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Makes every other comment pending and reports each of the others once. */
async function openItems(database: Database, { postId, commentIds }: { postId: string; commentIds: string[] }) {
  const rows: { id: string; community_id: string; publisher_id: string; created_at: number }[] = await database
    .read('comments')
    .where({ post_id: postId })
    .select('id', 'community_id', 'publisher_id', 'created_at')
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ids = createIds({ now: () => Date.now() })
  const reported = commentIds.filter((_, index) => index % 2 === 0).flatMap((id) => byId.get(id) ?? [])
  const pending = commentIds.filter((_, index) => index % 2 === 1)
  for (let at = 0; at < pending.length; at += CHUNK) {
    const some = pending.slice(at, at + CHUNK)
    await database.transaction(({ connection }) =>
      connection('comments').whereIn('id', some).update({ status: 5, is_listed: 0 }),
    )
  }
  await database.transaction(({ connection }) =>
    connection('posts')
      .where({ id: postId })
      .update({ num_comments: reported.length, score: 2 * reported.length }),
  )
  for (let at = 0; at < reported.length; at += CHUNK) {
    const items = reported.slice(at, at + CHUNK).map((row) => ({
      id: ids.next(),
      community_id: row.community_id,
      entity_type: 'Comment',
      entity_id: row.id,
      post_id: postId,
      person_id: row.publisher_id,
      open_key: `${row.community_id}${row.id}`,
      status: 'open',
      created_at: row.created_at,
      decided_by: '',
      decided_at: 0,
    }))
    const reports = items.map(({ id, open_key, person_id, created_at }) => ({
      user_id: person_id,
      entity_key: open_key,
      item_id: id,
      reason: 'spam',
      reason_text: '',
      created_at,
    }))
    await database.transaction(async ({ connection }) => {
      await connection('report_items').insert(items)
      await connection('reports').insert(reports)
    })
  }
}

async function moderatorOf({ app, member }: InProcess, tokenName: string): Promise<Me> {
  const { id } = await member({ username: 'guard_one', join: tokenName })
  const { communities, memberships } = app.services
  const community = await communities.require(tokenName)
  await memberships.setRole(community.id, id, { moderator: true, permissions: ['hideContent'] })
  const viewer = await memberships.viewer(id, '')
  if (!viewer) throw new Error('moderator not found')
  return viewer
}
