import { authorPath } from '@stoa/contract'
import type { Browser, BrowserContext, Page } from 'playwright'
import { openIsolated } from '../browser.ts'
import { inParallel } from '../in-parallel.ts'
import { watchProgress } from '../progress.ts'
import { type Canary, findPlanted, plantedIn } from './canary.ts'
import { checkFeed, checkPages, checkPost } from './check-shown.ts'
import type { Comparison } from './comparison.ts'
import type { Hostile } from './write.ts'

const AT_ONCE = 2
const PAGES_AT_ONCE = 40

interface Rendered {
  url: string
  hostile: Hostile
  comparison: Comparison
  canary: Canary
}

/**
 * Reads every feed and thread of the forum as rendered by the server, scripts off, page after page. Returns the number
 * of pages and their requests to other hosts.
 */
export async function browseRendered(browser: Browser, about: Rendered): Promise<{ pages: number; foreign: string[] }> {
  const { url, hostile, comparison, canary } = about
  const options = { hosts: [new URL(url).host], bypassCSP: true, javaScriptEnabled: false }
  const { context, foreign } = await openIsolated(browser, options)
  const posts = new Map(hostile.posts.map((post) => [post.id, post]))
  const visits: { path: string; check(page: Page): Promise<void> }[] = [
    ...hostile.tokenNames.map((tokenName) => ({
      path: `/bbs/${tokenName}`,
      check: (page: Page) =>
        checkFeed(page, {
          posts: hostile.posts.filter((post) => post.tokenName === tokenName),
          threads: hostile.threads,
          comparison,
          isPaged: true,
        }),
    })),
    ...hostile.threads.map((thread) => ({
      path: thread.path ?? '',
      async check(page: Page) {
        const post = posts.get(thread.postId)
        if (post) await checkPost(page, { post, comparison })
        await checkPages(page, { thread, comparison, how: 'rendered by the server' })
      },
    })),
  ]
  const faults = () => [comparison.wrong(), foreign, canary.planted, canary.errors]
  const progress = watchProgress({ what: 'pages without scripts', total: visits.length, faults })
  await inParallel(AT_ONCE, visits, async ({ path, check }) => {
    const page = await context.newPage()
    try {
      await page.goto(url + path)
      await findPlanted(page, canary)
      await check(page)
      await findPlanted(page, canary)
    } catch (error) {
      canary.errors.push(`${path}, scripts off: ${String(error).split('\n')[0]}`)
    } finally {
      await page.close()
    }
    progress.step(path)
  })
  await context.close()
  return { pages: visits.length, foreign }
}

/** Texts that Chromium parses from the HTML of one page. */
interface ReadPage {
  heads: (string | null | undefined)[]
  headline: string
  h1: string
  author: string
  options: string[]
  planted: string[]
}

/**
 * Reads every post's and author's page as parsed by Chromium: title, previews, linked data, heading. Returns the number
 * of pages.
 */
export async function readHeads(context: BrowserContext, about: Rendered): Promise<number> {
  const { url, hostile, comparison, canary } = about
  const page = await context.newPage()
  await page.goto(`${url}/bbs/picker`)
  const posts = hostile.posts.map((post) => ({ ...post, headline: post.title, name: post.title }))
  const authors = hostile.names.map(({ username, name }) => ({
    path: authorPath(username),
    headline: '',
    name,
    title: name,
    author: '',
    options: [] as string[],
  }))
  const all = [...posts, ...authors]
  const faults = () => [comparison.wrong(), canary.planted]
  const progress = watchProgress({ what: 'heads', total: all.length, faults })
  for (let from = 0; from < all.length; from += PAGES_AT_ONCE) {
    const batch = all.slice(from, from + PAGES_AT_ONCE)
    const read = await readPages(
      page,
      batch.map(({ path }) => path),
    )
    for (const [index, { path, title, headline, name, author, options }] of batch.entries()) {
      const is = read[index]
      for (const [at, head] of (is?.heads ?? []).entries()) {
        const headTitle = head?.slice(0, title.length)
        comparison.text(`${['title', 'og:title'][at]} of ${path}`, { expected: title, read: headTitle })
      }
      comparison.text(`heading of ${path}`, { expected: name, read: is?.h1 })
      if (headline) comparison.text(`headline of ${path}`, { expected: headline, read: is?.headline })
      if (author) comparison.text(`publisher of ${path}`, { expected: author, read: is?.author })
      for (const [at, option] of options.entries()) {
        comparison.text(`option ${at} of ${path}`, { expected: option, read: is?.options[at] })
      }
      canary.planted.push(...(is?.planted ?? []).map((problem) => `${problem} in ${path}`))
      progress.step(path)
    }
  }
  await page.close()
  return all.length
}

async function readPages(page: Page, paths: string[]): Promise<ReadPage[]> {
  const htmls = await page.evaluate(
    (requested) => Promise.all(requested.map(async (path) => (await fetch(path)).text())),
    paths,
  )
  return inParallel(AT_ONCE, htmls, async (html) => ({
    ...(await page.evaluate(readPage, html)),
    planted: await page.evaluate(plantedIn, html),
  }))
}

/** Runs in a page. */
function readPage(html: string): Omit<ReadPage, 'planted'> {
  const parsedDocument = new DOMParser().parseFromString(html, 'text/html')
  const textOf = (selector: string) => parsedDocument.querySelector(selector)?.textContent ?? ''
  const data = textOf('script[type="application/ld+json"]')
  return {
    heads: [textOf('title'), parsedDocument.querySelector('meta[property="og:title"]')?.getAttribute('content')],
    headline: data ? String(JSON.parse(data).headline) : '',
    h1: textOf('h1'),
    author: textOf('.stoa-publisher-name'),
    options: [...parsedDocument.querySelectorAll('.stoa-post .stoa-poll-text')].map(
      ({ textContent }) => textContent ?? '',
    ),
  }
}
