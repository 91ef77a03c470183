import type { Page } from '@playwright/test'
import {
  apiAs,
  articlePostId,
  articleUrl,
  expect,
  forumUrl,
  freshName,
  makeAccount,
  signInAs,
  signInWindow,
  test,
  waitForHydration,
  widgetOf,
} from '../support/harness.ts'

const slug = 'what-should-the-square-get-first'
const address = `${forumUrl}/bbs/FORUM/community/${slug}?sort=new`
const settings = `${forumUrl}/bbs/my-account/settings/hidden`

async function joined(request: Parameters<typeof apiAs>[0], name: string) {
  await makeAccount(request, name)
  const api = await apiAs(request, name)
  await api.call('community/join', { tokenName: 'FORUM', join: true })
  return api
}

async function write(
  api: Awaited<ReturnType<typeof apiAs>>,
  { postId, content }: { postId: string; content: string },
): Promise<string> {
  const about = { tokenName: 'FORUM', postId, content }
  return (await api.call<{ commentId: string }>('comment/create', about)).commentId
}

async function publish(api: Awaited<ReturnType<typeof apiAs>>, title: string): Promise<void> {
  const { community } = await api.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  await api.call('post/create', {
    tokenName: 'FORUM',
    kind: 'community',
    title,
    postContent: JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Seen from the hill.' } }] }),
    saveAsDraft: false,
    flairId: community.activeFlairs[0]?.id,
  })
}

async function postIdOf(api: Awaited<ReturnType<typeof apiAs>>): Promise<string> {
  return (await api.read<{ post: { id: string } }>(`posts/${slug}?tokenName=FORUM`)).post.id
}

const card = (tab: Page, title: string) => tab.getByRole('article').filter({ hasText: title })

test('a muted word: its posts leave the feed, and its comments and a blocked person’s are collapsed in forum and article', async ({
  context,
  page,
  request,
}) => {
  const word = `zeppelin${freshName('s')}`
  const reader = freshName('grounded_gus')
  await joined(request, reader)
  const faye = await apiAs(request, 'demo_faye')
  const title = `The ${word.toUpperCase()} timetable`
  await publish(faye, title)
  const inForum = await write(faye, { postId: await postIdOf(faye), content: `More ${word}, fewer benches.` })
  const inArticle = await write(faye, { postId: await articlePostId(request), content: `A ${word} needs no bridge.` })

  await signInAs(context, reader)
  const feed = await context.newPage()
  await feed.goto(`${forumUrl}/bbs/FORUM?sort=new`)
  await expect(card(feed, title)).toBeVisible()
  await page.goto(settings)
  await page.getByLabel('Word or phrase').fill(word)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${word} is muted.`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Muted words' }).getByRole('listitem')).toContainText([word])
  // Also in the other tab.
  await expect(card(feed, title)).toHaveCount(0)
  await feed.reload()
  await expect(feed.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(feed.getByRole('article').first()).toBeVisible()
  await expect(card(feed, title)).toHaveCount(0)

  const muted = 'Hidden because you muted a word in it. Show once'
  await feed.goto(address)
  const comment = feed.locator(`#comment-${inForum}`)
  await expect(comment).toHaveText(muted)
  await comment.getByRole('button', { name: 'Show once' }).press('Enter')
  await expect(comment).toContainText('fewer benches.')
  await expect(comment).toBeFocused()
  await feed.reload()
  await expect(comment).toHaveText(muted)

  const article = await context.newPage()
  await article.goto(articleUrl)
  await waitForHydration(article)
  const widget = widgetOf(article)
  const collapsed = widget.locator(`#comment-${inArticle}`)
  await expect(collapsed).toContainText('needs no bridge.')
  await widget.getByRole('textbox').first().fill('Quiet up there.')
  await widget.getByRole('button', { name: 'Sign in and comment' }).click()
  const isRead = article.waitForResponse((response) => response.ok() && response.url().endsWith('/api/post/read'))
  const popup = await signInWindow(article)
  const closing = popup.waitForEvent('close')
  await popup.getByRole('button', { name: new RegExp(`Continue as ${reader}`) }).click()
  await closing
  await expect(collapsed).toHaveText(muted)
  await collapsed.getByRole('button', { name: 'Show once' }).click()
  await expect(collapsed).toContainText('needs no bridge.')
  await isRead

  // A person, blocked from a comment's menu in the article.
  const pest = freshName('noisy_ned')
  const ned = await joined(request, pest)
  const postId = await articlePostId(request)
  const byPest = await write(ned, { postId, content: 'Tear it down again.' })
  await widget.getByRole('button', { name: /^\d+ new comments?$/ }).click()
  const theirs = widget.locator(`#comment-${byPest}`)
  await theirs.getByRole('button', { name: /^More actions/ }).click()
  await widget.getByRole('menuitem', { name: `Block ${pest}…` }).click()
  await widget.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(theirs).toHaveText('Hidden because you blocked this person. Show once Unblock')
  await theirs.getByRole('button', { name: 'Show once' }).click()
  await expect(theirs).toContainText('Tear it down again.')
  await article.close()

  // What was read in the article is read in the forum as well.
  await write(ned, { postId, content: 'And the next one.' })
  const later = await write(faye, { postId, content: 'The gulls approve.' })
  const { post } = await faye.read<{ post: { kind: string; slugUrl: string } }>(`posts/${postId}?tokenName=FORUM`)
  await feed.goto(`${forumUrl}/bbs/FORUM/${post.kind}/${post.slugUrl}?sort=new`)
  await expect(feed.getByText('New since your last visit')).toBeVisible()
  await expect(feed.locator(`#comment-${later}`)).toHaveAttribute('data-new', /./)
  await expect(feed.locator(`#comment-${byPest}`)).toHaveText(
    'Hidden because you blocked this person. Show once Unblock',
  )
  await expect(feed.locator('[data-new]')).toHaveCount(1)

  await page.getByRole('button', { name: `Remove ${word}` }).press('Enter')
  await expect(page.getByText(`${word} is removed.`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Remove ${word}` })).toHaveCount(0)
  await feed.goto(`${forumUrl}/bbs/FORUM?sort=new`)
  await expect(card(feed, title)).toBeVisible()
})

test('a person blocked on their page: their texts go, they can’t follow, and the settings unblock them', async ({
  browser,
  context,
  page,
  request,
}) => {
  const [reader, pest] = [freshName('weary_wim'), freshName('loud_lon')]
  await joined(request, reader)
  const lon = await joined(request, pest)
  const title = `${pest} has opinions`
  await publish(lon, title)
  const commentId = await write(lon, { postId: await postIdOf(lon), content: 'A bandstand. Only a bandstand.' })

  await signInAs(context, reader)
  const thread = await context.newPage()
  await thread.goto(address)
  const comment = thread.locator(`#comment-${commentId}`)
  await expect(comment).toContainText('Only a bandstand.')
  await page.goto(`${forumUrl}/author/${pest}`)
  const menu = page.getByRole('button', { name: `More about ${pest}` })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: `Block ${pest}…` }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: `Block ${pest}?` })
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText(`${pest} is blocked`)).toBeVisible()
  await expect(menu).toBeFocused()
  await expect(comment).toHaveText('Hidden because you blocked this person. Show once Unblock')

  const theirs = await browser.newContext()
  await signInAs(theirs, pest)
  const tab = await theirs.newPage()
  await tab.goto(`${forumUrl}/author/${reader}`)
  const follow = tab.getByRole('button', { name: 'Follow', exact: true })
  await follow.click()
  await expect(tab.getByText(/^You can’t follow .* at the moment/)).toBeVisible()
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  await theirs.close()

  await page.goto(`${forumUrl}/bbs/FORUM?sort=new`)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(card(page, title)).toHaveCount(0)
  await page.goto(settings)
  const blocked = page.getByRole('list', { name: 'Blocked people' })
  await expect(blocked.getByRole('link', { name: pest })).toBeVisible()
  await blocked.getByRole('button', { name: `Unblock ${pest}` }).click()
  await expect(page.getByText(`${pest} is unblocked.`)).toBeVisible()
  await expect(blocked).toHaveCount(0)
  await expect(comment).toContainText('Only a bandstand.')
  await page.goto(`${forumUrl}/bbs/FORUM?sort=new`)
  await expect(card(page, title)).toBeVisible()
})
