import type { reportCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const reportHandlers = ({ reportDecisions, reports }: Services): HandlersOf<typeof reportCalls> => ({
  reportCreate: (context) => reports.create(viewerOf(context), context.input, context),
  reportList: (context) => reports.list(viewerOf(context), context.input),
  reportGet: (context) => reports.list(viewerOf(context), context.input),
  reportUpdate: (context) => reportDecisions.decide(viewerOf(context), context.input, context.tx),
})
