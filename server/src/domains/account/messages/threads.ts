import { accountIdsOf, type Me } from '@stoa/contract'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import { type MessageRow, messageRepository, type SideRow } from './repository.ts'

/** All conversations between the accounts of two people, which are one list to both. */
export interface Thread {
  /** The id by which both people know it: that of the oldest conversation. */
  id: string
  /** Main account of the other person. */
  otherId: string
  /** The viewer's sides, oldest first. */
  own: SideRow[]
  /** The other person's sides; none once their account is deleted. */
  others: SideRow[]
}

interface Dependencies {
  database: Database
  accounts: Pick<AccountService, 'mainIdsById' | 'ownersOfAccounts'>
}

export type Threads = ReturnType<typeof createThreads>

/** Resolves conversations of accounts to those of people. */
export function createThreads({ database, accounts }: Dependencies) {
  const read = (tx?: Transaction) => messageRepository(database.from(tx))

  /** The viewer's threads with some people, by main account. People without one are omitted. */
  async function withPeople(viewer: Me, otherIds: string[], tx?: Transaction): Promise<Map<string, Thread>> {
    const mainIds = [...new Set(otherIds)].filter((id) => id !== viewer.id)
    const owners = await accounts.ownersOfAccounts(mainIds, tx)
    const ownIds = accountIdsOf(viewer)
    const sides = await read(tx).sidesWith(ownIds, [...owners.keys()])
    const byOther = groupBy(sides.map(asNumbers), (side) => owners.get(side.other_id)?.[0] ?? side.other_id)
    const both = await read(tx).sidesOf(sides.map((side) => side.conversation_id))
    const others = both.map(asNumbers).filter((side) => !ownIds.includes(side.user_id))
    return new Map(
      [...byOther].map(([otherId, own]) => {
        const ids = own.map((side) => side.conversation_id)
        const ofOther = others.filter((side) => ids.includes(side.conversation_id))
        return [otherId, { id: ids.toSorted()[0] ?? '', otherId, own, others: ofOther }]
      }),
    )
  }

  return {
    withPeople,
    /** The viewer's threads that some of their sides belong to, in order, each once. */
    async ofSides(viewer: Me, sides: SideRow[], tx?: Transaction): Promise<Thread[]> {
      const mains = await accounts.mainIdsById(
        sides.map((side) => side.other_id),
        tx,
      )
      const order = [...new Set(sides.map((side) => mains.get(side.other_id) ?? side.other_id))]
      const threads = await withPeople(viewer, order, tx)
      return order.flatMap((otherId) => threads.get(otherId) ?? [])
    },
    /** The viewer's thread with this conversation. Throws CONVERSATION_NOT_FOUND. */
    async get(viewer: Me, conversationId: string, tx?: Transaction): Promise<Thread> {
      const sides = await read(tx).sidesOf([conversationId])
      const own = sides.find((side) => accountIdsOf(viewer).includes(side.user_id))
      const [thread] = own ? await this.ofSides(viewer, [own], tx) : []
      if (!thread) throw new DomainError('CONVERSATION_NOT_FOUND')
      return thread
    },
  }
}

/** What MySQL returns as text. */
function asNumbers(row: SideRow): SideRow {
  const [active_at, read_until] = [Number(row.active_at), Number(row.read_until)]
  return {
    ...row,
    active_at,
    read_until,
    counted_from: Number(row.counted_from),
    cleared_until: Number(row.cleared_until),
  }
}

export const conversationIdsOf = ({ own }: Thread): string[] => own.map((side) => side.conversation_id)

/** Where one side has the conversation. */
export function boxOf(sides: readonly SideRow[]): SideRow['box'] {
  return sides.some((side) => side.box === 'inbox') ? 'inbox' : 'requests'
}

/** The parts of a thread that the viewer still has. */
export function partsOf({ own }: Thread, viewer: Me) {
  return own.map((side) => ({
    conversationId: side.conversation_id,
    until: side.cleared_until,
    ownIds: accountIdsOf(viewer),
  }))
}

/** The parts of a thread in which messages count as unread. */
export function unreadPartsOf(thread: Thread, viewer: Me) {
  return thread.own.map((side) => ({
    conversationId: side.conversation_id,
    until: Math.max(side.cleared_until, side.read_until, side.counted_from),
    ownIds: accountIdsOf(viewer),
  }))
}

/** Whether the viewer's messages are from or to one of their accounts. */
export const isSender = (viewer: Me, { sender_id }: Pick<MessageRow, 'sender_id'>): boolean =>
  accountIdsOf(viewer).includes(sender_id)
