import { type PostKind, THREAD_MAX_LENGTH } from '@stoa/contract'
import type { Connection } from '../../../platform/database/database.ts'
import { byIndex } from '../../../platform/database/keyset.ts'
import type { PostRow } from './repository.ts'

/** Ancestors of a post: depth 1 is the post it responds to, 2 that one's parent, and so on. Never changes. */
interface AncestorRow {
  post_id: string
  ancestor_id: string
  depth: number
}

/** Filters of a list of responses; null for all. A parent, a publisher or a community is given. */
export interface ResponseFilter {
  parentPostId: string | null
  /** All accounts of a person. */
  publisherIds: string[] | null
  /** Ignored for a parent, whose responses are in its community. */
  communityId: string | null
  kind: PostKind | null
  status: number
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
    /** Ids of responses with a status, oldest first. Reads no further in an index than the page's length per account. */
    async responses(filter: ResponseFilter, { after, limit }: { after: string; limit: number }): Promise<string[]> {
      const { parentPostId, publisherIds, communityId, kind, status } = filter
      const [to, by] = [parentPostId !== null, publisherIds !== null]
      const index = to
        ? by
          ? 'posts_responses'
          : 'posts_responses_to'
        : by
          ? 'posts_responses_by'
          : 'posts_responses_in'
      const range = (publisherId: string | null) => {
        const query = byIndex<PostRow>(connection, 'posts', index).where({ status }).where('id', '>', after)
        query.where(parentPostId === null ? { is_response: 1 } : { parent_post_id: parentPostId })
        if (publisherId !== null) query.where({ publisher_id: publisherId })
        else if (!to && communityId !== null) query.where({ community_id: communityId })
        // The sign keeps the engine from another index; this one has the column, too.
        if (by && !to && communityId !== null) query.whereRaw('+community_id = ?', [communityId])
        if (kind !== null) query.whereRaw('+kind = ?', [kind])
        return query.select('id').orderBy('id').limit(limit)
      }
      const [first, ...rest] = (publisherIds ?? [null]).map(range)
      if (!first || rest.length === 0) return ((await first) ?? []).map(({ id }) => id)
      const parts = [first, ...rest].map((query, at) => connection.select('*').from(query.as(`range_${at}`)))
      const rows: { id: string }[] = await (parts[0] as typeof first)
        .unionAll(parts.slice(1) as never)
        .orderBy('id')
        .limit(limit)
      return rows.map(({ id }) => id)
    },
  }
}
