import type { messageCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const messageHandlers = ({ messages, notifications }: Services): HandlersOf<typeof messageCalls> => ({
  dmSend: (context) => messages.send(viewerOf(context), context.input, context.tx),
  dmConversationList: (context) => messages.list(viewerOf(context), context.input, context),
  dmConversationGet: async (context) => ({
    conversation: await messages.get(viewerOf(context), context.input.conversationId, context),
  }),
  dmWith: (context) => messages.withPerson(viewerOf(context), context.input.userId, context),
  dmMessageList: (context) => messages.messages(viewerOf(context), context.input),
  dmRead: async (context) => {
    const viewer = viewerOf(context)
    await messages.read(viewer, context.input, context.tx)
    return { unread: await notifications.unread(viewer, context.onlyCommunity, context.tx) }
  },
  dmAccept: (context) => messages.accept(viewerOf(context), context.input.conversationId, context),
  dmDelete: async (context) => {
    const viewer = viewerOf(context)
    await messages.delete(viewer, context.input, context.tx)
    return { unread: await notifications.unread(viewer, context.onlyCommunity, context.tx) }
  },
  dmReport: (context) => messages.report(viewerOf(context), context.input, context),
  dmSettingsGet: async (context) => ({ messageSettings: await messages.settings(viewerOf(context)) }),
  dmSettings: async (context) => ({
    messageSettings: await messages.setSettings(viewerOf(context), context.input.messageSettings, context.tx),
  }),
})
