import { CommentStatus, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mailRecipients } from '../../../../test/mail-recipients.ts'
import { createApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { createLogger } from '../../../platform/logging/logger.ts'

const OWN = 'http://localhost:3000'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const { begin, write, confirm, newToken, mails, planned, choose, mailedAfter, signInAgain } = mailRecipients(
  () => forum,
)
beforeEach(begin)

test('several replies in a thread are one mail, which links them and offers to unsubscribe', async () => {
  const { ada, bea, moderator } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId, content: 'First <b>answer</b>' })
  const { id } = await forum.say(moderator.token, { postId, content: 'Second\nanswer' })
  expect(await mailedAfter(4 * MINUTE_MS)).toEqual([])
  const [mail = '', ...others] = await mailedAfter(MINUTE_MS)
  expect(others).toEqual([])
  expect(mail).toContain(`To: ${ada.id}@mail.example`)
  expect(mail).toMatch(/Subject:.*replied to you in/s)
  expect(mail).toMatch(new RegExp(`${OWN}/bbs/FORUM/\\S+/comment/${id}\\s`))
  expect(mail).toContain('Second answer')
  expect(mail).toMatch(/^List-Unsubscribe:\s+<http:\/\/localhost:3000\/unsubscribe\?token=\S+>\r?$/m)
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  expect(await planned()).toBe(0)
  expect(await mailedAfter(DAY_MS)).toHaveLength(1)

  // What was mailed isn't mailed again with later replies.
  await forum.say(bea.token, { postId, content: 'Third' })
  const again = (await mailedAfter(5 * MINUTE_MS)).at(-1) ?? ''
  expect(again).toContain('Third')
  expect(again).not.toMatch(/others|moderator|mod_demo/)
})

test('a person who only wants mails gets one, even if old notifications are deleted in the meantime', async () => {
  const { stoa, ada, bea } = forum
  const onSite = { reply: false }
  await stoa.call('notificationSettings', { notificationSettings: { onSite } }, { token: ada.token })
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId })
  expect(await mailedAfter(5 * MINUTE_MS)).toHaveLength(1)
  // By then the existing notification is old, but the added reply isn't.
  stoa.clock.advance(91 * DAY_MS)
  await signInAgain()
  await forum.say(bea.token, { postId, content: 'After months' })
  await stoa.app.background.settled()
  await stoa.app.services.retention.run('notifications')
  expect((await mailedAfter(5 * MINUTE_MS)).slice(1)).toEqual([expect.stringContaining('After months')])
  const rows = async () => Number((await stoa.database.read('notifications').count({ n: '*' }))[0]?.n)
  expect(await rows()).toBe(1)
  stoa.clock.advance(91 * DAY_MS)
  await stoa.app.services.retention.run('notifications')
  expect(await rows()).toBe(0)
})

test('replies to several items in a thread are one mail', async () => {
  const { ada, bea } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  const { id: own } = await forum.say(ada.token, { postId })
  const { id: reply } = await forum.say(bea.token, { postId, replyToCommentId: own, content: 'To the comment' })
  const { id: answer } = await forum.say(bea.token, { postId, content: 'To the post <i>' })
  const [mail = '', ...others] = await mailedAfter(5 * MINUTE_MS)
  expect(others).toEqual([])
  expect(mail).toContain(`/comment/${own}/reply/${reply}`)
  expect(mail).toContain(`/comment/${answer}`)
  expect(mail).toContain('To the comment')
  expect(mail).toContain('To the post &lt;i&gt;')
})

test('one of two processes sends it, and a failed one loses nothing', async () => {
  const { stoa, ada, bea } = forum
  const { settings, clock } = stoa
  const { database } = stoa
  const other = createApp({ config: readConfig(settings), database, clock, logger: createLogger('silent') })
  await choose(ada, { digest: true })
  for (let count = 0; count < 5; count += 1) {
    await forum.say(bea.token, { postId: await forum.newPost({ publisherId: ada.id }) })
  }
  // New followers are only in the digest.
  await stoa.call('userFollow', { followedUserId: ada.id, follow: true }, { token: bea.token })
  await stoa.app.background.settled()
  clock.advance(5 * MINUTE_MS)
  // The mail can't be written, so everything stays planned.
  await write('users', { id: ada.id }, { notification_settings: '{' })
  await other.jobs.drain()
  expect([await planned(), (await mails()).length]).toEqual([6, 0])
  await write('users', { id: ada.id }, { notification_settings: '{"email":{"digest":true}}' })
  clock.advance(60 * MINUTE_MS)
  const both = async () => {
    await Promise.all([stoa.app.jobs.drain(), other.jobs.drain()])
    await other.background.settled()
    return (await mails()).length
  }
  expect(await both()).toBe(5)
  clock.advance(7 * DAY_MS)
  expect(await both()).toBe(6)
  expect(await planned()).toBe(0)
})

const MEANWHILE: Record<string, (about: { postId: string; commentId: string }) => Promise<unknown>> = {
  'it was read': async () => {
    forum.stoa.clock.advance(1)
    await forum.stoa.call('notificationRead', { all: true }, { token: forum.ada.token })
  },
  'it was taken off the list': async () => {
    const { stoa, ada } = forum
    stoa.clock.advance(1)
    const { items } = (await stoa.call('notificationList', {}, { token: ada.token })).body.payload
    await stoa.call('notificationDelete', { notificationIds: items.map(({ id }) => id) }, { token: ada.token })
  },
  'the switch was turned off': () => choose(forum.ada, { reply: false }),
  'the comment was hidden': ({ commentId }) =>
    write('comments', { id: commentId }, { status: CommentStatus.hiddenByAdmin }),
  'the post was hidden': ({ postId }) => write('posts', { id: postId }, { status: PostStatus.hiddenByAdmin }),
  'the address is not confirmed': () =>
    write('users', { id: forum.ada.id }, { email: null, email_key: null, pending_email: 'ada@mail.example' }),
  'the account was deleted': () => write('users', { id: forum.ada.id }, { deleted_at: forum.stoa.clock.now() }),
  'the reader was banned there': () =>
    forum.stoa.call(
      'userBan',
      { tokenName: 'FORUM', banUserId: forum.ada.id, ban: true },
      { token: forum.admin.token },
    ),
}

test.each(Object.entries(MEANWHILE))('nothing is mailed if %s in the meantime', async (_, happens) => {
  const { stoa, ada, bea } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  const { id: commentId } = await forum.say(bea.token, { postId, content: 'A secret' })
  await stoa.app.background.settled()
  expect(await planned()).toBe(1)
  await happens({ postId, commentId })
  const toAda = (await mailedAfter(5 * MINUTE_MS)).filter((mail) => mail.includes(`To: ${ada.id}`))
  expect(toAda.filter((mail) => !mail.includes('You were banned'))).toEqual([])
  // It isn't sent later if that is reverted.
  await choose(ada, { reply: true })
  await write('users', { id: ada.id }, { deleted_at: 0 })
  expect((await mails()).join()).not.toContain('A secret')
})

test('a mail contains only what is still visible', async () => {
  const { ada, bea, moderator } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId, content: 'Stays' })
  const { id } = await forum.say(moderator.token, { postId, content: 'A secret' })
  await write('comments', { id }, { status: CommentStatus.hiddenByAdmin })
  const [mail = ''] = await mailedAfter(5 * MINUTE_MS)
  expect(mail).toContain('Stays')
  expect(mail).not.toMatch(/A secret|1 other|mod_demo/)
})

test('a merged person gets mails at the main account, by its settings', async () => {
  const { ada, bea, cem } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId })
  await forum.stoa.app.background.settled()
  await write('users', { id: ada.id }, { forward_to: cem.id })
  const to = (await mailedAfter(5 * MINUTE_MS)).join()
  await write('users', { id: ada.id }, { forward_to: '' })
  expect(to).toContain(`To: ${cem.id}@mail.example`)
  expect(to).not.toContain(`To: ${ada.id}`)
})

test('mails about new posts name the author for followers and the community for its subscribers', async () => {
  const { stoa, ada, bea, cem } = forum
  const post = (title: string) =>
    stoa.call(
      'postCreate',
      { tokenName: 'FORUM', title, postContent: '{"blocks":[{"type":"paragraph","data":{"text":"Words."}}]}' },
      { token: ada.token },
    )
  const token = await newToken(cem.id)
  await stoa.call('userFollow', { followedUserId: ada.id, follow: true }, { token })
  await choose({ token }, { newPost: true })
  await choose(bea, { communityPost: true })
  for (const title of ['One', 'Two']) expect((await post(title)).status).toBe(200)
  const all = await mailedAfter(5 * MINUTE_MS)
  const to = ({ id }: { id: string }) => all.find((mail) => mail.includes(`To: ${id}@mail.example`)) ?? ''
  expect(to(cem)).toMatch(/ posted 2 times in .*, most recently \S*Two/)
  expect(to(cem)).toContain('because you follow the author')
  expect(to(bea)).toMatch(/2 new posts in .*, most recently \S*Two/)
  expect(to(bea)).toContain('asked to be notified about new posts')
  await choose(bea, { communityPost: false })
})

test('mails explain why a moderator decided, even several decisions together', async () => {
  const { ada, moderator } = forum
  const postId = await forum.newPost()
  const hide = async (about: object) => {
    const { id: commentId } = await forum.say(ada.token, { postId })
    await forum.hide(moderator.token, { commentId, ...about })
  }
  await hide({ reason: 'hateful' })
  const [one = ''] = await mailedAfter(5 * MINUTE_MS)
  expect(one).toMatch(/Reason: hateful content\r?\n/)
  await hide({ reason: 'spam' })
  await hide({ reason: 'other', reasonText: 'Off the topic' })
  await hide({ reason: 'other', reasonText: 'constructor' })
  const several = (await mailedAfter(5 * MINUTE_MS)).at(-1) ?? ''
  expect(several).toMatch(/was hidden in .*\. Reason: spam\r?\n/)
  expect(several).toMatch(/was hidden in .*\. Reason: .*Off the topic/)
  expect(several).toMatch(/was hidden in .*\. Reason: .*constructor/)
})

test('a deleted account gets no mails, and old notifications are removed from later ones', async () => {
  const { stoa, bea } = forum
  const leaver = await stoa.member('leaver_demo', { join: ['FORUM'] })
  await confirm(leaver)
  const postId = await forum.newPost({ publisherId: leaver.id })
  await forum.say(bea.token, { postId })
  await stoa.app.background.settled()
  stoa.clock.advance(89 * DAY_MS)
  await signInAgain()
  await forum.say(bea.token, { postId })
  await stoa.app.background.settled()
  const causes = () => stoa.database.read('notification_causes').where({ recipient_id: leaver.id })
  expect([(await causes()).length, await planned()]).toEqual([2, 1])
  stoa.clock.advance(2 * DAY_MS)
  await stoa.app.services.retention.run('notifications')
  expect((await causes()).length).toBe(1)
  const input = { confirm: 'leaver_demo' }
  const gone = await stoa.call('userDelete', input, { token: await newToken(leaver.id) })
  expect(gone.body.status).toBe('success')
  expect(await planned()).toBe(0)
})

/** A community founded by one person, with the ban of another. */
async function foundTrap(tokenName: string) {
  const { stoa } = forum
  const founder = await stoa.member(`founder_of_${tokenName.toLowerCase()}`)
  const title = `${tokenName}: win at https://evil.example`
  await stoa.call('communityCreate', { tokenName, title }, { token: founder.token })
  const token = async () => newToken(founder.id)
  const ban = async (banUserId: string, isBan = true) =>
    stoa.call(
      'userBan',
      { tokenName, banUserId, ban: isBan, reason: 'Appeal at evil.example/x”' },
      { token: await token() },
    )
  const join = async (person: { id: string }) =>
    stoa.call('communityJoin', { tokenName, join: true }, { token: await newToken(person.id) })
  return { founder, token, ban, join }
}

test('decisions about people who never joined send nothing, not even in a digest', async () => {
  const { stoa, ada } = forum
  const { ban, token } = await foundTrap('TRAPS')
  await choose(ada, { digest: true })
  for (const isBan of [true, false, true]) expect((await ban(ada.id, isBan)).status).toBe(200)
  await ban(ada.id, false)
  const timeout = { tokenName: 'TRAPS', banUserId: ada.id, ban: true, timeoutHours: 1 as const }
  await stoa.call('userBan', timeout, { token: await token() })
  await mailedAfter(5 * MINUTE_MS)
  expect((await mailedAfter(8 * DAY_MS)).filter((mail) => mail.includes(`To: ${ada.id}`))).toEqual([])
  expect((await stoa.call('notificationList', {}, { token: ada.token })).body.payload.items).toEqual([])
})

test('the words of a moderator contain no links, in quotation marks', async () => {
  const { ada } = forum
  const { ban, join } = await foundTrap('TRAPPED')
  await join(ada)
  await ban(ada.id)
  const [mail = ''] = (await mailedAfter(5 * MINUTE_MS)).map((one) => one.replaceAll('=\r\n', ''))
  expect(mail).toContain(`To: ${ada.id}`)
  // The subject and the quotation marks are encoded.
  expect(mail).toContain('TRAPPED: win at https[:]//evil[.]example=E2=80=9D')
  expect(mail).toContain("Appeal at evil[.]example/x'=E2=80=9D")
  expect(mail).not.toMatch(/evil\.example/)
})

test('at most six mails a day carry the words of one moderator; decisions and notifications go on', async () => {
  const { stoa } = forum
  const { ban, join } = await foundTrap('TRAPMAX')
  const people = []
  for (let count = 0; count < 8; count += 1) {
    const person = await stoa.member(`trapped_${count}`)
    await confirm(person, `trapped_${count}@mail.example`)
    await join(person)
    people.push(person)
  }
  for (const { id } of people) expect((await ban(id)).status).toBe(200)
  expect(await mailedAfter(5 * MINUTE_MS)).toHaveLength(6)
  for (const { id } of people) {
    const { items } = (await stoa.call('notificationList', {}, { token: await newToken(id) })).body.payload
    expect(items.map(({ decision }) => decision?.action)).toEqual(['banned'])
  }
  await mailedAfter(DAY_MS)
  for (const { id } of people.slice(0, 2)) await ban(id, false)
  expect(await mailedAfter(5 * MINUTE_MS)).toHaveLength(8)
})

test('six mails a day mention people who never joined', async () => {
  const { stoa } = forum
  const { join, token } = await foundTrap('TRAPSAY')
  const postId = await forum.newPost({
    communityId: (await stoa.call('communityGet', { tokenName: 'TRAPSAY' })).body.payload.community.id,
  })
  const strangers = []
  for (let count = 0; count < 8; count += 1) {
    const person = await stoa.member(`stranger_${count}`)
    await confirm(person, `stranger_${count}@mail.example`)
    strangers.push(`stranger_${count}`)
  }
  const member = await stoa.member('mentioned_member')
  await confirm(member, 'member@mail.example')
  await join(member)
  for (const name of [...strangers, 'mentioned_member']) {
    forum.stoa.clock.advance(1)
    const about = { tokenName: 'TRAPSAY', postId, content: `@${name} look at https://evil.example/${name}` }
    const say = await stoa.call('commentCreate', about, { token: await token() })
    expect(say.body).toMatchObject({ status: 'success' })
  }
  const mailed = await mailedAfter(5 * MINUTE_MS)
  expect(mailed).toHaveLength(7)
  expect(mailed.join()).toContain('To: member@mail.example')
  expect(mailed.join()).not.toMatch(/evil\.example/)
})
