import type { Page } from '@playwright/test'
import { expect, forumUrl, signInAs, test } from '../support/harness.ts'
import { pressKey, tabTo, typeInto } from '../support/keyboard.ts'
import { startOwnHost } from '../support/own-host.ts'

const LOGO = '/media/demo/portrait-emi.svg'
const GREEN = '#2f6b47'

let host: Awaited<ReturnType<typeof startOwnHost>>

test.beforeAll(async ({ request }) => {
  host = await startOwnHost(request)
})
test.afterAll(() => host.stop())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

test('an operator sets up a domain with one community, a menu, a color and a logo by keyboard, and takes it back', async ({
  browser,
  context,
  page,
}) => {
  const { site } = host
  await signInAs(context, 'demo_admin')
  await page.goto(`${forumUrl}/bbs/network-admin-dashboard/domains`)
  await pressKey(page, button(page, 'Add domain'))
  await typeInto(page, 'Display name', 'The Allotments')
  await typeInto(page, 'Short name', 'allotments')
  await typeInto(page, 'Host', new URL(site).host)
  await typeInto(page, 'Default community', 'GARDEN')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The Allotments', level: 2 })).toBeVisible()
  await expect(page.getByText('Not verified')).toBeVisible()

  host.prove((await page.locator('.stoa-app-domain-host code').last().textContent()) ?? '')
  await pressKey(page, button(page, 'Verify'))
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()

  await page.reload()
  await typeInto(page, 'Logo', LOGO)
  await pressKey(page, page.getByRole('radio', { name: 'Default', exact: true }), 'ArrowRight')
  await expect(page.getByRole('radio', { name: 'Green' })).toBeChecked()
  await pressKey(page, page.getByLabel('Show only the default community'), 'Space')
  await pressKey(page, button(page, 'Save'))
  await expect(page.getByText('Version 2 isn’t published')).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  const shown = async () => {
    await visitor.goto(`${site}/bbs/login`)
    const accent = await visitor.locator('.stoa-app').getAttribute('style')
    const logos = await visitor.locator('header img[src*="portrait-emi"]').count()
    const isOnly = (await visitor.request.get(`${site}/bbs/FORUM`)).status() === 404
    return { hasAccent: accent?.includes(GREEN) ?? false, hasLogo: logos > 0, isOnly }
  }
  expect(await shown()).toEqual({ hasAccent: false, hasLogo: false, isOnly: false })
  await pressKey(page, button(page, 'Publish'))
  await expect(page.getByText('Version 2 is published')).toBeVisible()
  await expect.poll(shown).toEqual({ hasAccent: true, hasLogo: true, isOnly: true })
  await expect(visitor).toHaveTitle(/The Allotments$/)

  await page.goto(`${forumUrl}/bbs/network-admin-dashboard/menu/allotments`)
  await pressKey(page, button(page, 'Add item'))
  await tabTo(page, page.getByLabel('Links to'))
  await page.keyboard.type('Link')
  await typeInto(page, 'Address', '/bbs/search')
  await typeInto(page, 'Label (en)', 'Find something')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move Find something' })).toBeVisible()
  await pressKey(page, button(page, 'Save'))
  await expect(page.getByText('Menu saved')).toBeVisible()
  await expect
    .poll(async () => {
      await visitor.goto(`${site}/`)
      return visitor.getByRole('list', { name: 'Main menu' }).first().getByRole('link').allTextContents()
    })
    .toEqual(['Find something'])

  await page.goto(`${forumUrl}/bbs/network-admin-dashboard/domains/allotments`)
  await pressKey(page, page.getByRole('button', { name: 'Show changes of version 2' }))
  await expect(page.locator('dd').filter({ hasText: GREEN })).toBeVisible()
  await pressKey(page, button(page, 'Restore'))
  await expect(page.getByText('Version 3 is published')).toBeVisible()
  await expect.poll(shown).toEqual({ hasAccent: false, hasLogo: false, isOnly: false })
  await visitor.context().close()
})
