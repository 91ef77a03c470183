import type { Table } from '../../../platform/database/table.ts'

export const shortLinksTables: readonly Table[] = [
  {
    name: 'short_links',
    key: ['domain_name', 'code'],
    personal: [
      {
        column: 'owner_id',
        archive: { file: 'short-links', without: ['target_key'] },
        by: 'code',
        atDeletion: { emptied: ['owner_id'] },
      },
    ],
  },
]
