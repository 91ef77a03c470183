import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { freePort } from '../../scripts/services/child.mjs'
import {
  apiAs,
  expect,
  forumUrl,
  makeAccount,
  PASSWORD,
  partnerUrl,
  signInAs,
  startForum,
  test,
} from '../support/harness.ts'
import { CLIENT, startIdentityProvider } from '../support/identity-provider.ts'

const PICTURE = `${partnerUrl}/footbridge.png`

/** Publishes a post as a new member; returns its address. */
async function post(context: BrowserContext, username: string, input: { blocks: object[]; heroImage?: object }) {
  await makeAccount(context.request, username)
  const member = await apiAs(context.request, username)
  await member.call('community/join', { tokenName: 'FORUM', join: true })
  const { community } = await member.read<{ community: { activeFlairs: { id: string; name: string }[] } }>(
    'communities/FORUM',
  )
  const flairId = community.activeFlairs.find(({ name }) => name === 'Making')?.id
  const { blocks, heroImage } = input
  const postContent = JSON.stringify({ blocks })
  const about = { tokenName: 'FORUM', title: `By ${username}`, flairId, postContent, heroImage }
  const { post: newPost } = await member.call<{ post: { slugUrl: string } }>('post/create', about)
  return `${forumUrl}/bbs/FORUM/community/${newPost.slugUrl}`
}

/** Other origins that a page requests. */
function foreignRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== forumUrl) requests.push(request.url())
  })
  return requests
}

test('external pictures are loaded through the forum, and videos when they are pressed', async ({
  page,
  context,
  complaints,
}) => {
  const film = `${partnerUrl}/shutters.mp4`
  const address = await post(context, 'picture_ann', {
    heroImage: { url: PICTURE, width: 960, height: 540 },
    blocks: [
      { type: 'image', data: { file: { url: PICTURE, width: 960, height: 540 }, caption: 'The bridge' } },
      { type: 'video', data: { url: film, image: PICTURE, caption: 'The shutters' } },
    ],
  })
  const requests = foreignRequests(page)
  await page.goto(address)
  const picture = page.locator('.stoa-post-figure-image')
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960)
  await page.getByText(/^Loads from 127\.0\.0\.1/).scrollIntoViewIfNeeded()
  expect(requests).toEqual([])
  await page.getByRole('link', { name: /Play video/ }).click()
  await expect.poll(() => requests).toContain(film)
  // This video doesn't exist.
  complaints.length = 0
})

test('copies of pictures in a pasted text are loaded through the forum and uploaded', async ({
  page,
  context,
  complaints,
}) => {
  await signInAs(context, 'demo_gil')
  const requests = foreignRequests(page)
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  const text = page.locator('[data-field="document"] [contenteditable="true"]')
  await text.evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `<p>Look</p><img src="${PICTURE}" alt="The bridge"><img src="${partnerUrl}/none.png" alt="None">`)
  await page.getByRole('button', { name: 'Upload copies' }).click()
  await expect(text.locator('figure img[src^="/media/"]')).toBeVisible()
  await expect(text.getByRole('link', { name: 'None' })).toBeVisible()
  expect(requests).toEqual([])
  // There is no picture at one address.
  complaints.length = 0
})

test('a profile picture is saved if it can be loaded; otherwise the field reports an error', async ({
  page,
  context,
  complaints,
}) => {
  await makeAccount(context.request, 'picture_ben')
  await signInAs(context, 'picture_ben')
  const requests = foreignRequests(page)
  await page.goto(`${forumUrl}/bbs/my-account/settings`)
  const field = page.getByLabel('Image URL')
  const saved = page.getByRole('region', { name: 'Notifications' }).getByText('Saved', { exact: true }).last()
  await page.getByRole('button', { name: 'Use a link…' }).click()
  await expect(field).toBeFocused()
  await field.fill(`${partnerUrl}/nothing.png`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Couldn’t load an image from this URL.')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(saved).toBeHidden()
  complaints.length = 0
  await page.reload()
  await expect(field).toHaveValue(`${partnerUrl}/nothing.png`)
  await field.fill(PICTURE)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(saved).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Use a link…' }).click()
  await expect(field).toHaveValue(PICTURE)
  const avatar = page.locator('.stoa-settings-picture img')
  await expect.poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960)
  expect(requests).toEqual([])
})

test.describe('with a provider that asks for no confirmation', () => {
  const START = '/api/auth/provider/harbor/start'
  const data = mkdtempSync(join(tmpdir(), 'stoa-pictures-'))
  let forum: Awaited<ReturnType<typeof startForum>>
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>

  test.beforeAll(async () => {
    provider = await startIdentityProvider('somebody-else')
    writeFileSync(
      join(data, 'providers.json'),
      JSON.stringify({ harbor: { ...CLIENT, issuer: provider.issuer, name: 'Harbor' } }),
    )
    forum = await startForum({ port: await freePort(), data })
  })
  test.afterAll(async () => {
    await forum.stop()
    await provider.stop()
    rmSync(data, { recursive: true })
  })

  test('posts can’t use a sign-in address as a picture, and no picture, frame or video signs a reader in', async ({
    page,
    context,
    browser,
    complaints,
  }) => {
    await signInAs(context, 'demo_ada', forum.url)
    const headers = { origin: forum.url }
    const signIn = { data: { login: 'demo_ada', password: PASSWORD }, headers }
    const { userId, accessToken } = (await (await context.request.post(`${forum.url}/api/auth/signIn`, signIn)).json())
      .payload
    for (const url of [START, forum.url + START, `${forum.url.toUpperCase()}/media/..${START}`]) {
      const postContent = JSON.stringify({ blocks: [{ type: 'image', data: { file: { url } } }] })
      const response = await context.request.post(`${forum.url}/api/post/create`, {
        data: { tokenName: 'FORUM', title: 'A picture', postContent },
        headers: { ...headers, authorization: `Bearer ${accessToken}` },
      })
      expect([url, response.status()]).toEqual([url, 400])
    }

    await page.route(`${forum.url}/test-page`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<img src="${START}"><iframe src="${START}"></iframe><video src="${START}" preload="auto"></video><embed src="${START}">`,
      }),
    )
    const refused: number[] = []
    page.on('response', (response) => {
      if (response.url() === forum.url + START) refused.push(response.status())
    })
    await page.goto(`${forum.url}/test-page`)
    await expect.poll(() => refused.length).toBeGreaterThanOrEqual(4)
    expect(new Set(refused)).toEqual(new Set([403]))
    const refresh = await context.request.post(`${forum.url}/api/auth/refresh`, { data: {}, headers })
    expect((await refresh.json()).payload.userId).toBe(userId)
    complaints.length = 0

    // A browser that navigates there is signed in as another account.
    const other = await browser.newContext()
    const there = await other.newPage()
    await there.goto(`${forum.url}${START}?next=/bbs/FORUM`)
    const signedIn = await other.request.post(`${forum.url}/api/auth/refresh`, { data: {}, headers })
    expect([signedIn.status(), (await signedIn.json()).payload.userId === userId]).toEqual([200, false])
    await other.close()
  })
})
