import type { Me } from '@stoa/contract'
import { type Mount, viewerOf } from '../../../platform/calls/mount.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AuthDomain, Cookies, Devices } from '../../people/auth/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import { type ChecksDomain, type ContentChecks, senderOf } from '../checks/index.ts'
import type { CommentService, CommentsDomain } from '../comments/index.ts'
import type { MarksDomain } from '../marks/index.ts'
import type { PollsDomain } from '../polls/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import type { ReactionService, ReactionsDomain } from '../reactions/index.ts'
import { createArticleAdmin } from './article-admin.ts'
import { createArticleClaims } from './claims.ts'
import { type FragmentDependencies, fragmentHandler, fragmentsHandler } from './fragments.ts'
import { createArticleReader } from './page-reader.ts'
import { createArticleService } from './service.ts'
import { articlesTables } from './tables.ts'

export { type FragmentDependencies, loadFragment, type RenderFragment } from './fragments.ts'
export type { OpenClaim } from './repository.ts'

type Earlier = CommunitiesDomain &
  PartnerOriginsDomain &
  MarksDomain &
  TenantsDomain &
  AuthDomain &
  PollsDomain &
  PostsDomain &
  ChecksDomain &
  CommentsDomain &
  ReactionsDomain
/** Renders an article's thread as HTML. */
export type ThreadRendering = Pick<FragmentDependencies, 'render' | 'tagsOf'>

export const articlesDomain = { tables: articlesTables, register: registerArticles }

function registerArticles(platform: Platform, earlier: Earlier & { rendering: ThreadRendering }) {
  const base = { ...platform, ...earlier, fetcher: earlier.fetchers.articles }
  const articleClaims = createArticleClaims(base)
  const pages = createArticleReader({ ...base, claims: articleClaims })
  const articles = createArticleService({ ...base, pages, claims: articleClaims })
  const articleKeeping = createArticleAdmin({ ...base, articles, pages })
  articleRoutes(platform.mount, { ...base, ...earlier.rendering, articles })
  platform.jobs.schedule({ name: 'forget claims', everyMs: 60 * MINUTE_MS, run: () => articleClaims.cleanUp() })
  return { articles, articleClaims, articleKeeping }
}

/** Calls about articles, and calls whose target may be an article that has no post yet. */
function articleRoutes(
  mount: Mount,
  about: FragmentDependencies & {
    comments: CommentService
    reactions: ReactionService
    devices: Pick<Devices, 'accountsIn'>
    cookies: Pick<Cookies, 'device'>
    contentChecks: Pick<ContentChecks, 'ask'>
  },
): void {
  const { articles, comments, reactions, devices, cookies, contentChecks } = about
  /** Scores the first comment before the transaction that creates it and its thread. */
  async function scoredFirst(author: Me | null, input: { tokenName: string; article?: unknown; content: string }) {
    const { tokenName, article, content } = input
    return article === undefined ? undefined : contentChecks.ask(author, { tokenName, text: () => content })
  }
  mount('articleThread', ({ input, site }) => articles.thread({ ...input, site }))
  mount('articlePost', async (context) => ({
    post: await articles.postFor(viewerOf(context), { ...context.input, site: context.site }),
  }))
  mount('articleFragment', fragmentHandler(about))
  mount('articleFragments', fragmentsHandler(about))
  mount('articleCounts', ({ input: { community, articles: refs }, site }) => articles.counts({ community, refs, site }))
  mount(
    'commentCreate',
    async (context) => {
      const viewer = viewerOf(context)
      const { input, record } = context
      const scored = await scoredFirst(viewer, input)
      return articles.onPost(input, (postId, tx) =>
        comments.create(viewer, { ...input, postId }, { tx, record, scored }),
      )
    },
    { transaction: false },
  )
  mount(
    'commentAnonymous',
    async (context) => {
      const { viewer, site, input, request, record } = context
      const accountIds = request === null ? [] : await devices.accountsIn(cookies.device.read({ request }))
      const sender = senderOf(context)
      const scored = await scoredFirst(null, input)
      return articles.onPost(input, (postId, tx) =>
        comments.createAnonymously(viewer, { ...input, postId, site, accountIds, sender }, { tx, record, scored }),
      )
    },
    { transaction: false },
  )
  mount('postReaction', (context) => {
    const viewer = viewerOf(context)
    const { entityId, ...input } = context.input
    // Removing a reaction that doesn't exist creates no thread.
    const target = { ...input, postId: entityId, creates: input.reactionName !== '' }
    const onlyCommunity = context.onlyCommunity ?? input.tokenName ?? null
    const react = (id: string, tx: Transaction | undefined) =>
      reactions.react(viewer, { ...input, entityId: id }, { onlyCommunity, tx })
    return articles.onPost(target, react, context.tx)
  })
}
