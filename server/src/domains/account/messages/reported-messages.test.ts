import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDirectMessages, type DirectMessages } from '../../../../test/direct-messages.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mailsOf } from '../../../../test/mails.ts'

let forum: Forum
let dm: DirectMessages

beforeAll(async () => {
  forum = await startForum()
  dm = createDirectMessages(forum.stoa)
})
afterAll(() => forum.stoa.close())

test('a report hands over the chosen messages only, which stay although their sender deletes them', async () => {
  const [ann, bob] = await dm.friends()
  await dm.sent(ann, bob, 'Kept private')
  await dm.sent(bob, ann, 'The one before')
  const { message } = await dm.sent(ann, bob, 'The reported one')
  await dm.sent(ann, bob, 'A later one')
  const input = { messageId: message.id, before: 1, tokenName: 'FORUM', reportReason: 'hateful' } as const
  const report = (person = bob) => forum.stoa.call('dmReport', input, { token: person.token })
  expect((await report(ann)).body.code).toBe('MESSAGE_NOT_FOUND')
  expect((await report()).body.payload).toEqual({ isNew: true })
  expect((await report()).body.payload).toEqual({ isNew: false })
  const elsewhere = { ...input, tokenName: 'GUARDED' }
  expect((await forum.stoa.call('dmReport', elsewhere, { token: bob.token })).body.code).toBe('COMMUNITY_NOT_FOUND')
  expect((await dm.delete(ann, { messageId: message.id, forBoth: true })).status).toBe(200)
  const { token } = forum.moderator
  const reports = await forum.stoa.call('reportGet', { tokenName: 'FORUM' }, { token })
  const queue = await forum.stoa.call('queueList', { tokenName: 'FORUM' }, { token })
  const log = await forum.stoa.call('communityActivity', { tokenName: 'FORUM' }, { token })
  const [item] = reports.body.payload.items
  expect(item).toMatchObject({ reportedType: 'Message', person: { userId: ann.id }, post: null, comment: null })
  expect(item?.messages?.map(({ text, sender }) => [sender?.userId, text])).toEqual([
    [bob.id, 'The one before'],
    [ann.id, 'The reported one'],
  ])
  expect(queue.body.payload.items).toMatchObject([{ type: 'Message', report: { messages: item?.messages } }])
  expect(log.body.payload.items).toMatchObject([
    { action: 'messagesHandedOver', actor: null, person: { userId: ann.id } },
  ])
  expect(JSON.stringify([reports.body, queue.body, log.body])).not.toMatch(/Kept private|A later one/)
  const bystander = await forum.stoa.member('reading_along', { join: ['FORUM'] })
  for (const outsider of [bystander, ann]) {
    for (const call of ['reportGet', 'queueList'] as const) {
      const refused = await forum.stoa.call(call, { tokenName: 'FORUM' }, { token: outsider.token })
      expect(refused.body.code).toBe('FORBIDDEN')
    }
  }
  const ban = { tokenName: 'FORUM', banUserId: ann.id, ban: true }
  expect((await forum.stoa.call('userBan', ban, { token: forum.admin.token })).status).toBe(200)
  expect((await forum.stoa.call('reportGet', { tokenName: 'FORUM' }, { token })).body.payload.items).toEqual([])
  const copies = () => forum.stoa.database.read('report_messages').count({ count: '*' })
  await forum.stoa.app.services.reports.forgetMessages()
  expect(await copies()).toEqual([{ count: 2 }])
  const decided_at = forum.stoa.clock.now() - 91 * 24 * 60 * 60 * 1000
  await forum.stoa.database.transaction(({ connection }) => connection('report_items').update({ decided_at }))
  await forum.stoa.app.services.reports.forgetMessages()
  expect(await copies()).toEqual([{ count: 0 }])
})

test('a mail tells once of unread messages, without their text in its subject', async () => {
  const { stoa } = forum
  const [ann, bob] = await dm.friends()
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: bob.id }).update({ email: 'bob@mail.example', email_key: 'bob@mail.example' }),
  )
  /** Access tokens end after minutes. */
  const signedIn = async <One extends { id: string }>(person: One) => {
    const session = await stoa.app.services.sessions.begin({ userId: person.id, site: '', lasting: true })
    return { ...person, token: session.signedIn.accessToken }
  }
  const say = async (text: string) => dm.sent(await signedIn(ann), bob, text)
  const readAll = async () => dm.read(await signedIn(bob), conversationId, stoa.clock.now() + 1000)
  const mailed = async () => {
    stoa.clock.advance(5 * 60 * 1000 + 1000)
    await stoa.app.jobs.drain()
    return (
      (await mailsOf(stoa))
        // Long lines are folded.
        .map((mail) => mail.replaceAll(/=\r?\n/g, ''))
        .filter((mail) => mail.includes('New message from'))
    )
  }
  const { conversationId } = await dm.sent(ann, bob, 'First secret, see evil.example')
  await dm.sent(ann, bob, 'Second secret')
  const [mail = '', ...others] = await mailed()
  expect(others).toEqual([])
  expect(mail).toContain('Second secret')
  expect(/^Subject:.*$/m.exec(mail)?.[0]).not.toContain('secret')
  expect(mail).toContain(`/bbs/messages/${conversationId}`)
  await say('Third secret')
  expect(await mailed()).toHaveLength(1)
  await readAll()
  await say('Read in time')
  await readAll()
  expect(await mailed()).toHaveLength(1)
  await say('Fourth secret')
  expect(await mailed()).toHaveLength(2)
})
