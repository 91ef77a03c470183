import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import {
  type ApiClient,
  apiAs,
  expect,
  forumData,
  forumUrl,
  freshName,
  makeAccount,
  PASSWORD,
  signInAs,
  test,
  waitForConnection,
} from '../support/harness.ts'

const LAST_YEAR_MS = 400 * 86_400_000
const SERVER = resolve(import.meta.dirname, '../../server')

/** Dates a post back; the next edit indexes it again. No call can. */
function dateBack(postId: string): void {
  const script = `
    const [file, id, at] = process.argv.slice(1)
    const database = new (require('libsql'))(file, { timeout: 20000 })
    database.prepare('update posts set created_at = ?, active_at = ? where id = ?').run(Number(at), Number(at), id)
    database.close()`
  const at = String(Date.now() - LAST_YEAR_MS)
  execFileSync(process.execPath, ['--eval', script, join(forumData, 'stoa.sqlite'), postId, at], { cwd: SERVER })
}

async function memberNamed(request: APIRequestContext, name: string): Promise<ApiClient & { id: string }> {
  await makeAccount(request, name)
  const api = await apiAs(request, name)
  await api.call('community/join', { tokenName: 'FORUM', join: true })
  return { ...api, id: (await api.read<{ user: { id: string } }>('me')).user.id }
}

interface OldPost {
  id: string
  title: string
  path: string
}

/** A post from last year with more comments than a page shows. */
async function writeOldPost(author: ApiClient, title: string): Promise<OldPost> {
  const { community } = await author.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  const about = {
    tokenName: 'FORUM',
    kind: 'community',
    title,
    postContent: JSON.stringify({
      blocks: [{ type: 'paragraph', data: { text: 'Folded from the ferry’s old maps.' } }],
    }),
    flairId: community.activeFlairs[0]?.id,
  }
  const { post } = await author.call<{ post: { id: string; slugUrl: string } }>('post/create', {
    ...about,
    saveAsDraft: false,
  })
  for (let count = 1; count <= 11; count += 1)
    await author.call('comment/create', { tokenName: 'FORUM', postId: post.id, content: `Boat ${count} floats.` })
  dateBack(post.id)
  await author.call('post/edit', { ...about, postId: post.id })
  return { id: post.id, title, path: `/bbs/FORUM/community/${post.slugUrl}` }
}

async function accessToken(request: APIRequestContext, login: string): Promise<string> {
  const response = await request.post(`${forumUrl}/api/auth/signIn`, {
    data: { login, password: PASSWORD },
    headers: { origin: forumUrl },
  })
  return ((await response.json()) as { payload: { accessToken: string } }).payload.accessToken
}

const comment = (page: Page, text: string) =>
  page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: text })
const hit = (page: Page, title: string) => page.getByRole('main').getByRole('article').filter({ hasText: title })

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

test('on a phone a member finds a post from last year, goes on reading it, writes to its author, and ends a nuisance', async ({
  context,
  page,
  request,
}) => {
  const [fin, pia, pax] = [freshName('finding_fin'), freshName('folding_pia'), freshName('pest_pax')]
  const author = await memberNamed(request, pia)
  const pest = await memberNamed(request, pax)
  const reader = await memberNamed(request, fin)
  const word = freshName('regatta')
  const post = await writeOldPost(author, `A ${word} of paper boats`)
  const target = { tokenName: 'FORUM', postId: post.id }
  await reader.call('post/read', { postId: post.id, until: Date.now() })
  await author.call('comment/create', { ...target, content: 'The glue holds after all.' })
  await pest.call('comment/create', { ...target, content: 'Paper, how childish.' })
  await author.call('comment/create', { ...target, content: 'Next one is on Sunday, bring marmalade.' })

  // Found by two words that are almost right, among posts before this year.
  await signInAs(context, fin)
  await page.goto(forumUrl)
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).tap()
  const field = page.getByRole('main').locator('input[name=q]:not([type=hidden])')
  const lastYear = `before:${new Date().getUTCFullYear()}-01-01`
  await expect(async () => {
    await field.fill(`boat ${word}s ${lastYear}`)
    await field.press('Enter')
    await expect(hit(page, post.title)).toBeVisible({ timeout: 1000 })
  }).toPass()

  // It opens at the first unread comment; the others follow.
  await hit(page, post.title).getByRole('link', { name: '3 new', exact: true }).tap()
  await expect(page).toHaveURL(/\/comment\/\w{20}\?sort=old#new$/)
  await expect(comment(page, 'The glue holds')).toBeFocused()
  await expect(comment(page, 'The glue holds')).toBeInViewport()
  await expect(page.getByRole('heading', { name: '14 comments · 3 new' })).toBeVisible()
  const thread = page.locator('.stoa-comments-list > li')
  await expect(thread).toHaveText([/New since your last visit.*The glue holds/s, /how childish/, /bring marmalade/])

  // A message to the author, who answers.
  const connected = waitForConnection(page)
  await comment(page, 'The glue holds').getByRole('link', { name: pia }).tap()
  await page.getByRole('main').getByRole('link', { name: 'Message', exact: true }).tap()
  const box = page.getByRole('textbox', { name: `Message to ${pia}` })
  await box.fill('May I bring a boat made of foil?')
  await page.getByRole('button', { name: 'Send' }).tap()
  await expect(page).toHaveURL(/\/bbs\/messages\/\w{20}$/)
  await expect(page.locator('.stoa-talk-message')).toHaveCount(1)
  const conversation = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.reload()
  await connected
  await page.goto(`${forumUrl}/bbs/picker`)
  await author.call('dm/send', { recipientId: reader.id, text: 'Bring two.' })
  const inbox = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Messages, 1 unread' })
  await expect(inbox).toBeVisible()
  // A device that is woken up shows it.
  const pending = `notification/push/pending?tag=dm:${conversation}`
  await expect.poll(async () => (await reader.read<{ show: object[] }>(pending)).show.length).toBe(1)
  await inbox.tap()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Bring two/ })
    .tap()
  await expect(page.locator('.stoa-talk-message')).toHaveText([/made of foil/, /Bring two/])

  // A word they are tired of, and a pest.
  await page.goto(`${forumUrl}/bbs/my-account/settings/hidden`)
  await page.getByLabel('Word or phrase').fill('marmalade')
  await page.keyboard.press('Enter')
  await expect(page.getByText('marmalade is muted.')).toBeVisible()
  await page.goto(`${forumUrl}${post.path}?sort=new`)
  await comment(page, 'how childish')
    .getByRole('button', { name: /^More actions/ })
    .tap()
  await page.getByRole('menuitem', { name: `Block ${pax}…` }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).tap()
  await expect(page.getByText(/^Hidden because you blocked this person\./)).toBeVisible()
  await expect(page.getByText(/^Hidden because you muted a word in it\./)).toBeVisible()
  await expect(page.getByText(/how childish|bring marmalade/)).toHaveCount(0)
  await expect(comment(page, 'The glue holds')).toBeVisible()
})

test('a visitor, a banned member and a moderator find the post, too, and may do what their role allows', async ({
  browser,
  page,
  request,
}) => {
  const [sue, pia] = [freshName('silent_sue'), freshName('proud_pia')]
  const author = await memberNamed(request, pia)
  const other = await memberNamed(request, sue)
  const word = freshName('flotilla')
  const post = await writeOldPost(author, `The ${word} of the bathtub`)
  const { conversationId } = await author.call<{ conversationId: string }>('dm/send', {
    recipientId: other.id,
    text: 'Between us: it sank.',
  })
  /** What the server answers: ok, or an error’s code. */
  const answer = async (token: string, path: string, data?: object) => {
    const headers = { origin: forumUrl, ...(token && { authorization: `Bearer ${token}` }) }
    const options = { headers, ...(data && { data }) }
    const response = await request.fetch(`${forumUrl}/api/${path}`, { method: data ? 'POST' : 'GET', ...options })
    return response.ok() ? 'ok' : ((await response.json()) as { code: string }).code
  }
  const tries = async (login: string) => {
    const token = login === '' ? '' : await accessToken(request, login)
    return {
      read: await answer(token, 'post/read', { postId: post.id, until: Date.now() }),
      write: await answer(token, 'dm/send', { recipientId: author.id, text: 'May I float along?' }),
      listen: await answer(token, `dm/conversations/${conversationId}/messages`),
      mute: await answer(token, 'notification/block', { entityType: 'word', text: 'bathtub', block: true }),
      unmute: await answer(token, 'notification/block', { entityType: 'word', text: 'bathtub', block: false }),
      block: await answer(token, 'dm/block', { blockUserId: other.id, block: true }),
    }
  }
  const signIn = 'AUTH_REQUIRED'
  expect(await tries('')).toEqual({
    read: signIn,
    write: signIn,
    listen: signIn,
    mute: signIn,
    unmute: signIn,
    block: signIn,
  })
  const own = { read: 'ok', listen: 'CONVERSATION_NOT_FOUND', mute: 'ok', unmute: 'ok', block: 'ok' }
  expect(await tries('demo_mo')).toEqual({ ...own, write: 'DM_NOT_ALLOWED' })
  expect(await tries('demo_ben')).toEqual({ ...own, write: 'ok' })

  const banned = await browser.newContext()
  const moderator = await browser.newContext()
  await signInAs(banned, 'demo_mo')
  await signInAs(moderator, 'demo_ben')
  for (const [tab, mayModerate] of [
    [page, false],
    [await banned.newPage(), false],
    [await moderator.newPage(), true],
  ] as const) {
    await tab.goto(`${forumUrl}/bbs/search?q=bathtub+${word}`)
    await hit(tab, post.title).getByRole('heading').getByRole('link').click()
    await expect(comment(tab, 'Boat 11 floats.')).toBeVisible()
    await comment(tab, 'Boat 11 floats.')
      .getByRole('button', { name: /^More actions/ })
      .click()
    await expect(tab.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
    await expect(tab.getByRole('menuitem', { name: 'Hide for everyone…' })).toHaveCount(mayModerate ? 1 : 0)
  }
  await banned.close()
  await moderator.close()
  // The visitor is asked to sign in before writing.
  await page.goto(`${forumUrl}/author/${pia}/message`)
  await expect(page.getByLabel('Username or email')).toBeVisible()
})
