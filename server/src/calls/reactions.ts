import type { reactionCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const reactionHandlers = ({ articles, reactions }: Services): HandlersOf<typeof reactionCalls> => ({
  reactionList: (context) =>
    reactions.list(viewerOf(context), context.input, context.onlyCommunity ?? context.input.tokenName ?? null),
  postReaction: (context) => {
    const viewer = viewerOf(context)
    const { entityId: postId, ...input } = context.input
    const onlyCommunity = context.onlyCommunity ?? input.tokenName ?? null
    // Removing a reaction that doesn't exist creates no thread.
    const target = { ...input, postId, creates: input.reactionName !== '' }
    return articles.onPost(
      target,
      (entityId, tx) => reactions.react(viewer, { ...input, entityId }, { onlyCommunity, tx }),
      context.tx,
    )
  },
})
