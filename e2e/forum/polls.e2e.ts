import { apiAs, expect, forumUrl, test } from '../support/harness.ts'

test('a poll’s results appear when it closes, without a reload or layout shift', async ({ page, request }) => {
  test.slow()
  const ada = await apiAs(request, 'demo_ada')
  const { community } = await ada.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  const { post } = await ada.call<{ post: { id: string } }>('post/create', {
    tokenName: 'FORUM',
    title: 'Which gate stays open at night?',
    flairId: community.activeFlairs[0]?.id,
    postContent: JSON.stringify({ blocks: [] }),
    pollOptions: ['The north gate', 'The south gate'],
    pollSettings: { results: 'afterClose', voters: 'public', closesAt: Date.now() + 15_000 },
  })
  await ada.call('post/vote', { postId: post.id, selectedOptionIndex: 1 })
  // This computer's clock is an hour ahead, which is corrected by the server's time.
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 3_600_000
  })
  await page.goto(`${forumUrl}/bbs/FORUM/${post.id}`)
  const option = page.getByRole('button', { name: /^The south gate/ })
  await expect(option).toBeEnabled()
  await expect(page.getByText('Results appear when the poll closes')).toBeVisible()
  // After hydration the remaining time is shown in the reader's language.
  await page.waitForLoadState('networkidle')
  const place = await page.locator('.stoa-poll').boundingBox()
  await expect(option).toHaveAccessibleName('The south gate, 100.00%, 1 vote', { timeout: 60_000 })
  await expect(option).toBeDisabled()
  expect(await page.locator('.stoa-poll').boundingBox()).toEqual(place)
})
