import { apiAs, expect, forumUrl, signInAs, test } from '../support/harness.ts'

const post = `${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first`
const TEXT = 'Nobody needs a square, and I have said so twice.'

test('a moderator hides a comment with a reason: its author sees reason and role, others a placeholder', async ({
  browser,
  context,
  page,
  request,
}) => {
  const gil = await apiAs(request, 'demo_gil')
  const { post: about } = await gil.read<{ post: { id: string } }>(
    'posts/what-should-the-square-get-first?tokenName=FORUM',
  )
  await gil.call('comment/create', { tokenName: 'FORUM', postId: about.id, content: TEXT })

  await signInAs(context, 'demo_ben')
  await page.goto(`${post}?sort=new`)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  const comment = page.getByRole('article', { name: 'Comment by Gil Tolley' }).filter({ hasText: TEXT })
  await comment.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Hide for everyone…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide comment?' })
  const hide = dialog.getByRole('button', { name: 'Hide comment' })
  await expect(hide).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Other' }).check()
  await expect(hide).toBeDisabled()
  await dialog.getByLabel('What’s wrong with it?').fill('Said twice already.')
  await hide.click()
  await expect(dialog).toHaveCount(0)
  await expect(comment).toContainText('Hidden by a moderator.')
  await expect(comment).toContainText('Said twice already.')

  const author = await browser.newContext()
  await signInAs(author, 'demo_gil')
  const theirs = await author.newPage()
  await theirs.goto(`${post}?sort=new`)
  const ownComment = theirs.getByRole('article', { name: 'Comment by Gil Tolley' }).filter({ hasText: TEXT })
  await expect(ownComment).toContainText('Hidden by a moderator.')
  await expect(ownComment).toContainText('Said twice already.')
  // It shows the role, not the name.
  await expect(ownComment).not.toContainText('Ben Alderway')
  await expect(ownComment.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await author.close()

  const stranger = await browser.newContext()
  const publicPage = await stranger.newPage()
  await publicPage.goto(`${post}?sort=new`)
  await expect(publicPage.getByText('Which trees? Limes drip, planes sneeze.')).toBeVisible()
  await expect(publicPage.getByText(TEXT)).toHaveCount(0)
  expect(await (await request.get(`${post}?sort=new`)).text()).not.toContain(TEXT)
  await stranger.close()
})

test('a pending post is rejected, restored and approved, by keyboard too', async ({ context, page, request }) => {
  await signInAs(context, 'demo_admin')
  await page.goto(`${forumUrl}/bbs/DARKSKY/tab/pending`)
  const title = 'A red torch from a bicycle lamp and a crisp packet'
  const row = page.getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('Hana Weir')
  await expect(row).toContainText('joined')
  await row.getByRole('button', { name: 'Reject…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reject post?' })
  await dialog.getByRole('radio', { name: 'Other' }).check()
  await dialog.getByLabel('What’s wrong with it?').fill('Say where.')
  await dialog.getByRole('button', { name: 'Reject' }).press('Enter')
  await expect(row).toHaveCount(0)
  // Focus moves to what remains.
  await expect(page.locator('.stoa-app-queue:focus-within')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(row).toHaveCount(0)
  const published = async () =>
    (await (await request.get(`${forumUrl}/api/posts?type=all&tokenName=DARKSKY&limit=20`)).text()).includes(title)
  expect(await published()).toBe(true)
  // An approval can be undone, too.
  await expect(page.getByText('Post approved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row).toBeVisible()
  await expect.poll(published).toBe(false)
  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(row).toHaveCount(0)
})

test('rules are written in the settings, and shown next to posts and while writing', async ({ context, page }) => {
  await signInAs(context, 'demo_admin')
  await page.goto(`${forumUrl}/bbs/GARDEN/admin-settings/rules`)
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Slugs are moved, not thrown')
  // Unsaved text survives a reload.
  await page.reload()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Slugs are moved, not thrown')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Saved', { exact: true }).last(),
  ).toBeVisible()
  await page.goto(`${forumUrl}/bbs/GARDEN`)
  await expect(page.getByRole('complementary').getByText('Slugs are moved, not thrown')).toBeVisible()
  await page.goto(`${forumUrl}/bbs/GARDEN/posts/create`)
  const rule = page.getByText('Slugs are moved, not thrown').filter({ visible: true })
  await page.getByText('1 community rule').filter({ visible: true }).click()
  await expect(rule).toHaveCount(1)
  // On phones the settings are a sheet.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await page.getByRole('button', { name: 'Post settings' }).click()
  await page.getByText('1 community rule').filter({ visible: true }).click()
  await expect(rule).toHaveCount(1)
})
