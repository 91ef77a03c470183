import type { checkCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const checkHandlers = ({ checkRules, comments }: Services): HandlersOf<typeof checkCalls> => ({
  checkRulesGet: (context) => checkRules.get(viewerOf(context), context.input),
  checkRulesEdit: (context) => checkRules.edit(viewerOf(context), context.input, context.tx),
  checkRulesTest: (context) => checkRules.test(viewerOf(context), context.input, comments.latestPublished),
})
