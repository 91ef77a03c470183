import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  type Conversation,
  type Me,
  PAGE_SIZE,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/keyset.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { Contacts } from './contacts.ts'
import { namedOf, presentConversation, presentMessage, withoutAddresses, writingStateOf } from './presenter.ts'
import { type Box, messageRepository, type SidePosition, type SideRow } from './repository.ts'
import { boxOf, conversationIdsOf, isSender, partsOf, type Thread, type Threads, unreadPartsOf } from './threads.ts'

interface Dependencies extends Pick<Platform, 'database' | 'cursors'> {
  accounts: Pick<AccountService, 'get' | 'profilesById'>
  threads: Threads
  contactsOf: Contacts
}

/** Which community the domain is limited to, and the call's transaction. */
interface Scope {
  onlyCommunity: string | null
  tx?: Transaction | undefined
}

/** Counts are capped at this number. */
const COUNTED_MAX = 100
/** Sides that are examined to count conversations with unread messages. */
const UNREAD_SIDES_MAX = 200
const REQUEST_PEOPLE = 3
/** Messages, sent or received, and conversations in which a text is sought. */
const SEARCHED_MAX = 2000
const SEARCHED_CONVERSATIONS_MAX = 500

export type ConversationReader = ReturnType<typeof createConversationReader>

/** Reads the viewer's own conversations. */
export function createConversationReader(dependencies: Dependencies) {
  const { database, cursors, accounts, threads, contactsOf } = dependencies
  const read = (tx?: Transaction) => messageRepository(database.from(tx))

  /** Numbers of unread messages by thread, each up to `most`. The only count that lists and badges show. */
  async function unreadOf(
    viewer: Me,
    { all, most }: { all: Thread[]; most: number },
    tx?: Transaction,
  ): Promise<Map<string, number>> {
    const rows = await read(tx).receivedIn(
      all.flatMap((thread) => unreadPartsOf(thread, viewer)),
      most,
    )
    const byConversation = groupBy(rows, (row) => row.conversation_id)
    const countIn = (id: string) => byConversation.get(id)?.length ?? 0
    return new Map(
      all.map((thread) => {
        const counts = conversationIdsOf(thread).map(countIn)
        return [
          thread.id,
          Math.min(
            most,
            counts.reduce((sum, count) => sum + count, 0),
          ),
        ]
      }),
    )
  }

  async function present(viewer: Me, all: Thread[], { onlyCommunity, tx }: Scope): Promise<Conversation[]> {
    const byOther = new Map(all.map((thread) => [thread.otherId, thread]))
    const contacts = await contactsOf(viewer, { otherIds: [...byOther.keys()], threads: byOther }, tx)
    const parts = all.flatMap((thread) => partsOf(thread, viewer))
    const newest = groupBy(await read(tx).newestOf(parts), (row) => row.conversation_id)
    const unread = await unreadOf(viewer, { all, most: COUNTED_MAX }, tx)
    return all.flatMap((thread) => {
      const contact = contacts.get(thread.otherId)
      if (!contact) return []
      const [last] = conversationIdsOf(thread)
        .flatMap((id) => newest.get(id) ?? [])
        .toSorted((one, other) => (one.id < other.id ? 1 : -1))
      const lastMessage = last ? presentMessage(viewer, last, thread) : null
      return presentConversation(thread, { contact, lastMessage, unread: unread.get(thread.id) ?? 0, onlyCommunity })
    })
  }

  async function sidesIn(viewer: Me, about: { box: Box; position: SidePosition | null; limit: number }) {
    const pages: SideRow[][] = []
    for (const id of accountIdsOf(viewer)) pages.push(await read().sidesAfter(id, about))
    return pages.flat().toSorted(byActivity).slice(0, about.limit)
  }

  /** Threads of a box after a position, one more than `limit` if there are more. */
  async function take(
    viewer: Me,
    { box, position, limit }: { box: Box; position: SidePosition | null; limit: number },
  ): Promise<{ thread: Thread; position: SidePosition }[]> {
    const taken: { thread: Thread; position: SidePosition }[] = []
    // Whom the viewer has blocked asks for nothing any more.
    const blocked = new Set(box === 'requests' ? viewer.mutes?.blocked : [])
    for (let after = position; ; ) {
      const sides = await sidesIn(viewer, { box, position: after, limit: limit + 1 })
      const all = await threads.ofSides(viewer, sides)
      for (const side of sides) {
        const thread = all.find((one) => conversationIdsOf(one).includes(side.conversation_id))
        if (!thread || blocked.has(thread.otherId)) continue
        const shown = thread.own.filter((one) => one.active_at > 0)
        const [first] = shown.filter((one) => one.box === box).toSorted(byActivity)
        // A thread of merged accounts is listed once.
        if (boxOf(shown) !== box || first?.conversation_id !== side.conversation_id) continue
        taken.push({ thread, position: positionOf(side) })
      }
      const last = sides.at(-1)
      if (taken.length > limit || !last || sides.length <= limit) return taken.slice(0, limit + 1)
      after = positionOf(last)
    }
  }

  async function requestsOf(viewer: Me): Promise<CallOutput<'dmConversationList'>['requests']> {
    const taken = await take(viewer, { box: 'requests', position: null, limit: COUNTED_MAX })
    const ids = taken.slice(0, REQUEST_PEOPLE).map(({ thread }) => thread.otherId)
    const profiles = await accounts.profilesById(ids)
    const people = ids.flatMap((id) => {
      const person = profiles.get(id)
      return person ? [namedOf({ person })] : []
    })
    return { count: Math.min(taken.length, COUNTED_MAX), people }
  }

  /** Threads with a text in the person's name, then those with it in one of the viewer's newest messages. */
  async function search(viewer: Me, { query, box }: { query: string; box: Box }): Promise<Thread[]> {
    const sides = await sidesIn(viewer, { box, position: null, limit: SEARCHED_CONVERSATIONS_MAX })
    const all = (await threads.ofSides(viewer, sides)).filter(
      ({ own }) => boxOf(own.filter((side) => side.active_at > 0)) === box,
    )
    const profiles = await accounts.profilesById(all.map(({ otherId }) => otherId))
    const sought = folded(query)
    const isNamed = ({ otherId }: Thread) => {
      const { username = '', displayName = '' } = profiles.get(otherId) ?? {}
      return folded(displayName).includes(sought) || username.toLowerCase().includes(sought)
    }
    const named = all.filter(isNamed)
    const threadOf = new Map(all.flatMap((thread) => conversationIdsOf(thread).map((id) => [id, thread] as const)))
    const lists = []
    for (const id of accountIdsOf(viewer)) {
      for (const column of ['sender_id', 'recipient_id'] as const) {
        lists.push(await read().newestBy(column, id, SEARCHED_MAX))
      }
    }
    const rows = lists
      .flat()
      .toSorted((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, SEARCHED_MAX)
    const matching = rows.filter((row) => {
      const thread = threadOf.get(row.conversation_id)
      const side = thread?.own.find((one) => one.conversation_id === row.conversation_id)
      if (!thread || !side || Number(row.created_at) <= side.cleared_until) return false
      const isHeld = row.is_held === 1 && !isSender(viewer, row) && boxOf(thread.own) === 'requests'
      return folded(isHeld ? withoutAddresses(row.text) : row.text).includes(sought)
    })
    const deleted = await read().deletedAmong(
      matching.map((row) => row.id),
      accountIdsOf(viewer),
    )
    const found = matching
      .filter((row) => !deleted.has(row.id))
      .flatMap((row) => threadOf.get(row.conversation_id) ?? [])
    return [...new Set([...named, ...found])]
  }

  return {
    unreadOf,
    present,
    /** Conversations in the inbox with unread messages, up to 100. */
    async unreadCount(viewer: Me, tx?: Transaction): Promise<number> {
      const sides = await read(tx).unreadSides(accountIdsOf(viewer), UNREAD_SIDES_MAX)
      if (sides.length === 0) return 0
      const blocked = new Set(viewer.mutes?.blocked)
      const all = (await threads.ofSides(viewer, sides, tx)).filter((thread) => !blocked.has(thread.otherId))
      const unread = await unreadOf(viewer, { all, most: 1 }, tx)
      return Math.min(COUNTED_MAX, [...unread.values()].filter((count) => count > 0).length)
    },
    async list(
      viewer: Me,
      input: CallParsedInput<'dmConversationList'>,
      { onlyCommunity }: Pick<Scope, 'onlyCommunity'>,
    ): Promise<CallOutput<'dmConversationList'>> {
      const { box, query, limit = PAGE_SIZE, cursor } = input
      const requests = await requestsOf(viewer)
      if (query !== undefined && folded(query) !== '') {
        const found = (await search(viewer, { query, box })).slice(0, limit)
        return { items: await present(viewer, found, { onlyCommunity }), cursor: null, hasMore: false, requests }
      }
      const list = `conversations ${box} ${viewer.id}`
      const position = cursor === undefined ? null : (cursors.decode(list, cursor) as SidePosition)
      const taken = await take(viewer, { box, position, limit })
      const { pageRows, end } = pageOf(taken, limit, { cursors, list, positionOf: (one) => one.position })
      const shown = pageRows.map(({ thread }) => thread)
      return { items: await present(viewer, shown, { onlyCommunity }), ...end, requests }
    },
    async get(viewer: Me, conversationId: string, scope: Scope): Promise<Conversation> {
      const [conversation] = await present(viewer, [await threads.get(viewer, conversationId, scope.tx)], scope)
      if (!conversation) throw new DomainError('CONVERSATION_NOT_FOUND')
      return conversation
    },
    async withPerson(
      viewer: Me,
      userId: string,
      { onlyCommunity }: Pick<Scope, 'onlyCommunity'>,
    ): Promise<CallOutput<'dmWith'>> {
      const { id: otherId } = await accounts.get(userId)
      if (otherId === viewer.id) throw new DomainError('USER_NOT_FOUND')
      const byOther = await threads.withPeople(viewer, [otherId])
      const contact = (await contactsOf(viewer, { otherIds: [otherId], threads: byOther })).get(otherId)
      if (!contact) throw new DomainError('USER_NOT_FOUND')
      const [conversation] = await present(viewer, [...byOther.values()], { onlyCommunity })
      return {
        person: { ...namedOf(contact), username: contact.person.username },
        profileTitle: contact.person.profileTitle,
        conversation: conversation ?? null,
        writing: writingStateOf(contact),
      }
    },
    async messages(viewer: Me, input: CallParsedInput<'dmMessageList'>): Promise<CallOutput<'dmMessageList'>> {
      const { conversationId, limit = PAGE_SIZE, cursor } = input
      const thread = await threads.get(viewer, conversationId)
      const list = `messages ${thread.id} ${viewer.id}`
      const before = cursor === undefined ? null : (cursors.decode(list, cursor) as [string])[0]
      const rows = await read().page(partsOf(thread, viewer), { before, limit: limit + 1 })
      const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf: (row) => [row.id] })
      return { items: pageRows.map((row) => presentMessage(viewer, row, thread)), ...end }
    },
  }
}

const positionOf = (side: SideRow): SidePosition => [Number(side.active_at), side.conversation_id]

function byActivity(one: SideRow, other: SideRow): number {
  const difference = Number(other.active_at) - Number(one.active_at)
  return difference || (one.conversation_id < other.conversation_id ? 1 : -1)
}

/** Without case and accents. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
