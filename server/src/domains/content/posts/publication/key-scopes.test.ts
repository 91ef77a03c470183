import { type CallName, type KeyScope, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { seedCommunity } from '../../../../../test/seed-community.ts'

const tokenName = 'GARDEN'
let stoa: TestApp
let communityId: string
let owner: { id: string; token: string }
let keys: Record<'write' | 'moderate', string>
let count = 0

beforeAll(async () => {
  stoa = await startTestApp()
  communityId = await seedCommunity(stoa, { tokenName, approvePosts: true })
})
beforeEach(async () => {
  count += 1
  owner = await stoa.member(`keeper_${count}`, { join: [tokenName] })
  await stoa.app.services.memberships.setRole(communityId, owner.id, { owner: true })
  const keyWith = async (scopes: KeyScope[]) => {
    const input = { name: 'A script', scopes, expiresAt: null }
    return (await call('apiKeyCreate', input)).payload.secret as string
  }
  keys = { write: await keyWith(['read', 'write']), moderate: await keyWith(['read', 'write', 'moderate']) }
})
afterAll(() => stoa.close())

async function call(name: CallName, input: object, token = owner.token) {
  const { body } = await stoa.call(name, input as never, { token })
  expect([name, body.code]).toEqual([name, undefined])
  return body as { payload: Record<string, never> & { secret?: unknown; post: { id: string; status: number } } }
}

const words = () => ({
  title: 'Bulbs',
  kind: 'community',
  postContent: JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: `Plant them now, ${(count += 1)}.` } }] }),
})
const statusOf = async (postId: string) => (await stoa.app.services.posts.facts(postId)).status

async function schedule(token: string, postId?: string): Promise<string> {
  const about = { tokenName, ...words(), saveAsDraft: true }
  const id = postId ?? (await call('postCreate', about, token)).payload.post.id
  await call('postDraftSchedule', { tokenName, postId: id, scheduledAt: stoa.clock.now() + 1000 }, token)
  return id
}

async function timeComes(): Promise<void> {
  stoa.clock.advance(1000)
  await stoa.app.jobs.drain()
}

test('what an owner’s key schedules waits for approval like what it publishes at once', async () => {
  const { post } = (await call('postCreate', { tokenName, ...words() }, keys.write)).payload
  expect(post.status).toBe(PostStatus.pending)
  const byKey = await schedule(keys.write)
  const byModerator = await schedule(keys.moderate)
  const byOwner = await schedule(owner.token)
  await timeComes()
  expect([await statusOf(byKey), await statusOf(byModerator), await statusOf(byOwner)]).toEqual([
    ...[PostStatus.pending, PostStatus.published, PostStatus.published],
  ])
})

test('a key’s edit of a post that its owner scheduled limits it, and only the owner’s new schedule lifts that', async () => {
  const edited = await schedule(owner.token)
  await call('postEdit', { tokenName, postId: edited, ...words() }, keys.write)
  // Neither the owner's edit nor a greater key's makes the text one that the owner has scheduled.
  await call('postEdit', { tokenName, postId: edited, ...words() })
  await call('postEdit', { tokenName, postId: edited, ...words() }, keys.moderate)
  const again = await schedule(keys.write)
  await schedule(owner.token, again)
  const lowered = await schedule(keys.moderate)
  await schedule(keys.write, lowered)
  await timeComes()
  expect([await statusOf(edited), await statusOf(again), await statusOf(lowered)]).toEqual([
    ...[PostStatus.pending, PostStatus.published, PostStatus.pending],
  ])
})

test('so does a post that waited for captions', async () => {
  await call('communityEdit', { tokenName, requireTranscripts: true })
  const blocks = [
    { type: 'paragraph', data: { text: 'Listen.' } },
    { type: 'audio', data: { url: 'https://files.example/talk.mp3' } },
  ]
  const waiting = async (token: string) => {
    const postContent = JSON.stringify({
      blocks: [...blocks, { type: 'paragraph', data: { text: `${(count += 1)}` } }],
    })
    const { post } = (await call('postCreate', { tokenName, ...words(), postContent }, token)).payload
    expect(post.status).toBe(PostStatus.waitingForTranscript)
    return post.id
  }
  const [byKey, byOwner] = [await waiting(keys.write), await waiting(owner.token)]
  await call('communityEdit', { tokenName, requireTranscripts: false })
  await stoa.app.jobs.drain()
  expect([await statusOf(byKey), await statusOf(byOwner)]).toEqual([PostStatus.pending, PostStatus.published])
})

test('a person’s own call says nothing of keys, and a key’s what it may do', async () => {
  const scopesBy = async (token: string) => (await stoa.call('me', {}, { token })).body.payload.user.keyScopes
  expect([await scopesBy(owner.token), await scopesBy(keys.write)]).toEqual([undefined, ['read', 'write']])
})
