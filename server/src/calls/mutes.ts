import type { muteCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const muteHandlers = ({ muteSettings }: Services): HandlersOf<typeof muteCalls> => ({
  dmBlock: (context) => muteSettings.block(viewerOf(context), context.input, context.tx),
  notificationBlock: (context) => muteSettings.mute(viewerOf(context), context.input, context),
  muteList: (context) => muteSettings.list(viewerOf(context), context.onlyCommunity),
})
