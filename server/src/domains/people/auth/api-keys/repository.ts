import { KEY_SCOPES, type KeyScope } from '@stoa/contract'
import type { Connection } from '../../../../platform/database/database.ts'

export interface ApiKeyRow {
  id: string
  user_id: string
  name: string
  prefix: string
  key_hash: string
  scopes: string
  created_at: number
  expires_at: number
  used_at: number
}

export function scopesOf({ scopes }: Pick<ApiKeyRow, 'scopes'>): KeyScope[] {
  const stored = scopes.split(' ')
  return KEY_SCOPES.filter((scope) => stored.includes(scope))
}

export function apiKeyRepository(connection: Connection) {
  const keys = () => connection<ApiKeyRow>('api_keys')
  return {
    async byHash(hash: string): Promise<ApiKeyRow | undefined> {
      return keys().where({ key_hash: hash }).first()
    },
    /** Newest first. */
    async of(userId: string): Promise<ApiKeyRow[]> {
      return keys().where({ user_id: userId }).orderBy('id', 'desc')
    },
    async insert(row: ApiKeyRow): Promise<void> {
      await keys().insert(row)
    },
    /** Whether the person had this key. */
    async delete(id: string, userId: string): Promise<boolean> {
      return (await keys().where({ id, user_id: userId }).del()) === 1
    },
    async deleteOf(userIds: string[]): Promise<void> {
      await keys().whereIn('user_id', userIds).del()
    },
    async used(id: string, now: number): Promise<void> {
      await keys().where({ id }).where('used_at', '<', now).update({ used_at: now })
    },
  }
}
