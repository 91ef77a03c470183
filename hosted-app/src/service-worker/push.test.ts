import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAll, handleNotificationClick, handlePush, handleSubscriptionChange } from './push.ts'

const ORIGIN = window.location.origin

interface Shown {
  title: string
  tag: string
  data: unknown
  silent?: boolean | null | undefined
  close(): void
}

interface FakeTab {
  url: string
  visibilityState: string
  focus: ReturnType<typeof vi.fn>
  navigate: ReturnType<typeof vi.fn>
}

let shown: Shown[]
/** All that was ever shown. */
let log: Shown[]
let openTabs: FakeTab[]
let opened: string[]
let badges: number[]
/** The server's responses by path; others are refused. */
let responses: Record<string, unknown>
let requests: { path: string; body: unknown; authorization: string | null }[]
const subscribe = vi.fn()

const entry = { tag: 'post:a', title: 'Wren replied', body: 'Yes.', url: '/a/post', at: 5, count: 1, icon: null }

beforeEach(() => {
  ;[shown, log, openTabs, opened, badges, responses, requests] = [[], [], [], [], [], {}, []]
  vi.stubGlobal('registration', {
    async showNotification(title: string, options: NotificationOptions) {
      const one: Shown = {
        title,
        tag: '',
        data: null,
        ...options,
        close() {
          shown = shown.filter((other) => other !== one)
        },
      }
      // The browser replaces what has the same tag.
      shown = [...shown.filter(({ tag }) => tag !== one.tag), one]
      log.push(one)
    },
    getNotifications: async ({ tag }: { tag?: string } = {}) => shown.filter((one) => !tag || one.tag === tag),
    pushManager: { subscribe },
  })
  vi.stubGlobal('clients', {
    matchAll: async () => openTabs,
    openWindow: async (url: string) => void opened.push(url),
  })
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const [path = ''] = url.split('?')
    const body =
      typeof init.body === 'string' ? JSON.parse(init.body) : Object.fromEntries(new URLSearchParams(url.split('?')[1]))
    requests.push({ path, body, authorization: new Headers(init.headers).get('authorization') })
    if (!(path in responses)) {
      return Response.json(
        { status: 'error', code: 'AUTH_REQUIRED', message: 'Sign in.', details: {} },
        { status: 401 },
      )
    }
    return Response.json({ status: 'success', payload: responses[path] })
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  subscribe.mockReset()
})

const PENDING = '/api/notification/push/pending'

/** Runs a handler until its work is done. */
async function done(handle: (event: never) => void, event: object): Promise<void> {
  let work: Promise<unknown> | undefined
  handle({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) } as never)
  await work
}

const wake = (data: unknown) => done(handlePush, { data: { json: () => data } })
const show = (tag = 'post:a') => wake({ v: 1, tag, do: 'show' })
const click = (url: unknown) => done(handleNotificationClick, { notification: { close: () => {}, data: { url } } })
const titles = () => shown.map(({ title }) => title)
const tab = (path: string): FakeTab => {
  const one: FakeTab = { url: ORIGIN + path, visibilityState: 'hidden', focus: vi.fn(), navigate: vi.fn() }
  one.focus.mockResolvedValue(one)
  one.navigate.mockResolvedValue(one)
  return one
}

test('a wake-up shows what the server says now, under its tag, and sets the app’s badge', async () => {
  responses[PENDING] = { show: [entry], close: [], unseen: 3 }
  await show()
  expect(requests).toEqual([{ path: PENDING, body: { tag: 'post:a' }, authorization: null }])
  expect(shown).toMatchObject([
    {
      title: 'Wren replied',
      body: 'Yes.',
      tag: 'post:a',
      renotify: true,
      timestamp: 5,
      data: { url: '/a/post', at: 5, count: 1 },
    },
  ])
  expect(badges).toEqual([3])
})

test('one entry per thread: a newer one replaces it, and the same one isn’t announced again', async () => {
  responses[PENDING] = { show: [entry], close: [], unseen: 1 }
  await show()
  await show()
  expect(log).toHaveLength(1)
  responses[PENDING] = { show: [{ ...entry, title: 'Wren and Emi replied', at: 6, count: 2 }], close: [], unseen: 2 }
  await show()
  expect([titles(), log.length]).toEqual([['Wren and Emi replied'], 2])
})

test('what was read elsewhere is closed, and only that', async () => {
  responses[PENDING] = { show: [entry], close: [], unseen: 2 }
  await show()
  responses[PENDING] = { show: [{ ...entry, tag: 'dm:b', title: 'Emi' }], close: ['post:a'], unseen: 1 }
  await show('dm:b')
  expect(titles()).toEqual(['Emi'])
  responses[PENDING] = { show: [], close: ['dm:b'], unseen: 0 }
  await wake({ v: 1, tag: 'dm:b', do: 'close' })
  expect([titles(), badges.at(-1)]).toEqual([[], 0])
})

test('what is left of an entry replaces it silently, unless it was dismissed', async () => {
  responses[PENDING] = { show: [{ ...entry, title: 'Emi and Wren replied', at: 6, count: 2 }], close: [], unseen: 1 }
  await show()
  responses[PENDING] = { show: [entry], close: [], unseen: 1 }
  await wake({ v: 1, tag: 'post:a', do: 'close' })
  expect(shown).toMatchObject([{ title: 'Wren replied', silent: true, renotify: false }])
  shown = []
  await wake({ v: 1, tag: 'post:a', do: 'close' })
  expect(shown).toEqual([])
  expect(log.at(-1)).toMatchObject({ tag: 'stoa.nothing', silent: true })
})

test('a wake-up for what was read or deleted meanwhile shows no text of it, and something silent for the browser', async () => {
  responses[PENDING] = { show: [], close: [], unseen: 0 }
  await show()
  expect(titles()).toEqual([])
  expect(log).toMatchObject([{ silent: true }])
  // While the forum is visible, browsers ask for nothing.
  openTabs = [{ ...tab('/'), visibilityState: 'visible' }]
  await show()
  expect(log).toHaveLength(1)
})

test.each([
  ['signed out or offline', { v: 1, tag: 'post:a', do: 'show' }],
  ['an unknown payload', 'nonsense'],
  ['a payload of a later version', { v: 9 }],
])('something is always shown: %s', async (_, data) => {
  await wake(data)
  expect(shown).toMatchObject([{ title: 'You have new notifications', data: { url: '/bbs/notifications' } }])
})

test('a wake-up without a payload shows something, too', async () => {
  await done(handlePush, { data: null })
  expect(titles()).toEqual(['You have new notifications'])
})

test('nothing is left when the session has ended', async () => {
  responses[PENDING] = { show: [entry], close: [], unseen: 1 }
  await show()
  responses[PENDING] = { show: [{ ...entry, tag: 'dm:b', title: 'Emi' }], close: [], unseen: 2 }
  await show('dm:b')
  await closeAll()
  expect([titles(), badges.at(-1)]).toEqual([[], 0])
})

test('closing works without the server', async () => {
  responses[PENDING] = { show: [entry], close: [], unseen: 1 }
  await show()
  delete responses[PENDING]
  await wake({ v: 1, tag: 'post:a', do: 'close' })
  expect(titles()).toEqual([])
})

test('a test takes the same way', async () => {
  responses[PENDING] = { show: [{ ...entry, tag: 'test', title: 'A test' }], close: [], unseen: 0 }
  await wake({ v: 1, tag: 'test', do: 'test' })
  expect(titles()).toEqual(['A test'])
})

test('a click focuses the tab that shows it, whatever its hash and query', async () => {
  const [other, same] = [tab('/'), tab('/a/post?sort=new#comments')]
  openTabs = [other, same]
  await click('/a/post')
  expect(same.focus).toHaveBeenCalledOnce()
  expect([same.navigate.mock.calls, other.navigate.mock.calls, opened]).toEqual([[], [], []])
})

test('else it leads another tab of the forum there, but never one with a form or a window of the widget', async () => {
  const [signIn, composer, feed] = [tab('/embed/sign-in'), tab('/bbs/FORUM/posts/create'), tab('/bbs/FORUM')]
  openTabs = [signIn, composer, feed]
  await click('/a/post')
  expect(feed.navigate).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/a/post`)
  expect(feed.focus).toHaveBeenCalledOnce()
  openTabs = [signIn, composer]
  await click('/a/post')
  expect([signIn.navigate.mock.calls, composer.navigate.mock.calls]).toEqual([[], []])
  expect(opened).toEqual([`${ORIGIN}/a/post`])
})

test('else it opens a window, also if the tab refuses', async () => {
  const feed = tab('/bbs/FORUM')
  feed.navigate.mockRejectedValue(new TypeError('Not controlled.'))
  openTabs = [feed]
  await click('/a/post')
  expect(opened).toEqual([`${ORIGIN}/a/post`])
})

test.each(['https://elsewhere.example/a', '//elsewhere.example', 'javascript:alert(1)', undefined])(
  'a click never leaves the forum: %s',
  async (url) => {
    await click(url)
    expect(opened).toEqual([`${ORIGIN}/bbs/notifications`])
  },
)

const subscription = (endpoint: string) => ({
  endpoint,
  toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
})

test('a replaced subscription is reported as the member, with the address before', async () => {
  responses['/api/auth/refresh'] = { userId: 'u', accessToken: 'token', expiresAt: Date.now() + 600_000 }
  responses['/api/notification/push/key'] = { publicKey: 'key' }
  responses['/api/notification/push/subscribe'] = { devices: [] }
  subscribe.mockResolvedValue(subscription('https://push.example/new'))
  await done(handleSubscriptionChange, { oldSubscription: subscription('https://push.example/old') })
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: 'key' })
  expect(requests.at(-1)).toMatchObject({
    path: '/api/notification/push/subscribe',
    authorization: 'Bearer token',
    body: {
      subscription: { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } },
      previousEndpoint: 'https://push.example/old',
    },
  })
})

test('after signing out a replaced subscription is reported to nobody', async () => {
  await done(handleSubscriptionChange, { newSubscription: subscription('https://push.example/new') })
  expect(requests.map(({ path }) => path)).not.toContain('/api/notification/push/subscribe')
  expect(subscribe).not.toHaveBeenCalled()
})
