import type { Connection, Database } from '../../../platform/database/database.ts'

export interface UserRow {
  id: string
  username: string
  username_key: string
  /** The username's normalized look (`lookOf`). */
  username_look: string
  display_name: string
  /** The display name's look; empty if there is no display name or it resembles no username. */
  shown_look: string
  slug: string
  /** Confirmed and unique. */
  email: string | null
  email_key: string | null
  /** Not confirmed and not unique. */
  pending_email: string | null
  pending_email_key: string | null
  /** The session in which `pending_email` was entered; empty if none is pending. */
  pending_session: string
  password_hash: string | null
  profile_name: string
  profile_title: string
  profile_about: string | null
  profile_image_url: string
  ref_by: string | null
  ref_from: string | null
  is_network_admin: number
  is_domain_admin: number
  /** Host of the domain that this person administers; empty for the default domain. */
  admin_domain: string
  created_at: number
  updated_at: number
  deleted_at: number
  /** When the username was last changed; 0 if never. */
  renamed_at: number
  /** 1 if the username was generated and choosing one hasn't been suggested yet. */
  has_made_up_name: number
  /** JSON of `NotificationSettings`; null for defaults. */
  notification_settings: string | null
  visited_at: number
  /** BCP 47 tag; empty: unknown. */
  language: string
  /** The main account this one is merged into; empty if it isn't merged. */
  forward_to: string
  /** Number of followers, not counting the person; 0 for a merged account. */
  followers: number
}

/** A former username or slug. */
export interface FormerNameRow {
  name_hash: string
  user_id: string
  name: string
  created_at: number
}

export function userRepository(connection: Connection) {
  const users = () => connection<UserRow>('users')
  const formerNames = () => connection<FormerNameRow>('former_names')
  return {
    async byId(id: string): Promise<UserRow | undefined> {
      return users().where({ id }).first()
    },
    /** Stores a language that was found out, unless one is known. */
    async keepLanguage(id: string, language: string): Promise<void> {
      await users().where({ id, deleted_at: 0, language: '' }).update({ language })
    },
    async setLanguage(id: string, language: string): Promise<void> {
      await users().where({ id, deleted_at: 0 }).update({ language })
    },
    /** The account, locked until the transaction ends. */
    async locked(id: string, dialect: Database['dialect']): Promise<UserRow | undefined> {
      return dialect.forUpdate(users().where({ id }).first())
    },
    /** Accounts, locked until the transaction ends, in a fixed order to avoid deadlocks. */
    async lockAll(ids: string[], dialect: Database['dialect']): Promise<UserRow[]> {
      return dialect.forUpdate(users().whereIn('id', ids).orderBy('id'))
    },
    /** The account and those merged into it. One query. */
    async withForwarded(id: string): Promise<UserRow[]> {
      return users().where({ id }).orWhere({ forward_to: id })
    },
    /** The accounts and those merged into any of them. */
    async idsWithForwarded(ids: string[]): Promise<Pick<UserRow, 'id' | 'forward_to'>[]> {
      return users().select('id', 'forward_to').whereIn('id', ids).orWhereIn('forward_to', ids)
    },
    /** Stores another name for the domain of its admins. Reads all accounts. */
    async renameAdminDomain(from: string, to: string): Promise<void> {
      await users().where({ is_domain_admin: 1, admin_domain: from }).update({ admin_domain: to })
    },
    async adminIds(): Promise<string[]> {
      return users().where({ is_network_admin: 1, deleted_at: 0, forward_to: '' }).pluck('id')
    },
    /** Admins of any domain. Reads all accounts. */
    async domainAdminIds(): Promise<string[]> {
      return users().where({ is_domain_admin: 1, deleted_at: 0, forward_to: '' }).pluck('id')
    },
    async byIds(ids: string[]): Promise<UserRow[]> {
      return users().whereIn('id', ids)
    },
    async bySlug(slug: string): Promise<UserRow | undefined> {
      return users().where({ slug }).first()
    },
    /** By lower-case username. */
    async byUsernames(usernameKeys: string[]): Promise<UserRow[]> {
      return users().whereIn('username_key', usernameKeys)
    },
    /** Accounts whose username starts with a text, sorted by name. */
    async byUsernameStart(start: string, { after, limit }: { after: string; limit: number }): Promise<UserRow[]> {
      return users()
        .where('username_key', '>', after)
        .where('username_key', '>=', start)
        .where('username_key', '<', `${start}\u{10FFFF}`)
        .where({ deleted_at: 0, forward_to: '' })
        .orderBy('username_key')
        .limit(limit)
    },
    /** By lower-case username or lower-case email address. */
    async byLogin(loginKey: string): Promise<UserRow | undefined> {
      return users().where({ username_key: loginKey }).orWhere({ email_key: loginKey }).first()
    },
    /** Accounts whose username or display name has this look. */
    async idsByLook(look: string): Promise<{ byUsername: string[]; byShownName: string[] }> {
      const like = async (column: 'username_look' | 'shown_look') => {
        const rows = await users()
          .select('id', 'forward_to')
          .where({ [column]: look, deleted_at: 0 })
        return rows.map(({ id, forward_to }) => forward_to || id)
      }
      return { byUsername: await like('username_look'), byShownName: await like('shown_look') }
    },
    /** Accounts with a display name. Databases differ in whether case matters. */
    async byShownName(name: string, limit: number): Promise<UserRow[]> {
      const named = (column: 'profile_name' | 'display_name') =>
        users()
          .where({ [column]: name, deleted_at: 0 })
          .limit(limit)
      return [...(await named('profile_name')), ...(await named('display_name'))]
    },
    /** Former holders of these names, by hash. */
    async formerHolders(nameHashes: string[]): Promise<FormerNameRow[]> {
      return formerNames().whereIn('name_hash', nameHashes)
    },
    async formerNamesOf(userId: string): Promise<string[]> {
      return formerNames().where({ user_id: userId }).pluck('name')
    },
    async keepFormerNames(rows: FormerNameRow[]): Promise<void> {
      await formerNames().insert(rows).onConflict('name_hash').ignore()
    },
    /** For names that their former holder takes back. */
    async forgetFormerNames(userId: string, nameHashes: string[]): Promise<void> {
      await formerNames().where({ user_id: userId }).whereIn('name_hash', nameHashes).del()
    },
    /** By lower-case confirmed address. */
    async byEmail(emailKey: string): Promise<UserRow | undefined> {
      return users().where({ email_key: emailKey, deleted_at: 0 }).first()
    },
    /** Accounts without an address that wait to confirm this one (lower case), oldest first. */
    async byPendingEmail(emailKey: string): Promise<Pick<UserRow, 'id' | 'username'>[]> {
      const pending = { pending_email_key: emailKey, email_key: null, deleted_at: 0 }
      return users().where(pending).orderBy('id').select('id', 'username')
    },
    async insert(row: UserRow): Promise<void> {
      await users().insert(row)
    },
    /** Does nothing if the password has changed meanwhile. */
    async rehash(id: string, { from, to }: { from: string; to: string }): Promise<void> {
      await users().where({ id, password_hash: from }).update({ password_hash: to })
    },
    async addFollowers(ids: string[], change: number): Promise<void> {
      await users().whereIn('id', ids).increment('followers', change)
    },
    async update(id: string, change: Partial<UserRow>): Promise<void> {
      await users().where({ id }).update(change)
    },
  }
}

interface CommunityVisitRow {
  user_id: string
  community_id: string
  visited_at: number
}

/** Last visits of people. */
export function visitRepository(connection: Connection) {
  const visits = () => connection<CommunityVisitRow>('community_visits')
  return {
    async visit(userId: string, { now, unlessSince }: { now: number; unlessSince: number }): Promise<void> {
      const there = connection('users').where({ id: userId, deleted_at: 0 })
      await there.where('visited_at', '<', unlessSince).update({ visited_at: now })
    },
    async lastVisits(userId: string, communityIds: readonly string[]): Promise<Map<string, number>> {
      const rows = await visits().where({ user_id: userId }).whereIn('community_id', communityIds)
      return new Map(rows.map((row) => [row.community_id, Number(row.visited_at)]))
    },
    async visitAll(userId: string, communityIds: readonly string[], visited_at: number): Promise<void> {
      const rows = communityIds.map((community_id) => ({ user_id: userId, community_id, visited_at }))
      for (let start = 0; start < rows.length; start += 100) {
        const some = rows.slice(start, start + 100)
        await visits().insert(some).onConflict(['user_id', 'community_id']).merge(['visited_at'])
      }
    },
    async visitCommunity(row: CommunityVisitRow, unlessSince: number): Promise<void> {
      const { user_id, community_id, visited_at } = row
      const lastVisit = await visits().where({ user_id, community_id }).first()
      if (!lastVisit) await visits().insert(row).onConflict(['user_id', 'community_id']).ignore()
      else if (Number(lastVisit.visited_at) < unlessSince) {
        await visits().where({ user_id, community_id }).update({ visited_at })
      }
    },
  }
}

export interface OperatorActionRow {
  id: string
  user_id: string
  action: string
  detail: string
  created_at: number
}

/** Changes that operators made to accounts. */
export function operatorActionRepository(connection: Connection) {
  const actions = () => connection<OperatorActionRow>('operator_actions')
  return {
    async delete(ids: string[]): Promise<number> {
      return actions().whereIn('id', ids).del()
    },
    async insert(row: OperatorActionRow): Promise<void> {
      await actions().insert(row)
    },
    async latest(limit: number, before?: string): Promise<OperatorActionRow[]> {
      const query = actions().orderBy('id', 'desc').limit(limit)
      return before === undefined ? query : query.where('id', '<', before)
    },
  }
}
