import { CommentStatus, PostStatus } from '@stoa/contract'
import { OTHERS, type Table } from '../../../platform/database/table.ts'
import { hasVideo } from './drafts/draft-parts.ts'

/** Reaction counters by name. */
export function reactionsOf(name: string): string {
  return `(select count(*) from reactions r where r.entity_id = t.id and r.name = '${name}')`
}

/** Sum of the tips for the row. */
export const TIPS =
  "(select coalesce(sum(e.amount), 0) from ledger_transfers l join ledger_entries e on e.transfer_id = l.id where l.reference = t.id and l.reason = 'tip' and e.amount > 0)"

export const postsTables: readonly Table[] = [
  {
    name: 'posts',
    readBy: {
      'domains/network': 'the people of a domain include those who wrote there, and are found in one query',
      'domains/numbers': 'the posts of an hour are counted by community',
      'domains/search': 'a search finds what the reader may see at that moment, in one query',
      'domains/setup': 'a forum with posts, even deleted ones, is not new',
    },
    counters: {
      num_comments: `(select count(*) from comments c where c.post_id = t.id and c.status = ${CommentStatus.published})`,
      up_count: reactionsOf('thumb-up'),
      down_count: reactionsOf('thumb-down'),
      tips: TIPS,
      promoted_at:
        '(select coalesce(max(p.promoted_at), 0) from promotions p where p.post_id = t.id and p.is_reversed = 0)',
      promoted_until: '(select coalesce(max(p.ends_at), 0) from promotions p where p.post_id = t.id)',
      total_descendants: `(select count(*) from post_ancestors a join posts p on p.id = a.post_id where a.ancestor_id = t.id and p.status = ${PostStatus.published})`,
      has_poll: '(select count(*) from polls p where p.post_id = t.id)',
      is_response: "case when t.parent_post_id = '' then 0 else 1 end",
      score: 't.up_count - t.down_count + 2 * t.num_comments',
    },
    derived: { has_video: ({ content }) => hasVideo(JSON.parse(String(content))) },
    texts: { title: 'text', excerpt: 'text', content: 'json', hidden_reason: 'text' },
    personal: [
      {
        column: 'publisher_id',
        archive: {
          file: 'posts',
          without: [
            'hot',
            'age_band',
            'has_poll',
            'has_video',
            'is_response',
            'hidden_by',
            'key_scopes',
            'moderation_score',
          ],
          json: ['content', 'hero_image', 'featured_image', 'content_image'],
        },
        atDeletion: { by: 'posts: erased, or left without a name; drafts are erased always' },
      },
      { column: 'hidden_by', archive: { none: OTHERS }, atDeletion: { stays: 'it names a decision, not a person' } },
    ],
  },
  { name: 'post_ancestors', key: ['post_id', 'ancestor_id'] },
  { name: 'post_slugs' },
  {
    name: 'post_revisions',
    texts: { title: 'text', content: 'json' },
    personal: [
      {
        column: 'editor_id',
        archive: { file: 'post-revisions', json: ['content'] },
        atDeletion: { by: 'posts: erased with their post' },
      },
    ],
  },
  { name: 'post_views' },
]
