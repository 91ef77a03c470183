import { apiAs, expect, forumUrl, signInAs, test } from '../support/harness.ts'

const cashierPath = `${forumUrl}/bbs/FORUM/admin-settings/cashier`

test('a partner asks for a cash-out, cancels it, asks again, and one of two cashiers pays it', async ({
  page,
  context,
  browser,
}) => {
  await signInAs(context, 'demo_cleo')
  await page.goto(`${forumUrl}/bbs/wallet`)
  const form = page.getByRole('form', { name: 'Cash out' })
  const ask = async (amount: string) => {
    await form.getByLabel('Amount to cash out').fill(amount)
    await form.getByRole('button', { name: 'Continue' }).click()
  }
  await ask('99')
  await expect(form.getByText('The smallest cash-out is 100 FORUM.')).toBeVisible()
  await form.getByLabel('Where to pay').fill('Account 12 34')
  await ask('100')
  const confirm = page.getByRole('alertdialog', { name: 'Cash out 100 FORUM?' })
  await confirm.getByRole('button', { name: 'Cash out' }).click()
  const own = page.getByRole('list', { name: 'Your requests' }).getByRole('listitem')
  await expect(own.first()).toContainText('Waiting')
  await own.first().getByRole('button', { name: 'Cancel request' }).click()
  await expect(own.first()).toContainText('Canceled')
  await ask('110')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cash out' }).click()
  await expect(own.first()).toContainText('Waiting')
  await expect(own.first()).toContainText('110 FORUM')

  // Both cashiers see it before either of them claims it.
  const cashierIn = async (login: string) => {
    const other = await browser.newContext()
    await signInAs(other, login)
    const shown = await other.newPage()
    await shown.goto(cashierPath)
    const item = shown.getByRole('listitem').filter({ hasText: 'Account 12 34' }).filter({ hasText: '110 FORUM' })
    await expect(item).toBeVisible()
    return { other, shown, item }
  }
  const [ada, admin] = [await cashierIn('demo_ada'), await cashierIn('demo_admin')]
  await ada.item.getByRole('button', { name: 'Claim' }).click()
  await expect(ada.item).toContainText('You have claimed this.')
  // The other one sees that at once.
  await expect(admin.item).toContainText('Claimed by')
  await expect(admin.item.getByRole('button', { name: 'Claim' })).toHaveCount(0)
  await ada.item.getByRole('button', { name: 'Mark as paid…' }).click()
  await ada.shown.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(ada.item).toHaveCount(0)
  await ada.shown.getByRole('button', { name: 'Closed' }).click()
  await expect(ada.shown.getByRole('listitem').filter({ hasText: '110 FORUM' })).toContainText('Paid')

  await expect(own.first()).toContainText('Paid')
  await expect(page.getByText('Cash-out', { exact: true }).first()).toBeVisible()
  await ada.shown.goto(`${forumUrl}/bbs/FORUM/tab/activity`)
  await expect(ada.shown.getByText(/paid a cash-out to/).first()).toBeVisible()
  await Promise.all([ada.other.close(), admin.other.close()])
})

test('a rejected cash-out returns with its reason, of which the partner is notified', async ({
  page,
  browser,
  request,
}) => {
  const asked = await browser.newContext()
  await signInAs(asked, 'demo_cleo')
  const wallet = await asked.newPage()
  await wallet.goto(`${forumUrl}/bbs/wallet`)
  const form = wallet.getByRole('form', { name: 'Cash out' })
  await form.getByLabel('Amount to cash out').fill('105')
  await form.getByRole('button', { name: 'Continue' }).click()
  await wallet.getByRole('alertdialog').getByRole('button', { name: 'Cash out' }).click()
  await expect(wallet.getByRole('list', { name: 'Your requests' })).toContainText('105 FORUM')
  await asked.close()

  await signInAs(page.context(), 'demo_ada')
  await page.goto(cashierPath)
  const item = page.getByRole('listitem').filter({ hasText: '105 FORUM' })
  await item.getByRole('button', { name: 'Reject…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 105 FORUM' })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByText('Give a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The account number is missing.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(item).toHaveCount(0)
  const cleo = await apiAs(request, 'demo_cleo')
  const { items } = await cleo.read<{ items: { status: string; reason: string }[] }>('cashier?tokenName=FORUM')
  expect(items[0]).toMatchObject({ status: 'refused', reason: 'The account number is missing.' })
  await expect
    .poll(async () => {
      const told = await cleo.read<{ items: { decision: { action: string } | null }[] }>('notifications')
      return told.items.map(({ decision }) => decision?.action)
    })
    .toContain('cashOutRefused')
})
