import type { Connection, Database } from '../database/database.ts'

export type JobState = 'waiting' | 'parked'

export interface JobRow {
  id: string
  kind: string
  /** Unique among waiting jobs of a kind; null: no limit. */
  job_key: string | null
  payload: string
  state: JobState
  /** Earliest start; for a leased job, the end of its lease. */
  run_at: number
  /** Whose turn it is; empty: everybody's. */
  share: string
  /** Expected work, in any unit of the kind. */
  cost: number
  tries: number
  last_error: string
  created_at: number
}

const INSERTED_AT_ONCE = 100
/** Shares among which the next turn is chosen. */
const SHARES_MAX = 100
/** A share's jobs among which the shortest is chosen. */
const SHORTEST_AMONG = 100

/** The group of a share: its part before the colon. Without a colon it is a group of its own. */
export const groupOf = (share: string): string => share.split(':', 1)[0] ?? ''

export function jobRepository(connection: Connection) {
  const jobs = () => connection<JobRow>('jobs')
  const failedOf = (kinds: readonly string[]) =>
    jobs()
      .whereIn('kind', [...kinds])
      .where((failed) => void failed.where({ state: 'parked' }).orWhere('tries', '>', 0))
  const due = (kind: string, now: number) => jobs().where({ state: 'waiting', kind }).where('run_at', '<=', now)
  return {
    /** A waiting job with the same kind and key is kept; a parked one is replaced. */
    async insertKeyed(rows: JobRow[]): Promise<void> {
      for (let start = 0; start < rows.length; start += INSERTED_AT_ONCE) {
        const some = rows.slice(start, start + INSERTED_AT_ONCE)
        const keys = some.map(({ kind, job_key }) => [kind, job_key])
        await jobs()
          .where({ state: 'parked' })
          .whereIn(['kind', 'job_key'], keys as [string, string][])
          .del()
        await jobs().insert(some).onConflict(['kind', 'job_key']).ignore()
      }
    },
    /** Deletes rows of scheduled work that the program no longer defines. */
    async keepScheduled(key: string, kinds: string[]): Promise<void> {
      await jobs().where({ job_key: key }).whereNotIn('kind', kinds).del()
    },
    async deleteKinds(kinds: string[]): Promise<number> {
      return jobs().whereIn('kind', kinds).del()
    },
    /** Since when work is held; undefined: it isn't. */
    async heldSince(): Promise<number | undefined> {
      const row = await connection('held_work').first('since')
      return row && Number(row.since)
    },
    async hold(since: number): Promise<void> {
      await connection('held_work').insert({ since })
    },
    async release(): Promise<number> {
      return connection('held_work').del()
    },
    async dueKinds(now: number): Promise<string[]> {
      const rows = await jobs().where({ state: 'waiting' }).where('run_at', '<=', now).distinct('kind')
      return rows.map(({ kind }) => kind)
    },
    async isDue(kind: string, now: number): Promise<boolean> {
      return (await due(kind, now).first('id')) !== undefined
    },
    /** The oldest due jobs, locked by `lock` until the transaction ends. */
    async lockDue(
      about: { kind: string; now: number; limit: number },
      lock: Database['dialect']['forUpdate'],
    ): Promise<JobRow[]> {
      return lock(due(about.kind, about.now).orderBy(['run_at', 'id']).limit(about.limit))
    },
    async firstDue(kind: string, now: number, except: string[]): Promise<JobRow | undefined> {
      return due(kind, now).whereNotIn('id', except).orderBy(['run_at', 'id']).first()
    },
    /**
     * Shares with due jobs, in order of their names after `after`, without those of full groups, and where the search
     * ended; null if that was the last of all. Reads one row of each share, and of each full group.
     */
    async dueShares(
      kind: string,
      now: number,
      { after, full }: { after: string | null; full: ReadonlySet<string> },
    ): Promise<{ due: string[]; last: string | null }> {
      const dueOnes: string[] = []
      let last = after
      for (let count = 0; count < SHARES_MAX; count += 1) {
        const query = jobs().where({ state: 'waiting', kind })
        if (last !== null) query.where('share', '>', last)
        const row = await query.orderBy(['share', 'run_at']).select('share', 'run_at').first()
        if (!row) return { due: dueOnes, last: null }
        last = row.share
        if (full.has(groupOf(last))) last = `${groupOf(last)}:~`
        else if (Number(row.run_at) <= now) dueOnes.push(last)
      }
      return { due: dueOnes, last }
    },
    /** Of a share's oldest due jobs the one with the least expected work. */
    async shortestDue(
      kind: string,
      now: number,
      about: { share: string; except: string[] },
    ): Promise<JobRow | undefined> {
      const oldest = await due(kind, now)
        .where({ share: about.share })
        .whereNotIn('id', about.except)
        .orderBy(['run_at', 'id'])
        .limit(SHORTEST_AMONG)
        .select('id', 'cost')
      const [shortest] = oldest.toSorted((one, other) => Number(one.cost) - Number(other.cost))
      return shortest && jobs().where({ id: shortest.id }).first()
    },
    /** Extends a lease, unless another process has taken over. */
    async renew({ id, tries }: JobRow, run_at: number): Promise<void> {
      await jobs().where({ id, tries, state: 'waiting' }).where('run_at', '<', run_at).update({ run_at })
    },
    /** Takes or ends a lease; false if another process was faster. */
    async lease({ id, tries, run_at }: JobRow, change: Partial<JobRow>): Promise<boolean> {
      return (await jobs().where({ id, tries, run_at, state: 'waiting' }).update(change)) === 1
    },
    /** Changes a job unless another process has changed it since it was read. */
    async change({ id, tries }: Pick<JobRow, 'id' | 'tries'>, change: Partial<JobRow>): Promise<boolean> {
      return (await jobs().where({ id, tries }).update(change)) === 1
    },
    /** Whether no other process has taken over a leased job. */
    async isLeased({ id, tries }: JobRow): Promise<boolean> {
      return (await jobs().where({ id, tries, state: 'waiting' }).first('id')) !== undefined
    },
    /** Deletes a leased job unless another process has taken over. */
    async deleteLeased({ id, tries }: JobRow): Promise<void> {
      await jobs().where({ id, tries }).del()
    },
    async delete(ids: string[]): Promise<number> {
      return jobs().whereIn('id', ids).del()
    },
    async deleteKeys(kind: string, keys: string[]): Promise<void> {
      await jobs().where({ kind }).whereIn('job_key', keys).del()
    },
    async makeDue(kind: string, prefix: string, now: number): Promise<void> {
      await jobs()
        .where({ kind, state: 'waiting' })
        .whereBetween('job_key', [prefix, `${prefix}~`])
        .where('run_at', '>', now)
        .update({ run_at: now })
    },
    async deletePrefix(kind: string, prefix: string): Promise<void> {
      await jobs()
        .where({ kind })
        .whereBetween('job_key', [prefix, `${prefix}~`])
        .del()
    },
    async byId(id: string): Promise<JobRow | undefined> {
      return jobs().where({ id }).first()
    },
    async list(about: { kind?: string | undefined; state?: JobState | undefined; limit: number }): Promise<JobRow[]> {
      const query = jobs().orderBy(['run_at', 'id']).limit(about.limit)
      if (about.kind !== undefined) query.where({ kind: about.kind })
      if (about.state !== undefined) query.where({ state: about.state })
      return query
    },
    /** Jobs of some kinds that failed at least once, newest first. `before`: an id. */
    async failed(kinds: readonly string[], page: { before: string | null; limit: number }): Promise<JobRow[]> {
      const query = failedOf(kinds).orderBy('id', 'desc').limit(page.limit)
      return page.before === null ? query : query.where('id', '<', page.before)
    },
    async countFailed(kinds: readonly string[]): Promise<number> {
      const [row] = await failedOf(kinds).count({ count: '*' })
      return Number(row?.count ?? 0)
    },
    async counts(): Promise<{ kind: string; state: JobState; count: number; oldest: number }[]> {
      const rows = await jobs()
        .select('kind', 'state')
        .count({ count: '*' })
        .min({ oldest: 'run_at' })
        .groupBy('kind', 'state')
        .orderBy(['kind', 'state'])
      return rows.map(({ kind, state, count, oldest }) => ({
        kind: String(kind),
        state: state as JobState,
        count: Number(count),
        oldest: Number(oldest),
      }))
    },
    async deleteParkedBefore(time: number): Promise<void> {
      await jobs().where({ state: 'parked' }).where('run_at', '<', time).del()
    },
  }
}
