import type { Table } from '../../../platform/database/table.ts'

export const partnerOriginsTables: readonly Table[] = [{ name: 'article_origins' }]
