import type { Table } from '../database/table.ts'

export const limitsTables: readonly Table[] = [{ name: 'event_counts' }]
