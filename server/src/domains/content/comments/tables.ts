import { CommentStatus } from '@stoa/contract'
import { NO_NAME, OTHERS, type Table } from '../../../platform/database/table.ts'
import { reactionsOf, TIPS } from '../posts/index.ts'

export const commentsTables: readonly Table[] = [
  {
    // The texts of comments are redacted with their lists of mentions, and open pages are told.
    name: 'comments',
    texts: { hidden_reason: 'text' },
    readBy: {
      'domains/network': 'the people of a domain include those who wrote there, and are found in one query',
      'domains/numbers': 'the comments of an hour are counted by community',
      'domains/search': 'a search finds what the reader may see at that moment, in one query',
    },
    counters: {
      // Databases would choose an index of the post alone, and read all of its comments for each of them. The note is for
      // MySQL, and for SQLite a comment; `+` keeps SQLite from an index of statuses.
      num_replies: `(select count(*) from comments r /*! force index (comments_top) */ where r.post_id = t.post_id and r.parent_id = t.id and +r.status = ${CommentStatus.published})`,
      up_count: reactionsOf('thumb-up'),
      tips: TIPS,
      down_count: reactionsOf('thumb-down'),
      score: 't.up_count - t.down_count',
      is_listed: `case when t.status = ${CommentStatus.published} or (t.status <> ${CommentStatus.pending} and t.num_replies > 0) then 1 else 0 end`,
    },
    personal: [
      {
        column: 'publisher_id',
        archive: { file: 'comments', without: ['is_listed', 'hidden_by', 'moderation_score'], json: ['mentions'] },
        atDeletion: { by: 'comments: erased, or left without a name' },
      },
      { column: 'hidden_by', archive: { none: OTHERS }, atDeletion: { stays: NO_NAME } },
    ],
  },
  {
    name: 'comment_revisions',
    personal: [
      {
        column: 'comment_id',
        through: { table: 'comments', column: 'publisher_id' },
        archive: { file: 'comment-revisions' },
        atDeletion: { by: 'comments: erased with their comment' },
      },
    ],
  },
  { name: 'comment_moves' },
  { name: 'hidden_comments', key: ['comment_id'] },
]
