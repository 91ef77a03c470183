import type { banCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const banHandlers = ({ listBans, moderation }: Services): HandlersOf<typeof banCalls> => ({
  communityStanding: async (context) => ({ standing: await moderation.standing(viewerOf(context), context.input) }),
  userBan: (context) => moderation.ban(viewerOf(context), context.input, context.tx),
  userWarn: (context) => moderation.warn(viewerOf(context), context.input, context.tx),
  communityBans: (context) => listBans(viewerOf(context), context.input),
})
