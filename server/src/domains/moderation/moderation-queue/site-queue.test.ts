import type { CallInput, CallName } from '@stoa/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Forum, PUBLISHER, startForum } from '../../../../test/forum.ts'
import { createLiveClients } from '../../../../test/live-clients.ts'

const SITE = PUBLISHER.origin
const OTHER_SITE = 'https://magazine.example'
/** FORUM is embedded on both sites, GUARDED only on the other one. */
let forum: Forum
type Caller = { token: string; headers?: { origin: string } }
let onSite: Caller
let modId: string

beforeAll(async () => {
  forum = await startForum()
  const { partnerOrigins, memberships } = forum.stoa.app.services
  await partnerOrigins.register(forum.communityId, OTHER_SITE)
  await partnerOrigins.register(forum.guardedId, OTHER_SITE)
  modId = forum.moderator.id
  const role = { moderator: true, permissions: ['hideContent' as const, 'banUser' as const] }
  for (const id of [forum.communityId, forum.guardedId]) await memberships.setRole(id, modId, role)
  onSite = await signedInOn(SITE, modId)
})
afterAll(() => forum.stoa.close())

async function signedInOn(site: string, userId: string): Promise<Caller & { headers: { origin: string } }> {
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId, site, lasting: false })
  return { token: signedIn.accessToken, headers: { origin: site } }
}

let people = 0
const newMember = () => forum.stoa.member(`reader_${(people += 1)}`, { join: ['FORUM', 'GUARDED'] })
/** A reported comment by a new author under an article. */
async function reported({ site = SITE, tokenName = 'FORUM', path = `/told-${(people += 1)}` } = {}) {
  const [author, reporter] = [await newMember(), await newMember()]
  const article = { url: `${site}${path}` }
  const { body } = await forum.stoa.call(
    'commentCreate',
    { tokenName, article, content: `Buy this, ${people}` },
    { token: author.token, headers: { origin: site } },
  )
  const { id: commentId, postId } = body.payload.comment
  if (tokenName === 'FORUM') await report(reporter.token, { tokenName, commentId })
  const { items } = (await forum.stoa.call('queueList', { tokenName, limit: 100 }, { token: forum.moderator.token }))
    .body.payload
  const itemId = items.find(({ subjectId }) => subjectId === commentId)?.id ?? ''
  return { author, commentId, postId, itemId }
}
const report = (token: string, { tokenName, commentId }: { tokenName: string; commentId: string }) =>
  forum.stoa.call(
    'reportCreate',
    { tokenName, reportedType: 'Comment', reportedCommentId: commentId, reportReason: 'spam' },
    { token },
  )

const list = async (input: CallInput<'queueList'>, caller: Caller = onSite) =>
  (await forum.stoa.call('queueList', input, caller)).body
const codeOf = async <Name extends CallName>(name: Name, input: CallInput<Name>, caller: Caller = onSite) => {
  const { status, body } = await forum.stoa.call(name as never, input as never, caller)
  return status === 200 ? 'ok' : (body as { code: string }).code
}
const tokenName = 'FORUM'
const hide = (itemId: string, community = tokenName): CallInput<'queueDecide'> => {
  return { tokenName: community, itemIds: [itemId], decision: 'hide', reason: 'spam' }
}

test('the queue of one conversation is listed with canned reasons, on its site and on the forum', async () => {
  const [here, elsewhere] = [await reported(), await reported()]
  const reasons = [{ title: 'Ads', text: 'No advertisements.' }]
  expect(await codeOf('checkRulesEdit', { tokenName, revision: 0, reasons }, { token: forum.moderator.token })).toBe(
    'ok',
  )
  for (const caller of [onSite, { token: forum.moderator.token }]) {
    const { payload } = await list({ postId: here.postId }, caller)
    expect(payload.items.map(({ id }) => id)).toEqual([here.itemId])
    expect(payload.reasons).toEqual(reasons)
  }
  expect((await list({ postId: elsewhere.postId, kind: 'pending' })).payload.items).toEqual([])
  expect((await list({ postId: here.postId, tokenName: 'GUARDED' })).code).toBe('POST_NOT_FOUND')
  expect((await list({ postId: '0'.repeat(20) })).code).toBe('POST_NOT_FOUND')
})

test('pending comments are listed by conversation', async () => {
  const path = '/held'
  const [here, elsewhere] = [
    await reported({ site: OTHER_SITE, tokenName: 'GUARDED', path }),
    await reported({ site: OTHER_SITE, tokenName: 'GUARDED' }),
  ]
  const caller = await signedInOn(OTHER_SITE, modId)
  const items = async ({ postId }: { postId: string }) => (await list({ postId }, caller)).payload.items
  expect(await items(here)).toMatchObject([{ kind: 'pending', subjectId: here.commentId }])
  const approve = { tokenName: 'GUARDED', itemIds: [here.itemId], decision: 'approve' as const }
  expect(await codeOf('queueDecide', approve, caller)).toBe('ok')
  expect(await items(here)).toEqual([])
  expect(await items(elsewhere)).toHaveLength(1)
})

test('on a site moderators decide only about its own conversations', async () => {
  const [here, there] = [await reported(), await reported({ site: OTHER_SITE })]
  const postId = await forum.newPost()
  const comment = await forum.say((await newMember()).token, { postId, content: 'In the forum' })
  await report(forum.bea.token, { tokenName, commentId: comment.id })
  const [forums] = (await list({ postId }, { token: forum.moderator.token })).payload.items
  const guarded = await reported({ site: OTHER_SITE, tokenName: 'GUARDED' })
  expect((await list({})).code).toBe('SITE_BOUND')
  expect((await list({ tokenName })).code).toBe('SITE_BOUND')
  for (const id of [there.postId, postId, guarded.postId]) expect((await list({ postId: id })).code).toBe('SITE_BOUND')
  for (const id of [there.itemId, forums?.id ?? '']) expect(await codeOf('queueDecide', hide(id))).toBe('SITE_BOUND')
  expect(await codeOf('queueDecide', hide(guarded.itemId, 'GUARDED'))).toBe('SITE_BOUND')
  // A single item from elsewhere refuses the whole request; nothing is decided partially.
  const both = { ...hide(here.itemId), itemIds: [here.itemId, there.itemId] }
  expect(await codeOf('queueDecide', both)).toBe('SITE_BOUND')
  const remove = { tokenName, commentId: comment.id, hidden: true, reason: 'spam' as const }
  expect(await codeOf('commentDelete', remove)).toBe('SITE_BOUND')
  expect(await codeOf('queueDecide', hide(here.itemId))).toBe('ok')
  expect(await codeOf('queueDecide', hide(here.itemId))).toBe('QUEUE_DECIDED')
})

test('people who may not moderate are refused as on the forum', async () => {
  const { postId, itemId, author, commentId } = await reported()
  const reader = await signedInOn(SITE, forum.ada.id)
  expect((await list({ postId }, reader)).code).toBe('FORBIDDEN')
  expect(await codeOf('queueDecide', hide(itemId), reader)).toBe('FORBIDDEN')
  const ban = { tokenName, banUserId: author.id, ban: true, commentId }
  expect(await codeOf('userBan', ban, reader)).toBe('FORBIDDEN')
  expect(await codeOf('userWarn', { tokenName, warnedUserId: author.id, reason: 'No', commentId }, reader)).toBe(
    'FORBIDDEN',
  )
  expect(await codeOf('communityStanding', { tokenName, memberId: author.id, commentId }, reader)).toBe('FORBIDDEN')
})

test('on a site moderators decide only about people who have commented under its articles', async () => {
  const { author, commentId } = await reported()
  const elsewhere = await reported({ site: OTHER_SITE })
  const about: [string, string | undefined, string][] = [
    [author.id, commentId, 'ok'],
    [author.id, undefined, 'SITE_BOUND'],
    [elsewhere.author.id, commentId, 'COMMENT_NOT_FOUND'],
    [elsewhere.author.id, elsewhere.commentId, 'SITE_BOUND'],
    [author.id, '0'.repeat(20), 'COMMENT_NOT_FOUND'],
  ]
  for (const [personId, by, said] of about) {
    const written = { tokenName, ...(by && { commentId: by }) }
    expect(await codeOf('communityStanding', { ...written, memberId: personId })).toBe(said)
    expect(await codeOf('userWarn', { ...written, warnedUserId: personId, reason: 'Be kind' })).toBe(said)
    expect(await codeOf('userBan', { ...written, banUserId: personId, ban: true, timeoutHours: 1 })).toBe(said)
    expect(await codeOf('userBan', { ...written, banUserId: personId, ban: false })).toBe(said)
  }
  const inGuarded = { tokenName: 'GUARDED', banUserId: author.id, ban: true, commentId }
  expect(await codeOf('userBan', inGuarded)).toBe('SITE_BOUND')
})

test('on a site moderators can undo only their own decisions', async () => {
  const { author, commentId } = await reported()
  const banned = await forum.stoa.call(
    'userBan',
    { tokenName, banUserId: author.id, ban: true, timeframe: 3, hideContent: true, reason: 'Ads', commentId },
    onSite,
  )
  const { activityId, standing } = banned.body.payload
  expect(standing).toMatchObject({ ban: { kind: 'ban', reason: 'Ads' }, contentHidden: true })
  await forum.stoa.app.background.settled()
  const log = async () =>
    (
      await forum.stoa.call('communityActivity', { tokenName, personId: author.id }, { token: forum.moderator.token })
    ).body.payload.items.map(({ action, actor }) => `${action} ${actor?.userId === modId}`)
  expect(await log()).toEqual(expect.arrayContaining(['banned true', 'contentHidden true']))
  const undo = (id: string | null, caller: Caller = onSite) =>
    codeOf('moderationUndo', { tokenName, activityIds: [id ?? ''] }, caller)
  expect(await undo(activityId, await signedInOn(SITE, forum.admin.id))).toBe('SITE_BOUND')
  expect(await undo(activityId)).toBe('ok')
  expect(await log()).toEqual(expect.arrayContaining(['unbanned true', 'contentRestored true']))
  const left = await forum.stoa.call('communityStanding', { tokenName, memberId: author.id, commentId }, onSite)
  expect(left.body.payload.standing).toMatchObject({ ban: null, contentHidden: false })
  expect(await undo(activityId)).toBe('UNDO_REFUSED')

  const { itemId, postId } = await reported()
  const hidden = await forum.stoa.call('queueDecide', hide(itemId), onSite)
  expect(await undo(hidden.body.payload.decided[0]?.activityId ?? '')).toBe('ok')
  expect((await list({ postId })).payload.items).toHaveLength(1)

  // Roles can't be changed on a site, so that can't be undone there either.
  const permissions = { tokenName, editedUserId: forum.cem.id, permissions: { pinPost: true } }
  await forum.stoa.call('communityJoin', { tokenName, join: true }, { token: forum.cem.token })
  expect(await codeOf('userPermissions', permissions, { token: forum.admin.token })).toBe('ok')
  const [given] = (
    await forum.stoa.call('communityActivity', { tokenName, personId: forum.cem.id }, { token: forum.admin.token })
  ).body.payload.items
  expect(await undo(given?.id ?? '', await signedInOn(SITE, forum.admin.id))).toBe('SITE_BOUND')
})

test('others’ decisions remove items from the queue on a site, of its communities only', async () => {
  const clients = createLiveClients(forum.stoa.url)
  const watch = { postIds: [] }
  const { token } = onSite
  const here = await clients.connect({ token, origin: SITE, watch })
  const there = await clients.connect({ ...(await signedInOn(OTHER_SITE, modId)), origin: OTHER_SITE, watch })
  const reader = await clients.connect({ ...(await signedInOn(SITE, forum.ada.id)), origin: SITE, watch })
  const { itemId, commentId } = await reported()
  const guarded = await reported({ site: OTHER_SITE, tokenName: 'GUARDED' })
  const asAdmin = { token: forum.admin.token }
  expect(await codeOf('queueDecide', hide(itemId), asAdmin)).toBe('ok')
  expect(await codeOf('queueDecide', hide(guarded.itemId, 'GUARDED'), asAdmin)).toBe('ok')
  const changes = ({ events }: typeof here) =>
    events.flatMap(({ name, event }) =>
      name === 'queue.changed' && (event as unknown as { change: string }).change === 'decided'
        ? (event as unknown as { subjectIds: string[] }).subjectIds
        : [],
    )
  await vi.waitFor(() => expect(changes(there)).toEqual([commentId, guarded.commentId]))
  expect(JSON.stringify(here.events)).not.toContain(forum.admin.id)
  const banned = await newMember()
  expect(await codeOf('userBan', { tokenName, banUserId: banned.id, ban: true }, asAdmin)).toBe('ok')
  expect(await codeOf('queueDecide', hide((await reported()).itemId), asAdmin)).toBe('ok')
  await vi.waitFor(() => expect(changes(here).length).toBeGreaterThan(1))
  expect(JSON.stringify(here.events)).not.toContain(banned.id)
  expect(changes(here)).toContain(commentId)
  expect(changes(here)).not.toContain(guarded.commentId)
  expect(changes(reader)).toEqual([])
  clients.leave()
})

test('on a site a moderator sees of comments elsewhere only what every member sees', async () => {
  const held = await reported({ site: OTHER_SITE, tokenName: 'GUARDED' })
  const [here, there] = [await reported(), await reported({ site: OTHER_SITE })]
  for (const { itemId } of [here, there]) {
    expect(await codeOf('queueDecide', hide(itemId), { token: forum.moderator.token })).toBe('ok')
  }
  expect(await codeOf('commentList', { type: 'pending', tokenName: 'GUARDED' })).toBe('SITE_BOUND')
  expect(await codeOf('commentGet', { commentId: held.commentId })).toBe('COMMENT_NOT_FOUND')
  const commentIds = [held, here, there].map(({ commentId }) => commentId)
  const seen = async (caller: Caller) =>
    (await forum.stoa.call('viewerFacts', { commentIds: commentIds.join() }, caller)).body.payload.comments
      .map(({ id }) => id)
      .toSorted()
  expect(await seen({ token: forum.moderator.token })).toEqual(commentIds.toSorted())
  expect(await seen(onSite)).toEqual([here.commentId])
  const shown = await forum.stoa.call('commentGet', { commentId: here.commentId }, onSite)
  expect(shown.body.payload.comment).toMatchObject({ content: expect.any(String), hidden: { reason: 'spam' } })
  expect(await codeOf('commentGet', { commentId: there.commentId })).toBe('COMMENT_NOT_FOUND')
})

test('on a site nobody changes a ban by somebody else', async () => {
  const { author, commentId } = await reported()
  const ban = { tokenName, banUserId: author.id, commentId }
  const byAdmin = { ...ban, ban: true, timeframe: 3 as const, hideContent: true, reason: 'Ads' }
  expect(await codeOf('userBan', byAdmin, { token: forum.admin.token })).toBe('ok')
  expect(await codeOf('userBan', { ...ban, ban: false })).toBe('SITE_BOUND')
  expect(await codeOf('userBan', { ...ban, ban: true, timeframe: 1 })).toBe('SITE_BOUND')
  // Nor content hidden without a ban.
  const { author: hiddenOne, commentId: theirs } = await reported()
  const hides = { tokenName, banUserId: hiddenOne.id, ban: false, commentId: theirs }
  expect(await codeOf('userBan', { ...hides, hideContent: true }, { token: forum.admin.token })).toBe('ok')
  for (const change of [{}, { hideContent: false }, { ban: true }]) {
    expect(await codeOf('userBan', { ...hides, ...change })).toBe('SITE_BOUND')
  }
  const { body } = await forum.stoa.call('communityStanding', { tokenName, memberId: author.id, commentId }, onSite)
  expect(body.payload.standing).toMatchObject({ ban: { reason: 'Ads' }, contentHidden: true })
})

test('a site can’t be used to moderate a community that no longer registers it', async () => {
  const { partnerOrigins } = forum.stoa.app.services
  const here = await reported({ site: OTHER_SITE })
  const caller = await signedInOn(OTHER_SITE, modId)
  await forum.hide(forum.admin.token, { commentId: here.commentId, reason: 'spam' })
  const seen = async () =>
    (await forum.stoa.call('viewerFacts', { commentIds: here.commentId }, caller)).body.payload.comments.length
  expect(await seen()).toBe(1)
  await partnerOrigins.remove(forum.communityId, OTHER_SITE)
  expect(await seen()).toBe(0)
  const lock = { tokenName, postId: here.postId, isLocked: true }
  await forum.stoa.app.services.memberships.setRole(forum.communityId, modId, {
    moderator: true,
    permissions: ['hideContent', 'banUser', 'blockChat'],
  })
  expect(await codeOf('postLock', lock, caller)).toBe('SITE_BOUND')
  await partnerOrigins.register(forum.communityId, OTHER_SITE)
  expect(await codeOf('postLock', lock, caller)).toBe('ok')
})

test('on a site moderators have no special permissions for their own comments elsewhere', async () => {
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(forum.moderator.token, { postId })
  const other = await newMember()
  const role = { moderator: true, permissions: ['hideContent' as const] }
  await forum.stoa.app.services.memberships.setRole(forum.communityId, other.id, role)
  await forum.hide(other.token, { commentId, reason: 'spam' })
  expect(await codeOf('commentDelete', { tokenName, commentId, hidden: false })).toBe('FORBIDDEN')
})
