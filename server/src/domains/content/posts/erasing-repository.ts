import { UNSEEN_POST_STATUSES } from '@stoa/contract'
import type { Connection, Database } from '../../../platform/database/database.ts'
import type { PostRow } from './repository.ts'

/** A person's posts that nobody else has seen, including those hidden with everything the person wrote. */
function unseenOf(connection: Connection, publisherId: string) {
  const wasUnseen = connection('hidden_contents')
    .whereRaw('hidden_contents.hide_id = posts.hidden_by and hidden_contents.entity_id = posts.id')
    .whereIn('former_status', UNSEEN_POST_STATUSES)
  return connection<PostRow>('posts')
    .where({ publisher_id: publisherId })
    .where(
      (either) =>
        void either
          .whereIn('status', UNSEEN_POST_STATUSES)
          .orWhereExists(wasUnseen.select('entity_id'))
          .orWhere(
            (hidden) => void hidden.whereBetween('status', [1, 4]).whereIn('former_status', UNSEEN_POST_STATUSES),
          ),
    )
}

/** Number of a person's posts that nobody else has seen. */
export async function countUnseen(connection: Connection, publisherId: string): Promise<number> {
  const [counted] = await unseenOf(connection, publisherId).count({ count: '*' })
  return Number(counted?.count ?? 0)
}

/**
 * Some of a person's posts that have a text, or only those that nobody else has seen, locked until the transaction
 * ends.
 */
export async function lockPostsWithText(
  connection: Connection,
  about: { publisherId: string; isUnseenOnly: boolean; limit: number },
  { forUpdate }: Database['dialect'],
): Promise<PostRow[]> {
  const { publisherId, isUnseenOnly, limit } = about
  const ownPosts = isUnseenOnly
    ? unseenOf(connection, publisherId)
    : connection<PostRow>('posts').where({ publisher_id: publisherId })
  // A draft may have no title yet; an erased post has a special address.
  const isLeft = (either: typeof ownPosts) => void either.whereNot({ title: '' }).orWhereNot('slug', 'like', 'erased-%')
  return forUpdate(ownPosts.where(isLeft).orderBy('id').limit(limit))
}

/** Removes a post's text, its revisions, and the slugs that show its title. */
export async function erasePost(connection: Connection, { id, community_id, slug }: PostRow): Promise<void> {
  const empty = {
    title: '',
    content: '{"blocks":[]}',
    excerpt: '',
    has_own_excerpt: 0,
    has_own_slug: 0,
    slug,
    hero_image: null,
    featured_image: null,
    content_image: null,
    has_video: 0,
    has_poll: 0,
  }
  await connection<PostRow>('posts').where({ id }).update(empty)
  await connection('post_revisions').where({ post_id: id }).del()
  await connection('post_slugs').where({ post_id: id }).del()
  await connection('post_slugs').insert({ community_id, slug, post_id: id })
}
