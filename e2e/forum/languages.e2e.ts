import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  articleUrl,
  expect,
  forumUrl,
  freshName,
  PASSWORD,
  signInAs,
  signInWindow,
  test,
  waitForHydration,
  widgetOf,
} from '../support/harness.ts'
import { mailTo } from '../support/mails.ts'
import { startOwnHost } from '../support/own-host.ts'

const catalogue = (tag: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../packages/languages/src/${tag}.json`, import.meta.url), 'utf8'))
const [hebrew, german] = [catalogue('he'), catalogue('de')]
/** A text with its values. */
const words = (texts: Record<string, string>, key: string, values: Record<string, string> = {}): string =>
  (texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

test.describe('in a Hebrew browser', () => {
  test.use({ locale: 'he-IL' })

  test('a reader signs up, comments in forum and widget, and reads the mail in Hebrew', async ({
    page,
    complaints,
  }) => {
    const name = freshName('newcomer_noa')
    await page.goto(`${forumUrl}/bbs/singup?next=%2Fbbs%2FFORUM%2Fcommunity%2Fwelcome-to-the-commons`)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await page.getByLabel(words(hebrew, 'login.signUp.username')).fill(name)
    await page.getByLabel(words(hebrew, 'login.signUp.email')).fill(`${name}@example.com`)
    await page.getByLabel(words(hebrew, 'login.password'), { exact: true }).fill(PASSWORD)
    await page.getByLabel(words(hebrew, 'login.signUp.confirm')).fill(PASSWORD)
    await page.getByRole('button', { name: words(hebrew, 'login.signUp.submit') }).click()

    const mail = await mailTo(`${name}@example.com`)
    expect(mail.text).toContain(words(hebrew, 'mail.confirm.text', { username: name, forum: 'Stoa' }))
    expect(mail.html).toContain('<html lang="he" dir="rtl">')

    await expect(page).toHaveURL(/welcome-to-the-commons$/)
    const composer = page.getByRole('textbox', { name: words(hebrew, 'comment.comment.label') })
    await composer.fill('שלום מהגשר')
    await page.getByRole('button', { name: words(hebrew, 'comment.create.submit.join') }).click()
    const by = { name: words(hebrew, 'comment.by', { author: name }) }
    await expect(page.getByRole('article', by).filter({ hasText: 'שלום מהגשר' })).toBeVisible()

    // The widget follows the language of the partner's page.
    await page.addInitScript(() => {
      const inHebrew = () => Object.assign(document.documentElement, { lang: 'he', dir: 'rtl' })
      new MutationObserver(inHebrew).observe(document, { childList: true })
    })
    await page.goto(articleUrl)
    await waitForHydration(page)
    const widget = widgetOf(page)
    await widget.getByRole('textbox').fill('גם כאן')
    await widget.getByRole('button', { name: words(hebrew, 'comment.create.submit.signIn') }).click()
    const popup = await signInWindow(page)
    const closing = popup.waitForEvent('close')
    await popup.getByRole('button', { name: words(hebrew, 'siteSignIn.continue', { name }) }).click()
    await closing
    await expect(widget.getByRole('article', by).filter({ hasText: 'גם כאן' })).toBeVisible()

    complaints.leaveOut('status of 423')
    // The server writes English, because clients compare its words. Readers don't see them.
    await page.route('**/api/comment/create', (route) =>
      route.fulfill({
        status: 423,
        headers: { 'access-control-allow-origin': '*' },
        json: { status: 'error', code: 'COMMENTS_LOCKED', message: 'A moderator locked the comments on this post.' },
      }),
    )
    await widget.getByRole('textbox').fill('ושוב כאן')
    await widget.getByRole('button', { name: words(hebrew, 'comment.create.submit'), exact: true }).click()
    await expect(widget.getByRole('alert').filter({ hasText: words(hebrew, 'server.COMMENTS_LOCKED') })).toBeVisible()
    await expect(widget.getByRole('textbox')).toHaveValue('ושוב כאן')
  })

  test('a reader chooses another language, which stays for the next visit', async ({ page }) => {
    await page.goto(forumUrl)
    await page.getByLabel(words(hebrew, 'app.language')).selectOption('de')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    await page.goto(`${forumUrl}/bbs/login`)
    await expect(page.getByRole('button', { name: words(german, 'login.signIn.submit'), exact: true })).toBeVisible()
  })
})

test('an English reader loads no catalogue', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(`${forumUrl}/bbs/login`)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(loaded.filter((path) => path.startsWith('/lang/'))).toEqual([])
})

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('an operator adds a domain in German, words a text, publishes it, and its visitors read that', async ({
    browser,
    context,
    page,
    request,
  }) => {
    const host = await startOwnHost(request)
    const button = (key: string) => page.getByRole('button', { name: words(german, key), exact: true }).first()
    const field = (key: string, values?: Record<string, string>) =>
      page.getByLabel(words(german, key, values), { exact: true })
    await signInAs(context, 'demo_admin')
    await page.goto(`${forumUrl}/bbs/network-admin-dashboard/domains`)
    await button('network.domains.add').click()
    await field('network.add.displayName').fill('Werkstatt')
    await field('network.add.name').fill('werkstatt')
    await field('network.add.host').fill(new URL(host.site).host)
    await field('network.add.community').fill('FORUM')
    await button('network.add.submit').click()
    await expect(page.getByText(words(german, 'domain.hosts.unverified'), { exact: true })).toBeVisible()
    host.prove((await page.locator('.stoa-app-domain-host code').last().textContent()) ?? '')
    await button('domain.hosts.verify').click()
    await expect(page.getByText(words(german, 'domain.hosts.verified'), { exact: true })).toBeVisible()

    await page.reload()
    await field('domain.field.language').fill('de')
    const languages = page.getByRole('group', { name: words(german, 'domain.field.languages') })
    await languages.getByLabel('Français').uncheck()
    await field('domain.texts.search').fill('login.signIn.submit')
    await button('domain.texts.submit').click()
    await field('domain.texts.own', { key: 'login.signIn.submit' }).fill('Hereinspaziert')
    await button('save.save').click()
    const title = (key: string) => page.getByText(words(german, key, { version: '2' }))
    await expect(title('domain.draft.title')).toBeVisible()

    // Visitors whose language the domain doesn't offer, and one whose it does.
    const readers = ['fr-FR', 'pt-PT', 'de-CH', 'es-ES']
    const pages = await Promise.all(readers.map((locale) => browser.newPage({ locale })))
    const shown = () =>
      Promise.all(
        pages.map(async (visitor) => {
          await visitor.goto(`${host.site}/bbs/login`)
          const submit = visitor.locator('form button[type="submit"]').first()
          return `${await visitor.locator('html').getAttribute('lang')} ${await submit.textContent()}`
        }),
      )
    const before = (await shown()).map((text) => text.slice(0, 2))
    expect(before).toEqual(['fr', 'en', 'de', 'es'])
    await button('domain.draft.publish').click()
    await expect(title('domain.published')).toBeVisible()
    const [own, spanish] = ['de Hereinspaziert', `es ${words(catalogue('es'), 'login.signIn.submit')}`]
    await expect.poll(shown).toEqual([own, own, own, spanish])
    await expect(pages[0] as Page).toHaveTitle(/Werkstatt$/)
    await Promise.all(pages.map((visitor) => visitor.close()))
    host.stop()
  })
})
