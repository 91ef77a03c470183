import { apiAs, expect, forumUrl, makeAccount, signInAs, test } from '../support/harness.ts'

const author = 'asks_the_town'
const member = 'answers_the_town'
const TITLE = 'Where do the swifts go?'

test('a member responds to a post with a post, and reads both in the thread and in the whole window', async ({
  page,
  context,
  browser,
  request,
}) => {
  await makeAccount(request, author)
  const asking = await apiAs(request, author)
  await asking.call('community/join', { tokenName: 'GARDEN', join: true })
  const { community } = await asking.read<{ community: { activeFlairs: { id: string }[] } }>('communities/GARDEN')
  const { post } = await asking.call<{ post: { id: string; slugUrl: string } }>('post/create', {
    tokenName: 'GARDEN',
    kind: 'community',
    title: TITLE,
    flairId: community.activeFlairs[0]?.id,
    postContent: JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'The tower is empty.' } }] }),
  })
  const address = `${forumUrl}/bbs/GARDEN/community/${post.slugUrl}`

  await makeAccount(request, member)
  const answering = await apiAs(request, member)
  await answering.call('community/join', { tokenName: 'GARDEN', join: true })
  await signInAs(context, member)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Responses' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions for this post' }).click()
  await page.getByRole('menuitem', { name: /^Write a response post/ }).click()
  const form = page.getByRole('main')
  await expect(form.getByRole('link', { name: TITLE })).toBeVisible()
  await page.getByLabel('Title').fill('South, before the rain')
  await page.getByLabel('Topic').selectOption({ index: 1 })
  await page.locator('.stoa-editor[data-state="ready"] [contenteditable="true"]').first().click()
  await page.keyboard.type('They left on Tuesday.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('South, before the rain')

  await page.goto(address)
  const responses = page.getByRole('region', { name: 'Responses (1)' })
  const response = responses.getByRole('link', { name: 'South, before the rain' })
  await expect(response).toBeVisible()
  await response.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('South, before the rain')

  const { items } = await answering.read<{ items: { id: string }[] }>(`posts?type=responses&parentPostId=${post.id}`)
  const id = items[0]?.id ?? ''
  await page.getByRole('link', { name: 'Response: see the original post' }).click()
  await expect(page).toHaveURL(new RegExp(`/bbs/thread/${id}/${id}$`))
  await expect(page.getByRole('list', { name: 'In response to' }).getByRole('link', { name: TITLE })).toBeVisible()
  await page.goto(`${forumUrl}/bbs/response/${id}`)
  await expect(page.getByText('They left on Tuesday.')).toBeVisible()
  await page.getByRole('link', { name: /^Back to/ }).click()
  await expect(page).toHaveURL(/south-before-the-rain/)

  const authorContext = await browser.newContext()
  await signInAs(authorContext, author)
  const ownPage = await authorContext.newPage()
  await ownPage.goto(address)
  await expect(ownPage.getByRole('region', { name: 'Responses (1)' })).toBeVisible()
  await expect(ownPage.getByRole('link', { name: 'Respond', exact: true })).toHaveCount(0)
  await authorContext.close()
})
