import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import type { Domain } from '../domains/domains/domain-config.ts'
import { createOrigins } from './origins.ts'

const FORUM = 'https://forum.example'

/** The site that a request comes from: empty for the forum itself. */
function siteOf(headers: { host: string; origin?: string }, { production }: { production: boolean }): string {
  const origins = createOrigins({
    url: FORUM,
    requestDomains: { of: () => ({ origin: FORUM }) as Domain },
    production,
    isRegistered: async () => false,
  })
  return origins.siteOf({ headers } as IncomingMessage)
}

test('in production the forum is itself by its public address alone', () => {
  const says = (host: string, origin: string) => siteOf({ host, origin }, { production: true })
  expect(says('forum.example', FORUM)).toBe('')
  for (const host of ['localhost:3000', '127.0.0.1:3000', 'evil.example'])
    expect(says(host, `http://${host}`)).toBe(`http://${host}`)
})

test('elsewhere it is so by the names of this machine, too, and by no name that somebody gives it', () => {
  const says = (host: string, origin: string) => siteOf({ host, origin }, { production: false })
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) expect(says(host, `http://${host}`)).toBe('')
  expect(says('localhost:3000', 'http://localhost:8080')).toBe('http://localhost:8080')
  // A name of the attacker's that leads to this machine.
  expect(says('evil.example', 'http://evil.example')).toBe('http://evil.example')
  expect(says('localhost', 'null')).toBe('null')
})
