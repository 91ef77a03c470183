import type { Table } from '../../../platform/database/table.ts'

export const mediaTables: readonly Table[] = [
  {
    name: 'media',
    notPersonal: { removed_by: 'it names a decision' },
    personal: [
      {
        column: 'owner_id',
        archive: { file: 'uploads', without: ['unused_since', 'removed_by'], json: ['sizes'] },
        atDeletion: { by: 'the deletion of uploads, which spares those that a remaining post shows' },
      },
    ],
  },
  { name: 'media_uses', key: ['media_id', 'entity_id'] },
]
