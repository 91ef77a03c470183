import type { Table } from '../database/table.ts'

export const eventsTables: readonly Table[] = [{ name: 'outbox' }]
