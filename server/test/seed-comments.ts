import type { TestApp } from './harness.ts'

interface SeedComments {
  postId: string
  communityId: string
  publisherId: string
  count: number
  /** Makes them replies to this comment. Default: top-level comments. */
  parentId?: string
}

const ROWS_PER_INSERT = 40

/**
 * Inserts many published comments directly, a second apart, with matching counters. Returns their ids, oldest first.
 */
export async function seedComments(stoa: TestApp, about: SeedComments): Promise<string[]> {
  const { postId, communityId, publisherId, count, parentId = '' } = about
  const start = stoa.clock.now()
  const rows = Array.from({ length: count }, (_, index) => ({
    id: stoa.app.ids.next(),
    post_id: postId,
    community_id: communityId,
    parent_id: parentId,
    reply_to_id: parentId,
    publisher_id: publisherId,
    content: `Comment ${index}`,
    mentions: '[]',
    status: 0,
    is_listed: 1,
    // Few are liked: deep pages have to cope with long runs of equal scores.
    up_count: index % 10 === 0 ? index % 7 : 0,
    score: index % 10 === 0 ? index % 7 : 0,
    active_at: start + index * 1000,
    created_at: start + index * 1000,
  }))
  await stoa.database.transaction(async ({ connection }) => {
    for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
      await connection('comments').insert(rows.slice(at, at + ROWS_PER_INSERT))
    }
    await connection('posts')
      .where({ id: postId })
      .update({
        num_comments: connection.raw('num_comments + ?', [count]),
        score: connection.raw('score + ?', [2 * count]),
      })
    if (parentId !== '') {
      await connection('comments')
        .where({ id: parentId })
        .update({ num_replies: connection.raw('num_replies + ?', [count]) })
    }
  })
  stoa.clock.advance(count * 1000)
  return rows.map(({ id }) => id)
}
