import { handleNotificationClick, handlePush, handleSubscriptionChange } from './push.ts'
import { scope } from './scope.ts'

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('push', handlePush)
scope.addEventListener('notificationclick', handleNotificationClick)
scope.addEventListener('pushsubscriptionchange', handleSubscriptionChange)
