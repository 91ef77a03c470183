import type { Page } from '@playwright/test'
import {
  apiAs,
  expect,
  forumUrl,
  freshName,
  makeAccount,
  PASSWORD,
  signInAs,
  test,
  waitForConnection,
} from '../support/harness.ts'

const SEND = '**/api/dm/send'

type Api = Awaited<ReturnType<typeof apiAs>>

const inbox = (tab: Page) => tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ })
const box = (tab: Page, name: string) => tab.getByRole('textbox', { name: `Message to ${name}` })
const bubble = (tab: Page, text: string) => tab.locator('.stoa-talk-message').filter({ hasText: text })

async function idOf(api: Api): Promise<string> {
  return (await api.read<{ user: { id: string } }>('me')).user.id
}

test('two members write to each other, live; a lost message is sent again, once', async ({
  browser,
  context,
  page,
  complaints,
}) => {
  const [ann, bea] = [freshName('writing_ann'), freshName('reading_bea')]
  for (const name of [ann, bea]) {
    await makeAccount(context.request, name)
    await (await apiAs(context.request, name)).call('community/join', { tokenName: 'FORUM', join: true })
  }
  const theirs = await browser.newContext()
  await signInAs(theirs, bea)
  const [reading, elsewhere] = [await theirs.newPage(), await theirs.newPage()]
  for (const [tab, path] of [
    [reading, 'messages'],
    [elsewhere, 'picker'],
  ] as const) {
    const connected = waitForConnection(tab)
    await tab.goto(`${forumUrl}/bbs/${path}`)
    await expect(inbox(tab)).toHaveAccessibleName('Messages')
    await connected
  }
  await expect(reading.getByRole('heading', { name: 'No messages yet' })).toBeVisible()

  await signInAs(context, ann)
  await page.goto(`${forumUrl}/author/${bea}`)
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  await expect(box(page, bea)).toBeFocused()
  await box(page, bea).fill('Is the ladder free on Saturday?')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/bbs\/messages\/\w{20}$/)
  await expect(bubble(page, 'Is the ladder free')).toHaveCount(1)
  await expect(box(page, bea)).toHaveValue('')
  await expect(box(page, bea)).toBeFocused()

  // It waits among the requests, uncounted, and the sender isn't told who reads it there.
  await reading.getByRole('link', { name: '1 message request' }).click()
  await reading.getByRole('link', { name: /Is the ladder free/ }).click()
  await expect(bubble(reading, 'Is the ladder free')).toBeVisible()
  await expect(inbox(elsewhere)).toHaveAccessibleName('Messages')
  await expect(page.getByText('Seen', { exact: true })).toHaveCount(0)
  await reading.getByRole('button', { name: 'Accept' }).click()
  await expect(box(reading, ann)).toBeFocused()
  await expect(page.getByText('Seen', { exact: true })).toBeVisible()
  await box(reading, ann).fill('It is. Bring it back on Sunday.')
  await reading.getByRole('button', { name: 'Send' }).click()
  await expect(bubble(page, 'Bring it back on Sunday.')).toBeVisible()

  // The answer counts in both tabs until it is read in one.
  await reading.goto(`${forumUrl}/bbs/picker`)
  await box(page, bea).fill('Before noon.')
  await page.keyboard.press('Enter')
  for (const tab of [reading, elsewhere]) await expect(inbox(tab)).toHaveAccessibleName('Messages, 1 unread')
  await inbox(reading).click()
  await reading.getByRole('link', { name: /Before noon/ }).click()
  await expect(bubble(reading, 'Before noon.')).toBeVisible()
  for (const tab of [reading, elsewhere]) await expect(inbox(tab)).toHaveAccessibleName('Messages')

  // The network fails. Further tries reach the server, but each response is lost.
  await context.route(SEND, (route) => route.abort())
  await box(page, bea).fill('Promised.')
  await page.keyboard.press('Enter')
  const message = bubble(page, 'Promised.')
  await expect(message).toContainText('Waiting for network')
  await page.reload()
  await expect(message).toContainText('Waiting for network')
  let tries = 0
  // Takes precedence over the former route at once, so that no try in between gets through.
  await context.route(SEND, async (route) => {
    await route.fetch()
    tries += 1
    await route.abort()
  })
  const tryAgain = async () => {
    await page.getByRole('button', { name: '1 thing waits for the network' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  }
  // The page also tries by itself, during which there are no such buttons.
  await Promise.any([tryAgain(), expect.poll(() => tries).toBeGreaterThan(1)])
  await page.keyboard.press('Escape')
  await expect.poll(() => tries).toBeGreaterThan(1)
  await expect(bubble(reading, 'Promised.')).toHaveCount(1)
  await expect(message).toHaveCount(1)
  await context.unroute(SEND)
  await page.reload()
  await expect(message).toHaveCount(1)
  await expect(message).not.toContainText('Waiting for network')
  await reading.reload()
  await expect(bubble(reading, 'Promised.')).toHaveCount(1)
  // The browser logs the failed requests.
  complaints.length = 0

  // Deleted for both while it is fresh.
  await message.getByRole('button', { name: 'More about this message' }).click()
  await page.getByRole('menuitem', { name: 'Delete for both' }).click()
  for (const tab of [page, reading]) await expect(bubble(tab, 'Promised.')).toHaveCount(0)

  // Who doesn't show what they have seen doesn't see it either.
  await expect(page.getByText('Seen', { exact: true })).toBeVisible()
  await elsewhere.goto(`${forumUrl}/bbs/my-account/settings/messages`)
  await elsewhere.getByLabel('Show when messages are seen').click()
  await elsewhere.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(elsewhere.getByRole('group', { name: 'Unsaved changes' })).toBeHidden()
  await page.reload()
  await expect(bubble(page, 'Before noon.')).toBeVisible()
  await expect(page.getByText('Seen', { exact: true })).toHaveCount(0)
  await theirs.close()
})

test('a member reports a pest and blocks them; moderators read only what was handed over', async ({
  browser,
  context,
  page,
}) => {
  const [pol, cat] = [freshName('pest_pol'), freshName('calm_cat')]
  for (const name of [pol, cat]) {
    await makeAccount(context.request, name)
    await (await apiAs(context.request, name)).call('community/join', { tokenName: 'FORUM', join: true })
  }
  const [pest, member] = [await apiAs(context.request, pol), await apiAs(context.request, cat)]
  const [polId, catId] = [await idOf(pest), await idOf(member)]
  await pest.call('dm/send', { recipientId: catId, text: 'You live by the old mill, do you?' })
  const { conversationId } = await member.call<{ conversationId: string }>('dm/send', {
    recipientId: polId,
    text: `My key is under the third stone, ${cat}.`,
  })
  await pest.call('dm/send', { recipientId: catId, text: 'Then answer me.' })
  await pest.call('dm/send', { recipientId: catId, text: `Answer me, or else, ${cat}.` })
  const address = `${forumUrl}/bbs/messages/${conversationId}`

  await signInAs(context, cat)
  const connected = waitForConnection(page)
  await page.goto(address)
  await connected
  const threat = bubble(page, 'or else')
  await threat.getByRole('button', { name: 'More about this message' }).click()
  await page.getByRole('menuitem', { name: 'Report…' }).click()
  const dialog = page.getByRole('dialog', { name: `Report a message from ${pol}` })
  await dialog.getByRole('radio', { name: 'Hateful' }).check()
  await dialog.getByLabel('Earlier messages to include').selectOption('1 message')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'nswer me' })).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  const sent = page.getByRole('dialog', { name: 'Report sent' })
  await sent.getByRole('button', { name: 'Done' }).click()
  await expect(sent).toHaveCount(0)

  const moderators = await browser.newContext()
  await signInAs(moderators, 'demo_ben')
  const queue = await moderators.newPage()
  await queue.goto(`${forumUrl}/bbs/moderation`)
  const handedOver = queue
    .getByRole('list', { name: 'Messages handed over by a member' })
    .filter({ hasText: `Answer me, or else, ${cat}.` })
  await expect(handedOver.getByRole('listitem')).toHaveCount(2)
  await expect(handedOver).toContainText('Then answer me.')
  await expect(queue.getByText('under the third stone')).toHaveCount(0)
  // Nor can they open the conversation.
  await queue.goto(address)
  await expect(queue.getByRole('heading', { name: 'Conversation not found' })).toBeVisible()
  await moderators.close()

  const pests = await browser.newContext()
  await signInAs(pests, pol)
  const theirs = await pests.newPage()
  const listening = waitForConnection(theirs)
  await theirs.goto(address)
  await listening
  await expect(box(theirs, cat)).toBeVisible()
  await page.getByRole('button', { name: 'More about this conversation' }).click()
  await page.getByRole('menuitem', { name: `Block ${pol}…` }).click()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText(`You have blocked ${pol}. Unblock them to write.`)).toBeVisible()
  await expect(box(page, pol)).toHaveCount(0)
  // Nothing tells them before they write.
  await box(theirs, cat).fill('Still there?')
  await theirs.getByRole('button', { name: 'Send' }).click()
  const refused = bubble(theirs, 'Still there?')
  await expect(refused).toContainText('doesn’t accept messages from you.')
  await expect(bubble(page, 'Still there?')).toHaveCount(0)

  await page.getByRole('button', { name: `Unblock ${pol}` }).click()
  await expect(box(page, pol)).toBeVisible()
  await expect(bubble(page, 'Still there?')).toHaveCount(0)
  await refused.getByRole('button', { name: 'Try again' }).click()
  await expect(bubble(page, 'Still there?')).toHaveCount(1)
  await pests.close()
})

test('a visitor signs in to write; who is banned from the only common community can’t begin', async ({
  browser,
  page,
  context,
}) => {
  const [dee, eve] = [freshName('open_dee'), freshName('shut_eve')]
  for (const name of [dee, eve]) {
    await makeAccount(context.request, name)
    await (await apiAs(context.request, name)).call('community/join', { tokenName: 'FORUM', join: true })
  }
  await page.goto(`${forumUrl}/author/${dee}`)
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  await expect(page).toHaveURL(/message$/)
  await page.getByLabel('Username or email').fill(eve)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(box(page, dee)).toBeVisible()

  // The name of an author shows their card, on focus as under a pointer.
  await page.goto(`${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first`)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  const authors = page.locator('.stoa-comment-author')
  const shownCard = async (name: string | null) => {
    const card = page.getByRole('dialog', { name: name ?? '', exact: true })
    await expect(card.getByRole('link', { name: 'Message', exact: true })).toBeVisible()
    return card
  }
  await authors.first().hover()
  const card = await shownCard(await authors.first().textContent())
  await page.mouse.move(2, 2)
  await expect(card).toHaveCount(0)
  await authors.nth(1).press('i')
  await shownCard(await authors.nth(1).textContent())
  await page.keyboard.press('Escape')
  await expect(authors.nth(1)).toBeFocused()

  // Nobody may write first any more.
  const own = await browser.newContext()
  await signInAs(own, dee)
  const settings = await own.newPage()
  await settings.goto(`${forumUrl}/bbs/my-account/settings/messages`)
  await settings.getByLabel('No one').check()
  await settings.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(settings.getByRole('group', { name: 'Unsaved changes' })).toBeHidden()
  await own.close()
  await page.goto(`${forumUrl}/author/${dee}/message`)
  await expect(page.getByText(`${dee} doesn’t accept messages from you.`)).toBeVisible()
  await expect(box(page, dee)).toHaveCount(0)

  const banned = await browser.newContext()
  await signInAs(banned, 'demo_mo')
  const theirs = await banned.newPage()
  await theirs.goto(`${forumUrl}/author/${dee}/message`)
  await expect(theirs.getByText(`${dee} doesn’t accept messages from you.`)).toBeVisible()
  await expect(box(theirs, dee)).toHaveCount(0)
  await banned.close()
})
