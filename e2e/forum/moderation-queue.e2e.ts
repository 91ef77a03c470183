import { apiAs, expect, forumUrl, signInAs, test, waitForConnection } from '../support/harness.ts'

const TEXT = 'Cheap paving stones, look at my page!'

test('a reported comment is claimed and hidden, live for every moderator; its author appeals, and it is restored', async ({
  browser,
  context,
  page,
  request,
}) => {
  const gil = await apiAs(request, 'demo_gil')
  const { post: about } = await gil.read<{ post: { id: string } }>(
    'posts/what-should-the-square-get-first?tokenName=FORUM',
  )
  const comment = await gil.call<{ commentId: string }>('comment/create', {
    tokenName: 'FORUM',
    postId: about.id,
    content: TEXT,
  })
  const cleo = await apiAs(request, 'demo_cleo')
  await cleo.call('report/create', {
    tokenName: 'FORUM',
    reportedType: 'Comment',
    reportedCommentId: comment.commentId,
    reportReason: 'spam',
  })
  // A second reporter reports it in its thread, and hides it for themselves.
  const reporter = await browser.newContext()
  await signInAs(reporter, 'demo_emi')
  const reading = await reporter.newPage()
  await reading.goto(`${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first?sort=new`)
  const reported = reading.locator(`#comment-${comment.commentId}`)
  await reported.getByRole('button', { name: /^More actions/ }).click()
  await reading.getByRole('menuitem', { name: 'Report…' }).click()
  await reading.getByRole('radio', { name: 'Spam' }).check()
  await reading.getByRole('button', { name: 'Send report' }).click()
  await expect(reading.getByRole('dialog', { name: 'Report sent' })).toContainText('notify you')
  await reading.getByRole('button', { name: 'Hide for me' }).click()
  await expect(reported).toHaveText('You hid this comment. Show again')
  await expect(reported).toBeFocused()
  await reading.reload()
  await expect(reported).toHaveText('You hid this comment. Show again')
  await reading.goto(`${forumUrl}/bbs/my-account/settings/hidden`)
  await reading.getByRole('button', { name: /^Show Gil Tolley on .+ again$/ }).click()
  await expect(reading.getByText(/is shown again/)).toBeVisible()

  await signInAs(context, 'demo_ben')
  await page.goto(`${forumUrl}/bbs/moderation`)
  const row = page.getByRole('listitem').filter({ hasText: TEXT })
  await expect(row).toContainText('2 reports')
  await expect(row).toContainText('Gil Tolley')

  const other = await browser.newContext()
  await signInAs(other, 'demo_ada')
  const theirs = await other.newPage()
  const connected = waitForConnection(theirs)
  await theirs.goto(`${forumUrl}/bbs/FORUM/tab/reports`)
  await connected
  const theirRow = theirs.getByRole('listitem').filter({ hasText: TEXT })
  await expect(theirRow).toBeVisible()

  await row.getByRole('button', { name: 'Claim' }).click()
  await expect(row).toContainText('Claimed by you')
  await expect(theirRow).toContainText('Claimed by Ben Alderway')

  await row.focus()
  await page.keyboard.press('h')
  const dialog = page.getByRole('dialog', { name: 'Hide comment?' })
  await dialog.getByRole('radio', { name: 'Spam' }).check()
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(row).toHaveCount(0)
  await expect(theirRow).toHaveCount(0)
  await expect(page.getByText('Comment hidden', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(row).toBeVisible()

  const visitor = await browser.newContext()
  const open = await visitor.newPage()
  await open.goto(`${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first?sort=new`)
  await expect(open.getByText(TEXT)).toBeVisible()

  // Hidden again; the author appeals, and the other moderator grants it.
  await row.getByRole('button', { name: 'Hide…' }).click()
  await dialog.getByRole('radio', { name: 'Spam' }).check()
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(row).toHaveCount(0)
  await expect(async () => {
    await reading.goto(`${forumUrl}/bbs/notifications`)
    await expect(reading.getByText(/acted on your report about a comment/).first()).toBeVisible({ timeout: 2000 })
  }).toPass()
  const author = await browser.newContext()
  await signInAs(author, 'demo_gil')
  const authorPage = await author.newPage()
  await expect(async () => {
    await authorPage.goto(`${forumUrl}/bbs/notifications`)
    await expect(authorPage.getByText(/hid your comment/).first()).toBeVisible({ timeout: 2000 })
  }).toPass()
  await authorPage
    .getByText(/hid your comment/)
    .first()
    .click()
  await expect(authorPage).toHaveURL(/my-account\/decisions/)
  const decision = authorPage.getByRole('listitem').filter({ hasText: TEXT }).first()
  await expect(decision).toContainText('Reason: Spam')
  await decision.getByRole('button', { name: 'Appeal…' }).click()
  const appeal = authorPage.getByRole('dialog', { name: 'Appeal this decision' })
  await appeal.getByLabel('Why should it be undone?').fill('They are my own stones, and I give them away.')
  await appeal.getByRole('button', { name: 'Send appeal' }).click()
  await expect(decision).toContainText('Appeal under review')

  await page.reload()
  await expect(row).toContainText('Someone else reviews appeals against your decisions.')
  await theirs.reload()
  await expect(theirRow).toContainText('They are my own stones, and I give them away.')
  await theirRow.getByRole('button', { name: 'Grant' }).click()
  await expect(theirRow).toHaveCount(0)
  await authorPage.reload()
  await expect(decision).toContainText('Appeal granted')
  await expect(decision).toContainText('Undone')
  await open.reload()
  await expect(open.getByText(TEXT)).toBeVisible()

  // The decided list has the grant. Undoing it hides the comment, and the appeal waits again.
  await theirs.getByRole('link', { name: 'Decided' }).click()
  const granted = theirs.getByRole('listitem').filter({ hasText: 'granted Gil Tolley’s appeal' }).first()
  await granted.getByRole('button', { name: 'Undo' }).click()
  await expect(granted).toContainText('Undone')
  await open.reload()
  await expect(open.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(open.getByText(TEXT)).toHaveCount(0)
  await theirs.getByRole('link', { name: 'Everything' }).click()
  await expect(theirRow).toContainText('They are my own stones, and I give them away.')
  await theirRow.getByRole('button', { name: 'Grant' }).click()
  await expect(theirRow).toHaveCount(0)
  await reporter.close()
  await author.close()
  await visitor.close()
  await other.close()
})
