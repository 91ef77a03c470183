import type { notificationCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const notificationHandlers = ({ notifications, profiles }: Services): HandlersOf<typeof notificationCalls> => ({
  notificationList: (context) =>
    notifications.list(viewerOf(context), { ...context.input, onlyCommunity: context.onlyCommunity }),
  notificationViewed: async (context) => ({
    unread: await notifications.view(viewerOf(context), context.input, context),
  }),
  notificationRead: async (context) => ({
    unread: await notifications.read(viewerOf(context), context.input, context),
  }),
  notificationDelete: async (context) => ({
    unread: await notifications.takeOff(viewerOf(context), context.input.notificationIds, context),
  }),
  notificationSettingsGet: async (context) => ({
    notificationSettings: await profiles.notificationSettings(viewerOf(context)),
  }),
  notificationSettings: async (context) => ({
    notificationSettings: await notifications.setSettings(
      viewerOf(context),
      context.input.notificationSettings,
      context.tx,
    ),
  }),
})
