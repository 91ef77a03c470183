import { type CallParsedInput, DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '@stoa/contract'
import { type Database, StaleReadError, type Transaction } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { type UserRow, userRepository } from './repository.ts'

/** Accounts as people: one that was merged into another is the same person as that one. */
export function createPeople(database: Database) {
  const read = (tx?: Transaction) => userRepository(database.from(tx))

  async function mains(rows: UserRow[], tx?: Transaction): Promise<UserRow[]> {
    const wanted = [...new Set(rows.map((row) => row.forward_to).filter((id) => id !== ''))]
    if (wanted.length === 0) return rows
    const byId = new Map((await read(tx).byIds(wanted)).map((row) => [row.id, row]))
    return rows.map((row) => byId.get(row.forward_to) ?? row)
  }

  /** The accounts that stand for some people, by the id of each of their accounts that is there. */
  async function mainIdsById(userIds: string[], tx?: Transaction): Promise<Map<string, string>> {
    const rows = userIds.length === 0 ? [] : await read(tx).byIds([...new Set(userIds)])
    return new Map(rows.map(({ id, forward_to }) => [id, forward_to || id]))
  }

  return {
    /** For each account the one that stands for its person: itself, or the one it was merged into. One query, if any. */
    mains,
    /** For each account the main one of its person, and what they want to be told of; nobody who is gone. */
    async recipientsById(
      userIds: string[],
      tx?: Transaction,
    ): Promise<Map<string, { userId: string; settings: NotificationSettings }>> {
      const wanted = [...new Set(userIds.filter((id) => id !== ''))]
      const rows = wanted.length === 0 ? [] : await read(tx).byIds(wanted)
      const people = await mains(rows, tx)
      return new Map(
        rows.flatMap(({ id }, index) => {
          const main = people[index]
          if (!main || main.deleted_at > 0) return []
          return [[id, { userId: main.id, settings: settingsOf(main) }] as const]
        }),
      )
    },
    /**
     * Those of some accounts' people who are there, by their main accounts: until the transaction ends none of them goes, is
     * merged or chooses anew what they are told of.
     */
    async hold(tx: Transaction, userIds: string[]): Promise<Set<string>> {
      const users = userRepository(tx.connection)
      const wanted = [...new Set(userIds.filter((id) => id !== ''))]
      const rows = wanted.length === 0 ? [] : await users.byIds(wanted)
      const people = [...new Set(rows.map(({ id, forward_to }) => forward_to || id))]
      const held = people.length === 0 ? [] : await users.lockAll(people, database.dialect)
      // Merged just now: whose account it is has to be found out anew.
      if (held.some(({ forward_to }) => forward_to !== '')) throw new StaleReadError()
      return new Set(held.filter(({ deleted_at }) => deleted_at === 0).map(({ id }) => id))
    },
    /** The id of the account that stands for the person. */
    async mainOf(userId: string, tx?: Transaction): Promise<string> {
      return (await read(tx).byId(userId))?.forward_to || userId
    },
    /** All accounts that are shown as one of some accounts: as which of them. One that was merged is shown as its main one, and was as itself. One query. */
    async ownersOfAccounts(mainIds: string[], tx?: Transaction): Promise<Map<string, string[]>> {
      const rows = mainIds.length === 0 ? [] : await read(tx).idsWithForwarded(mainIds)
      return new Map(rows.map(({ id, forward_to }) => [id, mainIds.filter((one) => one === id || one === forward_to)]))
    },
    /** The ids of the accounts that stand for some people, each once; of nobody there is none. */
    async mainIdsOf(userIds: string[], tx?: Transaction): Promise<string[]> {
      return [...new Set((await mainIdsById(userIds, tx)).values())]
    },
    mainIdsById,
    /** Network admins, by their main accounts. */
    adminIds: (tx?: Transaction): Promise<string[]> => read(tx).adminIds(),
    /** The ids of all accounts of a person, the main one first, by that of any of them. */
    async accountsOf(userId: string, tx?: Transaction): Promise<string[]> {
      const rows = await read(tx).withForwarded(userId)
      const mainId = rows.find(({ id }) => id === userId)?.forward_to || userId
      const all = mainId === userId ? rows : await read(tx).withForwarded(mainId)
      return [mainId, ...all.map(({ id }) => id).filter((id) => id !== mainId)]
    },
  }
}

/** The switches that are to change. */
export type SettingsChange = CallParsedInput<'notificationSettings'>['notificationSettings']

/** What was chosen; a switch that did not exist then is as for everybody. */
export function settingsOf(row: Pick<UserRow, 'notification_settings'> | undefined): NotificationSettings {
  const chosen: SettingsChange = JSON.parse(row?.notification_settings ?? '{}')
  return changedSettings(DEFAULT_NOTIFICATION_SETTINGS, chosen)
}

/** The settings with some switches changed. */
export function changedSettings(
  settings: NotificationSettings,
  { onSite, email }: SettingsChange,
): NotificationSettings {
  // What is undefined was not sent.
  const given = (switches: object = {}) =>
    Object.fromEntries(Object.entries(switches).filter(([, on]) => on !== undefined))
  return { onSite: { ...settings.onSite, ...given(onSite) }, email: { ...settings.email, ...given(email) } }
}

/** Holds somebody's account until the transaction ends; throws AUTH_REQUIRED when it is gone, or another's by now. */
export type AssertThere = (tx: Transaction, userId: string) => Promise<void>

/**
 * For writes in somebody's name: another process may know of them for a moment after they have left, and what it writes
 * then must not stay.
 */
export function createPresence({ dialect }: Database): AssertThere {
  return async (tx, userId) => {
    const row = await userRepository(tx.connection).locked(userId, dialect)
    if (!row || row.deleted_at > 0 || row.forward_to !== '') throw new DomainError('AUTH_REQUIRED')
  }
}

export type FollowerCounts = ReturnType<typeof createFollowerCounts>

/** How many people follow somebody, as it stands with the main one of their accounts. */
export function createFollowerCounts(database: Database) {
  return {
    async of(userId: string, tx?: Transaction): Promise<number> {
      return Number((await userRepository(database.from(tx)).byId(userId))?.followers ?? 0)
    },
    async add(tx: Transaction, userIds: string[], change: number): Promise<void> {
      await userRepository(tx.connection).addFollowers(userIds, change)
    },
    async set(tx: Transaction, userId: string, followers: number): Promise<void> {
      await userRepository(tx.connection).update(userId, { followers })
    },
  }
}
