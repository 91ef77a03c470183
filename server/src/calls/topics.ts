import type { topicCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const topicHandlers = ({ communityEdits, posts }: Services): HandlersOf<typeof topicCalls> => ({
  flairCreate: (context) => communityEdits.createTopic(viewerOf(context), context.input, context.tx),
  flairEdit: (context) => communityEdits.editTopic(viewerOf(context), context.input, context.tx),
  flairDelete: (context) => communityEdits.deleteTopic(viewerOf(context), context.input, context.tx),
  flairAttach: async (context) => ({ post: await posts.attachTopic(viewerOf(context), context.input, context.tx) }),
})
