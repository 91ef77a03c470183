import { apiAs, expect, forumUrl, makeAccount, signInAs, test } from '../support/harness.ts'

const words = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })

test('an author schedules a draft, unschedules and publishes it; a hidden post can be restored', async ({
  context,
  page,
  request,
}) => {
  await makeAccount(request, 'demo_planner')
  const planner = await apiAs(request, 'demo_planner')
  await planner.call('community/join', { tokenName: 'GARDEN', join: true })
  const flairs = await planner.read<{ community: { activeFlairs: { id: string }[] } }>('communities/GARDEN')
  const draft = {
    tokenName: 'GARDEN',
    title: 'A plan for the pond',
    kind: 'community',
    saveAsDraft: true,
    postContent: words('Frogs first.'),
    flairId: flairs.community.activeFlairs[0]?.id,
  }
  await planner.call('post/create', draft)

  await signInAs(context, 'demo_planner')
  await page.goto(`${forumUrl}/author/demo-planner/draft`)
  const row = page.getByRole('listitem').filter({ hasText: 'A plan for the pond' })
  const menu = page.getByRole('button', { name: 'More actions for this post' })
  await row.getByRole('button', { name: 'More actions for this post' }).click()
  await page.getByRole('menuitem', { name: 'Publish, schedule or discard…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage draft' })
  await dialog.getByRole('radio', { name: 'Schedule post' }).check()
  const tomorrow = await page.evaluate(() => {
    const at = new Date(Date.now() + 86_400_000)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  })
  await dialog.getByLabel('Date and time').fill(tomorrow)
  await dialog.getByRole('button', { name: 'Schedule post' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toHaveCount(0)

  await page.getByRole('link', { name: 'Scheduled' }).click()
  await expect(row).toContainText(/Publishes (tomorrow|in \d+ hours)/)
  await row.getByRole('link', { name: 'A plan for the pond' }).click()
  await expect(page.getByText(/This post is scheduled for/)).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Publish, schedule or discard…' }).click()
  await dialog.getByRole('radio', { name: 'Publish now' }).check()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText(/This post is scheduled for/)).toHaveCount(0)

  await menu.click()
  await page.getByRole('menuitem', { name: 'Hide for everyone' }).click()
  await expect(page.getByText('You hid this post.')).toBeVisible()
  await page.goto(`${forumUrl}/author/demo-planner/hidden`)
  await row.getByRole('button', { name: 'More actions for this post' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('link', { name: 'Published' }).click()
  await expect(page.getByText('A plan for the pond')).toBeVisible()
})

test('a moderator hides a post with a reason, which its author sees; others get not found', async ({
  browser,
  context,
  page,
  request,
}) => {
  const gil = await apiAs(request, 'demo_gil')
  const { community } = await gil.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  const { post } = await gil.call<{ post: { slugUrl: string } }>('post/create', {
    tokenName: 'FORUM',
    title: 'Cheap watches, real ones',
    kind: 'community',
    postContent: words('Buy now.'),
    flairId: community.activeFlairs[0]?.id,
  })
  const address = `${forumUrl}/bbs/FORUM/community/${post.slugUrl}`
  await signInAs(context, 'demo_ben')
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(async () => {
    if (!(await page.getByRole('menu').isVisible()))
      await page.getByRole('button', { name: 'More actions for this post' }).click()
    await page.getByRole('menuitem', { name: 'Hide for everyone…' }).click({ timeout: 1000 })
  }).toPass()
  const dialog = page.getByRole('dialog', { name: 'Hide post?' })
  await dialog.getByRole('radio', { name: 'Spam' }).check()
  await dialog.getByRole('button', { name: 'Hide post' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/Reason: Spam/)).toBeVisible()
  expect((await request.get(address)).status()).toBe(404)

  const author = await browser.newContext()
  await signInAs(author, 'demo_gil')
  const theirs = await author.newPage()
  await theirs.goto(address)
  await expect(theirs.getByText(/hidden by the community’s moderators/)).toContainText('Reason: Spam')
  await author.close()
})

test('a member who may edit a community adds a topic, renames and deletes it', async ({
  complaints,
  context,
  page,
}) => {
  await signInAs(context, 'demo_admin')
  await page.goto(`${forumUrl}/bbs/GARDEN`)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Topics' }).click()
  await page.getByLabel('Name').fill('Frogs')
  await page.getByLabel('Color').selectOption('green')
  await page.getByRole('button', { name: 'Add topic' }).click()
  const topic = page.getByRole('listitem').filter({ hasText: 'Frogs' })
  await expect(topic).toBeVisible()
  await page.getByLabel('Name').fill('frogs')
  await page.getByRole('button', { name: 'Add topic' }).click()
  await expect(page.getByText('This topic already exists.')).toBeVisible()
  // Browsers log every error response.
  complaints.splice(0)
  await expect(page.getByLabel('Name')).toHaveValue('frogs')

  await page.getByRole('button', { name: 'Manage Frogs' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Frogs' })
  await dialog.getByLabel('Name').fill('Ponds')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Manage Ponds' })).toBeVisible()
  await page.getByRole('button', { name: 'Manage Ponds' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete Ponds?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Manage Ponds' })).toHaveCount(0)
})
