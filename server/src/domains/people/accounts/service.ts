import { isId, type Me, normalizeText, onOneLine, type User } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { DomainScopes } from '../tenants/index.ts'
import { createAddresses, type NewAccount } from './addresses.ts'
import type { Names } from './names.ts'
import { createPeople } from './people.ts'
import type { PresentUser } from './presenter.ts'
import { type UserRow, userRepository } from './repository.ts'
import { skeletonOf } from './usernames.ts'

export type AccountService = ReturnType<typeof createAccountService>

/** The facts about an account that sign-in needs. */
export interface Credentials {
  userId: string
  /** The person's main account: this one, or the one it is merged into. */
  mainId: string
  passwordHash: string | null
}

/** Private facts for the account's owner and for sign-in. */
export interface OwnFacts {
  username: string
  /** Confirmed address. */
  email: string | null
  /** The address waiting for confirmation. */
  pendingEmail: string | null
  passwordHash: string | null
  networkAdmin: boolean
}

/** A user's standing in all communities, for permission rules. */
export type Standing = Pick<
  Me,
  | 'joinedCommunities'
  | 'hiddenCommunities'
  | 'bannedCommunities'
  | 'timeouts'
  | 'banReasons'
  | 'tokenOwner'
  | 'tokenPermissions'
  | 'enableSell'
  | 'moderator'
>

/** A person as permission rules see them, without their standing. */
export type Person = Omit<Me, keyof Standing>

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'events'> {
  names: Names
  domainScopes: DomainScopes
  sectionCommunities: (accountIds: readonly string[]) => string[]
  presentUser: PresentUser
}

const SLUG_TRIES = 5
/** Accounts with one display name that are looked at. */
const SAME_NAME_MAX = 100

export function createAccountService(dependencies: Dependencies) {
  const { database, clock, ids, events, names, domainScopes, sectionCommunities, presentUser } = dependencies
  const read = (tx?: Transaction) => userRepository(database.from(tx))

  const people = createPeople(database)

  async function assertAvailable(account: Pick<NewAccount, 'username' | 'email'>, tx?: Transaction): Promise<void> {
    await names.assertFree(account.username, '', tx)
    if (account.email !== null && (await read(tx).byLogin(account.email.toLowerCase()))) {
      throw new AddressTaken()
    }
  }

  /** The referrer's id, by username or id; unknown values are ignored. */
  async function referrerOf(refBy: string | undefined, tx?: Transaction): Promise<string | undefined> {
    if (refBy === undefined) return undefined
    const byId = isId(refBy) ? await read(tx).byId(refBy) : undefined
    const row = byId ?? (await read(tx).byUsernames([refBy.toLowerCase()]))[0]
    return row && row.deleted_at === 0 ? row.forward_to || row.id : undefined
  }

  async function insert(account: NewAccount, tx?: Transaction): Promise<string> {
    const id = ids.next()
    const now = clock.now()
    const [slug, referrer] = [await names.freeSlug(account.username, '', tx), await referrerOf(account.refBy, tx)]
    const row = newUserRow({ ...account, refBy: referrer }, { id, now, slug })
    await database.transaction(async (tx) => {
      await userRepository(tx.connection).insert(row)
      await names.assertStillFree(row, tx)
      events.publish(tx, { name: 'viewer.changed', payload: { userId: id } })
    }, tx)
    return id
  }

  /** Creates an account and returns its id; throws like `assertAvailable`. */
  async function create(account: NewAccount, tx?: Transaction): Promise<string> {
    for (let count = 1; ; count += 1) {
      await assertAvailable(account, tx)
      try {
        return await insert(account, tx)
      } catch (error) {
        // The name, address or slug was taken meanwhile. The next check tells which.
        if (count === SLUG_TRIES || !database.dialect.isUniqueViolation(error)) throw error
      }
    }
  }

  /** Null if the account is deleted. */
  async function findFacts(userId: string, tx?: Transaction): Promise<OwnFacts | null> {
    const row = await read(tx).byId(userId)
    if (!row || row.deleted_at > 0) return null
    return {
      username: row.username,
      email: row.email,
      pendingEmail: row.pending_email,
      passwordHash: row.password_hash,
      networkAdmin: Boolean(row.is_network_admin),
    }
  }

  /** The main account of the person with this username: merged accounts can't be signed in to. */
  async function mainByUsername(username: string, tx?: Transaction): Promise<UserRow | undefined> {
    return (await people.mains(await read(tx).byUsernames([username.toLowerCase()]), tx))[0]
  }

  async function setRights(
    username: string,
    rights: Partial<Pick<UserRow, 'is_network_admin' | 'is_domain_admin' | 'admin_domain'>>,
    tx?: Transaction,
  ): Promise<string> {
    const row = await mainByUsername(username, tx)
    if (!row || row.deleted_at > 0) throw new DomainError('USER_NOT_FOUND')
    await database.transaction(async (tx) => {
      await userRepository(tx.connection).update(row.id, rights)
      events.publish(tx, { name: 'viewer.changed', payload: { userId: row.id } })
    }, tx)
    return row.id
  }

  async function find(idOrSlug: string, tx?: Transaction): Promise<User | null> {
    const name = idOrSlug.toLowerCase()
    // A username may look like an id.
    const row =
      (isId(idOrSlug) ? await read(tx).byId(idOrSlug) : undefined) ??
      (await read(tx).bySlug(name)) ??
      (await read(tx).byUsernames([name]))[0] ??
      (await names.formerHolder(name, tx))
    const [main] = row ? await people.mains([row], tx) : []
    return !main || main.deleted_at > 0 ? null : presentUser(main)
  }

  /** The person with a display name; null if there are several. */
  async function onlyOneShownAs(displayName: string): Promise<User | null> {
    const rows = displayName === '' ? [] : await read().byShownName(displayName, SAME_NAME_MAX)
    const users = new Map((await people.mains(rows)).map((row) => [row.id, presentUser(row)]))
    const [user, ...others] = [...users.values()].filter((one) => !one.deleted && one.displayName === displayName)
    // Beyond the limit there may be others.
    return user && others.length === 0 && rows.length < SAME_NAME_MAX ? user : null
  }

  /** An account in lists for admins. */
  const listed = (row: UserRow) => ({
    id: row.id,
    username: row.username,
    email: row.email,
    networkAdmin: Boolean(row.is_network_admin),
    adminDomain: row.is_domain_admin ? (domainScopes(row.admin_domain)?.name ?? row.admin_domain) : null,
    displayName: row.profile_name || row.display_name,
    slugUrl: row.slug,
    createdAt: Number(row.created_at),
  })

  return {
    ...createAddresses({ database, clock, create, names }),
    /** Throws USERNAME_RESERVED, USERNAME_EXISTS or `AddressTaken`. */
    assertAvailable,
    /** The person without their standing in communities; null if the account is gone. `site` as in the access token. */
    async person(userId: string, site: string, tx?: Transaction): Promise<Person | null> {
      const rows = await read(tx).withForwarded(userId)
      const row = rows.find(({ id }) => id === userId)
      // A merged account can't be signed in to.
      if (!row || row.deleted_at > 0 || row.forward_to !== '') return null
      const domain = row.is_domain_admin ? domainScopes(row.admin_domain) : null
      const inSections = sectionCommunities(rows.map(({ id }) => id))
      return {
        ...presentUser(row),
        ...(inSections.length > 0 && { sectionCommunities: inSections }),
        networkAdmin: Boolean(row.is_network_admin),
        domainAdmin: domain !== null,
        domainCommunity: domain?.onlyCommunity ?? null,
        ...(domain ? { adminDomain: domain.name } : {}),
        ForwardedFrom: rows.flatMap(({ id, forward_to }) => (forward_to === userId ? [id] : [])),
        site: site === '' ? null : site,
        ...(site === '' && row.has_made_up_name ? { hasMadeUpName: true } : {}),
      }
    },
    /** Additional facts for the profile's owner. */
    async ownProfile(userId: string): Promise<{ profileImage: string; domain: string | null }> {
      const row = await read().byId(userId)
      const domain = row?.is_domain_admin ? domainScopes(row.admin_domain) : null
      return { profileImage: row?.profile_image_url ?? '', domain: domain?.host ?? null }
    },
    /** As `get`; null for nobody. A merged account leads to its main account. */
    find,
    /** The public profile by id, slug or username (in any letter case), including former ones. */
    async get(idOrSlug: string, tx?: Transaction): Promise<User> {
      const user = await find(idOrSlug, tx)
      if (!user) throw new DomainError('USER_NOT_FOUND')
      return user
    },
    /** As `get`, or by a display name that exactly one person has. */
    async getByAnyName(name: string): Promise<User> {
      const user = (await find(name)) ?? (await onlyOneShownAs(onOneLine(normalizeText(name))))
      if (!user) throw new DomainError('USER_NOT_FOUND')
      return user
    },
    mainOf: people.mainOf,
    mainIdsOf: people.mainIdsOf,
    mainIdsById: people.mainIdsById,
    adminIds: people.adminIds,
    domainAdminIds: people.domainAdminIds,
    accountsOf: people.accountsOf,
    ownersOfAccounts: people.ownersOfAccounts,
    recipientsById: people.recipientsById,
    hold: people.hold,
    /**
     * Public profiles for the rows of a page, including deleted ones. Merged accounts get the main account's profile.
     */
    async profilesById(userIds: string[], tx?: Transaction): Promise<Map<string, User>> {
      const uniqueIds = [...new Set(userIds.filter((id) => id !== ''))]
      const rows = uniqueIds.length === 0 ? [] : await read(tx).byIds(uniqueIds)
      const mains = await people.mains(rows, tx)
      return new Map(rows.map(({ id }, index) => [id, presentUser(mains[index] as UserRow)]))
    },
    /** Profiles by username in any letter case; unknown names are omitted. */
    async profilesByUsername(usernames: string[], tx?: Transaction): Promise<User[]> {
      const keys = [...new Set(usernames.map((name) => name.toLowerCase()))]
      const rows = keys.length === 0 ? [] : await read(tx).byUsernames(keys)
      return (await people.mains(rows, tx)).filter((row) => row.deleted_at === 0).map(presentUser)
    },
    create,
    /**
     * Accounts whose username starts with a text, sorted by name, for operators. Deleted and merged accounts are
     * omitted.
     */
    async listByUsername(start: string, { after = '', limit }: { after?: string; limit: number }) {
      const rows = await read().byUsernameStart(start.toLowerCase(), { after: after.toLowerCase(), limit })
      return rows.map(listed)
    },
    /** The same of these accounts, in this order. */
    async listById(ids: string[]) {
      const rows = new Map((await read().byIds(ids)).map((row) => [row.id, row]))
      return ids.flatMap((id) => {
        const row = rows.get(id)
        return row ? [listed(row)] : []
      })
    },
    /** The account with this username or confirmed email address, in any letter case. */
    async credentials(login: string, tx?: Transaction): Promise<Credentials | null> {
      const row = await read(tx).byLogin(login.toLowerCase())
      return row && row.deleted_at === 0
        ? { userId: row.id, mainId: row.forward_to || row.id, passwordHash: row.password_hash }
        : null
    },
    findFacts,
    /** Facts about an account that must exist. */
    async ownFacts(userId: string, tx?: Transaction): Promise<OwnFacts> {
      const facts = await findFacts(userId, tx)
      if (!facts) throw new DomainError('USER_NOT_FOUND')
      return facts
    },
    /** Replaces a password's hash if the password hasn't changed. */
    async rehash(userId: string, hashes: { from: string; to: string }): Promise<void> {
      await database.transaction(({ connection }) => userRepository(connection).rehash(userId, hashes))
    },
    /**
     * Makes a user the admin of a domain (by its name), or of none (null). Returns the user's id; throws
     * USER_NOT_FOUND.
     */
    async setDomainAdmin(username: string, name: string | null): Promise<string> {
      return setRights(username, { is_domain_admin: Number(name !== null), admin_domain: name ?? '' })
    },
    /** Stores the name of a domain for its admins, who were stored with its host. */
    async nameAdminDomain(tx: Transaction, { host, name }: { host: string; name: string }): Promise<void> {
      await userRepository(tx.connection).renameAdminDomain(host, name)
    },
    /** Revokes a user's admin role of one domain. False if the user doesn't have it. Throws USER_NOT_FOUND. */
    async removeDomainAdmin(username: string, name: string): Promise<boolean> {
      const row = await mainByUsername(username)
      if (row && !(row.is_domain_admin && domainScopes(row.admin_domain)?.name === name)) return false
      await setRights(username, { is_domain_admin: 0, admin_domain: '' })
      return true
    },
    /** Confirmed email addresses by user id; users without an address are omitted. */
    async emailsById(userIds: string[], tx?: Transaction): Promise<Map<string, string>> {
      const rows = userIds.length === 0 ? [] : await read(tx).byIds([...new Set(userIds)])
      return new Map(
        rows.flatMap(({ id, email, deleted_at }) => (email && deleted_at === 0 ? [[id, email] as const] : [])),
      )
    },
    /** The language of an account, which its mails are written in; empty if unknown. */
    async languageOf(userId: string, tx?: Transaction): Promise<string> {
      return (await read(tx).byId(userId))?.language ?? ''
    },
    /** Stores the language in which somebody signs in, unless they have one. */
    async keepLanguage(tx: Transaction, userId: string, language: string): Promise<void> {
      await userRepository(tx.connection).keepLanguage(userId, language)
    },
    /** Stores the language that somebody has chosen. */
    async chooseLanguage(viewer: Me, language: string, tx?: Transaction): Promise<void> {
      await database.transaction(({ connection }) => userRepository(connection).setLanguage(viewer.id, language), tx)
    },
    /** Grants or revokes network admin permissions. Returns the user's id; throws USER_NOT_FOUND. */
    async setNetworkAdmin(username: string, isAdmin: boolean, tx?: Transaction): Promise<string> {
      return setRights(username, { is_network_admin: Number(isAdmin) }, tx)
    },
  }
}

function newUserRow(account: NewAccount, about: { id: string; now: number; slug: string }): UserRow {
  const { username, email, passwordHash, displayName = '', profileImageUrl = '' } = account
  const { hasMadeUpName = false, refBy, refFrom } = account
  return {
    id: about.id,
    username,
    username_key: username.toLowerCase(),
    username_look: skeletonOf(username),
    display_name: displayName,
    shown_look: skeletonOf(displayName),
    has_made_up_name: Number(hasMadeUpName),
    slug: about.slug,
    email,
    email_key: email?.toLowerCase() ?? null,
    pending_email: null,
    pending_email_key: null,
    pending_session: '',
    password_hash: passwordHash,
    profile_name: '',
    profile_title: '',
    profile_about: null,
    profile_image_url: profileImageUrl,
    ref_by: refBy ?? null,
    ref_from: refFrom ?? null,
    is_network_admin: 0,
    is_domain_admin: 0,
    admin_domain: '',
    created_at: about.now,
    updated_at: about.now,
    deleted_at: 0,
    renamed_at: 0,
    notification_settings: null,
    visited_at: 0,
    language: '',
    forward_to: '',
    followers: 0,
  }
}

/** An address belongs to another account. Has no error code because no response may reveal it. */
class AddressTaken extends Error {
  override name = 'AddressTaken'
}

/** Compares names, so that it works across two copies of this module. */
export function isAddressTaken(error: unknown): boolean {
  return error instanceof Error && error.name === 'AddressTaken'
}
