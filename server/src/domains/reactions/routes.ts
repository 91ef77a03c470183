import { type Mount, viewerOf } from '../../http/mount.ts'
import type { ArticleService } from '../articles/service.ts'
import type { ReactionService } from './service.ts'

export function reactionRoutes(
  mount: Mount,
  { reactions, articles }: { reactions: ReactionService; articles: ArticleService },
): void {
  mount('postReaction', (context) => {
    const viewer = viewerOf(context)
    const { entityId, ...input } = context.input
    // Taking back what was never given makes no thread.
    const target = { ...input, postId: entityId, creates: input.reactionName !== '' }
    const only = context.only ?? input.tokenName ?? null
    return articles.onPost(target, (id) => reactions.react(viewer, { ...input, entityId: id }, only))
  })
}
