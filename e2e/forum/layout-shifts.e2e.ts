import type { BrowserContext, Page } from '@playwright/test'
import { apiAs, expect, forumUrl, signInAs, test, waitForLive } from '../support/harness.ts'

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
  composer: '/bbs/FORUM/posts/create',
  login: '/bbs/login',
  'sign-up': '/bbs/singup',
}

/** Records layout shifts without user input, and console messages. */
async function recordShifts(context: BrowserContext) {
  const messages: string[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) messages.push(`${message.page()?.url()}: ${message.text()}`)
  })
  await context.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    // A relative time that has just changed has another width, and moves the text next to it.
    const timeChanges: number[] = []
    new MutationObserver((changes) => {
      const isTime = ({ target }: MutationRecord) =>
        (target instanceof Element ? target : target.parentElement)?.closest('.stoa-time')
      if (changes.some(isTime)) timeChanges.push(performance.now())
    }).observe(document, { subtree: true, characterData: true, childList: true })
    const isParsing = (at: number) => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      // What was parsed last is painted after the scripts that wait for it.
      return !navigation?.domContentLoadedEventEnd || at <= navigation.domContentLoadedEventEnd + 100
    }
    const isRelativeTime = (at: number) => timeChanges.some((older) => at >= older && at - older < 100)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
      })[]) {
        const place = ({ x, y, width, height }: DOMRectReadOnly) => `${width}×${height} at ${x},${y}`
        const nodes = entry.sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.className || node.outerHTML.slice(0, 120) : node?.textContent
          return `${name} (${place(previousRect)} → ${place(currentRect)})`
        })
        if (isRelativeTime(entry.startTime)) continue
        // A slow machine paints while it parses, and a row's last words may move its picture by a few pixels.
        if (entry.value < 0.001 && isParsing(entry.startTime)) continue
        shifts.push(`${entry.value.toPrecision(2)} ${nodes.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return messages
}

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)

/** Waits until the page is hydrated, has loaded the viewer and is rendered. */
async function waitForIdle(page: Page) {
  await page.waitForLoadState('load')
  await page.locator('.stoa-app-viewer[data-known]').first().waitFor({ state: 'attached' })
  await page.waitForTimeout(400)
}

for (const [device, viewport] of Object.entries({
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
})) {
  for (const who of ['a visitor', 'a member']) {
    test(`${who} on a ${device} sees no layout shifts and no console messages`, async ({ page, context }) => {
      test.slow()
      await page.setViewportSize(viewport)
      if (who === 'a member') await signInAs(context, 'demo_ada')
      const messages = await recordShifts(context)
      const rest = Object.entries(screens)
      const openNext = async (tab: Page) => {
        for (let next = rest.shift(); next; next = rest.shift()) {
          const [name, path] = next
          await tab.goto(forumUrl + path)
          await waitForIdle(tab)
          expect.soft({ name, shifts: await shiftsOf(tab) }).toEqual({ name, shifts: [] })
        }
      }
      // Two tabs: most of the time passes waiting.
      const second = await context.newPage()
      await second.setViewportSize(viewport)
      await Promise.all([openNext(page), openNext(second)])
      expect(messages).toEqual([])
    })
  }
}

test('live updates move nothing while reading', async ({ page, context, request }) => {
  const messages = await recordShifts(context)
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
  expect({ shifts: await shiftsOf(page), messages }).toEqual({ shifts: [], messages: [] })
})
