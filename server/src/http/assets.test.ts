import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assets } from './assets.ts'

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

test('a file with a hash in its name is kept for a year', async () => {
  const response = await fetch(url + FILE)
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await response.text()).toContain('one')
})

test.each([
  [{ range: 'bytes=9000-' }, 416, 'bytes */21'],
  [{ 'if-match': '"other"' }, 412, null],
])('a request for %j is refused, and the refusal is not kept', async (headers, status, range) => {
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
