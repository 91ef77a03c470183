import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, forumUrl, signInAs, test } from '../support/harness.ts'

const picture = {
  name: 'ladder.webp',
  mimeType: 'image/webp',
  buffer: readFileSync(join(import.meta.dirname, '../../docs/images/forum-light.webp')),
}

/** Begins a post, with the caret in its text. */
async function beginPost(page: Page, title: string) {
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Topic').selectOption('Ideas')
  const editor = page.locator('.stoa-editor[data-state="ready"] .stoa-editor-place')
  await editor.locator('[contenteditable="true"]').first().click()
  return editor
}

async function addPicture(page: Page) {
  await page.keyboard.type('/image')
  await page.keyboard.press('Enter')
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: 'Choose images' }).click()
  await (await fileChooser).setFiles(picture)
}

test('members are suggested after an at sign, and readers get to them by a link', async ({ page, context }) => {
  await signInAs(context, 'demo_faye')
  await beginPost(page, 'Who has the key?')
  await page.keyboard.type('Ask @demo_b')
  const suggestions = page.getByRole('listbox', { name: 'People' })
  await expect(suggestions.getByRole('option', { name: '@demo_ben' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(suggestions).toBeHidden()
  await page.keyboard.type('about it')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/who-has-the-key/)
  await expect(page.locator('.stoa-post-paragraph')).toHaveText(/^Ask @demo_ben.* about it$/)
  const link = page.getByRole('link', { name: /^@demo_ben/ })
  await page.goto((await link.getAttribute('href')) ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Ben/)
})

test('a file that is being uploaded survives reloading, and publishing waits for it by choice', async ({
  page,
  context,
}) => {
  await signInAs(context, 'demo_faye')
  const stall = (waits: Promise<void>) =>
    page.route('**/api/media/uploads', (route) => waits.then(() => route.continue()))
  let release = () => {}
  await stall(new Promise(() => {}))
  const editor = await beginPost(page, 'The ladder is back')
  await page.keyboard.type('Look')
  await page.keyboard.press('Enter')
  await addPicture(page)
  await expect(editor.getByText('Uploading ladder.webp')).toBeVisible()
  await expect.poll(() => page.evaluate(countKept)).toBe(1)
  await page.unroute('**/api/media/uploads')
  await stall(
    new Promise((resolve) => {
      release = resolve
    }),
  )
  await page.reload()
  await expect(editor.getByText('Uploading ladder.webp')).toBeVisible()
  await expect(editor.locator('.stoa-editor-text > p + figure')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Publish when they’re uploaded' }).click()
  await expect(page.getByText('will be published when all files are uploaded')).toBeVisible()
  release()
  await expect(page).toHaveURL(/the-ladder-is-back/, { timeout: 30_000 })
  await expect(page.locator('.stoa-post-figure-image')).toBeVisible()
  await expect.poll(() => page.evaluate(countKept)).toBe(0)
})

/** How many files this device keeps. */
async function countKept(): Promise<number> {
  const result = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('The request failed.'))
    })
  const database = await result(indexedDB.open('stoa-editor'))
  const count = await result(database.transaction('files').objectStore('files').count())
  database.close()
  return count
}
