import type { Page } from '@playwright/test'
import {
  apiAs,
  articlePostId,
  articleUrl,
  expect,
  forumUrl,
  showOnlyComments,
  signInWindow,
  test,
  waitForLive,
  widgetOf,
} from '../support/harness.ts'

/** All scripts of a reader, compressed. Styles in them don't count toward the goal, but are included here. */
const SCRIPT_MAX_BYTES = 15_000 + 5000

/** Holds back files of the forum until they are released. */
async function holdBack(page: Page, name: RegExp): Promise<() => void> {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route(name, async (route) => {
    await gate
    // The page that requested it may be closed.
    await route.continue().catch(() => {})
  })
  return release
}

const THREAD = /\/thread-[\w-]+\.js$/
const WRITING = /\/writer-tools-[\w-]+\.js$/

test('reading a thread to its end loads little, and nothing before the thread is visible', async ({ page }) => {
  await showOnlyComments(page)
  const live = waitForLive(page)
  await page.goto(articleUrl)
  const widget = widgetOf(page)
  await expect(widget.getByRole('article').first()).toBeVisible()
  // The pointer is over the comments while the wheel turns.
  await widget
    .getByRole('article')
    .first()
    .hover({ position: { x: 60, y: 8 } })
  for (let turn = 0; turn < 12; turn += 1) {
    await page.mouse.wheel(0, 300)
    await page.waitForTimeout(100)
  }
  await live
  await page.waitForTimeout(1500)
  const loaded = await page.evaluate(async (forum) => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = resources.filter(({ name }) => name.startsWith(forum) && name.endsWith('.js'))
    const sizes = await Promise.all(
      scripts.map(async ({ name }) => {
        const { headers } = await fetch(name)
        return Number(headers.get('content-length'))
      }),
    )
    return {
      names: scripts.map(({ name }) => new URL(name).pathname.replace(/-[\w-]{8}\.js$/, '.js')),
      bytes: sizes.reduce((sum, size) => sum + size, 0),
    }
  }, forumUrl)
  expect(loaded.names).toEqual(expect.arrayContaining(['/embed.js', '/first-view.js']))
  expect(loaded.names.join(' ')).not.toMatch(/\/(thread|writer-tools|index)\.js/)
  expect(loaded.bytes).toBeGreaterThan(5000)
  expect(loaded.bytes).toBeLessThan(SCRIPT_MAX_BYTES)
})

test('a reader expands a long comment without loading the code for taking part', async ({ page, request }) => {
  const postId = await articlePostId(request)
  const gil = await apiAs(request, 'demo_gil')
  const content = `${'A long account of the bridge, line after line of it.\n'.repeat(12)}And the last line.`
  await gil.call('comment/create', { tokenName: 'FORUM', postId, content })
  await showOnlyComments(page)
  await page.goto(articleUrl)
  const long = widgetOf(page).getByRole('article').filter({ hasText: 'And the last line.' })
  const height = () => long.evaluate((article) => article.getBoundingClientRect().height)
  const more = long.getByRole('button', { name: 'Read More' })
  await expect(more).toBeVisible()
  const folded = await height()
  await more.click()
  await expect(long.getByRole('button', { name: 'Show less' })).toBeVisible()
  expect(await height()).toBeGreaterThan(folded * 1.5)
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(files.filter((name) => THREAD.test(name))).toEqual([])
  // It stays expanded after hydration.
  const unfolded = await height()
  await widgetOf(page).getByRole('textbox').hover()
  await page.waitForFunction(() => !document.querySelector('stoa-comments')?.shadowRoot?.querySelector('script'))
  expect(await height()).toBe(unfolded)
  await long.getByRole('button', { name: 'Show less' }).click()
  await expect.poll(height).toBe(folded)
})

test('live updates reach a reader who only reads', async ({ page, request }) => {
  const postId = await articlePostId(request)
  await showOnlyComments(page)
  const live = waitForLive(page)
  await page.goto(articleUrl)
  await live
  const gil = await apiAs(request, 'demo_gil')
  await gil.call('comment/create', { tokenName: 'FORUM', postId, content: 'Has anybody seen my hat?' })
  const button = widgetOf(page).getByRole('button', { name: /^\d+ new comments?$/ })
  await expect(button).toBeVisible()
  await button.click()
  await expect(widgetOf(page).getByText('Has anybody seen my hat?')).toBeVisible()
})

test('“Reply”, pressed before its code has loaded, opens a reply with the text typed since', async ({ page }) => {
  await showOnlyComments(page)
  const releaseThread = await holdBack(page, THREAD)
  await page.goto(articleUrl)
  const reply = widgetOf(page).getByRole('button', { name: 'Reply', exact: true }).first()
  await reply.click()
  await page.keyboard.type('Typed at once, ')
  releaseThread()
  const box = widgetOf(page).getByRole('textbox', { name: /^Write a reply/ })
  await expect(box).toBeFocused()
  await page.keyboard.type('and on.')
  await expect(box).toHaveValue('Typed at once, and on.')
  await expect(reply).not.toHaveAttribute('aria-busy')
})

test('typing right after tabbing into the box loses no key', async ({ page }) => {
  await showOnlyComments(page)
  const releaseThread = await holdBack(page, THREAD)
  const releaseWriting = await holdBack(page, WRITING)
  await page.goto(articleUrl)
  const box = widgetOf(page).getByRole('textbox', { name: 'Write a comment' })
  await expect(box).toBeVisible()
  for (let tab = 0; tab < 20; tab += 1) {
    if (await box.evaluate((element) => element.matches(':focus'))) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('One ')
  releaseThread()
  await page.waitForFunction(() => !document.querySelector('stoa-comments')?.shadowRoot?.querySelector('script'))
  await expect(box).toBeFocused()
  await page.keyboard.type('two ')
  releaseWriting()
  await expect(widgetOf(page).getByRole('button', { name: 'Sign in and comment' })).toBeEnabled()
  await page.keyboard.type('three')
  await expect(box).toHaveValue('One two three')
})

test('Ctrl+Enter, pressed before the code has loaded, sends the text', async ({ page }) => {
  await showOnlyComments(page)
  const releaseThread = await holdBack(page, THREAD)
  const releaseWriting = await holdBack(page, WRITING)
  await page.goto(articleUrl)
  const box = widgetOf(page).getByRole('textbox', { name: 'Write a comment' })
  await box.click()
  await page.keyboard.type('Sent before it could be')
  await page.keyboard.press('Control+Enter')
  releaseThread()
  await page.waitForFunction(() => !document.querySelector('stoa-comments')?.shadowRoot?.querySelector('script'))
  releaseWriting()
  await signInWindow(page)
  await expect(box).toHaveValue('Sent before it could be')
})

test('text typed before the code has loaded survives a reload', async ({ page }) => {
  await showOnlyComments(page)
  const releaseThread = await holdBack(page, THREAD)
  await page.goto(articleUrl)
  const box = widgetOf(page).getByRole('textbox', { name: 'Write a comment' })
  await box.click()
  await page.keyboard.type('Too early to be kept?')
  await page.reload()
  releaseThread()
  await expect(box).toHaveValue('Too early to be kept?')
})

test('a press while the forum is unreachable takes effect when it is back', async ({ page, complaints }) => {
  await showOnlyComments(page)
  await page.route(THREAD, (route) => route.abort())
  await page.goto(articleUrl)
  const reply = widgetOf(page).getByRole('button', { name: 'Reply', exact: true }).first()
  await reply.click()
  await expect
    .poll(() => complaints.some((text) => /Failed to fetch dynamically imported module/.test(text)))
    .toBe(true)
  await expect(reply).toHaveAttribute('aria-busy', 'true')
  await page.unroute(THREAD)
  await expect(widgetOf(page).getByRole('textbox', { name: /^Write a reply/ })).toBeFocused({ timeout: 15_000 })
  complaints.length = 0
})
