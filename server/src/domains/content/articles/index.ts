import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { MediaDomain } from '../../people/media/index.ts'
import type { MutesDomain } from '../../people/mutes/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { MarksDomain } from '../marks/index.ts'
import type { PollsDomain } from '../polls/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import type { ReactionsDomain } from '../reactions/index.ts'
import type { ReadingDomain } from '../reading/index.ts'
import { createArticleAdmin } from './article-admin.ts'
import { createArticleClaims } from './claims.ts'
import { createFragments, type ThreadRendering } from './fragments.ts'
import { createArticleReader } from './page-reader.ts'
import { createArticleService } from './service.ts'
import { articlesTables } from './tables.ts'
import { uniteComposedAddresses } from './unite-composed.ts'

export { loadFragment, type RenderFragment, type ThreadRendering } from './fragments.ts'
export type { OpenClaim } from './repository.ts'

type Earlier = CommunitiesDomain &
  TenantsDomain &
  MediaDomain &
  PartnerOriginsDomain &
  MarksDomain &
  PollsDomain &
  PostsDomain &
  CommentsDomain &
  ReactionsDomain &
  ReadingDomain &
  MutesDomain
export const articlesDomain = { tables: articlesTables, register: registerArticles }

function registerArticles(platform: Platform, earlier: Earlier & { rendering: ThreadRendering }) {
  const base = { ...platform, ...earlier, fetcher: earlier.fetchers.articles }
  const articleClaims = createArticleClaims(base)
  const pages = createArticleReader({ ...base, claims: articleClaims })
  const articles = createArticleService({ ...base, pages, claims: articleClaims })
  const articleKeeping = createArticleAdmin({ ...base, articles, pages })
  uniteComposedAddresses({ ...base, articleKeeping })
  platform.jobs.schedule({ name: 'forget claims', everyMs: 60 * MINUTE_MS, run: () => articleClaims.cleanUp() })
  const fragments = createFragments({ ...platform, ...earlier.rendering, articles })
  return { articles, articleClaims, articleKeeping, fragments }
}
