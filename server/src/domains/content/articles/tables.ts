import type { Table } from '../../../platform/database/table.ts'

export const articlesTables: readonly Table[] = [
  { name: 'articles', readBy: { 'domains/posts': 'posts show the addresses of their articles' } },
  { name: 'article_aliases' },
  { name: 'article_claims' },
  { name: 'article_merges' },
]
