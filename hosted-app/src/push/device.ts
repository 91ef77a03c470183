import type { ApiCall } from '@stoa/client'
import type { CallOutput } from '@stoa/contract'
import { serviceWorkerReady } from '../service-worker/register.ts'
import { forgetChoice, keepChoice, readChoice, supportsPush } from './choice.ts'

export type PushDevices = CallOutput<'pushDevices'>['devices']

/**
 * Whether this browser shows the viewer's notifications. `unsupported`: it can't. `homeScreen`: it can once the forum is
 * on the home screen. `unavailable`: the
 * browser refuses, or the forum's service worker is missing. `blocked`: the browser's settings forbid it.
 */
export type PushState = 'unsupported' | 'homeScreen' | 'unavailable' | 'blocked' | 'off' | 'on'

/** This browser, compared with the server's list. */
export interface PushDevice {
  state: PushState
  /** Its address at the push service; null unless it is on. */
  endpoint: string | null
  /** All of the viewer's devices. */
  devices: PushDevices
}

/** Waits before looking again whether a test was sent. */
const TEST_WAITS_MS = [500, 1000, 2000, 4000, 5000]

/** The forum as seen by one member. */
interface Forum {
  call: ApiCall
  viewerId: string
}

/** iPhones and iPads have push only for what is on the home screen. iPads call themselves Macs. */
function needsHomeScreen(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}

/**
 * Compares the browser's subscription with the server's list and repairs it, if the viewer has turned it on here: browsers
 * drop and replace subscriptions, and the server's key may have changed. Another person's is removed.
 */
export function checkDevice(forum: Forum): Promise<PushDevice> {
  return alone(() => check(forum))
}

async function check({ call, viewerId }: Forum): Promise<PushDevice> {
  const { devices } = await call('pushDevices', {}, { cache: 'no-cache' })
  if (!supportsPush()) return off(needsHomeScreen() ? 'homeScreen' : 'unsupported', devices)
  const registration = await serviceWorkerReady()
  if (!registration) return off('unavailable', devices)
  const choice = readChoice()
  const subscription = await registration.pushManager.getSubscription()
  const isKnown = (endpoint: string) => devices.some((device) => device.endpoint === endpoint)
  const isOwn = choice?.userId === viewerId || (subscription !== null && isKnown(subscription.endpoint))
  if (!isOwn) {
    await subscription?.unsubscribe()
    forgetChoice()
    return off(Notification.permission === 'denied' ? 'blocked' : 'off', devices)
  }
  if (Notification.permission !== 'granted') {
    // The permission was taken back in the browser's settings.
    forgetChoice()
    const left = choice && isKnown(choice.endpoint) ? await leave(call, choice.endpoint) : devices
    return off(Notification.permission === 'denied' ? 'blocked' : 'off', left)
  }
  const { publicKey } = await call('pushKey', {})
  const isCurrent = subscription !== null && keyOf(subscription) === publicKey
  if (isCurrent && isKnown(subscription.endpoint)) {
    keepChoice({ userId: viewerId, endpoint: subscription.endpoint })
    return { state: 'on', endpoint: subscription.endpoint, devices }
  }
  const previous = subscription?.endpoint ?? choice?.endpoint
  if (!isCurrent) await subscription?.unsubscribe()
  return subscribe({ call, viewerId }, { registration, publicKey, ...(previous && { previous }) })
}

/** Asks for the permission and subscribes. Call it when a button is pressed that says so. */
export async function turnOnPush(forum: Forum): Promise<PushDevice> {
  const registration = await serviceWorkerReady()
  if (!registration) return checkDevice(forum)
  if ((await Notification.requestPermission()) !== 'granted') return checkDevice(forum)
  return alone(async () => {
    const { publicKey } = await forum.call('pushKey', {})
    const subscription = await registration.pushManager.getSubscription()
    if (subscription && keyOf(subscription) !== publicKey) await subscription.unsubscribe()
    return subscribe(forum, { registration, publicKey })
  })
}

/**
 * Sends a test to a device. Resolves to whether its push service accepted it; that takes up to ten seconds if the service
 * doesn't respond.
 */
export async function testPush(call: ApiCall, endpoint: string): Promise<boolean> {
  const find = async () => {
    const { devices } = await call('pushDevices', {}, { cache: 'no-cache' })
    return devices.find((device) => device.endpoint === endpoint)
  }
  const before = await find()
  await call('pushTest', { endpoint })
  for (const wait of TEST_WAITS_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    const now = await find()
    if (!now || (now.failing && !before?.failing)) return false
    if (now.lastSentAt !== (before?.lastSentAt ?? null)) return true
  }
  return false
}

/** Shows no more notifications in this browser. */
export function turnOffPush(forum: Forum): Promise<PushDevice> {
  return alone(async () => {
    const former = readChoice()?.endpoint
    const endpoint = (await drop()) ?? former
    const devices = endpoint
      ? await leave(forum.call, endpoint)
      : (await forum.call('pushDevices', {}, { cache: 'no-cache' })).devices
    return off('off', devices)
  })
}

/** Ends the browser's subscription and removes what it shows, as after signing out. */
export async function dropSubscription(): Promise<void> {
  await alone(drop)
}

/** Resolves with the subscription's former address. */
async function drop(): Promise<string | null> {
  forgetChoice()
  const registration = supportsPush() ? await serviceWorkerReady() : null
  if (!registration) return null
  const subscription = await registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
  for (const shown of await registration.getNotifications()) shown.close()
  return subscription?.endpoint ?? null
}

async function subscribe(
  { call, viewerId }: Forum,
  about: { registration: ServiceWorkerRegistration; publicKey: string; previous?: string },
): Promise<PushDevice> {
  const { registration, publicKey, previous } = about
  // Private windows, and browsers without a push service, refuse although they are able to.
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => null)
  if (!subscription) return off('unavailable', (await call('pushDevices', {}, { cache: 'no-cache' })).devices)
  const { endpoint } = subscription
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const { devices } = await call('pushSubscribe', {
    subscription: { endpoint, keys: { p256dh, auth } },
    ...(previous && previous !== endpoint && { previousEndpoint: previous }),
  })
  keepChoice({ userId: viewerId, endpoint })
  return { state: 'on', endpoint, devices }
}

async function leave(call: ApiCall, endpoint: string): Promise<PushDevices> {
  return (await call('pushUnsubscribe', { endpoint })).devices
}

/** One at a time, in all tabs: a check must not undo what is being turned on. */
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as Partial<Navigator>
  return locks ? locks.request('stoa.push', work) : work()
}

const off = (state: PushState, devices: PushDevices): PushDevice => ({ state, endpoint: null, devices })

/** The server's key in a subscription, as base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
