import { CommentStatus, PostStatus } from '@stoa/contract'
import { NO_NAME, type Table } from '../../../platform/database/table.ts'

const personOf = (column: string) =>
  `(select case when u.forward_to = '' then u.id else u.forward_to end from users u where u.id = t.${column})`

/**
 * SQL: whether a row `t` of `reputation` counts. The reaction must exist, its target must be public and still by the
 * same author, and giver and author must be different people.
 */
export const IS_COUNTED = `case when exists (select 1 from reactions x where x.entity_id = t.entity_id and x.user_id = t.giver_id)
  and (exists (select 1 from posts p where p.id = t.entity_id and p.publisher_id = t.receiver_id and p.status in (${PostStatus.published}, ${PostStatus.unlisted}))
    or exists (select 1 from comments c where c.id = t.entity_id and c.publisher_id = t.receiver_id and c.status = ${CommentStatus.published}))
  and ${personOf('giver_id')} <> ${personOf('receiver_id')} then 1 else 0 end`

export const reputationTables: readonly Table[] = [
  {
    name: 'reputation',
    key: ['entity_id', 'giver_id'],
    counters: { is_counted: IS_COUNTED },
    personal: [
      { column: 'giver_id', archive: { none: 'the reactions are in it' }, atDeletion: { stays: NO_NAME } },
      {
        column: 'receiver_id',
        archive: { file: 'reputation', without: ['giver_id'] },
        by: 'entity_id',
        atDeletion: { stays: NO_NAME },
      },
    ],
  },
  {
    name: 'reputation_totals',
    key: ['user_id', 'community_id', 'first_day', 'last_day'],
    counters: {
      points: `(select coalesce(sum(r.points), 0) from users u join reputation r on r.receiver_id = u.id where (u.id = t.user_id or u.forward_to = t.user_id) and r.community_id = t.community_id and r.day between t.first_day and t.last_day and r.is_counted = 1)`,
    },
    personal: [{ column: 'user_id', archive: { none: 'it is the sum of what is in it' }, atDeletion: 'removed' }],
  },
]
