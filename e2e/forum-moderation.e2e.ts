import { elsewhere, enterAs, expect, forumUrl, test } from './harness.ts'

const post = `${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first`
const TEXT = 'Nobody needs a square, and I have said so twice.'

test('a moderator hides a comment for a reason: its author reads reason and role, others a placeholder', async ({
  browser,
  context,
  page,
  request,
}) => {
  const gil = await elsewhere(request, 'demo_gil')
  const { post: about } = await gil.read<{ post: { id: string } }>(
    'posts/what-should-the-square-get-first?tokenName=FORUM',
  )
  await gil.call('comment/create', { tokenName: 'FORUM', postId: about.id, content: TEXT })

  await enterAs(context, 'demo_ben')
  await page.goto(`${post}?sort=new`)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  const comment = page.getByRole('article', { name: 'Comment by demo_gil' }).filter({ hasText: TEXT })
  await comment.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Hide…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide this comment?' })
  const hide = dialog.getByRole('button', { name: 'Hide comment' })
  await expect(hide).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Other' }).check()
  await expect(hide).toBeDisabled()
  await dialog.getByLabel('What is wrong with it?').fill('Said twice already.')
  await hide.click()
  await expect(dialog).toHaveCount(0)
  await expect(comment).toContainText('Hidden by a moderator.')
  await expect(comment).toContainText('Said twice already.')

  const author = await browser.newContext()
  await enterAs(author, 'demo_gil')
  const theirs = await author.newPage()
  await theirs.goto(`${post}?sort=new`)
  const own = theirs.getByRole('article', { name: 'Comment by demo_gil' }).filter({ hasText: TEXT })
  await expect(own).toContainText('Hidden by a moderator.')
  await expect(own).toContainText('Said twice already.')
  // The role, not the name.
  await expect(own).not.toContainText('demo_ben')
  await expect(own.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await author.close()

  const stranger = await browser.newContext()
  const public_ = await stranger.newPage()
  await public_.goto(`${post}?sort=new`)
  await expect(public_.getByText('Which trees? Limes drip, planes sneeze.')).toBeVisible()
  await expect(public_.getByText(TEXT)).toHaveCount(0)
  expect(await (await request.get(`${post}?sort=new`)).text()).not.toContain(TEXT)
  await stranger.close()
})
