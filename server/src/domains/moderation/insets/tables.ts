import type { Table } from '../../../platform/database/table.ts'

export const insetsTables: readonly Table[] = [{ name: 'house_insets' }]
