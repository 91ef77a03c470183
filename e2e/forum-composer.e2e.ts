import type { BrowserContext } from '@playwright/test'
import { type Complaints, elsewhere, enterAs, expect, forumUrl, test } from './harness.ts'

/** The pages hear of nothing that happens elsewhere, as on a train. */
async function hearNothing(context: BrowserContext): Promise<void> {
  await context.routeWebSocket('**/socket.io/**', () => {})
  await context.route('**/socket.io/**', (route) => route.abort())
}

/** A refused save is told by the browser, too. */
function expectConflict(complaints: Complaints): void {
  const others = complaints.splice(0).filter((text) => !text.includes('socket.io'))
  expect(others).toEqual([expect.stringContaining('409')])
}

test('a member writes a post with a poll; the draft survives a reload', async ({ page, context }) => {
  await enterAs(context, 'demo_faye')
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await page.getByLabel('Title').fill('Who takes the bench?')
  await page.getByLabel('Topic').selectOption({ label: 'Ideas' })
  await page.getByLabel('Text').fill('It stands in the rain.\n\nIt has done nothing wrong.')
  await page.getByRole('button', { name: 'Add a poll' }).click()
  await page.getByLabel('Option 1').fill('The mill')
  await page.getByLabel('Option 2').fill('The school')

  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Who takes the bench?')
  await expect(page.getByLabel('Text')).toHaveValue('It stands in the rain.\n\nIt has done nothing wrong.')
  await expect(page.getByLabel('Option 2')).toHaveValue('The school')

  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/who-takes-the-bench/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who takes the bench?')
  await expect(page.getByText('It has done nothing wrong.')).toBeVisible()
  await page.getByRole('button', { name: /^The school/ }).click()
  await expect(page.getByRole('button', { name: /^The school/ })).toHaveAttribute('aria-pressed', 'true')

  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test('a post without a title is not sent, and the field says so', async ({ page, context }) => {
  await enterAs(context, 'demo_faye')
  await page.goto(`${forumUrl}/bbs/GARDEN/posts/create`)
  await page.getByLabel('Text').fill('No title yet.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Please fill this in.').first()).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await expect(page.getByLabel('Text')).toHaveValue('No title yet.')
})

test('an unfinished post is saved as a draft, found again on another device, and published', async ({
  browser,
  page,
  context,
  request,
  complaints,
}) => {
  await enterAs(context, 'demo_faye')
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await page.getByLabel('Title').fill('Half a thought')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/posts\/create\/\w{20}$/)
  await expect(page.getByText('Draft saved.')).toBeVisible()
  const faye = await elsewhere(request, 'demo_faye')
  const { items } = await faye.read<{ items: { title: string; status: number }[] }>('posts?type=userDraft')
  expect(items).toMatchObject([{ title: 'Half a thought', status: 9 }])

  const draft = `${forumUrl}/bbs/FORUM/community/half-a-thought`
  await page.goto(draft)
  await expect(page.getByText('Draft. Only you and moderators can see this.')).toBeVisible()
  // The server renders for visitors, who get no draft.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('404')])
  const ofModerator = await browser.newContext()
  await enterAs(ofModerator, 'demo_ben')
  const desk = await ofModerator.newPage()
  await desk.goto(draft)
  await expect(desk.getByText('Draft. Only its author and moderators can see this.')).toBeVisible()
  await desk.getByRole('button', { name: 'More about this post' }).click()
  await expect(desk.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(desk.getByRole('menuitem', { name: 'Edit post' })).toHaveCount(0)
  await ofModerator.close()

  await page.evaluate(() => localStorage.removeItem('stoa.draft:FORUM post'))
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await page.getByRole('region', { name: 'Your drafts' }).getByRole('link', { name: 'Half a thought' }).click()
  await page.getByLabel('Text').fill('Now it is a whole one.')
  await page.getByLabel('Topic').selectOption({ label: 'Ideas' })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/half-a-thought/)
  await expect(page.getByText('Now it is a whole one.')).toBeVisible()
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Your drafts' })).toHaveCount(0)
})

test('of two who edit one post the later sees both versions and chooses', async ({
  page,
  context,
  request,
  complaints,
}) => {
  await enterAs(context, 'demo_faye')
  const faye = await elsewhere(request, 'demo_faye')
  const { community } = await faye.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  const whole = (title: string, text: string) => ({
    tokenName: 'FORUM',
    title,
    postContent: JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] }),
    flairId: community.activeFlairs[0]?.id,
  })
  const { post } = await faye.call<{ post: { id: string } }>('post/create', whole('A list of two', 'Bread.'))
  await hearNothing(context)
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create/${post.id}`)
  await page.getByLabel('Text').fill('Bread.\n\nButter.')
  await faye.call('post/edit', { ...whole('A list of two', 'Bread and salt.'), postId: post.id, revision: 0 })

  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('This post was changed while you were writing.')).toBeVisible()
  await expect(page.getByLabel('Text')).toHaveValue('Bread.\n\nButter.')
  await page.getByText('Show the other version').click()
  await expect(page.getByText('Bread and salt.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Text')).toHaveValue('Bread.\n\nButter.')
  await page.getByLabel('Text').fill('Bread and salt.\n\nButter.')
  await page.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(page).toHaveURL(/a-list-of-two/)
  await expect(page.getByText('Butter.')).toBeVisible()
  expectConflict(complaints)
})

test('a comment edited in two tabs keeps what was typed in both', async ({ page, context, request, complaints }) => {
  await enterAs(context, 'demo_faye')
  const faye = await elsewhere(request, 'demo_faye')
  const feed = await faye.read<{ items: { id: string; slugUrl: string }[] }>('posts?tokenName=FORUM&sort=new')
  const [post] = feed.items
  const { comment } = await faye.call<{ comment: { id: string } }>('comment/create', {
    tokenName: 'FORUM',
    postId: post?.id,
    content: 'Written once.',
  })
  await hearNothing(context)
  await page.goto(`${forumUrl}/bbs/FORUM/community/${post?.slugUrl}/comment/${comment.id}`)
  const shown = page.locator(`#comment-${comment.id}`)
  await shown.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Edit your comment').fill('Written here.')
  await faye.call('comment/edit', {
    tokenName: 'FORUM',
    commentId: comment.id,
    content: 'Written there.',
    editedAt: null,
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This comment was changed while you were writing.')).toBeVisible()
  await expect(page.getByLabel('Edit your comment')).toHaveValue('Written here.')
  await page.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(shown.getByText('Written here.')).toBeVisible()
  await expect(page.getByLabel('Edit your comment')).toHaveCount(0)
  expectConflict(complaints)
})
