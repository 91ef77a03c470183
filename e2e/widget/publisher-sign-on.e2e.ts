import { execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { startPublisher } from '../../examples/publisher-sign-on/serve.mjs'
import { bySecret } from '../../examples/publisher-sign-on/tokens.mjs'
import { freePort } from '../../scripts/services/child.mjs'
import { apiAs, expect, forumData, forumUrl, test, waitForHydration, widgetOf } from '../support/harness.ts'

const root = resolve(import.meta.dirname, '../..')
const example = `${root}/examples/publisher-sign-on`
const SECRET = 'a secret that this site and the forum share'

/** An operator's command, as in the example's README. */
function stoa(parameters: string[], input = ''): void {
  const env = { ...process.env, STOA_DATA: forumData }
  execFileSync(process.execPath, ['server/bin/stoa.mjs', ...parameters], { cwd: root, env, input })
}

/** Opens the site's page, and waits until the comment box is ready. */
async function openPage(page: Page, url: string) {
  await page.goto(url)
  await waitForHydration(page)
  return widgetOf(page).getByRole('textbox').first()
}

/** Signs in at the publisher only. */
async function signInAtPublisher(page: Page, url: string, name = 'Ada Birch') {
  await page.goto(url)
  await page.getByRole('button', { name: `Sign in as ${name}` }).click()
  await expect(page.getByText(`Signed in as ${name}.`)).toBeVisible()
}

const poster = (page: Page, name = 'Ada Birch') => widgetOf(page).getByText(`Posting as ${name}`)
const signInButton = (page: Page) => widgetOf(page).getByRole('button', { name: 'Sign in and comment' })
const refusal = (page: Page) => widgetOf(page).getByText('This site couldn’t tell the forum who you are.')

test.describe('a site with rotating keys', () => {
  let site: Awaited<ReturnType<typeof startPublisher>>
  test.beforeAll(async () => {
    site = await startPublisher({ forumUrl, port: await freePort() })
    stoa(['origin:add', 'FORUM', site.url])
    stoa(['sso:set', site.url, 'jwks', `${site.url}/jwks.json`])
  })
  test.afterAll(() => void site.server.close())

  test('its member comments without signing in again, stays signed in after a reload, and is signed out on leaving', async ({
    page,
    context,
  }) => {
    const windows: Page[] = []
    page.on('popup', (opened) => windows.push(opened))
    await (await openPage(page, site.url)).focus()
    await expect(signInButton(page)).toBeVisible()

    await signInAtPublisher(page, site.url)
    const box = await openPage(page, site.url)
    await box.focus()
    await expect(poster(page)).toBeVisible()
    await box.fill('Twice for coming, once for going.')
    // It is shown before the forum has it.
    const sent = page.waitForResponse('**/api/comment/create')
    await widgetOf(page).getByRole('button', { name: 'Comment', exact: true }).click()
    const mine = widgetOf(page).getByRole('article', { name: 'Comment by Ada Birch' })
    await expect(mine.filter({ hasText: 'Twice for coming' })).toHaveCount(1)
    expect((await sent).status()).toBe(200)

    await site.rotate()
    await (await openPage(page, site.url)).focus()
    await expect(poster(page)).toBeVisible()
    // No forum cookies were set in this browser, and no window was needed.
    expect([windows, await context.cookies(forumUrl)]).toEqual([[], []])

    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await (await openPage(page, site.url)).focus()
    await expect(signInButton(page)).toBeVisible()
    // The own comment may be on a later page, as it is no longer on top.
    await expect(widgetOf(page).getByRole('article').first()).toBeVisible()
  })

  test('a member removed by the site is signed out while writing, and keeps the text', async ({ page, complaints }) => {
    await page.clock.install()
    await signInAtPublisher(page, site.url, 'Mo Ferry')
    const box = await openPage(page, site.url)
    await box.fill('Half a thought')
    await expect(poster(page, 'Mo Ferry')).toBeVisible()
    site.signEverybodyOut()
    // The site isn't asked again until its token expires.
    await page.clock.fastForward('11:00')
    const comment = widgetOf(page).getByRole('button', { name: 'Comment', exact: true })
    // The page may notice by itself first, when its live connection asks for a new token.
    await Promise.any([comment.click(), signInButton(page).waitFor()])
    await expect(signInButton(page)).toBeVisible()
    await expect(poster(page, 'Mo Ferry')).toHaveCount(0)
    await expect(box).toHaveValue('Half a thought')
    await expect(refusal(page)).toHaveCount(0)
    // The forum doesn't let a visitor join, unless the page has noticed first.
    complaints.leaveOut('401')
  })

  test('a member banned by the forum sees the ban on the open page and on the next visit, and can still read', async ({
    page,
    context,
  }) => {
    await signInAtPublisher(page, site.url)
    const box = await openPage(page, site.url)
    await box.fill('Half a thought')
    await expect(poster(page)).toBeVisible()
    // The forum's response has the member's id.
    const token = await (await context.request.get(`${site.url}/stoa-token`)).text()
    const ssoResponse = await context.request.post(`${forumUrl}/api/auth/embed/sso`, {
      data: { token },
      headers: { origin: site.url },
    })
    const { userId } = (await ssoResponse.json()).payload
    const admin = await apiAs(context.request, 'demo_admin')
    await admin.call('user/ban', { tokenName: 'FORUM', banUserId: userId, ban: true })

    const banNotice = widgetOf(page).getByText('You were banned from this community.')
    await expect(banNotice).toBeVisible()
    await expect(box).toHaveCount(0)
    await expect(signInButton(page)).toHaveCount(0)
    await expect(refusal(page)).toHaveCount(0)
    // There may be no comment yet.
    await expect(
      widgetOf(page)
        .getByRole('heading', { name: /Comments?$/i })
        .first(),
    ).toBeVisible()
    // The site vouches for the same person, so another visit doesn't evade the ban.
    await page.goto(site.url)
    await page.locator('stoa-comments').scrollIntoViewIfNeeded()
    await expect(banNotice).toBeVisible()
  })
})

test.describe('a site with a shared secret', () => {
  let url: string
  let stop: () => void
  test.beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const env = { ...process.env, STOA_URL: forumUrl, PORT: String(port), STOA_SSO_SECRET: SECRET }
    const site = spawn(process.execPath, ['serve.mjs'], { cwd: example, env, stdio: 'ignore' })
    stop = () => void site.kill()
    stoa(['origin:add', 'FORUM', url])
    stoa(['sso:set', url, 'secret'], `${SECRET}\n`)
    await expect(async () => expect((await fetch(url)).ok).toBe(true)).toPass()
  })
  test.afterAll(() => stop())

  /** A token that expired yesterday. */
  function expired(): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const at = Math.floor(Date.now() / 1000) - 86_400
    const claims = { iss: url, aud: forumUrl, sub: 'member-1', iat: at, exp: at + 60 }
    const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
    return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`
  }
  const forged = () =>
    bySecret('another secret of thirty-two bytes').sign({
      site: url,
      forum: forumUrl,
      member: { id: 'member-1', name: 'Ada Birch' },
    })

  for (const [what, make] of [
    ['has expired', async () => expired()],
    ['is forged', forged],
    ['is malformed', async () => 'nothing.of.the-kind'],
  ] as const) {
    test(`with a token that ${what} a reader can read, sees a message, and keeps the text`, async ({
      page,
      complaints,
    }) => {
      await signInAtPublisher(page, url)
      const token = await make()
      await page.route('**/stoa-token', (route) => route.fulfill({ body: token }))
      const box = await openPage(page, url)
      await box.fill('Half a thought')
      await signInButton(page).click()
      await expect(refusal(page)).toBeVisible()
      await widgetOf(page).getByRole('button', { name: 'Not now' }).click()
      await expect(box).toHaveValue('Half a thought')
      await expect
        .poll(() => complaints.join('\n'))
        .toContain("Stoa refused the publisher's token: INVALID_CREDENTIALS")
      // The browser logs the response, too.
      complaints.leaveOut('INVALID_CREDENTIALS', '401')

      await page.unroute('**/stoa-token')
      await (await openPage(page, url)).focus()
      await expect(poster(page)).toBeVisible()
      await expect(widgetOf(page).getByRole('textbox').first()).toHaveValue('Half a thought')
      await widgetOf(page).getByRole('textbox').first().fill('')
    })
  }

  test('when the forum stops trusting the site, its members continue as visitors and are told', async ({
    page,
    complaints,
  }) => {
    await signInAtPublisher(page, url)
    await (await openPage(page, url)).focus()
    await expect(poster(page)).toBeVisible()
    stoa(['sso:remove', url])
    const box = await openPage(page, url)
    await box.fill('Half a thought')
    await signInButton(page).click()
    await expect(refusal(page)).toBeVisible()
    await expect(box).toHaveValue('Half a thought')
    await expect.poll(() => complaints.join('\n')).toContain('METHOD_UNAVAILABLE')
    complaints.leaveOut('METHOD_UNAVAILABLE', '403')
  })
})
