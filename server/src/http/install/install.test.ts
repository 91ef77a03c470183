import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { requestAsHost } from '../../../test/request-as-host.ts'
import { loadPages } from '../pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-install-'))
for (const name of ['dist', 'dist-ssr', 'data/domains']) mkdirSync(join(folder, name), { recursive: true })
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#f00"/></svg>'
write('package.json', '{"type":"module"}')
write('dist/favicon.svg', MARK)
write('dist/logo.svg', MARK.replace('#f00', '#00f'))
write('dist/app-11111111.js', 'app')
write('dist/screens.json', '{"post/post-screen.tsx":["/assets/post-22222222.js"]}')
write(
  'dist/index.html',
  '<html lang="en" dir="ltr"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/assets/app-11111111.css"><!--stoa-head--><!--stoa-app--><!--stoa-state--><script src="/assets/app-11111111.js"></script>',
)
write('dist-ssr/service-worker.js', 'addEventListener("fetch", () => {})')
write(
  'dist-ssr/entry-server.js',
  `export const renderPage = async ({ config }) => ({ status: 200, root: '', head: '', body: '', state: JSON.stringify(config) })
   export const pageAddress = (path) => ({ path, isKnown: true })
   export const describeApp = ({ config }) => ({
     direction: 'ltr',
     accent: config.accent ?? '#0b5563',
     shortcuts: [{ name: 'Messages', url: '/bbs/messages' }],
     offline: { root: 'lang="en"', title: 'Offline · ' + config.domainDisplayName, body: '<b>STOA_LATELY</b>', logo: null },
   })`,
)
write(
  'data/config.json',
  JSON.stringify({ domainDisplayName: 'The Commons and more', accent: '#7d2a28', logoLink: '/logo.svg' }),
)
const domain = (name: string, config: object) =>
  write(`data/domains/${name}.json`, JSON.stringify({ origin: `http://${name}.example`, ...config }))
domain('garden', { defaultTokenName: 'GARDEN', domainDisplayName: 'Allotments', isSingleTokenDomain: true })
domain('lost', { domainDisplayName: 'Lost', logoLink: '/media/gone/logo.webp' })

let stoa: TestApp
let off: TestApp
beforeAll(async () => {
  const settings = { STOA_DATA: join(folder, 'data'), STOA_URL: 'http://forum.example', LOG_LEVEL: 'silent' }
  const pages = await loadPages(folder)
  stoa = await startTestApp(settings, { pages })
  off = await startTestApp({ ...settings, STOA_SERVICE_WORKER: 'off' }, { pages })
  const { communities } = stoa.app.services
  for (const [tokenName, title, about] of [
    ['FORUM', 'Commons', 'For the square.'],
    ['GARDEN', 'The garden club', 'For growers.'],
  ] as const)
    await communities.create({ tokenName, title, urlSlug: tokenName.toLowerCase(), about, creatorId: '' })
})
afterAll(async () => {
  await stoa.close()
  await off.close()
  rmSync(folder, { recursive: true })
})

/** Requests a path of a domain, as text and as bytes. */
async function get(path: string, { host = 'forum.example', app = stoa, method = 'GET' } = {}) {
  const { hostname, port } = new URL(app.url)
  const { request } = await import('node:http')
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer; text: string }>(
    (resolve, reject) => {
      const sent = request({ hostname, port, path, method, headers: { host } }, async (response) => {
        const bytes = Buffer.concat(await response.toArray())
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() })
      })
      sent.once('error', reject).end()
    },
  )
}

const manifestOf = async (host: string) => JSON.parse((await get('/manifest.webmanifest', { host })).text)

test('the manifest presents the domain with its name, color and default community’s description', async () => {
  const { headers } = await get('/manifest.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  const manifest = await manifestOf('forum.example')
  expect(manifest).toMatchObject({
    id: '/',
    start_url: '/',
    scope: '/',
    name: 'The Commons and more',
    short_name: 'The Commons',
    description: 'For the square.',
    display: 'standalone',
    lang: 'en',
    theme_color: '#7d2a28',
    shortcuts: [{ name: 'Messages', url: '/bbs/messages' }],
  })
  expect(manifest.screenshots.map((shot: { form_factor: string }) => shot.form_factor)).toEqual(['wide', 'narrow'])
})

test('a domain with a single community presents that community', async () => {
  expect(await manifestOf('garden.example')).toMatchObject({
    name: 'The garden club',
    description: 'For growers.',
    theme_color: '#0b5563',
  })
})

test('icons show the domain’s logo, in the sizes that the manifest says', async () => {
  const { icons } = await manifestOf('forum.example')
  expect(icons.map((icon: { sizes: string; purpose: string }) => `${icon.sizes} ${icon.purpose}`)).toEqual([
    '192x192 any',
    '192x192 maskable',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes, purpose } of icons) {
    const { headers, bytes } = await get(src)
    expect(headers['content-type']).toBe('image/png')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const { width, height } = await sharp(bytes).metadata()
    expect(`${width}x${height}`).toBe(sizes)
    const corner = await sharp(bytes).extract({ left: 0, top: 0, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
    const middle = await sharp(bytes).extract({ left: 90, top: 90, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
    expect([...middle]).toEqual([0, 0, 255])
    // Maskable ones have a margin that may be cut off.
    expect([...corner]).toEqual(purpose === 'maskable' ? [255, 255, 255] : [0, 0, 255])
  }
})

test('domains have icons of their own, at addresses that other domains don’t know', async () => {
  const [icon] = (await manifestOf('forum.example')).icons
  const [other] = (await manifestOf('garden.example')).icons
  expect(other.src).not.toBe(icon.src)
  expect((await get(icon.src, { host: 'garden.example' })).status).toBe(404)
  expect((await get(icon.src.replace('192', '193'))).status).toBe(404)
})

test('Stoa’s mark has a monochrome icon, and stands for a logo that can’t be drawn, for an hour', async () => {
  const { icons } = await manifestOf('garden.example')
  expect(icons.at(-1)).toMatchObject({ purpose: 'monochrome' })
  expect((await get(icons.at(-1).src, { host: 'garden.example' })).status).toBe(200)
  const [lost] = (await manifestOf('lost.example')).icons
  const { status, headers, bytes } = await get(lost.src, { host: 'lost.example' })
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=3600'])
  const pixel = await sharp(bytes).extract({ left: 90, top: 90, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  expect([...pixel]).toEqual([255, 0, 0])
})

test('phones that ignore the manifest find an icon without transparency', async () => {
  const { bytes } = await get('/apple-touch-icon.png')
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 180, height: 180, hasAlpha: false })
})

test('the worker is checked at each visit, covers the whole forum, and reaches nothing else', async () => {
  const { status, headers, text } = await get('/sw.js')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
    'service-worker-allowed': '/',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  })
  expect(text).toContain('addEventListener("fetch"')
  const { version, files } = JSON.parse(/^self\.stoaBuild=(.*)$/m.exec(text)?.[1] ?? '')
  expect(files).toEqual([
    '/offline',
    '/before-paint.js',
    '/offline.js',
    '/assets/app-11111111.css',
    '/assets/app-11111111.js',
    '/assets/post-22222222.js',
  ])
  expect((await get('/sw.js', { host: 'garden.example' })).text).not.toContain(version)
  expect((await get('/sw.js', { method: 'POST' })).status).toBe(405)
})

test('the offline page is the domain’s, with the policy of pages, and not for search engines', async () => {
  const { headers, text } = await get('/offline', { host: 'garden.example' })
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-security-policy']).toContain("worker-src 'self'")
  expect(headers['content-security-policy']).toContain("manifest-src 'self'")
  expect(text).toContain('<title>Offline · Allotments</title>')
  expect(text).toContain('<link rel="stylesheet" crossorigin href="/assets/app-11111111.css">')
  expect(text).toContain('noindex')
  expect(text).not.toContain('app-11111111.js')
})

test('switched off, the worker removes its caches and itself, reloads nothing, and pages register none', async () => {
  const { headers, text } = await get('/sw.js', { app: off })
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'service-worker-allowed': '/' })
  const deleted: string[] = []
  const events: Record<string, (event: { waitUntil(work: Promise<unknown>): void }) => void> = {}
  const done: string[] = []
  const run = new Function('addEventListener', 'skipWaiting', 'caches', 'registration', text)
  run(
    (name: string, listener: () => void) => {
      events[name] = listener
    },
    () => done.push('skip waiting'),
    {
      keys: async () => ['stoa-shell-1', 'stoa-lately', 'another'],
      delete: async (name: string) => deleted.push(name),
    },
    { unregister: async () => done.push('unregistered') },
  )
  expect(Object.keys(events)).toEqual(['install', 'activate'])
  events.install?.({ waitUntil: () => {} })
  let activation: Promise<unknown> = Promise.resolve()
  events.activate?.({
    waitUntil: (work) => {
      activation = work
    },
  })
  await activation
  expect([deleted, done]).toEqual([
    ['stoa-shell-1', 'stoa-lately'],
    ['skip waiting', 'unregistered'],
  ])
  const page = await requestAsHost(off, '/', { headers: { host: 'forum.example' } })
  expect(JSON.stringify(page)).toContain('withoutWorker')
})

test('settings other than on and off are refused', async () => {
  const { readConfig } = await import('../../config.ts')
  expect(() => readConfig({ STOA_SERVICE_WORKER: 'no', STOA_SECRET: 'x'.repeat(40) })).toThrow('STOA_SERVICE_WORKER')
})
