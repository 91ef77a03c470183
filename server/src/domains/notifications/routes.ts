import { type Mount, viewerOf } from '../../http/mount.ts'
import type { NotificationService } from './service.ts'

export function notificationRoutes(mount: Mount, { notifications }: { notifications: NotificationService }): void {
  mount('notificationList', (context) =>
    notifications.list(viewerOf(context), { ...context.input, only: context.only }),
  )
  mount('notificationViewed', async (context) => ({
    unread: await notifications.view(viewerOf(context), context.input, context.only),
  }))
  mount('notificationRead', async (context) => ({
    unread: await notifications.read(viewerOf(context), context.input, context.only),
  }))
  mount('notificationDelete', async (context) => ({
    unread: await notifications.takeOff(viewerOf(context), context.input.notificationIds, context.only),
  }))
}
