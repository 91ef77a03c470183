import type { APIRequestContext } from '@playwright/test'
import { apiAs, expect, forumUrl, test } from '../support/harness.ts'

/** Fills a topic of the allotment community up to `count` posts, so that it has several pages. */
async function fillTopic(request: APIRequestContext, { flair, count }: { flair: string; count: number }) {
  const emi = await apiAs(request, 'demo_emi')
  const { community } = await emi.read<{ community: { activeFlairs: { id: string; name: string }[] } }>(
    'communities/GARDEN',
  )
  const flairId = community.activeFlairs.find(({ name }) => name === flair)?.id
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Still in its bag.' } }] })
  const body = { tokenName: 'GARDEN', kind: 'community', postContent, flairId, saveAsDraft: false }
  for (let number = 1; number <= count; number += 1)
    await emi.call('post/create', { ...body, title: `${flair}, parcel ${number}` })
}

test('a reader changes order and topic, and the address changes', async ({ page }) => {
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await page.getByRole('link', { name: 'New', exact: true }).click()
  await expect(page).toHaveURL(/sort=new/)
  await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Walks' }).click()
  await expect(page).toHaveURL(/flair=/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').first()).toContainText('Hello, שלום')
  await page.goBack()
  await expect(page.getByRole('article').nth(3)).toBeVisible()
  await expect(page).not.toHaveURL(/flair=/)
})

test('a reader who comes back from a post finds the feed unchanged', async ({ page, request }) => {
  await fillTopic(request, { flair: 'Seeds', count: 65 })
  await page.goto(`${forumUrl}/bbs/GARDEN?sort=new`)
  await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Seeds' }).click()
  await expect(page.getByRole('article')).toHaveCount(20)
  await page.getByText('Load more posts').click()
  await expect(page.getByRole('article')).toHaveCount(40)
  await page.getByText('Load more posts').click()
  await expect(page.getByRole('article')).toHaveCount(60)
  await expect(page).toHaveURL(/pages=3/)
  const cardTexts = await page.getByRole('article').allTextContents()
  const card = page.getByRole('link', { name: 'Seeds, parcel 12', exact: true })
  await card.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(500)
  await card.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seeds, parcel 12')
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(60)
  expect(await page.getByRole('article').allTextContents()).toEqual(cardTexts)
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThanOrEqual(2)
})
