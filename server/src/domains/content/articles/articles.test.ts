import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallInput, CallOutput } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'

let stoa: TestApp
let site: Server
/** Origin of a partner's site served by this test. */
let partner: string
let communityId: string
const members: { id: string; token: string }[] = []
const pages = new Map<string, string>()

beforeAll(async () => {
  stoa = await startTestApp()
  const { partnerOrigins } = stoa.app.services
  communityId = await seedCommunity(stoa)
  await seedCommunity(stoa, { tokenName: 'GARDEN' })
  site = createServer((request, response) => {
    const html = pages.get(request.url ?? '')
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html ?? '')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  partner = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  await partnerOrigins.register(communityId, partner)
  await partnerOrigins.register(communityId, 'https://news.example')
  for (let index = 0; index < 12; index += 1) members.push(await stoa.member(`reader_${index}`, { join: ['FORUM'] }))
})
afterAll(async () => {
  await stoa.app.background.settled()
  site.close()
  await stoa.close()
})

type Article = NonNullable<CallInput<'commentCreate'>['article']>

const comment = (article: Article, member = members[0]!, content = 'Hello') =>
  stoa.call('commentCreate', { tokenName: 'FORUM', article, content }, { token: member.token })

const thread = async (
  query: Partial<CallInput<'articleThread'>> & { url: string },
): Promise<CallOutput<'articleThread'>> => {
  const { status, body } = await stoa.call('articleThread', { community: 'FORUM', ...query })
  expect([status, body.code]).toEqual([200, undefined])
  return body.payload
}

const postCount = async () => (await stoa.database.read('posts').count({ count: '*' }).first())?.count

test('reading an article creates nothing', async () => {
  const before = await postCount()
  const seen = await thread({ url: 'http://NEWS.example:80/quiet/?utm_source=x#top' })
  expect(seen).toEqual({
    articleUrl: 'http://news.example/quiet',
    community: { tokenName: 'FORUM', title: 'FORUM', urlSlug: 'forum', anonymousComments: true },
    post: null,
    comments: { items: [], cursor: null, hasMore: false },
  })
  expect(await postCount()).toBe(before)
})

test('the first comment creates an unlisted story, found under every spelling of the address', async () => {
  const { body } = await comment({ url: 'https://news.example/2026/a-fine-day.html?utm_medium=mail' })
  const spellings = [
    'http://news.example/2026/a-fine-day.html',
    'https://NEWS.example//2026/a-fine-day.html/?fbclid=1#c',
  ]
  for (const url of spellings) {
    const { post, comments } = await thread({ url })
    expect(comments.items.map((item) => item.id)).toEqual([body.payload.commentId])
    expect(post).toMatchObject({
      kind: 'story',
      status: 7,
      title: 'A fine day',
      slugUrl: 'a-fine-day',
      publisherId: '',
      publisherName: 'news.example',
      numComments: 1,
      articleUrl: 'https://news.example/2026/a-fine-day.html',
    })
  }
  const feed = await stoa.call('postList', { tokenName: 'FORUM' })
  expect(feed.body.payload.items).toEqual([])
})

test('a refused comment leaves no article behind', async () => {
  const stranger = await stoa.member('stranger_demo')
  const before = await postCount()
  expect((await comment({ url: 'https://news.example/refused' }, stranger)).body.code).toBe('JOIN_REQUIRED')
  expect(await postCount()).toBe(before)
  expect((await thread({ url: 'https://news.example/refused' })).post).toBeNull()
})

test('a first reaction creates the post too; removing one that doesn’t exist does not', async () => {
  const article = { url: 'https://news.example/liked' }
  const react = (reactionName: '' | 'thumb-up') =>
    stoa.call(
      'postReaction',
      { article, tokenName: 'FORUM', entityType: 'Post', reactionName },
      { token: members[0]!.token },
    )
  expect((await react('')).body.code).toBe('POST_NOT_FOUND')
  expect((await thread(article)).post).toBeNull()
  const { body } = await react('thumb-up')
  const { post } = await thread(article)
  expect(body.payload).toMatchObject({ entityId: post?.id, reactionsCount: { 'thumb-up': 1 } })
  expect(post?.reactionsCount['thumb-up']).toBe(1)
})

test('concurrent first comments create one post', async () => {
  const before = Number(await postCount())
  const answers = await Promise.all(
    members.map((member, index) => comment({ url: `https://news.example/rush?utm_campaign=${index}` }, member)),
  )
  expect(answers.map((answer) => answer.status)).toEqual(members.map(() => 200))
  expect(new Set(answers.map((answer) => answer.body.payload.comment.postId)).size).toBe(1)
  expect((await thread({ url: 'https://news.example/rush' })).post?.numComments).toBe(members.length)
  expect(Number(await postCount())).toBe(before + 1)
})

test('the publisher’s id takes precedence over the canonical address, which takes precedence over the page’s', async () => {
  const shared = 'https://news.example/shared'
  await comment({ id: 'one', url: shared })
  await comment({ id: 'two', url: shared })
  await comment({ url: `${shared}?page=2`, canonicalUrl: shared })
  const ids = await Promise.all([
    thread({ id: 'one', url: `${shared}/moved` }),
    thread({ id: 'two', url: shared }),
    thread({ url: `${shared}?page=3`, canonical: shared }),
  ])
  expect(new Set(ids.map(({ post }) => post?.id)).size).toBe(3)
  expect(ids.map(({ post }) => post?.numComments)).toEqual([1, 1, 1])
})

test('a visitor’s claims about two pages don’t join them', async () => {
  await comment({ url: 'https://news.example/mine', canonicalUrl: 'https://news.example/yours' })
  expect((await thread({ url: 'https://news.example/yours' })).post).not.toBeNull()
  expect((await thread({ url: 'https://news.example/mine' })).post).toBeNull()
})

test('a parameter that tracks elsewhere identifies the page whose canonical link has it, in every channel', async () => {
  const bare = 'https://news.example/read'
  const [seven, eight] = [`${bare}?si=7`, `${bare}?si=8`]
  await comment({ url: bare, canonicalUrl: bare }, members[0], 'bare')
  await comment({ url: `${seven}&utm_source=x`, canonicalUrl: seven }, members[1], 'seven')
  await comment({ url: `${seven}&ref=mail`, canonicalUrl: seven }, members[2], 'seven again')
  const texts = async (query: { url: string; canonical?: string }) => {
    const { comments } = await thread({ ...query, sort: 'old' })
    return comments.items.map((item) => item.content)
  }
  expect(await texts({ url: seven, canonical: seven })).toEqual(['seven', 'seven again'])
  expect(await texts({ url: eight, canonical: eight })).toEqual([])
  expect(await texts({ url: `${bare}?ref=mail`, canonical: bare })).toEqual(['bare'])
  // As a list of articles or an operator names it.
  expect(await texts({ url: seven })).toEqual(['seven', 'seven again'])
  expect(await texts({ url: `${bare}?ref=mail` })).toEqual(['bare'])
  const { body } = await stoa.call('articleCounts', {
    community: 'FORUM',
    articles: [{ url: seven }, { url: seven, canonicalUrl: seven }, { url: bare }, { url: eight, canonicalUrl: eight }],
  })
  expect(body.payload.counts).toEqual([2, 2, 1, 0])
  await stoa.database.transaction(({ connection }) => connection('articles').update({ is_exact: 0 }))
  // Past the caches.
  stoa.clock.advance(2000)
  // A thread from before the parameter counted stays with its pages.
  expect(await texts({ url: eight, canonical: eight })).toEqual(['bare'])
  await stoa.database.transaction(({ connection }) => connection('articles').update({ is_exact: 1 }))
})

test('a canonical address on another site is ignored', async () => {
  const { articleUrl } = await thread({
    url: 'https://news.example/copy',
    canonical: 'https://elsewhere.example/original',
  })
  expect(articleUrl).toBe('https://news.example/copy')
})

test('an unregistered site is refused with a message', async () => {
  const refused = {
    status: 403,
    body: { code: 'ORIGIN_NOT_REGISTERED', message: expect.stringContaining('isn’t registered') },
  }
  const elsewhere = { url: 'https://elsewhere.example/a' }
  expect(await stoa.call('articleThread', { community: 'FORUM', ...elsewhere })).toMatchObject(refused)
  expect(await stoa.call('articleThread', { community: 'GARDEN', url: 'https://news.example/a' })).toMatchObject(
    refused,
  )
  expect(await stoa.call('articleThread', { community: 'FORUM', url: 'javascript:alert(1)' })).toMatchObject(refused)
  expect(await comment(elsewhere)).toMatchObject(refused)
  expect(await stoa.call('articleCounts', { community: 'FORUM', articles: [elsewhere] })).toMatchObject(refused)
  expect((await stoa.call('articleThread', { community: 'NOWHERE', ...elsewhere })).body.code).toBe(
    'COMMUNITY_NOT_FOUND',
  )
})

test('counts are returned in the requested order, for up to 100 articles', async () => {
  await comment({ url: 'https://news.example/counted' })
  await comment({ url: 'https://news.example/counted' })
  const urls = ['/never', '/counted', '/counted/?ref=x'].map((path) => `https://news.example${path}`)
  const counts = (articles: Article[]) => stoa.call('articleCounts', { community: 'FORUM', articles })
  const asked = [...urls, 'https://elsewhere.example/'].map((url) => ({ url }))
  const { post } = await thread({ url: 'https://news.example/counted' })
  expect((await counts(asked)).body.payload).toEqual({
    counts: [0, 2, 2, 0],
    postIds: [null, post?.id, post?.id, null],
  })
  const many = (length: number) =>
    counts(Array.from({ length }, (_, index) => ({ url: `https://news.example/${index}` })))
  expect((await many(99)).status).toBe(200)
  expect((await many(100)).body.payload.counts).toHaveLength(100)
  expect((await many(101)).body.code).toBe('VALIDATION_FAILED')
})

test('after the first comment the page is fetched for its name, picture and canonical addresses', async () => {
  pages.set(
    '/walk?page=1',
    `<title>x</title><meta property="og:title" content="A walk &amp; a talk"><meta name="description" content="About it">
     <meta property="og:image" content="/walk.jpg"><link rel="canonical" href="/walk">`,
  )
  const heard: unknown[] = []
  const stop = stoa.app.events.subscribe((event) => heard.push(event))
  const { body } = await comment({ url: `${partner}/walk?page=1` })
  await stoa.app.background.settled()
  stop()
  const { post } = await thread({ url: `${partner}/walk` })
  expect(post).toMatchObject({
    id: body.payload.comment.postId,
    title: 'A walk & a talk',
    excerpt: 'About it',
    heroImage: { url: stoa.app.services.media.picture(`${partner}/walk.jpg`) },
    slugUrl: 'walk',
  })
  expect(heard).toContainEqual(
    expect.objectContaining({ name: 'post.changed', event: expect.objectContaining({ postId: post?.id, post }) }),
  )
})

test('a thread shows its community’s logo, and a new one at once', async () => {
  const url = 'https://news.example/logo'
  const logo = async () => (await thread({ url })).community.logoImageURI
  expect(await logo()).toBeUndefined()
  const owner = await stoa.member('logo_owner', { join: ['FORUM'] })
  await stoa.app.services.memberships.setRole(communityId, owner.id, { permissions: ['editBBS'] })
  const change = (logoImageURI: string) =>
    stoa.call('communityEdit', { tokenName: 'FORUM', logoImageURI }, { token: owner.token })
  expect((await change('https://cdn.example/logo.png')).status).toBe(200)
  expect(await logo()).toBe(stoa.app.services.media.picture('https://cdn.example/logo.png'))
  await change('')
  expect(await logo()).toBeUndefined()
})

test('a sign-in window learns about the site, and about its community if there is only one', async () => {
  const { partnerOrigins } = stoa.app.services
  const origin = 'https://www.window.example'
  const ask = async () => (await stoa.call('articleSite', { origin })).body
  expect((await ask()).code).toBe('ORIGIN_NOT_REGISTERED')
  await partnerOrigins.register(communityId, origin)
  const site = { name: 'window.example', iconUrl: '' }
  expect((await ask()).payload).toEqual({ site, community: { tokenName: 'FORUM', title: 'FORUM', logoImageURI: '' } })
  await partnerOrigins.register(await stoa.app.services.communities.idOf('GARDEN'), origin)
  expect((await ask()).payload).toEqual({ site, community: null })
})

test('a thread shows its site as the page describes it, or as the operator sets it', async () => {
  const { partnerOrigins, communities } = stoa.app.services
  const head = '<meta property="og:site_name" content="The Gazette"><link rel="icon" href="/icon.png">'
  pages.set('/described', `<title>Described</title>${head}`)
  await partnerOrigins.register(communityId, 'https://www.plain.example')
  await comment({ url: 'https://www.plain.example/a' })
  await comment({ url: `${partner}/described` })
  await stoa.app.background.settled()
  const shown = async (url: string) => {
    const { post } = await thread({ url })
    return [post?.publisherName, post?.publisherImageUrl, post?.articleSite]
  }
  const iconUrl = stoa.app.services.media.picture(`${partner}/icon.png`)
  expect(iconUrl).toContain('/media/')
  expect(await shown(`${partner}/described`)).toEqual(['The Gazette', iconUrl, { name: 'The Gazette', iconUrl }])
  const plain = { name: 'plain.example', iconUrl: '' }
  expect(await shown('https://www.plain.example/a')).toEqual(['plain.example', '', plain])

  const set = (site: { name?: string; icon?: string }) =>
    stoa.database.transaction(async (tx) => {
      await partnerOrigins.setSite(tx, { communityId, origin: partner }, site)
      await communities.tellChanged(tx, communityId)
    })
  await set({ name: 'Gazette', icon: 'https://cdn.example/g.png' })
  // Without waiting: the change drops cached responses.
  const icon = stoa.app.services.media.picture('https://cdn.example/g.png')
  expect(await shown(`${partner}/described`)).toEqual(['Gazette', icon, { name: 'Gazette', iconUrl: icon }])
  await set({ name: '', icon: '' })
  expect((await shown(`${partner}/described`))[0]).toBe('The Gazette')
})

test('a page doesn’t describe other sites: that of its canonical address, or one that redirects to it', async () => {
  const { partnerOrigins } = stoa.app.services
  const said = async (url: string) => (await thread({ url })).post?.articleSite?.name
  await partnerOrigins.register(communityId, 'https://www.courier.example')
  await comment({ url: 'https://www.courier.example/story' })
  pages.set(
    '/syndicated',
    '<title>A story</title><link rel="canonical" href="https://www.courier.example/story"><meta property="og:site_name" content="Not the Courier">',
  )
  await comment({ url: `${partner}/syndicated` })
  await stoa.app.background.settled()
  expect(await said('https://www.courier.example/story')).toBe('courier.example')
})

test('a section that calls itself differently doesn’t rename its site', async () => {
  pages.set('/section', '<title>Sport</title><meta property="og:site_name" content="The Gazette – Sport">')
  await comment({ url: `${partner}/section` })
  await stoa.app.background.settled()
  expect((await thread({ url: `${partner}/section` })).post?.articleSite?.name).toBe('The Gazette')
})

test('a page that can’t be fetched is named after its address', async () => {
  await comment({ url: `${partner}/lost-page` })
  await stoa.app.background.settled()
  expect((await thread({ url: `${partner}/lost-page` })).post?.title).toBe('Lost page')
})

test('an article whose post is hidden reveals nothing about it', async () => {
  await comment({ url: 'https://news.example/hidden' })
  const { post } = await thread({ url: 'https://news.example/hidden' })
  await stoa.database.transaction(({ connection }) => connection('posts').where({ id: post?.id }).update({ status: 1 }))
  stoa.clock.advance(2000)
  const seen = await thread({ url: 'https://news.example/hidden' })
  expect([seen.post, seen.comments.items, seen.isHidden]).toEqual([null, [], true])
  const { body } = await stoa.call('articleCounts', {
    community: 'FORUM',
    articles: [{ url: 'https://news.example/hidden' }],
  })
  // Comments of hidden posts aren't counted.
  expect(body.payload).toEqual({ counts: [0], postIds: [null] })
})

test('the address of an article is found by the publisher’s id alone, while its thread is public', async () => {
  const url = 'https://news.example/named'
  const { postId } = (await comment({ id: 'named-7', url })).body.payload.comment
  const found = async (about: Partial<CallInput<'articleAddress'>> = {}) => {
    const { body } = await stoa.call('articleAddress', { community: 'FORUM', id: 'named-7', ...about })
    return body.code ?? body.payload.articleUrl
  }
  expect(await found()).toBe(url)
  expect((await thread({ url: await found(), id: 'named-7' })).post?.id).toBe(postId)
  expect(await found({ id: 'unknown' })).toBe('POST_NOT_FOUND')
  expect(await found({ community: 'GARDEN' })).toBe('POST_NOT_FOUND')
  await stoa.database.transaction(({ connection }) => connection('posts').where({ id: postId }).update({ status: 1 }))
  stoa.clock.advance(2000)
  expect(await found()).toBe('POST_NOT_FOUND')
})
