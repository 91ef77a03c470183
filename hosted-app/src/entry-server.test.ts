import { type ApiCall, StoaError } from '@stoa/client'
import {
  exampleComment,
  exampleCommunity,
  exampleId,
  exampleMe,
  examplePost,
  exampleSummary,
  exampleThread,
} from '@stoa/contract/fixtures'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderPage } from './entry-server.tsx'

const config = {
  defaultTokenName: 'FORUM',
  language: 'en',
  languages: ['en'],
  domainDisplayName: 'Forum',
  logoLink: '/favicon.svg',
  poweredBy: true,
  privacyLink: null,
  termsLink: null,
  faqLink: null,
  enableForumPicker: true,
  communityFounders: 'members' as const,
  isSingleTokenDomain: false,
  signInProviders: ['password'],
  providerNames: {},
}
const community = { tokenName: 'FORUM', title: 'The Forum', about: '', flairs: [], tabs: [] }
const screens = { 'login/login-screen.tsx': ['/assets/login.js'], 'post/post-screen.tsx': ['/assets/post.js'] }
const later = () => new Promise((resolve) => setTimeout(resolve, 5))

/** A forum without the post, which is found missing before or after the community has loaded. */
function without(order: 'community last' | 'community first'): ApiCall {
  const call = async (name: string) => {
    if (name === 'communityGet') {
      if (order === 'community last') await later()
      return { community }
    }
    if (order === 'community first') await later()
    throw new StoaError('POST_NOT_FOUND', { message: 'not found' })
  }
  return call as ApiCall
}

test('a missing page is the same whatever was found before', async () => {
  const page = async (order: 'community last' | 'community first') => {
    const { status, head, body, state } = await renderPage({
      path: '/bbs/FORUM/community/some-post',
      origin: 'https://forum.example',
      config,
      translations: null,
      call: without(order),
      screens,
    })
    return { status, head, body, state: { ...JSON.parse(state), now: 0 } }
  }
  const firstPage = await page('community last')
  expect(firstPage.status).toBe(404)
  expect(await page('community first')).toEqual(firstPage)
})

const nobody = (() => Promise.reject(new StoaError('COMMUNITY_NOT_FOUND', { message: 'not found' }))) as ApiCall
const render = (path: string, call = nobody) =>
  renderPage({ path, origin: 'https://forum.example', config, translations: null, call, screens })

test.each([
  '/%09/%5B',
  '/../%09/',
  '//[',
  '/\\elsewhere.example',
  '/%2F%2Felsewhere.example/x',
  '/bbs/%',
  '/%00',
  '/bbs/%C3%28',
])('the address %s names no page', async (path) => {
  const { status, location, body } = await render(path)
  expect([status, location]).toEqual([404, undefined])
  expect(body).toContain('stoa-empty')
})

test('a screen that throws renders the failure page, not a server error', async () => {
  const broken = (async (name: string) => {
    if (name === 'communityGet') return { community: { ...community, activeFlairs: null, tokenName: null, title: {} } }
    return { items: [{}], cursor: null, hasMore: false }
  }) as ApiCall
  const { status, body, state, error } = await render('/bbs/FORUM', broken)
  expect(status).toBe(500)
  expect(error).toBeInstanceOf(Error)
  expect(body).toContain('stoa-empty')
  expect(Object.values(JSON.parse(state).router.errors)).toEqual([{ status: 500 }])
})

test.each([
  ['/bbs/video', '/bbs/FORUM'],
  ['/bbs/video/community/some-post?x=1', '/bbs/FORUM/community/some-post?x=1'],
  ['/bbs/Video/tab/Activity', '/bbs/FORUM/tab/Activity'],
])('%s is an older name of the default community', async (path, location) => {
  expect(await render(path)).toMatchObject({ status: 301, location })
})

/** A forum that finds every row but accepts no cursor. */
const withOtherCursors = (async (name: string, { cursor }: { cursor?: string }) => {
  if (cursor !== undefined) throw new StoaError('CURSOR_INVALID', { message: 'The cursor is not valid.' })
  if (name === 'communityGet') return { community: { ...exampleCommunity(), tokenName: 'FORUM' } }
  if (name === 'userGet') return { user: exampleMe(), followers: 0, communities: [] }
  if (name === 'postGet') return { post: examplePost({ tokenName: 'FORUM', slugUrl: 'some-post', kind: 'community' }) }
  if (name === 'commentGet') throw new StoaError('COMMENT_NOT_FOUND', { message: 'not found' })
  return { items: [], cursor: null, hasMore: false }
}) as ApiCall

test.each([
  ['/bbs/FORUM?sort=top&after=made-up&pages=2', '/bbs/FORUM?sort=top'],
  ['/?after=made-up', '/'],
  ['/bbs/picker?after=made-up', '/bbs/picker'],
  ['/bbs/FORUM/tab/holders?type=partner&after=made-up', '/bbs/FORUM/tab/holders?type=partner'],
  [`/author/${exampleMe().slugUrl}/comments?after=made-up`, `/author/${exampleMe().slugUrl}/comments`],
  ['/bbs/FORUM/community/some-post?after=made-up', '/bbs/FORUM/community/some-post'],
])('%s, whose cursor is no longer valid, redirects to the start of its list', async (path, location) => {
  expect(await render(path, withOtherCursors)).toMatchObject({ status: 302, location })
})

test.each([
  ['/bbs/FORUM/tab/Activity', 301, '/bbs/FORUM/tab/activity'],
  ['/bbs/FORUM/tab/Holders?type=partner', 301, '/bbs/FORUM/tab/holders?type=partner'],
  ['/bbs/FORUM/admin-settings/General', 301, '/bbs/FORUM/admin-settings/general'],
  ['/bbs/FORUM/tab/post', 301, '/bbs/FORUM'],
  ['/bbs/FORUM/tab/Posts', 301, '/bbs/FORUM'],
  ['/bbs/FORUM/video/some-post', 301, '/bbs/FORUM/community/some-post'],
  ['/bbs/FORUM/author/some-one/Comments', 301, '/author/some-one/Comments'],
  [`/author/${encodeURIComponent(exampleMe().displayName)}`, 302, `/author/${exampleMe().slugUrl}`],
])('%s of the specification leads with status %i to %s', async (path, status, location) => {
  expect(await render(path, withOtherCursors)).toMatchObject({ status, location })
})

/** A forum whose lists all go on after every page. */
const endless = (async (name: string, { cursor = '', limit = 20 }: { cursor?: string; limit?: number }) => {
  if (name === 'communityGet') return { community: exampleCommunity({ tokenName: 'FORUM', urlSlug: 'forum' }) }
  if (name === 'userGet') return { user: exampleMe(), followers: 0, communities: [] }
  if (name === 'postGet') return { post: examplePost({ tokenName: 'FORUM', slugUrl: 'some-post', kind: 'community' }) }
  if (name === 'menuShow') return { items: [] }
  if (name === 'userReputation' || name === 'communityMembers')
    return { items: [], communities: [], cursor: null, hasMore: false }
  const ids = Array.from({ length: limit }, (_, index) => exampleId(cursor.length * 100 + index, 'e'))
  const items = ids.map((id) =>
    name === 'communityList'
      ? exampleCommunity({ tokenName: id })
      : name === 'commentList'
        ? exampleComment('otter', { id })
        : examplePost({ id }),
  )
  return { items, cursor: `${cursor}n`, hasMore: true }
}) as ApiCall
const posted = '/bbs/FORUM/community/some-post'
const comments = `/author/${exampleMe().slugUrl}/comments`

test.each([
  ['/bbs/FORUM?sort=new', '/bbs/FORUM?sort=new', '/bbs/FORUM?sort=new&after=n'],
  ['/bbs/FORUM?sort=new&after=a', '/bbs/FORUM?sort=new&after=a', '/bbs/FORUM?sort=new&after=an'],
  ['/?after=a', '/?after=a', '/?after=an'],
  ['/bbs/picker?sort=name&after=a', '/bbs/picker?sort=name&after=a', '/bbs/picker?sort=name&after=an'],
  ['/bbs/FORUM/tab/polls?after=a', '/bbs/FORUM/tab/polls?after=a', '/bbs/FORUM/tab/polls?after=an'],
  [`${comments}?after=a`, `${comments}?after=a`, `${comments}?after=an`],
  [`${posted}?after=a`, `${posted}?after=a`, `${posted}?after=an`],
  [`${posted}?sort=old&after=a`, `${posted}?sort=old&after=a`, `${posted}?sort=old&after=an`],
  [`${posted}?sort=old`, posted, `${posted}?sort=old&after=n`],
])('%s has its own canonical address, and names the next page', async (path, canonical, next) => {
  const { status, head } = await render(path, endless)
  expect(status).toBe(200)
  const addressOf = (rel: string) =>
    new RegExp(`<link rel="${rel}" href="https://forum.example([^"]*)"`).exec(head)?.[1]?.replaceAll('&amp;', '&')
  expect([addressOf('canonical'), addressOf('next')]).toEqual([canonical, next])
})

test.each(['missing', 'of another post'])(
  'the address of a comment that is %s shows its post with a notice',
  async (which) => {
    const call = (async (name: string, input: object) => {
      if (name !== 'commentGet') return withOtherCursors(name as 'postGet', input as { idOrSlug: string })
      if (which === 'missing') throw new StoaError('COMMENT_NOT_FOUND', { message: 'not found' })
      const comment = exampleComment('otter', { postId: exampleId(77, 'p') })
      const none = { items: [], cursor: null, hasMore: false }
      return { comment, parent: null, around: none, replies: none }
    }) as ApiCall
    const path = `${posted}/comment/${exampleId(3, 't')}`
    const { status, head, body } = await render(path, call)
    expect(status).toBe(200)
    expect(body).toContain('This comment isn’t available.')
    expect(head).toContain(`<link rel="canonical" href="https://forum.example${posted}"`)
    expect(head).toContain('<meta name="robots" content="noindex">')
    // Other addresses of the post lead to the one of the missing comment.
    const other = await render(path.replace('community/some-post', 'video/some-post'), call)
    expect(other).toMatchObject({ status: 301, location: path })
  },
)

const STORED = `/media/${exampleId(5, 'm')}`

test.each([
  [
    'a stored cover',
    { heroImage: { url: `${STORED}/original.webp`, width: 2400, height: 1201, alt: 'A "ferry"' } },
    { url: '/preview/ID.jpeg', width: '1200', height: '601', alt: 'A &quot;ferry&quot;' },
  ],
  [
    'a cover elsewhere',
    { heroImage: { url: 'https://pictures.example/a.JPG', width: 400, height: 300 } },
    { url: 'https://pictures.example/a.JPG', width: '400', height: '300', alt: 'Ferries' },
  ],
  [
    'a cover of another type',
    { heroImage: { url: 'https://pictures.example/a.avif' } },
    { url: '/preview/ID.png', width: '1200', height: '630', alt: 'Ferries' },
  ],
  [
    'a cover elsewhere of unknown size',
    { heroImage: { url: 'https://pictures.example/a.jpg' } },
    { url: '/preview/ID.png', width: '1200', height: '630', alt: 'Ferries' },
  ],
  [
    'an uploaded cover of unknown size',
    { heroImage: { url: `${STORED}/original.webp` } },
    { url: '/preview/ID.jpeg', width: '1200', height: '630', alt: 'Ferries' },
  ],
  ['no picture', {}, { url: '/preview/ID.png', width: '1200', height: '630', alt: 'Ferries' }],
])('links to a post with %s show a JPEG or PNG picture with size and text', async (_, pictures, shown) => {
  const post = examplePost({
    tokenName: 'FORUM',
    slugUrl: 'some-post',
    kind: 'community',
    title: 'Ferries',
    ...pictures,
  })
  const call = (async (name: string, input: object) =>
    name === 'postGet' ? { post } : withOtherCursors(name as 'postList', input)) as ApiCall
  const { head } = await render(posted, call)
  const { url, ...size } = linkPictureOf(head)
  expect(url).toBe(new URL(shown.url.replace('ID', post.id), 'https://forum.example').href)
  expect(size).toEqual({ width: shown.width, height: shown.height, alt: shown.alt })
})

function linkPictureOf(head: string) {
  const property = (name: string) => new RegExp(`<meta property="og:image${name}" content="([^"]*)"`).exec(head)?.[1]
  return { url: property(''), width: property(':width'), height: property(':height'), alt: property(':alt') }
}

test.each([
  [`${STORED}/original.webp`, { extension: 'jpeg', width: '400', height: '400' }],
  ['', { extension: 'png', width: '1200', height: '630' }],
])(
  'links to a community and a person with the picture "%s" show JPEG or PNG with size and text',
  async (url, shown) => {
    const { extension, ...size } = shown
    const community = exampleCommunity({ tokenName: 'SEWING', title: 'Sewing', urlSlug: 'needles', logoImageURI: url })
    const profileImageUrl = url && `https://forum.example${url}`
    const user = exampleMe({ slugUrl: 'ada', displayName: 'Ada', profileImageUrl })
    const call = (async (name: string) => {
      if (name === 'communityGet') return { community }
      if (name === 'userGet') return { user, communities: [] }
      return { items: [], cursor: null, hasMore: false }
    }) as ApiCall
    const paths = ['/bbs/needles', '/bbs/needles/tab/about', '/author/ada/comments']
    const pictures = await Promise.all(paths.map(async (path) => linkPictureOf((await render(path, call)).head)))
    const of = (path: string, alt: string) => ({
      url: `https://forum.example/preview/${path}.${extension}`,
      ...size,
      alt,
    })
    const sewing = of('communities/needles', 'Sewing')
    expect(pictures).toEqual([sewing, sewing, of('people/ada', 'Ada')])
  },
)

const sewing = exampleCommunity({ tokenName: 'SEWING', title: 'Sewing', urlSlug: 'needles' })
const seam = examplePost({ tokenName: 'SEWING', communitySlug: 'needles', slugUrl: 'a-seam', kind: 'community' })
const inSewing = (async (name: string) => {
  if (name === 'communityGet') return { community: sewing }
  if (name === 'postGet') return { post: seam }
  return { items: [], cursor: null, hasMore: false }
}) as ApiCall

test.each([
  ['/bbs/SEWING?sort=top', '/bbs/needles?sort=top'],
  ['/bbs/old-needles', '/bbs/needles'],
  ['/bbs/SEWING/tab/about', '/bbs/needles/tab/about'],
  ['/bbs/SEWING/admin-settings/general', '/bbs/needles/admin-settings/general'],
  ['/bbs/SEWING/posts/create?parentPostId=1', '/bbs/needles/posts/create?parentPostId=1'],
  ['/bbs/SEWING/community/a-seam?sort=new', '/bbs/needles/community/a-seam?sort=new'],
])('once a community has a slug, %s leads to %s', async (path, location) => {
  expect(await render(path, inSewing)).toMatchObject({ status: 301, location })
})

test.each([
  ['/bbs/needles', '/bbs/needles'],
  ['/bbs/needles/tab/about', '/bbs/needles/tab/about'],
  ['/bbs/needles/community/a-seam', '/bbs/needles/community/a-seam'],
])('the canonical address of %s has the slug, and so have its links', async (path, canonical) => {
  const { status, head, body } = await render(path, inSewing)
  expect(status).toBe(200)
  const address = `https://forum.example${canonical}"`
  expect(head).toContain(`<link rel="canonical" href="${address}`)
  expect(head).toContain(`<meta property="og:url" content="${address}`)
  expect(body).not.toContain('/bbs/SEWING')
})

test('the thread page of a response shows it, that of a comment redirects to the comment', async () => {
  const post = examplePost({ tokenName: 'FORUM', slugUrl: 'some-post', kind: 'community' })
  const comment = exampleComment('heron', { postId: post.id })
  const call = (async (name: string, input: { postId?: string; commentId?: string }) => {
    if (name === 'postThread' && input.postId === post.id) return { items: [null, post] }
    if (name === 'postThread') throw new StoaError('POST_NOT_FOUND', { message: 'not found' })
    if (name === 'commentGet') {
      if (input.commentId !== comment.id) throw new StoaError('COMMENT_NOT_FOUND', { message: 'not found' })
      const none = { items: [], cursor: null, hasMore: false }
      return { comment, parent: null, around: none, replies: none }
    }
    return withOtherCursors(name as never, input as never)
  }) as ApiCall
  const { status, body } = await render(`/bbs/thread/${post.id}`, call)
  expect([status, body.includes(post.title)]).toEqual([200, true])
  expect((await render(`/bbs/thread/${post.id}/${exampleId(7, 'x')}`, call)).status).toBe(404)
  expect(await render(`/bbs/thread/${comment.id}`, call)).toMatchObject({
    status: 301,
    location: `/bbs/FORUM/community/some-post/comment/${comment.id}`,
  })
})

test('a response links back to paths of the forum only', async () => {
  const { id } = examplePost()
  const page = async (backLinkUrl: string) =>
    (
      await render(
        `/bbs/response/${id}?${new URLSearchParams({ backLinkUrl, backLinkLabel: 'Elsewhere' })}`,
        withOtherCursors,
      )
    ).body
  expect(await page('/bbs/FORUM?sort=new')).toContain('href="/bbs/FORUM?sort=new"')
  for (const url of ['https://evil.example/', '//evil.example/', 'javascript:alert(1)']) {
    const body = await page(url)
    expect(body).not.toMatch(/href="(?:(?:https:)?\/\/evil|javascript)/)
    expect(body).toContain('href="/bbs/FORUM/community/some-post"')
  }
})

test('the page of an article has its comments and leads to signing in; everything else is missing alike', async () => {
  const url = 'https://news.example/ferries?page=2'
  const path = `/bbs/external-article-comment?${new URLSearchParams({ url })}`
  const [branch] = exampleThread()
  const thread = {
    articleUrl: url,
    community: { tokenName: 'FORUM', title: 'Forum', urlSlug: 'forum', anonymousComments: true },
    post: exampleSummary({ tokenName: 'FORUM', title: 'Ferries', kind: 'story', status: 7, articleUrl: url }),
    comments: { items: [branch], cursor: null, hasMore: false },
  }
  const inputs: object[] = []
  const page = (outcome: object, address = path) => {
    const call = (async (name: string, input: object) => {
      if (name === 'articleAddress' && (input as { id: string }).id === '7') return { articleUrl: url }
      if (name === 'articleAddress') throw new StoaError('POST_NOT_FOUND', { message: 'Post not found: 8' })
      if (name !== 'articleThread') return withOtherCursors(name as never, input as never)
      inputs.push(input)
      if (outcome instanceof Error) throw outcome
      return outcome
    }) as ApiCall
    return render(address, call)
  }
  const { status, head, body } = await page(thread)
  expect(status).toBe(200)
  expect((await page(thread, '/bbs/external-article-comment?id=7')).body).toContain('The footbridge has been closed')
  expect(inputs).toMatchObject([
    { community: 'FORUM', url },
    { community: 'FORUM', url, id: '7' },
  ])
  expect((await page(thread, '/bbs/external-article-comment?id=8')).status).toBe(404)
  for (const words of ['Ferries', 'The footbridge has been closed', `href="${url}"`, '<textarea'])
    expect(body).toContain(words)
  expect(body).toContain(`href="/bbs/login?next=${encodeURIComponent(path)}"`)
  expect(head).toContain('<meta name="robots" content="noindex">')
  const nothing = { ...thread, post: null, comments: { items: [], cursor: null, hasMore: false } }
  const refused = (code: 'ORIGIN_NOT_REGISTERED' | 'COMMUNITY_NOT_FOUND' | 'VALIDATION_FAILED') =>
    new StoaError(code, { message: code })
  const missing = [nothing, { ...nothing, isHidden: true }, refused('ORIGIN_NOT_REGISTERED')]
  const pages = await Promise.all(
    [...missing, refused('COMMUNITY_NOT_FOUND'), refused('VALIDATION_FAILED')].map((outcome) => page(outcome)),
  )
  const same = pages.map((one) => ({ ...one, state: { ...JSON.parse(one.state), now: 0 } }))
  expect(same[0]?.status).toBe(404)
  for (const one of same) expect(one).toEqual(same[0])
})

test('a member’s former name redirects to the present one', async () => {
  expect(await render('/author/former-name/comments', withOtherCursors)).toMatchObject({
    status: 301,
    location: `/author/${exampleMe().slugUrl}/comments`,
  })
})

test('a former author address with a control character redirects, encoded', async () => {
  const { status, location } = await render('/bbs/FORUM/author/newt/%00')
  expect([status, location]).toEqual([301, '/author/newt/%00'])
})

test('any address gets a page', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      'bbs',
      'FORUM',
      'community',
      'comment',
      'author',
      'video',
      'tab',
      'posts',
      'create',
      'thread',
      '..',
      '',
    ),
    fc.constantFrom('%', '%00', '%09', '%2F', '%5B', '[', ']', '\\\\', ':', '@', '%E0%A4', '?', '#', '%3Fx'),
    fc.string({ unit: 'binary', maxLength: 8 }).map(encodeURI),
  )
  const address = fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('/')}`)
  await fc.assert(
    fc.asyncProperty(address, async (path) => {
      const { status, location = '/' } = await render(path)
      expect(status).toBeLessThan(500)
      expect(new URL(location, 'https://forum.example').origin).toBe('https://forum.example')
    }),
    { numRuns: 500 },
  )
}, 60_000)
const ADDRESSES = {
  reader: '/lang/ar/reader.json?v=1',
  member: '/lang/ar/member.json?v=1',
  admin: '/lang/ar/admin.json?v=1',
  errors: '/lang/ar/errors.json?v=1',
}

test('a forum in another language has its texts and direction', async () => {
  const page = await renderPage({
    path: '/bbs/login',
    origin: 'https://forum.example',
    config: { ...config, language: 'ar' },
    translations: { hrefs: ADDRESSES, texts: { 'app.communities': 'المجتمعات' } },
    call: nobody,
    screens,
  })
  expect(page.root).toBe('lang="ar" dir="rtl"')
  expect(page.body).toContain('المجتمعات')
  // Untranslated texts stay English.
  expect(page.body).toContain('Show password')
  expect(page.head).toContain(`href="${ADDRESSES.reader}"`)
  expect(JSON.parse(page.state)).toMatchObject({ translations: ADDRESSES, config: { language: 'ar' } })
  expect(await render('/bbs/login')).toMatchObject({ root: 'lang="en" dir="ltr"' })
})

test.each([
  ['/bbs', 302, '/'],
  ['/bbs/picker', 302, '/'],
  ['/bbs/FORUM?sort=top', 301, '/?sort=top'],
  ['/bbs/forum', 301, '/'],
  ['/bbs/the-forum', 301, '/'],
  ['/bbs/OTHER', 404, undefined],
  ['/bbs/OTHER/community/some-post', 404, undefined],
  ['/bbs/OTHER/posts/create', 404, undefined],
  ['/bbs/OTHER/tab/about', 404, undefined],
])('on a domain of one community %s returns %i', async (path, status, location) => {
  const call = (async (name: string, { tokenName }: { tokenName: string }) =>
    name === 'menuShow'
      ? { items: [] }
      : { community: { ...community, tokenName: tokenName === 'OTHER' ? 'OTHER' : 'FORUM' } }) as unknown as ApiCall
  const single = { ...config, isSingleTokenDomain: true }
  const page = await renderPage({
    path,
    origin: 'https://forum.example',
    config: single,
    translations: null,
    call,
    screens,
  })
  expect([page.status, page.location]).toEqual([status, location])
})

test('only the screen’s own code is preloaded with the common code', async () => {
  const { head } = await render('/bbs/login')
  expect(head).toContain('<link rel="modulepreload" crossorigin href="/assets/login.js">')
  expect(head).not.toContain('/assets/post.js')
})

test('titles from right to left don’t reorder the title of a page', async () => {
  const post = examplePost({
    tokenName: 'FORUM',
    slugUrl: 'some-post',
    kind: 'community',
    title: 'مرحبا',
    communityTitle: 'Forum',
  })
  const call = (async (name: string, input: object) =>
    name === 'postGet' ? { post } : withOtherCursors(name as 'postList', input)) as ApiCall
  expect((await render(posted, call)).head).toContain('<title>\u2068مرحبا\u2069 · Forum</title>')
})

test('links and the canonical address follow the mapping of the domain, beside pages of other domains', async () => {
  const at = (path: string, urlMapping?: Record<string, string>) =>
    renderPage({
      path,
      origin: 'https://forum.example',
      config: { ...config, ...(urlMapping && { urlMapping }) },
      translations: null,
      call: withOtherCursors,
      screens,
    })
  const [mapped, plain, former] = await Promise.all([
    at('/forum/nature/FORUM', { FORUM: '/forum/nature' }),
    at('/bbs/FORUM'),
    at('/forum/nature/FORUM'),
  ])
  expect(mapped.status).toBe(200)
  expect(mapped.head).toContain('href="https://forum.example/forum/nature/FORUM"')
  expect(mapped.body).toContain('href="/forum/nature/FORUM')
  expect(mapped.body).not.toContain('href="/bbs/FORUM')
  expect(plain.head).toContain('href="https://forum.example/bbs/FORUM"')
  expect(plain.body).not.toContain('/forum/nature')
  expect(former.status).toBe(404)
})

test('a post at another address of a mapped community redirects below its mapping', async () => {
  const page = await renderPage({
    path: '/forum/FORUM/some-post',
    origin: 'https://forum.example',
    config: { ...config, urlMapping: { FORUM: '/forum' } },
    translations: null,
    call: withOtherCursors,
    screens,
  })
  expect(page).toMatchObject({ status: 301, location: '/forum/FORUM/community/some-post' })
})
