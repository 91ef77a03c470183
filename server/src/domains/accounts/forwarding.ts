import type { Transaction } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { rooms } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { type PresentUser, shownPerson } from './presenter.ts'
import { type UserRow, userRepository } from './repository.ts'

export type Forwarding = ReturnType<typeof createForwarding>

/** Makes one account a part of another. What hangs on accounts is the caller's to see to. */
export function createForwarding(
  about: Pick<Platform, 'database' | 'events'> & {
    presentUser: PresentUser
  },
) {
  const { database, events, presentUser } = about

  function tell(tx: Transaction, userId: string): void {
    events.publish(tx, { name: 'viewer.changed', room: rooms.user(userId), payload: { userId } })
  }

  /** Pages that show the account call it otherwise from now on. */
  function tellShown(tx: Transaction, { accountId, person }: { accountId: string; person: UserRow }): void {
    const user = { ...shownPerson(presentUser(person)), id: accountId }
    events.publish(tx, { name: 'user.changed', room: rooms.people, payload: { user } })
  }

  return {
    /**
     * Throws MERGE_REFUSED unless both are accounts of their own: neither chains nor circles come about. One with rights
     * over the whole forum is never the one that is given up.
     */
    async forward(tx: Transaction, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
      const users = userRepository(tx.connection)
      // In one order, so that two merges at once don't wait for each other.
      for (const id of [fromId, intoId].toSorted()) await users.locked(id, database.dialect)
      const [from, ...others] = sortedFirst(await users.withForwarded(fromId), fromId)
      const into = await users.byId(intoId)
      const areOwn = [from, into].every((row) => row && row.deleted_at === 0 && row.forward_to === '')
      const isPlain = from && others.length === 0 && !from.is_network_admin && !from.is_domain_admin
      if (!into || !areOwn || !isPlain || fromId === intoId) throw new DomainError('MERGE_REFUSED')
      await users.update(fromId, { forward_to: intoId })
      for (const id of [fromId, intoId]) tell(tx, id)
      tellShown(tx, { accountId: fromId, person: into })
    },
    /** Makes it an account of its own again. What it brought along leaves the other one, whose pages are told, too. */
    async undo(tx: Transaction, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
      const users = userRepository(tx.connection)
      await users.update(fromId, { forward_to: '' })
      for (const id of [fromId, intoId]) tell(tx, id)
      const person = await users.byId(fromId)
      if (person) tellShown(tx, { accountId: fromId, person })
    },
    /** Accounts by id, as their owner knows them. */
    async named(
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

/** A reaction or a vote that a merge sets aside, and the post or comment that it is about. */
export interface SetAside<Row extends object = object> {
  entityId: string
  row: Row
}

/** Choices that a person has once, whichever account made them. They stay with their accounts, unless two accounts made one. */
export interface ChoiceMerger<Row extends object = object> {
  /** Removes and counts down some choices of an account about things that the person's other accounts chose too. */
  setAside(tx: Transaction, about: { userId: string; otherIds: string[]; limit: number }): Promise<SetAside<Row>[]>
  /** Puts choices back and counts them. Drops those whose thing is gone, or about which the account has chosen anew. */
  restore(tx: Transaction, choices: SetAside<Row>[]): Promise<void>
}
