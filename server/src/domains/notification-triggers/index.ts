import type { Platform } from '../../platform/platform.ts'
import { createNotificationTriggers } from './triggers.ts'

export type NotificationTriggersDomain = ReturnType<typeof registerNotificationTriggers>

export function registerNotificationTriggers({ jobs }: Platform) {
  return { triggers: createNotificationTriggers({ jobs }) }
}
