import type { Table } from '../../../platform/database/table.ts'

export const numbersTables: readonly Table[] = [
  { name: 'beacon_salts', key: ['day'] },
  { name: 'beacon_marks', key: ['mark'] },
  { name: 'hourly_numbers', key: ['domain_name', 'community_id', 'hour'] },
  {
    name: 'active_hours',
    key: ['hour', 'community_id', 'user_id'],
    personal: [
      {
        column: 'user_id',
        archive: { none: 'it follows from the person’s posts and comments, and is forgotten after ten weeks' },
        atDeletion: 'removed',
      },
    ],
  },
  { name: 'member_days', key: ['time_zone', 'community_id', 'day'] },
]
