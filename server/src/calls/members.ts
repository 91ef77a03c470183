import type { memberCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const memberHandlers = ({
  leaderboard,
  listMembers,
  memberCards,
  memberships,
  moderation,
  search,
}: Services): HandlersOf<typeof memberCalls> => ({
  communityMembers: ({ viewer, address, input }) =>
    listMembers(input, (about) => search.members({ viewer, address }, about)),
  communityLeaderboard: ({ viewer, input }) => leaderboard(viewer, input, memberships.rolesAmong),
  userPermissions: async (context) => ({
    standing: await moderation.permissions(viewerOf(context), context.input, context.tx),
  }),
  userGetUserEmails: (context) => moderation.emails(viewerOf(context), context.input),
  memberCard: (context) => memberCards.card(viewerOf(context), context.input),
  memberNote: (context) => memberCards.note(viewerOf(context), context.input, context.tx),
})
