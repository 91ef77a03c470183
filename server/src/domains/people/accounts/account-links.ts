import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type PresentUser, shownPerson } from './presenter.ts'
import { type UserRow, userRepository } from './repository.ts'

export type Forwarding = ReturnType<typeof createForwarding>

/** Merges one account into another. The caller handles the account's content. */
export function createForwarding(
  about: Pick<Platform, 'database' | 'events'> & {
    presentUser: PresentUser
  },
) {
  const { database, events, presentUser } = about

  function publishViewerChanged(tx: Transaction, userId: string): void {
    events.publish(tx, { name: 'viewer.changed', payload: { userId } })
  }

  /** Makes open pages show the name of the account's person. */
  function tellShown(tx: Transaction, { accountId, person }: { accountId: string; person: UserRow }): void {
    const user = { ...shownPerson(presentUser(person)), id: accountId }
    events.publish(tx, { name: 'user.changed', payload: { user } })
  }

  return {
    /**
     * Throws MERGE_REFUSED unless both are separate accounts, so there are no chains or cycles. An account with
     * forum-wide permissions can't be merged into another.
     */
    async forward(tx: Transaction, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
      const users = userRepository(tx.connection)
      // In a fixed order to avoid deadlocks.
      for (const id of [fromId, intoId].toSorted()) await users.locked(id, database.dialect)
      const [from, ...others] = sortedFirst(await users.withForwarded(fromId), fromId)
      const into = await users.byId(intoId)
      const areOwn = [from, into].every((row) => row && row.deleted_at === 0 && row.forward_to === '')
      const isPlain = from && others.length === 0 && !from.is_network_admin && !from.is_domain_admin
      if (!into || !areOwn || !isPlain || fromId === intoId) throw new DomainError('MERGE_REFUSED')
      await users.update(fromId, { forward_to: intoId })
      for (const id of [fromId, intoId]) publishViewerChanged(tx, id)
      tellShown(tx, { accountId: fromId, person: into })
    },
    /** Separates a merged account again and updates the pages of both. */
    async undo(tx: Transaction, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
      const users = userRepository(tx.connection)
      await users.update(fromId, { forward_to: '' })
      for (const id of [fromId, intoId]) publishViewerChanged(tx, id)
      const person = await users.byId(fromId)
      if (person) tellShown(tx, { accountId: fromId, person })
    },
    /** Accounts by id, as shown to their owner. */
    async ownersOf(
      userIds: string[],
      tx?: Transaction,
    ): Promise<{ userId: string; username: string; email: string | null }[]> {
      const rows = userIds.length === 0 ? [] : await userRepository(database.from(tx)).byIds(userIds)
      return rows.map(({ id, username, email }) => ({ userId: id, username, email }))
    },
  }
}

function sortedFirst<Row extends { id: string }>(rows: Row[], id: string): Row[] {
  return rows.toSorted((one, other) => Number(other.id === id) - Number(one.id === id))
}

/** A reaction or vote set aside by a merge, and its post or comment. */
export interface SetAsideChoice<Row extends object = object> {
  entityId: string
  row: Row
}

/**
 * Handles choices that a person can make only once across all accounts. They stay with their accounts unless two
 * accounts made the same one.
 */
export interface ChoiceMerger<Row extends object = object> {
  /** Removes and uncounts an account's choices where the person's other accounts have chosen, too. */
  setAside(
    tx: Transaction,
    about: { userId: string; otherIds: string[]; limit: number },
  ): Promise<SetAsideChoice<Row>[]>
  /** Restores and counts choices, except those about deleted content and those the account has made again. */
  restore(tx: Transaction, choices: SetAsideChoice<Row>[]): Promise<void>
}
