import type { ApiCall } from '@stoa/client'
import type { CallName } from '@stoa/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepChoice, readChoice } from './choice.ts'
import { checkDevice, dropSubscription, testPush, turnOffPush, turnOnPush } from './device.ts'

const worker = vi.hoisted(() => ({ registration: null as object | null }))
vi.mock('../service-worker/register.ts', () => ({ serviceWorkerReady: async () => worker.registration }))

/** What the browser holds. */
let subscription: { endpoint: string; key: string } | null
let permission: NotificationPermission
let answer: NotificationPermission
/** What the server holds. */
let endpoints: string[]
let publicKey: string
let calls: [CallName, unknown][]
let made: number
/** The browser has no push service. */
let refuses: boolean
const closed = vi.fn()

const asSubscription = (held: { endpoint: string; key: string }) => ({
  endpoint: held.endpoint,
  options: { applicationServerKey: new TextEncoder().encode(held.key).buffer },
  toJSON: () => ({ endpoint: held.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => {
    subscription = null
    return true
  },
})
/** Keys are compared as base64url. */
const encoded = (key: string) => btoa(key).replace(/=+$/, '')

const devices = () =>
  endpoints.map((endpoint) => ({ id: endpoint, name: '', endpoint, createdAt: 0, lastSentAt: null, failing: false }))
const call = (async (name: CallName, input: never) => {
  if (name !== 'pushDevices' && name !== 'pushKey') calls.push([name, input])
  const { endpoint, previousEndpoint } = { endpoint: '', previousEndpoint: '', ...(input as object) }
  if (name === 'pushKey') return { publicKey: encoded(publicKey) }
  if (name === 'pushSubscribe') {
    const { subscription: sent } = input as { subscription: { endpoint: string } }
    endpoints = [...endpoints.filter((one) => one !== previousEndpoint && one !== sent.endpoint), sent.endpoint]
  }
  if (name === 'pushUnsubscribe') endpoints = endpoints.filter((one) => one !== endpoint)
  return { devices: devices() }
}) as ApiCall
const forum = { call, viewerId: 'me' }

beforeEach(() => {
  subscription = null
  refuses = false
  ;[permission, answer, endpoints, publicKey, calls, made] = ['granted', 'granted', [], 'key', [], 0]
  localStorage.clear()
  worker.registration = {
    pushManager: {
      getSubscription: async () => subscription && asSubscription(subscription),
      subscribe: async () => {
        if (refuses) throw new DOMException('Registration failed.', 'AbortError')
        made += 1
        subscription = { endpoint: `https://push.example/${made}`, key: publicKey }
        return asSubscription(subscription)
      },
    },
    getNotifications: async () => [{ close: closed }],
  }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => (permission = answer),
  })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} })
})

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  closed.mockReset()
})

/** Push was turned on here by somebody, in this browser and on the server. */
function turnedOn(userId = 'me', endpoint = 'https://push.example/0'): void {
  subscription = { endpoint, key: publicKey }
  endpoints = [endpoint]
  keepChoice({ userId, endpoint })
}

test('turned on: the browser, the server and the choice agree', async () => {
  permission = 'default'
  expect((await checkDevice(forum)).state).toBe('off')
  expect(await turnOnPush(forum)).toMatchObject({ state: 'on', endpoint: 'https://push.example/1' })
  expect(calls).toEqual([
    ['pushSubscribe', { subscription: { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } } }],
  ])
  expect(await checkDevice(forum)).toMatchObject({ state: 'on', endpoint: 'https://push.example/1' })
  // Nothing to repair.
  expect([calls.length, made]).toEqual([1, 1])
})

test('a browser that refuses, such as a private window, is not on', async () => {
  refuses = true
  expect((await turnOnPush(forum)).state).toBe('unavailable')
  expect([calls, readChoice()]).toEqual([[], null])
})

test('a check while it is being turned on undoes nothing', async () => {
  let last: Promise<unknown> = Promise.resolve()
  // As the browser's locks: one after another.
  const request = (_: string, work: () => Promise<unknown>) => (last = last.then(work, work))
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  const [turned, checked] = await Promise.all([turnOnPush(forum), checkDevice(forum)])
  Reflect.deleteProperty(navigator, 'locks')
  expect([turned.state, checked.state, endpoints.length, made]).toEqual(['on', expect.any(String), 1, 1])
  expect((await checkDevice(forum)).state).toBe('on')
  expect(made).toBe(1)
})

test('another browser’s subscription doesn’t count as this one’s', async () => {
  endpoints = ['https://push.example/phone']
  expect(await checkDevice(forum)).toMatchObject({ state: 'off', endpoint: null, devices: [{ failing: false }] })
  expect([calls, made]).toEqual([[], 0])
})

test('on in the browser but unknown to the server: subscribes again, silently', async () => {
  turnedOn()
  endpoints = []
  expect(await checkDevice(forum)).toMatchObject({ state: 'on', endpoint: 'https://push.example/1' })
  expect(endpoints).toEqual(['https://push.example/1'])
})

test('dropped by the browser: subscribes again in place of the one before', async () => {
  turnedOn()
  subscription = null
  expect(await checkDevice(forum)).toMatchObject({ state: 'on', endpoint: 'https://push.example/1' })
  expect(endpoints).toEqual(['https://push.example/1'])
  expect(calls[0]?.[1]).toMatchObject({ previousEndpoint: 'https://push.example/0' })
})

test('the server has another key: subscribes again with it', async () => {
  turnedOn()
  publicKey = 'another'
  expect((await checkDevice(forum)).state).toBe('on')
  expect(subscription).toEqual({ endpoint: 'https://push.example/1', key: 'another' })
  expect(endpoints).toEqual(['https://push.example/1'])
})

test('another member’s subscription ends, and isn’t taken over', async () => {
  turnedOn('somebody')
  endpoints = []
  expect((await checkDevice(forum)).state).toBe('off')
  expect([subscription, readChoice(), calls]).toEqual([null, null, []])
})

test('the permission was taken back: the device is off on the server, too', async () => {
  turnedOn()
  subscription = null
  permission = 'denied'
  expect(await checkDevice(forum)).toMatchObject({ state: 'blocked', devices: [] })
  expect([endpoints, readChoice()]).toEqual([[], null])
})

test.each([
  ['denied', 'blocked'],
  ['default', 'off'],
] as const)('the browser’s question answered with %s: %s, and nothing is sent', async (given, state) => {
  permission = 'default'
  answer = given
  expect((await turnOnPush(forum)).state).toBe(state)
  expect([calls, made]).toEqual([[], 0])
})

test('turned off: nowhere on any more, and it stays so', async () => {
  turnedOn()
  expect((await turnOffPush(forum)).state).toBe('off')
  expect([subscription, endpoints, readChoice()]).toEqual([null, [], null])
  expect((await checkDevice(forum)).state).toBe('off')
  expect(made).toBe(0)
})

test('after signing out the browser has no subscription and shows nothing', async () => {
  turnedOn()
  await dropSubscription()
  expect([subscription, readChoice(), closed.mock.calls.length]).toEqual([null, null, 1])
  // The server ends its part with the session.
  expect(calls).toEqual([])
})

test('without a worker it is unavailable; without the browser’s support it says so, with a hint on iPhones', async () => {
  worker.registration = null
  expect((await checkDevice(forum)).state).toBe('unavailable')
  vi.stubGlobal('PushManager', undefined)
  Reflect.deleteProperty(globalThis, 'PushManager')
  expect((await checkDevice(forum)).state).toBe('unsupported')
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  expect((await checkDevice(forum)).state).toBe('homeScreen')
  vi.restoreAllMocks()
})

test.each([
  ['accepted', [{ lastSentAt: null }, { lastSentAt: null }, { lastSentAt: 5 }], true],
  ['accepted by a device that failed before', [{ lastSentAt: 3, failing: true }, { lastSentAt: 5 }], true],
  ['not accepted', [{ lastSentAt: 3 }, { lastSentAt: 3, failing: true }], false],
  ['not accepted again', Array.from({ length: 6 }, () => ({ lastSentAt: 3, failing: true })), false],
  ['refused for good', [{ lastSentAt: 3 }, null], false],
] as const)('a test that is %s', async (_name, seen, expected) => {
  vi.useFakeTimers()
  const asked: CallName[] = []
  let next = 0
  const serverCall = (async (name: CallName) => {
    asked.push(name)
    if (name === 'pushTest') return {}
    const device = seen[next]
    next += 1
    return { devices: device ? [{ endpoint: 'here', failing: false, ...device }] : [] }
  }) as unknown as ApiCall
  try {
    const result = testPush(serverCall, 'here')
    await vi.runAllTimersAsync()
    expect(await result).toBe(expected)
    expect(asked.slice(0, 3)).toEqual(['pushDevices', 'pushTest', 'pushDevices'])
    expect(next).toBe(seen.length)
  } finally {
    vi.useRealTimers()
  }
})
