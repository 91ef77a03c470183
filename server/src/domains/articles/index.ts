import { MINUTE_MS } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuthDomain } from '../auth/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { PollsDomain } from '../polls/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import type { ReactionsDomain } from '../reactions/index.ts'
import type { TenantsDomain } from '../tenants/index.ts'
import { createArticleAdmin } from './article-admin.ts'
import { createArticleClaims } from './claims.ts'
import type { FragmentDependencies } from './fragments.ts'
import { createArticleReader } from './page-reader.ts'
import { articleRoutes } from './routes.ts'
import { createArticleService } from './service.ts'

type Earlier = CommunitiesDomain &
  TenantsDomain &
  AuthDomain &
  PollsDomain &
  PostsDomain &
  CommentsDomain &
  ReactionsDomain
type Given = { rendering: Pick<FragmentDependencies, 'render' | 'tagsOf'> }

export function registerArticles(platform: Platform, earlier: Earlier & Given) {
  const base = { ...platform, ...earlier, origins: earlier.partnerOrigins, fetcher: platform.fetchers.articles }
  const articleClaims = createArticleClaims(base)
  const pages = createArticleReader({ ...base, claims: articleClaims })
  const articles = createArticleService({ ...base, pages, claims: articleClaims })
  const articleKeeping = createArticleAdmin({ ...base, articles, pages })
  earlier.articleUrls.provide((articleIds, tx) => articles.urlsById(articleIds, tx))
  articleRoutes(platform.mount, { ...base, ...earlier.rendering, articles })
  platform.jobs.schedule({ name: 'forget claims', everyMs: 60 * MINUTE_MS, run: () => articleClaims.cleanUp() })
  return { articles, articleClaims, articleKeeping }
}
