import type { Table } from '../../../platform/database/table.ts'

export const pagesTables: readonly Table[] = [
  {
    name: 'domain_pages',
    key: ['id'],
    personal: [
      {
        column: 'author_id',
        archive: { file: 'pages', json: ['texts', 'published_texts'] },
        by: 'id',
        atDeletion: { stays: 'pages are the domain’s' },
      },
    ],
  },
]
