import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDirectMessages, type DirectMessages } from '../../../../test/direct-messages.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { createLiveClients } from '../../../../test/live-clients.ts'
import { mergeActions } from '../../../../test/merges.ts'

let forum: Forum
let dm: DirectMessages
const { signedUp, merge, undo } = mergeActions(() => forum.stoa, 'sharing')

beforeAll(async () => {
  forum = await startForum()
  dm = createDirectMessages(forum.stoa)
})
afterAll(() => forum.stoa.close())

type Person = { id: string; token: string }

const block = (by: Person, of: Person, isBlocked = true) =>
  forum.stoa.call('dmBlock', { blockUserId: of.id, block: isBlocked }, { token: by.token })
const textsOf = async (person: Person, conversationId: string) =>
  (await dm.messages(person, conversationId)).map(({ text }) => text)

describe('a block', () => {
  test('stops messages in both directions, and only the blocker is told', async () => {
    const [ann, bob] = await dm.friends()
    const { conversationId } = await dm.sent(ann, bob)
    await dm.sent(bob, ann)
    const before = await dm.get(ann, conversationId)
    expect(before).toMatchObject({ writing: 'allowed', unread: 1, seenUntil: expect.any(Number) })
    await block(bob, ann)
    const told = { writing: 'blocked', youBlocked: true, seenUntil: null, unread: 0 }
    expect(await dm.get(bob, conversationId)).toMatchObject(told)
    const seenByAnn = async () => [
      await dm.get(ann, conversationId),
      (await dm.list(ann)).items[0],
      (await forum.stoa.call('dmWith', { userId: bob.id }, { token: ann.token })).body.payload,
      await dm.unread(ann),
    ]
    const unchanged = [before, before, { writing: 'allowed', conversation: before }, 1]
    expect(await seenByAnn()).toMatchObject(unchanged)
    expect((await dm.send(ann, bob)).body.code).toBe('DM_BLOCKED')
    expect((await dm.send(bob, ann)).body.code).toBe('DM_BLOCKED')
    expect(await seenByAnn()).toMatchObject(unchanged)
    await block(bob, ann, false)
    expect((await dm.send(ann, bob)).status).toBe(200)
  })

  test('takes its messages off the badge, and none returns when it ends', async () => {
    const [ann, bob] = await dm.friends()
    const { conversationId } = await dm.sent(ann, bob)
    await dm.sent(bob, ann)
    await dm.sent(ann, bob)
    expect(await dm.unread(bob)).toBe(1)
    await block(bob, ann)
    expect(await dm.unread(bob)).toBe(0)
    await block(bob, ann, false)
    expect(await dm.unread(bob)).toBe(0)
    expect((await dm.list(bob)).items).toMatchObject([{ id: conversationId, unread: 0 }])
    await dm.sent(ann, bob)
    expect(await dm.unread(bob)).toBe(1)
  })

  test('removes a request', async () => {
    const [ann, bob] = await dm.pair()
    await dm.sent(ann, bob)
    await block(bob, ann)
    const { items, requests } = await dm.list(bob, { box: 'requests' })
    expect([items, requests]).toEqual([[], { count: 0, people: [] }])
  })

  test('leaves a request from the blocker as it is', async () => {
    const [ann, bob] = await dm.pair()
    const { conversationId } = await dm.sent(ann, bob)
    await block(ann, bob)
    const { items, requests } = await dm.list(bob, { box: 'requests' })
    expect([items, requests]).toMatchObject([[{ id: conversationId, unread: 1 }], { count: 1 }])
  })

  test('during sending either comes after the message or stops it', async () => {
    const [ann, bob] = await dm.friends()
    const sends = [1, 2, 3, 4].map((count) => dm.send(ann, bob, `During ${count}`))
    const [, ...answers] = await Promise.all([block(bob, ann), ...sends])
    const accepted = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ body }) => body.code === 'DM_BLOCKED')
    expect(accepted.length + refused.length).toBe(4)
    expect(await dm.unread(bob)).toBe(0)
  })

  test('reaches open pages of the blocker only', async () => {
    const [ann, bob] = await dm.friends()
    const { conversationId } = await dm.sent(ann, bob)
    await forum.stoa.app.background.settled()
    const live = createLiveClients(forum.stoa.url)
    const [page, other] = await Promise.all([bob, ann].map(({ token }) => live.connect({ token })))
    await block(bob, ann)
    await expect.poll(() => page?.names()).toContain('conversation.changed')
    const { event } = page?.events.find(({ name }) => name === 'conversation.changed') ?? {}
    expect(event).toMatchObject({ conversationId })
    await block(bob, ann, false)
    // Events come in order.
    await dm.sent(bob, ann)
    await expect.poll(() => other?.names()).toContain('message.created')
    expect(other?.names()).not.toContain('conversation.changed')
    live.leave()
  })
})

test('open pages of both hear of a message, without its text, and nobody else’s do', async () => {
  const [ann, bob] = await dm.friends()
  const live = createLiveClients(forum.stoa.url)
  const [from, to, other] = await Promise.all(
    [ann, bob, forum.admin].map(({ token }) => live.connect({ token, watch: { communities: ['FORUM'] } })),
  )
  const input = { recipientId: bob.id, text: 'A secret text', nonce: 'of this page' }
  const { message, conversationId } = (await forum.stoa.call('dmSend', input, { token: ann.token })).body.payload
  await expect
    .poll(() => [from?.names(), to?.names()].map((names) => names?.includes('message.created')))
    .toEqual([true, true])
  const heardBy = (client: typeof from) => client?.events.find(({ name }) => name === 'message.created')?.event
  const about = { conversationId, messageId: message.id }
  expect(heardBy(from)).toMatchObject({ ...about, userId: ann.id, nonce: 'of this page' })
  expect(heardBy(to)).toMatchObject({ ...about, userId: bob.id })
  expect(heardBy(to)).not.toHaveProperty('nonce')
  expect(heardBy(other)).toBeUndefined()
  // Its sender finds it by that value after a lost response; the other person doesn't get it.
  const nonceFor = async ({ token }: { token: string }) => {
    const { items } = (await forum.stoa.call('dmMessageList', { conversationId }, { token })).body.payload
    return items.find(({ id }) => id === message.id)?.nonce
  }
  expect([message.nonce, await nonceFor(ann), await nonceFor(bob)]).toEqual(['of this page', 'of this page', undefined])
  expect(JSON.stringify([from?.events, to?.events, other?.events])).not.toContain('A secret text')
  live.leave()
})

describe('a merge', () => {
  test('makes one list of both accounts’ conversations, and its undoing separates them', async () => {
    const [main, other] = [await signedUp(), await signedUp()]
    const [bob, cara] = await dm.pair()
    for (const [index, one] of [main, other].entries()) {
      await dm.sent(bob, one, `To account ${index + 1}`)
      // Times of different conversations may be equal.
      forum.stoa.clock.advance(10)
      await dm.sent(one, bob, `From account ${index + 1}`)
    }
    const { conversationId: ofOther } = await dm.sent(cara, other, 'To the other only')
    await dm.sent(main, other, 'To myself')
    await merge(main, other)
    const { items } = await dm.list(main)
    expect(items.map(({ person }) => person.userId)).toEqual([bob.id])
    expect((await dm.list(main, { box: 'requests' })).items).toMatchObject([{ id: ofOther, unread: 1 }])
    const id = items[0]?.id ?? ''
    const all = ['From account 2', 'To account 2', 'From account 1', 'To account 1']
    expect(await textsOf(main, id)).toEqual(all)
    expect((await dm.list(bob)).items).toMatchObject([{ id, person: { userId: main.id } }])
    expect(await textsOf(bob, id)).toEqual(all)
    expect(await dm.unread(bob)).toBe(1)
    const { conversationId, message } = await dm.sent(bob, { id: other.id }, 'To both')
    expect([conversationId, message.senderId]).toEqual([id, bob.id])
    expect(await dm.unread(main)).toBe(1)
    expect((await dm.read(main, id, message.createdAt)).messages).toBeUndefined()
    expect((await dm.read(bob, id, message.createdAt)).messages).toBeUndefined()
    await undo(main, other)
    expect((await dm.list(main)).items).toHaveLength(2)
    const texts = [...all.slice(2)]
    expect(await textsOf(main, id)).toEqual(['To both', ...texts])
    expect((await dm.list(bob)).items).toHaveLength(2)
  })
})

describe('a deleted account', () => {
  const remove = (person: { username: string; token: string }, content: 'keep' | 'remove') =>
    forum.stoa.call('userDelete', { confirm: person.username, content }, { token: person.token })

  async function conversation() {
    const gone = await signedUp()
    const [bob] = await dm.pair()
    const { conversationId } = await dm.sent(bob, gone, 'From Bob')
    await dm.sent(gone, bob, 'From the deleted account')
    return { gone, bob, conversationId }
  }

  async function settle() {
    forum.stoa.clock.advance(6000)
    await forum.stoa.app.jobs.drain()
  }

  test('leaves its messages without a name, if it wants so', async () => {
    const { gone, bob, conversationId } = await conversation()
    expect((await remove(gone, 'keep')).status).toBe(200)
    await settle()
    expect(await textsOf(bob, conversationId)).toEqual(['From the deleted account', 'From Bob'])
    expect(await dm.get(bob, conversationId)).toMatchObject({
      person: { userId: gone.id, username: 'deleted', slugUrl: '' },
      writing: 'deleted',
    })
    await dm.delete(bob, { conversationId })
    expect(await forum.stoa.database.read('messages').where({ conversation_id: conversationId })).toEqual([])
  })

  test('takes them along otherwise', async () => {
    const { gone, bob, conversationId } = await conversation()
    expect((await remove(gone, 'remove')).status).toBe(200)
    await settle()
    expect(await textsOf(bob, conversationId)).toEqual(['From Bob'])
    expect(await dm.unread(bob)).toBe(0)
    expect(await forum.stoa.database.read('messages').where({ sender_id: gone.id })).toEqual([])
  })

  test('of both people leaves nothing', async () => {
    const [one, other] = [await signedUp(), await signedUp()]
    const { conversationId } = await dm.sent(one, other)
    for (const person of [one, other]) await remove(person, 'keep')
    await settle()
    const { read } = forum.stoa.database
    for (const table of ['messages', 'conversation_sides']) {
      expect(await read(table).where({ conversation_id: conversationId })).toEqual([])
    }
  })
})

test('an export has both people’s messages, of one’s own conversations only', async () => {
  const ann = await signedUp()
  const [bob, cara] = await dm.pair()
  await dm.sent(ann, bob, 'Sent by Ann')
  await dm.sent(bob, ann, 'Sent to Ann')
  await dm.sent(bob, cara, 'Between others')
  const texts = await exportOf(ann)
  expect(texts['messages.json']).toContain('Sent by Ann')
  expect(texts['messages-received.json']).toContain('Sent to Ann')
  expect(texts['conversations.json']).toContain(bob.id)
  expect(JSON.stringify(texts)).not.toContain('Between others')
})

async function exportOf({ token }: Person) {
  const { url } = (await forum.stoa.call('userExport', {}, { token })).body.payload
  const response = await fetch(`${forum.stoa.url}${url}`)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

test('an export leaves out addresses that wait until the person answers', async () => {
  const [ann] = await dm.newcomers(1)
  const bob = await signedUp()
  await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token: bob.token })
  if (!ann) throw new Error('nobody')
  await dm.sent(ann, bob, 'Look at evil.example now')
  expect((await exportOf(bob))['messages-received.json']).toContain('Look at […] now')
  await dm.sent(bob, ann, 'Why?')
  expect((await exportOf(bob))['messages-received.json']).toContain('Look at evil.example now')
})

test('the integrity check finds nothing', async () => {
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])
})
