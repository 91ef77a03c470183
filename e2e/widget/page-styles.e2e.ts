import type { Browser, Page } from '@playwright/test'
import { textsOf } from '../../scripts/testing/text-contrast.ts'
import { articleUrl, expect, forumUrl, partnerUrl, test, waitForHydration, widgetOf } from '../support/harness.ts'

const address = `${partnerUrl}/foreign.html`
const widget = (attributes = '') =>
  `<stoa-comments community="FORUM" url="${articleUrl}" ${attributes}></stoa-comments>`

interface ForeignPage {
  style: string
  head?: string
  body?: string
  html?: string
  colorScheme?: 'light' | 'dark'
  width?: number
}

/** Opens a page of the partner's with its own style, and waits for its thread. */
async function open(
  page: Page,
  { style, head = '', body = widget(), html = '<html lang="en">', colorScheme, width }: ForeignPage,
) {
  if (colorScheme) await page.emulateMedia({ colorScheme })
  // A mocked response has no IP address, so the browser treats the page as public.
  await page.context().grantPermissions(['local-network-access'], { origin: partnerUrl })
  if (width) await page.setViewportSize({ width, height: 900 })
  const script = `<script type="module" src="${forumUrl}/embed.js" async></script>`
  const content = `<!doctype html>${html}<head>${head}<title>Foreign</title><style>${style}</style>${script}</head><body>${body}</body></html>`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: content }))
  await page.goto(address)
  await widgetOf(page).scrollIntoViewIfNeeded()
  await expect(widgetOf(page).locator('.stoa-comment-text').first()).toBeVisible()
}

const weakTexts = async (page: Page) => (await textsOf(page)).filter(({ ratio }) => ratio < 4.5)
const theme = (page: Page) => widgetOf(page).getAttribute('data-stoa-theme')

const LOOKS = {
  white: 'body { background: #fff; color: #222 }',
  'no styles at all': '',
  sepia: 'body { background: #f4ecd8; color: #5b4636 }',
  'gray with a card': 'body { background: #888 } .card, body { color: #111 } stoa-comments { background: #e4e4e4 }',
  dark: 'body { background: #16181d; color: #ddd }',
  'dark blue, translucent text': 'body { background: #0b1e3a; color: rgb(255 255 255 / 80%) }',
  'weak gray text': 'body { background: #fff; color: #999 }',
  'dim text on black': 'body { background: #111; color: #777 }',
  'wide-gamut colors': 'body { background: oklch(0.2 0.02 250); color: color(display-p3 0.9 0.9 0.95) }',
}

for (const [look, style] of Object.entries(LOOKS)) {
  test(`every text is readable on a page in ${look}, whatever the reader’s system theme`, async ({ page }) => {
    await open(page, { style, colorScheme: 'light' })
    expect(await weakTexts(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => weakTexts(page)).toEqual([])
    await waitForHydration(page)
    await widgetOf(page).getByRole('textbox').fill('Hello')
    await widgetOf(page).getByRole('button', { name: 'Sign in and comment' }).hover()
    await expect.poll(() => weakTexts(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => weakTexts(page)).toEqual([])
  })
}

const DRAWN: Record<string, { page: ForeignPage; theme: 'light' | 'dark' }> = {
  'the declared dark scheme': {
    page: { head: '<meta name="color-scheme" content="dark">', style: '' },
    theme: 'dark',
  },
  'a fixed pseudo-element': {
    page: { style: `body { color: #eee } body::before { ${layer('fixed')}; background: #16181d } ` },
    theme: 'dark',
  },
  'a pseudo-element of a wrapper': {
    page: {
      style: `main { position: relative; isolation: isolate; color: #eee } main::after { ${layer('absolute')}; background: #16181d }`,
      body: `<main>${widget()}</main>`,
    },
    theme: 'dark',
  },
  'its own color over a hidden pseudo-element': {
    page: {
      style: `main { background: #fff; color: #222 } main::before { ${layer('fixed')}; background: #000 }`,
      body: `<main>${widget()}</main>`,
    },
    theme: 'light',
  },
}

function layer(position: string): string {
  return `content: ""; position: ${position}; inset: 0; z-index: -1`
}

for (const [drawn, example] of Object.entries(DRAWN)) {
  test(`the widget needs no surface of its own on ${drawn}`, async ({ page }) => {
    await open(page, example.page)
    await expect.poll(() => theme(page)).toBe(example.theme)
    await expect(widgetOf(page)).not.toHaveAttribute('data-stoa-surface')
  })
}

test('weak text of a light page doesn’t make the widget dark, which gets its own surface', async ({ page }) => {
  await open(page, { style: 'body { background: #fff; color: gold }' })
  expect(await theme(page)).toBe('light')
  await expect(widgetOf(page)).toHaveAttribute('data-stoa-surface')
  await page.evaluate(() => document.body.setAttribute('style', 'color: #222'))
  await expect(widgetOf(page)).not.toHaveAttribute('data-stoa-surface')
})

test('the theme follows the site’s switch, its transitions and moved elements', async ({ page }) => {
  const style = `body { background: #fff; color: #222; transition: color 120ms }
    html.night body { background: #111; color: #eee } aside { background: #000; color: #fff }`
  await open(page, { style, body: `<main>${widget()}</main><aside></aside>` })
  await expect.poll(() => theme(page)).toBe('light')
  await page.evaluate(() => document.documentElement.classList.add('night'))
  await expect.poll(() => theme(page)).toBe('dark')
  await expect.poll(() => weakTexts(page)).toEqual([])
  await page.evaluate(() => document.documentElement.classList.remove('night'))
  await expect.poll(() => theme(page)).toBe('light')
  await page.evaluate(() => document.querySelector('aside')?.append(document.querySelector('stoa-comments') as Node))
  await expect.poll(() => theme(page)).toBe('dark')
  // It still does after hydration.
  await waitForHydration(page)
  await page.evaluate(() => document.querySelector('aside')?.setAttribute('style', 'background: #fff; color: #000'))
  await expect.poll(() => theme(page)).toBe('light')
})

test('the widget follows a page that follows the system theme', async ({ page }) => {
  const style =
    'body { background: #fff; color: #222 } @media (prefers-color-scheme: dark) { body { background: #111; color: #eee } }'
  await open(page, { style, colorScheme: 'light' })
  expect(await theme(page)).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => theme(page)).toBe('dark')
})

test('a theme set by the page is kept, and `system` follows the reader’s system', async ({ page }) => {
  await open(page, { style: 'body { background: #111; color: #111 }', body: widget('theme="dark"') })
  expect(await weakTexts(page)).toEqual([])
  const schemeOf = () =>
    widgetOf(page)
      .locator('.stoa-embed')
      .evaluate((box) => getComputedStyle(box).colorScheme)
  expect(await schemeOf()).toBe('dark')
  await widgetOf(page).evaluate((host) => host.setAttribute('theme', 'system'))
  await expect.poll(schemeOf).toBe('light dark')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the fragment in a dark page is readable without scripts (${colorScheme} system)`, async ({ browser }) => {
    const query = new URLSearchParams({ community: 'FORUM', url: articleUrl })
    // Links styled by the page.
    for (const style of [`a { color: inherit } ${LOOKS.dark}`, LOOKS.white]) {
      for (const variant of ['shadow', 'plain']) {
        const fragment = await (await fetch(`${forumUrl}/api/articles/fragment?${query}&variant=${variant}`)).text()
        const page = await withoutScript(browser, { style, fragment, colorScheme })
        expect(await weakTexts(page)).toEqual([])
        await expect(page.locator('button:visible, select:visible, textarea:visible')).toHaveCount(0)
        await expect(page.getByRole('link', { name: 'View in forum' })).toBeVisible()
        await page.context().close()
      }
    }
  })
}

async function withoutScript(
  browser: Browser,
  about: { style: string; fragment: string; colorScheme: 'light' | 'dark' },
) {
  const { style, fragment, colorScheme } = about
  const context = await browser.newContext({ colorScheme, javaScriptEnabled: false })
  await context.grantPermissions(['local-network-access'], { origin: partnerUrl })
  const page = await context.newPage()
  await page.route(address, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Foreign</title><style>${style}</style>${fragment}`,
    }),
  )
  await page.goto(address)
  await expect(page.locator('.stoa-comment-text').first()).toBeVisible()
  return page
}

const PARENTS = {
  'a row': 'display: flex',
  'a centered column': 'display: flex; flex-direction: column; align-items: center',
  'a grid with automatic columns': 'display: grid; grid-template-columns: auto; justify-content: center',
  'a table cell': 'display: table-cell',
  'a float': 'float: left',
  'an inline block': 'display: inline-block',
  'a box that fits its content': 'inline-size: fit-content',
}

for (const [parent, style] of Object.entries(PARENTS)) {
  test(`the widget fills the width of ${parent}`, async ({ page }) => {
    await open(page, { style: `.parent { ${style} }`, body: `<div class="parent">${widget()}</div>`, width: 1000 })
    const room = async () => (await widgetOf(page).boundingBox())?.width ?? 0
    // Limited to a readable line length.
    expect(await room()).toBeGreaterThanOrEqual(704)
    expect(await room()).toBeLessThanOrEqual(984)
    await page.setViewportSize({ width: 360, height: 900 })
    // The width of a narrow page without its margins.
    await expect.poll(room).toBe(344)
  })
}

test('direction comes from the page, language from the widget’s attribute', async ({ page }) => {
  const directionOf = () =>
    widgetOf(page)
      .locator('.stoa-comment')
      .first()
      .evaluate((one) => getComputedStyle(one).direction)
  const avatarIsRight = () =>
    widgetOf(page).evaluate((host) => {
      const leftOf = (name: string) => host.shadowRoot?.querySelector(name)?.getBoundingClientRect().left ?? 0
      return leftOf('.stoa-avatar') > leftOf('.stoa-comment-main')
    })
  await open(page, { style: '', html: '<html>', body: `<div dir="rtl">${widget()}</div>` })
  expect([await directionOf(), await avatarIsRight()]).toEqual(['rtl', true])
  await waitForHydration(page)
  expect(await directionOf()).toBe('rtl')
  // The page changes its theme.
  await page.evaluate(() => document.querySelector('[dir]')?.removeAttribute('dir'))
  await expect.poll(avatarIsRight).toBe(false)
  await open(page, { style: 'body { direction: rtl }', html: '<html lang="en">' })
  expect([await directionOf(), await avatarIsRight()]).toEqual(['rtl', true])
  await expect(widgetOf(page).locator('.stoa-comment').first()).toHaveCSS('direction', 'rtl')
  expect(
    await widgetOf(page).evaluate((host) => host.shadowRoot?.querySelector('.stoa-embed')?.matches(':dir(rtl)')),
  ).toBe(true)
})

test('a column of 180 px doesn’t break words or overflow', async ({ page }) => {
  const poll = `<stoa-poll community="FORUM" url="${articleUrl}"></stoa-poll>`
  await open(page, { style: 'body { width: 180px; margin: 0 }', body: poll + widget() })
  await waitForHydration(page)
  await expect(page.locator('stoa-poll').getByText('The bicycle channel')).toBeVisible()
  await widgetOf(page).getByRole('textbox').fill('Hello')
  await expect(widgetOf(page).getByRole('button', { name: 'Sign in and comment' })).toBeVisible()
  const faultsOf = (host: Element) => {
    const edge = host.getBoundingClientRect().right + 1
    const range = document.createRange()
    /** A word is broken if its letters are on two lines. */
    const isBroken = (node: Node) =>
      [...(node.nodeValue ?? '').matchAll(/[a-z]+/gi)].some(({ 0: word, index }) => {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
      })
    return Array.from(host.shadowRoot?.querySelectorAll('.stoa-embed *') ?? [])
      .filter((one) => one.checkVisibility() && !one.closest('.stoa-visually-hidden'))
      .filter(
        (one) =>
          one.getBoundingClientRect().right > edge ||
          [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && isBroken(node)),
      )
      .map((one) => `${one.className}: ${one.textContent}`)
  }
  expect(await page.locator('stoa-poll').evaluate(faultsOf)).toEqual([])
  expect(await widgetOf(page).evaluate(faultsOf)).toEqual([])
})

for (const dir of ['ltr', 'rtl']) {
  test(`Read More covers no words in a ${dir} page, in either text direction`, async ({ page }) => {
    await open(page, { style: '', html: `<html lang="en" dir="${dir}">`, width: 360 })
    await waitForHydration(page)
    const covered = await widgetOf(page).evaluate(async (host) => {
      const root = host.shadowRoot as ShadowRoot
      const texts = Array.from(root.querySelectorAll<HTMLElement>('.stoa-comment-text')).slice(0, 2)
      const words = ['words that begin on the left ', 'كلمات تبدأ من اليمين ']
      texts.forEach((text, index) => (text.textContent = (words[index] ?? '').repeat(40)))
      await new Promise((resolve) => setTimeout(resolve, 300))
      return texts.map((text) => {
        const fold = text.nextElementSibling as HTMLElement
        const { top, bottom } = fold.getBoundingClientRect()
        const range = document.createRange()
        range.selectNodeContents(text)
        const { lineHeight, maskImage: mask } = getComputedStyle(text)
        // The mask hides the end of the last line.
        const end = text.getBoundingClientRect().bottom - Number.parseFloat(lineHeight)
        const lines = [...range.getClientRects()].filter((line) => (line.top + line.bottom) / 2 < end)
        return {
          isShown: !fold.hidden && bottom > top,
          isMasked: mask.startsWith('linear-gradient'),
          lines: lines.length,
          covers: lines.filter((line) => line.bottom > top + 1).length,
        }
      })
    })
    const free = { isShown: true, isMasked: true, lines: 5, covers: 0 }
    expect(covered).toEqual([free, free])
  })
}

test('a page is printed with full texts and without controls', async ({ page }) => {
  const long = Array.from({ length: 30 }, (_, line) => `Line ${line}`).join('\n')
  await page.route('**/api/articles/fragments?**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: (await response.text()).replace(
        '>Name the bench after the ferry.<',
        () => `>${long.replaceAll('\n', '<br>')}<`,
      ),
    })
  })
  const poll = `<stoa-poll community="FORUM" url="${articleUrl}"></stoa-poll>`
  await open(page, { style: '', body: poll + widget() })
  const text = widgetOf(page).locator('.stoa-comment-text', { hasText: 'Line 29' })
  await expect(widgetOf(page).getByRole('button', { name: 'Read More' }).first()).toBeVisible()
  const isCut = () => text.evaluate((one) => one.scrollHeight > one.clientHeight + 1)
  expect(await isCut()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await isCut()).toBe(false)
  await expect(widgetOf(page).locator('button:visible, select:visible, textarea:visible')).toHaveCount(0)
  // Polls are printed with their results.
  await expect(page.locator('stoa-poll').getByText('The bicycle channel')).toBeVisible()
  await expect(page.locator('stoa-poll').getByText('Choose one')).toBeHidden()
})

test('an empty thread releases the space that the page reserved', async ({ page }) => {
  const style = 'stoa-comments:not([data-stoa-ready]) { display: block; min-block-size: 100vh }'
  const body = `<stoa-comments community="FORUM" url="${partnerUrl}/articles/nothing-said.html"></stoa-comments>`
  await page.context().grantPermissions(['local-network-access'], { origin: partnerUrl })
  const html = `<!doctype html><html lang="en"><title>Foreign</title><style>${style}</style><script type="module" src="${forumUrl}/embed.js"></script>${body}`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(address)
  await expect(widgetOf(page).getByText('No comments yet.')).toBeVisible()
  expect((await widgetOf(page).boundingBox())?.height).toBeLessThan(400)
})

test('the font is inherited from the page if requested, and follows its changes', async ({ page }) => {
  await open(page, { style: 'body { font: 21px monospace }', body: widget('font="inherit"') })
  const text = widgetOf(page).locator('.stoa-comment-text').first()
  await expect(text).toHaveCSS('font-size', '21px')
  await expect(text).toHaveCSS('font-family', 'monospace')
  await page.evaluate(() => document.body.setAttribute('style', 'font-size: 18px'))
  await expect(text).toHaveCSS('font-size', '18px')
  await widgetOf(page).evaluate((host) => host.removeAttribute('font'))
  await expect(text).toHaveCSS('font-size', '16px')
})

test('methods that an old library adds to every object break nothing', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['foo', 'extend', 'each', 'clone']) {
      Object.assign(Object.prototype, { [name]: () => name })
    }
  })
  await open(page, { style: '' })
  await waitForHydration(page)
  await widgetOf(page).getByRole('textbox').fill('From an old page')
  await widgetOf(page).getByRole('button', { name: 'Comment anonymously' }).click()
  await expect(widgetOf(page).getByRole('article').filter({ hasText: 'From an old page' })).toHaveCount(1)
})
