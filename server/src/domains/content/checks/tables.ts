import type { Table } from '../../../platform/database/table.ts'

export const checksTables: readonly Table[] = [
  { name: 'content_rules', key: ['community_id'] },
  // Erased with the post or comment.
  { name: 'content_findings', key: ['entity_id'], texts: { findings: 'json' } },
  { name: 'filter_lessons', key: ['entity_id'] },
]
