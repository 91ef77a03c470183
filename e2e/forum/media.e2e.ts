import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiAs, expect, forumUrl, signInAs, test } from '../support/harness.ts'

test.use({
  // Chromium's fake camera and microphone, allowed without a prompt.
  launchOptions: async ({ launchOptions }, provide) => {
    const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
    await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fake] })
  },
})

const picture = {
  name: 'ladder.webp',
  mimeType: 'image/webp',
  buffer: readFileSync(join(import.meta.dirname, '../../docs/images/forum-light.webp')),
}

const captions = {
  name: 'whistle.vtt',
  mimeType: 'text/vtt',
  buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:05.000\nA long whistle\n'),
}

test('a picture from the device is uploaded into a post and resized to fit', async ({ page, context }) => {
  await signInAs(context, 'demo_faye')
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await page.getByLabel('Title').fill('The ladder in the evening')
  await page.getByLabel('Topic').selectOption('Ideas')
  const editor = page.locator('.stoa-editor[data-state="ready"] .stoa-editor-place')
  await editor.locator('[contenteditable="true"]').first().click()
  await page.keyboard.type('/image')
  await page.keyboard.press('Enter')
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: 'Choose images' }).click()
  await (await fileChooser).setFiles(picture)
  await expect(editor.locator('img').first()).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/the-ladder-in-the-evening/)
  const figure = page.locator('.stoa-post-figure-image')
  await expect(figure).toHaveAttribute('srcset', /\/media\/\w{20}\/480\.webp 480w/)
  await expect.poll(() => figure.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
})

test('a member responds with a video recorded in the browser', async ({ page, context, request }) => {
  const gil = await apiAs(request, 'demo_gil')
  const paragraph = { type: 'paragraph', data: { text: 'Show me.' } }
  const { community } = await gil.read<{ community: { activeFlairs: { id: string }[] } }>('communities/FORUM')
  const { post } = await gil.call<{ post: { id: string; slugUrl: string } }>('post/create', {
    tokenName: 'FORUM',
    title: 'Who can whistle?',
    flairId: community.activeFlairs[0]?.id,
    postContent: JSON.stringify({ blocks: [paragraph] }),
  })
  await signInAs(context, 'demo_faye')
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create?parentPostId=${post.id}`)
  await page.getByLabel('Title').fill('Listen to this')
  await page.getByLabel('Topic').selectOption('Ideas')
  await page.getByRole('button', { name: 'Record a video' }).click()
  await page.getByRole('button', { name: 'Start recording' }).click()
  await expect(page.getByText('0:02')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Use this recording' }).click()
  const editor = page.locator('.stoa-editor[data-state="ready"] .stoa-editor-place')
  await expect(editor.locator('video')).toBeVisible({ timeout: 60_000 })
  await editor.locator('.stoa-editor-card', { has: page.locator('video') }).click()
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add captions (WebVTT)' }).click()
  await (await fileChooser).setFiles(captions)
  await expect(page.getByRole('button', { name: 'Remove captions' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/listen-to-this/)
  const video = page.locator('.stoa-post-figure-video')
  await expect(video.locator('source')).toHaveAttribute('src', /\/media\/\w{20}\/video\.(mp4|webm)/)
  await expect(video.locator('track')).toHaveAttribute('src', /\/media\/\w{20}\/captions\.vtt/)
  await video.evaluate((player: HTMLVideoElement) => {
    player.muted = true
    return player.play()
  })
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0)
  const cue = () => video.evaluate((player: HTMLVideoElement) => (player.textTracks[0]?.cues?.[0] as VTTCue)?.text)
  await expect.poll(cue).toBe('A long whistle')
})

test('a member uploads a profile picture, sees it next to their name, and removes it', async ({ page, context }) => {
  await signInAs(context, 'demo_faye')
  await page.goto(`${forumUrl}/bbs/my-account/settings`)
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /photo$/ }).click()
  await (await fileChooser).setFiles({ ...picture, name: 'large.webp', buffer: Buffer.alloc(1024 * 1024 + 1) })
  await expect(page.getByText('This image is 1.1 MB. The limit is 1 MB.')).toBeVisible()
  const secondFileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /photo$/ }).click()
  await (await secondFileChooser).setFiles(picture)
  const profilePicture = page.locator('.stoa-settings-picture img')
  await expect(profilePicture).toHaveAttribute('src', /\/media\/\w{20}\/\d+\.webp$/)
  await expect.poll(() => profilePicture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  const saved = page.getByRole('region', { name: 'Notifications' }).getByText('Saved', { exact: true }).last()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(saved).toBeVisible()
  await page.reload()
  await expect(profilePicture).toHaveAttribute('src', /\/media\/\w{20}\/\d+\.webp$/)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(saved).toBeVisible()
  await page.reload()
  await expect(profilePicture).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a photo' })).toBeVisible()
})

test('an owner adds a logo to the community, which its page shows, and removes it', async ({ page, context }) => {
  await signInAs(context, 'demo_ada')
  await page.goto(`${forumUrl}/bbs/FORUM/admin-settings/general`)
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a logo' }).click()
  await (await fileChooser).setFiles(picture)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const header = page.locator('.stoa-app-community > .stoa-avatar img')
  await expect(header).toHaveAttribute('src', /\/media\/\w{20}\/\d+\.webp/)
  await page.reload()
  await expect(header).toHaveAttribute('src', /\/media\/\w{20}\/\d+\.webp/)
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await save.click()
  await expect(header).toBeHidden()
  await page.goto(`${forumUrl}/bbs/FORUM/tab/activity`)
  await expect(page.getByText(/Logo: \/media\/\w{20}\S+ → none/)).toBeVisible()
})
