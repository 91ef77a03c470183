import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { apiAs, articleUrl, expect, forumUrl, signInAs, test, waitForHydration } from '../support/harness.ts'

const post = `${forumUrl}/bbs/FORUM/what-should-the-square-get-first`
const pages = { feed: forumUrl, post, author: `${forumUrl}/author/demo-ada`, login: `${forumUrl}/bbs/login` }

/** Waits until colors have settled: widgets follow the theme in a task after the frame that changes their page. */
function colorsSettle(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const frames = async () => {
      for (let count = 0; count < 2; count += 1)
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    }
    await frames()
    // Others follow scrolling, or never end.
    const ending = document.getAnimations().filter(({ effect, timeline, playState }) => {
      return (
        timeline === document.timeline && playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
      )
    })
    // Those that nobody sees may wait.
    const atLatest = new Promise((done) => setTimeout(done, 1000))
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), atLatest])
    await frames()
  })
}

/**
 * Judges the page in light by all rules, then its colors in dark: no other rule depends on the theme. The stories judge
 * the colors of each screen in both, so the pages of one screen each are judged here `inLight` only.
 */
async function expectAccessible(page: Page, { inLight = false } = {}) {
  // Legacy mode takes a third of the time, but leaves out frames of other sites.
  expect(page.frames()).toHaveLength(1)
  for (const runOnly of inLight ? [undefined] : [undefined, ['color-contrast']]) {
    // Reduced motion, so that no color is between the themes.
    await page.emulateMedia({ colorScheme: runOnly ? 'dark' : 'light', reducedMotion: 'reduce' })
    await colorsSettle(page)
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ ...(runOnly && { runOnly }), resultTypes: ['violations'] })
    const { violations } = await axe.analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect
      .soft(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n')}`))
      .toEqual([])
  }
}

/** Judges the page as wide as it is, then at twice the text size. */
async function expectNoScrolling(page: Page, name: string) {
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect.soft({ name, tooWide: await isTooWide() }).toEqual({ name, tooWide: false })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect.soft({ name, enlarged: true, tooWide: await isTooWide() }).toEqual({ name, enlarged: true, tooWide: false })
}

test('pages have no accessibility violations in light and dark', async ({ page }) => {
  // Every rule is checked on every node, which is slow on a busy machine.
  test.slow()
  for (const url of Object.values(pages)) {
    await page.goto(url)
    await expect(page.getByRole('main')).toBeVisible()
    await expectAccessible(page)
  }
})

test('what a member finds, follows and writes has no accessibility violations and needs no horizontal scrolling', async ({
  page,
  context,
  request,
}) => {
  test.slow()
  const emi = await apiAs(request, 'demo_emi')
  const { user } = await emi.read<{ user: { id: string } }>('me')
  const cleo = await apiAs(request, 'demo_cleo')
  const { conversationId } = await cleo.call<{ conversationId: string }>('dm/send', {
    recipientId: user.id,
    text: `See https://example.com/${'a-long-address-'.repeat(12)} before Sunday.`,
  })
  await emi.call('dm/accept', { conversationId })
  await signInAs(context, 'demo_emi')
  for (const path of [
    '/bbs/search?q=library+books',
    '/bbs/search/comments?q=sewing+machine',
    '/bbs/search/people?q=demo',
    '/bbs/search?q=quernstones',
    '/bbs/search',
    '/bbs/feed',
    '/bbs/popular',
    '/bbs/messages',
    `/bbs/messages/${conversationId}`,
    '/author/demo-juno/followers',
    '/bbs/my-account/settings/hidden',
    '/bbs/my-account/settings/messages',
  ]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(forumUrl + path)
    await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached()
    await expectAccessible(page, { inLight: true })
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoScrolling(page, path)
  }
})

test('network administration has no accessibility violations and needs no horizontal scrolling', async ({
  page,
  context,
}) => {
  test.slow()
  await signInAs(context, 'demo_admin')
  for (const path of ['/bbs/network-admin-dashboard/domains#add', '/bbs/network-admin-dashboard/domains/default']) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(forumUrl + path)
    await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible()
    await expectAccessible(page, { inLight: true })
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoScrolling(page, path)
  }
})

test('the widget has no accessibility violations in light and dark', async ({ page }) => {
  await page.goto(articleUrl)
  await waitForHydration(page)
  await page.locator('stoa-comments').getByRole('textbox').focus()
  await expect(page.locator('stoa-comments').getByRole('button', { name: 'Sign in and comment' })).toBeVisible()
  await expectAccessible(page)
})

test('nothing needs horizontal scrolling on a narrow phone, at twice the text size either', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [name, url] of Object.entries(pages)) {
    await page.goto(url)
    await expectNoScrolling(page, name)
  }
  // The label is hidden here, but the accessible name stays.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Stoa' })).toBeVisible()
  await signInAs(context, 'demo_hana')
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await expect(page.locator('.stoa-editor[data-state="ready"]')).toBeVisible()
  await page.getByRole('button', { name: 'Post settings' }).click()
  await page.getByRole('button', { name: 'Add a poll' }).click()
  await expectNoScrolling(page, 'composer')
})

test('a character with hundreds of combining accents doesn’t widen a page', async ({ page, request }) => {
  const accented = `Z${'\u0310\u0321\u0489'.repeat(60)}`.normalize()
  const faye = await apiAs(request, 'demo_faye')
  const { community } = await faye.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  const { post } = await faye.call<{ post: { id: string; slugUrl: string } }>('post/create', {
    tokenName: 'FORUM',
    flairId: community.activeFlairs[0]?.id,
    title: `A title ${accented}`,
    postContent: JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: accented.repeat(5) } }] }),
    pollOptions: [accented.slice(0, 70), 'None'],
  })
  await faye.call('comment/create', { tokenName: 'FORUM', postId: post.id, content: accented.repeat(10) })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const address of [`/bbs/FORUM/community/${post.slugUrl}`, '/bbs/FORUM?sort=new', '/author/demo-faye/comments']) {
    await page.goto(forumUrl + address)
    await expect(page.getByText(accented.slice(0, 30)).first()).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft({ address, width }).toEqual({ address, width: 360 })
  }
})

test('a reader switches to dark, and the next page starts dark', async ({ page }) => {
  await page.goto(forumUrl)
  const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  // Recorded at the first paint.
  await page.addInitScript(() => {
    const record = () => {
      if (!document.body) requestAnimationFrame(record)
      else Object.assign(window, { firstBackground: getComputedStyle(document.body).backgroundColor })
    }
    requestAnimationFrame(record)
  })
  await page.reload({ waitUntil: 'load' })
  await expect(page.getByRole('button', { name: 'Use the light theme' })).toBeVisible()
  const first = await page.evaluate(() => (window as unknown as { firstBackground?: string }).firstBackground)
  expect(first).toBe(dark)
  expect(await background()).toBe(dark)
})

/** Presses Tab until an element has focus; fails if it isn't reached or the focus isn't visible. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    if (!(await target.evaluate((element) => element === document.activeElement))) continue
    await expect(target).toBeInViewport()
    return
  }
  throw new Error('The element is not reachable by keyboard.')
}

test('a member gets from the feed to a sent comment by keyboard', async ({ page, context }) => {
  test.slow()
  await signInAs(context, 'demo_gil')
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  // The account menu: arrow keys, Escape, focus back on its button.
  const account = page.getByRole('button', { name: 'Your account' })
  await tabTo(page, account)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: /Your profile$/ })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  // The list of shortcuts: opened with ?, closed with Escape.
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(account).toBeFocused()
  // Changing the order keeps the scroll position.
  const newest = page.getByRole('link', { name: 'New', exact: true })
  await tabTo(page, newest)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sort=new/)
  await expect(newest).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'A library of things that are not books', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A library of things that are not books')
  // Typing into the box triggers no shortcuts.
  const box = page.getByLabel('Write a comment')
  await tabTo(page, box)
  await page.keyboard.type('jk? g h: typed on the keys.')
  await page.keyboard.press('Control+Enter')
  await expect(
    page.getByRole('article', { name: 'Comment by Gil Tolley' }).filter({ hasText: 'typed on the keys' }),
  ).toHaveCount(1)
  await expect(box).toHaveValue('')
})

test('the forum follows the system’s theme until a reader chooses one', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(forumUrl)
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect(page.getByRole('button', { name: 'Use the dark theme' })).toBeVisible()
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.getByRole('button', { name: 'Use the light theme' })).toBeVisible()
  await expect.poll(background).not.toBe(light)
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  await expect.poll(background).toBe(light)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.getByRole('button', { name: 'Use the dark theme' })).toBeVisible()
  expect(await background()).toBe(light)
})
