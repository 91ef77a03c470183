import { isId, type Me, RENAME_INTERVAL_MS, type User } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import { type Events, rooms } from '../../events/events.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import { sha256 } from '../../lib/keys.ts'
import { type PresentUser, shownPerson } from './presenter.ts'
import { type FormerNameRow, type UserRow, userRepository } from './repository.ts'
import { isReservedUsername, lookOf, slugOf } from './usernames.ts'

interface Dependencies {
  database: Database
  clock: Clock
  events: Events
  presentUser: PresentUser
}

export type Names = ReturnType<typeof createNames>

const SLUG_TRIES = 5
const hashOf = (name: string) => sha256(name.toLowerCase())

/** Usernames and slugs: each is one person's, also those that somebody had before. */
export function createNames({ database, clock, events, presentUser }: Dependencies) {
  const read = () => userRepository(database.read)

  /** Of some names those that only somebody else has had. */
  async function keptFrom(userId: string, names: string[]): Promise<Set<string>> {
    const hashes = names.map(hashOf)
    const rows = await read().formerHolders(hashes)
    const taken = new Set(rows.filter((row) => row.user_id !== userId).map((row) => row.name_hash))
    return new Set(names.filter((_, index) => taken.has(hashes[index] ?? '')))
  }

  /** Throws USERNAME_RESERVED or USERNAME_EXISTS. */
  async function assertFree(username: string, userId = ''): Promise<void> {
    if (isReservedUsername(username)) throw new DomainError('USERNAME_RESERVED')
    const name = username.toLowerCase()
    const [byName] = await read().byUsernames([name])
    // Addresses lead to slugs and ids, too.
    const holders = [byName, await read().bySlug(name), isId(username) ? await read().byId(username) : undefined]
    const isTaken = holders.some((holder) => holder !== undefined && holder.id !== userId)
    if (isTaken || (await keptFrom(userId, [username])).size > 0) throw new DomainError('USERNAME_EXISTS')
    const { byUsername, byShownName } = await read().idsByLook(lookOf(username))
    if ([...byUsername, ...byShownName].some((id) => id !== userId)) throw new DomainError('USERNAME_EXISTS')
  }

  /** Throws USERNAME_EXISTS where a reader would take the name for somebody else's username: both are public. */
  async function assertNobodyElses(shownName: string, userId = ''): Promise<void> {
    const look = lookOf(shownName)
    if (look === '') return
    const { byUsername } = await read().idsByLook(look)
    if (byUsername.some((id) => id !== userId)) throw new DomainError('USERNAME_EXISTS')
  }

  /** The slug of a name, with a number behind it where somebody else has or had it. */
  async function freeSlug(username: string, userId = ''): Promise<string> {
    const base = slugOf(username)
    for (let count = 2, slug = base; ; count += 1) {
      const holder = await read().bySlug(slug)
      const isTaken = holder !== undefined && holder.id !== userId
      if (!isTaken && (await keptFrom(userId, [slug])).size === 0) return slug
      slug = `${base}-${count}`
    }
  }

  /** Somebody may have given the name up just now: once it is written, nobody can any more. */
  async function assertStillFree(row: Pick<UserRow, 'id' | 'username' | 'slug'>): Promise<void> {
    const kept = await keptFrom(row.id, [row.username, row.slug])
    if (kept.size > 0) throw new DomainError('USERNAME_EXISTS')
  }

  async function rename(unit: Unit, { row, username }: { row: UserRow; username: string }): Promise<UserRow> {
    const now = clock.now()
    await assertFree(username, row.id)
    const slug = await freeSlug(username, row.id)
    const change = {
      ...{ username, username_key: username.toLowerCase(), username_look: lookOf(username), slug },
      ...{ has_made_up_name: 0, renamed_at: now, updated_at: now },
    }
    const users = userRepository(unit.connection)
    await users.update(row.id, change)
    await users.keepFormerNames(formerNamesOf(row, now))
    await users.forgetFormerNames(row.id, [username, slug].map(hashOf))
    const renamed = { ...row, ...change }
    await assertStillFree(renamed)
    events.publish(unit, { name: 'viewer.changed', room: rooms.user(row.id), payload: { userId: row.id } })
    const user = shownPerson(presentUser(renamed))
    events.publish(unit, { name: 'user.changed', room: rooms.people, payload: { user } })
    return renamed
  }

  return {
    assertFree,
    assertNobodyElses,
    freeSlug,
    assertStillFree,
    /** Who had this username or slug before. */
    async formerHolder(name: string): Promise<UserRow | undefined> {
      const [former] = await read().formerHolders([hashOf(name)])
      return former && read().byId(former.user_id)
    },
    /** The names of an account stay taken when it is gone. */
    async keepForever(unit: Unit, row: UserRow): Promise<void> {
      await userRepository(unit.connection).keepFormerNames(formerNamesOf(row, clock.now()))
    },
    /** Changes the viewer's username, and the slug with it; what they were before leads to the new ones. The present one is kept, and no other suggested any more. */
    async change(viewer: Me, username: string): Promise<User> {
      for (let count = 1; ; count += 1) {
        try {
          return await changeOnce(viewer.id, username)
        } catch (error) {
          // Somebody took the name or the slug in between; looking again tells which.
          if (count === SLUG_TRIES || !database.dialect.isUniqueViolation(error)) throw error
        }
      }
    },
  }

  async function keepMadeUp(unit: Unit, userId: string): Promise<void> {
    await userRepository(unit.connection).update(userId, { has_made_up_name: 0 })
    events.publish(unit, { name: 'viewer.changed', room: rooms.user(userId), payload: { userId } })
  }

  function changeOnce(userId: string, username: string): Promise<User> {
    return database.transaction(async (unit) => {
      const row = await userRepository(unit.connection).locked(userId, database.dialect)
      if (!row || row.deleted_at > 0) throw new DomainError('AUTH_REQUIRED')
      if (row.username === username) {
        if (row.has_made_up_name) await keepMadeUp(unit, userId)
        return presentUser(row)
      }
      const retryAfterMs = Number(row.renamed_at) + RENAME_INTERVAL_MS - clock.now()
      if (retryAfterMs > 0) throw new DomainError('USERNAME_TOO_SOON', { retryAfterMs })
      return presentUser(await rename(unit, { row, username }))
    })
  }
}

/** What an account is called now, as names that it had. */
function formerNamesOf({ id, username_key, slug }: UserRow, now: number): FormerNameRow[] {
  const names = new Set([username_key, slug])
  return Array.from(names, (name) => ({ name_hash: hashOf(name), user_id: id, name, created_at: now }))
}
