import { type CallParsedInput, DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '@stoa/contract'
import { type Database, StaleReadError, type Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { type UserRow, userRepository } from './repository.ts'

/** Resolves accounts to people: merged accounts are one person. */
export function createPeople(database: Database) {
  const read = (tx?: Transaction) => userRepository(database.from(tx))

  async function mains(rows: UserRow[], tx?: Transaction): Promise<UserRow[]> {
    const forwardIds = [...new Set(rows.map((row) => row.forward_to).filter((id) => id !== ''))]
    if (forwardIds.length === 0) return rows
    const byId = new Map((await read(tx).byIds(forwardIds)).map((row) => [row.id, row]))
    return rows.map((row) => byId.get(row.forward_to) ?? row)
  }

  /** Main account ids by account id; unknown ids are omitted. */
  async function mainIdsById(userIds: string[], tx?: Transaction): Promise<Map<string, string>> {
    const rows = userIds.length === 0 ? [] : await read(tx).byIds([...new Set(userIds)])
    return new Map(rows.map(({ id, forward_to }) => [id, forward_to || id]))
  }

  return {
    /** The main account of each account's person. At most one query. */
    mains,
    /** Each account's main account and notification settings; deleted people are omitted. */
    async recipientsById(
      userIds: string[],
      tx?: Transaction,
    ): Promise<Map<string, { userId: string; settings: NotificationSettings }>> {
      const uniqueIds = [...new Set(userIds.filter((id) => id !== ''))]
      const rows = uniqueIds.length === 0 ? [] : await read(tx).byIds(uniqueIds)
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
     * Locks the people of some accounts and returns their main account ids, without deleted ones. Until the transaction
     * ends, none of them can be deleted, merged, or change notification settings.
     */
    async hold(tx: Transaction, userIds: string[]): Promise<Set<string>> {
      const users = userRepository(tx.connection)
      const uniqueIds = [...new Set(userIds.filter((id) => id !== ''))]
      const rows = uniqueIds.length === 0 ? [] : await users.byIds(uniqueIds)
      const people = [...new Set(rows.map(({ id, forward_to }) => forward_to || id))]
      const lockedRows = people.length === 0 ? [] : await users.lockAll(people, database.dialect)
      // An account was merged just now: resolve again.
      if (lockedRows.some(({ forward_to }) => forward_to !== '')) throw new StaleReadError()
      return new Set(lockedRows.filter(({ deleted_at }) => deleted_at === 0).map(({ id }) => id))
    },
    /** Id of the person's main account. */
    async mainOf(userId: string, tx?: Transaction): Promise<string> {
      return (await read(tx).byId(userId))?.forward_to || userId
    },
    /**
     * The given main accounts that each account is shown as: merged accounts map to their main account, which also maps
     * to itself. One query.
     */
    async ownersOfAccounts(mainIds: string[], tx?: Transaction): Promise<Map<string, string[]>> {
      const rows = mainIds.length === 0 ? [] : await read(tx).idsWithForwarded(mainIds)
      return new Map(rows.map(({ id, forward_to }) => [id, mainIds.filter((one) => one === id || one === forward_to)]))
    },
    /** Distinct main account ids of some accounts; unknown ones are omitted. */
    async mainIdsOf(userIds: string[], tx?: Transaction): Promise<string[]> {
      return [...new Set((await mainIdsById(userIds, tx)).values())]
    },
    mainIdsById,
    /** Main accounts of network admins. */
    adminIds: (tx?: Transaction): Promise<string[]> => read(tx).adminIds(),
    /** Main accounts of admins of any domain. */
    domainAdminIds: (tx?: Transaction): Promise<string[]> => read(tx).domainAdminIds(),
    /** Ids of all accounts of a person, by any of them; the main one first. */
    async accountsOf(userId: string, tx?: Transaction): Promise<string[]> {
      const rows = await read(tx).withForwarded(userId)
      const mainId = rows.find(({ id }) => id === userId)?.forward_to || userId
      const all = mainId === userId ? rows : await read(tx).withForwarded(mainId)
      return [mainId, ...all.map(({ id }) => id).filter((id) => id !== mainId)]
    },
  }
}

/** The settings to change. */
export type SettingsChange = CallParsedInput<'notificationSettings'>['notificationSettings']

/** Kinds that were part of another, whose settings they keep until they are changed. */
const FORMERLY = { role: 'moderation', overdue: 'queue' } as const

/** The chosen switches, with those of kinds that were part of others. */
function withNewKinds<Switches extends object>(switches: Switches | undefined): Switches | undefined {
  if (!switches) return undefined
  const chosen = switches as Record<string, boolean | undefined>
  const kinds = Object.entries(FORMERLY).filter(([, former]) => chosen[former] !== undefined)
  return { ...Object.fromEntries(kinds.map(([kind, former]) => [kind, chosen[former]])), ...switches }
}

/** The stored settings, completed with defaults. */
export function settingsOf(row: Pick<UserRow, 'notification_settings'> | undefined): NotificationSettings {
  const chosen: SettingsChange = JSON.parse(row?.notification_settings ?? '{}')
  const { onSite, email, push } = chosen
  const stored = { ...chosen, onSite: withNewKinds(onSite), email: withNewKinds(email), push: withNewKinds(push) }
  return changedSettings(DEFAULT_NOTIFICATION_SETTINGS, stored)
}

/** The settings with changes applied. */
export function changedSettings(
  settings: NotificationSettings,
  { onSite, email, push, quietHours = settings.quietHours }: SettingsChange,
): NotificationSettings {
  // Undefined fields were not sent.
  const definedSwitches = (switches: object = {}) =>
    Object.fromEntries(Object.entries(switches).filter(([, on]) => on !== undefined))
  return {
    onSite: { ...settings.onSite, ...definedSwitches(onSite) },
    email: { ...settings.email, ...definedSwitches(email) },
    push: { ...settings.push, ...definedSwitches(push) },
    quietHours,
  }
}

/** Locks a person's account until the transaction ends. Throws AUTH_REQUIRED if it is gone or merged. */
export type AssertThere = (tx: Transaction, userId: string) => Promise<void>

/**
 * For writes on behalf of a person. Another process may briefly treat a deleted person as signed in, and must not write
 * for them.
 */
export function createPresence({ dialect }: Database): AssertThere {
  return async (tx, userId) => {
    const row = await userRepository(tx.connection).locked(userId, dialect)
    if (!row || row.deleted_at > 0 || row.forward_to !== '') throw new DomainError('AUTH_REQUIRED')
  }
}

export type FollowerCounts = ReturnType<typeof createFollowerCounts>

/** Follower counts, stored with each person's main account. */
export function createFollowerCounts(database: Database) {
  return {
    async of(userId: string, tx?: Transaction): Promise<number> {
      return Number((await userRepository(database.from(tx)).byId(userId))?.followers ?? 0)
    },
    /** Of main accounts. */
    async byId(userIds: string[]): Promise<Map<string, number>> {
      const rows = userIds.length === 0 ? [] : await userRepository(database.read).byIds(userIds)
      return new Map(rows.map(({ id, followers }) => [id, Number(followers)]))
    },
    async add(tx: Transaction, userIds: string[], change: number): Promise<void> {
      await userRepository(tx.connection).addFollowers(userIds, change)
    },
    async set(tx: Transaction, userId: string, followers: number): Promise<void> {
      await userRepository(tx.connection).update(userId, { followers })
    },
  }
}
