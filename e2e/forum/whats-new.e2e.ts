import type { APIRequestContext, BrowserContext, Locator, Page } from '@playwright/test'
import { apiAs, expect, forumUrl, freshName, makeAccount, signInAs, test } from '../support/harness.ts'

interface Target {
  tokenName: string
  postId: string
}

/** Creates a post with a comment, and a member who comes to read it. */
async function prepare(request: APIRequestContext, { reader, title }: { reader: string; title: string }) {
  await makeAccount(request, reader)
  await (await apiAs(request, reader)).call('community/join', { tokenName: 'FORUM', join: true })
  const emi = await apiAs(request, 'demo_emi')
  const { community } = await emi.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'It stood here yesterday.' } }] })
  const { post } = await emi.call<{ post: { id: string; slugUrl: string } }>('post/create', {
    tokenName: 'FORUM',
    kind: 'community',
    title,
    postContent,
    saveAsDraft: false,
    flairId: community.activeFlairs[0]?.id,
  })
  const target: Target = { tokenName: 'FORUM', postId: post.id }
  const dov = await apiAs(request, 'demo_dov')
  await dov.call('comment/create', { ...target, content: 'Ask the ferry.' })
  return { dov, target, address: `${forumUrl}/bbs/FORUM/community/${post.slugUrl}` }
}

const comment = (tab: Page, text: string) => tab.getByRole('article', { name: /^Comment by/ }).filter({ hasText: text })

const card = (tab: Page, title: string) => tab.getByRole('article').filter({ hasText: title })

/** Opens a post and stays until it counts as read. */
async function visit(tab: Page, address: string): Promise<void> {
  const isRead = tab.waitForResponse((response) => response.ok() && response.url().endsWith('/api/post/read'))
  await tab.goto(address)
  await isRead
}

async function device(from: { newContext: () => Promise<BrowserContext> }, reader: string): Promise<Page> {
  const context = await from.newContext()
  await signInAs(context, reader)
  return context.newPage()
}

test('a card says how many comments are new, a line separates them, and n leads from one to the next', async ({
  browser,
  context,
  page,
}) => {
  const [reader, title] = [freshName('back_again'), freshName('Whose barrow is this')]
  const { dov, target, address } = await prepare(context.request, { reader, title })
  await signInAs(context, reader)
  await visit(page, address)
  await expect(comment(page, 'Ask the ferry.')).toBeVisible()
  await expect(page.getByText('New since your last visit')).toHaveCount(0)

  await dov.call('comment/create', { ...target, content: 'The ferry knows nothing.' })
  const second = await device(browser, reader)
  // In the community's feed, and in the reader's own.
  for (const [tab, feed] of [
    [page, '/bbs/FORUM?sort=new'],
    [second, '/bbs/feed?sort=new'],
  ] as const) {
    await tab.goto(forumUrl + feed)
    await expect(card(tab, title).getByRole('link', { name: '1 new', exact: true })).toBeVisible()
  }
  await dov.call('comment/create', { ...target, content: 'It has left again.' })
  await page.reload()
  const news = card(page, title).getByRole('link', { name: '2 new', exact: true })
  await news.focus()
  await page.keyboard.press('Enter')
  const [newest, newer, old] = ['It has left again.', 'The ferry knows nothing.', 'Ask the ferry.'].map((text) =>
    comment(page, text),
  ) as [Locator, Locator, Locator]
  await expect(newer).toBeFocused()
  await expect(page.getByRole('heading', { name: '3 comments · 2 new' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(newest).toBeFocused()
  await page.keyboard.press('n')
  await expect(newer).toBeFocused()
  const line = page.getByText('New since your last visit')
  const tops = await Promise.all([old, line, newer, newest].map(async (one) => (await one.boundingBox())?.y ?? 0))
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))

  // Read here, read everywhere.
  await expect(async () => {
    await second.reload()
    await expect(card(second, title)).toBeVisible()
    await expect(second.getByRole('button', { name: 'More actions for this feed' })).toBeVisible()
    await expect(card(second, title).getByRole('link', { name: / new$/ })).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  // A visitor finds the post among the popular ones, without what is new.
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${forumUrl}/bbs/popular?sort=new`)
  await expect(card(stranger, title)).toBeVisible()
  await expect(card(stranger, title).getByRole('link', { name: / new$/ })).toHaveCount(0)
  await stranger.context().close()
  await second.context().close()
})

test('marking all as read in a feed applies on every device, until something new comes', async ({
  browser,
  context,
  page,
}) => {
  const [reader, title] = [freshName('tidy_reader'), freshName('Where the lamp was')]
  const { dov, target, address } = await prepare(context.request, { reader, title })
  await signInAs(context, reader)
  await visit(page, address)
  // Watched: its next comment is a notification.
  await page.getByRole('button', { name: 'More actions for this post' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Watch', exact: true }).press('Enter')
  await expect(page.getByText('You’ll be notified of new comments')).toBeVisible()
  await dov.call('comment/create', { ...target, content: 'Under the other lamp.' })
  const bell = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notifications, 1 new' })
  await expect(bell).toBeVisible()
  const feed = `${forumUrl}/bbs/FORUM?sort=new`
  const second = await device(browser, reader)
  const newLink = (tab: Page) => card(tab, title).getByRole('link', { name: / new$/ })
  for (const tab of [page, second]) {
    await tab.goto(feed)
    await expect(newLink(tab)).toHaveText('1 new')
  }
  await page.getByRole('button', { name: 'More actions for this feed' }).press('Enter')
  await page.getByRole('menuitem', { name: /^Mark all as read/ }).press('Enter')
  await expect(page.getByText('Marked as read')).toBeVisible()
  await expect(newLink(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More actions for this feed' })).toBeFocused()
  const loaded = second.waitForResponse((response) => response.ok() && response.url().includes('/api/viewer/facts'))
  await second.goto(feed)
  await loaded
  await expect(card(second, title)).toBeVisible()
  await expect(newLink(second)).toHaveCount(0)

  await dov.call('comment/create', { ...target, content: 'And it is on.' })
  for (const tab of [page, second]) {
    await tab.reload()
    await expect(newLink(tab)).toHaveText('1 new')
  }
  // The thread marks only that one.
  await second.goto(`${address}?sort=old`)
  await expect(second.locator('.stoa-comment-new')).toHaveCount(1)
  await expect(comment(second, 'And it is on.').locator('.stoa-comment-new')).toHaveText('New')
  await second.context().close()
})
