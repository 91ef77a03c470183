import {
  expect,
  forumUrl,
  PASSWORD,
  signInAs,
  signOut,
  test,
  waitForLive,
  waitForOwnChoices,
} from '../support/harness.ts'

const address = `${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first`
const otherAddress = `${forumUrl}/bbs/FORUM/community/welcome-to-the-commons`

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

test('one person’s text is neither shown to another who signs in in a second tab, nor published as theirs', async ({
  page,
  context,
  complaints,
}) => {
  await signInAs(context, 'demo_hana')
  const [second, deaf, slow] = [await context.newPage(), await context.newPage(), await context.newPage()]
  // Like a tab that the browser had frozen: it hears of nothing.
  await deaf.routeWebSocket(/socket\.io/, () => {})
  await deaf.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
  await deaf.route('**/api/post/read', (route) => route.abort())
  const box = (tab: typeof page) => tab.getByLabel('Write a comment')
  for (const tab of [page, deaf]) {
    await tab.goto(address)
    await expect(tab.getByRole('button', { name: 'Your account' })).toBeVisible()
  }
  // The code for writing comes late.
  let arrive = () => {}
  const coming = new Promise<void>((resolve) => (arrive = resolve))
  await slow.route(/\/writer-tools-/, (route) => coming.then(() => route.continue()))
  await slow.goto(otherAddress)
  await expect(slow.getByRole('button', { name: 'Your account' })).toBeVisible()
  await box(slow).fill('Hana’s first words')
  await box(deaf).focus()
  await expect(deaf.getByText('Posting as Hana')).toBeVisible()
  await box(page).fill('Hana’s half a thought')
  await expect(box(deaf)).toHaveValue('Hana’s half a thought')

  await second.goto(address)
  await signOut(second)
  await expect(slow.getByRole('button', { name: 'Your account' })).toHaveCount(0)
  await expect(box(slow)).toHaveValue('Hana’s first words')
  await second.goto(`${forumUrl}/bbs/login`)
  await second.getByLabel('Username or email').fill('demo_gil')
  await second.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await second.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(second.getByRole('button', { name: 'Your account' })).toBeVisible()
  await box(page).focus()
  await expect(page.getByText('Posting as Gil')).toBeVisible()
  await expect(box(page)).toHaveValue('')
  await expect(box(slow)).toHaveValue('')
  arrive()
  await expect(slow.getByText('Posting as Gil')).toBeVisible()
  await expect(box(slow)).toHaveValue('')

  // The tab that heard nothing asks, and publishes only what the second person agrees to.
  const send = deaf.getByRole('button', { name: 'Comment', exact: true })
  const question = deaf.getByRole('dialog', { name: /^You’re now signed in as Gil/ })
  await box(deaf).focus()
  await send.click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  const comment = deaf.getByRole('article').filter({ hasText: 'Hana’s half a thought' })
  await expect(comment).toHaveCount(0)
  await expect(box(deaf)).toHaveValue('')

  // It is back when its writer is.
  await signOut(second)
  await second.goto(`${forumUrl}/bbs/login`)
  await second.getByLabel('Username or email').fill('demo_hana')
  await second.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await second.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(box(page)).toHaveValue('Hana’s half a thought')
  await expect(box(slow)).toHaveValue('Hana’s first words')
  await page.reload()
  await expect(box(page)).toHaveValue('Hana’s half a thought')
  await expect(page.getByRole('article').filter({ hasText: 'Hana’s half a thought' })).toHaveCount(0)
  // The browser logs the refused requests.
  complaints.length = 0
})
