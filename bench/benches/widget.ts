import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser, openIsolated } from '../support/browser.ts'
import { openInProcess } from '../support/in-process.ts'
import { median } from '../support/load.ts'
import { snippet, startPartnerSite } from '../support/partner-site.ts'
import { milliseconds, report } from '../support/report.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'
import { recordTasks, recordTransfers, slowDown, type Transfer, watchFirst, watchShifts } from '../support/transfer.ts'

const COMMUNITY = 'PRESS'
const COMMENTS = 30
const SLOWDOWN = 4
const VISITS = 7
const AFTER_MS = 3000
/** Time during which a reader scrolls to the end and presses nothing. */
const READING_MS = 10_000
const SCROLL_STEPS = 20

/**
 * The widget's cost for a reader of a partner's article: until the first comment shows, while reading to the end, and
 * when taking part.
 */
export async function run(): Promise<void> {
  const dataFolder = temporaryFolder()
  const stoa = await openInProcess({ url: null, dataFolder })
  const server = await startStoa({ STOA_DATA: dataFolder })
  let plainPage = ''
  const partner = await startPartnerSite((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    if (request.url === '/plain') return void response.end(plainPage)
    const widget = snippet({ forumUrl: server.url, tokenName: COMMUNITY, attributes: 'load="now"' })
    response.end(`<!doctype html><html lang="en"><title>Article</title><h1>Article</h1>${widget}</html>`)
  })
  await fill(stoa, `${partner.origin}/article`)
  plainPage = await asPlainPage(server.url, `${partner.origin}/article`)
  const browser = await launchBrowser()
  const hosts = [new URL(server.url).host, new URL(partner.origin).host]

  async function visit(slowdown: number, readingMs = AFTER_MS) {
    const { context, page, foreign } = await openIsolated(browser, { hosts })
    if (slowdown > 1) await slowDown(page, slowdown)
    const transfers = await recordTransfers(page)
    const shifts = await watchShifts(page)
    const firstComment = await watchFirst(page, { host: 'stoa-comments', selector: '.stoa-comment' })
    const stopTasks = await recordTasks(browser, page)
    await page.goto(`${partner.origin}/article`, { waitUntil: 'commit' })
    const { at: firstAfter, requested } = await firstComment()
    const ours = () => transfers.filter(({ url }) => url.startsWith(server.url))
    for (let step = 0; step < SCROLL_STEPS; step += 1) {
      await page.mouse.wheel(0, 400)
      await page.waitForTimeout(readingMs / SCROLL_STEPS)
    }
    const [shift, longestTask] = [await shifts(), await stopTasks()]
    const read = ours()
    const first = read.filter(({ url }) => requested.includes(url))
    const stopTakingPart = await recordTasks(browser, page)
    await page.locator('stoa-comments').getByRole('textbox').hover()
    await page.waitForFunction(() => !document.querySelector('stoa-comments')?.shadowRoot?.querySelector('script'))
    await page.waitForTimeout(AFTER_MS / 3)
    const takeOverTask = await stopTakingPart()
    const all = ours()
    await context.close()
    return { firstAfter, first, read, all, foreign, shift, longestTask, takeOverTask }
  }

  /** Baseline: the same comments in a page without scripts, and a browser's first use of a formatter. */
  async function visitFloor() {
    const { context, page } = await openIsolated(browser, { hosts })
    const stopTasks = await recordTasks(browser, page)
    await page.goto(`${partner.origin}/plain`)
    await page.waitForTimeout(AFTER_MS / 3)
    const plain = await stopTasks()
    const stopFormatting = await recordTasks(browser, page)
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(new Date(0).toLocaleDateString('en')))))
    const formatter = await stopFormatting()
    await context.close()
    return { plain, formatter }
  }

  const visits = []
  const floors: Awaited<ReturnType<typeof visitFloor>>[] = []
  const slow = []
  for (let count = 0; count < VISITS; count += 1) {
    visits.push(await visit(1, count === 0 ? READING_MS : AFTER_MS))
    slow.push(await visit(SLOWDOWN))
    floors.push(await visitFloor())
  }
  await browser.close()
  await server.stop()
  await partner.stop()
  await stoa.close()

  const [plain] = visits
  if (!plain) throw new Error('no visits were made')
  const loader = bytesOf(plain.first.filter(({ url }) => new URL(url).pathname === '/embed.js'))
  const style = styleBytes(plain.read)
  const scriptOf = (transfers: Transfer[]) =>
    bytesOf(transfers.filter(({ type }) => type === 'Script')) - styleBytes(transfers)
  const script = scriptOf(plain.read)
  // The browser's emulated slowdown also counts other programs' load, so it says less on a busy machine.
  const longestTask = median(visits.map((one) => one.longestTask)) * SLOWDOWN
  const slowedTask = median(slow.map((one) => one.longestTask))
  const takeOverTask = median(visits.map((one) => one.takeOverTask)) * SLOWDOWN
  const slowedTakeOver = median(slow.map((one) => one.takeOverTask))
  const floor = (of: 'plain' | 'formatter') => median(floors.map((one) => one[of])) * SLOWDOWN
  const shift = Math.max(...[...visits, ...slow].map((one) => one.shift))
  report([
    { what: 'loader', value: `${loader} bytes`, goal: '<= 2000', reached: loader <= 2000 },
    {
      what: `script for a reader who scrolls to the end and touches nothing for ${READING_MS / 1000} s`,
      value: `${script} bytes (${plain.read.filter(({ type }) => type === 'Script').length} files; until the first comment ${scriptOf(plain.first)})`,
      goal: '<= 15000',
      reached: script <= 15_000,
    },
    { what: 'styles in it', value: `${style} bytes`, goal: '<= 5000', reached: style <= 5000 },
    {
      what: 'requests to the first comment',
      value: `${plain.first.length} (${plain.first.map(({ url }) => new URL(url).pathname).join(', ')})`,
      goal: '<= 3',
      reached: plain.first.length <= 3,
    },
    { what: 'total for that reader', value: `${plain.read.length} requests, ${bytesOf(plain.read)} bytes` },
    {
      what: 'more when the reader comes near the text box',
      value: `${plain.all.length - plain.read.length} requests, ${scriptOf(plain.all) - script} bytes of script`,
    },
    {
      what: 'first comment',
      value: `${milliseconds(median(visits.map((one) => one.firstAfter)))}; at ${SLOWDOWN} × slowdown ${milliseconds(median(slow.map((one) => one.firstAfter)))}`,
    },
    { what: 'layout shift', value: String(shift), goal: '0', reached: shift === 0 },
    {
      what: `processor time of the longest task × ${SLOWDOWN}, ${VISITS} visits`,
      value: `${milliseconds(longestTask)} (in a browser slowed down ${SLOWDOWN} × ${milliseconds(slowedTask)})`,
      goal: '< 50 ms',
      reached: longestTask < 50,
    },
    {
      what: 'the same when the reader takes part',
      value: `${milliseconds(takeOverTask)} (slowed down ${milliseconds(slowedTakeOver)})`,
      goal: '< 50 ms',
      reached: takeOverTask < 50,
    },
    {
      what: 'for comparison: the same comments in a page without scripts',
      value: `${milliseconds(floor('plain'))}; a browser's first formatter ${milliseconds(floor('formatter'))}`,
    },
    {
      what: 'requests to other hosts',
      value: String(plain.foreign.length),
      goal: '0',
      reached: plain.foreign.length === 0,
    },
  ])
}

async function fill(stoa: Awaited<ReturnType<typeof openInProcess>>, url: string): Promise<void> {
  const { communities, partnerOrigins, articles, comments } = stoa.app.services
  const community = { tokenName: COMMUNITY, title: 'Press', urlSlug: 'press', about: '', creatorId: '' }
  await partnerOrigins.register(await communities.create(community), url)
  const { id } = await stoa.member({ username: 'bench_reader', join: COMMUNITY })
  for (let index = 0; index < COMMENTS; index += 1) {
    await articles.onPost({ tokenName: COMMUNITY, article: { url } }, (postId, tx) =>
      comments.import(
        {
          postId,
          publisherId: id,
          replyToCommentId: null,
          content: `Comment ${index}: a few sentences of ordinary length, as people write them under an article they have read.`,
          createdAt: Date.UTC(2026, 0, 1) + index * 1000,
        },
        tx,
      ),
    )
  }
}

/** The server's rendering with its styles, as a page without scripts. */
async function asPlainPage(forumUrl: string, url: string): Promise<string> {
  const query = new URLSearchParams({ community: COMMUNITY, url, locale: 'en' })
  const [fragment, css] = await Promise.all(
    [`/api/articles/fragment?${query}`, '/embed.css'].map(async (path) => (await fetch(forumUrl + path)).text()),
  )
  const body = /<link[^>]*>(.*)<script type="application\/json">/s.exec(fragment ?? '')?.[1]
  if (!body) throw new Error('the fragment contains no rendering')
  return `<!doctype html><html lang="en"><title>Article</title><style>${css}</style><h1>Article</h1>${body}</html>`
}

function bytesOf(transfers: Transfer[]): number {
  return transfers.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Styles are part of the scripts; the build records their size. */
function styleBytes(transfers: Transfer[]): number {
  const file = join(import.meta.dirname, '../../packages/embed/dist/browser-manifest.json')
  const chunks = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { styleBytes: number }>
  return transfers.reduce((sum, { url }) => sum + (chunks[new URL(url).pathname.slice(1)]?.styleBytes ?? 0), 0)
}
