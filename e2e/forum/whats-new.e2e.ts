import type { Page } from '@playwright/test'
import { apiAs, expect, forumUrl, makeAccount, signInAs, test, waitForLive } from '../support/harness.ts'

const reader = 'reads_it_all'

interface Post {
  id: string
  slugUrl: string
}

const cardOf = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

test('a member finds what is new in their feed, in a thread, and in notifications', async ({
  page,
  context,
  request,
}) => {
  await makeAccount(request, reader)
  const [own, emi, ada] = [
    await apiAs(request, reader),
    await apiAs(request, 'demo_emi'),
    await apiAs(request, 'demo_ada'),
  ]
  const publish = async (who: typeof emi, tokenName: string, title: string) => {
    const { community } = await who.read<{ community: { activeFlairs: { id: string }[] } }>(`communities/${tokenName}`)
    const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Who else has seen it?' } }] })
    const draft = { tokenName, kind: 'community', title, postContent, saveAsDraft: false }
    return (await who.call<{ post: Post }>('post/create', { ...draft, flairId: community.activeFlairs[0]?.id })).post
  }
  const joined = await publish(emi, 'GARDEN', 'A hedgehog by the shed')
  await publish(ada, 'FORUM', 'A light over the weir')
  const comment = (content: string) => emi.call('comment/create', { tokenName: 'GARDEN', postId: joined.id, content })
  await comment('It eats slugs.')

  // An empty feed offers communities; a joined one and a followed person fill it.
  await signInAs(context, reader)
  await page.goto(`${forumUrl}/bbs/feed?sort=new`)
  await expect(page.getByRole('heading', { name: 'Your feed', level: 1 })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await own.call('community/join', { tokenName: 'GARDEN', join: true })
  const { user } = await ada.read<{ user: { id: string } }>('me')
  await own.call('user/follow', { followedUserId: user.id, follow: true })
  await page.reload()
  await expect(cardOf(page, 'A hedgehog by the shed')).toBeVisible()
  await expect(cardOf(page, 'A light over the weir')).toBeVisible()

  // The first visit records what was read.
  const read = page.waitForResponse((response) => response.url().endsWith('/api/post/read') && response.ok())
  await cardOf(page, 'A hedgehog by the shed').getByRole('link', { name: 'A hedgehog by the shed' }).click()
  const comments = page.getByRole('article', { name: /^Comment by/ })
  await comments.filter({ hasText: 'It eats slugs.' }).scrollIntoViewIfNeeded()
  await read
  await expect(page.getByText('New since your last visit')).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions for this post' }).click()
  const watching = page.waitForResponse((response) => response.url().endsWith('/api/post/watch') && response.ok())
  await page.getByRole('menuitem', { name: 'Watch', exact: true }).click()
  await watching

  // A comment written meanwhile is counted on the card and marked in the thread, above the line.
  await page.goto(`${forumUrl}/bbs/popular`)
  await comment('Two of them today.')
  const live = waitForLive(page)
  await page.goto(`${forumUrl}/bbs/feed?sort=new`)
  await live
  await cardOf(page, 'A hedgehog by the shed').getByRole('link', { name: '1 new' }).click()
  const fresh = comments.filter({ hasText: 'Two of them today.' })
  await expect(fresh).toBeFocused()
  await expect(page.getByText('New since your last visit')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('n')
  await expect(fresh).toBeFocused()

  // Who watches is told, in the list too.
  await page.goto(`${forumUrl}/bbs/notifications`)
  await expect(page.getByText(/commented on “A hedgehog by the shed”, which you watch/)).toBeVisible()
})
