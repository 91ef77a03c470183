import { createOffline } from './offline.ts'
import { readMessage } from './page-messages.ts'
import { closeAll, handleNotificationClick, handlePush, handleSubscriptionChange } from './push.ts'
import { scope } from './scope.ts'

const { location, caches, navigator, registration } = scope
const offline = createOffline({
  build: scope.stoaBuild,
  origin: location.origin,
  caches,
  fetch: (input, init) => scope.fetch(input, init),
  isOnline: () => navigator.onLine,
})

scope.addEventListener('install', (event) => event.waitUntil(offline.install().then(() => scope.skipWaiting())))
scope.addEventListener('activate', (event) => {
  // The browser requests a page while the worker starts.
  const preload = registration.navigationPreload?.enable().catch(() => {})
  event.waitUntil(Promise.all([offline.activate(), preload]))
})
scope.addEventListener('fetch', (event) => {
  const response = offline.respond(event)
  if (response) event.respondWith(response)
})
scope.addEventListener('message', (event) => {
  const message = readMessage(event.data)
  if (message?.do === 'remember') event.waitUntil(offline.remember(message.path))
  if (message?.do === 'forget') event.waitUntil(Promise.all([offline.forget(), closeAll()]))
})
scope.addEventListener('push', handlePush)
scope.addEventListener('notificationclick', handleNotificationClick)
scope.addEventListener('pushsubscriptionchange', handleSubscriptionChange)
