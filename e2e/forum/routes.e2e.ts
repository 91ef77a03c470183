import type { APIRequestContext } from '@playwright/test'
import { apiAs, expect, forumUrl, makeAccount, signInAs, test } from '../support/harness.ts'

/** Status and target of an address, without following redirects. */
async function visit(request: APIRequestContext, path: string) {
  const response = await request.get(forumUrl + path, { maxRedirects: 0 })
  return { status: response.status(), location: response.headers().location }
}

/** A post of the demonstration with a reply in its thread, and its topic. */
async function demoPost(request: APIRequestContext) {
  const ada = await apiAs(request, 'demo_ada')
  const { items } = await ada.read<{
    items: { id: string; slugUrl: string; title: string; flairs: { id: string }[] }[]
  }>('posts?type=community&tokenName=FORUM&limit=50')
  const post = items.find(({ title }) => title === 'A library of things that are not books')
  if (!post) throw new Error('The demonstration has no post about the library of things.')
  const comments = await ada.read<{ items: { id: string; replies: { items: { id: string }[] } }[] }>(
    `comments?type=post&postId=${post.id}`,
  )
  const comment = comments.items.find(({ replies }) => replies.items.length > 0)
  return {
    ada,
    id: post.id,
    slug: post.slugUrl,
    flair: post.flairs[0]?.id ?? '',
    comment: comment?.id ?? '',
    reply: comment?.replies.items[0]?.id ?? '',
  }
}

test('every public address of the forum responds', async ({ request }) => {
  const paths = ['/', '/bbs', '/bbs/picker', '/bbs/login', '/bbs/singup', '/bbs/FORUM', '/bbs/forum', '/bbs/GARDEN']
  const tabs = [
    '/bbs/FORUM/tab/about',
    '/bbs/FORUM/tab/polls',
    '/bbs/FORUM/tab/video',
    '/bbs/FORUM/tab/holders',
    '/bbs/FORUM/tab/holders?type=partner',
    '/bbs/FORUM/tab/leaderboard?period=week',
  ]
  const authors = ['/author/demo-ada', '/author/demo-ada/comments', '/author/demo-ada/reputation']
  for (const path of [...paths, ...tabs, ...authors])
    expect.soft({ path, ...(await visit(request, path)) }).toMatchObject({ status: 200 })
})

test('a post and its comments respond at every form of their address', async ({ request }) => {
  const { id, slug, flair, comment, reply } = await demoPost(request)
  const posts = [slug, id].flatMap((name) => [
    name,
    `${flair}/${name}`,
    `community/${name}`,
    `community/${flair}/${name}`,
    `video/${name}`,
  ])
  for (const post of posts) {
    for (const end of ['', `/comment/${comment}`, `/comment/${comment}/reply/${reply}`]) {
      const path = `/bbs/FORUM/${post}${end}`
      const response = await request.get(forumUrl + path)
      expect.soft({ path, status: response.status() }).toEqual({ path, status: 200 })
      expect.soft(await response.text()).toContain('A library of things that are not books')
    }
  }
})

test('a thread address shows the comment', async ({ request }) => {
  const { slug, comment, reply } = await demoPost(request)
  const to = await visit(request, `/bbs/thread/${comment}`)
  expect([301, 302]).toContain(to.status)
  expect(to.location).toContain(`${slug}/comment/${comment}`)
  expect((await visit(request, `/bbs/thread/${comment}/${reply}`)).location).toContain(reply)
})

test('old and mistyped addresses redirect to the right one', async ({ request }) => {
  expect(await visit(request, '/bbs/signup?next=%2Fbbs')).toEqual({ status: 301, location: '/bbs/singup?next=%2Fbbs' })
  expect(await visit(request, '/bbs/FORUM/tab/posts')).toEqual({ status: 301, location: '/bbs/FORUM' })
  expect(await visit(request, '/bbs/FORUM/author/demo-ada')).toEqual({ status: 301, location: '/author/demo-ada' })
})

test('a post’s old address redirects after its title has changed', async ({ request }) => {
  const { ada } = await demoPost(request)
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Water to the second step.' } }] })
  const { activeFlairs } = (await ada.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM'))
    .community
  const body = { tokenName: 'FORUM', kind: 'community', postContent, flairId: activeFlairs[0]?.id, saveAsDraft: false }
  const { post } = await ada.call<{ post: { id: string; slugUrl: string } }>('post/create', {
    ...body,
    title: 'High water',
  })
  await ada.call('post/edit', { ...body, postId: post.id, title: 'The water has gone down' })
  const response = await visit(request, `/bbs/FORUM/${post.slugUrl}`)
  expect([301, 308]).toContain(response.status)
  expect(response.location).toContain('the-water-has-gone-down')
})

test('missing pages show the same screen everywhere, with status 404', async ({ request, page, complaints }) => {
  const nowhere = ['/bbs/404', '/nothing', '/bbs/NOWHERE', '/bbs/FORUM/no-such-post', '/author/nobody-here']
  const comments = ['/bbs/FORUM/no-such-post/comment/00000000000000000000', '/bbs/thread/00000000000000000000']
  for (const path of [...nowhere, ...comments])
    expect.soft({ path, ...(await visit(request, path)) }).toMatchObject({ path, status: 404 })
  await page.goto(`${forumUrl}/bbs/FORUM/no-such-post`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveTitle('Page not found · Stoa')
  const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in' })
  expect(await signIn.getAttribute('href')).toBe('/bbs/login?next=%2Fbbs%2FFORUM%2Fno-such-post')
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL(`${forumUrl}/`)
  // The browser logs the 404.
  complaints.length = 0
})

test('an address that needs an account leads to the sign-in page and back', async ({ page }) => {
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await expect(page).toHaveURL(`${forumUrl}/bbs/login?next=${encodeURIComponent('/bbs/FORUM/posts/create')}`)
})

test('an empty page says who it belongs to and offers a next step; each screen has its own title and one heading', async ({
  page,
  request,
}) => {
  await makeAccount(request, 'settler_quiet')
  const screens = [
    ['/author/settler-quiet', 'settler_quiet · Stoa', 'Nothing here yet'],
    ['/author/settler-quiet/published', 'Published · settler_quiet · Stoa', 'No posts yet'],
    ['/author/settler-quiet/comments', 'Comments · settler_quiet · Stoa', 'No comments yet'],
    ['/author/settler-quiet/reputation', 'Reputation · settler_quiet · Stoa', 'No reputation yet'],
    ['/bbs/GARDEN/tab/holders?type=partner', 'Members · The Allotment Table', 'No partners yet'],
    ['/bbs/login', 'Sign in · Stoa', null],
    ['/bbs/picker', 'Communities · Stoa', null],
  ] as const
  for (const [path, title, empty] of screens) {
    await page.goto(forumUrl + path)
    await expect.soft(page).toHaveTitle(title)
    await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    if (empty) await expect.soft(page.getByRole('heading', { level: 2, name: empty })).toBeVisible()
  }
  await page.goto(`${forumUrl}/bbs/GARDEN/tab/holders?type=partner`)
  await page.getByRole('link', { name: 'View posts' }).click()
  await expect(page).toHaveURL(/\/bbs\/[^/]+$/)
})

test('the leaderboard links to a member, whose page shows where the reputation comes from', async ({
  page,
  context,
}) => {
  await signInAs(context, 'demo_gil')
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await page.getByRole('link', { name: 'Leaderboard' }).click()
  await page.getByRole('link', { name: 'All time' }).click()
  await expect(page).toHaveURL(`${forumUrl}/bbs/FORUM/tab/leaderboard?period=all`)
  const ownEntry = page.getByRole('list', { name: 'All time' }).getByRole('listitem').filter({ hasText: 'You' })
  await expect(ownEntry).toContainText(/Gil Tolley[\s\S]*points/)
  await ownEntry.getByRole('link', { name: 'Gil Tolley' }).click()
  await page.getByRole('link', { name: 'Reputation' }).click()
  await expect(page.getByRole('list', { name: 'See how it was earned' }).getByRole('listitem').first()).toContainText(
    '+',
  )
  await page.getByRole('button', { name: 'How reputation works' }).click()
  await expect(page.getByRole('dialog')).toContainText('A like on a comment: +1.')
})
