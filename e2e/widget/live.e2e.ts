import {
  apiAs,
  articlePostId,
  articleUrl,
  expect,
  forumUrl,
  signInAs,
  signInByWindow,
  test,
  waitForHydration,
  waitForLive,
  widgetOf,
} from '../support/harness.ts'

test('a comment from an article arrives in the open forum behind a button', async ({ page, browser, request }) => {
  const postId = await articlePostId(request)
  const other = await browser.newContext()
  await signInAs(other, 'demo_gil')
  const forum = await other.newPage()
  const live = waitForLive(forum)
  await forum.goto(`${forumUrl}/bbs/FORUM/${postId}`)
  await expect(forum.getByText('Name the bench after the ferry.')).toBeVisible()
  await live

  await page.goto(articleUrl)
  await waitForHydration(page)
  const widget = widgetOf(page)
  await widget.getByRole('textbox').fill('The bats have been told.')
  await widget.getByRole('button', { name: 'Sign in and comment' }).click()
  await signInByWindow(page, 'demo_hana')
  await expect(widget.getByRole('article').filter({ hasText: 'The bats have been told.' })).toHaveCount(1)

  const inForum = forum
    .getByRole('article', { name: 'Comment by Hana Weir' })
    .filter({ hasText: 'The bats have been told.' })
  const button = forum.getByRole('button', { name: '1 new comment', exact: true })
  await expect(button).toBeVisible()
  await expect(inForum).toHaveCount(0)
  await button.click()
  await expect(inForum).toHaveCount(1)

  await inForum.getByRole('button', { name: 'Reply', exact: true }).click()
  await forum.getByLabel('Write a reply to Hana Weir').fill('They did not answer.')
  await forum.getByLabel('Write a reply to Hana Weir').press('Control+Enter')
  await widget.getByRole('button', { name: '1 new reply' }).click()
  await expect(widget.getByRole('article').filter({ hasText: 'They did not answer.' })).toHaveCount(1)
  await other.close()
})

test('a comment from the forum arrives in an open article without moving visible ones', async ({ page, request }) => {
  const postId = await articlePostId(request)
  const live = waitForLive(page)
  await page.goto(articleUrl)
  await waitForHydration(page)
  const widget = widgetOf(page)
  await widget.getByRole('textbox').focus()
  await live
  const gil = await apiAs(request, 'demo_gil')
  await gil.call('comment/create', { tokenName: 'FORUM', postId, content: 'The scooter is mine, by the way.' })
  const arrived = widget.getByRole('article').filter({ hasText: 'The scooter is mine, by the way.' })
  const button = widget.getByRole('button', { name: /^\d+ new comments?$/ })
  await expect(button).toBeVisible()
  await expect(arrived).toHaveCount(0)
  const places = () =>
    widget.getByRole('article').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  const before = await places()
  const first = await widget.getByRole('article').first().getAttribute('data-comment')
  await gil.call('comment/create', { tokenName: 'FORUM', postId, replyToCommentId: first, content: 'Which ferry?' })
  await expect(widget.getByRole('button', { name: '1 new reply' })).toBeVisible()
  expect(await places()).toEqual(before)
  await button.click()
  await expect(arrived).toHaveCount(1)
})

test('the count next to a headline is updated with its thread', async ({ page, request }) => {
  const postId = await articlePostId(request)
  const live = waitForLive(page)
  await page.goto(articleUrl)
  await page.evaluate((url) => {
    const count = document.createElement('stoa-count')
    for (const [name, value] of Object.entries({ community: 'FORUM', url, words: '' })) count.setAttribute(name, value)
    document.querySelector('h1')?.after(count)
  }, articleUrl)
  const count = page.locator('stoa-count')
  await expect(count).toHaveText(/^\d+ comments$/)
  const before = Number.parseInt((await count.textContent()) ?? '', 10)
  await live
  const gil = await apiAs(request, 'demo_gil')
  await gil.call('comment/create', { tokenName: 'FORUM', postId, content: 'One more for the count.' })
  // Other tests comment there, too.
  await expect.poll(async () => Number.parseInt((await count.textContent()) ?? '', 10)).toBeGreaterThan(before)
})

test('a reaction and a vote in the forum update the counts in an open article', async ({ page, request }) => {
  const postId = await articlePostId(request)
  const live = waitForLive(page)
  await page.goto(articleUrl)
  await waitForHydration(page)
  await widgetOf(page).getByRole('textbox').focus()
  await live
  const ada = await apiAs(request, 'demo_ada')
  const { post } = await ada.read<{
    post: { reactionsCount: { 'thumb-up': number }; pollValues: { count: number }[] }
  }>(`posts/${postId}`)
  const before = post.reactionsCount['thumb-up']
  const votes = (post.pollValues[3]?.count ?? 0) + 1
  await ada.call('post/reaction', { entityId: postId, entityType: 'Post', reactionName: 'thumb-up' })
  await ada.call('post/vote', { postId, selectedOptionIndex: 3 })
  await expect(page.locator('stoa-reactions').getByRole('button', { name: /^Like/ })).toHaveAccessibleName(
    `Like, ${before + 1} people`,
  )
  await expect(page.locator('stoa-poll').getByRole('button', { name: /^Neither/ })).toHaveAccessibleName(
    new RegExp(`, ${votes} votes?$`),
  )
})

test('a choice in the forum shows in an article where the member is signed in, too', async ({ page, request }) => {
  const postId = await articlePostId(request)
  await page.goto(articleUrl)
  await waitForHydration(page)
  const widget = widgetOf(page)
  await widget.getByRole('textbox').fill('Signed in twice.')
  await widget.getByRole('button', { name: 'Sign in and comment' }).click()
  await signInByWindow(page, 'demo_dov')
  await expect(widget.getByRole('article').filter({ hasText: 'Signed in twice.' })).toHaveCount(1)
  const like = page.locator('stoa-reactions').getByRole('button', { name: /^Like/ })
  const option = page.locator('stoa-poll').getByRole('button', { name: /^Neither/ })
  await expect(option).toHaveAttribute('aria-pressed', 'false')

  const dov = await apiAs(request, 'demo_dov')
  await dov.call('post/reaction', { entityId: postId, entityType: 'Post', reactionName: 'thumb-up' })
  await dov.call('post/vote', { postId, selectedOptionIndex: 3 })
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(option).toHaveAttribute('aria-pressed', 'true')
  await dov.call('post/reaction', { entityId: postId, entityType: 'Post', reactionName: '' })
  await dov.call('post/vote', { postId, selectedOptionIndex: -1 })
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(option).toHaveAttribute('aria-pressed', 'false')
})
