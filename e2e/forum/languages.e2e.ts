import { readFileSync } from 'node:fs'
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

  test('an operator chooses a domain’s languages, all in German', async ({ page, context }) => {
    await signInAs(context, 'demo_admin')
    await page.goto(`${forumUrl}/bbs/network-admin-dashboard/domains/default`)
    await expect(page.getByRole('heading', { name: words(german, 'domain.region') })).toBeVisible()
    const languages = page.getByRole('group', { name: words(german, 'domain.field.languages') })
    await expect(languages.getByRole('checkbox')).toHaveCount(6)
    await languages.getByLabel('Français').uncheck()
    const unsaved = page.getByRole('group', { name: words(german, 'save.label') })
    await expect(unsaved).toContainText(words(german, 'domain.field.languages'))
    // Other journeys read the domain's versions.
    await unsaved.getByRole('button', { name: words(german, 'save.discard') }).click()
    await expect(languages.getByLabel('Français')).toBeChecked()
  })
})
