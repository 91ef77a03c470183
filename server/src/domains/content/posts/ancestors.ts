import { PostStatus, THREAD_MAX_LENGTH } from '@stoa/contract'
import type { Connection } from '../../../platform/database/database.ts'
import { byIndex } from '../../../platform/database/keyset.ts'

/** Ancestors of a post: depth 1 is the post it responds to, 2 that one's parent, and so on. Never changes. */
interface AncestorRow {
  post_id: string
  ancestor_id: string
  depth: number
}

/** Queries of ancestors. A post stores only its nearest ancestors, so a row costs the same in long threads. */
export function ancestorRepository(connection: Connection) {
  const ancestors = () => connection<AncestorRow>('post_ancestors')
  return {
    /** Adds a new post below its parent. */
    async insert(postId: string, parentPostId: string): Promise<void> {
      const above = await ancestors()
        .where({ post_id: parentPostId })
        .where('depth', '<', THREAD_MAX_LENGTH - 1)
      const parent = { post_id: postId, ancestor_id: parentPostId, depth: 1 }
      await ancestors().insert([parent, ...above.map((row) => ({ ...row, post_id: postId, depth: row.depth + 1 }))])
    },
    /** Removes a draft, which has no responses yet, from its thread. */
    async forget(postId: string): Promise<void> {
      await ancestors().where({ post_id: postId }).del()
    },
    /** Ancestors of a post, the first of the thread first. */
    async of(postId: string): Promise<string[]> {
      return ancestors().where({ post_id: postId }).orderBy('depth', 'desc').pluck('ancestor_id')
    },
    /** Adds to the number of published descendants of each ancestor. */
    async count(postId: string, difference: number): Promise<void> {
      const ids = await ancestors().where({ post_id: postId }).orderBy('ancestor_id').pluck('ancestor_id')
      if (ids.length === 0) return
      await connection('posts')
        .whereIn('id', ids)
        .update({ total_descendants: connection.raw('total_descendants + ?', [difference]) })
    },
    /** Ids of published responses to a post, oldest first. */
    async responses(parentPostId: string, about: { after: string; limit: number }): Promise<string[]> {
      return connection('post_ancestors')
        .join('posts', 'posts.id', 'post_ancestors.post_id')
        .where({ 'post_ancestors.ancestor_id': parentPostId, 'post_ancestors.depth': 1 })
        .where('post_ancestors.post_id', '>', about.after)
        .where({ 'posts.status': PostStatus.published })
        .orderBy('post_ancestors.post_id')
        .limit(about.limit)
        .pluck('post_ancestors.post_id')
    },
    /**
     * Ids of published responses by some accounts, oldest first; reads the index only. `parentPostId`, `communityId`:
     * null for all.
     */
    async responsesBy(
      publisherIds: string[],
      about: { parentPostId: string | null; communityId: string | null; after: string; limit: number },
    ): Promise<string[]> {
      const { parentPostId, communityId, after, limit } = about
      const query = byIndex(connection, 'posts', 'posts_responses')
        .whereIn('publisher_id', publisherIds)
        .where({ status: PostStatus.published })
        .where('id', '>', after)
      if (parentPostId === null) query.where('parent_post_id', '>', '')
      else query.where({ parent_post_id: parentPostId })
      if (communityId !== null) query.where({ community_id: communityId })
      return query.orderBy('id').limit(limit).pluck('id')
    },
  }
}
