import { expect, forumUrl, signInAs, test, waitForLive, waitForOwnChoices } from '../support/harness.ts'

const address = `${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first`

test('a choice in one tab shows in the member’s other tab, but not for anyone else', async ({
  page,
  context,
  browser,
}) => {
  await signInAs(context, 'demo_hana')
  const strangers = await browser.newContext()
  await signInAs(strangers, 'demo_gil')
  const [second, stranger] = [await context.newPage(), await strangers.newPage()]
  const otherMembersFrames: string[] = []
  stranger.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => otherMembersFrames.push(String(payload))),
  )
  for (const tab of [page, second, stranger]) {
    const ready = Promise.all([waitForLive(tab), waitForOwnChoices(tab)])
    await tab.goto(address)
    await expect(tab.getByRole('button', { name: 'Your account' })).toBeVisible()
    await ready
  }
  const option = (tab: typeof page) => tab.getByRole('button', { name: /^Better light/ })
  const like = (tab: typeof page) => tab.locator('.stoa-post-footer').getByRole('button', { name: /^Like/ })
  const marks = (tab: typeof page) =>
    Promise.all([option(tab), like(tab)].map((one) => one.getAttribute('aria-pressed')))
  const before = await marks(stranger)
  const [voted, liked] = await marks(page)
  await option(page).click()
  await like(page).click()
  const after = [voted, liked].map((mark) => String(mark !== 'true'))
  for (const tab of [page, second]) await expect.poll(() => marks(tab)).toEqual(after)
  // Undone in the other tab.
  await option(second).click()
  await like(second).click()
  for (const tab of [page, second]) await expect.poll(() => marks(tab)).toEqual([voted, liked])
  await expect.poll(() => otherMembersFrames.filter((text) => text.includes('reaction.changed')).length).toBe(2)
  expect(await marks(stranger)).toEqual(before)
  expect(otherMembersFrames.filter((text) => text.includes('viewer.'))).toEqual([])
  await strangers.close()
})
