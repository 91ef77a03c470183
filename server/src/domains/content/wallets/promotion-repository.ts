import type { Connection } from '../../../platform/database/database.ts'

/** A paid period of a post. Periods of one post follow each other. */
interface PromotionRow {
  /** Of the transfer that paid for it. */
  id: string
  post_id: string
  promoted_at: number
  starts_at: number
  ends_at: number
  is_reversed: number
}

export function promotionRepository(connection: Connection) {
  const promotions = () => connection<PromotionRow>('promotions')
  return {
    async insert(row: PromotionRow): Promise<void> {
      await promotions().insert(row)
    },
    async byId(id: string): Promise<PromotionRow | undefined> {
      const row = await promotions().where({ id }).first()
      return row && { ...row, starts_at: Number(row.starts_at), ends_at: Number(row.ends_at) }
    },
    async end(id: string, ends_at: number): Promise<void> {
      await promotions().where({ id }).update({ ends_at, is_reversed: 1 })
    },
    /** Lets the post's periods from a time on begin earlier. */
    async shift(post_id: string, { from, by }: { from: number; by: number }): Promise<void> {
      const change = { starts_at: connection.raw('starts_at - ?', [by]), ends_at: connection.raw('ends_at - ?', [by]) }
      await promotions().where({ post_id }).where('starts_at', '>=', from).update(change)
    },
    /** When a post was promoted last, and when all its promotions end; 0: never. */
    async latest(post_id: string): Promise<{ at: number; until: number }> {
      const rows = await promotions().where({ post_id }).select('promoted_at', 'ends_at', 'is_reversed')
      const last = (times: readonly number[]) => Math.max(0, ...times.map(Number))
      return {
        at: last(rows.filter(({ is_reversed }) => !is_reversed).map(({ promoted_at }) => promoted_at)),
        until: last(rows.map(({ ends_at }) => ends_at)),
      }
    },
  }
}
