import type { insetCalls } from '@stoa/contract/schemas'
import { isbot } from 'isbot'
import { consentOf } from '../domains/moderation/insets/index.ts'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const insetHandlers = ({ insets, domainOf }: Services): HandlersOf<typeof insetCalls> => ({
  insetShown: async (context) => {
    const request = requestOf(context)
    const domain = domainOf(request)
    const { postId, nextPostId } = context.input
    const postIds = [postId, nextPostId].filter((id) => id !== undefined)
    return insets.shown(domain, { postIds, consent: consentOf(request.headers, domain) })
  },
  insetCount: async (context) => {
    const request = requestOf(context)
    const domain = domainOf(request)
    const isCounted = consentOf(request.headers, domain).ads && !isbot(request.headers['user-agent'])
    if (isCounted) await insets.count(domain, { ...context.input, address: context.address }, context.tx)
    return {}
  },
  insetList: (context) => insets.list(viewerOf(context), context.input.name),
  insetSave: (context) => insets.save(viewerOf(context), context.input, context.tx),
  insetDelete: async (context) => {
    await insets.remove(viewerOf(context), context.input, context.tx)
    return {}
  },
})
