import { elsewhere, expect, forumUrl, test } from './harness.ts'

test('the results of a poll come when it closes, without a reload and without moving anything', async ({
  page,
  request,
}) => {
  test.slow()
  const ada = await elsewhere(request, 'demo_ada')
  const { community } = await ada.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  const { post } = await ada.call<{ post: { id: string } }>('post/create', {
    tokenName: 'FORUM',
    title: 'Which gate stays open at night?',
    flairId: community.activeFlairs[0]?.id,
    postContent: JSON.stringify({ blocks: [] }),
    pollOptions: ['The north gate', 'The south gate'],
    pollSettings: { results: 'afterClose', voters: 'public', closesAt: Date.now() + 25_000 },
  })
  await ada.call('post/vote', { postId: post.id, selectedOptionIndex: 1 })
  // The clock of this computer is an hour ahead, which makes no difference once the server has told its own.
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 3_600_000
  })
  await page.goto(`${forumUrl}/bbs/FORUM/${post.id}`)
  const option = page.getByRole('button', { name: /^The south gate/ })
  await expect(option).toBeEnabled()
  await expect(page.getByText('Results appear when the poll closes')).toBeVisible()
  // How long it stays open is told in the reader's words once the page is alive.
  await page.waitForLoadState('networkidle')
  const place = await page.locator('.stoa-poll').boundingBox()
  await expect(option).toHaveAccessibleName('The south gate, 100.00%, 1 vote', { timeout: 60_000 })
  await expect(option).toBeDisabled()
  expect(await page.locator('.stoa-poll').boundingBox()).toEqual(place)
})
