import { RETENTION, type RetentionKind } from '@stoa/contract'
import type { Connection } from '../../../platform/database/database.ts'

interface PeriodRow {
  kind: RetentionKind
  /** Null: the default. 0: forever. */
  days: number | null
  ran_at: number
  removed: number
  kept: number
}

export function retentionRepository(connection: Connection) {
  const periods = () => connection<PeriodRow>('retention_periods')
  return {
    async all(): Promise<PeriodRow[]> {
      return periods()
    },
    async daysOf(kind: RetentionKind): Promise<number> {
      return (await periods().where({ kind }).first('days'))?.days ?? RETENTION[kind].defaultDays
    },
    async save(kind: RetentionKind, change: Partial<PeriodRow>): Promise<void> {
      await periods().insert({ kind }).onConflict('kind').ignore()
      await periods().where({ kind }).update(change)
    },
  }
}
