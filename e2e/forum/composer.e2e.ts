import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { apiAs, type Complaints, expect, forumUrl, PASSWORD, signInAs, test } from '../support/harness.ts'

/** Cuts off live updates. */
async function blockLiveUpdates(context: BrowserContext): Promise<void> {
  await context.routeWebSocket('**/socket.io/**', () => {})
  await context.route('**/socket.io/**', (route) => route.abort())
}

/** The post editor, once it has started. */
function editorOf(page: Page): Locator {
  return page.locator('.stoa-editor[data-state="ready"] .stoa-editor-place')
}

/** Types into the only paragraph; an empty line starts another. */
async function write(page: Page, text: string): Promise<void> {
  const paragraphs = editorOf(page).locator('.stoa-editor-text > p')
  await expect(paragraphs).toHaveCount(1)
  await paragraphs.click()
  await page.keyboard.press('End')
  // The editor learns of a moved caret with the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  for (const [index, paragraph] of text.split('\n\n').entries()) {
    if (index > 0) await page.keyboard.press('Enter')
    await page.keyboard.type(paragraph)
  }
  await page.getByLabel('Title').focus()
}

async function expectText(page: Page, text: string): Promise<void> {
  await expect(editorOf(page).locator('.stoa-editor-text > p')).toHaveText(text.split('\n\n'))
}

/** The server has everything. */
async function expectSaved(page: Page): Promise<void> {
  await expect(page.locator('.stoa-app-save-status[data-state="saved"]')).toBeInViewport()
}

async function saveDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More ways to post' }).click()
  await page.getByRole('menuitem', { name: 'Save draft' }).click()
}

/** The browser logs the refused save, too. */
function expectConflict(complaints: Complaints): void {
  const others = complaints.splice(0).filter((text) => !text.includes('socket.io'))
  expect(others).toEqual([expect.stringContaining('409')])
}

test('a member writes a post with a poll; the draft is restored after a reload', async ({ page, context }) => {
  await signInAs(context, 'demo_faye')
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await page.getByLabel('Title').fill('Who takes the bench?')
  await page.getByLabel('Topic').selectOption('Ideas')
  await write(page, 'It stands in the rain.\n\nIt has done nothing wrong.')
  await page.getByRole('button', { name: 'Add a poll' }).click()
  await page.getByLabel('Option 1').fill('The mill')
  await page.getByLabel('Option 2').fill('The school')

  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Who takes the bench?')
  await expectText(page, 'It stands in the rain.\n\nIt has done nothing wrong.')
  await expect(page.getByLabel('Option 2')).toHaveValue('The school')

  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/who-takes-the-bench/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who takes the bench?')
  await expect(page.getByText('It has done nothing wrong.')).toBeVisible()
  await page.getByRole('button', { name: /^The school/ }).click()
  await expect(page.getByRole('button', { name: /^The school/ })).toHaveAttribute('aria-pressed', 'true')

  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test('a post without a title is not sent, and the field shows an error', async ({ page, context }) => {
  await signInAs(context, 'demo_faye')
  await page.goto(`${forumUrl}/bbs/GARDEN/posts/create`)
  await write(page, 'No title yet.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Add a title.')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await expectText(page, 'No title yet.')
})

test('an unfinished post is saved as a draft, found on another device, and published', async ({
  browser,
  page,
  context,
  request,
  complaints,
}) => {
  await signInAs(context, 'demo_faye')
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await page.getByLabel('Title').fill('Half a thought')
  await saveDraft(page)
  await expect(page).toHaveURL(/posts\/create\/\w{20}$/)
  await expect(page.getByText('Draft saved.')).toBeVisible()
  const faye = await apiAs(request, 'demo_faye')
  const { items } = await faye.read<{ items: { title: string; status: number }[] }>('posts?type=userDraft')
  expect(items).toMatchObject([{ title: 'Half a thought', status: 9 }])

  const draft = `${forumUrl}/bbs/FORUM/community/half-a-thought`
  await page.goto(draft)
  await expect(page.getByText('Draft. Only you and moderators can see this.')).toBeVisible()
  // The server renders for visitors, who can't see the draft.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('404')])
  const ofModerator = await browser.newContext()
  await signInAs(ofModerator, 'demo_ben')
  const desk = await ofModerator.newPage()
  await desk.goto(draft)
  await expect(desk.getByText('Draft. Only its author and moderators can see this.')).toBeVisible()
  await desk.getByRole('button', { name: 'More actions for this post' }).click()
  await expect(desk.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(desk.getByRole('menuitem', { name: 'Edit post' })).toHaveCount(0)
  await ofModerator.close()

  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await page.getByRole('button', { name: '1 draft', exact: true }).click()
  const drafts = page.getByRole('dialog', { name: 'Your drafts' })
  await drafts.getByLabel('Search drafts').fill('nowhere')
  await expect(drafts.getByText('No draft has these words.')).toBeVisible()
  await drafts.getByLabel('Search drafts').fill('thought')
  await drafts.getByRole('link', { name: 'Half a thought' }).click()
  // Until then the field belongs to the previous page.
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought')
  await write(page, 'Now it is a whole one.')
  await page.getByLabel('Topic').selectOption('Ideas')
  await saveDraft(page)
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/half-a-thought/)
  await expect(page.getByText('Now it is a whole one.')).toBeVisible()
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByRole('button', { name: /^\d+ drafts?$/ })).toHaveCount(0)
})

test('when two people edit a post, the second one to save sees both versions and chooses', async ({
  page,
  context,
  request,
  complaints,
}) => {
  await signInAs(context, 'demo_faye')
  const faye = await apiAs(request, 'demo_faye')
  const { community } = await faye.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  const whole = (title: string, text: string) => ({
    tokenName: 'FORUM',
    title,
    postContent: JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] }),
    flairId: community.activeFlairs[0]?.id,
  })
  const { post } = await faye.call<{ post: { id: string } }>('post/create', whole('A list of two', 'Bread.'))
  await blockLiveUpdates(context)
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create/${post.id}`)
  await write(page, '\n\nButter.')
  await faye.call('post/edit', { ...whole('A list of two', 'Bread and salt.'), postId: post.id, revision: 0 })

  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('This post was changed while you were writing.')).toBeVisible()
  await expectText(page, 'Bread.\n\nButter.')
  await page.getByText('Show changes').click()
  await expect(page.locator('.stoa-app-conflict del').filter({ hasText: 'salt' })).toBeVisible()
  await page.reload()
  await expectText(page, 'Bread.\n\nButter.')
  await page.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(page).toHaveURL(/a-list-of-two/)
  await expect(page.getByText('Butter.')).toBeVisible()
  expectConflict(complaints)
})

test('a draft story survives a closed tab, a conflict of two tabs is resolved, and it is scheduled', async ({
  page,
  context,
  complaints,
}) => {
  await signInAs(context, 'demo_ada')
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await page.getByLabel('Post type').selectOption({ label: 'Story' })
  await page.getByLabel('Title').fill('The mill at night')
  await page.getByLabel('Topic').selectOption('Ideas')
  await write(page, 'The wheel stands still.\n\nThe owls do not.')
  await expect(page).toHaveURL(/posts\/create\/\w{20}$/)
  await expectSaved(page)
  const address = page.url()
  await page.close()

  const tab = await context.newPage()
  await tab.goto(address)
  await expect(tab.getByLabel('Title')).toHaveValue('The mill at night')
  await expect(tab.getByLabel('Post type')).toHaveValue('story')
  await expectText(tab, 'The wheel stands still.\n\nThe owls do not.')

  const other = await context.newPage()
  await other.goto(address)
  await other.getByLabel('Title').fill('The mill at dawn')
  await saveDraft(other)
  await expect(other.getByText('Draft saved.')).toBeVisible()
  await other.close()
  await tab.getByLabel('Title').fill('The mill by night')
  await saveDraft(tab)
  await expect(tab.getByText('This post was changed while you were writing.')).toBeVisible()
  await tab.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(tab.getByText('This post was changed while you were writing.')).toHaveCount(0)
  // The browser logs the refused save, too.
  for (const text of complaints.splice(0)) expect(text).toContain('409')

  await tab.goto(`${forumUrl}/author/demo_ada/draft`)
  const draft = tab.getByRole('listitem').filter({ hasText: 'The mill by night' })
  await draft.getByRole('button', { name: 'More actions for this post' }).click()
  await tab.getByRole('menuitem', { name: /^Publish, schedule/ }).click()
  await tab.getByRole('radio', { name: 'Schedule post' }).check()
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000 - new Date().getTimezoneOffset() * 60_000)
  await tab.getByLabel('Date and time').fill(tomorrow.toISOString().slice(0, 16))
  await tab.getByRole('button', { name: 'Schedule post' }).click()
  await expect(draft).toHaveCount(0)
  await tab.goto(`${forumUrl}/author/demo_ada/scheduled`)
  await expect(tab.getByRole('link', { name: 'The mill by night' })).toBeVisible()
})

test('a visitor posts anonymously under a title typed before the page’s code has loaded', async ({ page }) => {
  let load = () => {}
  const typed = new Promise<void>((resolve) => (load = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await typed
    await route.continue()
  })
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create/anonymous`, { waitUntil: 'commit' })
  await page.getByLabel('Title').fill('Unsigned lines')
  await page.getByLabel('Topic').selectOption('Ideas')
  load()
  await write(page, 'Nobody says so.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/unsigned-lines/)
  await expect(page.getByText('Nobody says so.')).toBeVisible()
})

test('a comment edited in two tabs keeps the text of both', async ({ page, context, request, complaints }) => {
  await signInAs(context, 'demo_faye')
  const faye = await apiAs(request, 'demo_faye')
  const feed = await faye.read<{ items: { id: string; slugUrl: string }[] }>('posts?tokenName=FORUM&sort=new')
  const [post] = feed.items
  const { comment } = await faye.call<{ comment: { id: string } }>('comment/create', {
    tokenName: 'FORUM',
    postId: post?.id,
    content: 'Written once.',
  })
  await blockLiveUpdates(context)
  await page.goto(`${forumUrl}/bbs/FORUM/community/${post?.slugUrl}/comment/${comment.id}`)
  const commentElement = page.locator(`#comment-${comment.id}`)
  await commentElement.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Edit your comment').fill('Written here.')
  await faye.call('comment/edit', {
    tokenName: 'FORUM',
    commentId: comment.id,
    content: 'Written there.',
    editedAt: null,
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This comment was changed while you were writing.')).toBeVisible()
  await expect(page.getByLabel('Edit your comment')).toHaveValue('Written here.')
  await page.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(commentElement.getByText('Written here.')).toBeVisible()
  await expect(page.getByLabel('Edit your comment')).toHaveCount(0)
  expectConflict(complaints)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('a visitor signs in, writes with a picture, previews, publishes, and finds the post in the feed', async ({
    page,
  }) => {
    const expectNoOverflow = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.goto(`${forumUrl}/bbs/FORUM`)
    await expectNoOverflow()
    await page.getByRole('link', { name: 'Sign in' }).tap()
    await page.getByLabel('Username or email').fill('demo_faye')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).tap()
    await page.getByRole('navigation', { name: 'Main places' }).getByRole('link', { name: 'New post' }).tap()

    await page.getByLabel('Title').fill('Thumbs on the towpath')
    await page.getByLabel('Topic').selectOption('Ideas')
    await write(page, 'Written with two thumbs.')
    // Without the bar below there is room for the buttons and the saved state, wherever the page is scrolled.
    await expectSaved(page)
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('navigation', { name: 'Main places' })).toBeHidden()
    await expectNoOverflow()

    const upload = page.getByRole('button', { name: 'Add a cover' })
    const fileChooser = page.waitForEvent('filechooser')
    await upload.tap()
    await (await fileChooser).setFiles(join(import.meta.dirname, '../../docs/images/forum-light.webp'))
    await page.getByRole('button', { name: 'Add a description' }).tap()
    const settings = page.getByRole('dialog', { name: 'Post settings' })
    await expect(settings.getByLabel('Cover description')).toBeFocused()
    await settings.getByLabel('Cover description').fill('A towpath')
    await expectNoOverflow()
    await settings.getByRole('button', { name: 'Close' }).tap()

    const preview = page.getByRole('button', { name: 'Preview' })
    await preview.tap()
    const dialog = page.getByRole('dialog', { name: 'Preview' })
    await expect(dialog.getByRole('img', { name: 'A towpath' })).toBeVisible()
    await expect(dialog.getByText('Written with two thumbs.')).toBeVisible()
    await expectNoOverflow()
    await dialog.getByRole('button', { name: 'Close' }).tap()
    await expect(preview).toBeFocused()

    await page.getByRole('button', { name: 'Publish', exact: true }).tap()
    await expect(page).toHaveURL(/thumbs-on-the-towpath/)
    await expect(page.getByRole('heading', { level: 1, name: 'Thumbs on the towpath' })).toBeVisible()
    await expect(page.locator('#main')).toBeFocused()
    await expect(page.getByRole('navigation', { name: 'Main places' })).toBeVisible()
    await expectNoOverflow()

    await page.getByRole('link', { name: 'Lower Mill Commons' }).first().tap()
    await page.getByRole('navigation', { name: 'Sort' }).getByRole('link', { name: 'New' }).tap()
    const card = page.getByRole('article').filter({ hasText: 'Thumbs on the towpath' })
    await expect(card.locator('img.stoa-card-image')).toBeVisible()
    await expectNoOverflow()
  })
})
