import type { readingCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const readingHandlers = ({ reading }: Services): HandlersOf<typeof readingCalls> => ({
  postRead: async (context) => ({ until: await reading.read(viewerOf(context), context.input, context) }),
  postReadAll: async (context) => ({
    until: await reading.readAll(viewerOf(context), context.input.tokenName, context),
  }),
})
