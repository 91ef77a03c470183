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

/** Some posts of one person that have a text, in these statuses or, with null, in any, locked until the transaction ends. */
export async function lockPostsWithText(
  connection: Connection,
  about: { publisherId: string; statuses: number[] | null; limit: number },
  { forUpdate }: Database['dialect'],
): Promise<PostRow[]> {
  const { publisherId, statuses, limit } = about
  const own = connection<PostRow>('posts').where({ publisher_id: publisherId }).whereNot({ title: '' })
  return forUpdate((statuses === null ? own : own.whereIn('status', statuses)).orderBy('id').limit(limit))
}

/** Forgets the text of a post, what it was before, and the addresses that told its title. */
export async function erasePost(connection: Connection, { id, community_id, slug }: PostRow): Promise<void> {
  const empty = { title: '', content: '{"blocks":[]}', excerpt: '', hero_image: null, slug }
  await connection<PostRow>('posts').where({ id }).update(empty)
  await connection('post_revisions').where({ post_id: id }).del()
  await connection('post_slugs').where({ post_id: id }).del()
  await connection('post_slugs').insert({ community_id, slug, post_id: id })
}
