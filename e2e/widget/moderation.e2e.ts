import type { Browser, Page } from '@playwright/test'
import {
  apiAs,
  articlePostId,
  articleUrl,
  expect,
  forumUrl,
  signInAs,
  signInWindow,
  test,
  waitForHydration,
  widgetOf,
} from '../support/harness.ts'

/** Opens the partner's article and signs in there. */
async function articleAs(browser: Browser, login: string): Promise<Page> {
  const context = await browser.newContext()
  await signInAs(context, login)
  const page = await context.newPage()
  await page.goto(articleUrl)
  await waitForHydration(page)
  const thumb = page.locator('stoa-reactions').getByRole('button', { name: /^Like/ })
  await thumb.click()
  const popup = await signInWindow(page)
  const closing = popup.waitForEvent('close')
  const viewer = page.waitForResponse((response) => response.ok() && response.url().endsWith('/api/me'))
  await popup.getByRole('button', { name: /^Continue as/ }).click()
  await closing
  await viewer
  return page
}

const commentOf = (page: Page, text: string) => widgetOf(page).getByRole('article').filter({ hasText: text }).last()

/** Comments on the article from another device. */
async function commentAs(request: Parameters<typeof apiAs>[0], login: string, content: string): Promise<string> {
  const { call } = await apiAs(request, login)
  const postId = await articlePostId(request)
  const { commentId } = await call<{ commentId: string }>('comment/create', { tokenName: 'FORUM', postId, content })
  return commentId
}

async function reportIn(page: Page, text: string): Promise<void> {
  const comment = commentOf(page, text)
  await comment.getByRole('button', { name: /^More actions/ }).click()
  await widgetOf(page).getByRole('menuitem', { name: 'Report…' }).click()
  const dialog = widgetOf(page).getByRole('dialog', { name: 'Report comment?' })
  await dialog.getByRole('radio', { name: 'Spam' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await widgetOf(page).getByRole('dialog', { name: 'Report sent' }).getByRole('button', { name: 'Done' }).click()
}

const review = (page: Page) => widgetOf(page).getByRole('button', { name: /to review$/ })
const panelOf = (page: Page) => widgetOf(page).getByRole('region', { name: 'To review in this conversation' })

test('in an article a reported comment is hidden and its author banned, and both are undone', async ({
  browser,
  request,
}) => {
  const text = 'Cheap railings for your bridge!'
  await commentAs(request, 'demo_gil', text)
  const reader = await articleAs(browser, 'demo_emi')
  await reportIn(reader, text)
  await expect(review(reader)).toHaveCount(0)

  const page = await articleAs(browser, 'demo_ada')
  await expect(review(page)).toBeVisible()
  // By keyboard; focus stays in the panel.
  await review(page).focus()
  await page.keyboard.press('Enter')
  const row = panelOf(page).getByRole('listitem').filter({ hasText: text })
  await expect(row).toContainText('1 report')
  await row.getByRole('button', { name: 'Hide…' }).click()
  const hiding = widgetOf(page).getByRole('dialog', { name: 'Hide comment?' })
  await hiding.getByRole('radio', { name: 'Spam' }).check()
  await hiding.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(row).toHaveCount(0)
  // On the next item, if an earlier journey has left one here.
  await expect(panelOf(page).locator('.stoa-queue:focus, .stoa-queue [data-item]:focus')).toHaveCount(1)
  await expect(commentOf(page, text)).toContainText('Hidden by a moderator')
  await expect(widgetOf(reader).getByText('This comment was hidden by a moderator.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()

  await row.getByRole('button', { name: 'Ban…' }).click()
  const banning = widgetOf(page).getByRole('dialog', { name: 'Ban Gil Tolley' })
  await banning.getByRole('radio', { name: '3 days' }).check()
  await banning.getByLabel('Reason').fill('Sells railings')
  await banning.getByRole('button', { name: 'Ban for 3 days' }).click()
  await expect(widgetOf(page).getByText('Gil Tolley was banned.')).toBeVisible()

  const author = await articleAs(browser, 'demo_gil')
  await expect(
    widgetOf(author).getByText(/You were banned from this community. You can write here again/),
  ).toBeVisible()
  await widgetOf(page)
    .locator('.stoa-toast')
    .filter({ hasText: 'Gil Tolley was banned.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(widgetOf(page).getByText('Decision undone').first()).toBeVisible()
  await author.reload()
  await expect(widgetOf(author).getByRole('textbox')).toBeVisible()

  // A time-out from the comment's menu; its author sees until when.
  await commentOf(page, text)
    .getByRole('button', { name: /^More actions/ })
    .click()
  await widgetOf(page).getByRole('menuitem', { name: 'Manage Gil Tolley' }).click()
  await widgetOf(page).getByRole('menuitem', { name: 'Time out…' }).click()
  const pause = widgetOf(page).getByRole('dialog', { name: 'Time out Gil Tolley' })
  await pause.getByRole('button', { name: 'Time out for 1 day' }).click()
  await expect(widgetOf(page).getByText('Gil Tolley is in a time-out.')).toBeVisible()
  await author.reload()
  await expect(widgetOf(author).getByText(/You’re in a time-out. You can write here again/)).toBeVisible()
  await widgetOf(page)
    .locator('.stoa-toast')
    .filter({ hasText: 'Gil Tolley is in a time-out.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(widgetOf(page).getByText('Decision undone').first()).toBeVisible()

  // A decision made elsewhere removes the item from the panel.
  const ben = await apiAs(request, 'demo_ben')
  const { items } = await ben.read<{ items: { id: string; comment: { content: string } | null }[] }>(
    'moderation/queue?tokenName=FORUM&limit=100',
  )
  const itemIds = items.filter(({ comment }) => comment?.content === text).map(({ id }) => id)
  await ben.call('moderation/decide', { tokenName: 'FORUM', itemIds, decision: 'approve' })
  await expect(row).toHaveCount(0)
  for (const one of [reader, page, author]) await one.context().close()
})

test('a comment is reported and hidden in an article; its author appeals in the forum, and it is back in the article', async ({
  browser,
  request,
}) => {
  const text = 'My own old planks, for free.'
  await commentAs(request, 'demo_gil', text)
  const reader = await articleAs(browser, 'demo_emi')
  await reportIn(reader, text)
  const page = await articleAs(browser, 'demo_ada')
  await review(page).click()
  const row = panelOf(page).getByRole('listitem').filter({ hasText: text })
  await row.getByRole('button', { name: 'Hide…' }).click()
  const hiding = widgetOf(page).getByRole('dialog', { name: 'Hide comment?' })
  await hiding.getByRole('radio', { name: 'Spam' }).check()
  await hiding.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(row).toHaveCount(0)

  const author = await browser.newContext()
  await signInAs(author, 'demo_gil')
  const authorPage = await author.newPage()
  await expect(async () => {
    await authorPage.goto(`${forumUrl}/bbs/notifications`)
    await expect(authorPage.getByText(/hid your comment/).first()).toBeVisible({ timeout: 2000 })
  }).toPass()
  await authorPage.goto(`${forumUrl}/bbs/my-account/decisions`)
  const decision = authorPage.getByRole('listitem').filter({ hasText: text }).first()
  await expect(decision).toContainText('Reason: Spam')
  await decision.getByRole('button', { name: 'Appeal…' }).click()
  const appeal = authorPage.getByRole('dialog', { name: 'Appeal this decision' })
  await appeal.getByLabel('Why should it be undone?').fill('I ask for no money.')
  await appeal.getByRole('button', { name: 'Send appeal' }).click()
  await expect(decision).toContainText('Appeal under review')

  const judge = await browser.newContext()
  await signInAs(judge, 'demo_ben')
  const theirs = await judge.newPage()
  await theirs.goto(`${forumUrl}/bbs/FORUM/tab/reports`)
  const theirRow = theirs.getByRole('listitem').filter({ hasText: 'I ask for no money.' })
  await theirRow.getByRole('button', { name: 'Grant' }).click()
  await expect(theirRow).toHaveCount(0)
  await expect(commentOf(reader, text)).toBeVisible()
  await authorPage.reload()
  await expect(decision).toContainText('Appeal granted')
  for (const one of [reader.context(), page.context(), author, judge]) await one.close()
})

test('a report raises the count of a moderator who has the article open', async ({ browser, request }) => {
  const [first, second] = ['Old railings, nearly new!', 'New railings, nearly old!'] as const
  const [firstId, secondId] = [
    await commentAs(request, 'demo_faye', first),
    await commentAs(request, 'demo_faye', second),
  ]
  const page = await articleAs(browser, 'demo_ben')
  await expect(commentOf(page, second)).toBeVisible()
  const { call } = await apiAs(request, 'demo_gil')
  const report = { tokenName: 'FORUM', reportedType: 'Comment', reportReason: 'spam' }
  await call('report/create', { ...report, reportedCommentId: firstId })
  await review(page).click()
  await expect(panelOf(page).getByRole('listitem').filter({ hasText: first })).toBeVisible()
  const count = Number.parseInt(await review(page).innerText(), 10)
  await call('report/create', { ...report, reportedCommentId: secondId })
  await expect(panelOf(page).getByRole('listitem').filter({ hasText: second })).toBeVisible()
  await expect(review(page)).toHaveText(`${count + 1} to review`)
})

test('an article’s conversation is hidden in place, undone, and restored after a reload', async ({
  browser,
  request,
}) => {
  const page = await articleAs(browser, 'demo_ada')
  const widget = widgetOf(page)
  const menu = widget.getByRole('button', { name: 'More actions for this post' })
  const hide = async () => {
    await menu.click()
    await widget.getByRole('menuitem', { name: 'Hide for everyone…' }).click()
    const dialog = widget.getByRole('dialog', { name: 'Hide post?' })
    await dialog.getByRole('radio', { name: 'Spam' }).check()
    await dialog.getByRole('button', { name: 'Hide post' }).click()
    await expect(widget.getByText('Reason: Spam.')).toBeVisible()
  }
  const comments = widget.getByRole('article')
  const reader = await articleAs(browser, 'demo_emi')
  await expect(widgetOf(reader).getByRole('article').first()).toBeVisible()
  await hide()
  const notice = 'Comments on this article are hidden at the moment.'
  await expect(widgetOf(reader).getByText(notice)).toBeVisible()
  await expect(menu).toBeFocused()
  await expect(comments).toHaveCount(0)
  await expect(page.locator('stoa-poll')).toBeHidden()
  await widget.getByRole('button', { name: 'Undo' }).click()
  await expect(comments.first()).toBeVisible()
  await expect(page.locator('stoa-poll').getByRole('button').first()).toBeVisible()
  await expect(widgetOf(reader).getByRole('article').first()).toBeVisible()

  await hide()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(articleUrl)
  await widgetOf(visitor).scrollIntoViewIfNeeded()
  await expect(widgetOf(visitor)).toHaveText(notice)
  for (const tag of ['stoa-poll', 'stoa-reactions']) {
    await expect(visitor.locator(tag)).toHaveAttribute('data-stoa-ready')
    await expect(visitor.locator(tag)).toBeHidden()
  }
  await page.reload()
  await widget.scrollIntoViewIfNeeded()
  await expect(widget.getByText('Reason: Spam.')).toBeVisible()
  await menu.click()
  await widget.getByRole('menuitem', { name: 'Restore' }).click()
  await expect(comments.first()).toBeVisible()
  await expect(menu).toBeFocused()
  await expect(page.locator('stoa-reactions').getByRole('button', { name: /^Like/ })).toBeVisible()
  expect(await articlePostId(request)).toBeTruthy()
  for (const one of [page, visitor]) await one.context().close()
})
