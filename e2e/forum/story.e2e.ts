import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { startSite, vite } from '../support/example-sites.ts'
import { expect, forumUrl, signInAs, test, waitForLive } from '../support/harness.ts'

const demoMedia = (name: string) => readFileSync(join(import.meta.dirname, '../../examples/demo-media', name))
const picture = {
  name: 'mill.webp',
  mimeType: 'image/webp',
  buffer: readFileSync(join(import.meta.dirname, '../../docs/images/forum-light.webp')),
}
const film = { name: 'river.webm', mimeType: 'video/webm', buffer: demoMedia('river.webm') }
const sound = { name: 'bell.wav', mimeType: 'audio/wav', buffer: demoMedia('bell.wav') }
const TITLE = 'A night at the mill'

/** Chooses a block in the slash menu of an empty line. */
async function chooseBlock(page: Page, name: string): Promise<void> {
  await page.keyboard.type(`/${name}`)
  await page.keyboard.press('Enter')
}

/** Adds a block in a new line at the end. */
async function addBlock(page: Page, holder: Locator, name: string): Promise<void> {
  const box = await holder.boundingBox()
  await holder.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) - 60 } })
  await expect(holder.locator('.stoa-editor-text > p').last()).toHaveText('')
  await chooseBlock(page, name)
}

/** Chooses a file for the newest block and waits for the upload. */
async function upload(
  page: Page,
  holder: Locator,
  choice: { button: string; file: typeof picture; shows: string },
): Promise<void> {
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: choice.button }).click()
  await (await fileChooser).setFiles(choice.file)
  await expect(holder.locator(choice.shows)).toBeVisible({ timeout: 60_000 })
}

test('a partner’s story: written with every block, scheduled, live in forum and site, pinned, hidden, restored and responded to', async ({
  browser,
  context,
  page,
  complaints,
}) => {
  // Files are encoded, and every block is typed.
  test.slow()
  await context.route(/youtube/, (route) => route.fulfill({ contentType: 'text/html', body: 'A film' }))
  await signInAs(context, 'demo_cleo')
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await page.getByLabel('Post type').selectOption({ label: 'Story' })
  await page.getByLabel('Title').fill(TITLE)
  await page.getByLabel('Topic').selectOption('Ideas')
  const holder = page.locator('.stoa-editor[data-state="ready"] .stoa-editor-place')
  await holder.locator('[contenteditable="true"]').first().click()
  await page.keyboard.type('The wheel stands still.')
  await addBlock(page, holder, 'heading')
  await page.keyboard.type('What the owls do')
  await addBlock(page, holder, 'bulleted')
  await page.keyboard.type('They wait')
  await addBlock(page, holder, 'checklist')
  await page.keyboard.type('Oil the wheel')
  await addBlock(page, holder, 'quote')
  await page.keyboard.type('Nobody grinds at night')
  await addBlock(page, holder, 'note')
  await page.keyboard.type('Mind the steps')
  await addBlock(page, holder, 'divider')
  await addBlock(page, holder, 'image')
  await upload(page, holder, { button: 'Choose images', file: picture, shows: 'img' })
  await holder.locator('.stoa-editor-card', { has: page.locator('img') }).click()
  await page.getByRole('button', { name: 'Description for people who can’t see the image' }).click()
  await page
    .getByRole('textbox', { name: 'Description for people who can’t see the image' })
    .fill('The mill in the dark')
  await page.keyboard.press('Enter')
  await addBlock(page, holder, 'video')
  await upload(page, holder, { button: 'Choose a video', file: film, shows: 'video' })
  await addBlock(page, holder, 'audio')
  await upload(page, holder, { button: 'Choose an audio file', file: sound, shows: 'audio' })
  await addBlock(page, holder, 'embed')
  await page.getByLabel('Link to a video or post').fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  await page.keyboard.press('Enter')
  await expect(holder.locator('.stoa-post-embed')).toBeVisible()
  await addBlock(page, holder, 'link card')
  await page.getByLabel('Link to a page').fill(`${forumUrl}/bbs/GARDEN`)
  await page.keyboard.press('Enter')
  await expect(holder.locator('.stoa-link-card')).toBeVisible()
  await addBlock(page, holder, 'poll')
  await page.getByLabel('Option 1').fill('Owl')
  await page.getByLabel('Option 2').fill('Bat')
  await page.getByRole('button', { name: 'More ways to post' }).click()
  await page.getByRole('menuitem', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved.')).toBeVisible()

  // The reader's two views: the forum's feed, and the same feed on a partner's site.
  const site = await startSite('partner-components', vite)
  const visitor = await browser.newContext()
  try {
    const forum = await visitor.newPage()
    const isLive = waitForLive(forum)
    await forum.goto(`${forumUrl}/bbs/FORUM?sort=new`)
    await isLive
    await page.goto(`${forumUrl}/author/demo-cleo/draft`)
    const row = page.getByRole('listitem').filter({ hasText: TITLE })
    await chooseAction(row, 'Publish, schedule or discard…')
    const dialog = page.getByRole('dialog', { name: 'Manage draft' })
    await dialog.getByRole('radio', { name: 'Schedule post' }).check()
    const soon = new Date(Date.now() + 6000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
    await dialog.getByLabel('Date and time').fill(soon)
    await dialog.getByRole('button', { name: 'Schedule post' }).click()
    await expect(row).toHaveCount(0)
    await forum.getByRole('button', { name: /new post/ }).click()
    await forum.getByRole('link', { name: TITLE }).click()
    await expect(forum.getByRole('heading', { level: 1 })).toHaveText(TITLE)
    await expectEveryBlock(forum)
    await expect(forum.getByRole('button', { name: /^Owl/ })).toBeVisible()
    const address = forum.url()
    const partner = await visitor.newPage()
    await partner.goto(site.origin)
    await expect(partner.getByRole('link', { name: TITLE })).toBeVisible()

    // A moderator pins it, and hides it once it's unpinned.
    const moderating = await browser.newContext()
    await signInAs(moderating, 'demo_ben')
    const desk = await moderating.newPage()
    await desk.goto(address)
    const post = desk.getByRole('main')
    await chooseAction(post, 'Pin to the top')
    await expect(desk.getByText('Pinned to the top of the community')).toBeVisible()
    await chooseAction(post, 'Unpin')
    await expect(desk.getByText('Unpinned')).toBeVisible()
    await chooseAction(post, 'Hide for everyone…')
    const hiding = desk.getByRole('dialog', { name: 'Hide post?' })
    await hiding.getByRole('radio', { name: 'Spam' }).check()
    await hiding.getByRole('button', { name: 'Hide post' }).click()
    await expect(desk.getByText(/Reason: Spam/)).toBeVisible()
    await partner.reload()
    await expect(partner.getByRole('article').first()).toBeVisible()
    await expect(partner.getByRole('link', { name: TITLE })).toHaveCount(0)
    await chooseAction(post, 'Restore')
    await expect(desk.getByText(/Reason: Spam/)).toHaveCount(0)
    await partner.reload()
    await expect(partner.getByRole('link', { name: TITLE })).toBeVisible()
    await moderating.close()

    // A member responds with a video, deletes the response permanently, and discards the draft of another one.
    const answering = await browser.newContext()
    await signInAs(answering, 'demo_gil')
    const member = await answering.newPage()
    await member.goto(address)
    await member.getByRole('button', { name: 'More actions for this post' }).click()
    await member.getByRole('menuitem', { name: /^Write a response post/ }).click()
    await member.getByLabel('Title').fill('The river answers')
    await member.getByLabel('Topic').selectOption('Ideas')
    const responseEditor = member.locator('.stoa-editor[data-state="ready"] .stoa-editor-place')
    await responseEditor.locator('[contenteditable="true"]').first().click()
    await chooseBlock(member, 'video')
    await upload(member, responseEditor, { button: 'Choose a video', file: film, shows: 'video' })
    await member.getByRole('button', { name: 'Publish' }).click()
    await expect(member.getByRole('heading', { level: 1 })).toHaveText('The river answers')
    await forum.reload()
    await expect(forum.locator('#responses').getByRole('link', { name: 'The river answers' })).toBeVisible()
    const response = member.url()
    await chooseAction(member.locator('main'), 'Delete…')
    await member.getByRole('button', { name: 'Delete post' }).click()
    await expect(member).toHaveURL(`${forumUrl}/bbs/FORUM`)
    await expect(member.getByText('Post deleted', { exact: true })).toBeVisible()
    expect((await member.request.get(response)).status()).toBe(404)
    await member.goto(`${forumUrl}/bbs/FORUM/posts/create`)
    await member.getByLabel('Title').fill('The river says no more')
    await member.getByRole('button', { name: 'More ways to post' }).click()
    await member.getByRole('menuitem', { name: 'Save draft' }).click()
    await expect(member.getByText('Draft saved.')).toBeVisible()
    await member.goto(`${forumUrl}/author/demo-gil/draft`)
    const draft = member.getByRole('listitem').filter({ hasText: 'The river says no more' })
    await chooseAction(draft, 'Publish, schedule or discard…')
    await member.getByRole('radio', { name: 'Discard' }).check()
    await member.getByRole('button', { name: 'Discard' }).click()
    await expect(draft).toHaveCount(0)
    await answering.close()
  } finally {
    await visitor.close()
    site.stop()
  }
  expect(complaints).toEqual([])
})

/** Opens the post's menu, once the page is hydrated, and chooses an item. */
async function chooseAction(place: Locator, name: string): Promise<void> {
  const menu = place.getByRole('button', { name: 'More actions for this post' }).first()
  const item = place.page().getByRole('menuitem', { name, exact: true })
  const dialog = place.page().getByRole('dialog')
  await expect(async () => {
    // A press on a busy machine may work and still be late.
    if (await dialog.isVisible()) return
    if (!(await item.isVisible())) await menu.click({ timeout: 1000 })
    await item.click({ timeout: 1000 })
  }).toPass({ timeout: 15_000 })
}

/** All blocks, as readers see them. */
async function expectEveryBlock(page: Page): Promise<void> {
  const post = page.getByRole('main')
  await post.getByRole('link', { name: 'Read More' }).click()
  await expect(post.getByRole('heading', { name: 'What the owls do' })).toBeVisible()
  for (const text of [
    'The wheel stands still.',
    'They wait',
    'Oil the wheel',
    'Nobody grinds at night',
    'Mind the steps',
  ])
    await expect(post.getByText(text)).toBeVisible()
  await expect(post.getByRole('separator').first()).toBeAttached()
  await expect(post.getByRole('img', { name: 'The mill in the dark' })).toBeVisible()
  await expect(post.locator('video source, audio source, video[src], audio[src]')).toHaveCount(2)
  await expect(post.getByRole('link', { name: /^Show content from YouTube/ })).toBeVisible()
  await expect(post.getByRole('link', { name: /bbs\/GARDEN/ }).first()).toBeVisible()
}
