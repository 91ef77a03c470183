import { expect, forumUrl, signInAs, test } from '../support/harness.ts'

const focusedCard = '.stoa-card:has(.stoa-card-title a:focus)'

test('a member reads, likes, saves and returns by single keys, and turns them off', async ({ page, context }) => {
  test.slow()
  await signInAs(context, 'demo_kit')
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()

  // The list, on a Cyrillic keyboard for the second step.
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(page.locator(focusedCard)).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await page.evaluate(() => {
    const event = { key: 'о', code: 'KeyJ', bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', event))
  })
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('j')
  const card = page.locator(focusedCard)
  const title = (await card.locator('.stoa-card-title').textContent()) ?? ''
  await expect(card).toBeInViewport()
  const scrollTop = await page.evaluate(() => window.scrollY)
  expect(scrollTop).toBeGreaterThan(0)

  // The post: like, save, comments, reply.
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const like = page.locator('.stoa-post-footer .stoa-reaction[data-reaction=thumb-up]')
  await expect(like).toBeVisible()
  const wasLiked = (await like.getAttribute('aria-pressed')) === 'true'
  await page.keyboard.press('l')
  await expect(like).toHaveAttribute('aria-pressed', String(!wasLiked))
  await page.keyboard.press('s')
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Saved', { exact: true })).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByLabel('Write a comment')).toBeFocused()
  await expect(page.getByLabel('Write a comment')).toHaveValue('')

  // Back at the same place, on the same card.
  await page.locator('.stoa-post-title').focus()
  await page.keyboard.press('u')
  await expect(page.locator(focusedCard).locator('.stoa-card-title')).toHaveText(title)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollTop)

  // Places.
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/bbs\/notifications$/)
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page).toHaveURL(/\/bbs\/messages/)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL(`${forumUrl}/`)

  // The list of keys, and the switch in it.
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('?')
  await expect(sheet.getByText('On this page')).toBeVisible()
  await expect(sheet.getByText('Back to the list')).toHaveCount(0)
  await sheet.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  for (const key of ['?', 'j', 'g', 'm']) await page.keyboard.press(key)
  await expect(page).toHaveURL(`${forumUrl}/`)
  await expect(page.locator(focusedCard)).toHaveCount(0)
  await expect(sheet).toHaveCount(0)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await sheet.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).check()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(page.locator(focusedCard)).toHaveCount(1)
})

test('pointing at a post loads it, once, and counts no view', async ({ page }) => {
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const link = page.getByRole('link', { name: 'A library of things that are not books', exact: true })
  const isPost = (call: string) => call.startsWith('GET /api/post') && call.includes('a-library')
  await link.hover()
  await expect.poll(() => asked.filter(isPost).length).toBe(1)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((call) => call.startsWith('POST'))).toEqual([])
  await link.click()
  await expect(page.locator('.stoa-comment').first()).toBeVisible()
  expect(asked.filter(isPost)).toHaveLength(1)
})
