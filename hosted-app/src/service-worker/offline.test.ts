import { expect, test, vi } from 'vitest'
import { fakeCaches, ORIGIN } from './fake-caches.ts'
import { createOffline } from './offline.ts'

const OFFLINE = '<title>Offline</title><ul>STOA_LATELY</ul>'
const POST = '/bbs/FORUM/community/benches'

const html = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })
const script = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/javascript' } })
const postPage = (title = 'Benches', files = ['/assets/app-11111111.js']) =>
  html(`<title>${title}</title>${files.map((file) => `<script src="${file}">`).join('')}`, {
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'Content-Security-Policy': "default-src 'self'",
  })

/** A worker whose network has these paths; what it is asked for is in `asked`. */
function start(
  pages: Record<string, () => Response>,
  { caches = fakeCaches(), version = 'one', files = ['/offline', '/offline.js', '/assets/app-11111111.js'] } = {},
) {
  const network = {
    isUp: true,
    isOnline: true,
    pages: {
      '/offline': () => html(OFFLINE),
      '/offline.js': () => script('retry'),
      '/assets/app-11111111.js': () => script('app'),
      ...pages,
    } as Record<string, () => Response>,
  }
  const asked: { path: string; init?: RequestInit | undefined }[] = []
  const offline = createOffline({
    build: { version, files },
    origin: ORIGIN,
    caches,
    async fetch(input, init) {
      const path = new URL(input instanceof Request ? input.url : input, ORIGIN).pathname
      asked.push({ path, init })
      if (!network.isUp) throw new TypeError('Failed to fetch')
      return network.pages[path]?.() ?? new Response('', { status: 404, headers: { 'Content-Type': 'text/html' } })
    },
    isOnline: () => network.isOnline,
  })
  const ask = async (path: string, { mode = 'navigate', method = 'GET' } = {}) => {
    const request = new Request(new URL(path, ORIGIN), { method })
    Object.defineProperty(request, 'mode', { value: mode })
    return offline.respond({ request })
  }
  return { ...offline, ask, asked, caches, network }
}

test.each([
  ['a call', '/api/post/get', {}],
  ['a sign-in at a provider', '/api/auth/provider/google/start', { mode: 'navigate' }],
  ['an upload', '/api/media/uploads', { method: 'POST', mode: 'cors' }],
  ['a picture', '/media/abc/photo.webp', { mode: 'no-cors' }],
  ['a live connection', '/socket.io/?EIO=4', { mode: 'cors' }],
  ['the widget’s frame', '/embed/frame', { mode: 'navigate' }],
  ['a feed', '/bbs/FORUM/feed.atom', { mode: 'navigate' }],
  ['a form', '/bbs/login', { method: 'POST', mode: 'navigate' }],
  ['another origin', 'https://elsewhere.example/assets/app-11111111.js', { mode: 'cors' }],
])('%s bypasses the worker', async (_name, path, about) => {
  const worker = start({})
  await worker.install()
  expect(await worker.ask(path, about)).toBeNull()
})

test('online, a page is what the server sends, and it is not kept', async () => {
  const worker = start({ '/bbs/FORUM': () => html('signed in') })
  await worker.install()
  expect(await (await worker.ask('/bbs/FORUM'))?.text()).toBe('signed in')
  expect(worker.caches.paths('stoa-shell-one')).toEqual(['/offline', '/offline.js', '/assets/app-11111111.js'])
  expect(await worker.caches.match('/bbs/FORUM')).toBeUndefined()
})

test('a slow page is waited for while the browser is online, and not while it is offline', async () => {
  vi.useFakeTimers()
  try {
    const worker = start({})
    await worker.install()
    let send = (_response: Response) => {}
    const request = Object.defineProperty(new Request(`${ORIGIN}/bbs/FORUM`), 'mode', { value: 'navigate' })
    const preloadResponse = new Promise<Response>((resolve) => {
      send = resolve
    })
    let isAnswered = false
    const online = worker.respond({ request, preloadResponse })?.then((response) => {
      isAnswered = true
      return response
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isAnswered).toBe(false)
    send(html('late'))
    expect(await (await online)?.text()).toBe('late')
    worker.network.isOnline = false
    const offline = worker.respond({ request, preloadResponse: new Promise(() => {}) })
    await vi.advanceTimersByTimeAsync(3000)
    expect(await (await offline)?.text()).toContain('Offline')
  } finally {
    vi.useRealTimers()
  }
})

test('a page on its way when the connection is lost is not waited for', async () => {
  vi.useFakeTimers()
  try {
    const worker = start({})
    await worker.install()
    const request = Object.defineProperty(new Request(`${ORIGIN}/bbs/FORUM`), 'mode', { value: 'navigate' })
    const response = worker.respond({ request, preloadResponse: new Promise(() => {}) })
    await vi.advanceTimersByTimeAsync(1000)
    worker.network.isOnline = false
    await vi.advanceTimersByTimeAsync(2000)
    expect(await (await response)?.text()).toContain('Offline')
  } finally {
    vi.useRealTimers()
  }
})

test('an error of the server is shown as it is', async () => {
  const worker = start({ '/bbs/FORUM': () => new Response('busy', { status: 503 }) })
  await worker.install()
  expect((await worker.ask('/bbs/FORUM'))?.status).toBe(503)
})

test('without the network every page is the offline page, with the pages read lately, the last one first', async () => {
  const worker = start({ [POST]: () => postPage('Benches &amp; trees'), '/bbs/FORUM/lamps': () => postPage('Lamps') })
  await worker.install()
  await worker.remember(POST)
  await worker.remember('/bbs/FORUM/lamps')
  worker.network.isUp = false
  const response = await worker.ask('/bbs/messages')
  expect(response?.status).toBe(200)
  expect(await response?.text()).toBe(
    `<title>Offline</title><ul><li><a href="/bbs/FORUM/lamps">Lamps</a></li><li><a href="${POST}">Benches &amp; trees</a></li></ul>`,
  )
})

test('a title can’t replace patterns of the offline page', async () => {
  const worker = start({ [POST]: () => postPage("$& $' $1") })
  await worker.install()
  await worker.remember(POST)
  worker.network.isUp = false
  expect(await (await worker.ask('/'))?.text()).toContain(`>$& $' $1</a>`)
})

test('a page read lately opens offline, with its policy, whatever its query', async () => {
  const worker = start({ [POST]: () => postPage() })
  await worker.install()
  await worker.remember(POST)
  worker.network.isUp = false
  const response = await worker.ask(`${POST}?sort=new`)
  expect(await response?.text()).toContain('<title>Benches</title>')
  expect(response?.headers.get('Content-Security-Policy')).toBe("default-src 'self'")
})

test('what is kept was asked for without credentials', async () => {
  const worker = start({ [POST]: () => postPage() })
  await worker.install()
  await worker.remember(POST)
  expect(worker.asked.length).toBeGreaterThan(3)
  for (const { init } of worker.asked) expect(init?.credentials).toBe('omit')
})

test.each([
  ['missing for visitors', () => new Response('', { status: 404, headers: { 'Content-Type': 'text/html' } })],
  ['not to be stored', () => postPage('Secret', []) && html('<title>Secret</title>', { 'Cache-Control': 'no-store' })],
  ['no page', () => script('Secret')],
])('a page that is %s is not kept, and a former copy goes', async (_name, now) => {
  const worker = start({ [POST]: () => postPage() })
  await worker.install()
  await worker.remember(POST)
  expect(worker.caches.paths('stoa-lately')).toEqual([POST])
  worker.network.pages[POST] = now
  await worker.remember(POST)
  expect(worker.caches.paths('stoa-lately')).toEqual([])
})

test('only pages of the forum can be kept', async () => {
  const worker = start({})
  for (const path of ['https://elsewhere.example/bbs/FORUM', '//elsewhere.example/', '/api/user/get'])
    await worker.remember(path)
  expect(worker.asked).toEqual([])
})

test('the last thirty pages are kept; reading one again makes it the last', async () => {
  const pages = Object.fromEntries(Array.from({ length: 32 }, (_, at) => [`/bbs/FORUM/${at}`, () => postPage()]))
  const worker = start(pages)
  for (let at = 0; at < 30; at += 1) await worker.remember(`/bbs/FORUM/${at}`)
  await worker.remember('/bbs/FORUM/0')
  await worker.remember('/bbs/FORUM/30')
  const kept = worker.caches.paths('stoa-lately')
  expect(kept).toHaveLength(30)
  expect([kept?.[0], kept?.at(-2), kept?.at(-1)]).toEqual(['/bbs/FORUM/2', '/bbs/FORUM/0', '/bbs/FORUM/30'])
})

test('signing out removes what was read, also what is on its way', async () => {
  const worker = start({ [POST]: () => postPage() })
  await worker.install()
  await worker.remember(POST)
  const onItsWay = worker.remember(POST)
  await worker.forget()
  await onItsWay
  expect(worker.caches.paths('stoa-lately') ?? []).toEqual([])
  expect(worker.caches.paths('stoa-shell-one')).toContain('/offline')
})

test('a hashed file comes from the cache, or is kept once it arrived', async () => {
  const worker = start({ '/assets/screen-22222222.js': () => script('screen') })
  await worker.install()
  worker.asked.length = 0
  const ask = (path: string) => worker.ask(path, { mode: 'cors' })
  expect(await (await ask('/assets/app-11111111.js'))?.text()).toBe('app')
  expect(worker.asked).toEqual([])
  expect(await (await ask('/assets/screen-22222222.js'))?.text()).toBe('screen')
  worker.network.isUp = false
  expect(await (await ask('/assets/screen-22222222.js'))?.text()).toBe('screen')
})

test('a missing hashed file stays missing, online and offline, and is never a page', async () => {
  const worker = start({})
  await worker.install()
  expect((await worker.ask('/assets/old-33333333.js', { mode: 'cors' }))?.status).toBe(404)
  worker.network.pages['/assets/old-33333333.js'] = () => html('a page')
  await worker.ask('/assets/old-33333333.js', { mode: 'cors' })
  expect(worker.caches.paths('stoa-shell-one')).not.toContain('/assets/old-33333333.js')
  worker.network.isUp = false
  await expect(worker.ask('/assets/old-33333333.js', { mode: 'cors' })).rejects.toThrow('Failed to fetch')
})

test('other files come from the network, and from the cache without one', async () => {
  const worker = start({})
  await worker.install()
  worker.network.pages['/offline.js'] = () => script('newer')
  expect(await (await worker.ask('/offline.js', { mode: 'no-cors' }))?.text()).toBe('newer')
  worker.network.isUp = false
  expect(await (await worker.ask('/offline.js', { mode: 'no-cors' }))?.text()).toBe('retry')
})

test('a build that isn’t complete is not installed, and the former one stays', async () => {
  const caches = fakeCaches()
  const former = start({}, { caches })
  await former.install()
  await former.activate()
  const files = ['/offline', '/assets/app-44444444.js']
  const next = start({}, { caches, version: 'two', files })
  await expect(next.install()).rejects.toThrow('/assets/app-44444444.js can’t be kept.')
  former.network.isUp = false
  expect(await (await former.ask('/'))?.text()).toContain('Offline')
  next.network.pages['/assets/app-44444444.js'] = () => html('a page instead')
  await expect(next.install()).rejects.toThrow()
})

test('a new build removes the former one’s files, except those of pages read lately', async () => {
  const caches = fakeCaches()
  const former = start({ [POST]: () => postPage(), '/assets/rare-55555555.js': () => script('rare') }, { caches })
  await former.install()
  await former.ask('/assets/rare-55555555.js', { mode: 'cors' })
  await former.remember(POST)
  const files = ['/offline', '/assets/app-44444444.js']
  const next = start({ '/assets/app-44444444.js': () => script('new app') }, { caches, version: 'two', files })
  await next.install()
  expect(await caches.keys()).toContain('stoa-shell-one')
  await next.activate()
  expect((await caches.keys()).sort()).toEqual(['stoa-lately', 'stoa-shell-two'])
  expect(caches.paths('stoa-shell-two')).toEqual([...files, '/assets/app-11111111.js'])
  next.network.isUp = false
  expect(await (await next.ask(POST))?.text()).toContain('/assets/app-11111111.js')
  expect(await (await next.ask('/assets/app-11111111.js', { mode: 'cors' }))?.text()).toBe('app')
})
