import { expect, forumData, PASSWORD, test } from '../support/harness.ts'
import { startNewForum } from '../support/new-forum.ts'

test('a new forum is claimed by its link, set up with the guide, and opened', async ({ page, browser, complaints }) => {
  test.slow()
  const forum = await startNewForum(`${forumData}-first-run`)
  const visitor = await (await browser.newContext()).newPage()
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const proceed = async (next: string) => {
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(heading(next)).toBeFocused()
  }
  try {
    // Before: every page says so, and nobody can sign up.
    const response = await visitor.goto(`${forum.url}/bbs/picker`)
    expect(response?.status()).toBe(200)
    await expect(visitor.getByRole('heading', { name: 'This forum is being set up' })).toBeVisible()
    await expect(visitor.getByText('members')).toHaveCount(0)
    const signUp = await visitor.request.post(`${forum.url}/api/auth/signUp`, {
      data: { username: 'eve', email: 'eve@example.com', password: PASSWORD },
      headers: { origin: forum.url },
    })
    expect((await signUp.json()).code).toBe('SETUP_PENDING')

    // A broken link says how to get another one.
    await page.goto(`${forum.url}/bbs/setup#token=broken`)
    await expect(page.getByText('stoa setup')).toBeVisible()
    // Chromium logs every refused request.
    complaints.splice(0)

    await page.goto('about:blank')
    await page.goto(forum.link)
    await page.getByLabel('Username').fill('ada')
    await page.locator('[name="email"]').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create owner account' }).click()

    await expect(heading('Name and look')).toBeFocused()
    await expect(page.getByText('Step 2 of 7')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Lower Mill Commons')
    await page.getByRole('radio', { name: 'Plum' }).check()
    await expect(page.getByRole('region', { name: 'Preview' })).toHaveAttribute('data-accent', 'true')
    await proceed('Topics')
    await page.getByRole('textbox', { name: 'Name' }).fill('Market')
    await page.getByRole('button', { name: 'Add topic' }).click()
    await expect(page.getByText('Topic added')).toBeVisible()
    await proceed('Joining and posting')
    // They are checked once the server has saved them.
    const accounts = page.getByRole('radio', { name: 'Anyone with an account' })
    await accounts.click()
    await expect(accounts).toBeChecked()
    const approval = page.getByLabel('Approve posts before they’re published')
    await approval.click()
    await expect(approval).toBeChecked()
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect(heading('Email')).toBeFocused()
    await expect(page.getByText('SMTP_URL=')).toBeVisible()

    // Meanwhile: the name is shown, and the owner can resume.
    await visitor.goto(forum.url)
    await expect(visitor.getByRole('heading', { name: 'Lower Mill Commons is being set up' })).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await page.goto(forum.url)
    await page.getByRole('link', { name: 'Continue the guide' }).click()
    await expect(heading('Email')).toBeVisible()

    await proceed('Your first site')
    await expect(page.getByRole('heading', { name: 'Paste this into the articles on your-site.example' })).toBeVisible()
    await page.getByLabel('Site address').fill('https://gazette.example/news')
    await page.getByRole('button', { name: 'Add site' }).click()
    await expect(page.getByRole('heading', { name: 'Paste this into the articles on gazette.example' })).toBeVisible()
    await expect(page.getByText('<stoa-comments community="FORUM">')).toBeVisible()
    await proceed('Invite people')
    await page.getByRole('button', { name: 'Open the forum', exact: true }).click()
    await page.waitForURL(`${forum.url}/`)
    await expect(page.getByText('Your forum is open.')).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await page.goto(`${forum.url}/bbs/FORUM/admin-settings/start`)
    await page.getByRole('link', { name: 'Continue the guide' }).click()
    await page.getByRole('button', { name: 'Leave the guide' }).click()
    await page.waitForURL(`${forum.url}/`)

    // Afterwards: the forum, at once.
    await visitor.goto(`${forum.url}/bbs/FORUM`)
    await expect(visitor.getByRole('heading', { name: 'Lower Mill Commons' })).toBeVisible()
    await expect(visitor.getByText('being set up')).toHaveCount(0)
    await visitor.goto('about:blank')
    await visitor.goto(forum.link)
    await expect(visitor.getByRole('heading', { name: 'This link was used already' })).toBeVisible()
  } finally {
    await visitor.context().close()
    // Otherwise its live connection complains.
    await page.goto('about:blank')
    await forum.stop()
  }
})
