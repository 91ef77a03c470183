import type { CallInput } from '@stoa/contract'
import { PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { queriesOf } from '../../../../test/queries.ts'

let forum: Forum
type Person = { id: string; token: string }
let other: Person
beforeAll(async () => {
  forum = await startForum()
  other = await newModerator('mod_two')
})
afterAll(() => forum.stoa.close())

async function newModerator(username: string): Promise<Person> {
  const person = await forum.stoa.member(username, { join: ['FORUM', 'GUARDED'] })
  const role = { moderator: true, permissions: ['hideContent' as const, 'banUser' as const] }
  for (const id of [forum.communityId, forum.guardedId]) {
    await forum.stoa.app.services.memberships.setRole(id, person.id, role)
  }
  return person
}
const list = async (about: CallInput<'queueList'> = { tokenName: 'FORUM' }, { token } = forum.moderator) =>
  (await forum.stoa.call('queueList', { limit: 100, ...about }, { token })).body.payload
const claim = (itemIds: string[], { token } = forum.moderator, isClaim = true) =>
  forum.stoa.call('queueClaim', { tokenName: 'FORUM', itemIds, claim: isClaim }, { token })
const decide = (
  about: Omit<CallInput<'queueDecide'>, 'tokenName'> & { tokenName?: string },
  { token } = forum.moderator,
) => forum.stoa.call('queueDecide', { tokenName: 'FORUM', ...about }, { token })
const undo = (activityIds: string[], { token } = forum.moderator, tokenName = 'FORUM') =>
  forum.stoa.call('moderationUndo', { tokenName, activityIds }, { token })

let people = 0
const newMember = () => forum.stoa.member(`member_${(people += 1)}`, { join: ['FORUM', 'GUARDED'] })
/** A comment by a new author, reported by a new member. */
async function reported(content = 'Buy this') {
  const [author, reporter] = [await newMember(), await newMember()]
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(author.token, { postId, content })
  await report(reporter, commentId)
  const item = (await list()).items.find(({ subjectId }) => subjectId === commentId)
  if (!item) throw new Error('The report is not in the queue.')
  return { postId, commentId, item, author }
}
const report = ({ token }: Person, reportedCommentId: string) =>
  forum.stoa.call(
    'reportCreate',
    { tokenName: 'FORUM', reportedType: 'Comment', reportedCommentId, reportReason: 'spam' },
    { token },
  )
const statusOf = async (commentId: string) =>
  (await forum.stoa.database.read('comments').where({ id: commentId }).first('status'))?.status
const inQueue = async (subjectId: string) => (await list()).items.filter((item) => item.subjectId === subjectId)

test('the count covers all communities that one moderates, and is 0 for others', async () => {
  const count = async (person: Person) => (await forum.stoa.call('queueCount', {}, person)).body.payload.waiting
  const before = await count(forum.moderator)
  await reported('Sells boots')
  expect(await count(forum.moderator)).toBe(before + 1)
  expect((await list({}, forum.moderator)).items).toHaveLength(before + 1)
  expect(await count(forum.cem)).toBe(0)
})

test('reports of one item are grouped with what is needed to decide', async () => {
  const { commentId, postId } = await reported('Sells shoes')
  const reply = await forum.say(forum.ada.token, { postId, replyToCommentId: commentId, content: 'More shoes' })
  await report(forum.cem, reply.id)
  await report(forum.bea, reply.id)
  const [item] = await inQueue(reply.id)
  expect(item).toMatchObject({
    kind: 'reported',
    type: 'Comment',
    tokenName: 'FORUM',
    communityTitle: 'FORUM',
    claim: null,
    comment: { content: 'More shoes' },
    parent: { content: 'Sells shoes' },
    post: { id: postId },
    report: { count: 2, reasons: [{ reason: 'spam', count: 2 }] },
    person: { userId: forum.ada.id, removals: 0, createdAt: expect.any(Number) },
  })
})

test('reported moderators can’t decide the report while somebody else can', async () => {
  const guard = await newModerator('mod_reported')
  const { id: commentId } = await forum.say(guard.token, { postId: await forum.newPost() })
  await report(forum.bea, commentId)
  const about = { tokenName: 'FORUM', reportedType: 'User', reportedUserId: guard.id, reportReason: 'spam' } as const
  await forum.stoa.call('reportCreate', about, { token: forum.bea.token })
  for (const subjectId of [commentId, guard.id]) {
    const item = (await list({ tokenName: 'FORUM' }, guard)).items.find((one) => one.subjectId === subjectId)
    expect(item?.report).toMatchObject({ isOwn: true, count: 1, reporters: [], texts: [] })
    const itemIds = [item?.id ?? '']
    expect((await decide({ itemIds, decision: 'approve' }, guard)).body.code).toBe('REPORT_OWN_CONTENT')
    const update = { tokenName: 'FORUM', reportId: item?.id ?? '', status: 'kept' } as const
    expect((await forum.stoa.call('reportUpdate', update, { token: guard.token })).body.code).toBe('REPORT_OWN_CONTENT')
    expect((await inQueue(subjectId))[0]?.report?.isOwn).toBe(false)
    expect((await decide({ itemIds, decision: 'approve' })).status).toBe(200)
  }
})

test('an item shows its author’s role', async () => {
  const guard = await newModerator('mod_named')
  const { id: commentId } = await forum.say(guard.token, { postId: await forum.newPost() })
  await report(forum.bea, commentId)
  expect((await inQueue(commentId))[0]?.person?.role).toBe('moderator')
})

test('items settled by a ban disappear for other moderators', async () => {
  const { author, commentId } = await reported()
  const about = { tokenName: 'FORUM', reportedType: 'User', reportedUserId: author.id, reportReason: 'spam' } as const
  await forum.stoa.call('reportCreate', about, { token: forum.bea.token })
  const told: { subjectIds: string[] }[] = []
  const stop = forum.stoa.app.events.subscribe(({ name, event }) => {
    if (name === 'queue.changed' && event.userId === other.id && event.change === 'decided') told.push(event)
  })
  const ban = { tokenName: 'FORUM', banUserId: author.id, ban: true, hideContent: true } as const
  await forum.stoa.call('userBan', ban, { token: forum.admin.token })
  await forum.stoa.app.events.flush()
  stop()
  expect(told.flatMap(({ subjectIds }) => subjectIds)).toEqual(expect.arrayContaining([author.id, commentId]))
})

test('past decisions are listed newest first for all moderated communities, without roles and settings', async () => {
  const { item, author, commentId } = await reported()
  await decide({ itemIds: [item.id], decision: 'approve' })
  const permissions = ['pinPost' as const]
  await forum.stoa.call(
    'userPermissions',
    { tokenName: 'FORUM', editedUserId: author.id, permissions },
    { token: forum.admin.token },
  )
  const postId = await forum.newPost({ communityId: forum.guardedId })
  const { id: guarded } = await forum.say(author.token, { postId, content: 'Elsewhere', tokenName: 'GUARDED' })
  await forum.stoa.call(
    'commentDelete',
    { tokenName: 'GUARDED', commentId: guarded, hidden: true, reason: 'spam' },
    { token: other.token },
  )
  const decided = async (about: CallInput<'queueDecided'>, { token } = forum.moderator) =>
    (await forum.stoa.call('queueDecided', about, { token })).body.payload
  const both = await decided({ limit: 2 }, other)
  const found = both.items.map(({ tokenName, action, commentId }) => ({ tokenName, action, commentId }))
  expect(found).toEqual([
    { tokenName: 'GUARDED', action: 'commentHidden', commentId: guarded },
    { tokenName: 'FORUM', action: 'reportKept', commentId },
  ])
  const [next] = (await decided({ limit: 1, cursor: both.cursor ?? '' }, other)).items
  expect(next && next.id < (both.items[1]?.id ?? '')).toBe(true)
  expect((await decided({ tokenName: 'FORUM', limit: 1 }, other)).items).toMatchObject([{ action: 'reportKept' }])
  const asOutsider = await forum.stoa.call('queueDecided', { tokenName: 'FORUM' }, { token: author.token })
  expect(asOutsider.body.code).toBe('FORBIDDEN')
  // The number of queries doesn't grow with the number of communities, apart from finding them.
  const queries = async (about: CallInput<'queueDecided'>) =>
    (await queriesOf(forum.stoa, () => decided(about, other))).length
  await decided({}, other)
  expect(await queries({})).toBe((await queries({ tokenName: 'FORUM' })) + 1)
})

test('pending and reported items are listed together, oldest first, for all communities or one', async () => {
  const postId = await forum.newPost({ communityId: forum.guardedId })
  const waiting = await forum.say(forum.ada.token, { tokenName: 'GUARDED', postId, content: 'Let me in' })
  forum.stoa.clock.advance(1)
  const pendingPost = await forum.newPost({ status: PostStatus.pending, publisherId: forum.ada.id })
  const { commentId } = await reported()
  const subjects = ({ items }: { items: { subjectId: string }[] }) =>
    items.map(({ subjectId }) => subjectId).filter((id) => [waiting.id, pendingPost, commentId].includes(id))
  expect(subjects(await list({}))).toEqual([waiting.id, pendingPost, commentId])
  expect(subjects(await list())).toEqual([pendingPost, commentId])
  const { items } = await list({})
  expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted((a, b) => a - b))
  const pending = (await list({ kind: 'pending' })).items
  expect(subjects({ items: pending })).toEqual([waiting.id, pendingPost])
  expect(pending.every(({ kind }) => kind === 'pending')).toBe(true)
  expect(items.find(({ subjectId }) => subjectId === waiting.id)).toMatchObject({
    kind: 'pending',
    tokenName: 'GUARDED',
    report: null,
    comment: { content: 'Let me in' },
    person: { userId: forum.ada.id },
  })
})

test('pages have no gaps, and take a constant number of queries', async () => {
  for (let made = 0; made < 6; made += 1) await reported()
  const all = (await list({})).items.map(({ id }) => id)
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const page = await list({ limit: 2, ...(cursor && { cursor }) })
    paged.push(...page.items.map(({ id }) => id))
    cursor = page.cursor ?? undefined
  } while (cursor)
  expect(paged).toEqual(all)
  const few = await queriesOf(forum.stoa, () => list({ tokenName: 'FORUM', limit: 8 }))
  const many = await queriesOf(forum.stoa, () => list({ tokenName: 'FORUM', limit: 100 }))
  expect(many.length).toBeLessThanOrEqual(few.length + 1)
})

test('the second of two concurrent decisions is refused with the first one and its maker', async () => {
  const { item, commentId } = await reported()
  const [one, two] = await Promise.all([
    decide({ itemIds: [item.id], decision: 'hide', reason: 'spam' }),
    decide({ itemIds: [item.id], decision: 'approve' }, other),
  ])
  const [won, lost] = one.status === 200 ? [one, two] : [two, one]
  const winner = one.status === 200 ? forum.moderator : other
  expect([won.status, lost.status, lost.body.code]).toEqual([200, 409, 'QUEUE_DECIDED'])
  expect(lost.body.details).toMatchObject({ decision: { by: { userId: winner.id } } })
  expect(await inQueue(commentId)).toEqual([])
  const logged = await forum.stoa.database.read('mod_activities').where({ comment_id: commentId })
  expect(logged).toHaveLength(1)
})

test('a pending item is approved or rejected once', async () => {
  const postId = await forum.newPost({ status: PostStatus.pending, publisherId: forum.ada.id })
  const { body } = await decide({ itemIds: [postId], decision: 'approve' })
  expect(body.payload.decided).toHaveLength(1)
  const again = await decide({ itemIds: [postId], decision: 'hide', reason: 'spam' }, other)
  expect([again.body.code, again.body.details]).toMatchObject([
    'QUEUE_DECIDED',
    { decision: { action: 'postApproved', by: { userId: forum.moderator.id } } },
  ])
})

test('an item that its author has changed isn’t approved but shown again', async () => {
  const postId = await forum.newPost({ status: PostStatus.pending, publisherId: forum.ada.id })
  const [post] = await inQueue(postId)
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Buy shoes' } }] })
  const edit = { tokenName: 'FORUM', postId, title: 'Shoes', postContent }
  await forum.stoa.call('postEdit', edit, { token: forum.ada.token })
  const about = { itemIds: [postId], decision: 'approve' as const }
  const refused = await decide({ ...about, versions: [post?.version ?? -1] })
  expect([refused.status, refused.body.code]).toEqual([409, 'QUEUE_CHANGED'])
  const { changed } = refused.body.details as { changed: { version: number } }
  expect(changed).toMatchObject({ post: { title: 'Shoes', status: PostStatus.pending }, comment: null })
  expect((await decide({ ...about, versions: [changed.version] })).status).toBe(200)
  const { item, commentId, author } = await reported()
  const changedComment = { tokenName: 'FORUM', commentId, content: 'Buy it now' }
  await forum.stoa.call('commentEdit', changedComment, { token: author.token })
  const kept = { itemIds: [item.id, postId], versions: [item.version, 0], decision: 'approve' as const }
  expect((await decide(kept)).body.payload.refused).toMatchObject([
    { itemId: item.id, code: 'QUEUE_CHANGED', changed: { comment: { content: 'Buy it now' } } },
    { itemId: postId, code: 'QUEUE_DECIDED', changed: null },
  ])
  expect((await decide({ ...kept, decision: 'hide', reason: 'spam' })).body.payload.decided).toHaveLength(1)
})

test('a batch decides what it can and reports what it can’t', async () => {
  const [first, second, third] = [await reported(), await reported(), await reported()]
  await decide({ itemIds: [second.item.id], decision: 'approve' }, other)
  const itemIds = [first, second, third].map(({ item }) => item.id)
  const { body } = await decide({ itemIds, decision: 'hide', reason: 'other', reasonText: 'Advertising' })
  expect(body.payload.decided.map(({ itemId }) => itemId)).toEqual([first.item.id, third.item.id])
  expect(body.payload.refused).toMatchObject([
    { itemId: second.item.id, code: 'QUEUE_DECIDED', decision: { action: 'reportKept', by: { userId: other.id } } },
  ])
  expect([await statusOf(first.commentId), await statusOf(second.commentId)]).toEqual([1, 0])
})

test('hiding requires a reason; a person can’t be hidden; members can’t read the queue', async () => {
  const { item } = await reported()
  expect((await decide({ itemIds: [item.id], decision: 'hide' })).body.code).toBe('VALIDATION_FAILED')
  const about = {
    tokenName: 'FORUM',
    reportedType: 'User',
    reportedUserId: forum.cem.id,
    reportReason: 'spam',
  } as const
  await forum.stoa.call('reportCreate', about, { token: forum.bea.token })
  const [person] = await inQueue(forum.cem.id)
  const hidden = await decide({ itemIds: [person?.id ?? ''], decision: 'hide', reason: 'spam' })
  expect(hidden.body.code).toBe('FORBIDDEN')
  const refused = await forum.stoa.call('queueList', { tokenName: 'FORUM' }, { token: forum.ada.token })
  expect(refused.body.code).toBe('FORBIDDEN')
  expect((await list({}, forum.ada)).items).toEqual([])
})

test('undoing a hide restores the comment, its counter and the report', async () => {
  const { item, commentId, postId } = await reported()
  const { body } = await decide({ itemIds: [item.id], decision: 'hide', reason: 'spam' })
  const [made] = body.payload.decided
  expect([await statusOf(commentId), await forum.countOf(postId)]).toEqual([1, 0])
  const answer = await undo([made?.activityId ?? ''], other)
  expect(answer.body.payload).toEqual({ undone: [made?.activityId], refused: [] })
  expect([await statusOf(commentId), await forum.countOf(postId)]).toEqual([0, 1])
  expect((await inQueue(commentId)).map(({ id }) => id)).toEqual([item.id])
  expect((await undo([made?.activityId ?? ''])).body.code).toBe('UNDO_REFUSED')
})

test('undoing an approval or rejection returns the item to the queue', async () => {
  for (const decision of ['approve', 'hide'] as const) {
    const postId = await forum.newPost({ communityId: forum.guardedId })
    const { id } = await forum.say((await newMember()).token, { tokenName: 'GUARDED', postId, content: 'Let me in' })
    const about = { tokenName: 'GUARDED', itemIds: [id], decision, reason: 'spam' as const }
    const { body } = await decide(about)
    await undo([body.payload.decided[0]?.activityId ?? ''], forum.moderator, 'GUARDED')
    expect([await statusOf(id), await forum.countOf(postId)]).toEqual([5, 0])
    const waiting = await forum.newPost({ status: PostStatus.pending, publisherId: forum.ada.id })
    const decided = await decide({ itemIds: [waiting], decision, reason: 'spam' })
    await undo([decided.body.payload.decided[0]?.activityId ?? ''])
    expect((await inQueue(waiting)).map((item) => item.kind)).toEqual(['pending'])
  }
})

test('undoing a kept report reopens it; undoing a ban lifts it', async () => {
  const { item, commentId } = await reported()
  const kept = await decide({ itemIds: [item.id], decision: 'approve' })
  await undo([kept.body.payload.decided[0]?.activityId ?? ''])
  expect(await inQueue(commentId)).toHaveLength(1)
  await forum.stoa.call('userBan', { tokenName: 'FORUM', banUserId: forum.ada.id, ban: true }, { token: other.token })
  const [ban] = await forum.stoa.database.read('mod_activities').where({ action: 'banned', person_id: forum.ada.id })
  await undo([ban.id], other)
  expect(await forum.stoa.database.read('bans').where({ user_id: forum.ada.id })).toEqual([])
})

test('a decision can’t be undone after a newer one', async () => {
  const { item, commentId } = await reported()
  const { body } = await decide({ itemIds: [item.id], decision: 'hide', reason: 'spam' })
  await forum.hide(other.token, { commentId, hidden: false })
  await forum.hide(other.token, { commentId, hidden: true, reason: 'nudity' })
  expect((await undo([body.payload.decided[0]?.activityId ?? ''])).body.code).toBe('UNDO_REFUSED')
  expect(await statusOf(commentId)).toBe(1)
})

test('moderators are notified of claims and decisions, wherever they are made', async () => {
  const { item, commentId } = await reported()
  const [heard, heardByAdmin]: [unknown[], unknown[]] = [[], []]
  // An admin without a role in this community.
  const admin = await forum.stoa.member('far_admin', { networkAdmin: true })
  // The report itself is announced by a job.
  await forum.stoa.app.background.settled()
  const stop = forum.stoa.app.events.subscribe(({ name, room, event }) => {
    if (name === 'queue.changed' && room === `account:${other.id}`) heard.push(event)
    if (name === 'queue.changed' && room === `account:${admin.id}`) heardByAdmin.push(event)
  })
  await claim([item.id])
  await forum.hide(forum.moderator.token, { commentId, hidden: true, reason: 'spam' })
  await forum.stoa.app.background.settled()
  stop()
  const by = { id: forum.moderator.id }
  expect(heard).toMatchObject([
    { change: 'claimed', subjectIds: [commentId], by, tokenName: 'FORUM' },
    { change: 'decided', subjectIds: [commentId], by, until: 0 },
  ])
  expect(heardByAdmin).toHaveLength(2)
})

test('hiding a reported post that its author has hidden keeps the author from restoring it', async () => {
  const author = await newMember()
  const postId = await forum.newPost({ publisherId: author.id })
  const about = { tokenName: 'FORUM', reportedType: 'Post', reportedPostId: postId, reportReason: 'spam' } as const
  expect((await forum.stoa.call('reportCreate', about, { token: forum.bea.token })).status).toBe(200)
  const [item] = await inQueue(postId)
  const hidden = await forum.stoa.call(
    'postDelete',
    { tokenName: 'FORUM', postId, hidden: true },
    { token: author.token },
  )
  expect(hidden.status).toBe(200)
  const { body } = await decide({ itemIds: [item?.id ?? ''], decision: 'hide', reason: 'spam' })
  expect(body.payload.decided).toHaveLength(1)
  expect(await inQueue(postId)).toEqual([])
  const logged = await forum.stoa.database.read('mod_activities').where({ post_id: postId }).pluck('action')
  expect(logged).toEqual(['postHidden'])
  const statusOf = async () => (await forum.stoa.database.read('posts').where({ id: postId }).first('status'))?.status
  expect(await statusOf()).toBe(PostStatus.hiddenByAdmin)
  const restored = await forum.stoa.call(
    'postDelete',
    { tokenName: 'FORUM', postId, hidden: false },
    { token: author.token },
  )
  expect(restored.body.code).toBe('FORBIDDEN')
  // Undone, it is as the author left it.
  const activityIds = body.payload.decided.map(({ activityId }) => activityId)
  const undone = await forum.stoa.call(
    'moderationUndo',
    { tokenName: 'FORUM', activityIds },
    { token: forum.moderator.token },
  )
  expect(undone.body.status).toBe('success')
  expect(await statusOf()).toBe(PostStatus.hiddenByPublisher)
})

test('moderators who have left receive no queue events', async () => {
  const { item } = await reported()
  const former = await newModerator('mod_former')
  await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: false }, { token: former.token })
  const rooms: string[] = []
  const stop = forum.stoa.app.events.subscribe(({ name, room }) => {
    if (name === 'queue.changed') rooms.push(room)
  })
  await decide({ itemIds: [item.id], decision: 'approve' })
  await forum.stoa.app.background.settled()
  stop()
  expect(rooms).toContain(`account:${forum.moderator.id}`)
  expect(rooms).not.toContain(`account:${former.id}`)
})

test('moderators can’t undo an admin’s refusal', async () => {
  const postId = await forum.newPost({ status: PostStatus.pending, publisherId: forum.ada.id })
  const { body } = await decide({ itemIds: [postId], decision: 'hide', reason: 'spam' }, forum.admin)
  const [made] = body.payload.decided
  const post = await forum.stoa.database.read('posts').where({ id: postId }).first('status')
  expect(post?.status).toBe(PostStatus.hiddenByDomainAdmin)
  const decisions = (await forum.stoa.call('decisionList', {}, { token: forum.ada.token })).body.payload.items
  expect(decisions.find(({ activityId }) => activityId === made?.activityId)?.by).toBe('domain')
  expect((await undo([made?.activityId ?? ''])).body.code).toBe('HIDDEN_BY_DOMAIN_ADMIN')
  expect((await undo([made?.activityId ?? ''], forum.admin)).body.payload.undone).toHaveLength(1)
})

test('a claim is visible to others, excludes them and expires', async () => {
  const { item } = await reported()
  expect((await claim([item.id])).body.payload.until).toBe(forum.stoa.clock.now() + 600_000)
  expect((await inQueue(item.subjectId))[0]?.claim?.by.userId).toBe(forum.moderator.id)
  const second = await claim([item.id], other)
  expect([second.status, second.body.code, second.body.details]).toMatchObject([
    409,
    'QUEUE_CLAIMED',
    { claim: { by: { userId: forum.moderator.id } } },
  ])
  await claim([item.id], forum.moderator, false)
  expect((await claim([item.id], other)).status).toBe(200)
  const { read } = forum.stoa.database
  const [row] = await read('queue_claims').where({ user_id: other.id })
  forum.stoa.clock.advance(row.ends_at - forum.stoa.clock.now())
  // Tokens have expired, too.
  const third = await newModerator('mod_three')
  expect((await claim([item.id], third)).status).toBe(200)
})
