import type { networkCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const networkHandlers = ({ overview }: Services): HandlersOf<typeof networkCalls> => ({
  networkOverview: (context) => overview(viewerOf(context), context.input),
})
