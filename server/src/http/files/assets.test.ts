import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { assets, keepEmbedFiles } from './assets.ts'

const FILE = '/app-0123abcd.js'
let folder: string
let server: Server
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stoa-assets-'))
  writeFileSync(join(folder, FILE), 'export const one = 1\n')
  server = createServer(express().use(assets(folder)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

test('a file with a hash in its name is cached for a year', async () => {
  const response = await fetch(url + FILE)
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await response.text()).toContain('one')
})

test.each([
  [{ range: 'bytes=9000-' }, 416, 'bytes */21'],
  [{ 'if-match': '"other"' }, 412, null],
])('a request for %j is refused, and the refusal is not cached', async (headers, status, range) => {
  const response = await fetch(url + FILE, { headers })
  expect(response.status).toBe(status)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-range')).toBe(range)
  expect(response.headers.get('etag')).toBeNull()
})

test('nothing outside the folder is served', async () => {
  for (const path of ['/..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/%00']) {
    expect((await fetch(url + path)).status).toBe(404)
  }
})

let root: string
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), 'stoa-embed-'))))
afterEach(() => rm(root, { recursive: true, force: true }))

/** Builds a widget: a loader and one part whose name and content change with each build. */
async function build(name: string): Promise<string> {
  const folder = join(root, name)
  await mkdir(folder)
  await writeFile(join(folder, 'embed.js'), `import('./thread-${name}.js')`)
  await writeFile(join(folder, `thread-${name}.js`), `export const build = '${name}'`)
  return folder
}

test('a page opened before an upgrade can still load parts of its own build', async () => {
  const kept = join(root, 'kept')
  const [former, current] = [await build('former00'), await build('current0')]
  await keepEmbedFiles({ folder: former, formerFolder: kept, now: Date.now() })
  await keepEmbedFiles({ folder: current, formerFolder: kept, now: Date.now() })
  const stoa = await startTestApp({}, { embedFolder: current, formerEmbedFolder: kept })
  try {
    for (const name of ['former00', 'current0']) {
      const response = await fetch(`${stoa.url}/thread-${name}.js`)
      expect([response.status, await response.text()]).toEqual([200, `export const build = '${name}'`])
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    }
    expect((await fetch(`${stoa.url}/thread-unknown0.js`)).status).toBe(404)
  } finally {
    await stoa.close()
  }
})

test('the loader and its parts are also served at retry addresses', async () => {
  const stoa = await startTestApp({}, { embedFolder: await build('current0') })
  try {
    for (const path of ['/embed-0/embed.js', '/embed-12/thread-current0.js']) {
      const response = await fetch(stoa.url + path)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/javascript; charset=utf-8',
      ])
    }
    for (const path of ['/embed-x/embed.js', '/embed-1/../embed-2/embed.js/x', '/embed-1/%2e%2e/secret']) {
      expect((await fetch(stoa.url + path)).status, path).toBe(404)
    }
  } finally {
    await stoa.close()
  }
})

test('files of a former build are removed thirty days after it was replaced', async () => {
  const kept = join(root, 'kept')
  const [former, current] = [await build('former00'), await build('current0')]
  const start = Date.UTC(2026, 0, 1)
  await keepEmbedFiles({ folder: former, formerFolder: kept, now: start })
  const replaced = start + 100 * DAY_MS
  await keepEmbedFiles({ folder: current, formerFolder: kept, now: replaced })
  await keepEmbedFiles({ folder: current, formerFolder: kept, now: replaced + 29 * DAY_MS })
  expect((await readdir(kept)).sort()).toEqual(['thread-current0.js', 'thread-former00.js'])
  await keepEmbedFiles({ folder: current, formerFolder: kept, now: replaced + 31 * DAY_MS })
  expect(await readdir(kept)).toEqual(['thread-current0.js'])
})

test('a rebuilt former build becomes current again', async () => {
  const kept = join(root, 'kept')
  const [former, current] = [await build('former00'), await build('current0')]
  const start = Date.UTC(2026, 0, 1)
  for (const [folder, day] of [
    [former, 0],
    [current, 1],
    [former, 2],
    [current, 60],
    [current, 80],
  ] as const) {
    await keepEmbedFiles({ folder, formerFolder: kept, now: start + day * DAY_MS })
  }
  expect((await readdir(kept)).sort()).toEqual(['thread-current0.js', 'thread-former00.js'])
})
