import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookiesOf } from '../../../../test/cookies.ts'
import { PASSWORD } from '../../../../test/factors.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { moderatorActions } from '../../../../test/moderators.ts'
import { DAY_MS } from '../../../platform/clock.ts'

let forum: Forum
type Person = Forum['ada']
let guard: Person
const { guardNamed, ban } = moderatorActions(() => forum)
beforeAll(async () => {
  forum = await startForum()
  guard = await guardNamed('guard_demo')
})
afterAll(() => forum.stoa.close())

let people = 0
const somebody = () => forum.stoa.member(`carded_${(people += 1)}`, { join: ['FORUM'] })
const ask = (memberId: string, { token } = guard) =>
  forum.stoa.call('memberCard', { tokenName: 'FORUM', memberId }, { token })
const cardOf = async (memberId: string) => (await ask(memberId)).body.payload.card
const note = (about: { memberId: string; text?: string; noteId?: string }, { token } = guard) =>
  forum.stoa.call('memberNote', { tokenName: 'FORUM', ...about }, { token })
const signUp = async (username: string, cookie = '') => {
  const input = { username, email: `${username}@people.example`, password: PASSWORD }
  const made = await forum.stoa.call('authSignUp', input, { headers: { cookie } })
  return { id: made.body.payload.userId, cookie: cookiesOf(made.headers), token: made.body.payload.accessToken }
}

test('a card counts decisions and reports in this community', async () => {
  const [person, reporter] = [await somebody(), await somebody()]
  const postId = await forum.newPost()
  for (const content of ['Buy boats', 'Buy oars']) {
    const { id } = await forum.say(person.token, { postId, content })
    const reported = {
      tokenName: 'FORUM',
      reportedType: 'Comment',
      reportedCommentId: id,
      reportReason: 'spam',
    } as const
    await forum.stoa.call('reportCreate', reported, { token: reporter.token })
    if (content === 'Buy boats') await forum.hide(guard.token, { commentId: id, reason: 'spam' })
  }
  await ban(person, { timeframe: 1, reason: 'Advertising' }, guard)
  const card = await cardOf(person.id)
  expect(card).toMatchObject({
    person: { userId: person.id, username: expect.stringMatching(/^carded_/) },
    role: null,
    signals: [],
    ban: { reason: 'Advertising' },
    counts: { removals: 1, bans: 1, reportsAbout: 2, reportsUpheld: 1, reportsBy: 0, reportsDismissed: 0 },
  })
  expect(card.history.map(({ action, by }) => [action, by?.userId])).toEqual([
    ['banned', guard.id],
    ['commentHidden', guard.id],
  ])
  expect((await cardOf(reporter.id)).counts).toMatchObject({ reportsBy: 2, reportsDismissed: 0 })
})

test('only moderators read notes, nobody reads those about themselves, and each deletes their own', async () => {
  const person = await somebody()
  const { notes } = (await note({ memberId: person.id, text: ' Sells boats ' })).body.payload
  expect(notes).toMatchObject([{ text: 'Sells boats', by: { userId: guard.id }, isOwn: true }])
  const noteId = notes[0]?.id ?? ''
  expect((await note({ memberId: person.id, noteId }, forum.moderator)).body.code).toBe('NOTE_NOT_FOUND')
  expect((await note({ memberId: forum.ada.id, noteId })).body.code).toBe('NOTE_NOT_FOUND')
  expect((await ask(person.id, person)).body.code).toBe('FORBIDDEN')
  expect((await ask(guard.id)).body.code).toBe('FORBIDDEN')
  expect((await note({ memberId: person.id, text: 'a'.repeat(1001) })).status).toBe(400)
  expect((await note({ memberId: person.id })).status).toBe(400)
  expect((await note({ memberId: person.id, noteId })).body.payload.notes).toEqual([])
  expect((await note({ memberId: person.id, noteId })).body.code).toBe('NOTE_NOT_FOUND')
})

test('a warning is sent, counted, and withdrawn once', async () => {
  const person = await somebody()
  const warn = (reason: string, { token } = forum.moderator) =>
    forum.stoa.call('userWarn', { tokenName: 'FORUM', warnedUserId: person.id, reason }, { token })
  expect((await warn(' ')).status).toBe(400)
  expect((await warn('Be kind', person)).body.code).toBe('FORBIDDEN')
  const { activityId } = (await warn('Be kind')).body.payload
  const decided = async () => (await forum.stoa.call('decisionList', {}, { token: person.token })).body.payload.items
  expect(await decided()).toMatchObject([{ action: 'warned', reason: 'Be kind', undone: false }])
  await forum.stoa.app.background.settled()
  const { items } = (await forum.stoa.call('notificationList', {}, { token: person.token })).body.payload
  expect(items.map(({ decision }) => decision)).toMatchObject([{ action: 'warned', reason: 'Be kind' }])
  expect((await cardOf(person.id)).counts.warnings).toBe(1)
  expect((await undo(activityId)).status).toBe(200)
  expect((await undo(activityId)).body.code).toBe('UNDO_REFUSED')
  expect((await cardOf(person.id)).counts.warnings).toBe(0)
  expect(await decided()).toMatchObject([{ action: 'warned', undone: true }])
})

test('warning a nonmember is refused with a message about that person', async () => {
  const outsider = await forum.stoa.member('warned_outsider')
  const input = { tokenName: 'FORUM', warnedUserId: outsider.id, reason: 'Be kind' }
  const { body, status } = await forum.stoa.call('userWarn', input, { token: forum.moderator.token })
  expect([status, body.code, body.message]).toEqual([
    ...[422, 'NOT_A_MEMBER', 'This person is not a member of the community.'],
  ])
})

const undo = (activityId: string, { token } = forum.moderator) =>
  forum.stoa.call('moderationUndo', { tokenName: 'FORUM', activityIds: [activityId] }, { token })

test('a browser or network shared with a banned account is shown for 90 days, without storing addresses', async () => {
  const first = await signUp('evader_one')
  const second = await signUp('evader_two', first.cookie)
  const third = await signUp('evader_three')
  const stranger = await signUp('evader_four')
  for (const { token } of [first, second, third])
    await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token })
  expect((await cardOf(second.id)).signals).toEqual([])
  await ban(first, { timeframe: 0 }, guard)
  expect((await cardOf(second.id)).signals).toEqual(['device', 'network'])
  expect((await cardOf(third.id)).signals).toEqual(['network'])
  // Anybody can found a community, so nonmembers have no signals.
  expect((await cardOf(stranger.id)).signals).toEqual([])
  const rows = await forum.stoa.database.read('sign_in_networks')
  expect(JSON.stringify(rows)).not.toContain('127.0.0')
  forum.stoa.clock.advance(91 * DAY_MS)
  const late = await guardNamed('late_guard')
  expect((await ask(second.id, late)).body.payload.card.signals).toEqual([])
  guard = late
})

test('a time-out allows reading, ends by itself, and can be undone from the log', async () => {
  const person = await somebody()
  const postId = await forum.newPost()
  const timeOut = (about: Parameters<typeof ban>[1] = {}) => ban(person, { timeoutHours: 1, ...about }, guard)
  const say = () =>
    forum.stoa.call(
      'commentCreate',
      { tokenName: 'FORUM', postId, content: `Hello ${Math.random()}` },
      { token: person.token },
    )
  const { standing } = (await timeOut({ reason: 'Calm down' })).body.payload
  await forum.stoa.app.background.settled()
  const { items } = (await forum.stoa.call('notificationList', {}, { token: person.token })).body.payload
  expect(items.map(({ decision }) => decision)).toMatchObject([{ action: 'timedOut', reason: 'Calm down' }])
  expect(standing.ban).toMatchObject({
    kind: 'timeout',
    reason: 'Calm down',
    until: forum.stoa.clock.now() + 3_600_000,
  })
  const me = async () => forum.stoa.app.services.memberships.viewer(person.id, '')
  expect(await me()).toMatchObject({ timeouts: ['FORUM'], banReasons: { FORUM: 'Calm down' } })
  expect((await say()).body.code).toBe('BANNED')
  expect((await forum.stoa.call('postGet', { idOrSlug: postId }, { token: person.token })).status).toBe(200)
  await ban(person, { ban: false }, guard)
  await timeOut()
  const { history } = await cardOf(person.id)
  expect(history.map(({ action }) => action)).toEqual(['timedOut', 'timeoutLifted', 'timedOut'])
  expect((await undo(history[0]?.activityId ?? '', guard)).status).toBe(200)
  expect((await say()).status).toBe(200)
  expect((await cardOf(person.id)).history[0]?.action).toBe('timeoutLifted')

  // A ban can't be replaced with a time-out.
  await ban(person, { timeframe: 0 }, guard)
  expect((await timeOut()).body.code).toBe('BAN_IN_FORCE')
  expect((await cardOf(person.id)).ban).toMatchObject({ kind: 'ban', until: 0 })
  await ban(person, { ban: false }, guard)

  await timeOut()
  forum.stoa.clock.advance(3_600_001)
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: person.id, site: '', lasting: true })
  const content = 'I am back'
  const again = await forum.stoa.call(
    'commentCreate',
    { tokenName: 'FORUM', postId, content },
    { token: signedIn.accessToken },
  )
  expect(again.status).toBe(200)
})
