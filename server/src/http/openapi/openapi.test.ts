import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isWrite } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { seedCommunity } from '../../../test/seed-community.ts'
import { picture } from '../../../test/uploads.ts'
import type { OpenApiDocument, Parameter, Reference, Response } from './description.ts'

let stoa: TestApp
let document: OpenApiDocument
beforeAll(async () => {
  stoa = await startTestApp()
  document = (await (await fetch(`${stoa.url}/api/openapi.json`)).json()) as OpenApiDocument
})
afterAll(() => stoa.close())

/** The item, with references resolved. */
function found<Item extends object>(item: Item | Reference | undefined): Item | undefined {
  if (!item || !('$ref' in item)) return item
  const path = item.$ref.split('/').slice(1)
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Item
}
const parametersOf = (path: string, method: string) =>
  (document.paths[path]?.[method]?.parameters ?? []).flatMap((item) => found<Parameter>(item) ?? [])
const responseOf = (path: string, { method, status }: { method: string; status: string }) =>
  found<Response>(document.paths[path]?.[method]?.responses[status])

test('every call is described under its method and path', () => {
  expect(document.openapi).toBe('3.1.0')
  for (const [name, { method, path }] of Object.entries(calls)) {
    expect(document.paths[path]?.[method.toLowerCase()]?.operationId).toBe(name)
  }
})

test('path parameters, query and body are distinguished', () => {
  const members = parametersOf('/communities/{tokenName}/members', 'get')
  expect(members.map((item) => [item.name, item.in, item.required])).toEqual([
    ['tokenName', 'path', true],
    ['type', 'query', false],
    ['query', 'query', false],
    ['userId', 'query', false],
    ['limit', 'query', false],
    ['cursor', 'query', false],
    ['If-None-Match', 'header', false],
  ])
  const create = document.paths['/comment/create']?.post
  const body = create?.requestBody?.content['application/json']?.schema
  expect(Object.keys(body?.properties ?? {})).toContain('content')
  expect(body?.required).toEqual(['tokenName', 'content'])
  expect(create?.security).toEqual([{ accessToken: [] }, { apiKey: ['write'] }])
  expect(responseOf('/comment/create', { method: 'post', status: '403' })?.description).toContain(
    'BANNED: You were banned',
  )
})

test('exactly the writes take an idempotency key', () => {
  for (const call of Object.values(calls)) {
    const method = call.method.toLowerCase()
    const takes = parametersOf(call.path, method).some(({ name }) => name === 'Idempotency-Key')
    expect([call.path, takes]).toEqual([call.path, isWrite(call)])
    expect(
      responseOf(call.path, { method, status: '409' })?.description.includes('IDEMPOTENCY_MISMATCH') ?? false,
    ).toBe(isWrite(call))
  }
})

test('responses of a call’s gates are described too', () => {
  const answered = (path: string, method: string) =>
    Object.values(document.paths[path]?.[method]?.responses ?? {})
      .flatMap((item) => found<Response>(item) ?? [])
      .flatMap(({ description }) => [...description.matchAll(/^([A-Z_]+): /gm)])
      .map(([, code]) => code)
  expect(answered('/post/view', 'post')).toEqual(
    expect.arrayContaining(['TOKEN_EXPIRED', 'SITE_BOUND', 'ORIGIN_NOT_REGISTERED', 'ACTOR_MISMATCH']),
  )
  expect(answered('/posts', 'get')).toEqual(expect.arrayContaining(['AUTH_REQUIRED', 'TOKEN_EXPIRED', 'SITE_BOUND']))
  expect(answered('/communities', 'get').sort()).toEqual([
    'CSRF_REFUSED',
    'CURSOR_INVALID',
    'INTERNAL',
    'RATE_LIMITED',
    'UNAVAILABLE',
    'VALIDATION_FAILED',
  ])
  expect(answered('/auth/refresh', 'post')).toContain('CSRF_REFUSED')
})

test('a call that responds with HTML says so, and that its errors are JSON', () => {
  const contentOf = (status: string) => responseOf('/articles/fragment', { method: 'get', status })?.content ?? {}
  expect(Object.keys(contentOf('200'))).toEqual(['text/html'])
  expect(Object.keys(contentOf('403'))).toEqual(['application/json'])
})

test('the document is sent as finished bytes, which clients revalidate', async () => {
  const path = `${stoa.url}/api/openapi.json`
  const first = await fetch(path, { headers: { 'accept-encoding': 'br' } })
  expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br'])
  const etag = first.headers.get('etag') ?? ''
  const headers = { 'accept-encoding': 'br', 'if-none-match': etag }
  expect((await fetch(path, { headers })).status).toBe(304)
})

test('the page names every call, runs no script and loads nothing', async () => {
  const response = await fetch(`${stoa.url}/docs`)
  const html = await response.text()
  for (const name of Object.keys(calls)) expect(html).toContain(`id="${name}"`)
  expect(html).not.toMatch(/<script|<link|<img|\sstyle=|\son\w+=/)
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
})

test('uploads are described, with their headers', () => {
  const { post } = document.paths['/media/uploads'] ?? {}
  const { head, patch, delete: remove } = document.paths['/media/uploads/{id}'] ?? {}
  for (const operation of [post, head, patch, remove]) expect(operation?.security).toEqual([{ accessToken: [] }])
  const headersOf = (path: string, method: string) => parametersOf(path, method).map(({ name }) => name)
  expect(headersOf('/media/uploads', 'post')).toEqual(['Tus-Resumable', 'Upload-Length', 'Upload-Metadata'])
  expect(headersOf('/media/uploads/{id}', 'patch')).toEqual(['id', 'Tus-Resumable', 'Upload-Offset'])
  expect(responseOf('/media/uploads', { method: 'post', status: '201' })?.headers).toHaveProperty('Location')
})

test('the commands of the quick start work', async () => {
  await seedCommunity(stoa)
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/quick-start.md'), 'utf8')
  const commands = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('\n')
  const folder = mkdtempSync(join(tmpdir(), 'stoa-quick-start-'))
  writeFileSync(join(folder, 'picture.png'), await picture())
  // The forum's address stays what it is by default, while the test listens on any port.
  const running = commands.replace('origin\\":\\"$FORUM', 'origin\\":\\"http://localhost:3000')
  const script = `set -euo pipefail\n${running.replace('FORUM=http://localhost:3000', `FORUM=${stoa.url}`)}`
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, timeout: 100_000 })
  rmSync(folder, { recursive: true })
  expect(stdout).toContain('"content":"So have I."')
  const { items } = (await stoa.call('postList', { tokenName: 'FORUM' } as never)).body.payload
  expect(items).toMatchObject([{ title: 'A ladder', numComments: 2, contentImage: { url: expect.any(String) } }])
})
