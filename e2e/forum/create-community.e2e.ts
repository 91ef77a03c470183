import { apiAs, expect, forumUrl, makeAccount, signInAs, test } from '../support/harness.ts'

test('a member creates a community, sets it up, adds a partner and transfers it', async ({
  context,
  page,
  request,
}) => {
  await makeAccount(request, 'fern_founder')
  await makeAccount(request, 'hal_heir')
  await signInAs(context, 'fern_founder')
  await page.goto(`${forumUrl}/bbs/picker`)
  await page.getByRole('link', { name: 'Create a community' }).click()

  const name = page.getByLabel('Short name')
  await name.pressSequentially('garden')
  await expect(page.getByText('This community already exists. Choose another short name.')).toBeVisible()
  await name.fill('')
  await name.pressSequentially('meadow')
  await expect(page.getByText('MEADOW is available.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Meadow talk')
  // The text is restored after a reload.
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Meadow talk')
  await page.getByLabel('New topic').fill('Hay')
  await page.getByLabel('New topic').press('Enter')
  await expect(page.getByText('MEADOW is available.')).toBeVisible()
  await page.getByRole('button', { name: 'Create community' }).click()
  await expect(page.getByRole('heading', { name: 'Your community is ready' })).toBeVisible()

  await page.getByRole('link', { name: 'Add topics' }).click()
  await page.getByLabel('Name').fill('Flowers')
  await page.getByRole('button', { name: 'Add topic' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Flowers' })).toBeVisible()
  await page.getByRole('button', { name: 'Move Flowers up' }).click()
  // Flowers is first now, so focus moves to the button that can still move it.
  await expect(page.getByRole('button', { name: 'Move Flowers down' })).toBeFocused()

  const fern = await apiAs(request, 'fern_founder')
  const { community } = await fern.read<{ community: { activeFlairs: { id: string; name: string }[] } }>(
    'communities/MEADOW',
  )
  expect(community.activeFlairs.map((flair) => flair.name)).toEqual(['Flowers', 'Hay'])
  const paragraph = { type: 'paragraph', data: { text: 'Hello, and welcome.' } }
  await fern.call('post/create', {
    tokenName: 'MEADOW',
    title: 'Welcome to the meadow',
    postContent: JSON.stringify({ blocks: [paragraph] }),
    flairId: community.activeFlairs[0]?.id,
  })
  await page.goto(`${forumUrl}/bbs/MEADOW`)
  await expect(page.getByRole('link', { name: 'Welcome to the meadow' })).toBeVisible()

  const hal = await apiAs(request, 'hal_heir')
  await hal.call('community/join', { tokenName: 'MEADOW', join: true })
  await page.goto(`${forumUrl}/bbs/MEADOW/tab/holders`)
  await page.getByRole('button', { name: 'Manage hal_heir' }).click()
  await page.getByRole('menuitem', { name: 'Make partner' }).click()
  await expect(page.getByText(/hal_heir is now a partner/)).toBeVisible()

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'General', exact: true }).click()
  await page.getByLabel('Address').fill('the-meadow')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Saved', { exact: true }).last(),
  ).toBeVisible()
  await page.getByLabel('Address').fill('hay-meadow')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('hay-meadow. Old')).toBeVisible()
  await page.goto(`${forumUrl}/bbs/the-meadow/tab/about`)
  await expect(page).toHaveURL(`${forumUrl}/bbs/hay-meadow/tab/about`)

  await page.goto(`${forumUrl}/bbs/MEADOW/admin-settings/posting`)
  await page.getByLabel('Polls').uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Saved', { exact: true }).last(),
  ).toBeVisible()
  await page.goto(`${forumUrl}/bbs/MEADOW/posts/create`)
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a poll' })).toBeHidden()

  await page.goto(`${forumUrl}/bbs/MEADOW/admin-settings/archive`)
  await page.getByRole('button', { name: 'Archive community' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive community' }).click()
  await expect(page.getByText('This community is archived and read-only.')).toBeVisible()
  await page.getByRole('button', { name: 'Unarchive community' }).click()
  await expect(page.getByRole('button', { name: 'Archive community', exact: true })).toBeVisible()

  await page.goto(`${forumUrl}/bbs/MEADOW/admin-settings/transfer`)
  await page.getByLabel('New owner’s username').fill('hal_heir')
  await page.getByRole('button', { name: 'Transfer ownership' }).click()
  await expect(page.getByText('This isn’t the community’s short name.')).toBeVisible()
  await page.getByLabel('Type MEADOW to confirm').fill('MEADOW')
  await page.getByRole('button', { name: 'Transfer ownership' }).click()
  await expect(page.getByText('Ownership goes to hal_heir')).toBeVisible()
  await expect(page.getByText(/It takes effect in \d min \d+ sec/)).toBeVisible()
  await page.goto(`${forumUrl}/bbs/MEADOW/tab/activity`)
  await expect(page.getByText(/fern_founder.* started an ownership transfer to hal_heir/)).toBeVisible()
})
