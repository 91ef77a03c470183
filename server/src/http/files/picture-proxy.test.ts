import { readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { PostDocument } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { PICTURES, type PictureSite, startPictureSite } from '../../../test/picture-site.ts'
import { seedCommunity } from '../../../test/seed-community.ts'
import { PICTURE_TTL_MS } from '../../domains/people/media/picture-cache.ts'

let stoa: TestApp
let site: PictureSite
let author: { id: string; token: string }
let pictures: string

beforeAll(async () => {
  stoa = await startTestApp({ LOG_LEVEL: 'silent' })
  site = await startPictureSite()
  await stoa.app.services.partnerOrigins.register(await seedCommunity(stoa), site.origin)
  author = await stoa.member('ada_demo', { join: ['FORUM'] })
  pictures = join(String(stoa.settings.STOA_DATA), 'pictures')
})
afterAll(async () => {
  await site.close()
  await stoa.close()
})

const post = (input: object) =>
  stoa.call(
    'postCreate',
    {
      tokenName: 'FORUM',
      title: 'A post',
      ...withBlocks({ type: 'delimiter', data: {} }, image('/media/a.png')),
      ...input,
    },
    author,
  )
const withBlocks = (...blocks: object[]) => ({ postContent: JSON.stringify({ blocks }) })
const image = (url: string) => ({ type: 'image', data: { file: { url } } })

/** The picture's address on this server. */
const shown = (address: string) => stoa.url + new URL(stoa.app.services.media.picture(address)).pathname
const ask = (address: string, init: RequestInit = {}) => fetch(shown(address), init)
const statusOf = async (address: string) => (await ask(address)).status

test.each(Object.entries(PICTURES))('a %s is served with its own type and is cacheable', async (name, bytes) => {
  const answer = await ask(site.show(`/${name}`, bytes, 'text/html'))
  expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([200, bytes])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': `image/${name}`,
    'cache-control': 'public, max-age=604800, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  })
})

test('other content is not passed on, whatever its declared type', async () => {
  const huge = Buffer.concat([PICTURES.png, Buffer.alloc(10 * 1024 * 1024)])
  const cases = {
    svg: [site.show('/a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'), 404],
    html: [site.show('/a.html', '<!doctype html>', 'image/png'), 404],
    nothing: [site.show('/empty', ''), 404],
    missing: [`${site.origin}/missing`, 404],
    huge: [site.show('/huge', huge), 404],
    inside: [
      site.show('/inside', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()),
      404,
    ],
    broken: [
      site.show('/broken', (response) => response.writeHead(200).write(PICTURES.png, () => response.destroy())),
      502,
    ],
    'no server': ['http://127.0.0.1:1/', 404],
  } as const
  for (const [what, [address, status]] of Object.entries(cases)) {
    const answer = await ask(address)
    const body = await answer.text()
    expect([what, answer.status, body, answer.headers.get('cache-control')]).toEqual([what, status, '', 'no-store'])
  }
  expect(readdirSync(pictures).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('only signed addresses are fetched', async () => {
  const address = site.show('/unsigned', PICTURES.png)
  const [, , , , encoded = ''] = new URL(shown(address)).pathname.split('/')
  const signature = new URL(shown(`${site.origin}/other`)).pathname.split('/')[3]
  const answer = await fetch(`${stoa.url}/media/proxy/${signature}/${encoded}`)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
  expect(site.requestedPaths).not.toContain('/unsigned')
})

test('concurrent requests for a picture share one fetch; later ones read the disk', async () => {
  let end = () => {}
  const address = site.show('/shared', (response) => {
    end = () => response.end(PICTURES.gif)
  })
  const answers = Array.from({ length: 20 }, () => ask(address))
  await expect.poll(() => site.requestedPaths.includes('/shared')).toBe(true)
  end()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await statusOf(address)).toBe(200)
  expect(site.requestedPaths.filter((path) => path === '/shared')).toHaveLength(1)

  const head = await ask(address, { method: 'HEAD' })
  expect([head.headers.get('content-length'), head.headers.has('etag')]).toEqual([String(PICTURES.gif.length), true])
})

test('a failed address is not retried for a while', async () => {
  const address = `${site.origin}/failing`
  expect([await statusOf(address), await statusOf(address)]).toEqual([404, 404])
  expect(site.requestedPaths.filter((path) => path === '/failing')).toHaveLength(1)
})

test('another process with the same data and secret accepts the address', async () => {
  const address = site.show('/two', PICTURES.png)
  await statusOf(address)
  const other = await startTestApp({ STOA_DATA: String(stoa.settings.STOA_DATA), LOG_LEVEL: 'silent' })
  const answer = await fetch(other.url + new URL(shown(address)).pathname)
  await other.close()
  expect([answer.status, site.requestedPaths.filter((path) => path === '/two')]).toEqual([200, ['/two']])
})

test('files are private, and old ones are removed and fetched again', async () => {
  const address = site.show('/old', PICTURES.png)
  const before = new Set(readdirSync(pictures))
  await statusOf(address)
  const [name = ''] = readdirSync(pictures).filter((file) => !before.has(file))
  const file = join(pictures, name)
  expect([statSync(pictures).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
  const old = (Date.now() - PICTURE_TTL_MS) / 1000 - 1
  utimesSync(file, old, old)
  expect(await statusOf(address)).toBe(200)
  expect(site.requestedPaths.filter((path) => path === '/old')).toHaveLength(2)
  utimesSync(file, old, old)
  await stoa.app.services.pictures.sweep()
  expect(readdirSync(pictures)).not.toContain(name)
})

test('pictures anywhere in a post go through the proxy, also after an edit', async () => {
  const address = (name: string) => `${site.origin}/${name}.png`
  const content = withBlocks(
    image(address('one')),
    { type: 'simpleImage', data: { url: address('two') } },
    { type: 'video', data: { url: address('film'), image: address('poster') } },
  )
  const { body } = await post({ ...content, heroImage: { url: address('hero'), width: 3, height: 2 } })
  const { id, heroImage, postContent } = body.payload.post
  const proxied = stoa.app.services.media.picture
  expect(heroImage).toEqual({ url: proxied(address('hero')), width: 3, height: 2 })
  expect((JSON.parse(postContent) as PostDocument).blocks).toEqual([
    image(proxied(address('one'))),
    { type: 'simpleImage', data: { url: proxied(address('two')) } },
    { type: 'video', data: { url: address('film'), image: proxied(address('poster')) } },
  ])
  const list = (await stoa.call('postList', { type: 'all' })).body.payload.items
  expect(list.find((item) => item.id === id)?.heroImage?.url).toBe(proxied(address('hero')))

  const edit = { postId: id, tokenName: 'FORUM', title: 'A post', postContent, heroImage }
  expect((await stoa.call('postEdit', edit, author)).status).toBe(200)
  const row = await stoa.database.read('posts').where({ id }).first<Record<'content' | 'hero_image', string>>()
  expect(row.content).toContain(address('one'))
  expect(`${row.content}${row.hero_image}`).not.toContain('/media/proxy/')
  expect(JSON.parse(row.hero_image).url).toBe(address('hero'))
})

test.each([
  ['a', 1975],
  ['ü', 329],
])('a post with the longest address of letters such as %s can be edited', async (letter, count) => {
  const address = `https://pictures.example/${letter.repeat(count)}`
  const made = await post(withBlocks(image(address)))
  expect(made.status).toBe(200)
  const { id, postContent } = made.body.payload.post
  const edited = await stoa.call('postEdit', { postId: id, tokenName: 'FORUM', title: 'Edited', postContent }, author)
  expect(edited.status).toBe(200)
  const tooLong = await post(withBlocks(image(`${address}${letter}`)))
  expect([tooLong.status, JSON.stringify(tooLong.body.details)]).toEqual([400, expect.stringContaining('at most 2000')])
})

test('a long address that only resembles a proxied one is refused', async () => {
  const lookalike = `https://pictures.example/media/proxy/${'a'.repeat(3000)}/aaaa`
  expect((await post(withBlocks(image(lookalike)))).status).toBe(400)
})

test('of the forum’s own addresses, only public files are accepted as pictures', async () => {
  const start = 'http://localhost:3000/api/auth/provider/google/start'
  const refused = async (input: object) => {
    const { status, body } = await post(input)
    return [status, (body.details as { field: string }[]).map(({ field }) => field)]
  }
  expect(await refused({ heroImage: { url: start } })).toEqual([400, ['heroImage.url']])
  expect(await refused(withBlocks(image('https://a.example/a.png'), image(start)))).toEqual([
    400,
    ['postContent.blocks.1.data.file.url'],
  ])
  expect(await refused(withBlocks({ type: 'video', data: { url: start } }))).toEqual([
    400,
    ['postContent.blocks.0.data.url'],
  ])
  expect(await refused(withBlocks(image('/api/auth/provider/google/start')))).toEqual([
    400,
    ['postContent.blocks.0.data.file.url'],
  ])
  const edit = await stoa.call('userEdit', { profileImage: 'http://localhost:3000/api/me' }, author)
  expect(edit.body.code).toBe('VALIDATION_FAILED')
})

test('a stored invalid address is not shown', async () => {
  const { id } = (await post(withBlocks(image('https://a.example/a.png')))).body.payload.post
  const start = '/api/auth/provider/google/start'
  await stoa.database.transaction(async ({ connection }) => {
    const content = JSON.stringify({ blocks: [image(start)] })
    await connection('posts')
      .where({ id })
      .update({ content, hero_image: JSON.stringify({ url: start }) })
    await connection('users').where({ id: author.id }).update({ profile_image_url: start })
  })
  const { post: read } = (await stoa.call('postGet', { idOrSlug: id })).body.payload
  expect([read.heroImage, read.publisherImageUrl]).toEqual([null, ''])
  expect(read.postContent).not.toContain(start)
})

test('a network that requests too many unknown pictures is throttled but still gets known ones', async () => {
  const limited = await startTestApp({ STOA_RATE_SCALE: '0.01', LOG_LEVEL: 'silent' })
  const known = site.show('/known', PICTURES.png)
  const { media, partnerOrigins } = limited.app.services
  await partnerOrigins.register(await seedCommunity(limited), site.origin)
  const get = (address: string) => fetch(limited.url + new URL(media.picture(address)).pathname)
  const statuses: number[] = []
  for (const address of [known, `${site.origin}/x`, `${site.origin}/y`, `${site.origin}/z`, known])
    statuses.push((await get(address)).status)
  const last = await get(`${site.origin}/w`)
  await limited.close()
  expect(statuses).toEqual([200, 404, 404, 429, 200])
  expect([last.status, last.headers.get('cache-control'), Number(last.headers.get('retry-after')) > 0]).toEqual([
    429,
    'no-store',
    true,
  ])
})

test('a form checks a picture’s address before saving', async () => {
  const check = async (url: string) => {
    const { status, body } = await stoa.call('pictureCheck', { url }, author)
    return [status, body.payload?.url ?? body.details]
  }
  const proxied = stoa.app.services.media.picture
  const address = site.show('/checked', PICTURES.png)
  expect(await check(address)).toEqual([200, proxied(address)])
  expect(await check(proxied(address))).toEqual([200, proxied(address)])
  expect(await check('/media/demo/a.svg')).toEqual([200, '/media/demo/a.svg'])

  const missing = `${site.origin}/later`
  const refusal = [400, [{ field: 'url', message: 'No picture can be loaded from this address.' }]]
  expect(await check(missing)).toMatchObject(refusal)
  site.show('/later', '<svg/>', 'image/png')
  expect(await check(missing)).toMatchObject(refusal)
  site.show('/later', PICTURES.png)
  expect(await check(missing)).toEqual([200, proxied(missing)])
  expect(await check('http://localhost:3000/api/me')).toMatchObject([400, [{ field: 'url' }]])
  expect((await stoa.call('pictureCheck', { url: address })).status).toBe(401)
})

test('slow pictures of many hosts delay nobody else', async () => {
  const proxied = await startTestApp({ STOA_TRUSTED_PROXIES: 'loopback', LOG_LEVEL: 'silent' })
  const { media, partnerOrigins } = proxied.app.services
  const communityId = await seedCommunity(proxied)
  const slow = await Promise.all(Array.from({ length: 8 }, () => startPictureSite()))
  for (const { origin } of [site, ...slow]) await partnerOrigins.register(communityId, origin)
  const get = (address: string, from: string) =>
    fetch(proxied.url + new URL(media.picture(address)).pathname, { headers: { 'x-forwarded-for': from } })
  const held = slow.flatMap((each) => ['/1', '/2', '/3'].map((path) => each.show(path, () => {})))
  const picture = site.show('/wanted', PICTURES.png)
  const hostile = [...held, picture].map((address) => get(address, '192.0.2.1').catch(() => null))
  const asked = () => slow.reduce((sum, each) => sum + each.requestedPaths.length, 0)
  await expect.poll(asked).toBeGreaterThan(0)

  expect((await get(picture, '198.51.100.1')).status).toBe(200)
  // The slow hosts still hold their pictures.
  expect(asked()).toBeLessThanOrEqual(4)
  await Promise.all(slow.map((each) => each.close()))
  await Promise.all(hostile)
  await proxied.close()
})
