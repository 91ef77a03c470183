import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  MESSAGE_MAX_LENGTH,
  type Me,
  NEW_ACCOUNT_MS,
  STRANGERS_PER_DAY,
  textLength,
} from '@stoa/contract'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import { firstIdAt, timeOfId } from '../../../platform/ids.ts'
import { jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { linksIn } from '../../content/checks/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { WakeUps } from '../push/index.ts'
import type { Contacts } from './contacts.ts'
import { presentMessage } from './presenter.ts'
import { messageRepository, type SideRow } from './repository.ts'
import { conversationIdsOf, type Thread, type Threads } from './threads.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'events' | 'eventCounts' | 'jobs'> {
  accounts: Pick<AccountService, 'get' | 'hold'>
  threads: Threads
  contactsOf: Contacts
  push: Pick<WakeUps, 'subscribedAmong' | 'wake'>
}

/** Mails that a conversation has unread messages, unless they are read by then. */
export const MESSAGE_MAIL = jobKind<{ recipientId: string; conversationId: string }>('message mail')
const MAIL_AFTER_MS = 5 * MINUTE_MS
/** Characters of an id that say when it was made. */
const TIME_LENGTH = 8

/** Sends messages. */
export function createMessageSender(dependencies: Dependencies) {
  const { database, clock, ids, events, eventCounts, jobs, accounts, threads, contactsOf, push } = dependencies

  /** Later than a message, even if that one's server has a faster clock. */
  function idAfter(newestId: string): string {
    const id = ids.next()
    const earliest = newestId === '' ? 0 : timeOfId(newestId) + 1
    return timeOfId(id) >= earliest ? id : firstIdAt(earliest).slice(0, TIME_LENGTH) + id.slice(TIME_LENGTH)
  }

  async function countStranger(tx: Transaction, viewer: Me): Promise<void> {
    const count = await eventCounts.add({ policy: 'newStranger', of: [viewer.id] }, 1, tx)
    if (count > STRANGERS_PER_DAY) throw new DomainError('DM_STRANGERS_LIMIT')
  }

  /** The conversation between both main accounts. */
  async function openPair(tx: Transaction, { viewer, otherId, thread }: Pair): Promise<string> {
    const own = thread?.own.find((side) => side.user_id === viewer.id && side.other_id === otherId)
    if (own) return own.conversation_id
    const conversation_id = ids.next()
    const side: Omit<SideRow, 'user_id' | 'other_id'> = {
      conversation_id,
      box: 'requests',
      active_at: 0,
      read_until: 0,
      counted_from: 0,
      cleared_until: 0,
      is_unread: 0,
      is_mailed: 0,
    }
    await messageRepository(tx.connection).addSides([
      { ...side, user_id: viewer.id, other_id: otherId },
      { ...side, user_id: otherId, other_id: viewer.id },
    ])
    return conversation_id
  }

  return {
    async send(viewer: Me, input: CallParsedInput<'dmSend'>, tx?: Transaction): Promise<CallOutput<'dmSend'>> {
      const { text, nonce = '' } = input
      if (textLength(text) > MESSAGE_MAX_LENGTH) throw new DomainError('DM_TOO_LONG')
      return database.transaction(async (tx) => {
        const { id: otherId } = await accounts.get(input.recipientId, tx)
        if (otherId === viewer.id) {
          const message = 'You can’t write to yourself.'
          throw new DomainError('VALIDATION_FAILED', [{ field: 'recipientId', message }])
        }
        // Holds both people: neither is deleted, merged or blocked meanwhile, and messages get ids in order.
        const present = await accounts.hold(tx, [viewer.id, otherId])
        if (!present.has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
        if (!present.has(otherId)) throw new DomainError('USER_NOT_FOUND')
        const before = await threads.withPeople(viewer, [otherId], tx)
        const thread = before.get(otherId)
        const repository = messageRepository(tx.connection)
        // Its response was lost long ago, so that no idempotency key protects it.
        const sent = thread && nonce !== '' ? await repository.withNonce(nonce, sendersIn(thread, viewer)) : undefined
        if (thread && sent) return { message: presentMessage(viewer, sent, thread), conversationId: thread.id }
        const contact = (await contactsOf(viewer, { otherIds: [otherId], threads: before }, tx)).get(otherId)
        if (!contact) throw new DomainError('USER_NOT_FOUND')
        assertAllowed(contact.decision)
        const isStranger = !contact.isAccepted && !contact.isFollower
        const isNewcomer = viewer.createdAt > clock.now() - NEW_ACCOUNT_MS
        if (!thread && isStranger && isNewcomer) await countStranger(tx, viewer)
        const conversationId = await openPair(tx, { viewer, otherId, thread })
        const id = idAfter(await repository.newestId(thread ? conversationIdsOf(thread) : []))
        const created_at = timeOfId(id)
        const is_held = Number(isStranger && isNewcomer && linksIn(text).length > 0)
        const row = { id, conversation_id: conversationId, sender_id: viewer.id, recipient_id: otherId }
        const message = { ...row, text, is_held, nonce, created_at }
        await repository.insert(message)
        const conversationIds = [...(thread ? conversationIdsOf(thread) : []), conversationId]
        const ownIds = [viewer.id, ...(thread?.own ?? []).map((side) => side.user_id)]
        // Sending reads the conversation and accepts it.
        const seen = { box: 'inbox' as const, read_until: created_at, is_unread: 0, is_mailed: 0 }
        await repository.changeSides({ conversationIds, userIds: ownIds }, seen)
        const newest = { active_at: created_at }
        const pair = { conversationIds: [conversationId] }
        await repository.changeSides({ ...pair, userIds: [viewer.id] }, newest)
        await repository.changeSides(
          { ...pair, userIds: [otherId] },
          { ...newest, is_unread: 1, ...(isStranger ? {} : { box: 'inbox' }) },
        )
        const after = (await threads.withPeople(viewer, [otherId], tx)).get(otherId)
        if (!after) throw new DomainError('INTERNAL')
        const isMailed = after.others.some((side) => side.is_mailed === 1)
        if (!isStranger && !isMailed) {
          const payload = { recipientId: otherId, conversationId: after.id }
          const runAt = clock.now() + MAIL_AFTER_MS
          jobs.enqueue(tx, MESSAGE_MAIL, { payload, runAt, key: `${otherId}:${after.id}` })
        }
        if (!isStranger && (await push.subscribedAmong([otherId], tx)).length > 0) {
          push.wake(tx, { userId: otherId, tag: `dm:${after.id}` })
        }
        for (const userId of [viewer.id, otherId]) {
          const own = userId === viewer.id && nonce !== '' ? { nonce } : {}
          const payload = { userId, conversationId: after.id, messageId: id, ...own }
          events.publish(tx, { name: 'message.created', payload })
        }
        return { message: presentMessage(viewer, message, after), conversationId: after.id }
      }, tx)
    },
  }
}

const sendersIn = (thread: Thread, viewer: Me) => ({
  senderIds: accountIdsOf(viewer),
  conversationIds: conversationIdsOf(thread),
})

interface Pair {
  viewer: Me
  otherId: string
  thread: Thread | undefined
}
