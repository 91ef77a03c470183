import type { BrowserContext, Page } from '@playwright/test'
import { apiAs, expect, forumUrl, makeAccount, PASSWORD, signInAs, test } from '../support/harness.ts'
import { mailTo } from '../support/mails.ts'

const merge = `${forumUrl}/bbs/my-account/merge`
const WELCOME = /^Your accounts are merged. You’re now/

/** Comments as a new member. */
async function writeComment(context: BrowserContext, username: string, content: string): Promise<void> {
  const { call, read } = await apiAs(context.request, username)
  await call('community/join', { tokenName: 'FORUM', join: true })
  const { post } = await read<{ post: { id: string } }>('posts/what-should-the-square-get-first?tokenName=FORUM')
  await call('comment/create', { tokenName: 'FORUM', postId: post.id, content })
}

const comment = (page: Page, text: string) => page.locator('.stoa-comment', { hasText: text })

async function openThread(page: Page): Promise<void> {
  await page.goto(`${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first?sort=new`)
}

async function undo(page: Page, username: string): Promise<void> {
  await page.goto(`${forumUrl}/bbs/my-account/settings/merge`)
  await page.getByRole('button', { name: `Undo the merge with @${username}` }).click()
  await expect(page.getByText(`@${username} is a separate account again.`)).toBeVisible()
}

/** Opens the sign-in page and waits for its scripts: an earlier press would do nothing. */
async function openSignIn(page: Page, next: string): Promise<void> {
  await page.goto(`${forumUrl}/bbs/login?next=${encodeURIComponent(next)}`, { waitUntil: 'networkidle' })
}

test('two accounts are merged with a password: all their posts are credited to the main account, until the merge is undone', async ({
  page,
  context,
}) => {
  await makeAccount(context.request, 'twin_ann')
  await makeAccount(context.request, 'twin_old_ann')
  await writeComment(context, 'twin_old_ann', 'Two hands, one bench.')
  await signInAs(context, 'twin_ann')
  await page.goto(merge)
  await page.getByLabel('Other account’s username or email').fill('twin_old_ann')
  await page.getByLabel('Other account’s password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Posts and comments by @twin_old_ann appear under @twin_ann.')).toBeVisible()
  await page.getByRole('button', { name: 'Merge accounts' }).click()
  await expect(page.getByText(WELCOME)).toBeVisible()
  await openThread(page)
  await expect(comment(page, 'Two hands, one bench.').getByText('twin_ann', { exact: true })).toBeVisible()
  await undo(page, 'twin_old_ann')
  await openThread(page)
  await expect(comment(page, 'Two hands, one bench.').getByText('twin_old_ann', { exact: true })).toBeVisible()
})

test('an account without a password is merged by its email link; this can be undone too', async ({ page, context }) => {
  // The account has no password, only an email address.
  const email = 'twin_mail@example.com'
  await openSignIn(page, '/bbs/my-account/settings')
  await page.getByLabel('Username or email').fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByLabel('6-digit code').pressSequentially((await mailTo(email)).code)
  const usernameText = await page.getByText(/^Your username is/).innerText()
  const username = /is @?(\w+)/.exec(usernameText)?.[1] ?? ''
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()

  await makeAccount(context.request, 'twin_ben')
  await openSignIn(page, '/bbs/my-account/merge')
  await page.getByLabel('Username or email').fill('twin_ben')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'That account has no password' }).click()
  await page.getByLabel('Other account’s username').fill(username)
  await page.getByRole('button', { name: 'Sign in to the other account' }).click()

  await expect(page).toHaveURL(`${forumUrl}/bbs/login?next=${encodeURIComponent('/bbs/my-account/merge')}`)
  await page.getByLabel('Username or email').fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  const { link } = await mailTo(email, { count: 2 })
  const tab = await context.newPage()
  await tab.goto(link)
  await tab.getByRole('button', { name: 'Sign in here' }).click()
  await expect(tab).toHaveURL(merge)
  await expect(tab.getByText(`Posts and comments by @twin_ben appear under @${username}.`)).toBeVisible()
  await tab.getByRole('button', { name: 'Merge accounts' }).click()
  await expect(tab.getByText(WELCOME)).toBeVisible()
  await undo(tab, 'twin_ben')
})
