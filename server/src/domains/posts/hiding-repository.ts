import type { Connection, Database } from '../../db/database.ts'
import type { PostRow } from './repository.ts'

/** Some posts of one person in a community, in any of these statuses, locked until the transaction ends. */
export async function lockPostsOf(
  connection: Connection,
  about: { communityId: string; publisherId: string; statuses: number[]; limit: number },
  { forUpdate }: Database['dialect'],
): Promise<PostRow[]> {
  const { communityId, publisherId, statuses, limit } = about
  return forUpdate(
    connection<PostRow>('posts')
      .where({ publisher_id: publisherId, community_id: communityId })
      .whereIn('status', statuses)
      .orderBy('id')
      .limit(limit),
  )
}
