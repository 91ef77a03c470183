import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { launchBrowser, openFenced } from '../support/browser.ts'
import { inParallel } from '../support/in-parallel.ts'
import { type InProcess, openInProcess } from '../support/in-process.ts'
import { type MeasuredPage, measurePage, styleDifferences, widgetStyles } from '../support/page-measure.ts'
import { type PartnerSite, snippet, startPartnerSite } from '../support/partner-site.ts'
import { filesEnding, realInput } from '../support/real-input.ts'
import { report } from '../support/report.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'

const COMMUNITY = 'PRESS'
const AT_ONCE = 2
const WIDTH = 700
const RIGHT_TO_LEFT = /^(ar|fa)\b/
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** One page of a partner's site. */
interface Article {
  site: string
  /** Path on the site, with a slash at its end. */
  path: string
  language: string
  /** The text of its only comment. */
  said: string
}

/** Every page of two real sites with the widget in it: the right thread under every address, the widget as on a blank page, the page as without the widget. */
export async function run(): Promise<void> {
  const folder = realInput('partner-sites')
  if (folder === null) return
  const dataFolder = temporaryFolder()
  const stoa = await openInProcess({ url: null, dataFolder })
  const { communities } = stoa.app.services
  const community = { tokenName: COMMUNITY, title: 'Press', urlSlug: 'press', about: '', creatorId: '' }
  const communityId = await communities.create(community)
  const server = await startStoa({ STOA_DATA: dataFolder, LOG_LEVEL: 'error' })
  const browser = await launchBrowser()
  const found: Findings = {
    pages: 0,
    wrongThread: [],
    changedWidget: [],
    changedPage: [],
    shifted: [],
    wrongWay: [],
    other: [],
  }
  for (const site of ['18f-blog', 'opensource-guide']) {
    await proveSite({ root: join(folder, site), site, communityId, stoa, forumUrl: server.url, browser, found })
  }
  await browser.close()
  await server.stop()
  await stoa.close()
  report([
    { what: 'pages of both sites', value: String(found.pages) },
    none('pages that show another thread, or none', found.wrongThread),
    none("styles of the widget's elements other than on a blank page", found.changedWidget),
    none("elements of the publisher's page with another place or style", found.changedPage),
    none('pages where the widget, or what it could push, shifts', found.shifted),
    none('Arabic, Persian or other pages that lay the widget out the wrong way', found.wrongWay),
    none('failures and requests to other hosts', found.other),
  ])
}

interface Findings {
  pages: number
  wrongThread: string[]
  changedWidget: string[]
  changedPage: string[]
  shifted: string[]
  wrongWay: string[]
  other: string[]
}

interface Site {
  root: string
  site: string
  communityId: string
  stoa: InProcess
  forumUrl: string
  browser: Browser
  found: Findings
}

async function proveSite(about: Site): Promise<void> {
  const { root, site, communityId, stoa, forumUrl, browser, found } = about
  const limit = Number(process.env.STOA_PROVE_PAGES ?? Number.POSITIVE_INFINITY)
  const articles = filesEnding(root, 'index.html')
    .map((file, index): Article => {
      const path = file.slice(root.length, -'index.html'.length)
      const language = /<html[^>]*\blang="([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'en'
      return { site, path, language, said: `What readers of page ${1000 + index} say.` }
    })
    .filter((_, index, all) => index % Math.max(1, Math.floor(all.length / limit)) === 0)
  const partner = await serve(root, forumUrl)
  const { partnerOrigins } = stoa.app.services
  await partnerOrigins.register(communityId, partner.origin)
  const canonicals = new Set(articles.map(({ path }) => canonicalOf(root, partner.origin + path)))
  for (const origin of new Set([...canonicals].map((address) => new URL(address).origin))) {
    await partnerOrigins.register(communityId, origin)
  }
  await say({ stoa, root, origin: partner.origin, articles })

  const hosts = [new URL(forumUrl).host, new URL(partner.origin).host]
  const { context, foreign } = await openFenced(browser, { hosts })
  await context.addInitScript(() => {
    document.addEventListener('stoa-ready', () => Object.assign(window, { stoaIsReady: true }))
  })
  const blank = new Map<string, string[][]>()
  for (const [index, { language }] of articles.entries()) {
    if (blank.has(language)) continue
    const page = await context.newPage()
    const as = encodeURIComponent(articles[index]?.path ?? '')
    await page.goto(`${partner.origin}/blank/${language}?as=${as}`)
    await shown(page)
    blank.set(language, await widgetStyles(page))
    await page.close()
  }
  await inParallel(AT_ONCE, articles, async (article, index) => {
    const page = await context.newPage()
    try {
      await page.goto(`${partner.origin}${article.path}?without`, { waitUntil: 'load' })
      const before = await settled(page)
      const address = variant(partner.origin, { path: article.path, index })
      await page.goto(address, { waitUntil: 'load' })
      await shown(page)
      const after = await settled(page)
      await judge({ page, article, address, before, after, blank: blank.get(article.language) ?? [], found })
    } catch (error) {
      found.other.push(`${site}${article.path}: ${String(error).split('\n')[0]}`)
    } finally {
      await page.close()
      found.pages += 1
    }
  })
  // The sites' own links to elsewhere are theirs; the widget may ask only its forum.
  const asked = foreign.filter((address) => !canonicals.has(address) && /stoa|embed/.test(address))
  found.other.push(...asked)
  await context.close()
  await partner.stop()
}

/** The site from its folder; with the snippet, unless `?without` asks for the page as it is. */
async function serve(root: string, forumUrl: string): Promise<PartnerSite> {
  const widget = (attributes: string) =>
    `<div style="inline-size:${WIDTH}px">${snippet({ forumUrl, tokenName: COMMUNITY, attributes: `load="now" ${attributes}` })}</div>`
  return startPartnerSite((request, response) => {
    const url = new URL(request.url ?? '/', 'http://partner.invalid')
    const path = decodeURIComponent(url.pathname).replace(/\/{2,}/g, '/')
    const send = (type: string, body: string | Buffer) => {
      response.writeHead(200, { 'content-type': type }).end(body)
    }
    if (path.startsWith('/blank/')) {
      const address = `http://${request.headers.host}${url.searchParams.get('as')}`
      const attributes = `url="${canonicalOf(root, address)}"`
      send(
        TYPES['.html'] ?? '',
        `<!doctype html><html lang="${path.slice('/blank/'.length)}"><title>Blank</title>${widget(attributes)}</html>`,
      )
      return
    }
    try {
      const isFile = extname(path) !== ''
      const file = join(root, path, isFile ? '' : 'index.html')
      const body = readFileSync(file)
      if (isFile || url.searchParams.has('without')) send(TYPES[extname(file)] ?? 'application/octet-stream', body)
      else
        send(TYPES['.html'] ?? '', body.toString('utf8').replace(/<\/body>(?![\s\S]*<\/body>)/, `${widget('')}</body>`))
    } catch {
      response.writeHead(404).end()
    }
  })
}

/** Addresses under which readers come to a page. */
function variant(origin: string, { path, index }: { path: string; index: number }): string {
  const bare = path === '/' ? '/' : path.slice(0, -1)
  const variants = [
    path,
    `${path}?utm_source=letter&utm_medium=mail&fbclid=abc123`,
    bare,
    `${path}#comments`,
    `${bare}//?gclid=1&ref=home`,
    `${path}?mc_cid=1&mc_eid=2#top`,
  ]
  return origin + (variants[index % variants.length] ?? path)
}

/** The address that a page says is its own, or the one that it has. */
function canonicalOf(root: string, address: string): string {
  const html = readFileSync(join(root, new URL(address).pathname, 'index.html'), 'utf8')
  const href = /<link[^>]+rel="?canonical"?[^>]+href="([^"]+)"/.exec(html)?.[1] ?? address
  return new URL(href, address).href
}

/** Somebody comments under every article, some by its canonical address with https, some by the page's own. */
async function say(about: { stoa: InProcess; root: string; origin: string; articles: Article[] }): Promise<void> {
  const { stoa, root, origin, articles } = about
  const { id } = await stoa.member({ username: `reader_${articles[0]?.site.slice(0, 4)}`, join: COMMUNITY })
  for (const [index, { path, said }] of articles.entries()) {
    const canonical = canonicalOf(root, origin + path)
    const canonicalUrl = index % 2 === 0 ? canonical : canonical.replace(/^http:/, 'https:')
    const article = { url: origin + path, canonicalUrl }
    await stoa.app.services.articles.onPost({ tokenName: COMMUNITY, article }, (postId) =>
      stoa.app.services.comments.import({
        postId,
        publisherId: id,
        replyToCommentId: null,
        content: said,
        createdAt: Date.UTC(2026, 0, 1),
      }),
    )
  }
}

/** Waits until the widget shows its first comment and has taken over what the server rendered. */
async function shown(page: Page): Promise<void> {
  await page.locator('stoa-comments .stoa-comment').first().waitFor({ timeout: 30_000 })
  await page.waitForFunction(() => (window as unknown as { stoaIsReady?: boolean }).stoaIsReady, null, {
    timeout: 30_000,
  })
  await page.waitForTimeout(200)
}

/** The page's measures once its fonts and pictures are there. */
async function settled(page: Page): Promise<MeasuredPage> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  return measurePage(page)
}

interface Visit {
  page: Page
  article: Article
  address: string
  before: MeasuredPage
  after: MeasuredPage
  blank: string[][]
  found: Findings
}

async function judge({ page, article, address, before, after, blank, found }: Visit): Promise<void> {
  const texts = await page.locator('stoa-comments .stoa-comment-text').allTextContents()
  if (texts.join() !== article.said) found.wrongThread.push(`${address}: ${texts.join(' | ')}`)
  const restyled = styleDifferences(await widgetStyles(page), blank)
  if (restyled.length > 0)
    found.changedWidget.push(`${address}: ${restyled.slice(0, 3).join('; ')} (${restyled.length})`)
  const was = new Map(before.elements.map((element) => [element.path, element]))
  const moved = after.elements.filter(({ path, box, styles }) => {
    const old = was.get(path)
    return old?.box !== box || old.styles !== styles
  })
  for (const { path, box } of moved.slice(0, 3)) {
    found.changedPage.push(`${address}: ${path} at ${box} instead of ${was.get(path)?.box}`)
  }
  if (moved.length > 3) found.changedPage.push(`${address}: ${moved.length} elements`)
  if (after.shift.widget > 0) found.shifted.push(`${address}: ${after.shift.widget}`)
  const direction = await page
    .locator('stoa-comments .stoa-comments')
    .evaluate((one) => getComputedStyle(one).direction)
  if (direction !== (RIGHT_TO_LEFT.test(article.language) ? 'rtl' : 'ltr')) {
    found.wrongWay.push(`${address}: ${direction} in ${article.language}`)
  }
}

function none(what: string, list: string[]) {
  for (const one of list.slice(0, 8)) console.log(`  ${one.slice(0, 400)}`)
  return { what, value: String(list.length), goal: '0', reached: list.length === 0 }
}
