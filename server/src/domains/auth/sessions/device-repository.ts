import type { Connection } from '../../../platform/database/database.ts'

interface KnownDeviceRow {
  user_id: string
  device: string
  seen_at: number
}

/** Queries of the browsers that accounts have signed in in. */
export function deviceRepository(connection: Connection) {
  const devices = () => connection<KnownDeviceRow>('known_devices')
  return {
    /** Those of these accounts that have signed in in the browser since. */
    async knownTo(about: { userIds: string[]; device: string; since: number }): Promise<string[]> {
      const { userIds, device, since } = about
      return devices().whereIn('user_id', userIds).where({ device }).where('seen_at', '>', since).pluck('user_id')
    },
    /** Accounts that have signed in in the browser since, the last ones first. */
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
