import type { Connection } from '../../../platform/database/database.ts'

/** Kinds of mutes with rows of their own. Muted communities are what feeds leave out. */
export type StoredKind = 'user' | 'post' | 'topic' | 'word'

/** Whom or what an account has blocked or muted. */
export interface MuteRow {
  kind: 'blocked' | StoredKind
  /** The id of what is muted; of a word, its hash. */
  entity_key: string
  /** A word as it was written. */
  text: string
  at: number
}

export function muteRepository(connection: Connection) {
  const blocks = () => connection<{ blocker_id: string; blocked_id: string; at: number }>('blocks')
  const mutes = () => connection<Omit<MuteRow, 'kind'> & { user_id: string; kind: StoredKind }>('mutes')
  return {
    /** Everything that some accounts have blocked and muted, newest first. One query. */
    async of(userIds: string[]): Promise<MuteRow[]> {
      const blocked = connection('blocks')
        .whereIn('blocker_id', userIds)
        .select({ kind: connection.raw("'blocked'"), entity_key: 'blocked_id', text: connection.raw("''"), at: 'at' })
      const muted = connection('mutes').whereIn('user_id', userIds).select('kind', 'entity_key', 'text', 'at')
      const rows: MuteRow[] = await connection
        .select('*')
        .from(connection.unionAll([blocked, muted]).as('all_of'))
        .orderBy('at', 'desc')
        .orderBy('entity_key')
      return rows.map((row) => ({ ...row, at: Number(row.at) }))
    },
    /** Does nothing if the row exists. */
    async block(row: { blocker_id: string; blocked_id: string; at: number }): Promise<void> {
      await blocks().insert(row).onConflict(['blocker_id', 'blocked_id']).ignore()
    },
    async unblock(blockerIds: string[], blockedIds: string[]): Promise<void> {
      await blocks().whereIn('blocker_id', blockerIds).whereIn('blocked_id', blockedIds).del()
    },
    /** Accounts that have blocked any of these. */
    async blockersOf(userIds: string[]): Promise<string[]> {
      return blocks().whereIn('blocked_id', userIds).distinct('blocker_id').pluck('blocker_id')
    },
    /** Accounts that any of these have blocked. */
    async blockedBy(userIds: string[]): Promise<string[]> {
      return blocks().whereIn('blocker_id', userIds).distinct('blocked_id').pluck('blocked_id')
    },
    /** Whether one of the first accounts has blocked one of the second. */
    async hasBlocked(blockerIds: string[], blockedIds: string[]): Promise<boolean> {
      const query = blocks().whereIn('blocker_id', blockerIds).whereIn('blocked_id', blockedIds)
      return (await query.first('blocker_id')) !== undefined
    },
    /** Blocks between some accounts. */
    async blocksAmong(userIds: string[]): Promise<{ blocker_id: string; blocked_id: string }[]> {
      const query = blocks().whereIn('blocker_id', userIds).whereIn('blocked_id', userIds)
      return query.select('blocker_id', 'blocked_id')
    },
    /** Which of some accounts have muted which of some people or posts. */
    async mutesAmong(
      kinds: StoredKind[],
      userIds: string[],
      keys: string[],
    ): Promise<{ user_id: string; entity_key: string }[]> {
      const query = mutes().whereIn('kind', kinds).whereIn('user_id', userIds).whereIn('entity_key', keys)
      return query.select('user_id', 'entity_key')
    },
    /** Does nothing if the row exists. */
    async mute(row: Omit<MuteRow, 'kind'> & { user_id: string; kind: StoredKind }): Promise<void> {
      await mutes().insert(row).onConflict(['user_id', 'kind', 'entity_key']).ignore()
    },
    /** Who has muted a thing, and when. */
    async mutersOf(kind: StoredKind, key: string): Promise<{ user_id: string; at: number }[]> {
      return mutes().where({ kind, entity_key: key }).select('user_id', 'at')
    },
    async unmute(userIds: string[], { kind, keys }: { kind: StoredKind; keys: string[] }): Promise<void> {
      await mutes().whereIn('user_id', userIds).where({ kind }).whereIn('entity_key', keys).del()
    },
  }
}
