import { WEBHOOK_FAILURES_MAX, WEBHOOK_TRIES, type WebhookProblem } from '@stoa/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { FetchBusy } from '../../../platform/fetcher/fetch-pool.ts'
import { type Fetcher, FetchRefused } from '../../../platform/fetcher/fetcher.ts'
import type { JobQueue, LeasedJob } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { waitOf } from '../push/index.ts'
import { type Deliveries, WEBHOOK_SEND } from './deliveries.ts'
import { type Payloads, TEST } from './payloads.ts'
import { type DeliveryRow, type WebhookRow, webhookRepository } from './repository.ts'
import { type Secrets, signedHeaders } from './signature.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  jobs: Pick<JobQueue, 'leased'>
  fetcher: Pick<Fetcher, 'post'>
  payloads: Payloads
  deliveries: Pick<Deliveries, 'enqueue'>
  secretsOf(row: WebhookRow): Secrets
  /** Tells those who manage it, in the transaction that pauses it. */
  tellPaused(tx: Transaction, row: WebhookRow): Promise<void>
}

/** Before the second, third … try: 31 hours in all. */
const WAITS_MS = [5000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS] as const
/** A webhook without any success for so long is paused, however few deliveries it gets. */
const FAILING_MAX_MS = 5 * DAY_MS
const LONGEST_WAIT_MS = DAY_MS
const BUSY_WAIT_MS = 10_000
const CONCURRENCY = 8
const PER_WEBHOOK = 2
const RESPONSE_KEPT_BYTES = 1024
/** The target wants no more. */
const GONE = 410

/** The result of a try. `status` 0: no response. */
interface Tried {
  /** Where it was sent. */
  url: string
  status: number
  problem: DeliveryRow['problem']
  response: string
  durationMs: number
  /** How long the target asked to wait. */
  waitMs: number
}

/** Sends deliveries: at most eight tries each, and nothing to a webhook that is paused. */
export function defineWebhookSender(dependencies: Dependencies): void {
  const { database, clock, jobs, fetcher, payloads, deliveries, secretsOf, tellPaused } = dependencies

  /** Nothing leaves to a paused webhook but tests. On a restored copy the job itself waits (`reaches`). */
  const maySend = (hook: WebhookRow, { source }: DeliveryRow): boolean =>
    Number(hook.paused_at) === 0 || source === TEST

  /** Null: too much is being sent at the moment. */
  async function post(hook: WebhookRow, { id }: DeliveryRow, body: Buffer): Promise<Tried | null> {
    const { current, former } = secretsOf(hook)
    const isRotating = former !== '' && Number(hook.rotated_until) > clock.now()
    const signed = signedHeaders(isRotating ? [current, former] : [current], { id, now: clock.now(), body })
    const headers = { ...signed, 'content-type': 'application/json; charset=utf-8' }
    const { url } = hook
    const start = performance.now()
    const took = () => Math.round(performance.now() - start)
    try {
      const about = { userId: hook.id, headers, body, keptBytes: RESPONSE_KEPT_BYTES }
      const reply = await fetcher.post(url, about)
      const waitMs = waitOf(String(reply.headers['retry-after'] ?? ''), clock.now())
      return { url, status: reply.status, problem: '', response: reply.beginning, durationMs: took(), waitMs }
    } catch (error) {
      if (error instanceof FetchBusy) return null
      const problem = problemOf(error)
      return { url, status: 0, problem, response: reportOf(error, problem), durationMs: took(), waitMs: 0 }
    }
  }

  async function pause(tx: Transaction, hook: WebhookRow, because: 'failing' | 'gone'): Promise<void> {
    if (Number(hook.paused_at) > 0) return
    await webhookRepository(tx.connection).change(hook.id, { paused_at: clock.now(), paused_because: because })
    await tellPaused(tx, { ...hook, paused_because: because })
  }

  /** Counts a failed try of a webhook, and pauses it after too many. */
  async function countFailure(tx: Transaction, hook: WebhookRow, about: { isLast: boolean; isGone: boolean }) {
    const failing_since = Number(hook.failing_since) || clock.now()
    const failed_in_row = hook.failed_in_row + Number(about.isLast)
    await webhookRepository(tx.connection).change(hook.id, { failing_since, failed_in_row })
    const isHopeless = failed_in_row >= WEBHOOK_FAILURES_MAX || clock.now() - failing_since >= FAILING_MAX_MS
    if (about.isGone) await pause(tx, hook, 'gone')
    else if (isHopeless) await pause(tx, hook, 'failing')
  }

  async function record(row: DeliveryRow, event: string, tried: Tried): Promise<void> {
    const now = clock.now()
    const { url, status, problem, response, durationMs: duration_ms, waitMs } = tried
    const isDelivered = status >= 200 && status < 300
    const tries = row.tries + 1
    const isGone = status === GONE
    const isLast = !isDelivered && (tries >= WEBHOOK_TRIES || row.source === TEST || isGone)
    const backOff = WAITS_MS[tries - 1] ?? LONGEST_WAIT_MS
    const next_at = isDelivered || isLast ? 0 : now + Math.max(backOff, Math.min(waitMs, LONGEST_WAIT_MS))
    const state = isDelivered ? 'delivered' : isLast ? 'failed' : 'waiting'
    await database.transaction(async (tx) => {
      const repository = webhookRepository(tx.connection)
      const hook = await repository.lock(row.webhook_id, database.dialect)
      if (!hook) return
      const change = { state, event, tries, tried_at: now, next_at, status, duration_ms, problem, response } as const
      await repository.changeDelivery(row.id, change)
      if (next_at > 0) deliveries.enqueue(tx, row, next_at)
      // Somebody watches a test, which doesn't say anything about others.
      if (row.source === TEST) return
      // Nor does a former address say anything about the present one.
      if (hook.url !== url) return
      if (isDelivered) await repository.change(hook.id, { failing_since: 0, failed_in_row: 0 })
      else await countFailure(tx, hook, { isLast, isGone })
    })
  }

  const skip = (row: DeliveryRow) =>
    database.transaction(({ connection }) =>
      webhookRepository(connection).changeDelivery(row.id, { state: 'skipped', next_at: 0 }),
    )

  /** Holds a delivery until its webhook is resumed, unless it was resumed meanwhile. */
  const hold = (row: DeliveryRow) =>
    database.transaction(async (tx) => {
      const repository = webhookRepository(tx.connection)
      const hook = await repository.lock(row.webhook_id, database.dialect)
      if (hook && maySend(hook, row)) deliveries.enqueue(tx, row)
      else await repository.changeDelivery(row.id, { state: 'held', next_at: 0 })
    })

  async function send({ payload, assertLeased }: LeasedJob<{ deliveryId: string }>): Promise<void> {
    const repository = webhookRepository(database.read)
    const row = await repository.delivery(payload.deliveryId)
    const hook = row && (await repository.byId(row.webhook_id))
    if (!row || !hook || row.state !== 'waiting') return
    if (!maySend(hook, row)) return hold(row)
    const message = await payloads.compose(row, hook.events.split(' '))
    if (!message) return skip(row)
    await assertLeased()
    const tried = await post(hook, row, message.body)
    if (tried) return record(row, message.event, tried)
    return database.transaction(async (tx) => deliveries.enqueue(tx, row, clock.now() + BUSY_WAIT_MS))
  }

  jobs.leased(WEBHOOK_SEND, {
    leaseMs: MINUTE_MS,
    concurrency: CONCURRENCY,
    takesTurns: true,
    // The group is the share: a slow target holds up no other.
    perGroup: PER_WEBHOOK,
    run: send,
  })
}

/** Codes of Node's network errors. Those of certificates have many names. */
const PROBLEMS: Readonly<Record<string, WebhookProblem>> = {
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  ECONNREFUSED: 'connection',
  ECONNRESET: 'connection',
  EHOSTUNREACH: 'connection',
  ENETUNREACH: 'connection',
  EPIPE: 'connection',
  ETIMEDOUT: 'timeout',
  ABORT_ERR: 'timeout',
}

/** Why there was no response. */
export function problemOf(error: unknown): WebhookProblem {
  if (error instanceof FetchRefused && error.refused) return error.refused
  const { code = '', message = '', name = '' } = error as { code?: unknown; message?: string; name?: string }
  if (message.includes('is not allowed')) return 'address'
  if (name === 'TimeoutError') return 'timeout'
  if (/CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO/.test(String(code))) return 'certificate'
  return PROBLEMS[String(code)] ?? 'other'
}

/** What the network reported. Not what a name of the inside resolves to: anybody who owns a community reads this. */
function reportOf(error: unknown, problem: WebhookProblem): string {
  if (problem === 'address' || problem === 'port' || problem === 'timeout') return ''
  return (error instanceof Error ? error.message : String(error)).slice(0, RESPONSE_KEPT_BYTES)
}
