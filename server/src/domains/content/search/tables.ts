import type { Table } from '../../../platform/database/table.ts'

export const searchTables: readonly Table[] = [
  {
    name: 'search_docs',
    key: ['doc'],
    personal: [
      {
        column: 'entity_id',
        only: { kind: 'user' },
        archive: { none: 'it repeats the words of the profile' },
        atDeletion: { by: 'search: removed with its postings within a second, and not found meanwhile' },
      },
    ],
  },
  { name: 'search_terms' },
  { name: 'search_postings', key: ['term', 'doc'] },
  { name: 'search_state', key: ['name'] },
]
