import {
  accountIdsOf,
  type CallParsedInput,
  type Conversation,
  MESSAGE_DELETABLE_MS,
  type Me,
  type MessageSettings,
} from '@stoa/contract'
import type { CallScope } from '../../../platform/calls/context.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { timeOfId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ReportService } from '../../moderation/reports/index.ts'
import type { AccountService, AssertThere } from '../../people/accounts/index.ts'
import type { MuteService } from '../../people/mutes/index.ts'
import type { DomainService } from '../../people/tenants/index.ts'
import { type Contacts, settingsIn } from './contacts.ts'
import { presentMessage, withoutAddresses } from './presenter.ts'
import type { ConversationReader } from './reader.ts'
import { type MessageRow, messageRepository, type SideRow } from './repository.ts'
import { boxOf, conversationIdsOf, isSender, partsOf, type Thread, type Threads, unreadPartsOf } from './threads.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'> {
  accounts: Pick<AccountService, 'accountsOf' | 'hold' | 'mainIdsOf'>
  assertThere: AssertThere
  domains: Pick<DomainService, 'defaultCommunity'>
  reports: Pick<ReportService, 'createOfMessage'>
  threads: Threads
  contactsOf: Contacts
  reader: ConversationReader
  blocks: Pick<MuteService, 'onBlock'>
}

/** Messages erased per statement. */
const AT_ONCE = 500

export type MessageService = ReturnType<typeof createMessageService>

/** What each of two people does with their own side of a conversation. */
export function createMessageService(dependencies: Dependencies) {
  const { database, clock, events, accounts, assertThere, domains, reports } = dependencies
  const { threads, contactsOf, reader, blocks } = dependencies
  const read = (tx?: Transaction) => messageRepository(database.from(tx))

  function tell(tx: Transaction, userIds: string[], conversationId: string): void {
    for (const userId of new Set(userIds)) {
      events.publish(tx, { name: 'conversation.changed', payload: { userId, conversationId } })
    }
  }

  const ownSidesOf = (thread: Thread) => ({
    conversationIds: conversationIdsOf(thread),
    userIds: thread.own.map((side) => side.user_id),
  })

  /** Brings some sides up to date after messages were deleted. */
  async function refresh(tx: Transaction, sides: readonly SideRow[]): Promise<void> {
    const repository = messageRepository(tx.connection)
    for (const { conversation_id: conversationId, user_id: userId, ...side } of sides) {
      const part = { conversationId, until: Number(side.cleared_until), ownIds: [userId] }
      const [newest] = await repository.newestOf([part])
      const until = Math.max(part.until, Number(side.read_until), Number(side.counted_from))
      const unread = await repository.receivedIn([{ ...part, until }], 1)
      const active_at = newest ? Number(newest.created_at) : 0
      const change = unread.length > 0 ? { active_at, is_unread: 1 } : { active_at, is_unread: 0, is_mailed: 0 }
      await repository.changeSides({ conversationIds: [conversationId], userIds: [userId] }, change)
    }
  }

  /** Locks both people, as sending does: none of them sends or deletes messages meanwhile. */
  async function holdBoth(tx: Transaction, viewer: Me, { otherId }: Thread): Promise<void> {
    if (!(await accounts.hold(tx, [viewer.id, otherId])).has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
  }

  /** A message that the viewer still has, with its thread. Throws MESSAGE_NOT_FOUND. */
  async function messageOf(
    tx: Transaction,
    viewer: Me,
    messageId: string,
  ): Promise<{ row: MessageRow; thread: Thread }> {
    const repository = messageRepository(tx.connection)
    const row = await repository.byId(messageId)
    const thread = row && (await ownThread(viewer, row.conversation_id, tx))
    const side = thread?.own.find((one) => one.conversation_id === row?.conversation_id)
    if (!row || !thread || !side || Number(row.created_at) <= side.cleared_until) {
      throw new DomainError('MESSAGE_NOT_FOUND')
    }
    const isDeleted = (await repository.deletedAmong([messageId], accountIdsOf(viewer))).size > 0
    if (isDeleted) throw new DomainError('MESSAGE_NOT_FOUND')
    return { row, thread }
  }

  async function ownThread(viewer: Me, conversationId: string, tx?: Transaction): Promise<Thread | null> {
    try {
      return await threads.get(viewer, conversationId, tx)
    } catch (error) {
      if (error instanceof DomainError && error.code === 'CONVERSATION_NOT_FOUND') return null
      throw error
    }
  }

  /** Erases what neither side has any more. */
  async function purge(tx: Transaction, conversationId: string): Promise<void> {
    const repository = messageRepository(tx.connection)
    const sides = await repository.sidesOf([conversationId])
    const until = Math.min(...sides.map((side) => Number(side.cleared_until)))
    if (until === 0) return
    for (;;) {
      const ids = await repository.idsUntil(conversationId, until, AT_ONCE)
      if (ids.length === 0) return
      await repository.erase(ids)
    }
  }

  async function deleteMessage(
    tx: Transaction,
    viewer: Me,
    { messageId, forBoth }: { messageId: string; forBoth: boolean },
  ): Promise<void> {
    const repository = messageRepository(tx.connection)
    await holdBoth(tx, viewer, (await messageOf(tx, viewer, messageId)).thread)
    const { row, thread } = await messageOf(tx, viewer, messageId)
    if (forBoth) {
      if (!isSender(viewer, row)) throw new DomainError('MESSAGE_NOT_FOUND')
      if (clock.now() - Number(row.created_at) > MESSAGE_DELETABLE_MS) throw new DomainError('DM_TOO_LATE')
    }
    const side = thread.own.find((one) => one.conversation_id === row.conversation_id)
    const other = thread.others.find((one) => one.conversation_id === row.conversation_id)
    const isGoneThere =
      !other ||
      Number(row.created_at) <= other.cleared_until ||
      (await repository.deletedAmong([messageId], [other.user_id])).size > 0
    if (forBoth || isGoneThere) await repository.erase([messageId])
    else await repository.deleteFor(messageId, side?.user_id ?? viewer.id)
    await refresh(
      tx,
      [side, forBoth ? other : undefined].flatMap((one) => one ?? []),
    )
    tell(tx, forBoth ? [viewer.id, thread.otherId] : [viewer.id], thread.id)
  }

  async function clear(
    tx: Transaction,
    viewer: Me,
    about: { conversationId: string; until: number | undefined },
  ): Promise<void> {
    const { conversationId, until: shown = Number.POSITIVE_INFINITY } = about
    const repository = messageRepository(tx.connection)
    await holdBoth(tx, viewer, await threads.get(viewer, conversationId, tx))
    const thread = await threads.get(viewer, conversationId, tx)
    const newestId = await repository.newestId(conversationIdsOf(thread))
    if (newestId === '') return
    const until = Math.min(shown, timeOfId(newestId))
    const sides = thread.own.map((side) => ({ ...side, cleared_until: Math.max(side.cleared_until, until) }))
    for (const { conversation_id, user_id, cleared_until } of sides) {
      await repository.changeSides({ conversationIds: [conversation_id], userIds: [user_id] }, { cleared_until })
    }
    await refresh(tx, sides)
    for (const id of conversationIdsOf(thread)) await purge(tx, id)
    tell(tx, [viewer.id], thread.id)
  }

  /** Moves a request to the inbox; false if it is there. */
  async function acceptThread(tx: Transaction, viewer: Me, thread: Thread): Promise<boolean> {
    if (thread.own.every((side) => side.box === 'inbox')) return false
    await messageRepository(tx.connection).changeSides(ownSidesOf(thread), { box: 'inbox' })
    tell(tx, [viewer.id, thread.otherId], thread.id)
    return true
  }

  /** What is unread in a conversation; null if nothing is, or the viewer isn't told, as of requests and of the blocked. */
  async function newsOf(viewer: Me, conversationId: string, tx?: Transaction) {
    const thread = await ownThread(viewer, conversationId, tx)
    if (!thread || boxOf(thread.own) !== 'inbox') return null
    const about = { otherIds: [thread.otherId], threads: new Map([[thread.otherId, thread]]) }
    const contact = (await contactsOf(viewer, about, tx)).get(thread.otherId)
    if (!contact || contact.isBlocked || contact.person.deleted) return null
    const rows = await read(tx).page(unreadPartsOf(thread, viewer), { before: null, limit: AT_ONCE })
    const [newest, ...others] = rows.filter((row) => !isSender(viewer, row))
    if (!newest) return null
    return {
      conversationId: thread.id,
      thread,
      sender: contact.person,
      count: 1 + others.length,
      text: presentMessage(viewer, newest, thread).text,
      at: Number(newest.created_at),
    }
  }

  // What was unread when a block began never counts again for who has blocked, also after its end. Nothing changes for
  // the other, who isn't told.
  blocks.onBlock(async (tx, { userId, otherId, isBlocked }) => {
    const repository = messageRepository(tx.connection)
    const [ownIds, otherIds] = [await accounts.accountsOf(userId, tx), await accounts.accountsOf(otherId, tx)]
    const sides = await repository.sidesWith(ownIds, otherIds)
    const conversationIds = sides.map((side) => side.conversation_id)
    if (conversationIds.length === 0) return
    if (isBlocked) {
      const counted_from = timeOfId(await repository.newestId(conversationIds))
      const change = { counted_from, is_unread: 0, is_mailed: 0 }
      await repository.changeSides({ conversationIds, userIds: ownIds }, change)
    }
    tell(tx, [userId], conversationIds.toSorted()[0] ?? '')
  })

  return {
    list: reader.list,
    get: reader.get,
    withPerson: reader.withPerson,
    messages: reader.messages,
    unreadCount: reader.unreadCount,
    /** Marks messages up to a time as read. */
    async read(viewer: Me, input: Pick<CallParsedInput<'dmRead'>, 'conversationId' | 'until'>, tx?: Transaction) {
      await database.transaction(async (tx) => {
        await assertThere(tx, viewer.id)
        const repository = messageRepository(tx.connection)
        const thread = await threads.get(viewer, input.conversationId, tx)
        const newestId = await repository.newestId(conversationIdsOf(thread))
        const until = Math.min(input.until, newestId === '' ? 0 : timeOfId(newestId))
        const behind = thread.own.filter((side) => side.read_until < until)
        if (behind.length === 0) return
        const conversationIds = behind.map((side) => side.conversation_id)
        const { userIds } = ownSidesOf(thread)
        await repository.changeSides({ conversationIds, userIds }, { read_until: until })
        const unread = await repository.receivedIn(
          unreadPartsOf({ ...thread, own: thread.own.map((side) => ({ ...side, read_until: until })) }, viewer),
          1,
        )
        if (unread.length === 0) await repository.changeSides(ownSidesOf(thread), { is_unread: 0, is_mailed: 0 })
        const settings = await repository.settingsOf([viewer.id, thread.otherId])
        const shares = [viewer.id, thread.otherId].every((id) => settingsIn(settings.get(id)).showSeen)
        const seenByOther = shares && boxOf(thread.own) === 'inbox' ? [thread.otherId] : []
        tell(tx, [viewer.id, ...seenByOther], thread.id)
      }, tx)
    },
    async accept(
      viewer: Me,
      conversationId: string,
      { onlyCommunity = null, tx }: CallScope,
    ): Promise<{ conversation: Conversation }> {
      return database.transaction(async (tx) => {
        await assertThere(tx, viewer.id)
        await acceptThread(tx, viewer, await threads.get(viewer, conversationId, tx))
        return { conversation: await reader.get(viewer, conversationId, { onlyCommunity, tx }) }
      }, tx)
    },
    /** Accepts a request from somebody whom the viewer follows from now on. */
    async acceptFrom(viewer: Me, otherId: string, tx?: Transaction): Promise<void> {
      await database.transaction(async (tx) => {
        const [mainId = otherId] = await accounts.mainIdsOf([otherId], tx)
        const thread = (await threads.withPeople(viewer, [mainId], tx)).get(mainId)
        if (thread) await acceptThread(tx, viewer, thread)
      }, tx)
    },
    /** Deletes a message or a conversation. */
    async delete(viewer: Me, input: Omit<CallParsedInput<'dmDelete'>, 'userId'>, tx?: Transaction): Promise<void> {
      const { messageId, conversationId = '', until, forBoth } = input
      await database.transaction(async (tx) => {
        if (messageId !== undefined) await deleteMessage(tx, viewer, { messageId, forBoth })
        else await clear(tx, viewer, { conversationId, until })
      }, tx)
    },
    /** Hands a message, and some before it, over to a community's moderators. */
    async report(
      viewer: Me,
      input: CallParsedInput<'dmReport'>,
      { onlyCommunity = null, tx }: CallScope,
    ): Promise<{ isNew: boolean }> {
      const { messageId, before, tokenName, reportReason, reportText = '' } = input
      return database.transaction(async (tx) => {
        await assertThere(tx, viewer.id)
        const { row, thread } = await messageOf(tx, viewer, messageId)
        if (isSender(viewer, row)) throw new DomainError('MESSAGE_NOT_FOUND')
        const about = { otherIds: [thread.otherId], threads: new Map([[thread.otherId, thread]]) }
        const contact = (await contactsOf(viewer, about, tx)).get(thread.otherId)
        const isDefault = (await domains.defaultCommunity(tx)).tokenName === tokenName
        const isShared = contact?.communities.some((community) => community.tokenName === tokenName)
        const isHere = onlyCommunity === null || onlyCommunity === tokenName
        if (!isHere || !(isDefault || isShared)) throw new DomainError('COMMUNITY_NOT_FOUND')
        const earlier =
          before === 0
            ? []
            : await messageRepository(tx.connection).page(partsOf(thread, viewer), { before: row.id, limit: before })
        return reports.createOfMessage(
          viewer,
          { tokenName, messages: [row, ...earlier], reason: reportReason, reasonText: reportText },
          tx,
        )
      }, tx)
    },
    /** Received messages as their recipients may see them. */
    async asReceived<Row extends Record<string, unknown>>(rows: Row[]): Promise<Row[]> {
      const held = rows.filter((row) => Number(row.is_held) === 1)
      const sides = await read().sidesOf([...new Set(held.map((row) => String(row.conversation_id)))])
      const waiting = new Set(
        sides.flatMap((side) => (side.box === 'requests' ? [`${side.conversation_id} ${side.user_id}`] : [])),
      )
      const isHeld = (row: Row) =>
        held.includes(row) && waiting.has(`${String(row.conversation_id)} ${String(row.recipient_id)}`)
      return rows.map((row) => (isHeld(row) ? { ...row, text: withoutAddresses(String(row.text)) } : row))
    },
    async settings(viewer: Me, tx?: Transaction): Promise<MessageSettings> {
      return settingsIn((await read(tx).settingsOf([viewer.id])).get(viewer.id))
    },
    async setSettings(
      viewer: Me,
      change: CallParsedInput<'dmSettings'>['messageSettings'],
      tx?: Transaction,
    ): Promise<MessageSettings> {
      return database.transaction(async (tx) => {
        await assertThere(tx, viewer.id)
        const repository = messageRepository(tx.connection)
        const former = settingsIn((await repository.settingsOf([viewer.id])).get(viewer.id))
        const { audience = former.audience, showSeen = former.showSeen } = change
        await repository.setSettings({ user_id: viewer.id, audience, shows_seen: Number(showSeen) })
        return { audience, showSeen }
      }, tx)
    },
    newsOf,
    /** Whether a conversation of the viewer's inbox has something unread. */
    async hasUnread(viewer: Me, conversationId: string): Promise<boolean> {
      return database.transaction(async (tx) => {
        const thread = await ownThread(viewer, conversationId, tx)
        if (!thread || boxOf(thread.own) !== 'inbox') return false
        return (await messageRepository(tx.connection).receivedIn(unreadPartsOf(thread, viewer), 1)).length > 0
      })
    },
    /** What a mail says of a conversation, which from then on counts as mailed; null: see `newsOf`. */
    async toMail(tx: Transaction, viewer: Me, conversationId: string) {
      const news = await newsOf(viewer, conversationId, tx)
      if (news) await messageRepository(tx.connection).changeSides(ownSidesOf(news.thread), { is_mailed: 1 })
      return news
    },
    /**
     * Erases some messages of a deleted account: with `all` those it has sent, and those that nobody has any more. Returns
     * how many.
     */
    async eraseOf(
      tx: Transaction,
      { senderId, all, limit }: { senderId: string; all: boolean; limit: number },
    ): Promise<number> {
      const repository = messageRepository(tx.connection)
      const sent = all ? await repository.sentBy(senderId, limit) : []
      const rows = sent.length > 0 ? sent : await repository.abandoned(senderId, limit)
      const conversationIds = [...new Set(rows.map((row) => row.conversation_id))]
      const userIds = (await repository.sidesOf(conversationIds)).map((side) => side.user_id)
      await accounts.hold(tx, userIds)
      await repository.erase(rows.map((row) => row.id))
      const sides = await repository.sidesOf(conversationIds)
      await refresh(tx, sides)
      for (const side of sides) {
        const [userId] = await accounts.mainIdsOf([side.user_id], tx)
        tell(tx, [userId ?? side.user_id], side.conversation_id)
      }
      return rows.length
    },
  }
}
