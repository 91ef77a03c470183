import type { flairCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const flairHandlers = ({ communityEdits, posts }: Services): HandlersOf<typeof flairCalls> => ({
  flairCreate: (context) => communityEdits.createFlair(viewerOf(context), context.input, context.tx),
  flairEdit: (context) => communityEdits.editFlair(viewerOf(context), context.input, context.tx),
  flairDelete: (context) => communityEdits.deleteFlair(viewerOf(context), context.input, context.tx),
  flairAttach: async (context) => ({ post: await posts.attachFlair(viewerOf(context), context.input, context.tx) }),
})
