import type { Page } from '@playwright/test'
import { apiAs, expect, forumUrl, test } from '../support/harness.ts'

const POSTS = 215

/** Address of a topic with many posts. */
let topic = ''

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(120_000)
  const request = await playwright.request.newContext()
  const emi = await apiAs(request, 'demo_emi')
  const { community } = await emi.read<{ community: { activeFlairs: { id: string; name: string }[] } }>(
    'communities/GARDEN',
  )
  const flairId = community.activeFlairs.find(({ name }) => name === 'Pests')?.id
  topic = `/bbs/GARDEN?sort=new&flair=${flairId}`
  const { items } = await emi.read<{ items: unknown[] }>(`posts?tokenName=GARDEN&type=all&flairId=${flairId}&limit=100`)
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'It eats everything.' } }] })
  const body = { tokenName: 'GARDEN', kind: 'community', postContent, flairId, saveAsDraft: false }
  const titlesToCreate = Array.from({ length: POSTS - items.length }, (_, index) => `Pest ${index + 1}`)
  while (titlesToCreate.length > 0) {
    await Promise.all(titlesToCreate.splice(0, 10).map((title) => emi.call('post/create', { ...body, title })))
  }
  await request.dispose()
})

const cards = (page: Page) => page.getByRole('article')

const COMMENTS = 75
const REPLIES = 28

/** Address of a post with many comments, the oldest of which has many replies. */
let thread = ''

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(120_000)
  const request = await playwright.request.newContext()
  const emi = await apiAs(request, 'demo_emi')
  const dov = await apiAs(request, 'demo_dov')
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Everybody says something.' } }] })
  const { community } = await emi.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  const { post } = await emi.call<{ post: { id: string; slugUrl: string } }>('post/create', {
    tokenName: 'FORUM',
    kind: 'community',
    title: 'A long talk',
    postContent,
    saveAsDraft: false,
    flairId: community.activeFlairs[0]?.id,
  })
  const writeComment = (content: string, more = {}) =>
    dov.call<{ comment: { id: string } }>('comment/create', { tokenName: 'FORUM', postId: post.id, content, ...more })
  const { comment } = await writeComment('Word 1')
  for (let number = 2; number <= COMMENTS; number += 1) await writeComment(`Word ${number}`)
  for (let number = 1; number <= REPLIES; number += 1)
    await writeComment(`Answer ${number}`, { replyToCommentId: comment.id })
  thread = `/bbs/FORUM/community/${post.slugUrl}?sort=old`
  await request.dispose()
})

const top = (page: Page) => page.locator('.stoa-comments-branch > article')
const positionOf = (page: Page) => page.evaluate(() => window.scrollY)
const expectPosition = (page: Page, position: number) =>
  expect.poll(async () => Math.abs((await positionOf(page)) - position)).toBeLessThanOrEqual(2)

/** Presses the button below the list until it shows `count` items. */
async function growTo(page: Page, count: number) {
  for (let cardCount = await cards(page).count(); cardCount < count; cardCount = await cards(page).count()) {
    await page.getByText('Load more posts').click()
    await expect(cards(page)).not.toHaveCount(cardCount)
  }
}

test('a feed grows to its end with one request per page, and is restored with its length and position', async ({
  page,
}) => {
  test.slow()
  await page.goto(forumUrl + topic)
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/') && request.method() === 'GET') requests.push(request.url())
  })
  await growTo(page, 140)
  await expect(page).toHaveURL(/[?&]pages=7$/)
  expect(requests.filter((url) => !/\/api\/posts\?.*cursor=/.test(url))).toEqual([])
  expect(requests).toHaveLength(6)

  const card = cards(page).nth(125).getByRole('heading').getByRole('link')
  const title = (await card.textContent()) ?? ''
  await card.scrollIntoViewIfNeeded()
  const position = await positionOf(page)
  await card.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.goBack()
  await expect(cards(page)).toHaveCount(140)
  await expectPosition(page, position)
  await page.reload()
  await expect(cards(page)).toHaveCount(140)
  await expectPosition(page, position)

  await growTo(page, POSTS)
  await expect(page.getByText('You’ve reached the end.')).toBeVisible()
  await cards(page).nth(210).scrollIntoViewIfNeeded()
  const end = await positionOf(page)
  // More than the server renders of one list: the browser loads the rest.
  await page.reload()
  await expect(cards(page)).toHaveCount(POSTS)
  await expectPosition(page, end)
  const titles = await cards(page).getByRole('heading').allTextContents()
  expect(new Set(titles).size).toBe(POSTS)
})

test('a thread is restored with its length and position by reload and back', async ({ page }) => {
  test.slow()
  await page.goto(forumUrl + thread)
  await expect(top(page)).toHaveCount(10)
  await page.waitForLoadState('networkidle')
  const more = page.getByRole('link', { name: 'Load more comments' })
  await more.click()
  await expect(top(page)).toHaveCount(30)
  await expect(more).toBeFocused()
  await more.click()
  await expect(top(page)).toHaveCount(50)
  await expect(page).toHaveURL(/sort=old&pages=3$/)
  await top(page).nth(44).scrollIntoViewIfNeeded()
  const position = await positionOf(page)
  expect(position).toBeGreaterThan(1000)
  await page.reload()
  await expect(top(page)).toHaveCount(50)
  await expectPosition(page, position)
  await page.goto(`${forumUrl}/bbs/login`)
  await page.goBack()
  await expect(top(page)).toHaveCount(50)
  await expectPosition(page, position)
})

test('expanded replies are restored with their position by reload and back', async ({ page }) => {
  test.slow()
  const replies = page.locator('.stoa-comments-replies > li > article')
  await page.goto(forumUrl + thread)
  await expect(replies).toHaveCount(5)
  await page.waitForLoadState('networkidle')
  for (const count of [25, REPLIES]) {
    await page.getByRole('link', { name: /^Show \d+ more repl/ }).click()
    await expect(replies).toHaveCount(count)
  }
  await replies.nth(26).scrollIntoViewIfNeeded()
  const position = await positionOf(page)
  expect(position).toBeGreaterThan(1000)
  await page.reload()
  await expect(replies).toHaveCount(REPLIES)
  await expectPosition(page, position)
  // Leaves within the forum by a shortcut, which scrolls to no link, and then by a full navigation.
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).not.toHaveURL(/a-long-talk/)
  await page.goBack()
  await expect(replies).toHaveCount(REPLIES)
  await expectPosition(page, position)
  await page.goto(`${forumUrl}/bbs/login`)
  await page.goBack()
  await expect(replies).toHaveCount(REPLIES)
  await expectPosition(page, position)
  // A new visit starts from the beginning.
  await page.goto(`${forumUrl}/bbs/login`)
  await page.goto(forumUrl + thread)
  await expect(replies).toHaveCount(5)
})

test('an author’s posts and comments are restored with their length and position', async ({ page }) => {
  for (const path of ['/author/demo-dov/comments', '/author/demo-emi/published']) {
    const items = page.locator('.stoa-app-list > li, article')
    await page.goto(forumUrl + path)
    await page.getByText(/^Load more/).click()
    await expect(items).toHaveCount(40)
    await expect(page).toHaveURL(/\?pages=2$/)
    await items.nth(35).scrollIntoViewIfNeeded()
    const position = await positionOf(page)
    await page.reload()
    await expect(items).toHaveCount(40)
    await expectPosition(page, position)
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader reaches every post of a feed, page by page', async ({ page }) => {
    test.slow()
    await page.goto(forumUrl + topic)
    const titles = new Set<string>()
    for (;;) {
      const cardTitles = await cards(page).getByRole('heading').allTextContents()
      expect(cardTitles.length).toBeLessThanOrEqual(20)
      for (const title of cardTitles) titles.add(title)
      const next = page.getByRole('link', { name: 'Load more posts' })
      if ((await next.count()) === 0) break
      await next.click()
      await expect(page.getByRole('link', { name: 'Back to the start' })).toBeVisible()
    }
    expect(titles.size).toBe(POSTS)
    await page.getByRole('link', { name: 'Back to the start' }).click()
    await expect(page).toHaveURL(forumUrl + topic)
  })

  test('a reader reaches every comment and every reply', async ({ page }) => {
    test.slow()
    const texts = new Set<string>()
    const read = async () => {
      for (const text of await page.locator('.stoa-comment-text').allTextContents()) texts.add(text.trim())
    }
    const follow = async (name: string | RegExp) => {
      for (;;) {
        await read()
        const next = page.getByRole('link', { name })
        if ((await next.count()) === 0) break
        await next.click()
        await expect(page.getByRole('link', { name: 'Show all comments' })).toBeVisible()
      }
    }
    await page.goto(forumUrl + thread)
    await follow('Load more comments')
    await page.goto(forumUrl + thread)
    await follow(/^Show \d+ more repl/)
    const visibleTexts = [...texts]
    expect(visibleTexts.filter((text) => text.startsWith('Word'))).toHaveLength(COMMENTS)
    expect(visibleTexts.filter((text) => text.startsWith('Answer'))).toHaveLength(REPLIES)
  })

  test('a reader reaches everything that an author wrote', async ({ page }) => {
    await page.goto(`${forumUrl}/author/demo-dov/comments`)
    const texts = new Set<string>()
    for (;;) {
      for (const text of await page.locator('.stoa-app-list .stoa-app-about').allTextContents()) texts.add(text)
      const next = page.getByRole('link', { name: 'Load more' })
      if ((await next.count()) === 0) break
      await next.click()
      await expect(page.getByRole('link', { name: 'Back to the start' })).toBeVisible()
    }
    expect(texts.size).toBeGreaterThanOrEqual(COMMENTS + REPLIES)
    await page.goto(`${forumUrl}/author/demo-emi/published`)
    await page.getByRole('link', { name: 'Load more posts' }).click()
    await expect(page.getByRole('article')).toHaveCount(20)
    await expect(page.getByRole('link', { name: 'Back to the start' })).toBeVisible()
  })
})

test('a post recommends as many other posts as fit the window', async ({ page }) => {
  // More posts of the same topic follow below.
  const all = page.locator('.stoa-recommended').first().locator('.stoa-recommended-post')
  const visiblePosts = all.filter({ visible: true })
  for (const [height, count] of [
    [330, 2],
    [660, 5],
    [1280, 10],
  ] as const) {
    await page.setViewportSize({ width: 1280, height })
    await page.goto(`${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first`)
    await expect.poll(() => all.count()).toBeGreaterThan(2)
    const total = await all.count()
    await expect(visiblePosts).toHaveCount(Math.min(count, total))
  }
})
