import type { Table } from '../../../platform/database/table.ts'

export const appCheckTables: readonly Table[] = [{ name: 'used_challenges' }]
