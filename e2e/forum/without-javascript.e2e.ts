import { apiAs, expect, forumUrl, test } from '../support/harness.ts'

test.use({ javaScriptEnabled: false })

test('a reader without scripts reads the feed, a post and its comments', async ({ page }) => {
  await page.goto(forumUrl)
  const card = page.getByRole('article').filter({ hasText: 'A library of things that are not books' }).first()
  await expect(card.locator('.stoa-card-previews')).toContainText('Hana Weir Put me down for the sewing machine.')
  await page.getByRole('link', { name: 'A library of things that are not books' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A library of things that are not books')
  await expect(page.getByText('We own, between us, eleven drills.')).toBeVisible()
  await expect(page.getByText('Put me down for the sewing machine.')).toBeVisible()
  await expect(page.getByText('A jar with a slit in its lid.')).toBeVisible()
})

test('a reader without scripts changes the order, picks a topic and loads more', async ({ page, request }) => {
  const ada = await apiAs(request, 'demo_ada')
  const { community } = await ada.read<{ community: { activeFlairs: { id: string; name: string }[] } }>(
    'communities/GARDEN',
  )
  const flairId = community.activeFlairs.find(({ name }) => name === 'Harvest')?.id
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'And another one.' } }] })
  for (let bean = 2; bean <= 25; bean += 1) {
    const title = `Bean number ${bean}`
    await ada.call('post/create', {
      tokenName: 'GARDEN',
      kind: 'community',
      title,
      postContent,
      flairId,
      saveAsDraft: false,
    })
  }
  await page.goto(`${forumUrl}/bbs/GARDEN`)
  await page.getByRole('link', { name: 'New', exact: true }).click()
  await expect(page).toHaveURL(/sort=new/)
  await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Harvest' }).click()
  await expect(page.getByRole('article')).toHaveCount(20)
  await page.getByRole('link', { name: 'Load more posts' }).click()
  await expect(page.getByRole('article')).toHaveCount(5)
  await expect(page.getByRole('link', { name: 'The first bean', exact: true })).toBeVisible()
})
