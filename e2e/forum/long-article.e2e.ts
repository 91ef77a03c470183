import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { fromGoogleDocs, fromWord } from '../support/clipboard-html.ts'
import { startSite, vite } from '../support/example-sites.ts'
import { expect, forumUrl, freshName, signInAs, test } from '../support/harness.ts'

const film = {
  name: 'river.webm',
  mimeType: 'video/webm',
  buffer: readFileSync(join(import.meta.dirname, '../../examples/demo-media/river.webm')),
}
const sentence = 'The lock keeper wrote down every boat, its cargo and the weather, and sometimes what the crew sang.'
const paragraphs = (from: string) => Array.from({ length: 30 }, (_, index) => `${from} ${index + 1}. ${sentence}`)

const editorOf = (page: Page) => page.locator('.stoa-editor[data-state="ready"] .stoa-editor-place')

/** Blocks as the writer sees them: each with its kind and text, or how many pictures or players it has. */
function blocksIn(editor: Locator): Promise<string[]> {
  return editor.locator('.stoa-editor-text').evaluate((text) =>
    Array.from(text.children, (block) => {
      const type = (block as HTMLElement).dataset.type ?? block.className
      return `${block.localName} ${type} ${block.querySelector('td, pre, figcaption')?.textContent ?? block.textContent}`
    }),
  )
}

/** Pastes as from another program. The browser's own clipboard would change what pages write to it. */
async function paste(page: Page, html: string): Promise<void> {
  await editorOf(page)
    .locator('[contenteditable="true"]')
    .first()
    .evaluate((element, html) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      clipboardData.setData('text/plain', 'Without formatting')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, html)
}

/** Chooses a block in the slash menu of an empty line. */
async function chooseBlock(page: Page, name: string): Promise<void> {
  await page.keyboard.type(`/${name}`)
  await expect(page.locator('.stoa-editor [role="option"]').first()).toBeVisible()
  await page.keyboard.press('Enter')
}

/** Moves the caret to a new line at the end. */
async function goToEnd(page: Page): Promise<void> {
  const editor = editorOf(page)
  const box = await editor.boundingBox()
  await editor.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) - 20 } })
  await expect(editor.locator('.stoa-editor-text > p').last()).toHaveText('')
}

/** Ten different pictures. */
function pictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from({ length: 10 }, (_, index) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 200 })
      const context = canvas.getContext('2d')
      if (context) context.fillStyle = `hsl(${index * 36} 60% 50%)`
      context?.fillRect(0, 0, 320, 200)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    }),
  )
}

async function upload(page: Page, button: string, files: readonly (typeof film)[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await (await chooser).setFiles([...files])
}

/** Header and text of a post, without what depends on page and moment. */
function contentOf(article: Locator): Promise<string[]> {
  return article.evaluate((shown) => {
    const copy = shown.cloneNode(true) as HTMLElement
    for (const element of copy.querySelectorAll('.stoa-post-menu, .stoa-post-said, time, .stoa-post-block-inset'))
      element.remove()
    const clean = (element: Element) => {
      const kept = [...element.attributes].flatMap(({ name, value }): [string, string][] => {
        if (name === 'src' || name === 'poster') return [[name, new URL(value, 'http://forum').pathname]]
        return ['class', 'alt', 'data-type', 'start', 'dir'].includes(name) ? [[name, value]] : []
      })
      for (const { name } of [...element.attributes]) element.removeAttribute(name)
      // In one order, whoever rendered it.
      for (const [name, value] of kept.toSorted(([one], [other]) => (one < other ? -1 : 1)))
        element.setAttribute(name, value)
      for (const child of element.children) clean(child)
    }
    const header = copy.querySelector('.stoa-post-header')
    const blocks = copy.querySelector('.stoa-post-blocks')
    return [header, ...(blocks?.children ?? [])].flatMap((part) => {
      if (!part) return []
      clean(part)
      return [part.outerHTML]
    })
  })
}

/** What a card says, and its picture. */
const cardOf = (card: Locator) =>
  card.evaluate((shown) => [
    shown.querySelector('.stoa-card-title')?.textContent,
    shown.querySelector('.stoa-card-excerpt')?.textContent,
    new URL(shown.querySelector('.stoa-card-body img')?.getAttribute('src') ?? '', 'http://forum').pathname,
  ])

test('a long article from two word processors is finished on a phone, scheduled, and published as its preview showed it', async ({
  browser,
  context,
  page,
}) => {
  // Files are encoded, and everything is undone and redone.
  test.slow()
  const title = `${freshName('Ninety')} years at the lock`
  await signInAs(context, 'demo_cleo')
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await page.getByLabel('Post type').selectOption('story')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Topic').selectOption('Ideas')
  const editor = editorOf(page)
  await editor.locator('[contenteditable="true"]').first().click()
  const empty = await blocksIn(editor)
  await paste(page, fromGoogleDocs(paragraphs('Notebook')))
  await expect(editor.getByText('Twenty meters')).toBeVisible()
  await goToEnd(page)
  await paste(page, fromWord(paragraphs('Office')))
  await expect(editor.getByText('It turned at once')).toBeVisible()
  await expect(editor.locator('.stoa-editor-text > ol > li')).toHaveCount(2)
  await goToEnd(page)
  await chooseBlock(page, 'image')
  const files = (await pictures(page)).map((data, index) => ({
    name: `boat-${index}.png`,
    mimeType: 'image/png',
    buffer: Buffer.from(data, 'base64'),
  }))
  await upload(page, 'Choose images', files)
  const stored = (type: string, shows: string) => editor.locator(`[data-type="${type}"] ${shows}`)
  await expect(stored('image', 'img[src^="/media/"]')).toHaveCount(10, { timeout: 90_000 })
  await goToEnd(page)
  await chooseBlock(page, 'video')
  await upload(page, 'Choose a video', [film])
  await expect(stored('video', 'video')).toBeVisible({ timeout: 60_000 })
  await goToEnd(page)
  await chooseBlock(page, 'table')
  await page.keyboard.type('Boats')
  await page.keyboard.press('Tab')
  await page.keyboard.type('412')
  await goToEnd(page)
  await chooseBlock(page, 'code')
  await page.keyboard.type('open(lock)')
  await goToEnd(page)
  await page.keyboard.type('The last line moves up.')
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('Alt+Shift+ArrowUp')

  const whole = await blocksIn(editor)
  expect(whole.length).toBeGreaterThan(75)
  const repeat = async (keys: string, until: string[]) =>
    expect(async () => {
      for (let count = 0; count < 20; count += 1) await page.keyboard.press(keys)
      expect(await blocksIn(editor)).toEqual(until)
    }).toPass({ intervals: [50], timeout: 60_000 })
  // The pointer stays where there is no block anymore.
  await editor.locator('.stoa-editor-text > *').last().hover()
  await repeat('Control+z', empty)
  await repeat('Control+Shift+z', whole)

  await page.getByRole('button', { name: 'More ways to post' }).click()
  await page.getByRole('menuitem', { name: 'Save draft' }).click()
  await expect(page.locator('.stoa-app-save-status[data-state="saved"]')).toBeVisible()
  await page.close()

  const device = await browser.newContext({ viewport: { width: 360, height: 780 }, hasTouch: true })
  await signInAs(device, 'demo_cleo')
  const phone = await device.newPage()
  await phone.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await phone.getByRole('button', { name: 'More ways to post' }).click()
  await phone.getByRole('menuitem', { name: 'Your drafts…' }).click()
  await phone.getByRole('dialog', { name: 'Your drafts' }).getByRole('link', { name: title }).click()
  await expect(phone.getByLabel('Title')).toHaveValue(title)
  const small = editorOf(phone)
  await expect.poll(() => blocksIn(small)).toEqual(whole)
  await goToEnd(phone)
  await phone.keyboard.type('Written on the way home.')
  const slug = `lock-${Date.now()}`
  await phone.getByRole('button', { name: 'Post settings' }).click()
  const settings = phone.getByRole('dialog', { name: 'Post settings' })
  await settings.getByLabel('Excerpt').fill('Boats, cargo, weather and songs.')
  await settings.getByLabel('Address').fill(slug)
  await expect(settings.getByText(new RegExp(`/${slug}`))).toBeVisible()
  await settings.getByRole('button', { name: 'Close' }).click()

  await phone.getByRole('button', { name: 'Preview' }).click()
  const preview = phone.getByRole('dialog', { name: 'Preview' })
  const article = preview.getByRole('article').filter({ has: phone.locator('h1') })
  const previewed = await contentOf(article)
  expect(previewed.length).toBeGreaterThan(75)
  await preview.getByRole('button', { name: 'Widget' }).click()
  const card = await cardOf(preview.locator('.stoa-card'))
  expect(card.slice(0, 2)).toEqual([title, 'Boats, cargo, weather and songs.'])
  const inWidget = await contentOf(article)
  await preview.getByRole('button', { name: 'Close' }).click()

  await phone.getByRole('button', { name: 'More ways to post' }).click()
  await phone.getByRole('menuitem', { name: 'Schedule…' }).click()
  const schedule = phone.getByRole('dialog', { name: 'Schedule post' })
  const soon = new Date(Date.now() + 6000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
  await schedule.getByLabel('Date and time').fill(soon)
  await schedule.getByRole('button', { name: 'Schedule post' }).click()
  const address = `${forumUrl}/bbs/FORUM/${slug}`
  await expect(phone).toHaveURL(address)
  await expect.poll(async () => (await context.request.get(address)).status(), { timeout: 30_000 }).toBe(200)

  await phone.goto(address)
  const published = phone
    .getByRole('main')
    .getByRole('article')
    .filter({ has: phone.locator('h1') })
  await expect(published.getByText('Written on the way home.')).toBeAttached()
  await expect.poll(() => contentOf(published)).toEqual(previewed)
  const postId = await published.getAttribute('data-post')
  const site = await startSite('partner-components', vite)
  try {
    const reader = await browser.newContext()
    const partner = await reader.newPage()
    await partner.goto(`${site.origin}/?post=${postId}`)
    await expect
      .poll(() => contentOf(partner.getByRole('article').filter({ has: partner.locator('h1') })))
      .toEqual(inWidget)
    await partner.goto(site.origin)
    const listed = partner.locator('.stoa-card').filter({ hasText: title })
    await expect.poll(() => cardOf(listed)).toEqual(card)
    await reader.close()
  } finally {
    site.stop()
    await device.close()
  }
})
