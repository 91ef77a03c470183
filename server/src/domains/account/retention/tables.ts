import type { Table } from '../../../platform/database/table.ts'

export const retentionTables: readonly Table[] = [{ name: 'retention_periods', key: ['kind'] }]
