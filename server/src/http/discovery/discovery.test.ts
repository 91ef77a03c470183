import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { communityPreviewPath, mediaIdOf, PostStatus, personPreviewPath, previewPath } from '@stoa/contract'
import { DomUtils, parseDocument } from 'htmlparser2'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { queriesOf } from '../../../test/queries.ts'
import { requestAsHost } from '../../../test/request-as-host.ts'
import { seedPost } from '../../../test/seed-post.ts'
import { picture, upload } from '../../../test/uploads.ts'
import { createFolderStorage } from '../../platform/storage/storage.ts'
import { createPictureCache } from './preview-pictures.ts'

const data = mkdtempSync(join(tmpdir(), 'stoa-discovery-'))
mkdirSync(join(data, 'domains'))
writeFileSync(
  join(data, 'domains/garden.json'),
  JSON.stringify({ origin: 'http://garden.example', defaultTokenName: 'GARDEN', isSingleTokenDomain: true }),
)
let stoa: TestApp
let token: string
let flairId: string
let postId: string
const communityIds: Record<string, string> = {}

/** Longer than a site map is cached. */
const SITE_MAP_MS = 5 * 60_000 + 1

const ODD_TITLE = 'Ladders <b>& "ropes"</b> \u{1F9D7} ]]> مرحبا'

beforeAll(async () => {
  stoa = await startTestApp({ STOA_DATA: data, STOA_URL: 'http://forum.example' })
  for (const tokenName of ['FORUM', 'GARDEN']) {
    const about = {
      tokenName,
      title: tokenName,
      urlSlug: tokenName.toLowerCase(),
      about: 'Words & more',
      creatorId: '',
    }
    communityIds[tokenName] = await stoa.app.services.communities.create(about)
  }
  const ada = await stoa.member('ada_demo', { join: ['FORUM', 'GARDEN'] })
  token = ada.token
  await stoa.app.services.memberships.setRole(communityIds.FORUM ?? '', ada.id, {
    moderator: true,
    permissions: ['editBBS', 'hideContent'],
  })
  const topic = { tokenName: 'FORUM', name: 'Climbing' }
  flairId = (await stoa.call('flairCreate', topic, { token })).body.payload.flair.id
  const content = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Hold on tight.' } }] })
  const post = { tokenName: 'FORUM', title: ODD_TITLE, postContent: content, flairId }
  postId = (await stoa.call('postCreate', post, { token })).body.payload.post.id
  await stoa.call('postCreate', { ...post, tokenName: 'GARDEN', title: 'Tomatoes', flairId: undefined }, { token })
  await stoa.call('postCreate', { ...post, title: 'No topic', flairId }, { token })
  await stoa.call('postCreate', { ...post, title: 'Not finished', saveAsDraft: true }, { token })
  await seedPost(stoa, { communityId: communityIds.FORUM ?? '', status: PostStatus.unlisted })
})
afterAll(async () => {
  await stoa.close()
  rmSync(data, { recursive: true })
})

const get = async (path: string, host = 'forum.example') => {
  const { status, headers, body } = await requestAsHost(stoa, path, { headers: { host } })
  return { status, headers, text: String(body.html ?? '') }
}
const titles = (xml: string) => [...xml.matchAll(/<title type="html">(.*?)<\/title>/gs)].map(([, title]) => title)

test('a community’s feed lists what a visitor sees, newest first', async () => {
  const { status, headers, text } = await get('/bbs/FORUM/feed.atom')
  expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(titles(text)).toEqual(['<![CDATA[No topic]]>', expect.stringContaining('Ladders')])
  expect(text).toContain(`<id>urn:stoa:post:${postId}</id>`)
  expect(text).toContain('<link rel="self" href="http://forum.example/bbs/FORUM/feed.atom"/>')
  expect(text).not.toContain('Not finished')
})

test('markup in titles is escaped', async () => {
  const { text } = await get('/bbs/FORUM/feed.atom')
  const read = DomUtils.getElementsByTagName('entry', parseDocument(text, { xmlMode: true }), true)
  const shown = read.map((entry) => DomUtils.textContent(DomUtils.getElementsByTagName('title', entry, true)))
  // Feed readers parse the text as HTML.
  expect(shown.map((html) => DomUtils.textContent(parseDocument(html)))).toContain(ODD_TITLE)
})

test('topics and members have their own feeds', async () => {
  const topic = await get(`/bbs/FORUM/feed.atom?flair=${flairId}`)
  expect(topic.text).toContain('<title>Climbing · FORUM</title>')
  const author = await get('/author/ada_demo/feed.atom')
  expect(titles(author.text)).toHaveLength(3)
})

test('a domain of one community shows no others in feeds and site maps', async () => {
  const author = await get('/author/ada_demo/feed.atom', 'garden.example')
  expect(titles(author.text)).toEqual(['<![CDATA[Tomatoes]]>'])
  expect((await get('/bbs/FORUM/feed.atom', 'garden.example')).status).toBe(404)
  const maps = await locations('garden.example')
  expect(maps.filter((url) => url.includes('FORUM'))).toEqual([])
  expect(maps.some((url) => url.startsWith('http://garden.example/bbs/GARDEN/community/tomatoes'))).toBe(true)
  expect((await get(previewPath(postId), 'garden.example')).status).toBe(404)
})

async function locations(host: string): Promise<string[]> {
  const read = async (path: string) => {
    const { status, text } = await get(path, host)
    expect(status).toBe(200)
    return [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url ?? '')
  }
  const maps = await read('/sitemap.xml')
  return (await Promise.all(maps.map((url) => read(new URL(url).pathname)))).flat()
}

test('the site map lists every published post and community, and nothing else', async () => {
  const { text } = await get('/robots.txt')
  expect(text).toContain('Sitemap: http://forum.example/sitemap.xml')
  const found = await locations('forum.example')
  expect(found.map((url) => new URL(url).pathname.split('/').slice(2, 4).join('/')).toSorted()).toEqual([
    'FORUM',
    'FORUM/community',
    'FORUM/community',
    'GARDEN',
    'GARDEN/community',
  ])
  for (const path of [
    '/sitemaps/posts-story-x.xml',
    '/sitemaps/other.xml',
    '/sitemaps/index',
    `/sitemaps/posts-story-${'9'.repeat(400)}.xml`,
  ])
    expect((await get(path)).status).toBe(404)
})

test('each post is in exactly one part of the site map', async () => {
  const { posts } = stoa.app.services
  const [first] = await posts.sitemapEntries({ kind: 'community', from: 0, to: null }, null)
  const all = await posts.sitemapEntries({ kind: 'community', from: 0, to: null }, null)
  const middle = stoa.clock.now()
  const before = await posts.sitemapEntries({ kind: 'community', from: 0, to: middle }, null)
  const after = await posts.sitemapEntries({ kind: 'community', from: middle, to: null }, null)
  expect([...before, ...after]).toEqual(all)
  expect(first?.path).toMatch(/^\/bbs\//)
})

test('feeds and site maps name a community by its slug once it has one', async () => {
  stoa.clock.advance(SITE_MAP_MS)
  const about = { tokenName: 'SEWING', title: 'Sewing', urlSlug: 'sewing', about: '', creatorId: '' }
  const communityId = await stoa.app.services.communities.create(about)
  const { id, token: owner } = await stoa.member('sewer', { join: ['SEWING'] })
  await stoa.app.services.memberships.setRole(communityId, id, { permissions: ['editBBS'] })
  const content = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'A stitch in time.' } }] })
  const seam = { tokenName: 'SEWING', title: 'A seam', postContent: content }
  await stoa.call('postCreate', seam, { token: owner })
  await stoa.call('communityEdit', { tokenName: 'SEWING', urlSlug: 'needles' }, { token: owner })
  const former = await requestAsHost(stoa, '/bbs/SEWING/feed.atom', { headers: { host: 'forum.example' } })
  expect([former.status, former.headers.location]).toEqual([301, '/bbs/needles/feed.atom'])
  const { text } = await get('/bbs/needles/feed.atom')
  expect(text).toContain('<link rel="self" href="http://forum.example/bbs/needles/feed.atom"/>')
  expect(text).toContain('href="http://forum.example/bbs/needles/community/a-seam')
  const found = await locations('forum.example')
  expect(found.filter((url) => url.includes('needles'))).toHaveLength(2)
  expect(found.filter((url) => url.includes('SEWING'))).toEqual([])
})

test('a post without a picture gets one for link previews; a draft does not', async () => {
  const response = await fetch(stoa.url + previewPath(postId))
  // Once hidden, it soon disappears everywhere.
  expect(response.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate')
  const headers = { 'if-none-match': response.headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
  expect((await fetch(stoa.url + previewPath(postId), { headers })).status).toBe(304)
  expect(response.headers.get('content-type')).toBe('image/png')
  const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect([width, height]).toEqual([1200, 630])
  const draft = await stoa.call(
    'postCreate',
    { tokenName: 'FORUM', title: 'Hidden away', postContent: '{"blocks":[]}', saveAsDraft: true },
    { token },
  )
  expect((await fetch(stoa.url + previewPath(draft.body.payload.post.id))).status).toBe(404)
  expect((await fetch(stoa.url + previewPath('0'.repeat(20)))).status).toBe(404)
  expect((await fetch(`${stoa.url}/preview/nothing.png`)).status).toBe(404)
})

test('a post with an uploaded picture has it as JPEG, for link previews and feeds', async () => {
  const { url } = await upload(stoa, token, { bytes: await picture() })
  const postContent = '{"blocks":[{"type":"paragraph","data":{"text":"A picture."}}]}'
  const post = { tokenName: 'FORUM', title: 'Pictured', flairId, postContent, heroImage: { url } }
  const { id } = (await stoa.call('postCreate', post, { token })).body.payload.post
  const response = await fetch(stoa.url + previewPath(id, 'jpeg'))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  // As links say that it has, which don't know its size.
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect([width, height, format]).toEqual([1200, 630, 'jpeg'])
  // Without a picture, or invisible.
  expect((await fetch(stoa.url + previewPath(postId, 'jpeg'))).status).toBe(404)
  await stoa.call('postDelete', { tokenName: 'FORUM', postId: id, hidden: true }, { token })
  stoa.clock.advance(2000)
  expect((await fetch(stoa.url + previewPath(id, 'jpeg'))).status).toBe(404)
  await stoa.call('postDelete', { tokenName: 'FORUM', postId: id, hidden: false }, { token })
  stoa.clock.advance(2000)
  const { text } = await get('/bbs/FORUM/feed.atom')
  const address = `http://forum.example${previewPath(id, 'jpeg')}`
  expect(text).toContain(`<link rel="enclosure" href="${address}" type="image/jpeg"/>`)
  expect(text).toContain(`<![CDATA[<p><img src="${address}" alt="Pictured"></p><p>A picture.</p>]]>`)
  expect(text).toContain('<content type="html"><![CDATA[<p>Hold on tight.</p>]]></content>')
  await stoa.call('postDelete', { tokenName: 'FORUM', postId: id, hidden: true }, { token })
})

test('links to communities and people show a logo or avatar as JPEG, or the name', async () => {
  const { url } = await upload(stoa, token, { bytes: await picture(), purpose: 'logo' })
  const sizeOf = async (path: string) => {
    const response = await fetch(stoa.url + path)
    if (response.status !== 200) return response.status
    const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    return [width, height, format]
  }
  const community = communityPreviewPath('FORUM')
  const person = personPreviewPath('ada_demo')
  expect(await sizeOf(`${community}.png`)).toEqual([1200, 630, 'png'])
  expect(await sizeOf(`${person}.png`)).toEqual([1200, 630, 'png'])
  expect(await sizeOf(`${community}.jpeg`)).toBe(404)
  await stoa.call('communityEdit', { tokenName: 'FORUM', logoImageURI: url }, { token })
  await stoa.call('userEdit', { profileImage: url }, { token })
  stoa.clock.advance(2000)
  expect(await sizeOf(`${community}.jpeg`)).toEqual([400, 400, 'jpeg'])
  expect(await sizeOf(`${person}.jpeg`)).toEqual([400, 400, 'jpeg'])
  expect((await get(`${community}.jpeg`, 'garden.example')).status).toBe(404)
  for (const path of ['/preview/other/x.png', '/preview/communities/x', `${communityPreviewPath('NOWHERE')}.png`]) {
    expect(await sizeOf(path)).toBe(404)
  }
})

test('a feed has whole texts as safe HTML, and files with type and length', async () => {
  const { url } = await upload(stoa, token, { bytes: await picture() })
  const id = mediaIdOf(url) ?? ''
  const storage = createFolderStorage(join(data, 'media'))
  for (const [name, length] of [
    ['video.mp4', 1234],
    ['audio.m4a', 567],
  ] as const) {
    writeFileSync(join(data, name), Buffer.alloc(length))
    await storage.put(id, name, join(data, name))
  }
  const long = 'Long words. '.repeat(60)
  const blocks = [
    { type: 'header', data: { text: 'Part <i>one</i>', level: 2 } },
    {
      type: 'paragraph',
      data: { text: `${long}<a href="https://x.example/?a=1&amp;b">there</a><script>alert(1)</script>` },
    },
    { type: 'list', data: { style: 'ordered', items: [{ content: 'One', items: [{ content: 'Inner', items: [] }] }] } },
    { type: 'image', data: { file: { url }, caption: 'See', alt: 'A "square"' } },
    { type: 'video', data: { url: `/media/${id}/video.mp4` } },
    { type: 'audio', data: { url: `/media/${id}/audio.m4a` } },
    { type: 'audio', data: { url: 'https://sounds.example/a.mp3?x=1' } },
    { type: 'table', data: { withHeadings: true, content: [['Day'], ['<b>Monday</b>']] } },
    { type: 'code', data: { code: 'a < b' } },
    { type: 'checklist', data: { items: [{ text: 'Rope', checked: true }] } },
    { type: 'other', data: { text: 'Unknown' } },
  ]
  const post = { tokenName: 'FORUM', title: 'Whole', flairId, postContent: JSON.stringify({ blocks }) }
  const { id: wholeId } = (await stoa.call('postCreate', post, { token })).body.payload.post
  const tooLong = Array.from({ length: 9 }, () => ({ type: 'paragraph', data: { text: 'x'.repeat(9000) } }))
  const longPost = { ...post, title: 'Too long', postContent: JSON.stringify({ blocks: tooLong }) }
  const { id: longId } = (await stoa.call('postCreate', longPost, { token })).body.payload.post
  const entries = DomUtils.getElementsByTagName(
    'entry',
    parseDocument((await get('/bbs/FORUM/feed.atom')).text, { xmlMode: true }),
    true,
  )
  const named = (name: string) =>
    entries.find((entry) => DomUtils.textContent(entry).includes(`urn:stoa:post:${name}`))!
  const contentOf = (name: string) => DomUtils.textContent(DomUtils.getElementsByTagName('content', named(name), true))
  expect(contentOf(wholeId)).toBe(
    `<h2>Part <i>one</i></h2><p>${long}<a href="https://x.example/?a=1&amp;b">there</a>&lt;script&gt;alert(1)&lt;/script&gt;</p>` +
      '<ol><li>One<ol><li>Inner</li></ol></li></ol>' +
      `<figure><img src="http://forum.example${url}" alt="A &quot;square&quot;"><figcaption>See</figcaption></figure>` +
      `<figure><video controls src="http://forum.example/media/${id}/video.mp4"></video></figure>` +
      `<figure><audio controls src="http://forum.example/media/${id}/audio.m4a"></audio></figure>` +
      '<figure><audio controls src="https://sounds.example/a.mp3?x=1"></audio></figure>' +
      '<table><tr><th>Day</th></tr><tr><td><b>Monday</b></td></tr></table>' +
      '<pre><code>a &lt; b</code></pre><ul><li>Rope</li></ul>',
  )
  const enclosures = DomUtils.getElementsByTagName('link', named(wholeId), true).filter(
    ({ attribs }) => attribs.rel === 'enclosure' && !attribs.type?.startsWith('image/'),
  )
  expect(enclosures.map(({ attribs: { href, type, length } }) => [href, type, length])).toEqual([
    [`http://forum.example/media/${id}/video.mp4`, 'video/mp4', '1234'],
    [`http://forum.example/media/${id}/audio.m4a`, 'audio/mp4', '567'],
    ['https://sounds.example/a.mp3?x=1', 'audio/mpeg', undefined],
  ])
  expect(contentOf(longId).length).toBeLessThan(50_500)
  expect(contentOf(longId)).toMatch(/<p><a href="http:\/\/forum.example\/bbs\/FORUM\/community\/too-long">…<\/a><\/p>$/)
  for (const postId of [wholeId, longId]) {
    await stoa.call('postDelete', { tokenName: 'FORUM', postId, hidden: true }, { token })
  }
})

test('a feed holds few files of each post, and little of many', async () => {
  const { url } = await upload(stoa, token, { bytes: await picture() })
  const id = mediaIdOf(url) ?? ''
  const storage = createFolderStorage(join(data, 'media'))
  writeFileSync(join(data, 'audio.m4a'), Buffer.alloc(567))
  await storage.put(id, 'audio.m4a', join(data, 'audio.m4a'))
  const films = { tokenName: 'FILMS', title: 'Films', urlSlug: 'films', about: '', creatorId: '' }
  const communityId = await stoa.app.services.communities.create(films)
  const own = Array.from({ length: 500 }, () => ({ type: 'audio', data: { url: `/media/${id}/audio.m4a` } }))
  await seedPost(stoa, { communityId, blocks: own })
  await stoa.database.transaction(({ connection }) =>
    connection('media_uses').insert({ media_id: id, entity_id: communityId }),
  )
  const film = (name: number) => `https://films.example/${'a'.repeat(1950)}/${name}.mp4`
  const many = Array.from({ length: 225 }, (_, name) => ({ type: 'video', data: { url: film(name) } }))
  for (let count = 1; count < 20; count++) {
    stoa.clock.advance(1)
    await seedPost(stoa, { communityId, blocks: many })
  }
  const feed = get('/bbs/films/feed.atom')
  const waits: number[] = []
  let isOver = false
  const over = feed.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const before = performance.now()
    await fetch(new URL('/livez', stoa.url))
    waits.push(performance.now() - before)
  }
  await over
  expect(Math.max(...waits)).toBeLessThan(250)
  const { text } = await feed
  expect(text.length).toBeLessThan(600_000)
  const entries = text.split('<entry>').slice(1)
  const filesOf = (entry = '') => [...entry.matchAll(/rel="enclosure" href="([^"]*)"/g)].map(([, address]) => address)
  expect(filesOf(entries[0])).toEqual(Array.from({ length: 10 }, (_, name) => film(name)))
  expect(entries).toHaveLength(20)
  stoa.clock.advance(1)
  await seedPost(stoa, { communityId, blocks: own })
  // Until something changes, visitors share a feed.
  expect((await get('/bbs/films/feed.atom?page=2')).text).toBe(text)
  stoa.clock.advance(1001)
  const later = (await get('/bbs/films/feed.atom')).text.split('<entry>').slice(1)
  expect(filesOf(later[0])).toEqual([`http://forum.example/media/${id}/audio.m4a`])
})

test('a syndicated story is labeled, in its domain’s feed and in those of communities that feature its own', async () => {
  const paragraph = { type: 'paragraph', data: { text: 'Words.' } }
  const blocks = [paragraph, paragraph, paragraph]
  const storyId = await seedPost(stoa, { communityId: communityIds.FORUM ?? '', kind: 'story', blocks })
  const { id, token: admin } = await stoa.member('syndicator', { join: ['FORUM', 'GARDEN', 'SEWING'] })
  const setRole = stoa.app.services.memberships.setRole
  await setRole(communityIds.FORUM ?? '', id, { permissions: ['hidePremiumContent'] })
  const featuring = ['SEWING', 'GARDEN']
  for (const tokenName of featuring) {
    await setRole((await stoa.app.services.communities.require(tokenName)).id, id, { permissions: ['editBBS'] })
  }
  stoa.clock.advance(1001)
  for (const tokenName of featuring) {
    const edited = await stoa.call('communityEdit', { tokenName, featuredTokens: ['FORUM'] }, { token: admin })
    expect(edited.body.code).toBeUndefined()
  }
  const label = '<category label="Syndicated" scheme="urn:stoa" term="syndicated"/>'
  const shownIn = async (path: string, host?: string) => {
    const { status, text } = await get(path, host)
    expect(status).toBe(200)
    return [text.includes(storyId), text.includes(label)]
  }
  expect(await shownIn('/bbs/needles/feed.atom')).toEqual([false, false])
  expect(await shownIn('/feed.atom')).toEqual([true, false])
  const syndicate = (on: boolean) =>
    stoa.call('postSyndicate', { tokenName: 'FORUM', postId: storyId, syndicate: on }, { token: admin })
  // What is cached of other communities' lists is fresh, too.
  const listed = async () => {
    const { items } = (await stoa.call('postList', { tokenName: 'SEWING' })).body.payload
    return items.some((one) => one.id === storyId)
  }
  expect(await listed()).toBe(false)
  expect((await syndicate(true)).body.code).toBeUndefined()
  expect(await listed()).toBe(true)
  for (const path of ['/bbs/needles/feed.atom', '/feed.atom']) expect(await shownIn(path)).toEqual([true, true])
  expect((await get('/feed.atom')).text).toContain('<title>Stoa</title>')
  // A domain of one community shows no others.
  for (const path of ['/bbs/GARDEN/feed.atom', '/feed.atom']) {
    expect(await shownIn(path, 'garden.example')).toEqual([false, false])
  }
  await syndicate(false)
  expect(await listed()).toBe(false)
})

test('feeds, site maps and preview pictures are read-only', async () => {
  for (const path of ['/robots.txt', '/sitemap.xml', '/feed.atom', '/bbs/FORUM/feed.atom', previewPath(postId)])
    expect((await fetch(stoa.url + path, { method: 'PUT' })).status).toBe(405)
})

test('a site map is built once for all who ask within five minutes', async () => {
  const paths = ['/sitemap.xml', '/sitemaps/communities.xml', '/sitemaps/posts-community-0.xml']
  for (const path of paths) {
    stoa.clock.advance(SITE_MAP_MS)
    const once = await queriesOf(stoa, () => get(path))
    expect(once.length).toBeGreaterThan(0)
    const { headers } = await get(path)
    const known = { headers: { host: 'forum.example', 'if-none-match': String(headers.etag) } }
    expect(
      await queriesOf(stoa, async () => expect((await requestAsHost(stoa, path, known)).status).toBe(304)),
    ).toEqual([])
    stoa.clock.advance(SITE_MAP_MS)
    expect(await queriesOf(stoa, () => Promise.all([get(path), get(path), get(path)]))).toHaveLength(once.length)
    expect((await queriesOf(stoa, () => get(path, 'garden.example'))).length).toBeGreaterThan(0)
  }
  expect((await get('/sitemap.xml', 'garden.example')).text).toContain('http://garden.example/sitemaps/')
  expect((await get('/sitemap.xml')).text).toContain('http://forum.example/sitemaps/')
})

test('pictures are kept up to a size in bytes, and each is made once at a time', async () => {
  const pictures = createPictureCache(100)
  const made: string[] = []
  const get = (key: string) =>
    pictures.get(key, async () => {
      made.push(key)
      return Buffer.alloc(60)
    })
  await Promise.all([get('a'), get('a')])
  await get('a')
  expect(made).toEqual(['a'])
  await get('b')
  await get('a')
  expect(made).toEqual(['a', 'b', 'a'])
  await expect(pictures.get('c', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await get('c')).toHaveLength(60)
})
