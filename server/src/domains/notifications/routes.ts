import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import type { NotificationService } from './service.ts'

export function notificationRoutes(mount: Mount, { notifications }: { notifications: NotificationService }): void {
  mount('notificationList', (context) =>
    notifications.list(viewerOf(context), { ...context.input, only: context.only }),
  )
  mount('notificationViewed', async (context) => ({
    unread: await notifications.view(viewerOf(context), context.input, context),
  }))
  mount('notificationRead', async (context) => ({
    unread: await notifications.read(viewerOf(context), context.input, context),
  }))
  mount('notificationDelete', async (context) => ({
    unread: await notifications.takeOff(viewerOf(context), context.input.notificationIds, context),
  }))
}
