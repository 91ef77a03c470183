import type { Connection, Database } from '../../../platform/database/database.ts'

export interface SetupRow {
  name: string
  /** When somebody became the owner; 0: nobody has. */
  claimed_at: number
  /** When visitors were let in; 0: they weren't. */
  finished_at: number
  /** JSON: how far each step of the guide is. */
  steps: string
}

/** The only row. */
const NAME = 'forum'

/** Queries of how far a new forum is set up. */
export function setupRepository(connection: Connection) {
  const state = () => connection<SetupRow>('setup_state')
  const links = () => connection<{ token_hash: string; expires_at: number }>('setup_links')
  return {
    async find(): Promise<SetupRow | undefined> {
      return state().where({ name: NAME }).first()
    },
    /** The row, locked until the transaction ends. */
    async lock({ forUpdate }: Database['dialect']): Promise<SetupRow | undefined> {
      const [row] = await forUpdate(state().where({ name: NAME }))
      return row
    },
    /** Does nothing if there is a row. */
    async insert(row: Omit<SetupRow, 'name'>): Promise<void> {
      await state()
        .insert({ name: NAME, ...row })
        .onConflict('name')
        .ignore()
    },
    async update(change: Partial<Omit<SetupRow, 'name'>>): Promise<void> {
      await state().where({ name: NAME }).update(change)
    },
    async insertLink(tokenHash: string, expiresAt: number): Promise<void> {
      await links().insert({ token_hash: tokenHash, expires_at: expiresAt })
    },
    async hasLink(tokenHash: string, now: number): Promise<boolean> {
      return (await links().where({ token_hash: tokenHash }).where('expires_at', '>', now).first()) !== undefined
    },
    async deleteLinks(until = Number.MAX_SAFE_INTEGER): Promise<void> {
      await links().where('expires_at', '<=', until).del()
    },
    /** Whether there are accounts or posts, even deleted ones. */
    async isUsed(): Promise<boolean> {
      const first = await connection('users').first('id')
      return (first ?? (await connection('posts').first('id'))) !== undefined
    },
  }
}
