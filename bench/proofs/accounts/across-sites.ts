import type { CallName } from '@stoa/contract'
import { type Call, calls } from '@stoa/contract/schemas'
import { type Attack, tryAll } from '../../support/attack.ts'
import { member } from '../../support/member.ts'
import { startStoa } from '../../support/server-process.ts'

/** How another site's page can make a browser send a request with the forum's cookies. */
const WAYS: { what: string; headers: Record<string, string>; body: string }[] = [
  ...['https://evil.example', 'http://evil.example:3000', 'null', ''].flatMap((origin) => [
    { what: `fetch from ${origin || 'nowhere'}`, headers: { origin, 'content-type': 'application/json' }, body: '{}' },
    {
      what: `text form from ${origin || 'nowhere'}`,
      headers: { origin, 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' },
      body: '{}',
    },
  ]),
  ...['cross-site', 'same-site'].flatMap((site) => [
    {
      what: `${site} without an origin`,
      headers: { 'sec-fetch-site': site, 'content-type': 'application/json' },
      body: '{}',
    },
    {
      what: `${site} form`,
      headers: { 'sec-fetch-site': site, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'everywhere=true',
    },
    {
      what: `${site} upload`,
      headers: { 'sec-fetch-site': site, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--',
    },
  ]),
]

/**
 * Requests from other sites' pages to every call that takes the forum's cookies: none may be accepted or change the
 * session.
 */
export async function attackAcrossSites(): Promise<Attack[]> {
  const server = await startStoa({ LOG_LEVEL: 'fatal' })
  await member(server.url, { username: 'cookie_owner' })
  const cookie = await signIn(server.url)
  const taking = (Object.entries(calls) as [CallName, Call][]).filter(
    ([, call]) => call.cookie && call.method === 'POST',
  )
  const all = taking.flatMap(([name, { path }]) => WAYS.map((variant) => ({ ...variant, name, path })))
  const attack = await tryAll(
    'requests from other sites to calls with a cookie',
    all,
    async ({ what, name, path, ...requestOptions }) => {
      const { headers, body } = requestOptions
      const response = await fetch(`${server.url}/api${path}`, {
        method: 'POST',
        headers: { ...headers, cookie },
        body,
      })
      const { code } = (await response.json()) as { code?: string }
      const isRefused = code === 'CSRF_REFUSED' && response.headers.getSetCookie().length === 0
      return isRefused ? null : `${name}: ${what} returned ${response.status} ${code}`
    },
  )
  const refreshed = await fetch(`${server.url}/api/auth/refresh`, {
    method: 'POST',
    headers: { origin: server.url, 'content-type': 'application/json', cookie },
    body: '{}',
  })
  await refreshed.arrayBuffer()
  await server.stop()
  if (!refreshed.ok) attack.successes.push('the session has ended or its refresh token is invalid')
  return [attack]
}

/** The cookies of a signed-in browser. */
async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/signIn`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'cookie_owner', password: 'Bench-Passw0rd' }),
  })
  await response.arrayBuffer()
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
