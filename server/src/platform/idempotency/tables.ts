import type { Table } from '../database/table.ts'

export const idempotencyTables: readonly Table[] = [{ name: 'idempotency_keys' }]
