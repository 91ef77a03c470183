import { join } from 'node:path'
import type { Browser } from 'playwright'
import { launchBrowser, openIsolated } from '../support/browser.ts'
import { dataPath } from '../support/data-folder.ts'
import { inParallel } from '../support/in-parallel.ts'
import { type InProcess, openInProcess } from '../support/in-process.ts'
import { pageDifferences, styleDifferences } from '../support/page-measure.ts'
import type { PartnerSite } from '../support/partner-site.ts'
import { type Article, articlesOf, canonicalOf, pagesListed, variantsOf } from '../support/partners/articles.ts'
import { servePartner } from '../support/partners/serve.ts'
import { readWidget, STAGES, type Visit, visitBare, visitWidget } from '../support/partners/visit.ts'
import { watchProgress } from '../support/progress.ts'
import { report } from '../support/report.ts'
import { startStoa, temporaryFolder } from '../support/server-process.ts'

const COMMUNITY = 'PRESS'
const SITES = ['18f-blog', 'opensource-guide']
const AT_ONCE = 3
const RIGHT_TO_LEFT = /^(ar|fa)\b/

interface Findings {
  articles: Article[]
  listed: number
  addresses: number
  wrongThread: string[]
  changedWidget: string[]
  changedPage: string[]
  shifted: string[]
  wrongWay: string[]
  other: string[]
}

/**
 * Visits every page of two real sites with the widget while somebody reads, after hydration and in the open composer:
 * each address shows the right thread, the widget looks as on a blank page, and the page as without it.
 */
export async function run(): Promise<void> {
  const folder = dataPath('partner-sites')
  if (folder === null) return
  const dataFolder = temporaryFolder()
  const stoa = await openInProcess({ url: null, dataFolder })
  const { communities } = stoa.app.services
  const community = { tokenName: COMMUNITY, title: 'Press', urlSlug: 'press', about: '', creatorId: '' }
  const communityId = await communities.create(community)
  const server = await startStoa({ STOA_DATA: dataFolder, LOG_LEVEL: 'error' })
  const browser = await launchBrowser()
  const findings: Findings = {
    articles: [],
    listed: 0,
    addresses: 0,
    wrongThread: [],
    changedWidget: [],
    changedPage: [],
    shifted: [],
    wrongWay: [],
    other: [],
  }
  for (const [index, site] of SITES.entries()) {
    const root = join(folder, site)
    const all = articlesOf(root, { site, from: 1000 * (1 + 2 * index) })
    // For debugging: only some of the pages.
    const limit = Number(process.env.STOA_PROVE_PAGES ?? all.length)
    const articles = all.filter((_, at) => at % Math.max(1, Math.floor(all.length / limit)) === 0)
    findings.listed += pagesListed(site)
    findings.articles.push(...articles)
    await proveSite({ root, articles, communityId, stoa, forumUrl: server.url, browser, findings })
  }
  await browser.close()
  await server.stop()
  await stoa.close()
  const { articles, listed } = findings
  const mirrored = articles.filter(({ language }) => RIGHT_TO_LEFT.test(language)).length
  report([
    {
      what: 'pages of both sites',
      value: `${articles.length}, ${mirrored} of them Arabic or Persian`,
      goal: `${listed} in the data folder`,
      reached: articles.length === listed && mirrored > 0,
    },
    none(`of ${findings.addresses} addresses of these pages, with a wrong thread or none`, findings.wrongThread),
    none("styles of the widget's elements other than on a blank page", findings.changedWidget),
    none("elements of the publisher's page that moved or changed style", findings.changedPage),
    none('layout shifts', findings.shifted),
    none('pages where the widget has the wrong direction', findings.wrongWay),
    none("failures, and errors and requests to other hosts that the page alone doesn't have", findings.other),
  ])
}

interface Site {
  root: string
  articles: Article[]
  communityId: string
  stoa: InProcess
  forumUrl: string
  browser: Browser
  findings: Findings
}

async function proveSite(about: Site): Promise<void> {
  const { root, articles, communityId, stoa, forumUrl, browser, findings } = about
  const siteOptions = { root, forumUrl, tokenName: COMMUNITY }
  const partner = await servePartner(siteOptions)
  // The same pages without canonical addresses.
  const nameless = await servePartner({ ...siteOptions, isNameless: true })
  const namesakes = articles.map((article) => ({
    ...article,
    canonical: null,
    comment: `${article.comment} Elsewhere.`,
  }))
  const { partnerOrigins } = stoa.app.services
  const canonicals = articles.map((article) => new URL(canonicalOf(article, partner.origin)).origin)
  for (const origin of new Set([partner.origin, nameless.origin, ...canonicals])) {
    await partnerOrigins.register(communityId, origin)
  }
  await writeComments({ stoa, origin: partner.origin, articles })
  await writeComments({ stoa, origin: nameless.origin, articles: namesakes })

  const hosts = [forumUrl, partner.origin, nameless.origin].map((origin) => new URL(origin).host)
  const { context } = await openIsolated(browser, { hosts })
  const embedUrl = `${forumUrl}/embed.js`
  const blank = new Map<string, Visit>()
  for (const article of articles) {
    const { language } = article
    if (blank.has(language)) continue
    const query = new URLSearchParams({ article: canonicalOf(article, partner.origin) })
    const address = `${partner.origin}/blank/${language}?${query}`
    blank.set(language, await visitWidget(context, { address, hosts, embedUrl }))
  }
  const progress = watchProgress({ what: `pages of ${root}`, total: articles.length, faults: () => faultsOf(findings) })
  await inParallel(AT_ONCE, articles, async (article, index) => {
    const variants = variantsOf(article.path)
    const address = partner.origin + variants[index % variants.length]
    try {
      const bare = await visitBare(context, { address: `${partner.origin}${article.path}?without`, hosts })
      const visit = await visitWidget(context, { address, hosts, embedUrl })
      checkVisit({ article, address, bare, visit, blank: blank.get(article.language) as Visit, findings })
      const namesake = namesakes[index] as Article
      const another = nameless.origin + variants[(index + 3) % variants.length]
      checkThread({
        address: another,
        expected: namesake.comment,
        texts: [await readWidget(context, another)],
        findings,
      })
    } catch (error) {
      findings.other.push(`${address}: ${String(error).split('\n')[0]}`)
    }
    progress.step(address)
  })
  await context.close()
  await checkAddresses({ forumUrl, partner, articles, findings })
  await checkAddresses({ forumUrl, partner: nameless, articles: namesakes, findings })
  await partner.stop()
  await nameless.stop()
}

/** Writes a comment under every article, alternating between its canonical https address and the page's own. */
async function writeComments(about: { stoa: InProcess; origin: string; articles: Article[] }): Promise<void> {
  const { stoa, origin, articles } = about
  const { id } = await stoa.member({ username: `reader_${new URL(origin).port}`, join: COMMUNITY })
  for (const [index, article] of articles.entries()) {
    const canonical = canonicalOf(article, origin)
    const canonicalUrl = index % 2 === 0 ? canonical : canonical.replace(/^http:/, 'https:')
    const canonicalPart = article.canonical === null ? {} : { canonicalUrl }
    const place = { tokenName: COMMUNITY, article: { url: origin + article.path, ...canonicalPart } }
    await stoa.app.services.articles.onPost(place, (postId, tx) =>
      stoa.app.services.comments.import(
        {
          postId,
          publisherId: id,
          replyToCommentId: null,
          content: article.comment,
          createdAt: Date.UTC(2026, 0, 1),
        },
        tx,
      ),
    )
  }
}

/** Checks what the server renders for a page under each of its addresses. */
async function checkAddresses(about: {
  forumUrl: string
  partner: PartnerSite
  articles: Article[]
  findings: Findings
}): Promise<void> {
  const { forumUrl, partner, articles, findings } = about
  const addresses = articles.flatMap((article) => variantsOf(article.path).map((variant) => ({ article, variant })))
  const progress = watchProgress({ what: 'addresses', total: addresses.length, faults: () => faultsOf(findings) })
  await inParallel(AT_ONCE, addresses, async ({ article, variant }) => {
    const url = partner.origin + variant
    const canonicalPart = article.canonical === null ? {} : { canonical: canonicalOf(article, partner.origin) }
    const query = new URLSearchParams({ community: COMMUNITY, url, ...canonicalPart })
    const response = await fetch(`${forumUrl}/api/articles/fragment?${query}`, { headers: { origin: partner.origin } })
    const html = await response.text()
    const texts = [...html.matchAll(/class="stoa-comment-text"[^>]*>([^<]*)</g)].map(([, text]) => text).join(' | ')
    checkThread({ address: url, expected: article.comment, texts: [texts], findings })
    progress.step(url)
  })
}

function faultsOf(findings: Findings): string[][] {
  const { wrongThread, changedWidget, changedPage, shifted, wrongWay, other } = findings
  return [wrongThread, changedWidget, changedPage, shifted, wrongWay, other]
}

function checkThread(about: { address: string; expected: string; texts: string[]; findings: Findings }): void {
  const { address, expected, texts, findings } = about
  findings.addresses += 1
  if (texts.some((text) => text !== expected)) findings.wrongThread.push(`${address}: ${texts.join(' / ')}`)
}

interface CheckedVisit {
  article: Article
  address: string
  bare: Awaited<ReturnType<typeof visitBare>>
  visit: Visit
  blank: Visit
  findings: Findings
}

function checkVisit({ article, address, bare, visit, blank, findings }: CheckedVisit): void {
  checkThread({ address, expected: article.comment, texts: visit.texts, findings })
  const isRightToLeft = RIGHT_TO_LEFT.test(article.language)
  for (const stage of STAGES) {
    const { page, styles, shifts, direction, isMirrored } = visit.stages[stage]
    const where = `${address} (${stage})`
    findings.changedWidget.push(...few(where, styleDifferences(styles, blank.stages[stage].styles)))
    findings.changedPage.push(...few(where, pageDifferences(bare.measured, page)))
    // The composer opens on purpose, so shifts are expected at this stage.
    if (stage !== 'writing') findings.shifted.push(...few(where, shifts))
    if (direction !== (isRightToLeft ? 'rtl' : 'ltr') || isMirrored !== isRightToLeft) {
      findings.wrongWay.push(`${where}: ${direction} in ${article.language}`)
    }
  }
  const { read, hydrated: hydratedStage } = visit.stages
  const moved = hydratedStage.boxes.filter((box, index) => box !== read.boxes[index])
  findings.shifted.push(...few(`${address}, hydrated`, moved))
  findings.other.push(
    ...few(address, added(bare.foreign, visit.foreign)),
    ...few(address, added(bare.errors, visit.errors)),
  )
}

/** Entries that the page with the widget has and the page alone doesn't. */
function added(before: string[], after: string[]): string[] {
  return after.filter((one) => !before.includes(one))
}

function few(where: string, list: string[]): string[] {
  const rest = list.length > 3 ? [`${where}: ${list.length} in all`] : []
  return [...list.slice(0, 3).map((one) => `${where}: ${one}`), ...rest]
}

function none(what: string, list: string[]) {
  for (const one of list.slice(0, 8)) console.log(`  ${one.slice(0, 400)}`)
  return { what, value: String(list.length), goal: '0', reached: list.length === 0 }
}
