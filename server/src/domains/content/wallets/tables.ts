import type { Table } from '../../../platform/database/table.ts'

export const walletsTables: readonly Table[] = [{ name: 'promotions' }]
