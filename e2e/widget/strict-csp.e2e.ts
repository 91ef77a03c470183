import type { Page } from '@playwright/test'
import {
  articleUrl,
  expect,
  forumUrl,
  partnerUrl,
  signInByWindow,
  test,
  waitForHydration,
  widgetOf,
} from '../support/harness.ts'

const NONCE = 'bm9uY2U'

/** The article's page with another content security policy and only the widget. Its script has a nonce. */
async function openWithPolicy(page: Page, scripts: string[]): Promise<string[]> {
  const policy = [
    "default-src 'none'",
    ...scripts,
    "style-src 'self'",
    `img-src ${forumUrl}`,
    `connect-src ${forumUrl} ${forumUrl.replace('http', 'ws')}`,
    `frame-src ${forumUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
  ]
  // A mocked response has no IP address, so the browser treats the page as public.
  await page.context().grantPermissions(['local-network-access'], { origin: partnerUrl })
  await page.route(articleUrl, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy.join('; ') },
      body: `<!doctype html><html lang="en"><title>Strict</title><main>
        <script type="module" nonce="${NONCE}" src="${forumUrl}/embed.js"></script>
        <stoa-comments community="FORUM"></stoa-comments></main></html>`,
    }),
  )
  const violations: string[] = []
  await page.exposeFunction('noteViolation', (violation: string) => violations.push(violation))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const { noteViolation } = window as unknown as { noteViolation(violation: string): void }
      noteViolation([violatedDirective, blockedURI, sample].join(' '))
    })
  })
  await page.goto(articleUrl)
  return violations
}

const SCRIPTS = {
  'a nonce': [`script-src 'nonce-${NONCE}'`],
  'a nonce and strict-dynamic': [`script-src 'nonce-${NONCE}' 'strict-dynamic'`],
  'the forum’s host': [`script-src ${forumUrl}`],
}

for (const [method, scripts] of Object.entries(SCRIPTS)) {
  test(`a page that allows scripts by ${method} and requires Trusted Types has no violations`, async ({ page }) => {
    const violations = await openWithPolicy(page, [
      ...scripts,
      "require-trusted-types-for 'script'",
      'trusted-types stoa',
    ])
    await waitForHydration(page)
    const widget = widgetOf(page)
    await widget.getByRole('textbox').fill(`Written under ${method}.`)
    await widget.getByRole('button', { name: 'Comment anonymously' }).click()
    await expect(widget.getByRole('article').filter({ hasText: `Written under ${method}.` })).toHaveCount(1)
    await widget.getByRole('textbox').fill(`Signed under ${method}.`)
    await widget.getByRole('button', { name: 'Sign in and comment' }).click()
    await signInByWindow(page, 'demo_emi')
    await expect(widget.getByRole('article').filter({ hasText: `Signed under ${method}.` })).toHaveCount(1)
    expect(violations).toEqual([])
  })
}

/** The article's page with other headers and only the widget. */
async function openWithHeaders(page: Page, headers: Record<string, string>): Promise<void> {
  await page.context().grantPermissions(['local-network-access'], { origin: partnerUrl })
  await page.route(articleUrl, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers,
      body: `<!doctype html><html lang="en"><title>Strict</title><main>
        <script type="module" src="${forumUrl}/embed.js"></script>
        <stoa-comments community="FORUM"></stoa-comments></main></html>`,
    }),
  )
  await page.goto(articleUrl)
}

async function signInAndComment(page: Page, text: string): Promise<void> {
  const widget = widgetOf(page)
  await waitForHydration(page)
  await widget.getByRole('textbox').fill(text)
  await widget.getByRole('button', { name: 'Sign in and comment' }).click()
  await signInByWindow(page, 'demo_emi')
  await expect(widget.getByRole('article').filter({ hasText: text })).toHaveCount(1)
}

test('a page with COEP keeps its readers signed in', async ({ page }) => {
  await openWithHeaders(page, { 'cross-origin-embedder-policy': 'require-corp' })
  await signInAndComment(page, 'Written under COEP.')
  await page.reload()
  await waitForHydration(page)
  await widgetOf(page).getByRole('textbox').focus()
  await expect(widgetOf(page).getByText('Posting as Emi Hazel')).toBeVisible()
})

test('a page whose policy blocks the frame signs in for this page only, and says so', async ({ page, complaints }) => {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await openWithHeaders(page, {
    'content-security-policy': `default-src 'none'; script-src ${forumUrl}; style-src 'self'; img-src ${forumUrl}; connect-src ${forumUrl} ${forumUrl.replace('http', 'ws')}`,
  })
  await signInAndComment(page, 'Written without a frame.')
  expect(warnings).toContainEqual(expect.stringContaining('this sign-in lasts for this page only'))
  await page.reload()
  await waitForHydration(page)
  await widgetOf(page).getByRole('textbox').focus()
  await expect(widgetOf(page).getByRole('button', { name: 'Sign in and comment' })).toBeVisible()
  // The browser logs what it blocked.
  complaints.splice(0, complaints.length, ...complaints.filter((complaint) => !/frame/i.test(complaint)))
})

test('a page that requires Trusted Types and allows no policy still shows the thread', async ({ page, complaints }) => {
  const violations = await openWithPolicy(page, [
    `script-src ${forumUrl}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
  await waitForHydration(page)
  await expect(widgetOf(page).getByText('Name the bench after the ferry.')).toBeVisible()
  expect(violations).toEqual([expect.stringMatching(/^trusted-types .*stoa/)])
  // The browser logs it, too.
  const blocked = complaints.filter((complaint) => /trusted.?type/i.test(complaint))
  complaints.splice(0, complaints.length, ...complaints.filter((complaint) => !blocked.includes(complaint)))
})

test('the forum’s own pages require Trusted Types and only allow the editor’s and the worker’s policies', async ({
  request,
}) => {
  const pages = {
    '/bbs/FORUM/community': 'trusted-types ProseMirrorClipboard stoa-editor stoa-worker;',
    [`/embed/frame?origin=${encodeURIComponent(partnerUrl)}`]: "trusted-types 'none'",
  }
  for (const [path, policies] of Object.entries(pages)) {
    const policy = (await request.get(forumUrl + path)).headers()['content-security-policy']
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain(policies)
  }
})
