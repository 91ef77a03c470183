import { createArticleClaims } from './claims.ts'
import { createArticleKeeping } from './keeping.ts'
import { createArticleReader } from './page-reading.ts'
import { createArticleService } from './service.ts'

type Of<Create extends (dependencies: never) => unknown> = Parameters<Create>[0]
type Dependencies = Of<typeof createArticleClaims> &
  Omit<Of<typeof createArticleReader>, 'claims'> &
  Omit<Of<typeof createArticleService>, 'pages' | 'claims'> &
  Omit<Of<typeof createArticleKeeping>, 'articles' | 'pages'>

/** Wires what finds articles, reads their pages and merges them. */
export function createArticleServices(dependencies: Dependencies) {
  const articleClaims = createArticleClaims(dependencies)
  const pages = createArticleReader({ ...dependencies, claims: articleClaims })
  const articles = createArticleService({ ...dependencies, pages, claims: articleClaims })
  const articleKeeping = createArticleKeeping({ ...dependencies, articles, pages })
  return { articles, articleClaims, articleKeeping }
}
