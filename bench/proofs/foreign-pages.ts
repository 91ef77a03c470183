import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { textsOf } from '../../scripts/testing/text-contrast.ts'
import { launchBrowser, openIsolated, waitForWidget } from '../support/browser.ts'
import { dataPath, filesEnding } from '../support/data-folder.ts'
import { inParallel } from '../support/in-parallel.ts'
import { openInProcess } from '../support/in-process.ts'
import { serveForeign } from '../support/partners/serve-foreign.ts'
import { watchProgress } from '../support/progress.ts'
import { report } from '../support/report.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'

const COMMUNITY = 'PRESS'
const AT_ONCE = 2
const LEAST_RATIO = 4.5
const TIMEOUT_MS = 30_000
/** Pages per site: the pages of one site look alike. */
const PAGES = 3
/** Debian packages that install third-party websites. */
const DOCUMENTATION = [
  ...['python3.11/html', 'postgresql-doc-15/html', 'doxygen/html', 'mkdocs/html', 'valgrind/html', 'libffi8/html'],
  ...['bash', 'nodejs', 'libxslt1-dev', 'libexpat1-dev', 'libjs-bootstrap4', 'shared-mime-info', 'socat'],
  ...['git/html', 'rust-doc/html', 'openjdk-17-doc/api', 'apt-doc', 'debian-policy'],
]

interface Site {
  name: string
  root: string
  pages: string[]
}

/**
 * Widgets on real sites, with a light and with a dark system theme: every text has a contrast of at least 4.5:1 with
 * its background, before any interaction and while writing. Pages whose own text has less contrast are skipped and
 * counted.
 */
export async function run(): Promise<void> {
  const sites = sitesFound()
  const dataFolder = temporaryFolder()
  const stoa = await openInProcess({ url: null, dataFolder })
  const { communities, partnerOrigins, articles, comments } = stoa.app.services
  const communityId = await communities.create({
    tokenName: COMMUNITY,
    title: 'Press',
    urlSlug: 'press',
    about: '',
    creatorId: '',
  })
  const server = await startStoa({ STOA_DATA: dataFolder, LOG_LEVEL: 'error' })
  const browser = await launchBrowser()
  const weak: string[] = []
  const failed: string[] = []
  let pageCount = 0
  let texts = 0
  const total = sites.reduce((sum, { pages }) => sum + 2 * pages.length, 0)
  const progress = watchProgress({ what: 'pages', total, faults: () => [weak, failed] })
  const { id } = await stoa.member({ username: 'reader', join: COMMUNITY })
  for (const { name, root, pages } of sites) {
    const partner = await serveForeign({ root, forumUrl: server.url, tokenName: COMMUNITY })
    await partnerOrigins.register(communityId, partner.origin)
    const place = { tokenName: COMMUNITY, article: { url: `${partner.origin}/article` } }
    await articles.onPost(place, (postId, tx) =>
      comments.import(
        {
          postId,
          publisherId: id,
          replyToCommentId: null,
          createdAt: Date.UTC(2026, 0, 1),
          content: 'Said before, with https://example.com/link and\n> a quote',
        },
        tx,
      ),
    )
    const hosts = [server.url, partner.origin].map((origin) => new URL(origin).host)
    for (const colorScheme of ['light', 'dark'] as const) {
      const { context } = await openIsolated(browser, { hosts, colorScheme })
      await inParallel(AT_ONCE, pages, async (path) => {
        const where = `${name} ${path}, ${colorScheme} system`
        const page = await context.newPage()
        try {
          await page.goto(partner.origin + path, { waitUntil: 'domcontentloaded' })
          await page.locator('stoa-comments').scrollIntoViewIfNeeded()
          await page.locator('stoa-comments .stoa-comment-text').first().waitFor({ timeout: TIMEOUT_MS })
          await waitForWidget(page)
          const read = await textsOf(page)
          await page.locator('stoa-comments').getByRole('textbox').first().focus()
          await page.locator('stoa-comments .stoa-composer-bar button').first().waitFor({ timeout: TIMEOUT_MS })
          const all = [...read, ...(await textsOf(page))]
          if (read.length < 5) throw new Error('the widget could not be measured')
          texts += all.length
          const low = all.filter(({ ratio }) => ratio < LEAST_RATIO)
          if (low.length > 0) weak.push(`${where}: ${low.map(({ of, ratio }) => `${of} ${ratio}`).join(', ')}`)
          pageCount += 1
        } catch (error) {
          failed.push(`${where}: ${String(error).split('\n')[0]}`)
        }
        await page.close()
        progress.step(where)
      })
      await context.close()
    }
    await partner.stop()
  }
  await browser.close()
  await server.stop()
  await stoa.close()
  for (const one of [...weak, ...failed].slice(0, 12)) console.log(`  ${one.slice(0, 300)}`)
  report([
    {
      what: `pages of ${sites.length} sites, in light and dark`,
      value: `${pageCount}`,
      goal: `${total}`,
      reached: pageCount === total && total > 0,
    },
    {
      what: `pages with widget text below ${LEAST_RATIO}:1, of ${texts}`,
      value: `${weak.length}`,
      goal: '0',
      reached: weak.length === 0,
    },
  ])
}

function sitesFound(): Site[] {
  const partners = dataPath('partner-sites')
  const folders = [
    ...(partners === null
      ? []
      : ['18f-blog', 'opensource-guide'].map((name) => ({ name, root: join(partners, name) }))),
    ...DOCUMENTATION.map((name) => ({ name, root: join('/usr/share/doc', name) })),
  ]
  const sites = folders.flatMap(({ name, root }) => {
    // Some packages link to other packages' files, or have folders whose names look like pages.
    const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true
    const files = existsSync(root) ? filesEnding(root, '.html').filter(isFile) : []
    const step = Math.max(1, Math.floor(files.length / PAGES))
    const pages = files
      .filter((_, index) => index % step === 0)
      .slice(0, PAGES)
      .map((file) => file.slice(root.length))
    return pages.length > 0 ? [{ name, root, pages }] : []
  })
  const skipped = folders.length - sites.length
  if (skipped > 0) console.log(`${skipped} sites skipped: their packages are not installed`)
  return sites
}
