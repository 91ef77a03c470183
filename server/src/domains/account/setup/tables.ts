import type { Table } from '../../../platform/database/table.ts'

export const setupTables: readonly Table[] = [
  { name: 'setup_state', key: ['name'] },
  { name: 'setup_links', key: ['token_hash'] },
]
