import {
  apiAs,
  articleUrl,
  expect,
  forumUrl,
  makeAccount,
  signInAs,
  signInWindow,
  test,
  waitForHydration,
  widgetOf,
} from '../support/harness.ts'

const post = `${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first`
const settings = `${forumUrl}/bbs/FORUM/admin-settings/moderation`
const REFUSED = 'This community doesn’t accept “Zorbing”. Change your text and try again.'

test('a moderator adds blocked words; a member is told what to change, and a pending post shows the reasons', async ({
  browser,
  context,
  page,
  complaints,
}) => {
  await signInAs(context, 'demo_ben')
  await page.goto(settings)
  const lists = page.getByRole('region', { name: 'Words and addresses', exact: true })
  await lists.getByLabel('Block').fill('zorbing')
  await lists.getByLabel('Hold for approval').fill('fountain\nshop.example')
  await lists.getByRole('button', { name: 'Test on past comments' }).click()
  await expect(lists.getByText(/Of the latest .* would have blocked/)).toBeVisible()
  await expect(page.getByText('1 unsaved change: Words and addresses')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Saved', { exact: true }).last(),
  ).toBeVisible()

  const member = await browser.newContext()
  await signInAs(member, 'demo_gil')
  const theirs = await member.newPage()
  await theirs.goto(`${post}?sort=new`)
  await expect(theirs.getByRole('button', { name: 'Your account' })).toBeVisible()
  const box = theirs.getByRole('textbox', { name: /comment/i }).first()
  await box.fill('Zorbing on the square!')
  await theirs.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(theirs.getByText(REFUSED)).toBeVisible()
  await expect(box).toHaveValue('Zorbing on the square!')
  await box.fill('A second fountain, please: https://www.shop.example/1')
  await theirs.getByRole('button', { name: 'Comment', exact: true }).click()
  const waiting = theirs
    .getByRole('article', { name: 'Comment by Gil Tolley' })
    .filter({ hasText: 'A second fountain, please' })
  await expect(waiting).toContainText('Pending approval')
  await member.close()

  await page.goto(`${forumUrl}/bbs/FORUM/tab/reports?kind=pending`)
  const row = page.getByRole('listitem').filter({ hasText: 'A second fountain, please' }).first()
  await expect(row).toContainText('Held word: fountain')
  await expect(row).toContainText('Held address: https://www.shop.example/1')
  await expect(row).toContainText('Score 100')
  // The browser logs the refused request.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('422')))
})

test('in the widget a rejected comment stays in the text box, and storm mode holds new members’ comments', async ({
  context,
  page,
  request,
  complaints,
}) => {
  await makeAccount(request, 'newcomer_nia')
  const nia = await apiAs(request, 'newcomer_nia')
  await nia.call('community/join', { tokenName: 'FORUM', join: true })
  const ben = await apiAs(request, 'demo_ben')
  const { rules } = await ben.read<{ rules: { revision: number } }>('communities/FORUM/checks')
  const storm = { until: Date.now() + 3_600_000, membersOnly: true, slowModeSeconds: 0, holdNewcomers: true }
  await ben.call('community/checks/edit', {
    tokenName: 'FORUM',
    revision: rules.revision,
    entries: [{ text: 'zorbing', action: 'refuse' }],
    storm,
  })

  await signInAs(context, 'newcomer_nia')
  await page.goto(articleUrl)
  await waitForHydration(page)
  const widget = widgetOf(page)
  const box = widget.getByRole('textbox').first()
  await box.fill('Zorbing over the bridge')
  await widget.getByRole('button', { name: 'Sign in and comment' }).click()
  const popup = await signInWindow(page)
  const closing = popup.waitForEvent('close')
  await popup.getByRole('button', { name: /^Continue as/ }).click()
  await closing
  // The waiting comment is sent after sign-in, and its rejection is shown at once.
  await expect(widget.getByText(REFUSED)).toBeVisible()
  await expect(box).toHaveValue('Zorbing over the bridge')
  await box.fill('I walk over the bridge')
  await widget.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(widget.getByRole('article').filter({ hasText: 'I walk over the bridge' })).toContainText(
    'Pending approval',
  )
  const after = await ben.read<{ rules: { revision: number } }>('communities/FORUM/checks')
  await ben.call('community/checks/edit', {
    tokenName: 'FORUM',
    revision: after.rules.revision,
    storm: null,
    entries: [],
  })
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('422')))
})
