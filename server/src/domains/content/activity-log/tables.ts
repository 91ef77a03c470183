import type { Table } from '../../../platform/database/table.ts'

export const activityLogTables: readonly Table[] = [
  {
    name: 'mod_activities',
    texts: { reason: 'text', details: 'json' },
    notPersonal: { undone_by: 'it names a decision' },
    personal: [
      {
        column: 'person_id',
        archive: { file: 'moderation', without: ['actor_id'], json: ['details'] },
        atDeletion: { stays: 'moderators answer for what they decided' },
      },
      {
        column: 'actor_id',
        archive: { file: 'moderation-decided', json: ['details'] },
        atDeletion: { stays: 'moderators answer for what they decided' },
      },
    ],
  },
]
