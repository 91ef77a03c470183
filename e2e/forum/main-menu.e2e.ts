import { expect, forumUrl, signInAs, test } from '../support/harness.ts'

test('two admins edit the main menu at once: neither edit is lost, and readers see both', async ({ browser }) => {
  const open = async () => {
    const context = await browser.newContext()
    await signInAs(context, 'demo_admin')
    const page = await context.newPage()
    await page.goto(`${forumUrl}/bbs/network-admin-dashboard/menu`)
    await expect(page.getByRole('button', { name: 'Add item' })).toBeVisible()
    const add = async (address: string, label: string) => {
      await page.getByRole('button', { name: 'Add item' }).press('Enter')
      await page.getByLabel('Links to').selectOption('link')
      await page.getByLabel('Address').fill(address)
      await page.getByLabel('Label (en)').fill(label)
      await page.getByRole('button', { name: 'Done' }).press('Enter')
      await expect(page.getByRole('button', { name: `Move ${label}` })).toBeVisible()
    }
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    return { context, page, add, save }
  }
  const first = await open()
  const second = await open()
  await first.add('/bbs/popular', 'Lately')
  await second.add('/bbs/picker', 'Places')
  await first.save()
  await expect(first.page.getByText('Menu saved')).toBeVisible()
  await second.save()
  await expect(second.page.getByRole('group', { name: 'Someone else just saved this menu' })).toBeFocused()
  await second.page.getByRole('button', { name: 'Combine both' }).press('Enter')
  const handle = second.page.getByRole('button', { name: 'Move Places' })
  await handle.press('Space')
  await handle.press('ArrowUp')
  await handle.press('Space')
  await second.save()
  await expect(second.page.getByText('Menu saved')).toBeVisible()

  const visitor = await browser.newPage()
  await expect
    .poll(async () => {
      await visitor.goto(`${forumUrl}/bbs/picker`)
      return visitor.getByRole('list', { name: 'Main menu' }).first().getByRole('link').allTextContents()
    })
    .toEqual(['Places', 'Lately'])
  const places = visitor.getByRole('link', { name: 'Places' })
  await expect(places).toBeVisible()
  await expect(places).toHaveAttribute('aria-current', 'page')
  await visitor.close()
  await first.context.close()
  await second.context.close()
})
