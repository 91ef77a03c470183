import { readFile } from 'node:fs/promises'
import { apiAs, expect, forumUrl, signInAs, test } from '../support/harness.ts'

const TITLE = 'Does anybody have a ladder longer than five meters?'

test('reporters see the outcome of each report, and the log names decisions and their posts', async ({
  browser,
  context,
  page,
  request,
}) => {
  const place = { tokenName: 'FORUM' }
  const gil = await apiAs(request, 'demo_gil')
  const { items } = await gil.read<{ items: { id: string; title: string }[] }>(
    'posts?type=all&tokenName=FORUM&limit=50',
  )
  const postId = items.find(({ title }) => title === TITLE)?.id ?? ''
  const emi = await apiAs(request, 'demo_emi')
  const reported: string[] = []
  for (const content of ['Ladders, cheap, only today!', 'Ask the fire brigade.']) {
    const { commentId } = await gil.call<{ commentId: string }>('comment/create', { ...place, postId, content })
    await emi.call('report/create', {
      ...place,
      reportedType: 'Comment',
      reportedCommentId: commentId,
      reportReason: 'spam',
    })
    reported.push(commentId)
  }
  const [hiddenId, keptId] = reported
  const ben = await apiAs(request, 'demo_ben')
  await ben.call('comment/delete', { ...place, commentId: hiddenId, hidden: true, reason: 'spam' })
  const open = await ben.call<{ items: { id: string; comment: { id: string } | null }[] }>('report/get', {
    ...place,
    status: 'open',
    limit: 50,
  })
  const reportId = open.items.find(({ comment }) => comment?.id === keptId)?.id ?? ''
  await ben.call('report/update', { ...place, reportId, status: 'kept' })

  await signInAs(context, 'demo_emi')
  const about = `about a comment in “${TITLE}”`
  await expect(async () => {
    await page.goto(`${forumUrl}/bbs/notifications`)
    await expect(page.getByText(`reviewed your report ${about} and took no action`)).toBeVisible({ timeout: 2000 })
    await expect(page.getByText(`acted on your report ${about}`)).toBeVisible({ timeout: 2000 })
  }).toPass()

  // The public log shows hidden content with the reason and the post.
  await page.goto(`${forumUrl}/bbs/FORUM/tab/activity`)
  const publicEntry = page.getByRole('listitem').filter({ hasText: TITLE }).first()
  await expect(publicEntry).toContainText('Moderators hid a comment')
  await expect(publicEntry).toContainText('Reason: Spam')
  await expect(page.getByText('Ben Alderway hid')).toHaveCount(0)

  const manager = await browser.newContext()
  await signInAs(manager, 'demo_ada')
  const log = await manager.newPage()
  await log.goto(`${forumUrl}/bbs/FORUM/tab/activity`)
  const kinds = log.getByRole('group', { name: 'Action' })
  await kinds.getByRole('button', { name: 'Comments' }).click()
  await log.getByLabel('By or about').fill('demo_gil')
  await log.getByLabel('By or about').press('Enter')
  const entry = log.getByRole('listitem').filter({ hasText: 'hid a comment by Gil Tolley' }).first()
  await expect(entry).toContainText('Ben Alderway Moderator hid a comment by Gil Tolley')
  await expect(log.getByRole('listitem').filter({ hasText: 'dismissed a report' })).toHaveCount(0)

  await entry.getByRole('button', { name: 'Show only…' }).click()
  await log.getByRole('menuitem', { name: 'Only this comment' }).click()
  await expect(log.getByRole('group', { name: 'Filters' })).toBeFocused()
  // The address keeps the filters.
  await log.reload()
  await expect(log.getByRole('button', { name: 'Remove filter: Only this comment' })).toBeVisible()
  await expect(kinds.getByRole('button', { name: 'Comments', pressed: true })).toBeVisible()
  const saved = log.waitForEvent('download')
  await log.getByRole('button', { name: 'Export CSV' }).click()
  const [head, row, ...others] = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
  expect(head).toContain('actor_username')
  expect(row).toContain(`,commentHidden,Ben Alderway,demo_ben,`)
  expect(row).toContain(`${forumUrl}/bbs/thread/${hiddenId}`)
  expect(others).toEqual([])
  await entry.getByRole('link', { name: TITLE }).click()
  await expect(log.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await manager.close()
})
