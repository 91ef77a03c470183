import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { apiAs, forumUrl, makeAccount, PASSWORD, signInWindow } from '../support/harness.ts'

type Response = { post: { id: string; slugUrl: string } }

/** Adds what the demonstration lacks, and returns the ids that addresses of stops name. */
export async function prepareDemo(request: APIRequestContext): Promise<Record<string, string>> {
  await makeAccount(request, 'screens_nora')
  const emi = await apiAs(request, 'demo_emi')
  const { community } = await emi.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  const draft = (title: string) =>
    emi.call<Response>('post/drafts/save', {
      tokenName: 'FORUM',
      flairId: community.activeFlairs[0]?.id,
      title,
      postContent: JSON.stringify({
        blocks: [
          { type: 'paragraph', data: { text: 'Six seedlings, one balcony. Come and take some before they notice.' } },
        ],
      }),
    })
  const { post } = await draft('Tomatoes to give away')
  const later = await draft('Seed swap in the hall')
  const tomorrow = Date.now() + 24 * 60 * 60 * 1000
  await emi.call('post/drafts/schedule', { tokenName: 'FORUM', postId: later.post.id, scheduledAt: tomorrow })
  const about = await emi.read<Response>('posts/what-should-the-square-get-first?tokenName=FORUM')
  await emi.call('report/create', {
    tokenName: 'FORUM',
    reportedType: 'Post',
    reportedPostId: about.post.id,
    reportReason: 'spam',
  })
  const asked = await emi.read<Response>('posts/should-the-market-square-be-car-free-on-saturdays?tokenName=FORUM')
  const responses = await emi.read<{ items: { id: string }[] }>(`responses?postId=${asked.post.id}`)
  return { draft: post.id, response: responses.items[0]?.id ?? '', conversation: await converse(request, forumUrl) }
}

/** A conversation of two members, of whom one has blocked somebody and muted a word. Returns its id. */
export async function converse(request: APIRequestContext, forum: string): Promise<string> {
  const [emi, cleo] = [await apiAs(request, 'demo_emi', forum), await apiAs(request, 'demo_cleo', forum)]
  const idOf = async (slug: string) => (await emi.read<{ user: { id: string } }>(`users/${slug}`)).user.id
  const [emiId, cleoId, gilId] = [await idOf('demo-emi'), await idOf('demo-cleo'), await idOf('demo-gil')]
  const say = (api: typeof emi, text: string, recipientId: string) =>
    api.call<{ conversationId: string }>('dm/send', { recipientId, text })
  const { conversationId } = await say(cleo, 'Are the tomatoes still there? I have two balconies.', emiId)
  await emi.call('dm/accept', { conversationId })
  await say(emi, 'Four are left. They grow while we write.', cleoId)
  await say(emi, 'https://example.com/how-to-carry-a-tomato-home-without-breaking-it', cleoId)
  await say(cleo, 'שלום, I’ll come at six, with a box.', emiId)
  await emi.call('dm/block', { blockUserId: gilId, block: true })
  await emi.call('notification/block', { entityType: 'word', text: 'zeppelin', block: true })
  return conversationId
}

/** Presses the text box, as a reader who is going to write, and waits until the comments are hydrated. */
export async function approachWidget(page: Page): Promise<void> {
  const widget = page.locator('stoa-comments')
  await widget.scrollIntoViewIfNeeded()
  const box = widget.getByRole('textbox').first()
  // A banned reader's box is replaced by a notice.
  await box.click({ timeout: 5000 }).catch(() => {})
  await widget.locator('script[type="application/json"]').first().waitFor({ state: 'detached' })
}

/** Signs a member of the forum in to the partner's page, too. */
export async function signInToWidget(context: BrowserContext, article: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(article)
  await approachWidget(page)
  await page.locator('stoa-reactions').getByRole('button').first().click()
  const popup = await signInWindow(page)
  const signedIn = page.waitForResponse((response) => response.url().includes('/api/viewer/facts'))
  await popup.getByRole('button', { name: /^Continue as/ }).click()
  await signedIn
  await page.close()
}

/** Creates the owner of a new forum. */
export async function claimForum(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Username').fill('ada')
  await page.locator('[name="email"]').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create owner account' }).click()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
}
