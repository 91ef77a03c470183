import type { Browser, Page } from 'playwright'
import { openIsolated } from '../browser.ts'
import { inParallel } from '../in-parallel.ts'
import { watchProgress } from '../progress.ts'
import { type Canary, findPlanted, watchCanary } from './canary.ts'
import { checkFeed, checkPost, checkThread, checkThreadByTime, checkWidget } from './check-shown.ts'
import { type Comparison, createComparison } from './comparison.ts'
import { findLayoutDamage } from './layout.ts'
import { browseRendered, readHeads } from './rendered.ts'
import type { Hostile } from './write.ts'

const AT_ONCE = 2

/** Findings in Chromium. */
export interface BrowseResult extends Canary {
  comparison: Comparison
  pages: number
  /** Pages that a text makes wider than a phone, and words whose direction it reverses. */
  layoutDamage: string[]
  foreign: string[]
}

interface HostileSites {
  url: string
  hostile: Hostile
  /** Address of the page with the widget of an article. */
  articleUrl: (index: number) => string
}

/**
 * Opens every page that shows a hostile text, as rendered by the server and after hydration, with the content security
 * policy off.
 */
export async function browseHostile(browser: Browser, sites: HostileSites): Promise<BrowseResult> {
  const { url, hostile, articleUrl } = sites
  const hosts = [new URL(url).host, new URL(articleUrl(0)).host]
  const { context, page, foreign } = await openIsolated(browser, { hosts, bypassCSP: true })
  const canary = await watchCanary(context)
  const comparison = createComparison()
  const layoutDamage: string[] = []
  await page.close()
  await assertCanaryWorks(await context.newPage(), { address: articleUrl(0), canary, foreign })
  const visits = visitsOf(sites, comparison)
  const faults = () => [comparison.wrong(), layoutDamage, foreign, canary.ran, canary.planted, canary.errors]
  const progress = watchProgress({ what: 'pages', total: visits.length, faults })
  await inParallel(AT_ONCE, visits, async ({ address, check }) => {
    const openedPage = await context.newPage()
    try {
      await openedPage.goto(address, { waitUntil: 'load' })
      await findPlanted(openedPage, canary)
      await check(openedPage)
      await findPlanted(openedPage, canary)
      layoutDamage.push(...(await findLayoutDamage(openedPage)))
      // A feed that has grown adds a query.
      if (openedPage.url().split('?')[0] !== address) canary.ran.push(`${address} went to ${openedPage.url()}`)
    } catch (error) {
      canary.errors.push(`${address}: ${String(error).split('\n')[0]}`)
    } finally {
      await openedPage.close()
    }
    progress.step(address)
  })
  const heads = await readHeads(context, { url, hostile, comparison, canary })
  await context.close()
  const rendered = await browseRendered(browser, { url, hostile, comparison, canary })
  return {
    ...canary,
    comparison,
    layoutDamage,
    pages: visits.length + heads + rendered.pages,
    foreign: [...foreign, ...rendered.foreign],
  }
}

interface PageVisit {
  address: string
  check(page: Page): Promise<void>
}

function visitsOf({ url, hostile, articleUrl }: HostileSites, comparison: Comparison): PageVisit[] {
  const posts = new Map(hostile.posts.map((post) => [post.id, post]))
  return [
    ...hostile.tokenNames.map((tokenName) => ({
      address: `${url}/bbs/${tokenName}`,
      check: (feed: Page) =>
        checkFeed(feed, {
          posts: hostile.posts.filter((post) => post.tokenName === tokenName),
          threads: hostile.threads,
          comparison,
        }),
    })),
    ...hostile.threads.map((thread) => ({
      address: `${url}${thread.path}`,
      async check(openedPage: Page) {
        const post = posts.get(thread.postId)
        if (!post) throw new Error('the thread has no post')
        await checkPost(openedPage, { post, comparison })
        await checkThread(openedPage, { thread, comparison, how: 'in the forum' })
        await checkThreadByTime(openedPage, { thread, comparison, how: 'in the forum, rendered by the browser' })
        // Navigates away and back within the app, so that the browser renders the whole page.
        await openedPage.locator('.stoa-app-where a').click()
        await openedPage.locator('.stoa-card').first().waitFor()
        await openedPage.goBack()
        await checkPost(openedPage, { post, comparison })
      },
    })),
    ...hostile.articles.map((thread, index) => ({
      address: articleUrl(index),
      check: (openedPage: Page) =>
        checkWidget(openedPage, { thread, polls: hostile.articlePolls[index] ?? [], comparison }),
    })),
  ]
}

/** Checks the canary itself on a page that does run a text's script. */
async function assertCanaryWorks(
  page: Page,
  { address, canary, foreign }: { address: string; canary: Canary; foreign: string[] },
): Promise<void> {
  await page.goto(address)
  await page.evaluate(() => {
    const text = 'A text: <img src="http://elsewhere.invalid/" onerror="alert(1)">'
    document.body.innerHTML = text
  })
  await page.waitForTimeout(500)
  await findPlanted(page, canary)
  await page.close()
  const isHeard = [canary.ran, canary.planted, foreign].every((list) => list.length > 0)
  for (const list of [canary.ran, canary.planted, canary.errors, foreign]) list.length = 0
  if (!isHeard) throw new Error('the canary does not detect hostile text')
}
