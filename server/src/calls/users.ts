import type { userCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const userHandlers = ({
  follows,
  names,
  profilePages,
  reputationOf,
}: Services): HandlersOf<typeof userCalls> => ({
  userGet: ({ input, onlyCommunity }) => profilePages.of(input.idOrSlug, onlyCommunity),
  userReputation: ({ input, onlyCommunity }) => reputationOf(input, onlyCommunity),
  userUsername: async (context) => ({
    user: await names.change(viewerOf(context), context.input.username, context.tx),
  }),
  userEdit: async (context) => ({ user: await profilePages.edit(viewerOf(context), context.input, context.tx) }),
  userFollow: (context) => follows.set(viewerOf(context), context.input, context.tx),
  userFollowGet: (context) => follows.of(viewerOf(context), context.input.followedUserId),
})
