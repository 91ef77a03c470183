import type { userCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const userHandlers = ({
  follows,
  messages,
  names,
  profilePages,
  reputationOf,
}: Services): HandlersOf<typeof userCalls> => ({
  userGet: ({ input, onlyCommunity }) => profilePages.of(input.idOrSlug, onlyCommunity),
  userReputation: ({ input, onlyCommunity }) => reputationOf(input, onlyCommunity),
  followList: ({ viewer, input }) => follows.list(viewer, input),
  userUsername: async (context) => ({
    user: await names.change(viewerOf(context), context.input.username, context.tx),
  }),
  userEdit: async (context) => ({ user: await profilePages.edit(viewerOf(context), context.input, context.tx) }),
  userFollow: async (context) => {
    const viewer = viewerOf(context)
    const { followedUserId, follow } = context.input
    const result = await follows.set(viewer, context.input, context.tx)
    if (follow) await messages.acceptFrom(viewer, followedUserId, context.tx)
    return result
  },
  userFollowGet: (context) => follows.of(viewerOf(context), context.input.followedUserId),
})
