import type { BrowserContext, Page } from '@playwright/test'
import { apiAs, expect, forumUrl, signInAs, test, waitForLive } from '../support/harness.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shifts.ts'

const screens = {
  feed: '/',
  'feed of a topic in an order': '/bbs/FORUM?sort=top&since=month',
  communities: '/bbs/picker',
  about: '/bbs/FORUM/tab/about',
  members: '/bbs/FORUM/tab/holders',
  leaderboard: '/bbs/FORUM/tab/leaderboard?period=all',
  post: '/bbs/FORUM/community/what-should-the-square-get-first',
  'post with pictures, film and sound': '/bbs/FORUM/community/from-the-mill-to-the-market-without-meeting-a-car',
  story: '/bbs/FORUM/what-the-ferry-was-for',
  'activity of an author': '/author/demo-ada',
  'comments of an author': '/author/demo-ada/comments',
  search: '/bbs/search?q=library+books',
  'search for comments': '/bbs/search/comments?q=sewing+machine',
  'home feed': '/bbs/feed',
  popular: '/bbs/popular',
  inbox: '/bbs/messages',
  composer: '/bbs/FORUM/posts/create',
  login: '/bbs/login',
  'sign-up': '/bbs/singup',
}

/** Records layout shifts and console messages. */
async function record(context: BrowserContext) {
  const messages: string[] = []
  context.on('console', (message) => {
    // Most journeys run without the service worker.
    if (message.text().endsWith('blocked by Playwright')) return
    if (['error', 'warning'].includes(message.type())) messages.push(`${message.page()?.url()}: ${message.text()}`)
  })
  await recordLayoutShifts(context)
  return messages
}

/** Waits until the page is hydrated, has loaded the viewer and is rendered. */
async function waitForIdle(page: Page) {
  await page.waitForLoadState('load')
  await page.locator('.stoa-app-viewer[data-known]').first().waitFor({ state: 'attached' })
  await page.waitForTimeout(400)
}

for (const { who, device, viewport } of [
  { who: 'a visitor', device: 'phone', viewport: { width: 360, height: 740 } },
  { who: 'a member', device: 'desktop', viewport: { width: 1280, height: 800 } },
]) {
  test(`${who} on a ${device} sees no layout shifts and no console messages`, async ({ page, context }) => {
    test.slow()
    await page.setViewportSize(viewport)
    if (who === 'a member') await signInAs(context, 'demo_ada')
    const messages = await record(context)
    const rest = Object.entries(screens)
    const openNext = async (tab: Page) => {
      for (let next = rest.shift(); next; next = rest.shift()) {
        const [name, path] = next
        await tab.goto(forumUrl + path)
        await waitForIdle(tab)
        expect.soft({ name, shifts: await layoutShifts(tab) }).toEqual({ name, shifts: [] })
      }
    }
    // Two tabs: most of the time passes waiting.
    const second = await context.newPage()
    await second.setViewportSize(viewport)
    await Promise.all([openNext(page), openNext(second)])
    expect(messages).toEqual([])
  })
}

test('live updates move nothing while reading', async ({ page, context, request }) => {
  const messages = await record(context)
  const live = waitForLive(page)
  await page.goto(forumUrl + screens.post)
  await waitForIdle(page)
  await live
  const dov = await apiAs(request, 'demo_dov')
  const { post } = await dov.read<{ post: { id: string } }>('posts/what-should-the-square-get-first?tokenName=FORUM')
  const target = { entityId: post.id, entityType: 'Post', reactionName: 'thumb-down' }
  await dov.call('post/reaction', target)
  await dov.call('comment/create', { tokenName: 'FORUM', postId: post.id, content: 'A roof, before anything else.' })
  await expect(page.getByRole('button', { name: '1 new comment' })).toBeVisible()
  await page.waitForTimeout(400)
  expect({ shifts: await layoutShifts(page), messages }).toEqual({ shifts: [], messages: [] })
})
