import { join } from 'node:path'
import { expect, forumUrl, signInAs, test } from '../support/harness.ts'

const PICTURE = join(import.meta.dirname, '../../hosted-app/public/screenshot-narrow.webp')

test('an admin uploads a picture into a static page, and visitors see it once it is published', async ({
  browser,
  context,
  page,
}) => {
  await signInAs(context, 'demo_admin')
  await page.goto(`${forumUrl}/bbs/network-admin-dashboard/pages/default/new`)
  await page.getByLabel('Title', { exact: true }).fill('About us')
  await page.getByLabel('Address', { exact: true }).fill('about-us')
  await page.locator('.stoa-editor-text').first().click()
  await page.keyboard.type('/image')
  await page.keyboard.press('Enter')
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: 'Choose images' }).click()
  await (await fileChooser).setFiles(PICTURE)
  await expect(page.locator('.stoa-editor-text img')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('link', { name: 'View page', exact: true })).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${forumUrl}/pages/about-us`)
  const picture = visitor.getByRole('main').locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await visitor.context().close()
})
