import type { webhookCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const webhookHandlers = ({ webhooks }: Services): HandlersOf<typeof webhookCalls> => ({
  webhookList: (context) => webhooks.list(viewerOf(context), context.input),
  webhookCreate: (context) => webhooks.create(viewerOf(context), context.input, context.tx),
  webhookEdit: (context) => webhooks.edit(viewerOf(context), context.input, context.tx),
  webhookRotate: (context) => webhooks.rotate(viewerOf(context), context.input, context.tx),
  webhookDelete: async (context) => {
    await webhooks.remove(viewerOf(context), context.input, context.tx)
    return {}
  },
  webhookTest: (context) => webhooks.test(viewerOf(context), context.input, context.tx),
  webhookReplay: (context) => webhooks.replay(viewerOf(context), context.input, context.tx),
  webhookLog: (context) => webhooks.log(viewerOf(context), context.input),
})
