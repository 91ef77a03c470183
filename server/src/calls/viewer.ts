import type { viewerCalls } from '@stoa/contract/schemas'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const viewerHandlers = ({
  domainOf,
  joinedCommunities,
  profilePages,
  startViewing,
  viewerFacts,
  visits,
}: Services): HandlersOf<typeof viewerCalls> => ({
  me: (context) => {
    const { input, onlyCommunity } = context
    const domain = domainOf(requestOf(context))
    return profilePages.ownProfile(viewerOf(context), { ...input, domain, onlyCommunity })
  },
  viewerFacts: (context) => viewerFacts.of(viewerOf(context), context.input, context.onlyCommunity),
  joinedList: async (context) => ({ items: await joinedCommunities(viewerOf(context), context.onlyCommunity) }),
  viewAsStart: async (context) => {
    const { name: domainName } = domainOf(requestOf(context))
    await startViewing(viewerOf(context), { role: context.input.role, domainName }, context.tx)
    return {}
  },
  userVisit: async (context) => {
    await visits.visit(viewerOf(context), context.tx)
    return {}
  },
})
