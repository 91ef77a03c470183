import type { Table } from './table.ts'

export const databaseTables: readonly Table[] = [{ name: 'secret_mark', key: ['mark'] }]
