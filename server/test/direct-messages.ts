import type { CallInput } from '@stoa/contract'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

type Person = Awaited<ReturnType<TestApp['member']>> & { username: string }
type Named = Pick<Person, 'id'>
type Sender = Pick<Person, 'id' | 'token'>
type Options = Parameters<TestApp['call']>[2]

/** Not new any more. */
const OLD_MS = 10 * 24 * 60 * 60 * 1000

let next = 0

export type DirectMessages = ReturnType<typeof createDirectMessages>

/** People who write to each other. */
export function createDirectMessages(stoa: TestApp) {
  const send = (from: Sender, to: Named, text = 'Hello', options: Options = {}) =>
    stoa.call('dmSend', { recipientId: to.id, text }, { token: from.token, ...options })

  async function sent(from: Sender, to: Named, text?: string) {
    const { body } = await send(from, to, text)
    expect(body).toMatchObject({ status: 'success' })
    return body.payload
  }

  async function list({ token }: Sender, input: CallInput<'dmConversationList'> = {}) {
    return (await stoa.call('dmConversationList', input, { token })).body.payload
  }

  async function newcomers(count: number, join = ['FORUM']) {
    const people: Person[] = []
    for (let made = 0; made < count; made += 1) {
      const username = `writer_${(next += 1)}`
      people.push({ username, ...(await stoa.member(username, { join })) })
    }
    return people
  }

  /** Two members whose accounts aren't new. */
  async function pair({ join = ['FORUM'] }: { join?: string[] } = {}): Promise<[Person, Person]> {
    const [one, other] = await newcomers(2, join)
    if (!one || !other) throw new Error('nobody')
    const created_at = stoa.clock.now() - OLD_MS
    await stoa.database.transaction(({ connection }) =>
      connection('users').whereIn('id', [one.id, other.id]).update({ created_at }),
    )
    return [one, other]
  }

  async function read({ token }: Sender, conversationId: string, until = 0) {
    return (await stoa.call('dmRead', { conversationId, until }, { token })).body.payload.unread
  }

  return {
    send,
    sent,
    list,
    newcomers,
    pair,
    read,
    /** Two people who have accepted each other and have read everything. */
    async friends(): Promise<[Person, Person]> {
      const [one, other] = await pair()
      await sent(one, other, 'Shall we talk?')
      const { conversationId, message } = await sent(other, one, 'Yes')
      await read(one, conversationId, message.createdAt)
      return [one, other]
    },
    async get({ token }: Sender, conversationId: string) {
      return (await stoa.call('dmConversationGet', { conversationId }, { token })).body.payload.conversation
    },
    async messages({ token }: Sender, conversationId: string) {
      return (await stoa.call('dmMessageList', { conversationId }, { token })).body.payload.items
    },
    /** Ids of all conversations, page by page. */
    async allIds(person: Sender, input: CallInput<'dmConversationList'>) {
      const ids: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await list(person, { ...input, ...(cursor ? { cursor } : {}) })
        ids.push(...page.items.map(({ id }) => id))
        ;({ cursor } = page)
      }
      return ids
    },
    /** The badge. */
    async unread({ token }: Sender) {
      return (await stoa.call('me', {}, { token })).body.payload.unread.messages ?? 0
    },
    set: ({ token }: Sender, messageSettings: CallInput<'dmSettings'>['messageSettings']) =>
      stoa.call('dmSettings', { messageSettings }, { token }),
    delete: ({ token }: Sender, input: CallInput<'dmDelete'>) => stoa.call('dmDelete', input, { token }),
  }
}
