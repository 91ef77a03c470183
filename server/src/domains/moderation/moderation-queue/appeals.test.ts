import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { queriesOf } from '../../../../test/queries.ts'
import { picture, upload } from '../../../../test/uploads.ts'

type Person = { id: string; token: string }
let forum: Forum
let other: Person
beforeAll(async () => {
  forum = await startForum()
  other = await forum.stoa.member('mod_two', { join: ['FORUM'] })
  const role = { moderator: true, permissions: ['hideContent' as const] }
  await forum.stoa.app.services.memberships.setRole(forum.communityId, other.id, role)
})
afterAll(() => forum.stoa.close())

let people = 0
/** A comment by a new author that the moderator has hidden. */
async function hidden() {
  const author = await forum.stoa.member(`writer_${(people += 1)}`, { join: ['FORUM'] })
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(author.token, { postId, content: 'Oars for sale' })
  await forum.hide(forum.moderator.token, { commentId, reason: 'spam' })
  const [decision] = await decisionsOf(author)
  if (!decision) throw new Error('The author was shown no decision.')
  return { author, postId, commentId, activityId: decision.activityId }
}
const decisionsOf = async ({ token }: Person) =>
  (await forum.stoa.call('decisionList', {}, { token })).body.payload.items
const appeal = ({ token }: Person, activityId: string, text = 'It is my only sale.') =>
  forum.stoa.call('appealCreate', { activityId, text }, { token })
async function itemOf(commentId: string, { token } = other) {
  const input = { tokenName: 'FORUM', limit: 100 }
  const { items } = (await forum.stoa.call('queueList', input, { token })).body.payload
  return items.find((item) => item.kind === 'appealed' && item.subjectId === commentId)
}
const decide = (itemIds: string[], decision: CallInput<'queueDecide'>['decision'], { token } = other) =>
  forum.stoa.call('queueDecide', { tokenName: 'FORUM', itemIds, decision }, { token })
const statusOf = async (commentId: string) =>
  (await forum.stoa.database.read('comments').where({ id: commentId }).first('status'))?.status
async function toldTo({ token }: Person): Promise<unknown[]> {
  await forum.stoa.app.background.settled()
  await forum.stoa.app.jobs.drain()
  const { items } = (await forum.stoa.call('notificationList', { tab: 'all' }, { token })).body.payload
  return items.map(({ decision }) => decision?.action)
}

test('authors see what was hidden, why and by which role, but not by whom', async () => {
  const { author, postId, commentId } = await hidden()
  const shown = await decisionsOf(author)
  expect(shown).toMatchObject([
    {
      action: 'commentHidden',
      by: 'community',
      reason: 'spam',
      excerpt: 'Oars for sale',
      postId,
      commentId,
      community: { tokenName: 'FORUM' },
      undone: false,
      appeal: null,
      canAppeal: true,
    },
  ])
  expect(JSON.stringify(shown)).not.toContain(forum.moderator.id)
})

test('a granted appeal restores the comment, and both sides are notified', async () => {
  const { author, postId, commentId, activityId } = await hidden()
  expect((await appeal(author, activityId)).body.payload.appeal).toMatchObject({ status: 'open' })
  expect((await appeal(author, activityId)).body.code).toBe('APPEAL_REFUSED')
  const item = await itemOf(commentId)
  expect(item).toMatchObject({
    kind: 'appealed',
    type: 'Comment',
    person: { userId: author.id },
    appeal: { text: 'It is my only sale.', reason: 'spam', isOwn: false, decision: { action: 'commentHidden' } },
  })
  const { body } = await decide([item?.id ?? ''], 'approve')
  expect(body.payload.decided).toHaveLength(1)
  expect([await statusOf(commentId), await forum.countOf(postId)]).toEqual([0, 1])
  expect(await decisionsOf(author)).toMatchObject([{ undone: true, canAppeal: false, appeal: { status: 'granted' } }])
  expect(await toldTo(author)).toContain('appealGranted')
  expect(await toldTo(forum.moderator)).toContain('decisionOverturned')
})

test.each(['Comment', 'Post'] as const)(
  'a %s that is restored from its own menu leaves no outcome of its reports in force',
  async (reportedType) => {
    const author = await forum.stoa.member(`writer_${(people += 1)}`, { join: ['FORUM'] })
    const reporter = await forum.stoa.member(`writer_${(people += 1)}`, { join: ['FORUM'] })
    const { token } = forum.moderator
    const isPost = reportedType === 'Post'
    const postId = await forum.newPost(isPost ? { publisherId: author.id } : {})
    const { id: commentId } = await forum.say(author.token, { postId, content: 'Oars for sale' })
    const reported = isPost ? { reportedPostId: postId } : { reportedCommentId: commentId }
    const report = { tokenName: 'FORUM', reportReason: 'spam' as const, reportedType, ...reported }
    expect((await forum.stoa.call('reportCreate', report, { token: reporter.token })).body.status).toBe('success')
    const setHidden = (hidden: boolean) =>
      isPost
        ? forum.stoa.call('postDelete', { tokenName: 'FORUM', postId, hidden, reason: 'spam' }, { token })
        : forum.hide(token, { commentId, hidden, reason: 'spam' })
    await setHidden(true)
    const told = async () => {
      await toldTo(reporter)
      const { body } = await forum.stoa.call('notificationList', { tab: 'all' }, { token: reporter.token })
      return body.payload.items.map(({ decision }) => decision)
    }
    const upheld = { action: 'reportUpheld', by: 'community' }
    expect(await told()).toEqual([{ ...upheld, reason: 'spam' }])
    await setHidden(false)
    expect(await told()).toEqual([{ ...upheld, reason: '', reversed: true }])
    expect(await decisionsOf(author)).toMatchObject([{ undone: true, canAppeal: false }])
    const log = async () => {
      const asked = { tokenName: 'FORUM', personId: author.id }
      return (await forum.stoa.call('communityActivity', asked, { token })).body.payload.items
    }
    const [restored, hidden] = await log()
    expect([restored?.undoes, hidden?.undone]).toEqual([hidden?.id, true])
    // Undone in turn, the first decision is in force again.
    const undo = { tokenName: 'FORUM', activityIds: [restored?.id ?? ''] }
    expect((await forum.stoa.call('moderationUndo', undo, { token })).body.payload.undone).toHaveLength(1)
    expect(await told()).toEqual([{ ...upheld, reason: 'spam' }])
  },
)

test('what an admin has hidden again after a moderator is restored from both', async () => {
  const { author, commentId } = await hidden()
  await forum.hide(forum.admin.token, { commentId, reason: 'hateful' })
  expect(await decisionsOf(author)).toMatchObject([{ undone: false }, { undone: false }])
  await forum.hide(forum.admin.token, { commentId, hidden: false })
  expect(await decisionsOf(author)).toMatchObject([{ undone: true }, { undone: true }])
})

test.each(['Post', 'Comment'] as const)(
  'an admin’s second hiding that is undone leaves the moderator’s in force, and restoring ends both (%s)',
  async (type) => {
    const author = await forum.stoa.member(`writer_${(people += 1)}`, { join: ['FORUM'] })
    const isPost = type === 'Post'
    const postId = await forum.newPost(isPost ? { publisherId: author.id } : {})
    const { id: commentId } = await forum.say(author.token, { postId, content: 'Oars for sale' })
    const setHidden = (hidden: boolean, { token } = forum.admin) =>
      isPost
        ? forum.stoa.call('postDelete', { tokenName: 'FORUM', postId, hidden, reason: 'spam' }, { token })
        : forum.hide(token, { commentId, hidden, reason: 'spam' })
    const log = async () => {
      const asked = { tokenName: 'FORUM', personId: author.id }
      const { body } = await forum.stoa.call('communityActivity', asked, { token: forum.admin.token })
      return body.payload.items.filter(({ action }) => /^(post|comment)(Hidden|Restored)$/.test(action))
    }
    await setHidden(true, forum.moderator)
    await setHidden(true)
    const undo = { tokenName: 'FORUM', activityIds: [(await log())[0]?.id ?? ''] }
    const { body } = await forum.stoa.call('moderationUndo', undo, { token: forum.admin.token })
    expect(body.payload.undone).toHaveLength(1)
    const hiding = isPost ? 'postHidden' : 'commentHidden'
    expect((await log()).map(({ action }) => action)).toEqual([hiding, hiding, hiding])
    await setHidden(true)
    await setHidden(false)
    const decided = (await log()).map(({ action, undone }) => [action, undone])
    expect(decided.slice(1)).toEqual(Array.from({ length: 4 }, () => [hiding, true]))
    expect((await decisionsOf(author)).some(({ canAppeal }) => canAppeal)).toBe(false)
  },
)

test('whether a decision is in force takes two queries, however often it was undone and undone in turn', async () => {
  const { commentId, activityId } = await hidden()
  const { activityLog } = forum.stoa.app.services
  const { token } = forum.moderator
  for (let undone = 0; undone < 12; undone += 1) {
    let isReversed: boolean | undefined
    const queries = await queriesOf(forum.stoa, async () => {
      isReversed = (await activityLog.decisionsByIds([activityId])).get(activityId)?.isReversed
    })
    expect([undone, isReversed, queries.length <= 2]).toEqual([undone, undone % 2 === 1, true])
    const asked = { tokenName: 'FORUM', subjectId: commentId }
    const [newest] = (await forum.stoa.call('communityActivity', asked, { token })).body.payload.items
    const undo = { tokenName: 'FORUM', activityIds: [newest?.id ?? ''] }
    expect((await forum.stoa.call('moderationUndo', undo, { token })).body.status).toBe('success')
  }
})

test('reporters learn that what they reported was restored on appeal, and hidden again', async () => {
  const author = await forum.stoa.member(`writer_${(people += 1)}`, { join: ['FORUM'] })
  const reporter = await forum.stoa.member(`writer_${(people += 1)}`, { join: ['FORUM'] })
  const { id: commentId } = await forum.say(author.token, { postId: await forum.newPost(), content: 'Oars for sale' })
  const report = { reportReason: 'spam' as const, reportedType: 'Comment' as const, reportedCommentId: commentId }
  await forum.stoa.call('reportCreate', { ...report, tokenName: 'FORUM' }, { token: reporter.token })
  await forum.hide(forum.moderator.token, { commentId, reason: 'spam' })
  const told = async () => {
    await toldTo(reporter)
    const { body } = await forum.stoa.call('notificationList', { tab: 'all' }, { token: reporter.token })
    return body.payload.items.map(({ decision }) => decision)
  }
  const upheld = { action: 'reportUpheld', by: 'community' }
  expect(await told()).toEqual([{ ...upheld, reason: 'spam' }])
  const [decision] = await decisionsOf(author)
  await appeal(author, decision?.activityId ?? '')
  const granted = await decide([(await itemOf(commentId))?.id ?? ''], 'approve')
  expect(await told()).toEqual([{ ...upheld, reason: '', reversed: true }])
  const activityIds = granted.body.payload.decided.map(({ activityId }) => activityId)
  await forum.stoa.call('moderationUndo', { tokenName: 'FORUM', activityIds }, { token: other.token })
  expect(await statusOf(commentId)).toBe(1)
  expect(await told()).toEqual([{ ...upheld, reason: 'spam' }])
})

test('a denied appeal leaves it hidden and needs no reason', async () => {
  const { author, commentId, activityId } = await hidden()
  await appeal(author, activityId)
  const id = (await itemOf(commentId))?.id ?? ''
  expect((await decide([id], 'hide')).body.payload.decided).toHaveLength(1)
  expect(await statusOf(commentId)).toBe(1)
  expect(await decisionsOf(author)).toMatchObject([{ appeal: { status: 'denied' }, canAppeal: false }])
  const again = await decide([id], 'approve', forum.admin)
  expect([again.body.code, again.body.details]).toMatchObject([
    'QUEUE_DECIDED',
    { decision: { action: 'appealDenied', by: { userId: other.id } } },
  ])
  // The permission to pin posts isn't enough to judge appeals.
  const pinner = await forum.stoa.member('pinner', { join: ['FORUM'] })
  const pins = { permissions: ['pinPost' as const] }
  await forum.stoa.app.services.memberships.setRole(forum.communityId, pinner.id, pins)
  const asked = { tokenName: 'FORUM', action: 'appealDenied' as const }
  const [denied] = (await forum.stoa.call('communityActivity', asked, { token: pinner.token })).body.payload.items
  const undo = { tokenName: 'FORUM', activityIds: [denied?.id ?? ''] }
  expect((await forum.stoa.call('moderationUndo', undo, { token: pinner.token })).body.code).toBe('FORBIDDEN')
})

test('the moderator who decided can’t judge the appeal while somebody else can', async () => {
  const { author, commentId, activityId } = await hidden()
  await appeal(author, activityId)
  const item = await itemOf(commentId, forum.moderator)
  expect(item?.appeal?.isOwn).toBe(true)
  expect((await decide([item?.id ?? ''], 'hide', forum.moderator)).body.code).toBe('APPEAL_OWN_DECISION')
  const { memberships } = forum.stoa.app.services
  await memberships.setRole(forum.communityId, other.id, { moderator: false, permissions: [] })
  expect((await itemOf(commentId, forum.moderator))?.appeal?.isOwn).toBe(false)
  expect((await decide([item?.id ?? ''], 'hide', forum.moderator)).status).toBe(200)
  await memberships.setRole(forum.communityId, other.id, { moderator: true, permissions: ['hideContent'] })
})

test('only the affected person can appeal, and not against undone decisions', async () => {
  const { author, commentId, activityId } = await hidden()
  expect((await appeal(forum.bea, activityId)).body.code).toBe('ACTIVITY_NOT_FOUND')
  expect((await appeal(author, activityId, 'w'.repeat(501))).body.code).toBe('VALIDATION_FAILED')
  const input = { tokenName: 'FORUM', activityIds: [activityId] }
  await forum.stoa.call('moderationUndo', input, { token: forum.moderator.token })
  expect(await statusOf(commentId)).toBe(0)
  expect((await appeal(author, activityId)).body.code).toBe('APPEAL_REFUSED')
})

test('the log is filtered by actor, person, action, subject and time', async () => {
  const { author, commentId, activityId } = await hidden()
  const { token } = forum.moderator
  const idsOf = async (filter: Partial<CallInput<'communityActivity'>>) =>
    (
      await forum.stoa.call('communityActivity', { tokenName: 'FORUM', limit: 100, ...filter }, { token })
    ).body.payload.items.map(({ id }) => id)
  expect(await idsOf({ subjectId: commentId })).toEqual([activityId])
  expect(await idsOf({ personId: author.id })).toEqual([activityId])
  expect(await idsOf({ actorId: other.id, personId: author.id })).toEqual([])
  expect(await idsOf({ action: 'banned' })).toEqual([])
  const now = forum.stoa.clock.now()
  expect(await idsOf({ since: now - 10, until: now + 1 })).toContain(activityId)
  expect(await idsOf({ since: now + 1 })).toEqual([])
})

test('everyone can read decisions about content with their reasons, without names', async () => {
  const { author, commentId, activityId } = await hidden()
  const own = await forum.stoa.member('own_words', { join: ['FORUM'] })
  const { id } = await forum.say(own.token, { postId: await forum.newPost() })
  await forum.hide(forum.moderator.token, { commentId: id, reason: 'other', reasonText: 'Ada said so' })
  const { payload } = (await forum.stoa.call('communityDecisions', { tokenName: 'FORUM' })).body
  expect(payload.items.slice(0, 2)).toMatchObject([
    { action: 'commentHidden', by: 'community', reason: 'other' },
    { id: activityId, reason: 'spam', undone: false },
  ])
  const text = JSON.stringify(payload)
  for (const secret of [author.id, commentId, forum.moderator.id, 'Ada said so', 'Oars'])
    expect(text).not.toContain(secret)
})

test('if one of several appeals can’t be granted, it stays open', async () => {
  const [first, second] = [await hidden(), await hidden()]
  for (const { author, activityId } of [first, second]) await appeal(author, activityId)
  // An admin hides the first one as well, which the moderator can't undo.
  await forum.hide(forum.admin.token, { commentId: first.commentId, reason: 'spam' })
  const ids = [(await itemOf(first.commentId))?.id ?? '', (await itemOf(second.commentId))?.id ?? '']
  const { body } = await decide(ids, 'approve')
  expect(body.payload.decided.map(({ itemId }) => itemId)).toEqual([ids[1]])
  expect(body.payload.refused).toMatchObject([{ itemId: ids[0], code: 'UNDO_REFUSED' }])
  expect([await statusOf(first.commentId), await statusOf(second.commentId)]).toEqual([3, 0])
  const appealed = (await decisionsOf(first.author)).find(({ activityId }) => activityId === first.activityId)
  expect(appealed).toMatchObject({ undone: false, appeal: { status: 'open' } })
  expect(await itemOf(first.commentId)).toBeDefined()
})

test('an appeal is granted even if the comment was restored or the ban lifted manually', async () => {
  const { author, commentId, activityId } = await hidden()
  await appeal(author, activityId)
  await forum.hide(other.token, { commentId, hidden: false })
  const granted = await decide([(await itemOf(commentId))?.id ?? ''], 'approve')
  expect(granted.body.payload.decided).toHaveLength(1)
  expect(await statusOf(commentId)).toBe(0)
  expect(await decisionsOf(author)).toMatchObject([{ appeal: { status: 'granted' } }])
  expect(await toldTo(author)).toContain('appealGranted')
  const banned = await forum.stoa.member('banned_one', { join: ['FORUM'] })
  const ban = (isBan: boolean) =>
    forum.stoa.call('userBan', { tokenName: 'FORUM', banUserId: banned.id, ban: isBan }, { token: forum.admin.token })
  await ban(true)
  const [decision] = await decisionsOf(banned)
  await appeal(banned, decision?.activityId ?? '')
  await ban(false)
  const lifted = await decide([(await itemOf(banned.id))?.id ?? ''], 'approve')
  expect(lifted.body.payload.decided).toHaveLength(1)
})

test('a moderator who has left, is banned or lacks a permission doesn’t count as another judge', async () => {
  const { author, commentId, activityId } = await hidden()
  await appeal(author, activityId)
  const isOwn = async () => (await itemOf(commentId, forum.moderator))?.appeal?.isOwn
  const { memberships } = forum.stoa.app.services
  const join = (isJoin: boolean) =>
    forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: isJoin }, { token: other.token })
  expect(await isOwn()).toBe(true)
  await join(false)
  expect(await isOwn()).toBe(false)
  await join(true)
  expect(await isOwn()).toBe(true)
  const ban = { tokenName: 'FORUM', banUserId: other.id }
  await forum.stoa.call('userBan', { ...ban, ban: true }, { token: forum.admin.token })
  expect(await isOwn()).toBe(false)
  await forum.stoa.call('userBan', { ...ban, ban: false }, { token: forum.admin.token })
  await memberships.setRole(forum.communityId, other.id, { moderator: true, permissions: ['hidePremiumContent'] })
  expect(await isOwn()).toBe(false)
  expect((await decide([(await itemOf(commentId, forum.moderator))?.id ?? ''], 'hide', forum.moderator)).status).toBe(
    200,
  )
  await memberships.setRole(forum.communityId, other.id, { moderator: true, permissions: ['hideContent'] })
})

test('many appeals against one’s own decisions take as many queries as one', async () => {
  const open = async () => {
    const { author, activityId } = await hidden()
    await appeal(author, activityId)
  }
  const list = () =>
    queriesOf(forum.stoa, () =>
      forum.stoa.call('queueList', { tokenName: 'FORUM', limit: 100 }, { token: forum.moderator.token }),
    )
  await open()
  const one = (await list()).length
  for (let count = 0; count < 4; count += 1) await open()
  expect((await list()).length).toBeLessThanOrEqual(one)
})

const undo = (activityId: string, { token } = other) =>
  forum.stoa.call('moderationUndo', { tokenName: 'FORUM', activityIds: [activityId] }, { token })
const judge = async (commentId: string, decision: CallInput<'queueDecide'>['decision']) => {
  const { body } = await decide([(await itemOf(commentId))?.id ?? ''], decision)
  return body.payload.decided[0]?.activityId ?? ''
}
const openReports = (commentId: string) =>
  forum.stoa.database.read('report_items').where({ entity_id: commentId, status: 'open' })

test('granting an appeal doesn’t reopen reports', async () => {
  const author = await forum.stoa.member('reported_writer', { join: ['FORUM'] })
  const { id: commentId } = await forum.say(author.token, { postId: await forum.newPost() })
  const report = { tokenName: 'FORUM', reportedType: 'Comment', reportedCommentId: commentId } as const
  await forum.stoa.call('reportCreate', { ...report, reportReason: 'spam' }, { token: forum.bea.token })
  await forum.hide(forum.moderator.token, { commentId, reason: 'spam' })
  const [decision] = await decisionsOf(author)
  await appeal(author, decision?.activityId ?? '')
  const granted = await judge(commentId, 'approve')
  expect([await statusOf(commentId), await openReports(commentId)]).toEqual([0, []])
  // Undoing restores the former state: hidden, and its report closed.
  expect((await undo(granted)).body.payload.undone).toEqual([granted])
  expect([await statusOf(commentId), await openReports(commentId)]).toEqual([1, []])
})

test('undoing a granted appeal hides the comment again and reopens the appeal, repeatedly', async () => {
  const { author, postId, commentId, activityId } = await hidden()
  await appeal(author, activityId)
  for (const _ of [1, 2]) {
    const granted = await judge(commentId, 'approve')
    expect([await statusOf(commentId), await forum.countOf(postId)]).toEqual([0, 1])
    // The moderator who made the decision can't overrule the judge.
    expect((await undo(granted, forum.moderator)).body.code).toBe('APPEAL_OWN_DECISION')
    expect((await undo(granted)).body.payload.undone).toEqual([granted])
    expect((await undo(granted)).body.code).toBe('UNDO_REFUSED')
    expect([await statusOf(commentId), await forum.countOf(postId)]).toEqual([1, 0])
    const shown = await decisionsOf(author)
    expect(shown[0]).toMatchObject({ reason: 'spam', undone: false, appeal: { status: 'open' }, canAppeal: false })
    // The decision is the same, so it can't be appealed again.
    expect((await appeal(author, shown[0]?.activityId ?? '')).body.code).toBe('APPEAL_REFUSED')
    expect(shown).toHaveLength(1)
  }
  expect(await toldTo(author)).toContain('appealReopened')
  await judge(commentId, 'hide')
  expect(await statusOf(commentId)).toBe(1)
  expect(await decisionsOf(author)).toMatchObject([{ undone: false, appeal: { status: 'denied' } }])
  const asked = { tokenName: 'FORUM', subjectId: commentId, action: 'commentHidden' } as const
  const { items } = (await forum.stoa.call('communityActivity', asked, { token: other.token })).body.payload
  // Only the newest is in force. It reinstates the first, which remains its maker's.
  const { moderator } = forum
  expect(
    items.map(({ actor, undoes, undone, reinstated }) => [actor?.userId, undoes !== null, undone, reinstated]),
  ).toEqual([
    [other.id, true, false, false],
    [other.id, true, true, true],
    [moderator.id, false, true, true],
  ])
})

test('a denied appeal can be undone and judged again', async () => {
  const { author, commentId, activityId } = await hidden()
  await appeal(author, activityId)
  const denied = await judge(commentId, 'hide')
  expect((await undo(denied)).body.payload.undone).toEqual([denied])
  expect(await decisionsOf(author)).toMatchObject([{ undone: false, appeal: { status: 'open' } }])
  await judge(commentId, 'approve')
  expect(await statusOf(commentId)).toBe(0)
})

test('undoing a granted appeal against a ban reinstates the ban', async () => {
  const banned = await forum.stoa.member('banned_again', { join: ['FORUM'] })
  const ban = { tokenName: 'FORUM', banUserId: banned.id, ban: true, timeframe: 7 } as const
  await forum.stoa.call('userBan', ban, { token: forum.admin.token })
  const [decision] = await decisionsOf(banned)
  await appeal(banned, decision?.activityId ?? '')
  const { memberships } = forum.stoa.app.services
  const role = { moderator: true, permissions: ['hideContent' as const, 'banUser' as const] }
  await memberships.setRole(forum.communityId, other.id, role)
  const isBanned = async () => (await memberships.standingIn(forum.communityId, banned.id)).ban !== null
  for (const _ of [1, 2]) {
    const granted = await judge(banned.id, 'approve')
    expect(await isBanned()).toBe(false)
    const asked = { tokenName: 'FORUM', personId: banned.id, action: 'appealGranted' } as const
    const { items } = (await forum.stoa.call('communityActivity', asked, { token: other.token })).body.payload
    expect(items[0]?.bansAgain).toMatchObject({ kind: 'ban', until: expect.any(Number) })
    expect((await undo(granted)).body.payload.undone).toEqual([granted])
    expect(await isBanned()).toBe(true)
  }
  await memberships.setRole(forum.communityId, other.id, { moderator: true, permissions: ['hideContent'] })
})

test('undoing a grant after a manual restore reopens the appeal without hiding the comment', async () => {
  const { author, commentId, activityId } = await hidden()
  await appeal(author, activityId)
  await forum.hide(other.token, { commentId, hidden: false })
  const granted = await judge(commentId, 'approve')
  expect((await undo(granted)).body.payload.undone).toEqual([granted])
  expect(await statusOf(commentId)).toBe(0)
  expect((await decisionsOf(author))[0]?.appeal?.status).toBe('open')
})

test('a lifted ban can’t be appealed anymore', async () => {
  const person = await forum.stoa.member('lifted_person', { join: ['FORUM'] })
  const ban = (isBan: boolean) =>
    forum.stoa.call('userBan', { tokenName: 'FORUM', banUserId: person.id, ban: isBan }, { token: forum.admin.token })
  const offered = async () =>
    (await decisionsOf(person)).filter(({ action }) => action === 'banned').map(({ canAppeal }) => canAppeal)
  await ban(true)
  expect(await offered()).toEqual([true])
  await ban(false)
  expect(await offered()).toEqual([false])
  const [lifted] = (await decisionsOf(person)).filter(({ action }) => action === 'banned')
  expect((await appeal(person, lifted?.activityId ?? '')).body.code).toBe('APPEAL_REFUSED')
  await ban(true)
  expect(await offered()).toEqual([true, false])
})

/** A post by a new author with two pictures, which a moderator can remove. */
async function illustrated() {
  const { stoa, moderator } = forum
  const author = await stoa.member(`writer_${(people += 1)}`, { join: ['FORUM'] })
  const pictures = [await upload(stoa, author.token, { bytes: await picture() })]
  pictures.push(await upload(stoa, author.token, { bytes: await picture() }))
  const blocks = pictures.map(({ url }) => ({ type: 'image', data: { file: { url }, caption: '' } }))
  const made = { tokenName: 'FORUM', title: 'My boats', postContent: JSON.stringify({ blocks }) }
  const { id: postId } = (await stoa.call('postCreate', made, { token: author.token })).body.payload.post
  return {
    author,
    postId,
    files: pictures.map(({ id }) => id),
    async remove(mediaId: string, { token } = moderator) {
      const input = { tokenName: 'FORUM', postId, mediaId, reason: 'nudity' as const }
      return (await stoa.call('mediaRemove', input, { token })).body.payload.activityId
    },
    async served(mediaId: string) {
      const url = pictures.find(({ id }) => id === mediaId)?.url ?? ''
      return (await fetch(new URL(url, stoa.url))).status
    },
  }
}

test('the author of a post learns why a file was removed, and a granted appeal brings it back until it is undone', async () => {
  const { author, postId, files, remove, served } = await illustrated()
  const [file = '', otherFile = ''] = files

  const activityId = await remove(file)
  expect(await toldTo(author)).toEqual(['fileRemoved'])
  const shown = { action: 'fileRemoved', reason: 'nudity', excerpt: 'My boats', postId, by: 'community' }
  expect(await decisionsOf(author)).toMatchObject([{ ...shown, canAppeal: true, undone: false }])
  // Another file of the post is another matter.
  await undo(await remove(otherFile))
  expect((await appeal(author, activityId)).body.payload.appeal).toMatchObject({ status: 'open' })
  expect(await itemOf(postId)).toMatchObject({ type: 'Post', appeal: { decision: { action: 'fileRemoved' } } })
  const grant = async () => {
    const { payload } = (await decide([(await itemOf(postId))?.id ?? ''], 'approve')).body
    return payload.decided[0]?.activityId ?? ''
  }
  const granted = await grant()
  expect(await served(file)).toBe(200)
  expect(await toldTo(author)).toContain('appealGranted')
  expect((await decisionsOf(author)).at(-1)).toMatchObject({ undone: true, appeal: { status: 'granted' } })

  // The grant says nothing about the post itself.
  const hide = { tokenName: 'FORUM', postId, hidden: true, reason: 'spam' as const }
  await forum.stoa.call('postDelete', hide, { token: forum.moderator.token })
  expect((await undo(granted)).body.payload.undone).toEqual([granted])
  expect(await served(file)).not.toBe(200)
  const [hiding] = (await decisionsOf(author)).filter(({ action }) => action === 'postHidden')
  expect((await undo(hiding?.activityId ?? '')).body.payload.undone).toEqual([hiding?.activityId])
  expect(await served(file)).toBe(410)
  await grant()
  expect(await served(file)).toBe(200)
})

test('a file that an admin has removed is brought back by admins only', async () => {
  const { author, postId, files, remove, served } = await illustrated()
  const [file = ''] = files
  const activityId = await remove(file, forum.admin)
  expect((await undo(activityId)).body.code).toBe('HIDDEN_BY_DOMAIN_ADMIN')
  await appeal(author, activityId)
  const itemId = (await itemOf(postId))?.id ?? ''
  expect((await decide([itemId], 'approve')).body.code).toBe('HIDDEN_BY_DOMAIN_ADMIN')
  expect(await served(file)).toBe(410)
  expect((await decide([itemId], 'approve', forum.admin)).body.payload.decided).toHaveLength(1)
  expect(await served(file)).toBe(200)
})

test('a granted appeal brings its file back although another one of the post was removed later', async () => {
  const { author, postId, files, remove, served } = await illustrated()
  const [file = '', otherFile = ''] = files
  const activityId = await remove(file)
  await appeal(author, activityId)
  const latest = async () => {
    const asked = { tokenName: 'FORUM', subjectId: postId }
    const { items } = (await forum.stoa.call('communityActivity', asked, { token: other.token })).body.payload
    return items[0]?.id ?? ''
  }
  await undo(activityId)
  await undo(await latest())
  await remove(otherFile)
  expect([await served(file), await served(otherFile)]).toEqual([410, 410])
  expect((await decide([(await itemOf(postId))?.id ?? ''], 'approve')).body.payload.decided).toHaveLength(1)
  expect([await served(file), await served(otherFile)]).toEqual([200, 410])
})
