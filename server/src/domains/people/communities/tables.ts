import { PostStatus } from '@stoa/contract'
import type { Table } from '../../../platform/database/table.ts'
import { lookOf, nameLookOf } from '../../../platform/security/look-alikes.ts'

export const communitiesTables: readonly Table[] = [
  {
    name: 'communities',
    derived: {
      name_look: ({ token_name }) => nameLookOf(String(token_name)),
      slug_look: ({ url_slug }) => nameLookOf(String(url_slug)),
      title_look: ({ title }) => lookOf(String(title)),
    },
    texts: { about: 'text', rules: 'json' },
    counters: {
      number_of_members: '(select count(*) from memberships m where m.community_id = t.id)',
      total_posts: `(select count(*) from posts p where p.community_id = t.id and p.status = ${PostStatus.published})`,
    },
    personal: [
      {
        column: 'creator_id',
        archive: { file: 'communities-created' },
        atDeletion: { stays: 'the community is its members’' },
      },
    ],
    readBy: {
      'domains/numbers': 'the new members of an hour are counted by community',
      'domains/search': 'a search finds communities that are listed at that moment, in one query',
      'domains/memberships':
        'every signed-in request wants to know how its person stands everywhere by token name, in one query',
    },
  },
  { name: 'community_slugs', key: ['slug'] },
  { name: 'flairs', readBy: { 'domains/search': 'a query names a topic by its name' } },
  { name: 'community_name_lock', key: ['name'] },
]
