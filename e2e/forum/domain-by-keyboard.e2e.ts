import { createServer, request as forward, type Server } from 'node:http'
import type { Page } from '@playwright/test'
import { freePort } from '../../scripts/services/child.mjs'
import { apiAs, expect, forumUrl, signInAs, test } from '../support/harness.ts'
import { pressKey, tabTo, typeInto } from '../support/keyboard.ts'

const PROOF = '/.well-known/stoa-verification.txt'
const LOGO = '/media/demo/portrait-emi.svg'
const GREEN = '#2f6b47'

let server: Server
let site: string
/** What the owner of the host has put there. */
let proof = ''

/** A host that serves the owner’s proof and leads to the forum otherwise, as a proxy does. */
test.beforeAll(async ({ request }) => {
  const port = await freePort()
  site = `http://127.0.0.2:${port}`
  server = createServer((incoming, response) => {
    if (incoming.url === PROOF) {
      response.writeHead(proof === '' ? 404 : 200, { 'content-type': 'text/plain' }).end(proof)
      return
    }
    const { method, url, headers } = incoming
    const outgoing = forward(new URL(url ?? '/', forumUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }).listen(port, '127.0.0.2')
  // Only so that the server looks for the proof on this machine; other hosts need no registration.
  await (await apiAs(request, 'demo_admin')).call('setup/site', { address: site })
})
test.afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

test('an operator sets up a domain with one community, a menu, a color and a logo by keyboard, and takes it back', async ({
  browser,
  context,
  page,
}) => {
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

  proof = (await page.locator('.stoa-app-domain-host code').last().textContent()) ?? ''
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
