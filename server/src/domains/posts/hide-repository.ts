import { UNSEEN_POST_STATUSES } from '@stoa/contract'
import type { Connection, Database } from '../../platform/database/database.ts'
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

/** Posts of one person that nobody else has seen, also when they were hidden with everything that the person wrote. */
function unseenOf(connection: Connection, publisherId: string) {
  const wasUnseen = connection('hidden_contents')
    .whereRaw('hidden_contents.hide_id = posts.hidden_by and hidden_contents.entity_id = posts.id')
    .whereIn('former_status', UNSEEN_POST_STATUSES)
  return connection<PostRow>('posts')
    .where({ publisher_id: publisherId })
    .where((either) => void either.whereIn('status', UNSEEN_POST_STATUSES).orWhereExists(wasUnseen.select('entity_id')))
}

/** How many posts of one person nobody else has seen. */
export async function countUnseen(connection: Connection, publisherId: string): Promise<number> {
  const [counted] = await unseenOf(connection, publisherId).count({ count: '*' })
  return Number(counted?.count ?? 0)
}

/** Some posts of one person that have a text, or of those only that nobody else has seen, locked until the transaction ends. */
export async function lockPostsWithText(
  connection: Connection,
  about: { publisherId: string; isUnseenOnly: boolean; limit: number },
  { forUpdate }: Database['dialect'],
): Promise<PostRow[]> {
  const { publisherId, isUnseenOnly, limit } = about
  const own = isUnseenOnly
    ? unseenOf(connection, publisherId)
    : connection<PostRow>('posts').where({ publisher_id: publisherId })
  return forUpdate(own.whereNot({ title: '' }).orderBy('id').limit(limit))
}

/** Forgets the text of a post, what it was before, and the addresses that told its title. */
export async function erasePost(connection: Connection, { id, community_id, slug }: PostRow): Promise<void> {
  const empty = { title: '', content: '{"blocks":[]}', excerpt: '', hero_image: null, slug }
  await connection<PostRow>('posts').where({ id }).update(empty)
  await connection('post_revisions').where({ post_id: id }).del()
  await connection('post_slugs').where({ post_id: id }).del()
  await connection('post_slugs').insert({ community_id, slug, post_id: id })
}
