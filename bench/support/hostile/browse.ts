import { inlineText, parseInline } from '@stoa/post-view'
import type { Browser, Page } from 'playwright'
import { openFenced } from '../browser.ts'
import { inParallel } from '../in-parallel.ts'
import { drawn, openWholeThread, shownComments } from '../shown-comments.ts'
import { type Canary, findPlanted, watchCanary } from './canary.ts'
import { type Comparison, createComparison } from './comparison.ts'
import type { Hostile, HostilePost, HostileThread } from './write.ts'

const AT_ONCE = 2

/** What was seen in Chromium. */
export interface Seen extends Canary {
  comparison: Comparison
  pages: number
  foreign: string[]
}

interface Places {
  url: string
  hostile: Hostile
  /** Address of the page with the widget of a numbered article. */
  articleUrl: (index: number) => string
}

/** Opens every page that shows a hostile text, as the server rendered it and as the browser goes on drawing, with its policy switched off. */
export async function browseHostile(browser: Browser, { url, hostile, articleUrl }: Places): Promise<Seen> {
  const hosts = [new URL(url).host, new URL(articleUrl(0)).host]
  const { context, page, foreign } = await openFenced(browser, { hosts, bypassCSP: true })
  const canary = await watchCanary(context)
  const comparison = createComparison()
  await page.close()
  await assertCanarySings(await context.newPage(), { address: articleUrl(0), canary, foreign })
  let pages = 0
  const posts = new Map(hostile.posts.map((post) => [post.id, post]))

  const visits: { address: string; look(page: Page): Promise<void> }[] = [
    ...hostile.tokenNames.map((tokenName) => ({
      address: `${url}/bbs/${tokenName}`,
      look: (feed: Page) =>
        lookAtFeed(feed, { posts: hostile.posts.filter((post) => post.tokenName === tokenName), comparison }),
    })),
    ...hostile.threads.map((thread) => ({
      address: `${url}${thread.path}`,
      async look(shown: Page) {
        const post = posts.get(thread.postId)
        if (post) await lookAtPost(shown, { post, comparison })
        await lookAtThread(shown, { thread, comparison })
      },
    })),
    ...hostile.articles.map((thread, index) => ({
      address: articleUrl(index),
      look: (shown: Page) => lookAtThread(shown, { thread, comparison }),
    })),
  ]
  await inParallel(AT_ONCE, visits, async ({ address, look }) => {
    const shown = await context.newPage()
    try {
      await shown.goto(address, { waitUntil: 'load' })
      await look(shown)
      await findPlanted(shown, canary)
      // A feed that grows says so in its query.
      if (shown.url().split('?')[0] !== address) canary.ran.push(`${address} went to ${shown.url()}`)
    } catch (error) {
      canary.errors.push(`${address}: ${String(error).split('\n')[0]}`)
    } finally {
      await shown.close()
      pages += 1
    }
  })
  await context.close()
  return { ...canary, comparison, pages, foreign }
}

/** A page that does let a text in: a canary that says nothing there would prove nothing elsewhere. */
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
  if (!isHeard) throw new Error('the canary does not notice what a hostile text does')
}

interface FeedLook {
  posts: HostilePost[]
  comparison: Comparison
}

/** Every card of a community's feed, page after page. */
async function lookAtFeed(page: Page, { posts, comparison }: FeedLook): Promise<void> {
  const cards = page.locator('.stoa-card')
  await cards.first().waitFor()
  for (let count = await cards.count(); count < posts.length; count = await cards.count()) {
    await page.locator('.stoa-load-more').locator('a, button').first().click()
    await page.waitForFunction((shown) => document.querySelectorAll('.stoa-card').length > shown, count, {
      timeout: 20_000,
    })
  }
  const shown = await cards.evaluateAll((all) =>
    all.map((card) => ({
      path: card.querySelector('.stoa-card-title a')?.getAttribute('href') ?? '',
      title: card.querySelector('.stoa-card-title a')?.textContent ?? '',
      author: card.querySelector('.stoa-card-author')?.textContent ?? '',
      options: [...card.querySelectorAll('.stoa-poll-text')].map((option) => option.textContent ?? ''),
    })),
  )
  const byPath = new Map(shown.map((card) => [card.path, card]))
  for (const post of posts) {
    const card = byPath.get(post.path)
    comparison.text(`title in the feed ${post.path}`, { sent: post.title, read: card?.title })
    comparison.text(`author in the feed ${post.path}`, { sent: post.author, read: card?.author })
    for (const [index, option] of post.options.entries()) {
      comparison.text(`option in the feed ${post.path}`, { sent: option, read: card?.options[index] })
    }
  }
}

async function lookAtPost(
  page: Page,
  { post, comparison }: { post: HostilePost; comparison: Comparison },
): Promise<void> {
  const paragraphs = page.locator('.stoa-post-paragraph')
  await paragraphs.first().waitFor()
  const read = await paragraphs.evaluateAll((all) =>
    all.map((paragraph) => {
      for (const line of paragraph.querySelectorAll('br')) line.replaceWith('\n')
      // What a link says to screen readers is ours.
      for (const said of paragraph.querySelectorAll('.stoa-visually-hidden')) said.remove()
      return paragraph.textContent ?? ''
    }),
  )
  for (const [index, paragraph] of post.paragraphs.entries()) {
    comparison.text(`paragraph ${index} of ${post.path}`, {
      sent: inlineText(parseInline(paragraph)),
      read: read[index],
    })
  }
}

interface ThreadLook {
  thread: HostileThread
  comparison: Comparison
}

/** Every comment of the page's thread, in forum or widget. */
async function lookAtThread(page: Page, { thread, comparison }: ThreadLook): Promise<void> {
  await page.locator('.stoa-comment').first().waitFor({ timeout: 30_000 })
  await openWholeThread(page)
  const shown = new Map((await shownComments(page)).map((comment) => [comment.id, comment]))
  for (const { id, text, author, parentId } of thread.comments) {
    const comment = shown.get(id)
    const where = `comment ${id} on ${page.url()}`
    comparison.text(where, { sent: drawn(text), read: comment?.text })
    comparison.text(`author of ${where}`, { sent: author, read: comment?.author })
    comparison.text(`parent of ${where}`, { sent: parentId ?? '', read: comment?.parentId ?? '' })
  }
}
