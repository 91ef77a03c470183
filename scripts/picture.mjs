/**
 * `npm run picture`: takes the README's screenshots from the demonstration. They show the thread of a partner's article
 * there and in the forum, in light and dark. Run it after visible changes.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { findChromium } from './find-chromium.mjs'
import { freePort, startChild } from './services/child.mjs'

const FOLDER = 'docs/images'
const VIEW = { viewport: { width: 720, height: 1200 }, deviceScaleFactor: 1.5 }
const QUALITY = 82

const built = spawnSync(process.execPath, ['scripts/build.mjs', '--runtime'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

const port = await freePort()
const forum = `http://localhost:${port}`
const article = `http://127.0.0.1:${port + 1}/articles/footbridge-reopens.html`
/** Both show the same thread, scrolled to a heading with that many pixels above it. */
const pictures = {
  article: { url: article, from: 'h2', below: 32 },
  forum: { url: `${forum}/bbs/FORUM/community/footbridge-reopens`, from: 'h1', below: 76 },
}

/**
 * @param {import('playwright').Browser} browser
 * @param {{ name: keyof typeof pictures, colorScheme: 'light' | 'dark' }} which
 */
async function take(browser, { name, colorScheme }) {
  const { url, from, below } = pictures[name]
  const context = await browser.newContext({ ...VIEW, colorScheme })
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.locator('[data-comment]').nth(1).waitFor()
  const heading = page.locator(from).first()
  await heading.evaluate((element, room) => window.scrollBy(0, element.getBoundingClientRect().top - room), below)
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  const file = `${FOLDER}/${name}-${colorScheme}.webp`
  writeFileSync(file, Buffer.from(data, 'base64'))
  console.log(file)
  await context.close()
}

const data = mkdtempSync(join(tmpdir(), 'stoa-pictures-'))
Object.assign(process.env, { PORT: String(port), STOA_URL: forum, STOA_DATA: data, STOA_DEMO: '1', LOG_LEVEL: 'error' })
const server = await startChild({
  program: process.execPath,
  args: ['server/dist/main.js'],
  port,
  log: join(data, 'server.log'),
})
try {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  mkdirSync(FOLDER, { recursive: true })
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await take(browser, { name: 'article', colorScheme })
    await take(browser, { name: 'forum', colorScheme })
  }
  await browser.close()
} finally {
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}
