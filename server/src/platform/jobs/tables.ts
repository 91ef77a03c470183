import type { Table } from '../database/table.ts'

export const jobsTables: readonly Table[] = [{ name: 'jobs' }, { name: 'held_work', key: ['since'] }]
