import type { NotificationEvent, PushEvent, SubscriptionChange } from './scope.ts'

/** Shows what a push message announces. */
export function handlePush(_event: PushEvent): void {}

/** Opens what a notification is about. */
export function handleNotificationClick(_event: NotificationEvent): void {}

/** Tells the server the browser's new subscription. */
export function handleSubscriptionChange(_event: SubscriptionChange): void {}
