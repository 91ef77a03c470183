import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createOrigins } from './origins.ts'

const FORUM = 'https://forum.example'

const originsOf = (production: boolean) =>
  createOrigins({
    url: FORUM,
    tenants: { isOwnOrigin: (origin) => origin === FORUM },
    production,
    isRegistered: async () => false,
  })

/** The site that a request comes from; empty for the forum itself. */
function siteOf(headers: { host: string; origin?: string }, { production }: { production: boolean }): string {
  return originsOf(production).siteOf({ headers } as IncomingMessage)
}

test('in production only the public address is the forum itself', () => {
  const says = (host: string, origin: string) => siteOf({ host, origin }, { production: true })
  expect(says('forum.example', FORUM)).toBe('')
  for (const host of ['localhost:3000', '127.0.0.1:3000', 'evil.example'])
    expect(says(host, `http://${host}`)).toBe(`http://${host}`)
})

test('in development so are this machine’s names, but no other name that resolves to it', () => {
  const says = (host: string, origin: string) => siteOf({ host, origin }, { production: false })
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) expect(says(host, `http://${host}`)).toBe('')
  expect(says('localhost:3000', 'http://localhost:8080')).toBe('http://localhost:8080')
  // An attacker's name that resolves to this machine.
  expect(says('evil.example', 'http://evil.example')).toBe('http://evil.example')
  expect(says('localhost', 'null')).toBe('null')
})

test.each([
  [{ 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }, true],
  [{ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, true],
  [{ 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate', accept: 'text/html' }, false],
  [{ 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'no-cors', accept: 'text/html' }, false],
  [{ 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }, false],
  [{ 'sec-fetch-dest': '' }, false],
  [{}, false],
])('a request with %j may be redirected: %s', async (headers, may) => {
  const request = { headers } as unknown as IncomingMessage
  const checked = originsOf(true).check('authProviderStart', request)
  await (may
    ? expect(checked).resolves.toBeUndefined()
    : expect(checked).rejects.toMatchObject({ code: 'CSRF_REFUSED' }))
})
