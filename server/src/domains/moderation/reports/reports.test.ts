import { type CallInput, PostStatus, REPORTS_PAGE_SIZE } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { expectIndexRanges } from '../../../../test/index-ranges.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { reportRepository } from './repository.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
const { signedUp, merge } = mergeActions(() => forum.stoa, 'reporter')

type Person = { id: string; token: string }
type About = Omit<CallInput<'reportCreate'>, 'tokenName' | 'reportReason'>

const report = ({ token }: Person, about: About & { reportReason?: 'spam' | 'other' }) =>
  forum.stoa.call('reportCreate', { tokenName: 'FORUM', reportReason: 'spam', ...about }, { token })
const list = async (about: Partial<CallInput<'reportGet'>> = {}) => {
  const { token } = forum.moderator
  const { body } = await forum.stoa.call('reportGet', { tokenName: 'FORUM', limit: 10, ...about }, { token })
  return body.payload
}
const decide = (reportId: string, status: 'kept' | 'open', { token } = forum.moderator) =>
  forum.stoa.call('reportUpdate', { tokenName: 'FORUM', reportId, status }, { token })
/** A comment by Ada. */
async function comment(): Promise<{ postId: string; commentId: string; about: About }> {
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(forum.ada.token, { postId, content: 'Buy this' })
  return { postId, commentId, about: { reportedType: 'Comment', reportedCommentId: commentId } }
}
const newest = async (status: 'open' | 'decided' = 'open') => (await list({ status, limit: 1 })).items[0]
async function notifiedOf({ token }: Person): Promise<unknown[]> {
  await forum.stoa.app.background.settled()
  await forum.stoa.app.jobs.drain()
  const { items } = (await forum.stoa.call('notificationList', { tab: 'all' }, { token })).body.payload
  return items.map(({ decision }) => decision?.action)
}

test('reports of one item are grouped, one per person', async () => {
  const { postId, commentId, about } = await comment()
  const [first, second] = [await signedUp(), await signedUp()]
  expect((await report(first, about)).body.payload).toEqual({ isNew: true })
  expect((await report(first, about)).body.payload).toEqual({ isNew: false })
  forum.stoa.clock.advance(1)
  await report(second, { ...about, reportReason: 'other', reportText: '  Sells shoes ' })
  expect(await newest()).toMatchObject({
    status: 'open',
    reportedType: 'Comment',
    count: 2,
    decidedBy: null,
    post: { id: postId },
    comment: { id: commentId, content: 'Buy this' },
    person: { userId: forum.ada.id },
    reasons: expect.arrayContaining([
      { reason: 'spam', count: 1 },
      { reason: 'other', count: 1 },
    ]),
    texts: ['Sells shoes'],
    reporters: [{ userId: second.id }, { userId: first.id }],
  })
})

test('reporters are notified of each outcome, showing only content they may see', async () => {
  const outcomes = async ({ token }: Person) => {
    await notifiedOf({ id: '', token })
    const { items } = (await forum.stoa.call('notificationList', { tab: 'all' }, { token })).body.payload
    return items.map(({ decision, post, comment, excerpt, count }) => {
      return [
        decision?.action,
        decision?.person?.displayName ?? post?.id,
        comment?.id,
        excerpt,
        decision?.reason,
        count,
      ]
    })
  }
  const [reporter, member] = [await signedUp(), await forum.stoa.member('reported_one', { join: ['FORUM'] })]
  const [hidden, kept] = [await comment(), await comment()]
  const content = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Cheap shoes' } }] })
  const written = { tokenName: 'FORUM', title: 'Shoes', postContent: content }
  const removed = (await forum.stoa.call('postCreate', written, { token: forum.bea.token })).body.payload.post.id
  for (const { about } of [hidden, kept]) await report(reporter, about)
  await decide((await newest())?.id ?? '', 'kept')
  await forum.hide(forum.moderator.token, { commentId: hidden.commentId, reason: 'other', reasonText: 'Rude to Bea' })
  await report(reporter, { reportedType: 'Post', reportedPostId: removed })
  const { token } = forum.moderator
  await forum.stoa.call('postDelete', { tokenName: 'FORUM', postId: removed, hidden: true, reason: 'spam' }, { token })
  await report(reporter, { reportedType: 'User', reportedUserId: member.id })
  const warning = {
    tokenName: 'FORUM',
    moderatorUserId: forum.moderator.id,
    warnedUserId: member.id,
    reason: 'Private',
  }
  await forum.stoa.call('userWarn', warning, { token })
  expect(await outcomes(reporter)).toEqual([
    ['reportUpheld', 'reported_one', undefined, '', '', 1],
    ['reportUpheld', undefined, undefined, '', 'spam', 1],
    ['reportUpheld', hidden.postId, hidden.commentId, '', '', 1],
    ['reportKept', kept.postId, kept.commentId, 'Buy this', '', 1],
  ])
  // A banned reporter still sees them, and is notified of the end of the ban, too.
  const { admin } = forum
  const ban = { tokenName: 'FORUM', moderatorUserId: admin.id, banUserId: reporter.id }
  await forum.stoa.call('userBan', { ...ban, ban: true, timeframe: 0 }, admin)
  await forum.stoa.call('userBan', { ...ban, ban: false }, admin)
  expect((await outcomes(reporter)).map(([action]) => action)).toEqual([
    ...['unbanned', 'banned', 'reportUpheld', 'reportUpheld', 'reportUpheld', 'reportKept'],
  ])
})

test('reports by non-members and new accounts are counted separately, with each reporter’s error rate', async () => {
  const { about } = await comment()
  const [stranger, member] = [await signedUp(), await forum.stoa.member('old_member', { join: ['FORUM'] })]
  await forum.stoa.database.transaction(({ connection }) =>
    connection('users')
      .where({ id: member.id })
      .update({ created_at: forum.stoa.clock.now() - 8 * 86_400_000 }),
  )
  const wrong = await comment()
  await report(member, wrong.about)
  await decide((await newest())?.id ?? '', 'kept')
  await report(stranger, about)
  await report(member, about)
  const told = await newest()
  expect(told).toMatchObject({ count: 2, newcomers: 1 })
  expect(told?.reporters.find(({ userId }) => userId === member.id)).toMatchObject({ decided: 1, dismissed: 1 })
})

test('a merged account’s reports count as its person’s', async () => {
  const { about } = await comment()
  const [main, other] = [await signedUp(), await signedUp()]
  await report(other, about)
  await merge(main, other)
  expect((await report(main, about)).body.payload).toEqual({ isNew: false })
  expect(await newest()).toMatchObject({ count: 1 })
})

test.each([
  [{ reportedType: 'Comment' }, 'reportedCommentId'],
  [{ reportedType: 'User', reportedPostId: '0'.repeat(20) }, 'reportedUserId'],
  [{ reportedType: 'Post', reportedPostId: '0'.repeat(20), reportReason: 'other' }, 'reportText'],
  [{ reportedType: 'Post', reportedPostId: '0'.repeat(20), reportReason: 'other', reportText: ' ' }, 'reportText'],
] as const)('%j is incomplete', async (about, field) => {
  const { status, body } = await report(forum.bea, about)
  expect([status, body.code, body.details]).toMatchObject([400, 'VALIDATION_FAILED', [{ field }]])
})

test('a custom reason has at most 70 characters', async () => {
  const { about } = await comment()
  const words = (length: number) =>
    report(forum.bea, { ...about, reportReason: 'other', reportText: 'w'.repeat(length) })
  expect((await words(71)).body.code).toBe('VALIDATION_FAILED')
  expect((await words(70)).status).toBe(200)
})

test('a report is closed once, the reporters are notified, and it can be reopened', async () => {
  const { about } = await comment()
  const reporter = await signedUp()
  await report(reporter, about)
  const { id = '' } = (await newest()) ?? {}
  const answers = await Promise.all([decide(id, 'kept'), decide(id, 'kept', forum.admin)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const second = await decide(id, 'kept', forum.admin)
  expect([second.body.code, second.body.details]).toEqual(['REPORT_DECIDED', { report: { status: 'kept' } }])
  expect(await newest('decided')).toMatchObject({ id, status: 'kept', decidedBy: expect.anything() })
  expect(await notifiedOf(reporter)).toEqual(['reportKept'])
  expect((await decide(id, 'open')).body.payload).toEqual({ status: 'open' })
  expect(await newest()).toMatchObject({ id, status: 'open', decidedBy: null, decidedAt: null })
  expect((await decide(id, 'open')).body.code).toBe('REPORT_DECIDED')
  // There is no outcome anymore.
  expect(await notifiedOf(reporter)).toEqual([])
  expect((await forum.stoa.call('me', {}, { token: reporter.token })).body.payload.unread.notifications).toBe(0)
  await decide(id, 'kept')
  expect(await notifiedOf(reporter)).toEqual(['reportKept'])
})

test('undoing a ban or a hide withdraws the outcome from its reporters until there is another', async () => {
  const [member, reporter, other] = [await signedUp(), await signedUp(), await signedUp()]
  await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token: member.token })
  const postId = await forum.newPost()
  const { id: reportedCommentId } = await forum.say(member.token, { postId, content: 'Rude' })
  await report(reporter, { reportedType: 'User', reportedUserId: member.id })
  await report(other, { reportedType: 'Comment', reportedCommentId })
  const asAdmin = { token: forum.admin.token }
  const ban = { tokenName: 'FORUM', banUserId: member.id, ban: true, hideContent: true }
  for (let count = 0; count < 2; count += 1) {
    const { activityId } = (await forum.stoa.call('userBan', ban, asAdmin)).body.payload
    expect([await notifiedOf(reporter), await notifiedOf(other)]).toEqual([['reportUpheld'], ['reportUpheld']])
    const input = { tokenName: 'FORUM', activityIds: [activityId ?? ''] }
    expect((await forum.stoa.call('moderationUndo', input, asAdmin)).body.payload.undone).toHaveLength(1)
    expect([await notifiedOf(reporter), await notifiedOf(other)]).toEqual([[], []])
  }
})

test('after a decision somebody else opens a new report, and the old one stays closed', async () => {
  const { about } = await comment()
  const [first, second] = [await signedUp(), await signedUp()]
  await report(first, about)
  const { id = '' } = (await newest()) ?? {}
  await decide(id, 'kept')
  expect((await report(first, about)).body.payload).toEqual({ isNew: false })
  expect((await newest('decided'))?.id).toBe(id)
  expect((await report(second, about)).body.payload).toEqual({ isNew: true })
  expect(await newest()).toMatchObject({ count: 1, reporters: [{ userId: second.id }] })
  expect((await decide(id, 'open')).body.code).toBe('REPORT_DECIDED')
})

test('hiding a reported item closes the report, and notifies author and reporters', async () => {
  const { commentId, about } = await comment()
  const reporter = await signedUp()
  await report(reporter, about)
  const { id } = (await newest()) ?? {}
  await forum.hide(forum.moderator.token, { commentId, hidden: true, reason: 'spam' })
  expect(await newest('decided')).toMatchObject({ id, status: 'removed', decidedBy: { userId: forum.moderator.id } })
  expect(await notifiedOf(reporter)).toEqual(['reportUpheld'])
  expect(await notifiedOf(forum.ada)).toContain('commentHidden')
})

test('a ban closes reports about the member, and hiding their content closes those about it', async () => {
  const [member, reporter] = [await signedUp(), await signedUp()]
  const join = { tokenName: 'FORUM', join: true }
  await forum.stoa.call('communityJoin', join, { token: member.token })
  const postId = await forum.newPost()
  const { id: reportedCommentId } = await forum.say(member.token, { postId, content: 'Rude' })
  await report(reporter, { reportedType: 'User', reportedUserId: member.id })
  await report(reporter, { reportedType: 'Comment', reportedCommentId })
  const open = async () => (await list()).items.filter(({ person }) => person?.userId === member.id)
  expect((await open()).map(({ reportedType }) => reportedType)).toEqual(['Comment', 'User'])
  const ban = { tokenName: 'FORUM', banUserId: member.id, ban: true }
  await forum.stoa.call('userBan', ban, { token: forum.admin.token })
  expect((await open()).map(({ reportedType }) => reportedType)).toEqual(['Comment'])
  await forum.stoa.call('userBan', { ...ban, hideContent: true }, { token: forum.admin.token })
  expect(await open()).toEqual([])
})

test('a report of a hidden story shows nothing to people who don’t moderate stories', async () => {
  const storyId = await forum.newPost({ kind: 'story', publisherId: forum.bea.id })
  const { id: underId } = await forum.say(forum.ada.token, { postId: storyId, content: 'Under a story' })
  await report(await signedUp(), { reportedType: 'Post', reportedPostId: storyId })
  expect(await newest()).toMatchObject({ post: { id: storyId } })
  await report(await signedUp(), { reportedType: 'Comment', reportedCommentId: underId })
  await forum.stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id: storyId }).update({ status: PostStatus.hiddenByAdmin }),
  )
  const [comment, story] = (await list({ limit: 2 })).items
  expect([story?.reportedType, story?.post]).toEqual(['Post', null])
  expect([comment?.reportedType, comment?.post, comment?.comment]).toEqual(['Comment', null, null])
})

test('pages take a constant number of ranges', async () => {
  const community_id = forum.communityId
  const rows = Array.from({ length: REPORTS_PAGE_SIZE + 3 }, (_, index) => ({
    id: `deep${String(index).padStart(16, '0')}`,
    community_id,
    entity_type: 'User',
    entity_id: `deep${index}`,
    post_id: '',
    person_id: forum.ada.id,
    open_key: `deep${index}`,
    status: 'open',
    created_at: index,
    decided_by: '',
    decided_at: 0,
  }))
  await forum.stoa.database.transaction(({ connection }) => connection.batchInsert('report_items', rows, 50))
  const found: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ limit: 4, ...(cursor && { cursor }) })
    found.push(...page.items.map(({ id }) => id))
    cursor = page.cursor
  }
  expect(found).toEqual(found.toSorted().toReversed())
  expect(found).toEqual(expect.arrayContaining(rows.map(({ id }) => id)))
  await expectIndexRanges(forum.stoa, {
    table: 'report_items',
    rows: 6,
    work: (connection) =>
      reportRepository(connection).page(
        { communityId: community_id, statuses: ['open'] },
        { after: rows.at(-1)?.id ?? '', limit: 5 },
      ),
  })
})

test('reports about one person or post', async () => {
  const { token } = forum.moderator
  const [one, other] = [await comment(), await comment()]
  const reporter = await signedUp()
  await report(reporter, one.about)
  await report(reporter, other.about)
  const listed = async (input: { userId?: string; postId?: string }) => {
    const { items } = (await forum.stoa.call('reportList', { tokenName: 'FORUM', ...input }, { token })).body.payload
    return items.map(({ comment }) => comment?.id)
  }
  expect(await listed({ postId: one.postId })).toEqual([one.commentId])
  const authorId = (await forum.stoa.call('commentGet', { commentId: one.commentId })).body.payload.comment.publisherId
  expect(await listed({ userId: authorId, postId: one.postId })).toContain(one.commentId)
  expect(await listed({ userId: reporter.id })).toEqual([])
  expect(await listed({ postId: '0'.repeat(20) })).toEqual([])
})
