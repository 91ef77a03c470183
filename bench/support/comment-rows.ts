import { createHash, randomUUID } from 'node:crypto'
import mysql from 'mysql2/promise'
import type { CommentRow } from '../../server/src/domains/content/comments/repository.ts'
import { outboxRows } from '../../server/src/platform/events/outbox-repository.ts'
import type { IdempotencyRow } from '../../server/src/platform/idempotency/repository.ts'
import { createIds } from '../../server/src/platform/ids.ts'

const CLOCK = { now: () => Date.now() }

/**
 * Writes only the rows that the server writes for comments under a post: comments, events, idempotent responses and the
 * post's counter, several comments per transaction, durably. No requests are parsed and no permissions checked. Returns
 * how many comments were written.
 */
export async function writeCommentRows(about: {
  url: string
  postId: string
  together: number
  seconds: number
}): Promise<number> {
  const { url, postId, together, seconds } = about
  const connection = await mysql.createConnection({ uri: url, charset: 'utf8mb4', multipleStatements: true })
  await connection.query('set session transaction isolation level read committed')
  const ids = createIds(CLOCK)
  const until = performance.now() + seconds * 1000
  let count = 0
  const change = () => {
    const rows = Array.from({ length: together }, () => rowsOf(postId, { ids, count: count++ }))
    const inserts = [
      { into: 'comments', rows: rows.map(({ comment }) => comment) },
      { into: 'outbox', rows: outboxRows(rows.map(({ event }) => event)) },
      { into: 'idempotency_keys', rows: rows.map(({ responseRow }) => responseRow) },
    ]
    const sql = `update posts set num_comments = num_comments + ?, score = score + ? where id = ?; ${'insert into ?? (??) values ?;'.repeat(inserts.length)} commit`
    const values = inserts.flatMap(({ into, rows: all }) => [
      into,
      Object.keys(all[0] ?? {}),
      all.map((row) => Object.values(row)),
    ])
    return connection.format(sql, [together, together * 2, postId, ...values])
  }
  let next = change()
  let rowCount = 0
  while (performance.now() < until) {
    await connection.query('begin; select id, num_comments from posts where id = ? for update', [postId])
    const writing = connection.query(next)
    // Prepared while the database is busy, as in a server.
    next = change()
    await writing
    rowCount += together
  }
  await connection.end()
  return rowCount
}

/** The rows of one comment, as wide as those of the benchmark's comments. */
function rowsOf(postId: string, { ids, count }: { ids: ReturnType<typeof createIds>; count: number }) {
  const now = CLOCK.now()
  const id = ids.next()
  const content = `Comment number ${count} of this run.`
  const person = ids.next()
  const comment: CommentRow = {
    id,
    post_id: postId,
    community_id: postId,
    parent_id: '',
    reply_to_id: '',
    publisher_id: person,
    content,
    mentions: '[]',
    status: 0,
    is_listed: 1,
    hidden_reason: '',
    hidden_by: '',
    moderation_score: 0,
    num_replies: 0,
    up_count: 0,
    tips: 0,
    down_count: 0,
    score: 0,
    active_at: now,
    edited_at: 0,
    created_at: now,
  }
  const publicComment = {
    id,
    postId,
    tokenName: 'BENCH',
    parentCommentId: null,
    replyToCommentId: null,
    replyToPublisherName: null,
    publisherId: person,
    publisherName: 'bench_writer_1',
    publisherProfileName: '',
    publisherSlugUrl: 'bench_writer_1',
    publisherImageUrl: '',
    content,
    mentions: [],
    status: 0,
    hidden: null,
    createdAt: now,
    editedAt: null,
    numComments: 0,
    reactionsCount: { 'thumb-up': 0, 'thumb-down': 0 },
    moderationScore: null,
  }
  const event = { id: ids.next(), at: now, postId, comment: publicComment, numComments: count }
  const hash = () => createHash('sha256').update(randomUUID()).digest('hex')
  const responseRow: IdempotencyRow = {
    key_hash: hash(),
    body_hash: hash(),
    answer: JSON.stringify({ commentId: id, comment: publicComment }),
    created_at: now,
  }
  return { comment, event: { name: 'comment.created' as const, room: `post:${postId}`, event }, responseRow }
}
