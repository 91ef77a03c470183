import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type CallInput, type Media, type PostDocument, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { seedCommunity } from '../../../../../test/seed-community.ts'
import { upload } from '../../../../../test/uploads.ts'

const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nA tone.\n'
const tokenName = 'SPOKEN'
const folder = mkdtempSync(join(tmpdir(), 'stoa-transcripts-'))
const HOUR_MS = 3_600_000
let sound: Buffer
let stoa: TestApp
let provider: Server
let ada: { id: string; token: string }
let admin: { id: string; token: string }
/** What the provider was asked, and what it answers. */
let asked: { headers: IncomingMessage['headers']; body: Buffer }[] = []
let answer: { status: number; body: string }

beforeAll(async () => {
  const file = join(folder, 'a.wav')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=frequency=440', '-t', '1', file])
  sound = readFileSync(file)
  provider = createServer((request, response) => {
    void buffer(request).then((body) => {
      asked.push({ headers: request.headers, body })
      response.writeHead(answer.status, { 'content-type': 'text/vtt' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  stoa = await startTestApp({
    STOA_TRANSCRIPTS_URL: `http://stoa:secret@127.0.0.1:${port}/captions`,
    LOG_LEVEL: 'silent',
  })
  const communityId = await seedCommunity(stoa, { tokenName, requireTranscripts: true })
  await seedCommunity(stoa)
  ada = await stoa.member('ada_demo', { join: [tokenName, 'FORUM'] })
  admin = await stoa.member('admin_demo', { networkAdmin: true })
  await stoa.app.services.memberships.setRole(communityId, admin.id, { permissions: ['editBBS'] })
})
/** Tokens live for ten minutes, and some tests let hours pass. */
async function signIn(): Promise<void> {
  for (const person of [ada, admin]) {
    const { signedIn } = await stoa.app.services.sessions.begin({ userId: person.id, site: '', lasting: true })
    person.token = signedIn.accessToken
  }
}
beforeEach(async () => {
  await signIn()
  asked = []
  answer = { status: 200, body: VTT }
})
afterAll(async () => {
  await stoa.close()
  await new Promise((resolve) => provider.close(resolve))
  rmSync(folder, { recursive: true })
})

const recording = () => upload(stoa, ada.token, { filename: 'a.wav', filetype: 'audio/wav', bytes: sound })
const contentOf = (...urls: string[]) =>
  JSON.stringify({
    blocks: [
      { type: 'paragraph', data: { text: 'Listen.' } },
      ...urls.map((url) => ({ type: 'audio', data: { url } })),
    ],
  })

async function create(input: Partial<CallInput<'postCreate'>>) {
  const about = { tokenName, title: 'A recording', kind: 'community' as const, postContent: contentOf() }
  const { body } = await stoa.call('postCreate', { ...about, ...input }, { token: ada.token })
  expect(body).toMatchObject({ status: 'success' })
  return body.payload.post
}
const createWith = (media: Media, input: Partial<CallInput<'postCreate'>> = {}) =>
  create({ postContent: contentOf(media.url), ...input })
const get = async (postId: string, token?: string) =>
  (await stoa.call('postGet', { idOrSlug: postId }, token ? { token } : {})).body.payload?.post
const statusOf = async (postId: string) => (await get(postId, ada.token))?.status
async function captionsIn(postId: string): Promise<unknown[]> {
  const { blocks } = JSON.parse((await get(postId, ada.token)).postContent) as PostDocument
  return blocks.flatMap(({ type, data }) => (type === 'audio' ? [(data as { captions?: string }).captions] : []))
}

test('a post waits for its transcript, which the provider creates from the file', async () => {
  const media = await recording()
  const { id } = await createWith(media)
  expect([await statusOf(id), await get(id)]).toEqual([PostStatus.waitingForTranscript, undefined])
  await stoa.app.jobs.drain()
  const file = Buffer.from(await (await fetch(new URL(media.url, stoa.url))).arrayBuffer())
  expect(asked.map(({ headers, body }) => [headers['content-type'], headers.authorization, body.equals(file)])).toEqual(
    [['audio/mp4', `Basic ${Buffer.from('stoa:secret').toString('base64')}`, true]],
  )
  expect((await get(id)).status).toBe(PostStatus.published)
  const [captions] = (await captionsIn(id)) as string[]
  const served = await fetch(new URL(captions ?? '', stoa.url))
  expect([served.headers.get('content-type'), await served.text()]).toEqual(['text/vtt; charset=utf-8', VTT])
  expect((await stoa.call('communityGet', { tokenName })).body.payload.community.totalPosts).toBe(1)
  // The captions belong to the recording, and another post with it waits for nothing.
  expect((await createWith(media)).status).toBe(PostStatus.published)
  await stoa.app.jobs.drain()
  expect(asked).toHaveLength(1)
})

test('if the provider fails permanently, the author is notified and can add captions', async () => {
  answer = { status: 200, body: 'Sorry, no.' }
  const media = await recording()
  const { id } = await createWith(media)
  for (let tries = 0; tries < 8; tries += 1) {
    await stoa.app.jobs.drain()
    stoa.clock.advance(HOUR_MS)
  }
  await signIn()
  expect([asked.length, await statusOf(id)]).toEqual([5, PostStatus.waitingForTranscript])
  const told = (await stoa.call('notificationList', {}, ada)).body.payload.items
  expect(told).toMatchObject([{ kind: 'moderation', decision: { action: 'transcriptFailed' }, post: { id } }])
  await upload(stoa, ada.token, {
    filename: 'a.vtt',
    filetype: 'text/vtt',
    purpose: 'captions',
    captionsFor: media.id,
    bytes: Buffer.from(VTT),
  })
  expect([await statusOf(id), (await captionsIn(id)).length]).toEqual([PostStatus.published, 1])
})

test('a published post refuses a new video without captions, and an anonymous one always does', async () => {
  const { id } = await create({})
  const media = await recording()
  const edit = (postContent: string) =>
    stoa.call('postEdit', { postId: id, tokenName, title: 'Edited', kind: 'community', postContent }, ada)
  const refused = [{ field: 'postContent', message: 'Add captions to each video and recording first.' }]
  expect((await edit(contentOf(media.url))).body).toMatchObject({ code: 'VALIDATION_FAILED', details: refused })
  await stoa.call('postDelete', { postId: id, tokenName, hidden: true }, ada)
  expect((await edit(contentOf(media.url))).body).toMatchObject({ code: 'VALIDATION_FAILED', details: refused })
  await stoa.call('postDelete', { postId: id, tokenName, hidden: false }, ada)
  await upload(stoa, ada.token, {
    filename: 'a.vtt',
    filetype: 'text/vtt',
    purpose: 'captions',
    captionsFor: media.id,
    bytes: Buffer.from(VTT),
  })
  expect((await edit(contentOf(media.url))).body.payload.post.status).toBe(PostStatus.published)
  const foreign = contentOf('https://films.example/a.mp3')
  expect((await edit(foreign)).body).toMatchObject({ code: 'VALIDATION_FAILED', details: refused })
  const anonymous = stoa.app.services.posts.createAnonymously(null, {
    tokenName,
    title: 'Nobody',
    postContent: foreign,
    accountIds: [],
  })
  await expect(anonymous).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: refused })
})

test('removing the video, or the community’s requirement, ends the waiting', async () => {
  answer = { status: 503, body: '' }
  const media = await recording()
  const [edited, scheduled, hidden, last] = [
    await createWith(media),
    await createWith(media, { saveAsDraft: true }),
    await createWith(media),
    await createWith(media),
  ]
  const input = { postId: edited.id, tokenName, title: 'Words', kind: 'community' as const, postContent: contentOf() }
  expect((await stoa.call('postEdit', input, ada)).body.payload.post.status).toBe(PostStatus.published)

  const scheduledAt = stoa.clock.now() + 1000
  await stoa.call('postDraftSchedule', { postId: scheduled.id, tokenName, scheduledAt }, ada)
  stoa.clock.advance(1000)
  await stoa.call('postDelete', { postId: hidden.id, tokenName, hidden: true }, ada)
  await stoa.app.jobs.drain()
  expect(await statusOf(scheduled.id)).toBe(PostStatus.waitingForTranscript)
  const { items } = (await stoa.call('postList', { type: 'userPending' }, ada)).body.payload
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([scheduled.id, last.id]))

  const required = { tokenName, requireTranscripts: false }
  expect((await stoa.call('communityEdit', required, admin)).body.payload.community.requireTranscripts).toBe(false)
  await stoa.app.jobs.drain()
  expect(await Promise.all([scheduled, last].map(({ id }) => statusOf(id)))).toEqual([0, 0])
  const restored = await stoa.call('postDelete', { postId: hidden.id, tokenName, hidden: false }, ada)
  expect(restored.body.payload.post.status).toBe(PostStatus.published)
})

test('without a requirement a post doesn’t wait, and gets the captions later', async () => {
  const media = await recording()
  const { id, status } = await createWith(media, { tokenName: 'FORUM' })
  expect([status, await captionsIn(id)]).toEqual([PostStatus.published, [undefined]])
  await stoa.app.jobs.drain()
  const [captions] = await captionsIn(id)
  expect(captions).toMatch(/^\/media\/\w{20}\/captions\.vtt$/)
})
