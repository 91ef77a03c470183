import type { Table } from '../../../platform/database/table.ts'

export const articlesTables: readonly Table[] = [
  { name: 'articles' },
  { name: 'article_aliases' },
  { name: 'article_claims' },
  { name: 'article_merges' },
]
