import type { Page } from '@playwright/test'
import { apiAs, expect, forumUrl, makeAccount, PASSWORD, signInAs, test } from '../support/harness.ts'

const create = `${forumUrl}/bbs/FORUM/posts/create`
const holder = '.stoa-editor[data-state="ready"] .stoa-editor-place'

async function fill(page: Page, { title, text }: { title: string; text: string }): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Topic').selectOption('Ideas')
  await page.locator(holder).locator('[contenteditable="true"]').first().click()
  await page.keyboard.type(text)
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More ways to post' }).click()
  await page.getByRole('menuitem', { name }).click()
}

async function expectSaved(page: Page): Promise<void> {
  await expect(page.locator('.stoa-app-save-status[data-state="saved"]')).toBeVisible()
}

for (const { name, viewport, limit } of [
  { name: 'a desktop', viewport: { width: 1440, height: 900 }, limit: 300 },
  { name: 'a phone', viewport: { width: 360, height: 780 }, limit: 260 },
]) {
  test(`on ${name} the text of a story begins high up, with the title in its type`, async ({ page, context }) => {
    await page.setViewportSize(viewport)
    await signInAs(context, 'demo_cleo')
    await page.goto(create)
    await page.getByLabel('Post type').selectOption('story')
    const title = page.getByLabel('Title')
    await title.fill('The penny ferry')
    await expect(title).toHaveCSS('font-family', /serif/)
    await expect(title).toHaveCSS('border-top-width', '0px')
    // Enter goes on to the text.
    await expect(page.locator(holder)).toBeVisible()
    await title.press('Enter')
    await page.keyboard.type('It cost a penny.')
    const text = page.locator(holder).locator('.stoa-editor-text > p').first()
    await expect(text).toHaveText('It cost a penny.')
    const box = await text.boundingBox()
    expect(box?.y).toBeLessThan(limit)
    const lines = await Promise.all([title.boundingBox(), text.boundingBox()])
    expect(Math.round(lines[0]?.x ?? 0)).toBe(Math.round(lines[1]?.x ?? 1))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
    await choose(page, 'Discard draft')
    await expect(page.getByText('Draft discarded')).toBeVisible()
  })
}

test('a newcomer learns that publishing also joins, and gets the link of the post', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await makeAccount(context.request, 'new_at_the_mill')
  await signInAs(context, 'new_at_the_mill')
  await page.goto(create)
  await expect(page.getByText(/^You aren’t a member of .+ yet\. Publishing also joins it\./)).toBeVisible()
  await fill(page, { title: 'First words', text: 'Hello from the landing.' })
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/first-words/)
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices.getByText('Published', { exact: true })).toBeVisible()
  await expect(notices.getByRole('button', { name: 'View' })).toBeVisible()
  await notices.getByRole('button', { name: 'Copy link' }).click()
  await expect(notices.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})

test('drafts are found, discarded together and restored, and an empty one isn’t saved', async ({
  page,
  context,
  request,
}) => {
  await makeAccount(request, 'many_drafts')
  const writer = await apiAs(request, 'many_drafts')
  await writer.call('community/join', { tokenName: 'FORUM', join: true })
  for (const title of ['About the bell', 'About the boat', 'Of the bridge']) {
    await writer.call('post/drafts/save', {
      tokenName: 'FORUM',
      kind: 'community',
      title,
      postContent: '{"blocks":[]}',
    })
  }
  await signInAs(context, 'many_drafts')
  await page.goto(create)
  // A topic alone is no content.
  await page.getByLabel('Topic').selectOption('Ideas')
  await page.getByRole('button', { name: '3 drafts' }).click()
  const drafts = page.getByRole('dialog', { name: 'Your drafts' })
  await expect(drafts.getByRole('listitem')).toHaveCount(3)
  await drafts.getByLabel('Search drafts').fill('about')
  await drafts.getByRole('checkbox', { name: 'Select all 2' }).check()
  await drafts.getByRole('button', { name: 'Discard 2 drafts' }).click()
  await expect(page.getByText('2 drafts discarded')).toBeVisible()
  await expect(drafts.getByText('No draft has these words.')).toBeVisible()
  await drafts.getByLabel('Search drafts').fill('')
  await expect(drafts.getByRole('listitem')).toHaveCount(1)
  await drafts.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: '3 drafts' })).toBeVisible()
  await expect(page).toHaveURL(create)
})

test('a discarded draft comes back with an undo', async ({ page, context }) => {
  await signInAs(context, 'demo_gil')
  await page.goto(create)
  await fill(page, { title: 'Thrown away', text: 'Too early.' })
  await expectSaved(page)
  await choose(page, 'Discard draft')
  await expect(page).toHaveURL(`${forumUrl}/bbs/FORUM`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Thrown away')
  await expect(page.locator(holder)).toContainText('Too early.')
})

test('signing in again returns to the draft', async ({ page, context, complaints }) => {
  await signInAs(context, 'demo_hana')
  await page.goto(create)
  await fill(page, { title: 'Interrupted', text: 'Half a line.' })
  await expectSaved(page)
  const address = page.url()
  const other = await context.newPage()
  await other.goto(forumUrl)
  await other.getByRole('button', { name: 'Your account' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/bbs\/login\?next=/)
  await page.getByLabel('Username or email').fill('demo_hana')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByLabel('Title')).toHaveValue('Interrupted')
  await choose(page, 'Discard draft')
  // The browser logs requests of the ended session.
  complaints.splice(0)
})

test('a scheduled post says where to find it, and its preview shows three places', async ({ page, context }) => {
  await signInAs(context, 'demo_faye')
  await page.goto(create)
  await fill(page, { title: 'For tomorrow', text: 'The bell rings at noon.' })
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'For tomorrow' })).toBeVisible()
  await preview.getByRole('button', { name: 'Phone' }).click()
  await expect(preview.locator('[data-place="phone"]')).toHaveCSS('width', '360px')
  await preview.getByRole('button', { name: 'Widget' }).click()
  await expect(preview.getByText('The bell rings at noon.')).toHaveCount(2)
  await preview.getByRole('button', { name: 'Close' }).click()

  await choose(page, 'Schedule…')
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000 - new Date().getTimezoneOffset() * 60_000)
  await page.getByLabel('Date and time').fill(tomorrow.toISOString().slice(0, 16))
  await page.getByRole('button', { name: 'Schedule post' }).click()
  await expect(page.getByText(/^Scheduled for/)).toBeVisible()
  await page.getByRole('button', { name: 'Scheduled posts' }).click()
  await expect(page.getByRole('link', { name: 'For tomorrow' })).toBeVisible()
})

test('an old version is restored from the history, and readers see when the post was edited', async ({
  page,
  context,
  request,
}) => {
  const faye = await apiAs(request, 'demo_faye')
  const { community } = await faye.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  const version = (text: string) => ({
    tokenName: 'FORUM',
    title: 'When the bridge opens',
    flairId: community.activeFlairs[0]?.id,
    postContent: JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] }),
  })
  const { post } = await faye.call<{ post: { id: string; slugUrl: string } }>('post/create', version('On Monday.'))
  await faye.call('post/edit', { ...version('On Tuesday.'), postId: post.id, revision: 0 })
  const address = `${forumUrl}/bbs/FORUM/community/${post.slugUrl}`
  await page.goto(address)
  await expect(page.locator('.stoa-publisher-times').first()).toContainText('edited')

  await signInAs(context, 'demo_faye')
  await page.goto(address)
  await page.getByRole('button', { name: 'More actions for this post' }).click()
  await page.getByRole('menuitem', { name: 'Edit history…' }).click()
  await page.getByRole('button', { name: 'Restore the version before this edit' }).click()
  await expect(page.getByText('Old version restored')).toBeVisible()
  await expect(page.getByText('On Monday.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('On Monday.')).toBeVisible()
})
