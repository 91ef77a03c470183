import { type DomainSettings, PREVIEW_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { requestAsHost } from '../../../../test/request-as-host.ts'
import { shareWithVisitors } from '../../../http/cache/cached-response.ts'
import { createRouter } from '../../../http/express.ts'
import type { Pages } from '../../../http/pages.ts'

type Member = Awaited<ReturnType<TestApp['member']>>

/** Pages that show the name of their domain, and that visitors share. */
const pages: Pages = {
  address: (path) => ({ path: path.split('?')[0] ?? '', isKnown: true }),
  routes: ({ tenants }) =>
    createRouter().use((request, response) => {
      shareWithVisitors(response, [])
      response.set('Cache-Control', 'public, max-age=0').type('html')
      response.send(`${tenants.of(request).config.domainDisplayName} ${tenants.onlyCommunity(request)}`)
    }),
}

let stoa: TestApp
let admin: Member

beforeAll(async () => {
  stoa = await startTestApp({ STOA_URL: 'http://forum.example' }, { pages })
  const { domains, servedDomains, communities } = stoa.app.services
  await servedDomains.prepare()
  await domains.ensureDefaultCommunity()
  await communities.create({ tokenName: 'GARDEN', title: 'Garden', urlSlug: 'garden', about: '', creatorId: '' })
  admin = await stoa.member('chief', { networkAdmin: true })
})
afterAll(() => stoa.close())

const link = (name: string, number: number, by = admin) =>
  stoa.call('domainPreviewGet', { name, number }, { token: by.token })
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
const at = (host: string, path: string, cookie?: string) =>
  requestAsHost(stoa, path, { headers: { host, accept: 'text/html', ...(cookie && { cookie }) } })
const textAt = async (host: string, path: string, cookie?: string) => (await at(host, path, cookie)).body.html

let made = 0
/** A domain whose second version isn't published. */
async function draft(changes: Partial<DomainSettings>) {
  made += 1
  const name = `park-${made}`
  const host = `${name}.example`
  const { settings } = (await stoa.call('domainGet', { name: 'default' }, { token: admin.token })).body.payload.domain
  const { domainSettings } = stoa.app.services
  await domainSettings.create('operator', { name, host, settings }, { isProven: true })
  await domainSettings.save('operator', { name, baseVersion: 1, settings: { ...settings, ...changes } })
  return { name, host }
}

/** Follows a link; returns the cookie. */
async function enter(host: string, url: string): Promise<string> {
  const response = await at(host, pathOf(url))
  expect(response.status).toBe(303)
  return String(response.headers['set-cookie']).split(';')[0] ?? ''
}

test('a link shows the version to the browser that follows it, on every page, and to nobody else', async () => {
  const { name, host } = await draft({
    domainDisplayName: 'The Park',
    isSingleTokenDomain: true,
    defaultTokenName: 'GARDEN',
  })
  expect(await textAt(host, '/')).toBe('Stoa null')
  const { url } = (await link(name, 2)).body.payload
  const response = await at(host, `/bbs/GARDEN${pathOf(url).replace('/?', '?sort=new&')}`)
  expect(response.headers).toMatchObject({ location: '/bbs/GARDEN?sort=new', 'cache-control': 'no-store' })
  expect(String(response.headers['set-cookie'])).toMatch(
    /^stoa-preview=[\w-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const cookie = await enter(host, url)
  for (const path of ['/', '/bbs/GARDEN']) expect(await textAt(host, path, cookie)).toBe('The Park GARDEN')
  expect((await at(host, '/config.json', cookie)).body).toMatchObject({ domainDisplayName: 'The Park' })
  for (const path of ['/', '/bbs/GARDEN']) expect(await textAt(host, path)).toBe('Stoa null')
  expect((await at(host, '/config.json')).body).toMatchObject({ domainDisplayName: 'Stoa' })
})

test('nothing of it is cached or indexed', async () => {
  const { name, host } = await draft({ domainDisplayName: 'The Park' })
  const cookie = await enter(host, (await link(name, 2)).body.payload.url)
  for (const path of ['/', '/config.json', '/api/communities', '/api/communities?limit=0']) {
    const { headers } = await at(host, path, cookie)
    expect(headers, path).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect((await at(host, path)).headers, path).not.toHaveProperty('x-robots-tag')
  }
})

test('a token works on its own domain only, and only as it was sealed', async () => {
  const [one, other] = [await draft({ domainDisplayName: 'One' }), await draft({ domainDisplayName: 'Other' })]
  const { url } = (await link(one.name, 2)).body.payload
  const cookie = await enter(one.host, url)
  expect(await textAt(other.host, '/', cookie)).toBe('Stoa null')
  expect((await at(other.host, pathOf(url))).status).toBe(410)
  expect(await textAt(one.host, '/', `${cookie}x`.replace('=', '=A'))).toBe('Stoa null')
  expect((await at(one.host, '/?preview=nonsense')).status).toBe(410)
})

test('a redirect never leads to another host', async () => {
  const { name, host } = await draft({ domainDisplayName: 'The Park' })
  const { url } = (await link(name, 2)).body.payload
  for (const path of ['//elsewhere.example/x', '/\\elsewhere.example/x'])
    expect((await at(host, `${path}${pathOf(url).slice(1)}`)).headers.location).toBe('/elsewhere.example/x')
})

test('writes follow the settings in force', async () => {
  const { name, host } = await draft({ signInProviders: ['passkey'] })
  const cookie = await enter(host, (await link(name, 2)).body.payload.url)
  const headers = { host, cookie, 'content-type': 'application/json', origin: `http://${host}` }
  const requestBody = JSON.stringify({ login: 'nobody', password: 'Wrong-password-1' })
  const { body } = await requestAsHost(stoa, '/api/auth/signIn', { headers, requestBody })
  expect(body.code).toBe('INVALID_CREDENTIALS')
})

test('only who may publish a version gets a link to it', async () => {
  const { name } = await draft({ domainDisplayName: 'The Park' })
  const own = await stoa.member('own_admin')
  await stoa.app.services.accounts.setDomainAdmin('own_admin', name)
  expect((await link(name, 2, own)).status).toBe(200)
  expect((await link('default', 1, own)).body.code).toBe('FORBIDDEN')
  expect((await link(name, 2, await stoa.member('someone'))).body.code).toBe('FORBIDDEN')
  expect((await link(name, 99)).body.code).toBe('VALIDATION_FAILED')
})

test('a domain without a proven host has no preview', async () => {
  const { settings } = (await stoa.call('domainGet', { name: 'default' }, { token: admin.token })).body.payload.domain
  await stoa.app.services.domainSettings.create('operator', { name: 'unproven', host: 'unproven.example', settings })
  expect((await link('unproven', 1)).body.code).toBe('HOST_UNPROVEN')
})

test('leaving ends it, and so does time', async () => {
  const { name, host } = await draft({ domainDisplayName: 'The Park' })
  const { url } = (await link(name, 2)).body.payload
  const cookie = await enter(host, url)
  const left = await at(host, '/?preview=off', cookie)
  expect(left.headers.location).toBe('/')
  expect(String(left.headers['set-cookie'])).toMatch(/^stoa-preview=; Max-Age=0;/)
  stoa.clock.advance(PREVIEW_MS)
  expect(await textAt(host, '/', cookie)).toBe('Stoa null')
  expect((await at(host, pathOf(url))).status).toBe(410)
})
