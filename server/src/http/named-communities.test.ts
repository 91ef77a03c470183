import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallName, isWrite, type Permission, PostStatus } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask, type HostResponse } from '../../test/ask-as-host.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { seedCommunity } from '../../test/seed-community.ts'
import { seedPost } from '../../test/seed-post.ts'
import { seedReport } from '../../test/seed-report.ts'
import { withoutRequest } from '../../test/without-request.ts'

const data = mkdtempSync(join(tmpdir(), 'stoa-named-'))
mkdirSync(join(data, 'domains'))
writeFileSync(
  join(data, 'domains/garden.json'),
  JSON.stringify({ origin: 'http://garden.example', defaultTokenName: 'GARDEN', isSingleTokenDomain: true }),
)
const SITE = 'https://news.example'
const PERMISSIONS: Permission[] = [
  'hideContent',
  'approveAdmin',
  'whitelistUser',
  'banUser',
  'viewUserEmail',
  'pinPost',
  'hidePremiumContent',
  'editBBS',
]
const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Some words.' } }] })
let stoa: TestApp
let token: string
let userId: string
const communityIds: Record<string, string> = {}

beforeAll(async () => {
  stoa = await startTestApp({ STOA_DATA: data, STOA_URL: 'http://forum.example' })
  const { domains, memberships, partnerOrigins } = stoa.app.services
  for (const [tokenName, urlSlug] of [
    ['FORUM', 'the-forum'],
    ['GARDEN', 'allotments'],
  ] as const) {
    const id = await seedCommunity(stoa, { tokenName, urlSlug })
    communityIds[tokenName] = id
    await partnerOrigins.register(id, SITE)
  }
  await domains.ensureDefaultCommunity()
  const ada = await stoa.member('ada_demo', { join: ['FORUM', 'GARDEN'] })
  for (const id of Object.values(communityIds))
    await memberships.setRole(id, ada.id, { owner: true, moderator: true, permissions: PERMISSIONS })
  token = ada.token
  userId = ada.id
})
// Without topics, posts don't need one.
beforeEach(() => stoa.database.transaction(({ connection }) => connection('flairs').del()))
afterAll(async () => {
  await stoa.close()
  rmSync(data, { recursive: true })
})

type Maker = (tokenName: string, home: string) => Promise<Record<string, unknown>> | Record<string, unknown>

let made = 0
const newPost = (home: string, about: { status?: number; kind?: 'story' } = {}) =>
  seedPost(stoa, { communityId: communityIds[home] ?? '', publisherId: userId, ...about })
async function discussed(home: string): Promise<{ url: string }> {
  const about = article()
  await stoa.call('commentCreate', { tokenName: home, article: about, content: `Words ${(made += 1)}` }, { token })
  return about
}
const newDraft = (home: string) => newPost(home, { status: PostStatus.draft })
async function newFlair(home: string): Promise<string> {
  const row = {
    id: stoa.app.ids.next(),
    community_id: communityIds[home],
    name: 'Topic',
    name_key: `topic ${(made += 1)}`,
  }
  await stoa.database.transaction(({ connection }) => connection('flairs').insert(row))
  return row.id
}
const article = () => ({ url: `${SITE}/story-${(made += 1)}` })
async function newComment(home: string): Promise<string> {
  const input = { tokenName: home, postId: await newPost(home), content: 'Words' }
  return (await stoa.call('commentCreate', input, { token })).body.payload.comment.id
}

async function newMember(home: string): Promise<string> {
  return (await stoa.member(`member_${(made += 1)}`, { join: [home] })).id
}

async function newReport(home: string): Promise<string> {
  return seedReport(stoa, { communityId: communityIds[home] ?? '', personId: await newMember(home) })
}
/** Creates a report, and so a log entry. */
async function newDecision(home: string): Promise<string> {
  const input = { tokenName: home, itemIds: [await newReport(home)], decision: 'approve' as const }
  return (await stoa.call('queueDecide', input, { token })).body.payload.decided[0]?.activityId ?? ''
}

/** For every call that names a community: the input with a name, about something in that community. */
const NAMING: Partial<Record<CallName, Maker>> = {
  communityGet: (tokenName) => ({ tokenName }),
  communityEdit: (tokenName) => ({ tokenName, approvePosts: false }),
  communityTransfer: async (tokenName, home) => {
    await stoa.database.transaction(({ connection }) => connection('ownership_transfers').del())
    return { tokenName, newOwnerId: await newMember(home), confirm: home }
  },
  communityTransferGet: (tokenName) => ({ tokenName }),
  communityMembers: (tokenName) => ({ tokenName }),
  communityLeaderboard: (tokenName) => ({ tokenName }),
  communityJoin: (tokenName) => ({ tokenName, join: true }),
  communityHide: (tokenName) => ({ tokenName, hide: true }),
  postList: (tokenName) => ({ tokenName }),
  postGet: async (tokenName, home) => ({ tokenName, idOrSlug: await newPost(home) }),
  postCreate: (tokenName) => ({ tokenName, title: 'A post', postContent }),
  postEdit: async (tokenName, home) => ({ tokenName, postId: await newPost(home), title: 'Changed', postContent }),
  postDelete: async (tokenName, home) => ({ tokenName, postId: await newPost(home), hidden: true }),
  contentDelete: async (tokenName, home) => ({ tokenName, postId: await newPost(home) }),
  postLock: async (tokenName, home) => ({ tokenName, postId: await newPost(home), isLocked: false }),
  postPin: async (tokenName, home) => ({ tokenName, postId: await newPost(home), isPinned: false }),
  postSyndicate: async (tokenName, home) => ({
    tokenName,
    postId: await newPost(home, { kind: 'story' }),
    syndicate: false,
  }),
  postAnonymous: (tokenName) => ({ tokenName, title: 'A post', postContent }),
  postDraftSave: async (tokenName, home) => ({ tokenName, postId: await newDraft(home), title: 'Begun', postContent }),
  postDraftPublish: async (tokenName, home) => ({ tokenName, postId: await newDraft(home) }),
  postDraftSchedule: async (tokenName, home) => ({
    tokenName,
    postId: await newDraft(home),
    scheduledAt: stoa.clock.now() + 1000,
  }),
  postDraftUnschedule: async (tokenName, home) => ({ tokenName, postId: await newDraft(home) }),
  postDraftDelete: async (tokenName, home) => ({ tokenName, postId: await newDraft(home) }),
  postView: async (tokenName, home) => ({ tokenName, postId: await newPost(home) }),
  postReaction: (tokenName) => ({ tokenName, article: article(), entityType: 'Post', reactionName: 'thumb-up' }),
  commentCreate: async (tokenName, home) => ({ tokenName, postId: await newPost(home), content: 'Words' }),
  commentAnonymous: async (tokenName, home) => ({ tokenName, postId: await newPost(home), content: 'Words' }),
  commentEdit: async (tokenName, home) => ({ tokenName, commentId: await newComment(home), content: 'Changed' }),
  commentDelete: async (tokenName, home) => ({ tokenName, commentId: await newComment(home), hidden: true }),
  commentList: (tokenName) => ({ tokenName, type: 'pending' }),
  articleThread: (community) => ({ community, ...article() }),
  articlePost: async (community, home) => ({ community, ...(await discussed(home)) }),
  articleFragment: (community) => ({ community, ...article() }),
  articleFragments: (community) => ({ community, articles: JSON.stringify([article()]) }),
  articleCounts: (community) => ({ community, articles: [article()] }),
  checkRulesGet: (tokenName) => ({ tokenName }),
  checkRulesEdit: (tokenName) => ({ tokenName, revision: 0 }),
  checkRulesTest: (tokenName) => ({ tokenName, entries: [] }),
  communityActivity: (tokenName) => ({ tokenName }),
  communityDecisions: (tokenName) => ({ tokenName }),
  communityBans: (tokenName) => ({ tokenName }),
  reportCreate: async (tokenName, home) => ({
    tokenName,
    reportedType: 'User',
    reportedUserId: await newMember(home),
    reportReason: 'spam',
  }),
  reportGet: (tokenName) => ({ tokenName }),
  queueList: (tokenName) => ({ tokenName }),
  queueDecided: (tokenName) => ({ tokenName }),
  queueClaim: async (tokenName, home) => ({ tokenName, itemIds: [await newReport(home)], claim: true }),
  queueDecide: async (tokenName, home) => ({ tokenName, itemIds: [await newReport(home)], decision: 'approve' }),
  moderationUndo: async (tokenName, home) => ({ tokenName, activityIds: [await newDecision(home)] }),
  reportUpdate: async (tokenName, home) => ({ tokenName, reportId: await newReport(home), status: 'kept' }),
  communityStanding: async (tokenName, home) => ({ tokenName, memberId: await newMember(home) }),
  memberCard: async (tokenName, home) => ({ tokenName, memberId: await newMember(home) }),
  memberNote: async (tokenName, home) => ({ tokenName, memberId: await newMember(home), text: 'Noted' }),
  communityVisit: (tokenName) => ({ tokenName }),
  userVisit: (tokenName) => ({ tokenName }),
  userBan: async (tokenName, home) => ({ tokenName, banUserId: await newMember(home), ban: true }),
  userWarn: async (tokenName, home) => ({ tokenName, warnedUserId: await newMember(home), reason: 'Be kind' }),
  userEdit: async (tokenName, home) => ({ tokenName, editedUserId: await newMember(home), approveSell: true }),
  userGetUserEmails: async (tokenName, home) => ({ tokenName, userIds: [await newMember(home)] }),
  userPermissions: async (tokenName, home) => ({
    tokenName,
    editedUserId: await newMember(home),
    permissions: ['hideContent'],
  }),
  flairEdit: async (tokenName, home) => ({ tokenName, flairId: await newFlair(home), name: `Topic ${(made += 1)}` }),
  flairAttach: async (tokenName, home) => ({
    tokenName,
    postId: await newPost(home),
    flairId: await newFlair(home),
  }),
  flairDelete: async (tokenName, home) => ({ tokenName, flairId: await newFlair(home) }),
  flairCreate: (tokenName) => ({ tokenName, name: `Topic ${(made += 1)}` }),
}
const names = Object.keys(NAMING) as CallName[]

async function send(name: CallName, host: string, named: { as: string; home: string }): Promise<HostResponse> {
  const input = (await NAMING[name]?.(named.as, named.home)) ?? {}
  const { method, path } = calls[name]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(input[field])
    delete input[field]
    return encodeURIComponent(value)
  })
  const headers = { host, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  if (method === 'POST') return ask(stoa, `/api${filled}`, { headers, sent: JSON.stringify(input) })
  return ask(stoa, `/api${filled}?${new URLSearchParams(input as Record<string, string>)}`, { headers })
}

test('every call that names a community is tested here', () => {
  const naming = Object.entries(calls).filter(([name, { input }]) => {
    // It names a community that doesn't exist yet.
    if (name === 'communityCreate') return false
    const fields = 'shape' in input ? input.shape : {}
    return 'tokenName' in fields || 'community' in fields
  })
  expect(names.toSorted()).toEqual(naming.map(([name]) => name).toSorted())
})

test.each(names)('%s accepts “video” as the default community of its domain', async (name) => {
  // Without the built widget the fragment can't be rendered, which is detected after the community.
  const status = name.startsWith('articleFragment') ? 404 : 200
  for (const [host, home] of [
    ['forum.example', 'FORUM'],
    ['garden.example', 'GARDEN'],
  ] as const) {
    const plain = await send(name, host, { as: home, home })
    const old = await send(name, host, { as: 'video', home })
    expect([host, plain.status, old.status, old.body.code]).toEqual([host, status, status, plain.body.code])
    const said = JSON.stringify(old.body)
    if (said.includes('"tokenName"')) expect(said).toContain(`"tokenName":"${home}"`)
  }
})

test.each(names)('%s accepts either name of the only community in any case', async (name) => {
  const status = name.startsWith('articleFragment') ? 404 : 200
  for (const as of ['garden', 'allotments', 'Allotments'])
    expect([as, (await send(name, 'garden.example', { as, home: 'GARDEN' })).status]).toEqual([as, status])
})

test.each(names)('%s accepts either name if there are several communities', async (name) => {
  const status = name.startsWith('articleFragment') ? 404 : 200
  for (const as of ['forum', 'the-forum', 'The-Forum'])
    expect([as, (await send(name, 'forum.example', { as, home: 'FORUM' })).status]).toEqual([as, status])
})

test.each(names)('%s finds no community but the only one', async (name) => {
  const before = await rows()
  const told = async (as: string) => {
    const { status, body } = await send(name, 'garden.example', { as, home: 'GARDEN' })
    return { code: status, body: withoutRequest(body) }
  }
  const missing = await told('NOWHERE')
  expect(missing.code).toBe(404)
  for (const as of ['FORUM', 'forum', 'the-forum']) expect(await told(as)).toEqual(missing)
  if (isWrite(calls[name])) expect(await rows()).toEqual(before)
})

test.each(['FORUM', 'forum', 'the-forum', 'video'])(
  'lists read by the name %s include recent changes',
  async (name) => {
    const lists = async () => {
      const { payload } = (await stoa.call('postList', { type: 'community', tokenName: name })).body
      const members = (await stoa.call('communityMembers', { tokenName: name })).body.payload.items
      return { posts: payload.items.map(({ id }) => id), members: members.map(({ userId: id }) => id) }
    }
    await lists()
    const joined = await stoa.member(`reader_${(made += 1)}`)
    await stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token: joined.token })
    const written = await stoa.call('postCreate', { tokenName: 'FORUM', title: 'New', postContent }, { token })
    const { posts, members } = await lists()
    expect(posts).toContain(written.body.payload.post.id)
    expect(members).toContain(joined.id)
  },
)

/** How many posts and comments the other community's members have written there. */
async function rows() {
  const community = await stoa.app.services.communities.get('FORUM')
  return [community.totalPosts, community.numberOfMembers]
}

test('an impossible name is refused like everywhere', async () => {
  for (const as of ['', 'x'.repeat(41), 'x'.repeat(5000)])
    expect((await send('postList', 'garden.example', { as, home: 'GARDEN' })).body.code).not.toBe('INTERNAL')
  expect((await send('postList', 'garden.example', { as: 'x'.repeat(81), home: 'GARDEN' })).body.code).toBe(
    'VALIDATION_FAILED',
  )
})
