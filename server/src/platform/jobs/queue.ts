import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { insertion } from '../database/transaction.ts'
import type { Ids } from '../ids.ts'
import type { Logger } from '../logging/logger.ts'
import { type Background, repeat } from './background.ts'
import { createHold } from './hold.ts'
import { groupOf, type JobRow, type JobState, jobRepository } from './repository.ts'

/** Names a kind of job and types its payload. Declared by the lowest domain that enqueues it; another may handle it. */
export interface JobKind<Payload> {
  readonly name: string
  /**
   * What it does reaches beyond this database, such as a mail: it waits while work is held. A `message` may also be
   * discarded then.
   */
  readonly reaches?: 'message' | 'publication'
  /** For typing only; never set. */
  readonly payload?: Payload
}

export function jobKind<Payload>(name: string, about: Pick<JobKind<Payload>, 'reaches'> = {}): JobKind<Payload> {
  return { name, ...about }
}

/** A job as its handler sees it. */
export interface Job<Payload> {
  id: string
  payload: Payload
  /** Previous failed tries. */
  tries: number
}

/** A job under a lease. */
export interface LeasedJob<Payload> extends Job<Payload> {
  /** Throws if another process has taken over, as after a long pause of this one. Called before lasting effects. */
  assertLeased(): Promise<void>
}

/** Handles jobs in the transaction that removes them: exactly once. */
export interface TransactionalWork<Payload> {
  /** Jobs per transaction. Default 1. */
  batch?: number
  /** Pause after each batch, as a multiple of its duration. Default 0. */
  pause?: number
  /** Jobs are parked after this many failed tries. Default 8. */
  maxTries?: number
  /** Whether processes take turns, so that a job begins after those before it. Default false. */
  inOrder?: boolean
  /** Returning a payload continues the job (in a batch of one) in a later transaction, after other due jobs. */
  work(tx: Transaction, jobs: Job<Payload>[]): Promise<Payload | undefined>
}

/** Handles jobs under a lease, outside a transaction: at least once. For work that talks to other programs. */
export interface LeasedWork<Payload> {
  /**
   * A job that takes longer than this may be started again, in ms. If its process dies, it is released within
   * `LEASE_MS`.
   */
  leaseMs: number
  /**
   * Whether shares (`EnqueueOptions`) take turns, each beginning with its shortest job, so that nobody's jobs hold up
   * other people's. Default false: first come, first served.
   */
  takesTurns?: boolean
  /** Concurrent jobs per process. Default 1. */
  concurrency?: number
  /** Concurrent jobs per process of one group of shares (`groupOf`), if shares take turns. Default: as many as of all. */
  perGroup?: number
  /** Jobs are parked after this many failed or interrupted tries. Default 8. */
  maxTries?: number
  run(job: LeasedJob<Payload>): Promise<void>
  /** Records, in the transaction that parks a job, that its work won't be done. */
  onParked?(tx: Transaction, job: Job<Payload>): Promise<void>
}

/** Recurring work, done by one process at a time. */
export interface ScheduledWork {
  name: string
  everyMs: number
  run(): Promise<unknown>
}

export interface EnqueueOptions {
  /** Not before this time. Default: now. */
  runAt?: number
  /** At most one waiting job of the kind has this key; further ones are dropped. Default: no limit. */
  key?: string
  /** Whose job it is, if shares take turns. It may begin with a group and a colon. At most 20 characters. */
  share?: string
  /** Expected work, in any unit of the kind. */
  cost?: number
}

export interface JobSummary {
  id: string
  kind: string
  key: string | null
  state: JobState
  runAt: number
  tries: number
  lastError: string
  createdAt: number
}

const MAX_TRIES = 8
const FIRST_WAIT_MS = MINUTE_MS
const LONGEST_WAIT_MS = HOUR_MS
/** How long parked jobs are kept for an operator. */
const PARKED_MS = 90 * DAY_MS
const ERROR_MAX_LENGTH = 500
const POLL_MS = 2000
/** While other transactions lock all due jobs of a kind, they are looked for again after this time, this many times. */
const LOCKED_PAUSE_MS = 50
const LOCKED_ROUNDS = POLL_MS / LOCKED_PAUSE_MS
/** A running job's lease, renewed several times before it ends. */
const LEASE_MS = 20_000
const RENEWAL_MS = 5000
/** Shares whose last turn is remembered. */
const TURNS_MAX = 10_000
const HOPELESS = 'Hopeless'

/** The error of a job that would fail each time; it is parked at once. */
export class Hopeless extends Error {
  override name = HOPELESS
}

/** The error of a job whose lease has ended; another process runs it. */
class LeaseEnded extends Error {}

const INTERRUPTED = 'The process ended while it worked on this job.'
/** Interrupted by the end of its process: `fail` would have stored an error. */
const isInterrupted = ({ tries, last_error }: JobRow) => tries > 0 && last_error === ''

/** Key of scheduled jobs. */
const SCHEDULE_KEY = 'schedule'
/** Scheduled work that takes longer may be started again. */
const SCHEDULED_LEASE_MS = 10 * 60 * 1000

export type JobQueue = ReturnType<typeof createJobQueue>

/**
 * The durable queue for all deferred work. A job is a row that commits with the transaction that enqueues it. Each kind
 * has its own loop, so kinds don't block each other. Failed jobs are retried with exponential back-off (1 minute to 1
 * hour) and parked after `maxTries`. Several processes can share a queue.
 */
export function createJobQueue(about: {
  database: Database
  clock: Clock
  ids: Ids
  logger: Logger
  background: Background
}) {
  const { database, clock, ids, logger, background } = about
  const loops = new Map<string, { step(): Promise<boolean>; isWanted: boolean; running: Promise<void> | null }>()
  const hold = createHold(database)
  /** Kinds that wait while work is held. */
  const reaching = new Map<string, NonNullable<JobKind<unknown>['reaches']>>()
  const waits = async (kind: string) => reaching.has(kind) && (await hold.since()) !== null
  const scheduled: ScheduledWork[] = []
  /** Leased jobs running in this process. */
  const performing = new Set<Promise<void>>()
  /** Failed tries in this process, by kind. */
  const failures = new Map<string, number>()
  let isStopped = false

  /** Whether trying again is useless. */
  const isHopeless = (error: unknown) => error instanceof Error && error.name === HOPELESS

  /** `row` as stored; `tries` including the one that failed. */
  async function fail(
    row: JobRow,
    about: { error: unknown; tries: number; maxTries: number; onParked?: LeasedWork<never>['onParked'] },
  ): Promise<void> {
    const { error, tries, maxTries, onParked } = about
    const isParked = tries >= maxTries || isHopeless(error)
    const wait = isParked ? 0 : waitAfter(tries)
    const last_error = messageOf(error)
    const state: JobState = isParked ? 'parked' : 'waiting'
    await database.transaction(async (tx) => {
      const change = { tries, last_error, state, run_at: clock.now() + wait }
      const isChanged = await jobRepository(tx.connection).change(row, change)
      if (isChanged && isParked) await onParked?.(tx, jobOf<never>(row))
    })
    failures.set(row.kind, (failures.get(row.kind) ?? 0) + 1)
    const details = { err: error, job: row.kind, id: row.id, tries }
    if (isParked) logger.error(details, 'job failed and was parked')
    else logger.warn(details, 'job failed and will be tried again')
  }

  /** Handles all due jobs of a kind; one round at a time in this process. */
  async function work(kind: string): Promise<void> {
    const loop = loops.get(kind)
    if (!loop || isStopped || (await waits(kind))) return
    loop.isWanted = true
    loop.running ??= (async () => {
      try {
        while (loop.isWanted && !isStopped) {
          loop.isWanted = false
          while (!isStopped && (await loop.step()));
        }
      } finally {
        loop.running = null
      }
    })()
    await loop.running
  }

  const wake = (kind: string) => background.run(`job ${kind}`, () => work(kind))

  async function wakeDue(): Promise<void> {
    for (const kind of await jobRepository(database.read).dueKinds(clock.now())) wake(kind)
  }

  const poll = repeat({ name: 'run jobs', everyMs: POLL_MS, run: wakeDue, logger })

  async function insertAll(tx: Transaction, rows: JobRow[]): Promise<void> {
    await jobRepository(tx.connection).insertKeyed(rows.filter((row) => row.job_key !== null))
    tx.changeLast(
      ...insertion(
        'jobs',
        rows.filter((row) => row.job_key === null),
      ),
    )
  }

  function addLoop({ name: kind, reaches }: JobKind<unknown>, step: () => Promise<boolean>): void {
    if (loops.has(kind)) throw new Error(`The job ${kind} is defined twice.`)
    if (reaches) reaching.set(kind, reaches)
    loops.set(kind, { step, isWanted: false, running: null })
  }

  const jobOf = <Payload>(row: JobRow): Job<Payload> => ({
    id: row.id,
    payload: JSON.parse(row.payload) as Payload,
    tries: row.tries,
  })

  const newRow = (about: {
    kind: string
    payload: unknown
    runAt: number
    key: string | null
    share?: string
    cost?: number
  }): JobRow => ({
    id: ids.next(),
    kind: about.kind,
    job_key: about.key,
    payload: JSON.stringify(about.payload),
    state: 'waiting',
    run_at: about.runAt,
    share: about.share ?? '',
    cost: about.cost ?? 0,
    tries: 0,
    last_error: '',
    created_at: clock.now(),
  })

  /** Renews the lease of a running job. Returns the function that ends this. */
  function keepLeased(row: JobRow, leaseMs: number): () => void {
    const end = clock.now() + leaseMs
    const timer = setInterval(() => {
      const until = Math.min(end, clock.now() + LEASE_MS)
      database
        .transaction(({ connection }) => jobRepository(connection).renew(row, until))
        .catch((error: unknown) => logger.debug({ err: error, job: row.kind, id: row.id }, 'a lease was not renewed'))
    }, RENEWAL_MS)
    timer.unref()
    return () => clearInterval(timer)
  }

  /** Chooses the next job: of the share whose last turn is longest ago, the shortest. */
  function createTurns(kind: string, perGroup: number) {
    const turns = new LRUCache<string, number>({ max: TURNS_MAX })
    let count = 0
    /** Where the next search begins, after one that didn't see all shares. */
    let after: string | null = null
    const lastTurn = (share: string) => turns.peek(share) ?? 0
    return async (active: ReadonlyMap<string, string>): Promise<JobRow | undefined> => {
      const repository = jobRepository(database.read)
      const running = [...active.values()].map(groupOf)
      const full = new Set(running.filter((group) => running.filter((one) => one === group).length >= perGroup))
      for (let isLastRound = after === null; ; ) {
        const { due, last } = await repository.dueShares(kind, clock.now(), { after, full })
        after = last
        for (const share of due.toSorted((one, other) => lastTurn(one) - lastTurn(other))) {
          turns.set(share, (count += 1))
          const row = await repository.shortestDue(kind, clock.now(), { share, except: [...active.keys()] })
          if (row) return row
        }
        if (last !== null) continue
        if (isLastRound) return undefined
        isLastRound = true
      }
    }
  }

  /** Adds a loop that leases jobs of a kind and runs up to `concurrency` of them at once. */
  function addLeasingLoop(
    declared: JobKind<unknown>,
    about: {
      leaseMs: number
      concurrency: number
      /** Finds the next job. Default: the oldest. */
      next?: (active: ReadonlyMap<string, string>) => Promise<JobRow | undefined>
      /** Further changes made with the lease. */
      change: Partial<JobRow>
      /** False if the job has used up its tries. */
      mayTry(row: JobRow): Promise<boolean>
      perform(row: JobRow): Promise<void>
    },
  ): void {
    const { name: kind } = declared
    /** Shares of the running jobs, by id. */
    const active = new Map<string, string>()
    const oldest = () => jobRepository(database.read).firstDue(kind, clock.now(), [...active.keys()])
    const { next = oldest } = about
    addLoop(declared, async () => {
      if (active.size >= about.concurrency) return false
      const row = await next(active)
      if (!row) return false
      if (!(await about.mayTry(row))) return true
      const run_at = clock.now() + Math.min(about.leaseMs, LEASE_MS)
      const change = { ...about.change, tries: row.tries + 1, last_error: '', run_at }
      const isOurs = await database.transaction(({ connection }) => jobRepository(connection).lease(row, change))
      if (!isOurs) return true
      const leased = { ...row, ...change }
      const release = keepLeased(leased, about.leaseMs)
      const execution = about
        .perform(leased)
        .catch((error: unknown) => logger.error({ err: error, job: kind, id: row.id }, 'job queue failed'))
        .finally(() => {
          release()
          active.delete(row.id)
          performing.delete(execution)
          wake(kind)
        })
      active.set(row.id, row.share)
      performing.add(execution)
      background.run(`job ${kind}`, () => execution)
      return true
    })
  }

  return {
    /** Adds a job to the transaction: it runs if and only if that commits. */
    enqueue<Payload>(
      tx: Transaction,
      { name: kind }: JobKind<Payload>,
      about: { payload: Payload } & EnqueueOptions,
    ): void {
      const { runAt = clock.now(), key = null } = about
      tx.collect(insertAll, newRow({ ...about, kind, runAt, key }))
      if (runAt <= clock.now()) tx.afterCommit(() => wake(kind))
    },

    /** Defines a handler that runs in a transaction. */
    transactional<Payload>(declared: JobKind<Payload>, definition: TransactionalWork<Payload>): void {
      const { name: kind } = declared
      const { batch = 1, pause = 0, maxTries = MAX_TRIES, inOrder = false, work } = definition
      const lock = inOrder ? database.dialect.forUpdate : database.dialect.forUpdateIfFree
      let lockedRounds = 0

      /** Handles due jobs. Returns whether to look for more. */
      async function attempt(limit: number, onRow: (row: JobRow) => void): Promise<boolean> {
        if (!(await jobRepository(database.read).isDue(kind, clock.now()))) return false
        const hasWorked = await database.transaction(async (tx) => {
          const repository = jobRepository(tx.connection)
          const rows = await repository.lockDue({ kind, now: clock.now(), limit }, lock)
          const [first] = rows
          if (!first) return false
          onRow(first)
          const next = await work(
            tx,
            rows.map((row) => jobOf<Payload>(row)),
          )
          if (next === undefined) await repository.delete(rows.map(({ id }) => id))
          else await repository.change(first, { payload: JSON.stringify(next), tries: 0, run_at: clock.now() })
          return true
        })
        lockedRounds = hasWorked ? 0 : lockedRounds + 1
        if (hasWorked) return true
        // Another transaction may have locked a job only because it read the rows around it.
        if (lockedRounds % LOCKED_ROUNDS === 0) return false
        await sleep(LOCKED_PAUSE_MS)
        return true
      }

      addLoop(declared, async () => {
        const start = performance.now()
        let first: JobRow | undefined
        const one = () => attempt(1, (row) => (first = row))
        const hasWorked = await (batch > 1
          ? attempt(batch, () => {}).catch((error: unknown) => {
              // Retry one by one to find the job that fails.
              logger.debug({ err: error, job: kind }, 'batch failed')
              return one()
            })
          : one()
        ).catch(async (error: unknown) => {
          if (!first) throw error
          await fail(first, { error, tries: first.tries + 1, maxTries })
          return true
        })
        if (hasWorked && pause > 0) await sleep(pause * (performance.now() - start))
        return hasWorked
      })
    },

    /** Defines a handler that runs under a lease. */
    leased<Payload>(declared: JobKind<Payload>, definition: LeasedWork<Payload>): void {
      const { leaseMs, concurrency = 1, takesTurns = false, maxTries = MAX_TRIES, run, onParked } = definition
      const { perGroup = concurrency } = definition
      addLeasingLoop(declared, {
        leaseMs,
        concurrency,
        ...(takesTurns ? { next: createTurns(declared.name, perGroup) } : {}),
        // Allows a job with the same key to be enqueued meanwhile.
        change: { job_key: null },
        async mayTry(row) {
          if (row.tries >= maxTries) {
            await fail(row, { error: new Error(INTERRUPTED), tries: row.tries, maxTries, onParked })
            return false
          }
          // A restart continues at once. A server that keeps crashing mustn't use up the tries in a minute.
          if (!isInterrupted(row) || row.tries === 1) return true
          const change = { last_error: INTERRUPTED, run_at: clock.now() + waitAfter(row.tries - 1) }
          await database.transaction(({ connection }) => jobRepository(connection).lease(row, change))
          return false
        },
        async perform(row) {
          const assertLeased = async () => {
            if (!(await jobRepository(database.read).isLeased(row))) throw new LeaseEnded()
          }
          try {
            await run({ ...jobOf<Payload>({ ...row, tries: row.tries - 1 }), assertLeased })
            await database.transaction(({ connection }) => jobRepository(connection).deleteLeased(row))
          } catch (error) {
            if (error instanceof LeaseEnded)
              logger.warn({ job: row.kind, id: row.id }, 'another process took over a job')
            else await fail(row, { error, tries: row.tries, maxTries, onParked })
          }
        },
      })
    },

    /** Defines recurring work. Failures are logged; the next run tries again. */
    schedule(work: ScheduledWork): void {
      const { name, everyMs, run } = work
      scheduled.push(work)
      addLeasingLoop(jobKind(name), {
        leaseMs: SCHEDULED_LEASE_MS,
        concurrency: 1,
        change: {},
        mayTry: async () => true,
        async perform(row) {
          const last_error = await run().then(
            () => '',
            (error: unknown) => {
              logger.error({ err: error, task: name }, 'scheduled task failed')
              return messageOf(error)
            },
          )
          const change = { tries: 0, last_error, run_at: clock.now() + everyMs }
          await database.transaction(({ connection }) => jobRepository(connection).change(row, change))
        },
      })
    },

    /** Adds rows for new scheduled work and starts polling. */
    async start(): Promise<void> {
      const names = scheduled.map(({ name }) => name)
      const rows = scheduled.map(({ name, everyMs }) =>
        newRow({ kind: name, payload: null, runAt: clock.now() + everyMs, key: SCHEDULE_KEY }),
      )
      await database.transaction(async ({ connection }) => {
        await jobRepository(connection).keepScheduled(SCHEDULE_KEY, names)
        await jobRepository(connection).insertKeyed(rows)
      })
      poll.start()
    },
    /** Runs all scheduled work once; for tests. */
    async runScheduled(): Promise<void> {
      for (const { run } of scheduled) await run()
    },
    /** Runs jobs until none is due; for tests and commands. */
    async drain(): Promise<void> {
      const isDue = async () => {
        const due = await jobRepository(database.read).dueKinds(clock.now())
        for (const kind of due) if (loops.has(kind) && !(await waits(kind))) return true
        return false
      }
      do {
        await Promise.all(performing)
        await Promise.all([...loops.keys()].map(work))
      } while (!isStopped && (performing.size > 0 || (await isDue())))
    },
    hold: {
      ...hold,
      /** Deletes waiting messages. Returns the number of jobs. */
      discardMessages: async (tx: Transaction): Promise<number> =>
        jobRepository(tx.connection).deleteKinds(
          [...reaching].filter(([, reaches]) => reaches === 'message').map(([kind]) => kind),
        ),
    },
    /** Starts nothing new and waits for running jobs. */
    async stop(): Promise<void> {
      isStopped = true
      await poll.stop()
      await Promise.all([...loops.values()].flatMap(({ running }) => running ?? []))
      await Promise.all(performing)
    },
    /** Makes waiting jobs of a kind due now, by key prefix. */
    async hasten(tx: Transaction, { name: kind }: JobKind<unknown>, prefix: string): Promise<void> {
      await jobRepository(tx.connection).makeDue(kind, prefix, clock.now())
      tx.afterCommit(() => wake(kind))
    },
    /** Removes jobs of a kind by key prefix. */
    async cancelPrefix(tx: Transaction, { name: kind }: JobKind<unknown>, prefix: string): Promise<void> {
      await jobRepository(tx.connection).deletePrefix(kind, prefix)
    },
    /** Removes waiting jobs by key. */
    async cancel(tx: Transaction, { name: kind }: JobKind<unknown>, keys: string[]): Promise<void> {
      await jobRepository(tx.connection).deleteKeys(kind, keys)
    },
    /** Removes all jobs of kinds that the program no longer defines. */
    async discardKinds(tx: Transaction, kinds: string[]): Promise<void> {
      await jobRepository(tx.connection).deleteKinds(kinds)
    },
    async list(filter: { kind?: string; state?: JobState; limit?: number } = {}): Promise<JobSummary[]> {
      const rows = await jobRepository(database.read).list({ ...filter, limit: filter.limit ?? 100 })
      return rows.map(summaryOf)
    },
    /** Jobs of some kinds that failed at least once, newest first. */
    async failed(kinds: readonly string[], page: { before: string | null; limit: number }): Promise<JobSummary[]> {
      return (await jobRepository(database.read).failed(kinds, page)).map(summaryOf)
    },
    countFailed: (kinds: readonly string[]) => jobRepository(database.read).countFailed(kinds),
    /** A job with its payload, or null. */
    async show(id: string): Promise<(JobSummary & { payload: string }) | null> {
      const row = await jobRepository(database.read).byId(id)
      return row ? { ...summaryOf(row), payload: row.payload } : null
    },
    /** Makes a job due now, even if parked; false if it doesn't exist. */
    async retry(id: string, tx?: Transaction): Promise<boolean> {
      return database.transaction(async ({ connection }) => {
        const row = await jobRepository(connection).byId(id)
        if (!row) return false
        return jobRepository(connection).change(row, { state: 'waiting', tries: 0, run_at: clock.now() })
      }, tx)
    },
    /** Deletes a job; false if it doesn't exist. */
    async discard(id: string): Promise<boolean> {
      return (await database.transaction(({ connection }) => jobRepository(connection).delete([id]))) === 1
    },
    /** Waiting and parked jobs by kind, with the time of the oldest; for metrics and health. */
    counts: () => jobRepository(database.read).counts(),
    /** Whether a kind is recurring work, of which a row always waits. */
    isScheduled: (kind: string): boolean => scheduled.some(({ name }) => name === kind),
    /** Failed tries in this process, by kind. */
    failures: (): ReadonlyMap<string, number> => failures,
    /** Deletes parked jobs after 90 days. */
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) =>
        jobRepository(connection).deleteParkedBefore(clock.now() - PARKED_MS),
      )
    },
  }
}

/** Pause after this many tries. */
function waitAfter(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
}

function messageOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, ERROR_MAX_LENGTH)
}

function summaryOf(row: JobRow): JobSummary {
  const { id, kind, state, tries } = row
  return {
    id,
    kind,
    key: row.job_key,
    state,
    runAt: Number(row.run_at),
    tries,
    lastError: row.last_error,
    createdAt: Number(row.created_at),
  }
}
