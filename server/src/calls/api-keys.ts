import type { apiKeyCalls } from '@stoa/contract/schemas'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const apiKeyHandlers = ({ apiKeys, domainOf }: Services): HandlersOf<typeof apiKeyCalls> => ({
  apiKeyList: (context) => apiKeys.list(viewerOf(context)),
  apiKeyCreate: (context) => {
    const { sessionId, tx } = context
    return apiKeys.create(viewerOf(context), context.input, { sessionId, tx, domain: domainOf(requestOf(context)) })
  },
  apiKeyRevoke: async (context) => {
    await apiKeys.revoke(viewerOf(context), context.input.keyId, context.tx)
    return {}
  },
})
