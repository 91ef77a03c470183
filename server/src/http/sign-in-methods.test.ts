import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallName } from '@stoa/contract'
import { type Call, calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'

const secrets = { clientId: 'the-forum', clientSecret: 'a secret' }
const data = mkdtempSync(join(tmpdir(), 'stoa-methods-'))
writeFileSync(join(data, 'providers.json'), JSON.stringify({ google: secrets, github: secrets }))
writeFileSync(join(data, 'config.json'), JSON.stringify({ signInProviders: ['github'] }))
let stoa: TestApp

beforeAll(async () => {
  stoa = await startTestApp({ STOA_DATA: data })
})
afterAll(async () => {
  await stoa.close()
  rmSync(data, { recursive: true })
})

const callsWithMethod = (Object.entries(calls) as [CallName, Call][]).filter(([, { signInMethod }]) => signInMethod)

test.each(callsWithMethod)('%s is refused if its sign-in method is not offered', async (_name, { path }) => {
  const response = await fetch(`${stoa.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([403, 'METHOD_UNAVAILABLE'])
})

test('providers that are configured but not offered don’t redirect', async () => {
  const start = (id: string) =>
    fetch(`${stoa.url}/api/auth/provider/${id}/start`, { redirect: 'manual', headers: { accept: 'text/html' } })
  expect((await start('google')).headers.get('location')).toBe('/bbs/login?next=%2F&error=METHOD_UNAVAILABLE')
  expect((await start('github')).headers.get('location')).toContain('https://github.com/')
})

test('browsers get the offered methods and no secret', async () => {
  const text = await (await fetch(`${stoa.url}/config.json`)).text()
  expect(JSON.parse(text)).toMatchObject({
    signInProviders: ['github'],
    providerNames: { github: 'GitHub' },
  })
  expect(text).not.toContain('a secret')
})
