import type { moderationQueueCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const moderationQueueHandlers = ({ moderationQueue }: Services): HandlersOf<typeof moderationQueueCalls> => ({
  queueList: (context) => moderationQueue.list(viewerOf(context), context.input, context.onlyCommunity),
  queueCount: (context) => moderationQueue.count(viewerOf(context), context.onlyCommunity),
  queueDecided: (context) => moderationQueue.decided(viewerOf(context), context.input, context.onlyCommunity),
  queueClaim: (context) => moderationQueue.claim(viewerOf(context), context.input, context.tx),
  queueDecide: (context) => moderationQueue.decide(viewerOf(context), context.input, context.tx),
})
