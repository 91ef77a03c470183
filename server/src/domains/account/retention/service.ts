import {
  type CallOutput,
  type CallParsedInput,
  canRunInstallation,
  type Me,
  RETENTION,
  RETENTION_KINDS,
  type RetentionKind,
} from '@stoa/contract'
import { DAY_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { OldData } from '../../../platform/database/old-rows.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { OperatorLog } from '../../people/accounts/index.ts'
import { retentionRepository } from './repository.ts'

/** Rows of one transaction, so that other writers rarely wait. */
const BATCH = 100
/** A run ends after this time; the next one goes on. Shorter than the lease of scheduled work. */
const RUN_MS = 4 * 60_000

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  operatorLog: Pick<OperatorLog, 'act'>
  data: Readonly<Record<RetentionKind, readonly OldData[]>>
}

/** How long the installation keeps each kind of data, and the jobs that delete what is older. */
export function createRetention({ database, clock, operatorLog, data }: Dependencies) {
  /** The period is read each time, since an admin may extend it meanwhile. */
  const forget = (kind: RetentionKind, about: { of: OldData; after: string }) =>
    database.transaction(async (tx) => {
      const days = await retentionRepository(tx.connection).daysOf(kind)
      if (days === 0) return { removed: 0, after: null }
      return about.of.forget(tx, { before: clock.now() - days * DAY_MS, after: about.after, limit: BATCH })
    })

  async function items(tx?: Transaction): Promise<CallOutput<'networkRetention'>> {
    const rows = await retentionRepository(database.from(tx)).all()
    return {
      items: RETENTION_KINDS.map((kind) => {
        const row = rows.find((one) => one.kind === kind)
        const ranAt = Number(row?.ran_at ?? 0)
        return {
          ...{ kind, ...RETENTION[kind], days: row?.days ?? RETENTION[kind].defaultDays },
          ...{ rows: ranAt === 0 ? null : Number(row?.kept), removed: row?.removed ?? 0, ranAt: ranAt || null },
        }
      }),
    }
  }

  return {
    async list(viewer: Me): Promise<CallOutput<'networkRetention'>> {
      assertAllowed(canRunInstallation(viewer))
      return items()
    },
    async set(
      viewer: Me,
      { kind, days }: Pick<CallParsedInput<'networkRetentionSet'>, 'kind' | 'days'>,
      tx?: Transaction,
    ): Promise<CallOutput<'networkRetentionSet'>> {
      assertAllowed(canRunInstallation(viewer))
      const { minDays } = RETENTION[kind]
      if (days > 0 && days < minDays)
        throw new DomainError('VALIDATION_FAILED', [{ field: 'days', message: `Must be 0 or at least ${minDays}.` }])
      return database.transaction(async (tx) => {
        const repository = retentionRepository(tx.connection)
        if ((await repository.daysOf(kind)) !== days) {
          await repository.save(kind, { days })
          const detail = `${kind} ${days === 0 ? 'forever' : `${days} days`}`
          await operatorLog.act(tx, viewer, { act: 'keeps', detail })
        }
        return items(tx)
      }, tx)
    },
    /** Job: deletes what is older than its period, in short transactions, and counts what is left. */
    async run(kind: RetentionKind): Promise<void> {
      const until = Date.now() + RUN_MS
      let removed = 0
      for (const of of data[kind]) {
        for (let after: string | null = ''; after !== null && Date.now() < until; ) {
          const batch = await forget(kind, { of, after })
          removed += batch.removed
          after = batch.after
        }
      }
      let kept = 0
      for (const { count } of data[kind]) kept += await count()
      await database.transaction(({ connection }) =>
        retentionRepository(connection).save(kind, { ran_at: clock.now(), removed, kept }),
      )
    },
  }
}
