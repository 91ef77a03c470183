import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDirectMessages, type DirectMessages } from '../../../../test/direct-messages.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { messageRepository } from './repository.ts'

let forum: Forum
let dm: DirectMessages
const { signedUp } = mergeActions(() => forum.stoa, 'mailer')

beforeAll(async () => {
  forum = await startForum()
  dm = createDirectMessages(forum.stoa)
})
afterAll(() => forum.stoa.close())

describe('a first message', () => {
  test('begins a conversation, which is a request to its recipient', async () => {
    const [ann, bob] = await dm.pair()
    const { message, conversationId } = await dm.sent(ann, bob, 'Hello')
    expect(message).toEqual({
      id: message.id,
      conversationId,
      senderId: ann.id,
      text: 'Hello',
      createdAt: message.createdAt,
    })
    expect(await dm.get(ann, conversationId)).toMatchObject({
      id: conversationId,
      person: { userId: bob.id, username: bob.username },
      sharedCommunities: [{ tokenName: 'FORUM' }],
      lastMessage: { id: message.id },
      unread: 0,
      isRequest: false,
      seenUntil: null,
      readUntil: message.createdAt,
      youBlocked: false,
      writing: 'allowed',
      activeAt: message.createdAt,
    })
    expect(await dm.get(bob, conversationId)).toMatchObject({ unread: 1, isRequest: true, readUntil: 0 })
    expect((await dm.list(bob)).items).toEqual([])
    const { items, requests } = await dm.list(bob, { box: 'requests' })
    expect(items).toMatchObject([{ id: conversationId }])
    expect(requests).toMatchObject({ count: 1, people: [{ userId: ann.id }] })
    expect(await dm.unread(bob)).toBe(0)
  })

  test('is no request from somebody whom the recipient follows, then or later', async () => {
    const [ann, bob] = await dm.pair()
    await forum.stoa.call('userFollow', { followedUserId: ann.id, follow: true }, { token: bob.token })
    const { conversationId } = await dm.sent(ann, bob)
    expect(await dm.get(bob, conversationId)).toMatchObject({ isRequest: false, unread: 1 })
    expect(await dm.unread(bob)).toBe(1)
    const [cara] = await dm.pair()
    const other = await dm.sent(cara, bob)
    expect(await dm.unread(bob)).toBe(1)
    await forum.stoa.call('userFollow', { followedUserId: cara.id, follow: true }, { token: bob.token })
    expect(await dm.get(bob, other.conversationId)).toMatchObject({ isRequest: false })
    expect(await dm.unread(bob)).toBe(2)
  })

  test.each<['anyone' | 'followed' | 'members' | 'nobody', { joined?: true; followed?: true }, string]>([
    ['anyone', {}, 'success'],
    ['followed', { joined: true }, 'DM_NOT_ALLOWED'],
    ['followed', { followed: true }, 'success'],
    ['members', {}, 'DM_NOT_ALLOWED'],
    ['members', { joined: true }, 'success'],
    ['nobody', { joined: true, followed: true }, 'DM_NOT_ALLOWED'],
  ])('to a person who accepts %s from %j: %s', async (audience, sender, expected) => {
    const [ann] = await dm.pair({ join: sender.joined ? ['FORUM'] : [] })
    const [bob] = await dm.pair()
    await dm.set(bob, { audience })
    if (sender.followed) {
      await forum.stoa.call('userFollow', { followedUserId: ann.id, follow: true }, { token: bob.token })
    }
    const { status, body } = await dm.send(ann, bob)
    expect(status === 200 ? 'success' : body.code).toBe(expected)
    const { writing } = (await forum.stoa.call('dmWith', { userId: bob.id }, { token: ann.token })).body.payload
    expect(writing).toBe(expected === 'success' ? 'allowed' : 'notAllowed')
  })

  test('needs a shared community from which neither is banned', async () => {
    const [ann, bob] = await dm.pair()
    const ban = { tokenName: 'FORUM', banUserId: ann.id, ban: true, timeframe: 1 } as const
    await forum.stoa.call('userBan', ban, { token: forum.admin.token })
    expect((await dm.send(ann, bob)).body.code).toBe('DM_NOT_ALLOWED')
    expect((await dm.send(bob, ann)).body.code).toBe('DM_NOT_ALLOWED')
    await forum.stoa.call('communityJoin', { tokenName: 'GUARDED', join: true }, { token: ann.token })
    await forum.stoa.call('communityJoin', { tokenName: 'GUARDED', join: true }, { token: bob.token })
    expect((await dm.send(ann, bob)).status).toBe(200)
  })

  test('goes to no one else: not to oneself, to nobody, or to a deleted account', async () => {
    const [ann] = await dm.pair()
    expect((await dm.send(ann, ann)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'recipientId' }],
    })
    expect((await dm.send(ann, { id: '0'.repeat(20) })).body.code).toBe('USER_NOT_FOUND')
    const gone = await signedUp()
    await forum.stoa.call('userDelete', { confirm: gone.username }, { token: gone.token })
    expect((await dm.send(ann, gone)).body.code).toBe('USER_NOT_FOUND')
  })
})

describe('a message', () => {
  test('has 1 to 399 characters', async () => {
    const [ann, bob] = await dm.pair()
    expect((await dm.send(ann, bob, ' ')).body.code).toBe('VALIDATION_FAILED')
    expect((await dm.send(ann, bob, '👋'.repeat(399))).status).toBe(200)
    expect((await dm.send(ann, bob, 'x'.repeat(400))).body.code).toBe('DM_TOO_LONG')
    expect((await dm.send(ann, bob, '👋'.repeat(2000))).body.code).toBe('DM_TOO_LONG')
  })

  test('is sent once per idempotency key', async () => {
    const [ann, bob] = await dm.pair()
    const send = () =>
      dm.send({ ...ann, options: { headers: { 'idempotency-key': 'the same key as before' } } }, bob, 'Once')
    const [one, other] = await Promise.all([send(), send()])
    expect(one.body.payload.message.id).toBe(other.body.payload.message.id)
    expect((await dm.messages(bob, one.body.payload.conversationId)).length).toBe(1)
  })

  test('is sent once per nonce, also at the same time, and long after its idempotency key', async () => {
    const [ann, bob] = await dm.pair()
    const send = async (from: typeof ann, to: typeof ann, nonce: string) => {
      const input = { recipientId: to.id, text: `From ${from.username}`, nonce }
      const { message, conversationId } = (await forum.stoa.call('dmSend', input, { token: from.token })).body.payload
      return { id: message.id, text: message.text, conversationId }
    }
    const [first, again] = await Promise.all([send(ann, bob, 'first'), send(ann, bob, 'first')])
    expect(again).toEqual(first)
    const second = await send(ann, bob, 'second')
    const answer = await send(bob, ann, 'first')
    expect(await send(ann, bob, 'first')).toEqual(first)
    const all = await dm.messages(bob, first.conversationId)
    expect(all.map(({ id }) => id)).toEqual([answer.id, second.id, first.id])
    const [cara] = await dm.pair()
    expect((await send(ann, cara, 'first')).conversationId).not.toBe(first.conversationId)
    // Who may no longer write still learns that it was sent.
    await forum.stoa.call('dmBlock', { blockUserId: ann.id, block: true }, { token: bob.token })
    expect(await send(ann, bob, 'second')).toEqual(second)
    expect((await dm.send(ann, bob)).body.code).toBe('DM_BLOCKED')
  })

  test('reaches one conversation, whoever of the two begins it, also at the same time', async () => {
    const [ann, bob] = await dm.pair()
    const sent = await Promise.all([
      ...[1, 2, 3].map((count) => dm.sent(ann, bob, `From Ann ${count}`)),
      ...[1, 2, 3].map((count) => dm.sent(bob, ann, `From Bob ${count}`)),
    ])
    expect(new Set(sent.map(({ conversationId }) => conversationId)).size).toBe(1)
    const all = await dm.messages(ann, sent[0]?.conversationId ?? '')
    expect(all.length).toBe(6)
    const times = all.map(({ createdAt }) => createdAt)
    expect(new Set(times).size).toBe(6)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(await dm.messages(bob, sent[0]?.conversationId ?? '')).toEqual(all)
  })

  test('accepts the conversation, after which settings don’t matter', async () => {
    const [ann, bob] = await dm.pair()
    const { conversationId } = await dm.sent(ann, bob)
    await dm.set(bob, { audience: 'nobody' })
    expect((await dm.send(ann, bob)).body.code).toBe('DM_NOT_ALLOWED')
    await dm.sent(bob, ann)
    expect(await dm.get(bob, conversationId)).toMatchObject({ isRequest: false, unread: 0 })
    await dm.sent(ann, bob)
    expect(await dm.unread(bob)).toBe(1)
  })

  test('is refused by sites’ tokens and for visitors', async () => {
    const [ann, bob] = await dm.pair()
    const { signedIn } = await forum.stoa.app.services.sessions.begin({
      userId: ann.id,
      site: 'https://publisher.example',
      lasting: true,
    })
    const input = { recipientId: bob.id, text: 'Hello' }
    expect((await forum.stoa.call('dmSend', input, { token: signedIn.accessToken })).body.code).toBe('SITE_BOUND')
    expect((await forum.stoa.call('dmSend', input)).body.code).toBe('AUTH_REQUIRED')
  })

  test('can’t be read by anybody else', async () => {
    const [ann, bob] = await dm.pair()
    const { conversationId, message } = await dm.sent(ann, bob)
    for (const { token } of [forum.cem, forum.moderator, forum.admin]) {
      const codes = [
        await forum.stoa.call('dmConversationGet', { conversationId }, { token }),
        await forum.stoa.call('dmMessageList', { conversationId }, { token }),
        await forum.stoa.call('dmRead', { conversationId, until: message.createdAt }, { token }),
        await forum.stoa.call('dmAccept', { conversationId }, { token }),
        await forum.stoa.call('dmDelete', { conversationId }, { token }),
      ].map(({ body }) => body.code)
      expect(codes).toEqual(Array(5).fill('CONVERSATION_NOT_FOUND'))
      const report = { messageId: message.id, tokenName: 'FORUM', reportReason: 'spam' } as const
      expect((await forum.stoa.call('dmDelete', { messageId: message.id }, { token })).body.code).toBe(
        'MESSAGE_NOT_FOUND',
      )
      expect((await forum.stoa.call('dmReport', report, { token })).body.code).toBe('MESSAGE_NOT_FOUND')
    }
  })
})

describe('new accounts', () => {
  test('write to five strangers a day, and to others whom they know', async () => {
    const [ann] = await dm.newcomers(1)
    if (!ann) throw new Error('nobody')
    const [known] = await dm.pair()
    await dm.sent(known, ann)
    const strangers = []
    for (let count = 0; count < 7; count += 1) strangers.push((await dm.pair())[0])
    const answers = await Promise.all(strangers.slice(0, 6).map((one) => dm.send(ann, one)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429])
    const [first, last] = [strangers[answers.findIndex(({ status }) => status === 200)], strangers[6]]
    if (!first || !last) throw new Error('nobody')
    expect((await dm.send(ann, last)).body.code).toBe('DM_STRANGERS_LIMIT')
    expect((await dm.send(ann, first)).status).toBe(200)
    expect((await dm.send(ann, known)).status).toBe(200)
    forum.stoa.clock.advance(24 * 60 * 60 * 1000)
    const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: ann.id, site: '', lasting: true })
    expect((await dm.send({ ...ann, token: signedIn.accessToken }, last)).status).toBe(200)
  })

  test('send strangers no links before an answer', async () => {
    const [ann, bea] = await dm.newcomers(2)
    const [bob] = await dm.pair()
    if (!ann || !bea) throw new Error('nobody')
    const text = 'Look at https://spam.example/a?b=1 and spam.example now'
    const { conversationId, message } = await dm.sent(ann, bob, text)
    expect(message).toMatchObject({ text, held: true })
    const [seen] = await dm.messages(bob, conversationId)
    expect(seen).toMatchObject({ text: 'Look at […] and […] now', held: true })
    expect(await dm.get(bob, conversationId)).toMatchObject({ lastMessage: { text: 'Look at […] and […] now' } })
    expect((await dm.list(bob, { box: 'requests', query: 'spam.example' })).items).toEqual([])
    await forum.stoa.call('dmAccept', { conversationId }, { token: bob.token })
    expect((await dm.messages(bob, conversationId))[0]).toEqual({ ...message, text, held: undefined })
    expect((await dm.sent(ann, bob, text)).message.held).toBeUndefined()
    const [known] = await dm.pair()
    await forum.stoa.call('userFollow', { followedUserId: bea.id, follow: true }, { token: known.token })
    expect((await dm.sent(bea, known, text)).message.held).toBeUndefined()
  })
})

describe('reading', () => {
  test('counts conversations, and one’s own messages move the pointer', async () => {
    const [ann, bob] = await dm.friends()
    const [cara] = await dm.pair()
    const { conversationId } = await dm.sent(ann, bob, 'One')
    await dm.sent(ann, bob, 'Two')
    expect(await dm.get(bob, conversationId)).toMatchObject({ unread: 2 })
    expect(await dm.unread(bob)).toBe(1)
    const [second, first] = await dm.messages(bob, conversationId)
    expect(await dm.read(bob, conversationId, first?.createdAt)).toMatchObject({ messages: 1 })
    expect(await dm.get(bob, conversationId)).toMatchObject({ unread: 1, readUntil: first?.createdAt })
    expect((await dm.read(bob, conversationId, second?.createdAt)).messages).toBeUndefined()
    // Later than the newest message: what arrives afterwards is unread all the same.
    await dm.read(bob, conversationId, forum.stoa.clock.now() + 1_000_000)
    await dm.sent(ann, bob, 'Three')
    expect(await dm.unread(bob)).toBe(1)
    await dm.sent(bob, ann, 'Answer')
    expect(await dm.unread(bob)).toBe(0)
    await dm.sent(cara, bob)
    expect(await dm.unread(bob)).toBe(0)
  })

  test('is shown to the other if both want it', async () => {
    const [ann, bob] = await dm.friends()
    const { conversationId, message } = await dm.sent(ann, bob)
    const seen = async () => (await dm.get(ann, conversationId)).seenUntil
    expect(await seen()).toBeLessThan(message.createdAt)
    await dm.read(bob, conversationId, message.createdAt)
    expect(await seen()).toBe(message.createdAt)
    for (const person of [ann, bob]) {
      await dm.set(person, { showSeen: false })
      expect(await seen()).toBeNull()
      await dm.set(person, { showSeen: true })
    }
    expect(await seen()).toBe(message.createdAt)
  })

  test('a request tells nothing', async () => {
    const [ann, bob] = await dm.pair()
    const { conversationId, message } = await dm.sent(ann, bob)
    await dm.read(bob, conversationId, message.createdAt)
    expect((await dm.get(ann, conversationId)).seenUntil).toBeNull()
  })
})

describe('deleting', () => {
  test('a message for oneself leaves it to the other, and erases it once both have', async () => {
    const [ann, bob] = await dm.friends()
    const { conversationId, message } = await dm.sent(ann, bob, 'Gone')
    expect(await dm.unread(bob)).toBe(1)
    const deleted = await dm.delete(bob, { messageId: message.id })
    expect(deleted.body.payload.unread.messages).toBeUndefined()
    expect((await dm.messages(bob, conversationId)).map(({ text }) => text)).not.toContain('Gone')
    expect((await dm.messages(ann, conversationId)).map(({ text }) => text)).toContain('Gone')
    expect((await dm.delete(bob, { messageId: message.id })).body.code).toBe('MESSAGE_NOT_FOUND')
    expect((await dm.list(bob, { query: 'gone' })).items).toEqual([])
    await dm.delete(ann, { messageId: message.id })
    expect(await forum.stoa.database.read('messages').where({ id: message.id })).toEqual([])
  })

  test('one’s own message for both takes five minutes at most', async () => {
    const [ann, bob] = await dm.friends()
    const { conversationId, message } = await dm.sent(ann, bob, 'Oops')
    const forBoth = { messageId: message.id, forBoth: true }
    expect((await dm.delete(bob, forBoth)).body.code).toBe('MESSAGE_NOT_FOUND')
    expect((await dm.delete(ann, forBoth)).status).toBe(200)
    expect(await dm.unread(bob)).toBe(0)
    expect((await dm.messages(bob, conversationId)).map(({ text }) => text)).not.toContain('Oops')
    const late = await dm.sent(ann, bob, 'Late')
    forum.stoa.clock.advance(5 * 60 * 1000 + 1000)
    expect((await dm.delete(ann, { messageId: late.message.id, forBoth: true })).body.code).toBe('DM_TOO_LATE')
  })

  test('the only message of a request leaves no empty request', async () => {
    const [ann, bob] = await dm.pair()
    const { message } = await dm.sent(ann, bob)
    await dm.delete(ann, { messageId: message.id, forBoth: true })
    expect((await dm.list(bob, { box: 'requests' })).requests.count).toBe(0)
  })

  test('a conversation for oneself empties it until the next message', async () => {
    const [ann, bob] = await dm.friends()
    const { conversationId } = await dm.sent(ann, bob, 'Before')
    await dm.delete(bob, { conversationId })
    expect((await dm.list(bob)).items).toEqual([])
    expect(await dm.unread(bob)).toBe(0)
    expect(await dm.messages(bob, conversationId)).toEqual([])
    expect((await dm.messages(ann, conversationId)).length).toBeGreaterThan(0)
    await dm.sent(ann, bob, 'After')
    expect((await dm.messages(bob, conversationId)).map(({ text }) => text)).toEqual(['After'])
    expect((await dm.list(bob)).items).toMatchObject([{ id: conversationId, unread: 1 }])
    await dm.delete(ann, { conversationId })
    await dm.delete(bob, { conversationId })
    expect(await forum.stoa.database.read('messages').where({ conversation_id: conversationId })).toEqual([])
  })

  test('a conversation up to what was shown keeps what has arrived unseen', async () => {
    const [ann, bob] = await dm.friends()
    const { conversationId, message } = await dm.sent(ann, bob, 'Shown')
    const unseen = await dm.sent(ann, bob, 'Unseen')
    const until = message.createdAt
    expect((await dm.delete(bob, { conversationId, until })).body.payload.unread.messages).toBe(1)
    expect((await dm.messages(bob, conversationId)).map(({ text }) => text)).toEqual(['Unseen'])
    expect((await dm.list(bob)).items).toMatchObject([
      { id: conversationId, unread: 1, activeAt: unseen.message.createdAt },
    ])
    // An earlier time brings nothing back.
    await dm.delete(bob, { conversationId, until: 1 })
    expect((await dm.messages(bob, conversationId)).map(({ text }) => text)).toEqual(['Unseen'])
    expect((await dm.delete(bob, { messageId: unseen.message.id, until })).body.code).toBe('VALIDATION_FAILED')
  })

  test('by both at once leaves nothing, and nothing is revived', async () => {
    for (let count = 0; count < 5; count += 1) {
      const [ann, bob] = await dm.friends()
      const { conversationId, message } = await dm.sent(ann, bob, 'Gone')
      await Promise.all([
        dm.delete(ann, count % 2 === 0 ? { conversationId } : { messageId: message.id, forBoth: true }),
        dm.delete(bob, { conversationId }),
      ])
      expect((await dm.list(bob)).items).toEqual([])
      await dm.delete(ann, { conversationId })
      expect(await forum.stoa.database.read('messages').where({ conversation_id: conversationId })).toEqual([])
    }
  })

  test('leaves no readable copy in what is kept for repeated requests', async () => {
    const [ann, bob] = await dm.friends()
    const text = 'Nobody reads this later'
    const send = () => dm.send({ ...ann, options: { headers: { 'idempotency-key': 'kept for a day' } } }, bob, text)
    const { message } = (await send()).body.payload
    expect((await send()).body.payload.message).toEqual(message)
    await dm.delete(ann, { messageId: message.id, forBoth: true })
    const kept: string[] = await forum.stoa.database.read('idempotency_keys').pluck('answer')
    expect(kept.join('\n')).not.toContain(text)
  })
})

test('unread messages of more conversations than SQLite unites in one query are found', async () => {
  const [ann, bob] = await dm.friends()
  const { conversationId, message } = await dm.sent(ann, bob)
  const parts = [...Array.from({ length: 600 }, (_, index) => `none ${index}`), conversationId].map((id) => ({
    conversationId: id,
    until: message.createdAt - 1,
    ownIds: [bob.id],
  }))
  const repository = messageRepository(forum.stoa.database.read)
  for (const rows of [await repository.receivedIn(parts, 1), await repository.newestOf(parts)]) {
    expect(rows.map(({ id }) => id)).toEqual([message.id])
  }
})

describe('lists', () => {
  test('have pages in order', async () => {
    const [ann] = await dm.pair()
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) {
      const [other] = await dm.pair()
      ids.unshift((await dm.sent(ann, other)).conversationId)
      forum.stoa.clock.advance(1)
    }
    const [newest = '', second = ''] = ids
    expect(await dm.allIds(ann, { limit: 2 })).toEqual(ids)
    const [third] = ids.slice(2)
    const { items } = await dm.list(ann, { limit: 3 })
    expect(items.map(({ id }) => id)).toEqual([newest, second, third])
    const cursorOf = (await dm.list(ann, { limit: 1 })).cursor ?? ''
    const wrong = await forum.stoa.call('dmConversationList', { cursor: `${cursorOf}x` }, { token: ann.token })
    expect(wrong.body.code).toBe('CURSOR_INVALID')
    const { conversationId } = await dm.sent(ann, { id: items[0]?.person.userId ?? '' }, 'Again')
    const pages = []
    let cursor: string | null | undefined
    do {
      const input: CallInput<'dmMessageList'> = { conversationId, limit: 1, ...(cursor ? { cursor } : {}) }
      const { payload } = (await forum.stoa.call('dmMessageList', input, { token: ann.token })).body
      pages.push(...payload.items.map(({ text }) => text))
      ;({ cursor } = payload)
    } while (cursor)
    expect(pages).toEqual(['Again', 'Hello'])
  })

  test('find names first, then words, without accents and case', async () => {
    const [ann, bob] = await dm.friends()
    const [cara] = await dm.pair()
    await dm.sent(ann, bob, `Meet at the Café with ${cara.username}`)
    await dm.sent(ann, cara, 'Something else')
    const found = async (query: string) => (await dm.list(ann, { query })).items.map(({ person }) => person.userId)
    expect(await found('CAFE')).toEqual([bob.id])
    expect(await found(cara.username.toUpperCase())).toEqual([cara.id, bob.id])
    expect(await found('nothing like that')).toEqual([])
    expect(await found('%')).toEqual([])
  })
})
