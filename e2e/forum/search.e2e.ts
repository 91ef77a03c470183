import { apiAs, expect, forumUrl, freshName, signInAs, test } from '../support/harness.ts'

const title = 'A library of things that are not books'

test('a visitor finds a post by two words from the header, by keyboard', async ({ page }) => {
  await page.goto(forumUrl)
  const field = page.getByRole('banner').locator('input[name=q]')
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(field).toBeFocused({ timeout: 500 })
  }).toPass()
  await field.fill('')
  await page.keyboard.type('library books')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/bbs\/search\?q=library\+books/)
  const hit = page.getByRole('main').getByRole('link', { name: title })
  await expect(hit.first()).toBeVisible()

  await page.getByRole('main').locator('summary', { hasText: 'Relevance' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Newest', exact: true }).click()
  await expect(page).toHaveURL(/sort=new/)
  await hit.first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('a comment hit opens the comment', async ({ page }) => {
  await page.goto(`${forumUrl}/bbs/search/comments?q=sewing+machine`)
  await page.locator('.stoa-app-main a[href*="/comment/"]').first().click()
  await expect(page).toHaveURL(/\/comment\//)
  await expect(page.getByText('Put me down for the sewing machine.').first()).toBeVisible()
})

test('a hidden post is found by moderators only, at once', async ({ browser, context, page, request }) => {
  const word = freshName('quernstone')
  const emi = await apiAs(request, 'demo_emi')
  const { community } = await emi.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  const { post } = await emi.call<{ post: { id: string } }>('post/create', {
    tokenName: 'FORUM',
    kind: 'community',
    title: `The ${word} rolled away`,
    postContent: JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Downhill, as far as I know.' } }] }),
    saveAsDraft: false,
    flairId: community.activeFlairs[0]?.id,
  })
  const address = `${forumUrl}/bbs/search?q=${word}`
  const hit = (tab: typeof page) => tab.getByRole('main').getByRole('link', { name: `The ${word} rolled away` })
  await expect(async () => {
    await page.goto(address)
    await expect(hit(page).first()).toBeVisible({ timeout: 1000 })
  }).toPass()

  const field = page.getByRole('banner').locator('input[name=q]')
  const suggestion = page.getByRole('option', { name: `The ${word} rolled away` })
  await field.fill(word.slice(0, 6))
  await expect(suggestion).toBeVisible()

  const ben = await apiAs(request, 'demo_ben')
  await ben.call('post/delete', { tokenName: 'FORUM', postId: post.id, hidden: true, reason: 'spam' })
  await page.goto(address)
  await expect(page.getByRole('heading', { name: `No posts match “${word}”` })).toBeVisible()
  await expect(hit(page)).toHaveCount(0)
  const suggested = page.waitForResponse((response) => response.url().includes('/api/search/suggestions'))
  await field.fill(word.slice(0, 6))
  await (await suggested).finished()
  await expect(suggestion).toHaveCount(0)

  const moderators = await browser.newContext()
  await signInAs(moderators, 'demo_ben')
  const theirs = await moderators.newPage()
  await theirs.goto(address)
  await expect(hit(theirs).first()).toBeVisible()
  await moderators.close()
  // Its author doesn't find it either.
  await signInAs(context, 'demo_emi')
  const own = page.waitForResponse((response) => response.url().endsWith('/api/search/posts'))
  await page.goto(address)
  await (await own).finished()
  await expect(page.getByRole('heading', { name: `No posts match “${word}”` })).toBeVisible()
  await expect(hit(page)).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the form, the tabs, filters and the order work', async ({ page }) => {
    await page.goto(forumUrl)
    const field = page.getByRole('banner').locator('input[name=q]')
    await field.fill('library books')
    await field.press('Enter')
    const main = page.getByRole('main')
    const hit = main.getByRole('link', { name: title }).first()
    await expect(hit).toBeVisible()
    await main.locator('summary', { hasText: 'Any kind' }).click()
    await main.getByRole('link', { name: 'With polls' }).click()
    await expect(hit).toHaveCount(0)
    await main.locator('summary', { hasText: 'With polls' }).click()
    await main.getByRole('link', { name: 'Any kind' }).click()
    await expect(hit).toBeVisible()
    await main.locator('summary', { hasText: 'Any time' }).click()
    await main.getByLabel('Since').fill('2020-01-31')
    await main.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/after%3A2020-01-31/)
    await expect(hit).toBeVisible()
    await main.locator('summary', { hasText: 'Relevance' }).click()
    await main.getByRole('link', { name: 'Newest', exact: true }).click()
    await expect(page).toHaveURL(/sort=new/)
    await main.getByRole('link', { name: /^People/ }).click()
    await expect(page).toHaveURL(/\/bbs\/search\/people\?/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Results for/)
  })
})
