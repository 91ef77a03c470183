import type { Browser, Page } from 'playwright'
import { openFenced } from '../browser.ts'
import { inParallel } from '../in-parallel.ts'
import { watchProgress } from '../progress.ts'
import { type Canary, findPlanted, watchCanary } from './canary.ts'
import { type Comparison, createComparison } from './comparison.ts'
import { findDisorder } from './layout.ts'
import { lookAtFeed, lookAtPost, lookAtThread, lookAtThreadAnew, lookAtWidget } from './look.ts'
import { browseRendered, readHeads } from './rendered.ts'
import type { Hostile } from './write.ts'

const AT_ONCE = 2

/** What Chromium showed. */
export interface Seen extends Canary {
  comparison: Comparison
  pages: number
  /** Pages that a text makes wider than a phone, and words whose direction it reverses. */
  disorder: string[]
  foreign: string[]
}

interface Places {
  url: string
  hostile: Hostile
  /** Address of the page with the widget of an article. */
  articleUrl: (index: number) => string
}

/**
 * Opens every page that shows a hostile text, as rendered by the server and after hydration, with the content security
 * policy off.
 */
export async function browseHostile(browser: Browser, places: Places): Promise<Seen> {
  const { url, hostile, articleUrl } = places
  const hosts = [new URL(url).host, new URL(articleUrl(0)).host]
  const { context, page, foreign } = await openFenced(browser, { hosts, bypassCSP: true })
  const canary = await watchCanary(context)
  const comparison = createComparison()
  const disorder: string[] = []
  await page.close()
  await assertCanarySings(await context.newPage(), { address: articleUrl(0), canary, foreign })
  const visits = visitsOf(places, comparison)
  const faults = () => [comparison.wrong(), disorder, foreign, canary.ran, canary.planted, canary.errors]
  const progress = watchProgress({ what: 'pages', total: visits.length, faults })
  await inParallel(AT_ONCE, visits, async ({ address, look }) => {
    const shown = await context.newPage()
    try {
      await shown.goto(address, { waitUntil: 'load' })
      await findPlanted(shown, canary)
      await look(shown)
      await findPlanted(shown, canary)
      disorder.push(...(await findDisorder(shown)))
      // A feed that has grown adds a query.
      if (shown.url().split('?')[0] !== address) canary.ran.push(`${address} went to ${shown.url()}`)
    } catch (error) {
      canary.errors.push(`${address}: ${String(error).split('\n')[0]}`)
    } finally {
      await shown.close()
    }
    progress.step(address)
  })
  const heads = await readHeads(context, { url, hostile, comparison, canary })
  await context.close()
  const rendered = await browseRendered(browser, { url, hostile, comparison, canary })
  return {
    ...canary,
    comparison,
    disorder,
    pages: visits.length + heads + rendered.pages,
    foreign: [...foreign, ...rendered.foreign],
  }
}

interface PageVisit {
  address: string
  look(page: Page): Promise<void>
}

function visitsOf({ url, hostile, articleUrl }: Places, comparison: Comparison): PageVisit[] {
  const posts = new Map(hostile.posts.map((post) => [post.id, post]))
  return [
    ...hostile.tokenNames.map((tokenName) => ({
      address: `${url}/bbs/${tokenName}`,
      look: (feed: Page) =>
        lookAtFeed(feed, {
          posts: hostile.posts.filter((post) => post.tokenName === tokenName),
          threads: hostile.threads,
          comparison,
        }),
    })),
    ...hostile.threads.map((thread) => ({
      address: `${url}${thread.path}`,
      async look(shown: Page) {
        const post = posts.get(thread.postId)
        if (!post) throw new Error('a thread without its post')
        await lookAtPost(shown, { post, comparison })
        await lookAtThread(shown, { thread, comparison, how: 'in the forum' })
        await lookAtThreadAnew(shown, { thread, comparison, how: 'in the forum drawn anew' })
        // Navigates away and back within the app, so that the browser renders the whole page.
        await shown.locator('.stoa-app-where a').click()
        await shown.locator('.stoa-card').first().waitFor()
        await shown.goBack()
        await lookAtPost(shown, { post, comparison })
      },
    })),
    ...hostile.articles.map((thread, index) => ({
      address: articleUrl(index),
      look: (shown: Page) => lookAtWidget(shown, { thread, polls: hostile.articlePolls[index] ?? [], comparison }),
    })),
  ]
}

/** Checks the canary itself on a page that does run a text's script. */
async function assertCanarySings(
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
