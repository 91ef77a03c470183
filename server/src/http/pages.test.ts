import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express, { type RequestHandler } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { type Domain, readDomainFiles, servedFile } from '../domains/people/tenants/domain-config.ts'
import { NO_PROVIDERS } from '../domains/people/tenants/provider-config.ts'
import { createDomainRegistry } from '../domains/people/tenants/registry.ts'
import { createTenants } from '../domains/people/tenants/tenants.ts'
import { createLogger } from '../platform/logging/logger.ts'
import { createErrorReplies, errorHandler } from './errors.ts'
import { loadPages } from './pages.ts'

/** Serves pages rendered as given; returns a request function. */
async function servePages(
  rendered: object,
  change: (domain: Domain) => Domain = (domain) => domain,
  phase = async (): Promise<'guided' | 'open'> => 'open',
) {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-pages-'))
  for (const name of ['dist', 'dist-ssr']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(folder, 'dist/index.html'),
    '<html lang="en" dir="ltr"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><!--stoa-head--><!--stoa-app--><!--stoa-state-->',
  )
  writeFileSync(join(folder, 'dist/screens.json'), '{}')
  writeFileSync(join(folder, 'dist-ssr/service-worker.js'), '')
  const page = { root: '', head: '', body: '', state: '', ...rendered }
  writeFileSync(
    join(folder, 'dist-ssr/entry-server.js'),
    `export const renderPage = async ({ config }) => ({ ...${JSON.stringify(page)}, state: JSON.stringify(config) })
     export const describeApp = () => ({ direction: 'ltr', accent: '#0b5563', shortcuts: [], offline: { root: '', title: '', body: '', logo: null } })
     export const pageAddress = (path) => ({ path: path.split('?')[0], isKnown: path.startsWith('/bbs') })`,
  )
  const [file, ...others] = readDomainFiles(folder, 'https://forum.example')
  const served = (one: typeof file) => servedFile(one, { dataFolder: folder, providers: NO_PROVIDERS })
  const first = served(file)
  const pages = await loadPages(folder)
  const options = {
    tenants: createTenants({
      registry: createDomainRegistry([change(first), ...others.map(served)]),
      production: false,
      setsHost: () => false,
      communities: { require: () => Promise.reject(new Error('Nothing is looked up.')) },
    }),
    forumOrigin: first.origin,
    call: () => Promise.reject(new Error('Nothing is called.')),
    logger: createLogger('silent'),
    limit: ((_request, _response, next) => next()) satisfies RequestHandler,
    demo: null,
    hasWorker: true,
    storage: {
      size: () => Promise.reject(new Error('Nothing is stored.')),
      open: () => Promise.reject(new Error('Nothing is stored.')),
    },
    fileAccesses: { of: async () => null },
    pictures: { folder, fetch: () => Promise.reject(new Error('Nothing is fetched.')) },
    setup: { phase },
  }
  const server = createServer(
    express()
      .use(pages.routes(options))
      .use(errorHandler(createErrorReplies(options.logger))),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })
  const { port } = server.address() as AddressInfo
  return (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
}

test('redirects are not cached: a post may get its former name back', async () => {
  const ask = await servePages({ status: 301, location: '/there' })
  const response = await ask('/here')
  expect([response.status, response.headers.get('location')]).toEqual([301, '/there'])
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  const undecodable = await ask('/bbs/%')
  expect(undecodable.headers.get('location')).toBe('/there')
})

test('a form sent without JavaScript redirects to its page on this forum, unread', async () => {
  const ask = await servePages({ status: 200 })
  const body = new URLSearchParams({ username: 'ada', password: 'Corr3ct-horse' })
  const sent = await ask('/bbs/login?next=%2Fbbs%2Fpicker', { method: 'POST', body })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/bbs/login?next=%2Fbbs%2Fpicker'])
  expect(sent.headers.get('cache-control')).toBe('no-store')
  for (const away of ['//evil.example/', '/\\evil.example/']) {
    expect((await ask(away, { method: 'POST', body })).headers.get('location')).toBeNull()
  }
  const call = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  const refused = await ask('/bbs/login', call)
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('pages may contact Google only where one-tap sign-in is on, and never run its scripts', async () => {
  const rule = async (ask: (path: string) => Promise<Response>, name: string) =>
    new RegExp(`${name} ([^;]*)`).exec((await ask('/')).headers.get('content-security-policy') ?? '')?.[1]
  const plain = await servePages({ status: 200 })
  expect(await rule(plain, 'connect-src')).toBe("'self' wss://forum.example")
  const oneTap = await servePages({ status: 200 }, (domain) => ({
    ...domain,
    config: { ...domain.config, oneTapClientId: 'client' },
  }))
  expect(await rule(oneTap, 'connect-src')).toBe("'self' wss://forum.example https://accounts.google.com/gsi/")
  expect(await rule(oneTap, 'script-src')).toBe("'self'")
})

test('while the forum is being set up, pages know it and aren’t cached', async () => {
  let phase: 'guided' | 'open' = 'guided'
  const ask = await servePages({ status: 200 }, undefined, async () => phase)
  const closed = await ask('/')
  expect([closed.status, closed.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await closed.text()).toContain('"setup":"guided"')
  phase = 'open'
  const open = await ask('/')
  expect(open.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect(await open.text()).not.toContain('"setup"')
})

test('without a database the page itself says so', async () => {
  const ask = await servePages({ status: 200 }, undefined, () => Promise.reject(new Error('The database is away.')))
  expect(await (await ask('/')).text()).not.toContain('"setup"')
})
