import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Cookies } from '../auth/sessions/cookies.ts'
import type { Devices } from '../auth/sessions/devices.ts'
import type { CommentService } from '../comments/service.ts'
import type { ReactionService } from '../reactions/service.ts'
import { type FragmentDependencies, fragmentHandler, fragmentsHandler } from './fragments.ts'

/** Calls about articles, and those whose target may be an article without a post yet. */
export function articleRoutes(
  mount: Mount,
  about: FragmentDependencies & {
    comments: CommentService
    reactions: ReactionService
    devices: Pick<Devices, 'accountsIn'>
    cookies: Pick<Cookies, 'device'>
  },
): void {
  const { articles, comments, reactions, devices, cookies } = about
  mount('articleThread', ({ input, site }) => articles.thread({ ...input, site }))
  mount('articleFragment', fragmentHandler(about))
  mount('articleFragments', fragmentsHandler(about))
  mount('articleCounts', ({ input: { community, articles: refs }, site }) => articles.counts({ community, refs, site }))
  mount('commentCreate', (context) => {
    const viewer = viewerOf(context)
    const { input, record } = context
    return articles.onPost(input, (postId, tx) => comments.create(viewer, { ...input, postId }, { tx, record }))
  })
  mount('commentAnonymous', async ({ viewer, site, input, request, record }) => {
    const accountIds = request === null ? [] : await devices.accountsIn(cookies.device.read({ request }))
    return articles.onPost(input, (postId, tx) =>
      comments.createAnonymously(viewer, { ...input, postId, site, accountIds }, { tx, record }),
    )
  })
  mount('postReaction', (context) => {
    const viewer = viewerOf(context)
    const { entityId, ...input } = context.input
    // Taking back what was never given makes no thread.
    const target = { ...input, postId: entityId, creates: input.reactionName !== '' }
    const only = context.only ?? input.tokenName ?? null
    const react = (id: string, tx: Transaction | undefined) =>
      reactions.react(viewer, { ...input, entityId: id }, { only, tx })
    return articles.onPost(target, react, context.tx)
  })
}
