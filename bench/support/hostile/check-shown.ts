import { COMMENT_PREVIEW_SIZE, inlineText, parseInline, previewText } from '@stoa/contract'
import type { Page } from 'playwright'
import { waitForWidget } from '../browser.ts'
import { asRendered, openWholeThread, type ShownComment, shownComments } from '../shown-comments.ts'
import type { Comparison } from './comparison.ts'
import type { HostilePoll, HostilePost, HostileThread } from './write.ts'

const TIMEOUT_MS = 30_000

interface FeedCheck {
  posts: HostilePost[]
  /** Posts with comments, which are previewed on cards. */
  threads: HostileThread[]
  comparison: Comparison
  /** With scripts off, more cards are on the next page. */
  isPaged?: boolean
}

/** Reads every card of a community's feed, page after page. */
export async function checkFeed(page: Page, { posts, threads, comparison, isPaged = false }: FeedCheck): Promise<void> {
  const cards = page.locator('.stoa-card')
  const more = page.locator('.stoa-load-more').locator('a, button').first()
  const byPath = new Map<string, Awaited<ReturnType<typeof readCards>>[number]>()
  for (;;) {
    await cards.first().waitFor({ timeout: TIMEOUT_MS })
    for (const card of await readCards(page)) byPath.set(card.path, card)
    if (byPath.size >= posts.length || (await more.count()) === 0) break
    if (isPaged) await page.goto(new URL((await more.getAttribute('href')) ?? '', page.url()).href)
    else await grow(page, { before: await cards.count() })
  }
  for (const post of posts) {
    const card = byPath.get(post.path)
    comparison.text(`title in the feed ${post.path}`, { expected: post.title, read: card?.title })
    comparison.text(`author in the feed ${post.path}`, { expected: post.author, read: card?.author })
    for (const [index, option] of post.options.entries()) {
      comparison.text(`option in the feed ${post.path}`, { expected: option, read: card?.options[index] })
    }
    const tops = threads.find(({ postId }) => postId === post.id)?.comments.filter(({ parentId }) => parentId === null)
    // Without votes, the newest comments are the top ones.
    for (const [index, { id, text, author }] of (tops ?? []).toReversed().slice(0, COMMENT_PREVIEW_SIZE).entries()) {
      const preview = `${author} ${previewText(text)}`
      comparison.text(`preview of comment ${id} in the feed`, { expected: preview, read: card?.previews[index] })
    }
  }
}

async function grow(page: Page, { before }: { before: number }): Promise<void> {
  await page.locator('.stoa-load-more').locator('a, button').first().click()
  const isMore = (count: number) => document.querySelectorAll('.stoa-card').length > count
  await page.waitForFunction(isMore, before, { timeout: TIMEOUT_MS }).catch(async () => {
    const end = await page.locator('.stoa-feed-end').allInnerTexts()
    throw new Error(`still ${before} cards after "more" on ${page.url()}: ${end.join()}`)
  })
}

function readCards(page: Page) {
  return page.locator('.stoa-card').evaluateAll((all) =>
    all.map((card) => ({
      path: card.querySelector('.stoa-card-title a')?.getAttribute('href') ?? '',
      title: card.querySelector('.stoa-card-title a')?.textContent ?? '',
      author: card.querySelector('.stoa-card-author')?.textContent ?? '',
      options: [...card.querySelectorAll('.stoa-poll-text')].map((option) => option.textContent ?? ''),
      previews: [...card.querySelectorAll('.stoa-card-previews li p')].map((preview) => preview.textContent ?? ''),
    })),
  )
}

/** Reads title, author and paragraphs on the post's own page. */
export async function checkPost(
  page: Page,
  { post, comparison }: { post: HostilePost; comparison: Comparison },
): Promise<void> {
  const view = page.locator('.stoa-post')
  await view.locator('.stoa-post-paragraph').first().waitFor({ timeout: TIMEOUT_MS })
  const read = await view.evaluate((article) => ({
    title: article.querySelector('.stoa-post-title')?.textContent,
    author: article.querySelector('.stoa-publisher-name')?.textContent,
    paragraphs: [...article.querySelectorAll('.stoa-post-paragraph')].map((one) => {
      const paragraph = one.cloneNode(true) as Element
      for (const line of paragraph.querySelectorAll('br')) line.replaceWith('\n')
      // Screen-reader text of links is added by the forum.
      for (const hiddenText of paragraph.querySelectorAll('.stoa-visually-hidden')) hiddenText.remove()
      return paragraph.textContent ?? ''
    }),
  }))
  comparison.text(`title of ${post.path}`, { expected: post.title, read: read.title })
  comparison.text(`author of ${post.path}`, { expected: post.author, read: read.author })
  for (const [index, paragraph] of post.paragraphs.entries()) {
    comparison.text(`paragraph ${index} of ${post.path}`, {
      expected: inlineText(parseInline(paragraph)),
      read: read.paragraphs[index],
    })
  }
}

interface ThreadCheck {
  thread: HostileThread
  comparison: Comparison
  /** How it was rendered, for the report. */
  how: string
}

/** Reads every comment of the page's thread, in forum or widget, after expanding it. */
export async function checkThread(page: Page, check: ThreadCheck): Promise<void> {
  await page.locator('.stoa-comment').first().waitFor({ timeout: TIMEOUT_MS })
  await openWholeThread(page)
  compareThread(await shownComments(page), check)
}

/** Reads the thread sorted by time, which the browser renders. */
export async function checkThreadByTime(page: Page, check: ThreadCheck): Promise<void> {
  const tops = check.thread.comments.filter(({ parentId }) => parentId === null)
  const select = page.locator('.stoa-comments-sort').first()
  if (tops.length < 2 || (await select.count()) === 0) return
  await select.selectOption('old')
  await page
    .locator(`.stoa-comments-branch:first-child [data-comment="${tops[0]?.id}"]`)
    .waitFor({ timeout: TIMEOUT_MS })
  await checkThread(page, check)
}

/** Reads page after page by links, where scripts are off. */
export async function checkPages(page: Page, check: ThreadCheck): Promise<void> {
  const commentsById = new Map<string, ShownComment>()
  const more = page.locator('a.stoa-comments-more')
  for (;;) {
    for (const comment of await shownComments(page)) commentsById.set(comment.id, comment)
    const href = (await more.count()) > 0 ? await more.first().getAttribute('href') : null
    if (href === null) break
    await page.goto(new URL(href, page.url()).href)
  }
  compareThread([...commentsById.values()], check)
}

function compareThread(comments: ShownComment[], { thread, comparison, how }: ThreadCheck): void {
  const commentsById = new Map(comments.map((comment) => [comment.id, comment]))
  for (const { id, text, author, parentId } of thread.comments) {
    const comment = commentsById.get(id)
    const where = `comment ${id} ${how}`
    comparison.text(where, { expected: asRendered(text), read: comment?.text })
    comparison.text(`author of ${where}`, { expected: author, read: comment?.author })
    comparison.text(`parent of ${where}`, { expected: parentId ?? '', read: comment?.parentId ?? '' })
  }
}

/** Reads the widget before hydration, after it and rendered by the browser, and the polls beside it. */
export async function checkWidget(
  page: Page,
  about: { thread: HostileThread; polls: HostilePoll[]; comparison: Comparison },
): Promise<void> {
  const { thread, polls, comparison } = about
  const state = page.locator('stoa-comments script[type="application/json"]')
  await waitForWidget(page)
  await checkThread(page, { thread, comparison, how: 'in the widget before hydration' })
  if ((await state.count()) !== 1) throw new Error('the widget was hydrated without any interaction')
  await checkPolls(page, { polls, comparison })
  await page.locator('stoa-comments').getByRole('textbox').first().focus()
  await state.waitFor({ state: 'detached', timeout: TIMEOUT_MS })
  await checkThread(page, { thread, comparison, how: 'in the hydrated widget' })
  await checkThreadByTime(page, { thread, comparison, how: 'in the widget, rendered by the browser' })
}

async function checkPolls(
  page: Page,
  { polls, comparison }: { polls: HostilePoll[]; comparison: Comparison },
): Promise<void> {
  for (const { articleId, options } of polls) {
    const poll = page.locator(`stoa-poll[article-id="${articleId}"]`)
    await poll.locator('.stoa-poll-option').first().waitFor({ timeout: TIMEOUT_MS })
    const read = await poll.locator('.stoa-poll-option').evaluateAll((all) =>
      all.map((option) => ({
        text: option.querySelector('.stoa-poll-text')?.textContent ?? '',
        label: option.querySelector('.stoa-poll-choice')?.getAttribute('aria-label') ?? '',
      })),
    )
    for (const [index, option] of options.entries()) {
      const { text, label = '' } = read[index] ?? {}
      comparison.text(`option ${index} of ${articleId}`, { expected: option, read: text })
      const accessibleName = label.includes(option) ? option : label
      comparison.text(`name of option ${index} of ${articleId}`, { expected: option, read: accessibleName })
    }
  }
}
