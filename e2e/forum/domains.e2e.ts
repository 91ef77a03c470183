import { expect, forumUrl, signInAs, test } from '../support/harness.ts'

test('an admin publishes another name for a domain by keyboard, and restores the former one; members don’t find the page', async ({
  browser,
  context,
  page,
}) => {
  await signInAs(context, 'demo_admin')
  await page.goto(`${forumUrl}/bbs/network-admin-dashboard/domains`)
  await page.getByRole('main').getByRole('link', { name: 'Stoa', exact: true }).click()
  const name = page.getByLabel('Display name')
  await expect(name).toHaveValue('Stoa')
  await name.fill('Lower Mill')
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toBeVisible()
  await name.press('Enter')
  await expect(page.getByText('Version 3 isn’t published')).toBeVisible()
  const visitor = await browser.newPage()
  const shownName = async () => {
    await visitor.goto(`${forumUrl}/bbs/picker`)
    return visitor.title()
  }
  expect(await shownName()).toMatch(/Stoa$/)
  await page.getByRole('button', { name: 'Publish' }).first().press('Enter')
  await expect(page.getByText('Version 3 is published')).toBeVisible()
  await expect.poll(shownName).toMatch(/Lower Mill$/)
  await page.getByRole('button', { name: 'Restore' }).first().press('Enter')
  await expect(page.getByText('Version 4 is published')).toBeVisible()
  await expect.poll(shownName).toMatch(/Stoa$/)
  await visitor.close()

  const other = await browser.newContext()
  await signInAs(other, 'demo_emi')
  const member = await other.newPage()
  await member.goto(`${forumUrl}/bbs/network-admin-dashboard/domains/default`)
  await expect(member.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await other.close()
})
