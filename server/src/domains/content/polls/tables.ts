import { NO_NAME, type Table } from '../../../platform/database/table.ts'

export const pollsTables: readonly Table[] = [
  {
    name: 'polls',
    key: ['post_id'],
    texts: { options: 'json' },
    readBy: { 'domains/search': 'the options of a poll are words of its post' },
    counters: { total_voters: '(select count(*) from poll_votes v where v.post_id = t.post_id)' },
    personal: [
      {
        column: 'post_id',
        through: { table: 'posts', column: 'publisher_id' },
        archive: { file: 'polls', json: ['options'] },
        by: 'post_id',
        atDeletion: { by: 'posts: erased with their post' },
      },
    ],
  },
  {
    name: 'poll_options',
    key: ['post_id', 'option_index'],
    counters: {
      vote_count: '(select count(*) from poll_votes v where v.post_id = t.post_id and v.option_index = t.option_index)',
    },
  },
  {
    name: 'poll_votes',
    personal: [{ column: 'user_id', archive: { file: 'votes' }, by: 'post_id', atDeletion: { stays: NO_NAME } }],
  },
]
