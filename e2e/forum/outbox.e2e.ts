import type { Page } from '@playwright/test'
import { apiAs, expect, forumUrl, freshName, makeAccount, signInAs, test } from '../support/harness.ts'

const SLUG = 'what-should-the-square-get-first'
const POST = `${forumUrl}/bbs/FORUM/community/${SLUG}`
const WAITING = 'Waiting for network'

// Chromium logs failed requests.
test.afterEach(({ complaints }) => void complaints.splice(0))

const article = (page: Page, text: string) =>
  page.locator('.stoa-comment').filter({ has: page.getByText(text, { exact: true }) })

interface Written {
  content: string
  id: string
  createdAt: number
  replyToCommentId: string | null
}

test('what is written offline arrives once and in order, also after the browser was closed', async ({
  context,
  page,
}) => {
  const [name, otherName] = [freshName('tunnel_tia'), freshName('tunnel_tom')]
  for (const one of [name, otherName]) {
    await makeAccount(context.request, one)
    await (await apiAs(context.request, one)).call('community/join', { tokenName: 'FORUM', join: true })
  }
  const [me, other] = [await apiAs(context.request, name), await apiAs(context.request, otherName)]
  const myId = (await me.read<{ user: { id: string } }>('me')).user.id
  const { conversationId } = await other.call<{ conversationId: string }>('dm/send', {
    recipientId: myId,
    text: 'Are you on the train?',
  })
  const otherId = (await other.read<{ user: { id: string } }>('me')).user.id
  await me.call('dm/send', { recipientId: otherId, text: 'In a minute.' })
  const { post } = await me.read<{ post: { id: string } }>(`posts/${SLUG}?tokenName=FORUM`)

  await signInAs(context, name)
  const talk = await context.newPage()
  await talk.goto(`${forumUrl}/bbs/messages/${conversationId}`)
  await expect(talk.getByRole('textbox', { name: `Message to ${otherName}` })).toBeVisible()
  await page.goto(POST)
  const box = page.getByRole('textbox', { name: 'Write a comment' })
  await box.click()
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)

  const [first, second] = [`From the tunnel, ${name}`, `To myself, ${name}`]
  await box.fill(first)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(article(page, first)).toContainText(WAITING)
  await expect(box).toHaveValue('')
  await expect(page.getByRole('button', { name: '1 thing waits for the network' })).toBeVisible()
  await article(page, first).getByRole('button', { name: 'Reply' }).click()
  const reply = page.getByRole('textbox', { name: /^Write a reply/ })
  await reply.fill(second)
  await page.locator('form').filter({ has: reply }).getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(article(page, second)).toContainText(WAITING)
  await page.getByRole('group', { name: 'Reactions' }).first().getByRole('button', { name: /^Like/ }).click()
  const message = talk.getByRole('textbox', { name: `Message to ${otherName}` })
  await message.fill('No signal here')
  await talk.keyboard.press('Enter')
  await expect(talk.locator('.stoa-talk-message').filter({ hasText: 'No signal here' })).toContainText(WAITING)
  await expect(message).toHaveValue('')
  const line = page.getByRole('button', { name: '4 things wait for the network' })
  await line.click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(4)
  await page.keyboard.press('Escape')
  await expect(line).toBeFocused()

  // Signing out would lose them.
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('4 things haven’t been sent')
  await page.getByRole('button', { name: 'Stay signed in' }).click()

  await page.close()
  await talk.close()
  await context.setOffline(false)
  const later = await context.newPage()
  // The server is away at first: they are shown in their places.
  await later.route(/\/api\/(comment\/create|dm\/send|post\/reaction)/, (route) => route.abort())
  await later.goto(POST)
  await expect(article(later, first)).toContainText(WAITING)
  await expect(article(later, second)).toContainText(WAITING)
  await later.unrouteAll()
  await later.evaluate(() => dispatchEvent(new Event('online')))
  await expect(article(later, first).locator('time')).toBeVisible()
  await expect(article(later, second).locator('time')).toBeVisible()
  await expect(later.getByRole('button', { name: /for the network/ })).toHaveCount(0)

  const { items } = await me.read<{ items: Written[] }>(`comments?type=user&userId=${myId}&sort=new`)
  expect(items.map(({ content }) => content)).toEqual([second, first])
  expect(items[0]?.replyToCommentId).toBe(items[1]?.id)
  const reactions = async () => {
    const facts = await me.read<{ reactions: Record<string, string> }>(`viewer/facts?postIds=${post.id}`)
    return Object.values(facts.reactions)
  }
  await expect.poll(reactions).toEqual(['thumb-up'])
  const received = async () => {
    const talked = await other.read<{ items: { text: string }[] }>(`dm/conversations/${conversationId}/messages`)
    return talked.items.filter(({ text }) => text === 'No signal here').length
  }
  await expect.poll(received).toBe(1)
  await later.reload()
  await expect(article(later, first)).toHaveCount(1)
  await expect(article(later, second)).toHaveCount(1)
})
