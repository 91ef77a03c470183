import { communityPath, type DomainSettings, postPath } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { requestAsHost } from '../../test/request-as-host.ts'
import { threadLetter } from '../domains/account/notifications/mail-letters.ts'
import { IN_ENGLISH } from '../platform/languages/words.ts'
import { createRouter } from './express.ts'
import type { Pages } from './pages.ts'
import { mappedPath } from './url-mapping.ts'

type Member = Awaited<ReturnType<TestApp['member']>>

/** Pages that say which path they show, and how paths look there. */
const pages: Pages = {
  address: (path) => ({ path: path.split('?')[0] ?? '', isKnown: true }),
  routes: () =>
    createRouter().use(async (request, response) => {
      await new Promise(setImmediate)
      response.type('html').send(`${mappedPath(request, request.url)} links to ${communityPath('GARDEN')}`)
    }),
}

let stoa: TestApp
let admin: Member

beforeAll(async () => {
  stoa = await startTestApp({ STOA_URL: 'http://forum.example' }, { pages })
  const { domains, servedDomains, communities } = stoa.app.services
  await servedDomains.prepare()
  await domains.ensureDefaultCommunity()
  await communities.create({ tokenName: 'GARDEN', title: 'Garden', urlSlug: 'allotments', about: '', creatorId: '' })
  await communities.create({ tokenName: 'BOATS', title: 'Boats', urlSlug: 'boats', about: '', creatorId: '' })
  admin = await stoa.member('chief', { networkAdmin: true, join: ['GARDEN'] })
})
afterAll(() => stoa.close())

const get = (host: string, path: string) => requestAsHost(stoa, path, { headers: { host, accept: 'text/html' } })
const textAt = async (host: string, path: string) => (await get(host, path)).body.html
const goalAt = async (host: string, path: string) => {
  const { status, headers } = await get(host, path)
  return status === 308 ? headers.location : status
}

type UrlMapping = DomainSettings['urlMapping']
const settingsWith = async (urlMapping: UrlMapping) => {
  const { settings } = (await stoa.call('domainGet', { name: 'default' }, { token: admin.token })).body.payload.domain
  return { ...settings, urlMapping }
}

let made = 0
/** A domain with a mapping, and a function that publishes another one. */
async function newDomain(first: UrlMapping) {
  made += 1
  const name = `park-${made}`
  const host = `${name}.example`
  const { domainSettings } = stoa.app.services
  await domainSettings.create('operator', { name, host, settings: await settingsWith(first) }, { isProven: true })
  let version = 1
  return {
    name,
    host,
    async publish(next: UrlMapping) {
      await domainSettings.save('operator', { name, baseVersion: version, settings: await settingsWith(next) })
      version += 1
      await domainSettings.publish('operator', { name, version })
    },
  }
}
const GARDEN = { tokenName: 'GARDEN', basePath: '/forum', section: 'nature' }

test('a community is at its mapped address, and all paths of its domain lead there', async () => {
  const { host } = await newDomain([GARDEN])
  const home = '/forum/nature/allotments'
  expect(await textAt(host, home)).toBe(`${home} links to /forum/nature/GARDEN`)
  expect(await textAt(host, `${home}/community/a-post?sort=new`)).toContain(`${home}/community/a-post?sort=new`)
  expect(await goalAt(host, '/bbs/allotments/community/a-post?sort=new')).toBe(`${home}/community/a-post?sort=new`)
  expect(await goalAt(host, '/bbs/GARDEN/tab/about')).toBe(`${home}/tab/about`)
  expect(await textAt(host, '/bbs/BOATS/tab/about')).toBe('/bbs/BOATS/tab/about links to /forum/nature/GARDEN')
  expect(await textAt(host, '/bbs/picker')).toContain('/bbs/picker')
  // Other domains have the usual addresses.
  expect(await textAt('forum.example', '/bbs/GARDEN')).toBe('/bbs/GARDEN links to /bbs/GARDEN')
  expect(await textAt('forum.example', home)).toBe(`${home} links to /bbs/GARDEN`)
})

test('feeds, site maps and mails have mapped addresses', async () => {
  const { host, name } = await newDomain([GARDEN])
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Beans' } }] })
  const input = { tokenName: 'GARDEN', title: `Beans ${made}`, postContent }
  const { post } = (await stoa.call('postCreate', input, { token: admin.token })).body.payload
  const address = `http://${host}/forum/nature/allotments/community/${post.slugUrl}`
  expect(await textAt(host, '/forum/nature/allotments/feed.atom')).toContain(address)
  expect(await goalAt(host, '/bbs/allotments/feed.atom')).toBe('/forum/nature/allotments/feed.atom')
  const sitemapIndex = String(await textAt(host, '/sitemap.xml'))
  const maps = [...sitemapIndex.matchAll(/<loc>http:\/\/[^/]+([^<]+)<\/loc>/g)].map(([, path = '']) => path)
  const all = await Promise.all(maps.map((path) => textAt(host, path)))
  expect(all.join()).toContain(`${address}<`)
  expect(all.join()).toContain(`<loc>http://${host}/forum/nature/allotments</loc>`)
  const domain = stoa.app.services.domains.all.find((one) => one.name === name)
  const item = { kind: 'newPost', actors: [], community: post, post, comment: null, excerpt: '' } as unknown as never
  const letter = threadLetter(
    [{ item, post: post as never, origin: `http://${host}`, urlMapping: domain?.config.urlMapping ?? {} }],
    { hasMore: false, url: '', words: IN_ENGLISH },
  )
  expect(JSON.stringify(letter)).toContain(address)
  expect(postPath(post)).toBe(`/bbs/allotments/community/${post.slugUrl}`)
})

test('former addresses redirect, also after the mapping changed twice, and none in circles', async () => {
  const { host, publish } = await newDomain([GARDEN])
  await publish([{ tokenName: 'GARDEN', basePath: '/topics' }])
  const rest = '/community/a-post/comment/1?sort=old'
  for (const former of ['/forum/nature', '/bbs'])
    expect(await goalAt(host, `${former}/GARDEN${rest}`)).toBe(`/topics/allotments${rest}`)
  await publish([])
  for (const former of ['/forum/nature', '/topics'])
    expect(await goalAt(host, `${former}/allotments${rest}`)).toBe(`/bbs/allotments${rest}`)
  expect(await goalAt(host, `/bbs/allotments${rest}`)).toBe(200)
  await publish([GARDEN])
  expect(await goalAt(host, '/topics/allotments')).toBe('/forum/nature/allotments')
  expect(await goalAt(host, '/forum/nature/allotments')).toBe(200)
  const { headers } = await get(host, '/topics/allotments')
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
})

test('a community whose name follows another prefix is found by the longest prefix that has one', async () => {
  const { host, publish } = await newDomain([{ tokenName: 'BOATS', basePath: '/water' }])
  await publish([{ tokenName: 'GARDEN', basePath: '/water', section: 'boats' }])
  expect(await goalAt(host, '/water/boats')).toBe('/bbs/BOATS')
  expect(await textAt(host, '/water/boats/allotments/tab/about')).toContain('/water/boats/allotments/tab/about')
})

test('reserved words, duplicates, missing communities and circles are refused at the field', async () => {
  const { name } = await newDomain([])
  const refused = async (urlMapping: UrlMapping) => {
    const input = { name, baseVersion: 1, settings: await settingsWith(urlMapping) }
    const { body } = await stoa.call('domainSave', input, { token: admin.token })
    expect(body.code).toBe('VALIDATION_FAILED')
    return body.details
  }
  expect(await refused([{ tokenName: 'GARDEN', basePath: '/forum/author' }])).toMatchObject([
    { field: 'settings.urlMapping.0.basePath', message: '“author” is a reserved word' },
  ])
  expect(await refused([{ ...GARDEN, section: 'tab' }])).toMatchObject([{ field: 'settings.urlMapping.0.basePath' }])
  expect(await refused([GARDEN, { tokenName: 'GARDEN', basePath: '/other' }])).toMatchObject([
    { field: 'settings.urlMapping.1.tokenName', message: 'GARDEN is listed twice' },
  ])
  expect(await refused([{ tokenName: 'NOWHERE', basePath: '/forum' }])).toMatchObject([
    { field: 'settings.urlMapping.0.tokenName', message: 'There is no community NOWHERE.' },
  ])
  for (const section of ['allotments', 'garden'])
    expect(
      await refused([
        { tokenName: 'GARDEN', basePath: '/forum' },
        { tokenName: 'BOATS', basePath: '/forum', section },
      ]),
    ).toMatchObject([{ field: 'settings.urlMapping.1.basePath' }])
  for (const basePath of ['forum', '/', '/Forum', '/forum/', '//forum', '/forum?x', '/a/b/c/d'])
    expect(await refused([{ tokenName: 'GARDEN', basePath }])).toMatchObject([
      { field: 'settings.urlMapping.0.basePath' },
    ])
})
