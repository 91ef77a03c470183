import { createClient, createSession } from '@stoa/client'
import type { CallOutput } from '@stoa/contract'
import { type NotificationEvent, type PushEvent, type SubscriptionChange, scope, type WindowClient } from './scope.ts'

/** What a wake-up asks for. It carries no text and no names. */
interface WakeUp {
  /** The thread or conversation; empty: unknown. */
  tag: string
  /** A test is shown like anything else. */
  do: 'show' | 'close'
}

type Shown = CallOutput<'pushPending'>['show'][number]

/** Shown if nothing else can be. */
const GENERAL = 'You have new notifications'
const NOTIFICATIONS_PATH = '/bbs/notifications'
const ICON = '/apple-touch-icon.png'
/** Browsers end a worker that takes longer than about 30 seconds. */
const FETCH_MS = 10_000
/** Tabs that are no places to read: windows of the widget, the API, and forms somebody may be filling in. */
const NO_PLACE =
  /^\/(?:api|embed|media)\/|\/(?:admin-settings|my-account|my-profile|create-token|login|posts\/create)(?:\/|$)/

/** Handles a wake-up: shows what is new, closes what was read elsewhere, and updates the app's badge. */
export function handlePush(event: PushEvent): void {
  event.waitUntil(wake(readWakeUp(event)))
}

/** Opens what a notification is about: in a tab that shows it, else in another tab of the forum, else in a new one. */
export function handleNotificationClick(event: NotificationEvent): void {
  event.notification.close()
  const { url } = (event.notification.data ?? {}) as { url?: string }
  event.waitUntil(open(ownAddress(url)))
}

/** Removes all notifications and the app's badge, when the session has ended. */
export async function closeAll(): Promise<void> {
  for (const one of await scope.registration.getNotifications()) one.close()
  await badge(0)
}

/** The browser has replaced the subscription. If this fails, the forum repairs it when it is opened. */
export function handleSubscriptionChange(event: SubscriptionChange): void {
  event.waitUntil(renew(event).catch(() => {}))
}

async function wake({ tag, do: wish }: WakeUp): Promise<void> {
  const pending = tag ? await loadPending(tag) : null
  if (pending) {
    const isNew = wish !== 'close'
    const showing = pending.show.map((one) => (isNew ? showNew(one) : replace(one)))
    await Promise.all([...showing, ...pending.close.map(close), badge(pending.unseen)])
    if (pending.show.length > 0) return isNew ? undefined : prove()
    // It was read or removed meanwhile.
    await close(tag)
    return prove()
  }
  if (wish === 'close') {
    await close(tag)
    return prove()
  }
  await show({ tag: tag || 'stoa', title: GENERAL, body: '', url: NOTIFICATIONS_PATH, icon: null })
}

function readWakeUp({ data }: PushEvent): WakeUp {
  try {
    const { tag, do: wish } = (data?.json() ?? {}) as Partial<WakeUp>
    return { tag: typeof tag === 'string' ? tag : '', do: wish === 'close' ? wish : 'show' }
  } catch {
    return { tag: '', do: 'show' }
  }
}

/** What is unread about a thread; null if it can't be loaded, as after signing out. */
async function loadPending(tag: string): Promise<CallOutput<'pushPending'> | null> {
  try {
    // The session's cookie says who asks.
    const options = { cache: 'no-store', signal: AbortSignal.timeout(FETCH_MS) } as const
    return await createClient({ baseUrl: '' }).call('pushPending', { tag }, options)
  } catch {
    return null
  }
}

const shownAs = async (tag: string) => (await scope.registration.getNotifications({ tag }))[0]

function isSame({ data }: Notification, one: Shown): boolean {
  const { at, count } = (data ?? {}) as { at?: number; count?: number }
  return at === one.at && count === one.count
}

/** Shows a notification, unless the same one is there already. */
async function showNew(one: Shown): Promise<void> {
  const shown = await shownAs(one.tag)
  if (!shown || !isSame(shown, one)) await show(one)
}

/** Replaces a notification, part of which is gone, by what is left, silently. What was dismissed stays so. */
async function replace(one: Shown): Promise<void> {
  const shown = await shownAs(one.tag)
  if (shown && !isSame(shown, one)) await show(one, { isSilent: true })
}

function show(
  one: Pick<Shown, 'tag' | 'title' | 'body' | 'url' | 'icon'> & Partial<Shown>,
  { isSilent = false } = {},
): Promise<void> {
  const { tag, title, body, url, icon, at, count } = one
  const options = {
    tag,
    body,
    renotify: !isSilent,
    silent: isSilent,
    icon: icon ?? ICON,
    dir: 'auto',
    data: { url, at, count },
    ...(at !== undefined && { timestamp: at }),
  } as const
  return scope.registration.showNotification(title, options)
}

async function close(tag: string): Promise<void> {
  for (const one of await scope.registration.getNotifications({ tag })) one.close()
}

/**
 * Browsers withdraw the permission from workers that wake up and show nothing, unless the forum is visible. So something
 * is shown and closed at once, without a sound.
 */
async function prove(): Promise<void> {
  const { registration } = scope
  const others = await registration.getNotifications()
  if (others.length > 0 || (await tabs()).some(({ visibilityState }) => visibilityState === 'visible')) return
  await registration.showNotification(GENERAL, { tag: 'stoa.nothing', silent: true })
  await close('stoa.nothing')
}

/** The app's badge shows the same number as the bell. Not all browsers have one. */
async function badge(count: number): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>
  await (count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator))?.catch(() => {})
}

const tabs = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true })

async function open(url: URL): Promise<void> {
  const all = await tabs()
  const same = all.find((tab) => new URL(tab.url).pathname === url.pathname)
  if (same) return focus(same)
  const place = all.find((tab) => !NO_PLACE.test(new URL(tab.url).pathname))
  // A tab that the worker doesn't control refuses.
  const moved = await place?.navigate(url.href).catch(() => null)
  if (moved) return focus(moved)
  await scope.clients.openWindow(url.href)
}

/** Browsers refuse if the press was too long ago. */
async function focus(tab: WindowClient): Promise<void> {
  await tab.focus().catch(() => {})
}

/** An address of this forum, never of another site. */
function ownAddress(path: string | undefined): URL {
  const { origin } = scope.location
  const fallback = new URL(NOTIFICATIONS_PATH, origin)
  if (path === undefined || !URL.canParse(path, origin)) return fallback
  const url = new URL(path, origin)
  return url.origin === origin ? url : fallback
}

async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const session = createSession({ client: createClient({ baseUrl: '' }), storage: null, channel: null })
  const { call } = createClient({ baseUrl: '', session })
  const subscription = newSubscription ?? (await subscribe((await call('pushKey', {})).publicKey))
  const { endpoint, keys } = subscription.toJSON()
  const previousEndpoint = oldSubscription?.endpoint
  await call('pushSubscribe', {
    subscription: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
    ...(previousEndpoint && previousEndpoint !== endpoint && { previousEndpoint }),
  })
}

function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = scope.registration
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}
