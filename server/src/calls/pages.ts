import type { pageCalls } from '@stoa/contract/schemas'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const pageHandlers = ({ domainOf, pages }: Services): HandlersOf<typeof pageCalls> => ({
  pageShow: (context) => pages.show(domainOf(requestOf(context)), context.input),
  pageList: (context) => pages.list(viewerOf(context), context.input.domainName),
  pageGet: (context) => pages.get(viewerOf(context), context.input),
  pageSave: (context) => pages.save(viewerOf(context), context.input, context.tx),
  pagePublish: (context) => pages.publish(viewerOf(context), context.input, context.tx),
  pageDelete: async (context) => {
    await pages.remove(viewerOf(context), context.input, context.tx)
    return {}
  },
})
