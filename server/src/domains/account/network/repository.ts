import { PostStatus } from '@stoa/contract'
import type { Knex } from 'knex'
import type { Connection } from '../../../platform/database/database.ts'

/** Of what only its author knows. */
const UNSENT: readonly number[] = [PostStatus.draft, PostStatus.scheduled]
const SENT = Object.values(PostStatus).filter((status) => !UNSENT.includes(status))

/** Finds the people of a community in one query. */
export function networkRepository(connection: Connection) {
  return {
    /** Ids of accounts, by username, that are members of the community or wrote there; null: of or in any community. */
    async peopleIn(
      communityId: string | null,
      { start, after, limit }: { start: string; after: string; limit: number },
    ): Promise<string[]> {
      const query = connection('users as u')
      query.where('u.username_key', '>', after)
      query.where('u.username_key', '>=', start).where('u.username_key', '<', `${start}\u{10FFFF}`)
      query.where({ 'u.deleted_at': 0, 'u.forward_to': '' })
      const there = (of: Knex.QueryBuilder, column: string) =>
        communityId === null ? of : of.where({ [column]: communityId })
      query.where((any) => {
        const id = connection.ref('u.id')
        any.whereExists(
          there(connection('memberships as m').select('m.user_id').where('m.user_id', id), 'm.community_id'),
        )
        any.orWhereExists(
          there(
            connection('posts as p').select('p.id').where('p.publisher_id', id).whereIn('p.status', SENT),
            'p.community_id',
          ),
        )
        any.orWhereExists(
          there(connection('comments as c').select('c.id').where('c.publisher_id', id), 'c.community_id'),
        )
      })
      return query.orderBy('u.username_key').limit(limit).pluck('u.id')
    },
  }
}
