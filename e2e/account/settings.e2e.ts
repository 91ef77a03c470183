import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { apiAs, expect, forumUrl, makeAccount, PASSWORD, signInAs, test, waitForLive } from '../support/harness.ts'

const settings = `${forumUrl}/bbs/my-account/settings`
const signInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign in' })
const account = (page: Page) => page.getByRole('button', { name: 'Your account' })

/** Opens the settings as somebody with an account of their own. */
async function openAs(page: Page, username: string, section = ''): Promise<void> {
  const context = page.context()
  await makeAccount(context.request, username)
  await signInAs(context, username)
  await page.goto(settings + section)
  await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible()
}

test('a visitor who opens the settings signs in first and comes back to them', async ({ page, context }) => {
  await makeAccount(context.request, 'keeper_ann')
  await page.goto(settings)
  await expect(page).toHaveURL(`${forumUrl}/bbs/login?next=${encodeURIComponent('/bbs/my-account/settings')}`)
  await page.getByLabel('Username or email').fill('keeper_ann')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(settings)
  await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible()
})

test('a new name shows at once, and in threads once they are opened; leaving with unsaved changes asks first', async ({
  page,
  context,
}) => {
  await openAs(page, 'keeper_ben')
  const ben = await apiAs(context.request, 'keeper_ben')
  await ben.call('community/join', { tokenName: 'FORUM', join: true })
  const { post } = await ben.read<{ post: { id: string } }>('posts/what-should-the-square-get-first?tokenName=FORUM')
  await ben.call('comment/create', { tokenName: 'FORUM', postId: post.id, content: 'A bench first.' })
  await page.getByLabel('Name', { exact: true }).fill('Ben of the Mill')
  await page.getByRole('link', { name: 'Browse communities' }).click()
  await page.getByRole('button', { name: 'Stay', exact: true }).click()
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ben of the Mill')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Your account, Ben of the Mill' })).toBeVisible()
  const thread = await context.newPage()
  await thread.goto(`${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first?sort=new`)
  const comment = thread.locator('.stoa-comment', { hasText: 'A bench first.' })
  await expect(comment.getByText('Ben of the Mill')).toBeVisible()
})

test('changing the password signs out other devices without a reload, but not this one', async ({
  page,
  browser,
  complaints,
}) => {
  await openAs(page, 'keeper_cat', '/security')
  const phone = await browser.newContext()
  await signInAs(phone, 'keeper_cat')
  const theirs = await phone.newPage()
  const live = waitForLive(theirs)
  await theirs.goto(`${forumUrl}/bbs/FORUM`)
  await live
  await expect(account(theirs)).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('An0ther-passw@rd')
  await page.getByLabel('Confirm new password').fill('An0ther-passw@rd')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(/^Your password was changed/)).toBeVisible()
  await expect(signInLink(theirs)).toBeVisible()
  await page.reload()
  await expect(account(page)).toBeVisible()
  await phone.close()
  complaints.length = 0
})

test('another device’s session is listed and signed out', async ({ page, browser }) => {
  await openAs(page, 'keeper_dan', '/sessions')
  const phone = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  await signInAs(phone, 'keeper_dan')
  const theirs = await phone.newPage()
  const live = waitForLive(theirs)
  await theirs.goto(`${forumUrl}/bbs/FORUM`)
  await live
  await page.reload()
  const list = page.getByRole('list', { name: 'Sessions' })
  await expect(list.getByText('This device')).toHaveCount(1)
  await list.getByRole('button', { name: 'Sign out Firefox on Windows' }).click()
  await expect(page.getByText('Firefox on Windows was signed out.')).toBeVisible()
  await expect(signInLink(theirs)).toBeVisible()
  await expect(account(page)).toBeVisible()
  await phone.close()
})

test('an account is deleted: its owner gets a receipt, is signed out everywhere and can’t sign in again', async ({
  page,
  context,
  complaints,
}) => {
  await openAs(page, 'keeper_eve', '/data')
  const other = await context.newPage()
  await other.goto(`${forumUrl}/bbs/FORUM`)
  await expect(account(other)).toBeVisible()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel('To confirm, enter your username: keeper_eve').fill('keeper_eve')
  await page.getByRole('button', { name: 'Permanently delete my account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account was deleted' })).toBeVisible()
  await expect(signInLink(page)).toBeVisible()
  await expect(signInLink(other)).toBeVisible()
  await page.goto(`${forumUrl}/bbs/login`)
  await page.getByLabel('Username or email').fill('keeper_eve')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(/^Wrong username or password/)).toBeVisible()
  complaints.length = 0
})

test('notification settings are kept unsaved and saved after a reload', async ({ page, context }) => {
  await makeAccount(context.request, 'keeper_fay')
  await signInAs(context, 'keeper_fay')
  await page.goto(`${forumUrl}/bbs/my-profile/settings/notifications`)
  const mail = page.getByRole('checkbox', { name: 'New followers: By email' })
  const before = await mail.isChecked()
  await mail.click()
  await page.reload()
  await expect(mail).toBeChecked({ checked: !before })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toBeHidden()
  await page.reload()
  await expect(mail).toBeChecked({ checked: !before })
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toBeHidden()
})

test('a member downloads their data as an archive', async ({ page }) => {
  await openAs(page, 'keeper_gus', '/data')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  const [first, second] = await readFile(await download.path())
  // PK: a ZIP archive.
  expect([first, second]).toEqual([0x50, 0x4b])
  await expect(page.getByText('Your download has started.')).toBeVisible()
})

test('on a phone the settings open one section at a time, and going back focuses its link', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openAs(page, 'keeper_hal')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect(page.getByLabel('Name', { exact: true })).toBeHidden()
  await sections.getByRole('link', { name: 'Sessions' }).click()
  await expect(page).toHaveURL(`${settings}/sessions`)
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await expect(sections).toBeHidden()
  await page.getByRole('link', { name: 'Account settings' }).click()
  await expect(page).toHaveURL(settings)
  await expect(sections.getByRole('link', { name: 'Sessions' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await page.goForward()
  await sections.getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByRole('heading', { name: 'Notification settings' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 740 })
  await expect(sections.getByRole('link', { name: 'Notifications' })).toHaveAttribute('aria-current', 'page')
})
