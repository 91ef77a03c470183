import type { communityCalls } from '@stoa/contract/schemas'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export function communityHandlers({
  addFaces,
  communities,
  communityEdits,
  domainOf,
  founding,
  memberships,
  moderation,
  ownership,
  visits,
}: Services): HandlersOf<typeof communityCalls> {
  /** The communities that the request's domain shows. */
  const shownOf = (tokenNames: string[], { onlyCommunity }: { onlyCommunity: string | null }) =>
    tokenNames.filter((tokenName) => onlyCommunity === null || tokenName === onlyCommunity)

  return {
    communityList: async ({ input, onlyCommunity }) => addFaces(await communities.list({ ...input, onlyCommunity })),
    communityGet: async ({ input }) => ({ community: await communities.get(input.tokenName) }),
    communityCreate: (context) => {
      const founders = domainOf(requestOf(context)).config.communityFounders
      return founding.create(viewerOf(context), { input: context.input, founders }, context.tx)
    },
    communityEdit: (context) => communityEdits.edit(viewerOf(context), context.input, context.tx),
    communityJoin: async (context) => {
      const { tokenName, join, isJoin, sawEmailNotice } = context.input
      const change = { tokenName, join: join ?? isJoin === true, sawEmailNotice }
      const { community, joinedCommunities } = await memberships.join(viewerOf(context), change, context.tx)
      return { community, joinedCommunities: shownOf(joinedCommunities, context) }
    },
    communityHide: async (context) => ({
      hiddenCommunities: shownOf(await memberships.hide(viewerOf(context), context.input, context.tx), context),
    }),
    communityVisit: async (context) => {
      await visits.visitCommunity(viewerOf(context), context.input.tokenName, context.tx)
      return {}
    },
    communityTransfer: (context) => {
      const { input, sessionId, tx } = context
      return ownership.transfer(viewerOf(context), { input, sessionId, domain: domainOf(requestOf(context)) }, tx)
    },
    communityTransferGet: (context) => ownership.pending(viewerOf(context), context.input),
    communityTransferCancel: async (context) => {
      await ownership.cancel(viewerOf(context), context.input, context.tx)
      return {}
    },
    cacheDelete: async (context) => {
      const tokenName = context.input.key.split('_')[1] ?? ''
      await moderation.dropLists(viewerOf(context), { tokenName, onlyCommunity: context.onlyCommunity })
      return {}
    },
  }
}
