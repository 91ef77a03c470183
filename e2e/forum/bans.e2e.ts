import type { Page } from '@playwright/test'
import { apiAs, expect, forumUrl, makeAccount, signInAs, test, waitForLive } from '../support/harness.ts'

const post = `${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first?sort=new`
const members = `${forumUrl}/bbs/FORUM/tab/holders`

/** Opens the menu of a member and waits for it; its first item has focus. */
async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Manage ${name}` }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}

test('a banned member sees the ban in the open tab, and can take part again after being unbanned', async ({
  browser,
  context,
  page,
}) => {
  const text = 'Lamps, and lamps, and lamps again.'
  await makeAccount(context.request, 'noisy_kim')
  const kim = await apiAs(context.request, 'noisy_kim')
  await kim.call('community/join', { tokenName: 'FORUM', join: true })
  const about = await kim.read<{ post: { id: string } }>('posts/what-should-the-square-get-first?tokenName=FORUM')
  await kim.call('comment/create', { tokenName: 'FORUM', postId: about.post.id, content: text })

  const theirs = await browser.newContext()
  await signInAs(theirs, 'noisy_kim')
  const tab = await theirs.newPage()
  const live = waitForLive(tab)
  await tab.goto(post)
  await live
  const box = tab.getByLabel('Write a comment')
  await box.fill('Half a thought about')
  await expect(tab.getByText('Posting as noisy_kim')).toBeVisible()

  await signInAs(context, 'demo_admin')
  await page.goto(members)
  await openMenu(page, 'noisy_kim')
  await page.getByRole('menuitem', { name: 'Ban…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ban noisy_kim' })
  await dialog.getByRole('radio', { name: '1 day' }).check()
  await dialog.getByLabel('Hide noisy_kim’s content').check()
  await dialog.getByRole('button', { name: 'Ban for 1 day' }).click()
  await expect(page.getByText('noisy_kim was banned.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Manage noisy_kim' })).toBeFocused()

  const banNotice = tab.getByText(/You can write here again/)
  await expect(banNotice).toBeVisible()
  await expect(box).toHaveCount(0)
  const stranger = await browser.newContext()
  const theirView = await stranger.newPage()
  await theirView.goto(post)
  await expect(theirView.getByText('Which trees? Limes drip, planes sneeze.')).toBeVisible()
  await expect(theirView.getByText(text)).toHaveCount(0)
  await stranger.close()

  await openMenu(page, 'noisy_kim')
  await page.getByRole('menuitem', { name: 'Unban…' }).click()
  const lifting = page.getByRole('dialog', { name: 'Unban noisy_kim?' })
  await expect(lifting).toContainText('Content hidden with the ban will be restored.')
  await lifting.getByRole('button', { name: 'Unban' }).click()
  await expect(page.getByText('noisy_kim is no longer banned.')).toBeVisible()
  await expect(banNotice).toHaveCount(0)
  await expect(box).toHaveValue('Half a thought about')
  await theirs.close()
})

test('a granted permission applies in the open tab, and is logged', async ({ browser, context, page }) => {
  await makeAccount(context.request, 'helpful_lou')
  await (await apiAs(context.request, 'helpful_lou')).call('community/join', { tokenName: 'FORUM', join: true })
  const theirs = await browser.newContext()
  await signInAs(theirs, 'helpful_lou')
  const tab = await theirs.newPage()
  const live = waitForLive(tab)
  await tab.goto(`${forumUrl}/bbs/FORUM`)
  await live
  const waiting = tab.locator('.stoa-app-community').getByRole('link', { name: /^Moderation/ })
  await expect(tab.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(waiting).toHaveCount(0)

  await signInAs(context, 'demo_admin')
  await page.goto(members)
  // By keyboard only.
  await page.getByRole('button', { name: 'Manage helpful_lou' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Permissions…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'helpful_lou’s permissions' })
  await dialog.getByLabel('Moderate posts and comments').press('Space')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('helpful_lou’s permissions were updated.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Manage helpful_lou' })).toBeFocused()
  await expect(waiting).toBeVisible()

  await page.goto(`${forumUrl}/bbs/FORUM/tab/activity`)
  const line = page.getByRole('listitem').filter({ hasText: 'changed helpful_lou’s permissions' })
  await expect(line).toContainText('Granted: Moderate posts and comments')
  await theirs.close()
})

test('a member timed out from the member card keeps their draft, and continues it afterward', async ({
  browser,
  context,
  page,
}) => {
  await makeAccount(context.request, 'hasty_lee')
  const lee = await apiAs(context.request, 'hasty_lee')
  await lee.call('community/join', { tokenName: 'FORUM', join: true })
  const theirs = await browser.newContext()
  await signInAs(theirs, 'hasty_lee')
  const tab = await theirs.newPage()
  const connected = tab.waitForEvent('websocket', (socket) => socket.url().includes('/socket.io/'))
  await tab.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await connected
  await tab.getByLabel('Title').fill('Half a plan')
  await expect(tab).toHaveURL(/\/posts\/create\/\w{20}$/)

  await signInAs(context, 'demo_ben')
  await page.goto(members)
  await openMenu(page, 'hasty_lee')
  await page.getByRole('menuitem', { name: 'Member card' }).click()
  const card = page.getByRole('dialog', { name: 'hasty_lee', exact: true })
  await card.getByRole('button', { name: 'Time out…' }).click()
  const asking = page.getByRole('dialog', { name: 'Time out hasty_lee' })
  await asking.getByLabel('Reason').fill('Sleep on it')
  await asking.getByRole('button', { name: 'Time out for 1 day' }).click()
  await expect(card.getByText('Reason: Sleep on it')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Change time-out…' })).toBeFocused()

  await expect(tab.getByText('You’re in a time-out.')).toBeVisible()
  await expect(tab.getByText('Reason: Sleep on it')).toBeVisible()
  await expect(tab.getByRole('link', { name: 'Appeal…' })).toBeVisible()
  await expect(tab.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await expect(tab.getByRole('link', { name: 'Half a plan' })).toBeVisible()
  await tab.reload()
  await expect(tab.getByRole('heading', { name: 'Half a plan' })).toBeVisible()

  await card.getByRole('button', { name: 'End time-out…' }).click()
  await page.getByRole('button', { name: 'End time-out', exact: true }).click()
  await tab.reload()
  await expect(tab.getByLabel('Title')).toHaveValue('Half a plan')
  await theirs.close()
})
