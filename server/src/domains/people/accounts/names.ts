import { isId, type Me, RENAME_INTERVAL_MS, type User } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sha256 } from '../../../platform/security/keys.ts'
import type { CommunityService } from '../communities/index.ts'
import { type PresentUser, shownPerson } from './presenter.ts'
import { type FormerNameRow, type UserRow, userRepository } from './repository.ts'
import { isReservedUsername, skeletonOf, slugOf } from './usernames.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'> {
  communities: Pick<CommunityService, 'isNamedLike'>
  presentUser: PresentUser
}

export type Names = ReturnType<typeof createNames>

const SLUG_TRIES = 5
const hashOf = (name: string) => sha256(name.toLowerCase())

/** Usernames and slugs, including former ones. Each belongs to one person. */
export function createNames({ database, clock, events, communities, presentUser }: Dependencies) {
  const read = (tx?: Transaction) => userRepository(database.from(tx))

  /** Which of the names are former names of other accounts. */
  async function reservedNames(userId: string, names: string[], tx?: Transaction): Promise<Set<string>> {
    const hashes = names.map(hashOf)
    const rows = await read(tx).formerHolders(hashes)
    const reservedHashes = new Set(rows.filter((row) => row.user_id !== userId).map((row) => row.name_hash))
    return new Set(names.filter((_, index) => reservedHashes.has(hashes[index] ?? '')))
  }

  /** Throws USERNAME_RESERVED, USERNAME_EXISTS or USERNAME_OF_COMMUNITY. */
  async function assertFree(username: string, userId = '', tx?: Transaction): Promise<void> {
    if (isReservedUsername(username)) throw new DomainError('USERNAME_RESERVED')
    const name = username.toLowerCase()
    const [byName] = await read(tx).byUsernames([name])
    // Slugs and ids also work in addresses.
    const holders = [byName, await read(tx).bySlug(name), isId(username) ? await read(tx).byId(username) : undefined]
    const isTaken = holders.some((holder) => holder !== undefined && holder.id !== userId)
    if (isTaken || (await reservedNames(userId, [username], tx)).size > 0) throw new DomainError('USERNAME_EXISTS')
    const { byUsername, byShownName } = await read(tx).idsByLook(skeletonOf(username))
    if ([...byUsername, ...byShownName].some((id) => id !== userId)) throw new DomainError('USERNAME_EXISTS')
    await assertNoCommunity(username, userId, tx)
  }

  /** Throws USERNAME_OF_COMMUNITY if readers could take the person for a community that somebody else founded. */
  async function assertNoCommunity(name: string, userId = '', tx?: Transaction): Promise<void> {
    if (await communities.isNamedLike(name, userId, tx)) throw new DomainError('USERNAME_OF_COMMUNITY')
  }

  /** Throws USERNAME_EXISTS if readers could mistake the name for another person's username. */
  async function assertNobodyElses(shownName: string, userId = '', tx?: Transaction): Promise<void> {
    const look = skeletonOf(shownName)
    if (look === '') return
    const { byUsername } = await read(tx).idsByLook(look)
    if (byUsername.some((id) => id !== userId)) throw new DomainError('USERNAME_EXISTS')
  }

  /** The slug of a name, numbered if another account has or had it. */
  async function freeSlug(username: string, userId = '', tx?: Transaction): Promise<string> {
    const base = slugOf(username)
    for (let count = 2, slug = base; ; count += 1) {
      const holder = await read(tx).bySlug(slug)
      const isTaken = holder !== undefined && holder.id !== userId
      if (!isTaken && (await reservedNames(userId, [slug], tx)).size === 0) return slug
      slug = `${base}-${count}`
    }
  }

  /** Checks again after writing: another account may just have given the name up, which reserves it. */
  async function assertStillFree(row: Pick<UserRow, 'id' | 'username' | 'slug'>, tx?: Transaction): Promise<void> {
    const reserved = await reservedNames(row.id, [row.username, row.slug], tx)
    if (reserved.size > 0) throw new DomainError('USERNAME_EXISTS')
  }

  async function rename(tx: Transaction, { row, username }: { row: UserRow; username: string }): Promise<UserRow> {
    const now = clock.now()
    await assertFree(username, row.id, tx)
    const slug = await freeSlug(username, row.id, tx)
    const change = {
      username,
      username_key: username.toLowerCase(),
      username_look: skeletonOf(username),
      slug,
      has_made_up_name: 0,
      renamed_at: now,
      updated_at: now,
    }
    const users = userRepository(tx.connection)
    await users.update(row.id, change)
    await users.keepFormerNames(formerNamesOf(row, now))
    await users.forgetFormerNames(row.id, [username, slug].map(hashOf))
    const renamed = { ...row, ...change }
    await assertStillFree(renamed, tx)
    events.publish(tx, { name: 'viewer.changed', payload: { userId: row.id } })
    const user = shownPerson(presentUser(renamed))
    events.publish(tx, { name: 'user.changed', payload: { user } })
    return renamed
  }

  return {
    assertFree,
    assertNobodyElses,
    assertNoCommunity,
    freeSlug,
    assertStillFree,
    /** The account that had this username or slug before. */
    async formerHolder(name: string, tx?: Transaction): Promise<UserRow | undefined> {
      const [former] = await read(tx).formerHolders([hashOf(name)])
      return former && read(tx).byId(former.user_id)
    },
    /** Reserves a deleted account's names permanently. */
    async keepForever(tx: Transaction, row: UserRow): Promise<void> {
      await userRepository(tx.connection).keepFormerNames(formerNamesOf(row, clock.now()))
    },
    /**
     * Changes the viewer's username and slug; former ones redirect. Submitting the current name only stops the
     * suggestion to choose one.
     */
    async change(viewer: Me, username: string, tx?: Transaction): Promise<User> {
      for (let count = 1; ; count += 1) {
        try {
          return await changeOnce(viewer.id, username, { tx })
        } catch (error) {
          // The name or slug was taken meanwhile. The next check tells which.
          if (count === SLUG_TRIES || !database.dialect.isUniqueViolation(error)) throw error
        }
      }
    },
    /** For an operator: the same for an account, however recently it was renamed. */
    async changeOf(tx: Transaction, userId: string, username: string): Promise<void> {
      try {
        await changeOnce(userId, username, { tx, isByOperator: true })
      } catch (error) {
        if (database.dialect.isUniqueViolation(error)) throw new DomainError('USERNAME_EXISTS')
        throw error
      }
    },
  }

  async function keepMadeUp(tx: Transaction, userId: string): Promise<void> {
    await userRepository(tx.connection).update(userId, { has_made_up_name: 0 })
    events.publish(tx, { name: 'viewer.changed', payload: { userId } })
  }

  function changeOnce(
    userId: string,
    username: string,
    { tx, isByOperator = false }: { tx: Transaction | undefined; isByOperator?: boolean },
  ): Promise<User> {
    return database.transaction(async (tx) => {
      const row = await userRepository(tx.connection).locked(userId, database.dialect)
      if (!row || row.deleted_at > 0) throw new DomainError('AUTH_REQUIRED')
      if (row.username === username) {
        if (row.has_made_up_name) await keepMadeUp(tx, userId)
        return presentUser(row)
      }
      const retryAfterMs = Number(row.renamed_at) + RENAME_INTERVAL_MS - clock.now()
      if (retryAfterMs > 0 && !isByOperator) throw new DomainError('USERNAME_TOO_SOON', { retryAfterMs })
      return presentUser(await rename(tx, { row, username }))
    }, tx)
  }
}

/** An account's current names as rows of former names. */
function formerNamesOf({ id, username_key, slug }: UserRow, now: number): FormerNameRow[] {
  const names = new Set([username_key, slug])
  return Array.from(names, (name) => ({ name_hash: hashOf(name), user_id: id, name, created_at: now }))
}
