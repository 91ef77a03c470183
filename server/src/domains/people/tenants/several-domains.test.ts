import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { requestAsHost } from '../../../../test/request-as-host.ts'
import { startTokenIssuer, type TokenIssuer } from '../../../../test/token-issuer.ts'
import { readDomainFiles } from './domain-config.ts'

const data = mkdtempSync(join(tmpdir(), 'stoa-domains-'))
mkdirSync(join(data, 'domains'))
const write = (name: string, config: unknown) => writeFileSync(join(data, 'domains', name), JSON.stringify(config))
write('garden.json', {
  origin: 'http://garden.example',
  defaultTokenName: 'GARDEN',
  domainDisplayName: 'The Allotments',
  isSingleTokenDomain: true,
})
let issuer: TokenIssuer
let direct: TestApp
/** Behind a proxy that passes on any host its client sends. */
let proxied: TestApp
/** Behind a proxy that sets `X-Forwarded-Host` itself. */
let renamed: TestApp

beforeAll(async () => {
  issuer = await startTokenIssuer()
  const secrets = { clientId: 'the-forum', clientSecret: 'secret' }
  writeFileSync(
    join(data, 'providers.json'),
    JSON.stringify({ small: { ...secrets, issuer: issuer.issuer, name: 'Small' } }),
  )
  const settings = { STOA_DATA: data, STOA_URL: 'http://forum.example' }
  direct = await startTestApp(settings)
  proxied = await startTestApp({ ...settings, STOA_TRUSTED_PROXIES: 'loopback' })
  renamed = await startTestApp({ ...settings, STOA_FORWARDED_HOST_PROXIES: '127.0.0.1' })
  for (const stoa of [direct, proxied, renamed]) {
    await stoa.app.services.domains.ensureDefaultCommunity()
    const ada = await stoa.member('ada_demo', { join: ['FORUM', 'GARDEN'] })
    for (const tokenName of ['FORUM', 'GARDEN']) {
      const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: tokenName } }] })
      await stoa.call('postCreate', { tokenName, title: 'One name', postContent }, { token: ada.token })
    }
  }
})
afterAll(async () => {
  await direct.close()
  await proxied.close()
  await renamed.close()
  await issuer.close()
  rmSync(data, { recursive: true })
})

const get = (stoa: TestApp, path: string, headers: IncomingHttpHeaders) => requestAsHost(stoa, path, { headers })

const nameOf = async (stoa: TestApp, headers: IncomingHttpHeaders) =>
  (await get(stoa, '/config.json', headers)).body.domainDisplayName

test('the Host header selects the domain; other hosts get the default one’s files', async () => {
  expect(await nameOf(direct, { host: 'garden.example' })).toBe('The Allotments')
  expect(await nameOf(direct, { host: 'GARDEN.example' })).toBe('The Allotments')
  expect(await nameOf(direct, { host: 'forum.example' })).toBe('Stoa')
  expect(await nameOf(direct, { host: 'nobody.example' })).toBe('Stoa')
})

test('pages and calls for unknown hosts are refused, and say why; health checks and known hosts with any port are not', async () => {
  const statusFor = async (path: string, host: string) => (await get(direct, path, { host })).status
  for (const host of ['nobody.example', 'forum.example.nobody.example', '192.0.2.7:3000'])
    expect([await statusFor('/', host), await statusFor('/api/communities', host)]).toEqual([421, 421])
  for (const host of ['forum.example', 'Garden.example:8443', 'localhost', '127.0.0.1:3000'])
    expect([host, await statusFor('/api/communities', host)]).toEqual([host, 200])
  expect(await statusFor('/readyz', '10.0.0.1')).toBe(200)
  const refused = await get(direct, '/api/communities', { host: 'nobody.example' })
  expect(refused.body).toMatchObject({ status: 'error', code: 'UNKNOWN_HOST' })
  const page = await get(direct, '/', { host: '<b>.example', accept: 'text/html' })
  expect(page.status).toBe(421)
  expect(page.body.html).toMatch(/“b\.example”.*STOA_URL/)
})

test('a forwarded host is only accepted from a trusted proxy that sets it, never from a client', async () => {
  const forwarded = { host: 'forum.example', 'x-forwarded-host': 'garden.example' }
  expect(await nameOf(direct, forwarded)).toBe('Stoa')
  expect(await nameOf(proxied, forwarded)).toBe('Stoa')
  expect(await nameOf(renamed, forwarded)).toBe('The Allotments')
  expect(await nameOf(direct, { host: 'forum.example', origin: 'http://garden.example' })).toBe('Stoa')
})

/**
 * The headers that the documented nginx block forwards for a client's headers. Headers set to an empty value are
 * dropped.
 */
function throughNginx(sent: Record<string, string>): IncomingHttpHeaders {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/operating.md'), 'utf8')
  const block = /```nginx\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const variables: Record<string, string> = {
    $host: sent.host ?? '',
    $proxy_add_x_forwarded_for: [sent['x-forwarded-for'], '127.0.0.1'].filter(Boolean).join(', '),
    $http_upgrade: '',
    $connection_upgrade: '',
    '""': '',
  }
  const headers: IncomingHttpHeaders = { ...sent }
  for (const [, name = '', value = ''] of block.matchAll(/proxy_set_header (\S+) (\S+);/g)) {
    const given = variables[value]
    if (given === undefined) throw new Error(`The test does not know ${value}.`)
    if (given === '') delete headers[name.toLowerCase()]
    else headers[name.toLowerCase()] = given
  }
  return headers
}

test('behind the documented nginx block a client gets its host’s domain, whatever else it sends', async () => {
  for (const stoa of [proxied, renamed])
    for (const [host, name, other] of [
      ['forum.example', 'Stoa', 'garden.example'],
      ['garden.example', 'The Allotments', 'forum.example'],
    ] as const) {
      const headers = throughNginx({ host, 'x-forwarded-host': other, forwarded: `host=${other}` })
      expect(await nameOf(stoa, headers)).toBe(name)
    }
})

test('a slug without a community belongs to the domain, also from the cache', async () => {
  const tokenOf = async (host: string) => {
    const { body } = await get(direct, '/api/posts/one-name', { host })
    return (body.payload as { post: { tokenName: string } }).post.tokenName
  }
  for (const _ of [1, 2]) {
    expect(await tokenOf('forum.example')).toBe('FORUM')
    expect(await tokenOf('garden.example')).toBe('GARDEN')
  }
})

test('with one community, lists are of that one', async () => {
  const tokensOf = async (host: string) => {
    const { body } = await get(direct, '/api/posts', { host })
    return (body.payload as { items: { tokenName: string }[] }).items.map(({ tokenName }) => tokenName).sort()
  }
  expect(await tokensOf('forum.example')).toEqual(['FORUM', 'GARDEN'])
  expect(await tokensOf('garden.example')).toEqual(['GARDEN'])
})

test('a request from one domain’s page to another is cross-origin', async () => {
  const refresh = async (host: string, origin: string) => {
    const headers = { host, origin, 'content-type': 'application/json' }
    return (await requestAsHost(direct, '/api/auth/refresh', { headers, requestBody: '{}' })).body.code
  }
  expect(await refresh('garden.example', 'http://garden.example')).toBe('REFRESH_INVALID')
  expect(await refresh('forum.example', 'http://forum.example')).toBe('REFRESH_INVALID')
  expect(await refresh('forum.example', 'http://garden.example')).toBe('CSRF_REFUSED')
  expect(await refresh('garden.example', 'http://forum.example')).toBe('CSRF_REFUSED')
})

test('a provider sign-in started on one domain can only be finished there', async () => {
  const start = await get(direct, '/api/auth/provider/small/start', { host: 'forum.example', accept: 'text/html' })
  const cookie = start.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const sent = await fetch(start.headers.location ?? '', { redirect: 'manual' })
  const { pathname, search } = new URL(sent.headers.get('location') ?? '')
  const back = async (host: string) =>
    (await get(direct, pathname + search, { host, cookie, accept: 'text/html' })).headers.location
  expect(await back('garden.example')).toBe('/bbs/login?next=%2F&error=PROVIDER_FAILED')
  expect(await back('forum.example')).toBe('/')
})

test('a proof of work without an Origin header is for the domain’s own pages', async () => {
  const post = (path: string, sent: object) =>
    requestAsHost(direct, path, {
      headers: { host: 'garden.example', 'content-type': 'application/json' },
      requestBody: JSON.stringify(sent),
    })
  const prove = async (origin: string) => {
    const challenge = (await post('/api/app-check/challenge', {})).body.payload as Record<string, string>
    const { maxnumber, ...parts } = challenge
    let number = 0
    const hash = () => createHash('sha256').update(`${parts.salt}${number}`).digest('hex')
    while (hash() !== parts.challenge && number < Number(maxnumber)) number += 1
    return (await post('/api/app-check/token', { solution: btoa(JSON.stringify({ ...parts, number })), origin })).status
  }
  expect([await prove('http://garden.example'), await prove('http://forum.example')]).toEqual([200, 403])
})

test('all problems of all files are reported at once', () => {
  write('a.json', { origin: 'https://other.example/path', defaultTokenName: 'no' })
  write('b.json', { defaultTokenName: 'OTHER' })
  write('c.json', { origin: 'http://garden.example' })
  write('d.json', { origin: 'https://secure.example' })
  const problems = [
    'domains/a.json in the data folder has problems:\n- defaultTokenName: .*\n- origin: must be an origin',
    'domains/b.json in the data folder has problems:\n- origin: ',
    'domains/garden.json: origin: another domain is there',
    'domains/d.json: origin: must begin with http://, as STOA_URL',
  ]
  for (const problem of problems) {
    expect(() => readDomainFiles(data, 'http://forum.example')).toThrow(new RegExp(problem))
  }
})

test('live connections to a host that isn’t served are refused, by polling and by web socket', async () => {
  const path = '/socket.io/?EIO=4&transport='
  const polled = await requestAsHost(direct, `${path}polling`, { headers: { host: 'unknown.example' } })
  expect([polled.status, polled.body.code]).toEqual([421, 'UNKNOWN_HOST'])
  const upgrade = async (host: string) => {
    const headers = {
      ...{ host, connection: 'Upgrade', upgrade: 'websocket' },
      ...{ 'sec-websocket-version': '13', 'sec-websocket-key': Buffer.alloc(16).toString('base64') },
    }
    const sent = request(`${direct.url}${path}websocket`, { headers }).end()
    const [response] = await Promise.race([once(sent, 'response'), once(sent, 'upgrade')])
    sent.destroy()
    return response.statusCode
  }
  const served = new URL(direct.url).host
  expect([await upgrade('unknown.example'), await upgrade(served)]).toEqual([421, 101])
})
