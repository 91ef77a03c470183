import type { Page } from '@playwright/test'
import { apiAs, articleUrl, expect, forumUrl, signInAs, test, waitForHydration, widgetOf } from '../support/harness.ts'

/** A new thread: other journeys count the comments of the demonstration's threads. */
let address = ''
test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext()
  const ben = await apiAs(request, 'demo_ben')
  const { community } = await ben.read<{ community: { activeFlairs: { id: string; name: string }[] } }>(
    'communities/FORUM',
  )
  const flairId = community.activeFlairs.find(({ name }) => name === 'Making')?.id
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Who has one?' } }] })
  const draft = { tokenName: 'FORUM', kind: 'community', title: 'Drills and saws', postContent, flairId }
  const { post } = await ben.call<{ post: { id: string; slugUrl: string } }>('post/create', draft)
  await ben.call('comment/create', { tokenName: 'FORUM', postId: post.id, content: 'I have two.' })
  address = `${forumUrl}/bbs/FORUM/community/${post.slugUrl}`
  await request.dispose()
})

async function openThread(page: Page): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Sends the comment and waits for it to appear. */
async function send(page: Page, button: string): Promise<void> {
  const response = page.waitForResponse((response) => response.url().endsWith('/comment/anonymous') && response.ok())
  await page.getByRole('button', { name: button }).click()
  await response
}

const commentOf = (page: Page, text: string) =>
  page.getByRole('article', { name: 'Comment by anonymous' }).filter({ hasText: text })

test('a visitor without an account comments and replies anonymously, and sees both after a reload', async ({
  page,
}) => {
  const proofs: string[] = []
  page.on('request', (request) => request.url().includes('/api/app-check/') && proofs.push(request.url()))
  await openThread(page)
  const box = page.getByLabel('Write a comment')
  await box.fill('My drill is anonymous, too.')
  // No proof of work before a comment is sent.
  expect(proofs).toEqual([])
  await send(page, 'Comment anonymously')
  await expect(commentOf(page, 'My drill')).toHaveCount(1)
  await expect(box).toHaveValue('')

  await page
    .getByRole('article', { name: 'Comment by Ben Alderway' })
    .getByRole('button', { name: 'Reply', exact: true })
    .click()
  const reply = page.getByLabel('Write a reply to Ben Alderway')
  await reply.fill('And so is my saw.')
  await send(page, 'Reply anonymously')
  await expect(commentOf(page, 'my saw')).toHaveCount(1)
  await page.reload()
  await expect(commentOf(page, 'My drill')).toHaveCount(1)
  await expect(commentOf(page, 'my saw')).toHaveCount(1)
  // One proof of work was enough for both.
  expect(proofs).toHaveLength(2)
})

test('a visitor’s text stays when the app check fails, and is sent once it succeeds', async ({ page, complaints }) => {
  await openThread(page)
  await page.route('**/api/app-check/challenge', (route) => route.abort())
  const box = page.getByLabel('Write a comment')
  await box.fill('Patience is a tool.')
  await page.getByRole('button', { name: 'Comment anonymously' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t reach the server' })).toBeVisible()
  await expect(box).toHaveValue('Patience is a tool.')
  expect(complaints.splice(0).filter((text) => !text.includes('app-check/challenge'))).toEqual([])
  await page.reload()
  await expect(box).toHaveValue('Patience is a tool.')
  await page.unroute('**/api/app-check/challenge')
  await send(page, 'Comment anonymously')
  await expect(commentOf(page, 'Patience')).toHaveCount(1)
  await expect(box).toHaveValue('')
})

test('a visitor who changes networks repeats the app check without noticing', async ({ page, complaints }) => {
  await openThread(page)
  let isMoved = true
  await page.route('**/api/comment/anonymous', async (route) => {
    if (!isMoved) return route.continue()
    isMoved = false
    // As for a token issued to another network.
    await route.continue({ headers: { ...route.request().headers(), 'x-app-check': 'of another network' } })
  })
  await page.getByLabel('Write a comment').fill('Written on a train.')
  await send(page, 'Comment anonymously')
  await expect(commentOf(page, 'on a train')).toHaveCount(1)
  await page.reload()
  await expect(commentOf(page, 'on a train')).toHaveCount(1)
  // The browser logs the refusal.
  await expect.poll(() => complaints.splice(0)).toEqual([expect.stringContaining('403')])
})

test('a member signs out and comments anonymously', async ({ page, context, complaints }) => {
  await signInAs(context, 'demo_emi')
  // Requests sent as a member before signing out are refused, which the browser logs.
  const factsResponse = page.waitForResponse(/\/api\/viewer\/facts\?/)
  await openThread(page)
  await factsResponse
  await page.getByLabel('Write a comment').fill('Without my name, please.')
  await expect(page.getByRole('button', { name: 'Comment anonymously' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await send(page, 'Comment anonymously')
  await expect(commentOf(page, 'Without my name')).toHaveCount(1)
  const isRefusedList = (complaint: string) => /status of 401 .*\/api\/notifications\?/.test(complaint)
  complaints.splice(0, complaints.length, ...complaints.filter((complaint) => !isRefusedList(complaint)))
})

test('a reader of an article comments anonymously in the widget, and sees it after a reload', async ({ page }) => {
  await page.goto(articleUrl)
  await waitForHydration(page)
  const widget = widgetOf(page)
  const mine = widget.getByRole('article').filter({ hasText: 'Nobody signed this.' })
  await widget.getByRole('textbox').fill('Nobody signed this.')
  await send(page, 'Comment anonymously')
  await expect(mine).toHaveCount(1)
  await page.reload()
  await waitForHydration(page)
  await expect(mine).toHaveCount(1)
})
