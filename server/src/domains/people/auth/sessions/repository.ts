import type { Connection } from '../../../../platform/database/database.ts'

export interface SessionRow {
  id: string
  user_id: string
  token_hash: string
  previous_hash: string | null
  site: string
  created_at: number
  rotated_at: number
  expires_at: number
  ended_at: number
  /** How it began (`SignInMethod`); empty for old sessions. */
  method: string
  /** Name of the browser, from its device cookie. */
  device: string
  user_agent: string
  /** Address prefix at sign-in. */
  address: string
  /** When its owner last authenticated. */
  authenticated_at: number
}

export interface EmbedCodeRow {
  code_hash: string
  user_id: string
  origin: string
  code_challenge: string
  expires_at: number
  used_at: number
}

/** Queries of sessions and of the one-time codes that start one on a partner's site. */
export function sessionRepository(connection: Connection) {
  const sessions = () => connection<SessionRow>('sessions')
  const codes = () => connection<EmbedCodeRow>('embed_codes')
  return {
    async byId(id: string): Promise<SessionRow | undefined> {
      return sessions().where({ id }).first()
    },
    async insert(row: SessionRow): Promise<void> {
      await sessions().insert(row)
    },
    /** Replaces the refresh token. True for the one request that does. */
    async rotate(
      session: { id: string; token_hash: string },
      next: Pick<SessionRow, 'token_hash' | 'rotated_at' | 'expires_at'>,
    ): Promise<boolean> {
      const changed = await sessions()
        .where({ id: session.id, token_hash: session.token_hash, ended_at: 0 })
        .update({ ...next, previous_hash: session.token_hash })
      return changed === 1
    },
    /** True if the session was alive. */
    async end(id: string, now: number): Promise<boolean> {
      return (await sessions().where({ id, ended_at: 0 }).update({ ended_at: now })) === 1
    },
    async authenticated(id: string, now: number): Promise<void> {
      await sessions().where({ id }).update({ authenticated_at: now })
    },
    /** Resets the authentication of all the user's sessions but one. */
    async forgetProofs(userId: string, keep: string): Promise<void> {
      await sessions().where({ user_id: userId }).whereNot({ id: keep }).update({ authenticated_at: 0 })
    },
    /** The user's live sessions, most recently used first. */
    async aliveOf(userId: string, about: { now: number; limit: number }): Promise<SessionRow[]> {
      return sessions()
        .where({ user_id: userId, ended_at: 0 })
        .where('expires_at', '>', about.now)
        .orderBy('rotated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(about.limit)
    },
    async aliveAmong(ids: string[], now: number): Promise<string[]> {
      if (ids.length === 0) return []
      return sessions().whereIn('id', ids).where({ ended_at: 0 }).where('expires_at', '>', now).pluck('id')
    },
    /** Where the user's latest sessions, including ended ones, began. */
    async addressesOf(userId: string, limit: number): Promise<string[]> {
      return sessions().where({ user_id: userId, site: '' }).orderBy('created_at', 'desc').limit(limit).pluck('address')
    },
    /** Revokes all sessions of a user, or all but one, and their unused one-time codes. */
    async endAllOf(userId: string, { keep, now }: { keep: string; now: number }): Promise<void> {
      await sessions().where({ user_id: userId, ended_at: 0 }).whereNot({ id: keep }).update({ ended_at: now })
      await codes().where({ user_id: userId }).del()
    },
    async insertCode(row: EmbedCodeRow): Promise<void> {
      await codes().insert(row)
    },
    async codeByHash(codeHash: string): Promise<EmbedCodeRow | undefined> {
      return codes().where({ code_hash: codeHash }).first()
    },
    /** True for the one request that uses the code. */
    async useCode(codeHash: string, now: number): Promise<boolean> {
      return (await codes().where({ code_hash: codeHash, used_at: 0 }).update({ used_at: now })) === 1
    },
    async deleteExpired(now: number): Promise<void> {
      await sessions().where('expires_at', '<', now).del()
      await codes().where('expires_at', '<', now).del()
    },
  }
}

interface KnownDeviceRow {
  user_id: string
  device: string
  seen_at: number
}

/** Queries of browsers known to accounts. */
export function deviceRepository(connection: Connection) {
  const devices = () => connection<KnownDeviceRow>('known_devices')
  return {
    /** The accounts among `userIds` that have signed in with the browser since a time. */
    async knownTo(about: { userIds: string[]; device: string; since: number }): Promise<string[]> {
      const { userIds, device, since } = about
      return devices().whereIn('user_id', userIds).where({ device }).where('seen_at', '>', since).pluck('user_id')
    },
    /** Accounts that have signed in with the browser since a time, latest first. */
    async accountsIn(about: { device: string; since: number; limit: number }): Promise<string[]> {
      const { device, since, limit } = about
      const query = devices().where({ device }).where('seen_at', '>', since)
      return query.orderBy('seen_at', 'desc').limit(limit).pluck('user_id')
    },
    async note({ userId, device, now }: { userId: string; device: string; now: number }): Promise<void> {
      await devices()
        .insert({ user_id: userId, device, seen_at: now })
        .onConflict(['user_id', 'device'])
        .merge({ seen_at: now })
    },
    async forget(userId: string, keep: string): Promise<void> {
      await devices().where({ user_id: userId }).whereNot({ device: keep }).del()
    },
    async forgetOne(userId: string, device: string): Promise<void> {
      await devices().where({ user_id: userId, device }).del()
    },
    async deleteBefore(time: number): Promise<void> {
      await devices().where('seen_at', '<', time).del()
    },
  }
}

interface NetworkRow {
  user_id: string
  network: string
  seen_at: number
}

/** Queries of browsers and sign-in networks that accounts share. */
export function sharedSourceRepository(connection: Connection) {
  const networks = () => connection<NetworkRow>('sign_in_networks')
  const tables = { device: 'known_devices', network: 'sign_in_networks' } as const
  return {
    async note(row: NetworkRow): Promise<void> {
      await networks().insert(row).onConflict(['user_id', 'network']).merge({ seen_at: row.seen_at })
    },
    async deleteBefore(time: number): Promise<void> {
      await networks().where('seen_at', '<', time).del()
    },
    /** Other accounts seen since a time in the same browsers or networks, latest first. `place`: as stored. */
    async sharing(
      kind: keyof typeof tables,
      about: { userIds: string[]; since: number; limit: number },
    ): Promise<{ source: string; user_id: string }[]> {
      const { userIds, since, limit } = about
      const table = tables[kind]
      const ownSources = connection(table)
        .whereIn('user_id', userIds)
        .where('seen_at', '>', since)
        .orderBy('seen_at', 'desc')
      const sources: string[] = await ownSources.limit(20).pluck(kind)
      if (sources.length === 0) return []
      const otherRows = connection(table)
        .whereIn(kind, sources)
        .where('seen_at', '>', since)
        .whereNotIn('user_id', userIds)
      return otherRows
        .orderBy([
          { column: 'seen_at', order: 'desc' },
          { column: 'user_id', order: 'desc' },
        ])
        .limit(limit)
        .select({ source: kind, user_id: 'user_id' })
    },
  }
}

interface ExportLinkRow {
  token_hash: string
  user_id: string
  created_at: number
  expires_at: number
  used_at: number
}

/** Queries of links to data exports. */
export function exportLinkRepository(connection: Connection) {
  const links = () => connection<ExportLinkRow>('account_exports')
  return {
    /** When a user requested exports, oldest first. */
    async madeSince(userId: string, since: number): Promise<number[]> {
      const rows = await links().where({ user_id: userId }).where('created_at', '>', since).orderBy('created_at')
      return rows.map((row) => Number(row.created_at))
    },
    async insert(row: ExportLinkRow): Promise<void> {
      await links().insert(row)
    },
    /** The owner of a link, for the one request that consumes it; null for all others. */
    async use(tokenHash: string, now: number): Promise<string | null> {
      const open = links().where({ token_hash: tokenHash, used_at: 0 }).where('expires_at', '>', now)
      if ((await open.update({ used_at: now })) !== 1) return null
      return (await links().where({ token_hash: tokenHash }).first())?.user_id ?? null
    },
    /** Revokes unused links. They still count against the limit. */
    async revokeOf(userId: string, now: number): Promise<void> {
      await links().where({ user_id: userId, used_at: 0 }).update({ used_at: now })
    },
    async deleteExpired(before: number): Promise<void> {
      await links().where('expires_at', '<', before).del()
    },
  }
}
