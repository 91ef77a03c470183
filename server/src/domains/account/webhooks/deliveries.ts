import type { Transaction } from '../../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type DeliveryRow, type WebhookRow, webhookRepository } from './repository.ts'

/** Sends a delivery. Webhooks take turns. */
export const WEBHOOK_SEND = jobKind<{ deliveryId: string }>('send webhook', { reaches: 'message' })
/** Of a paused webhook, what comes later isn't recorded. */
const HELD_MAX = 1000
/** Sends what a webhook held, some of it per transaction. */
const WEBHOOK_RESUME = jobKind<{ webhookId: string }>('resume webhook')
const RESUMED_AT_ONCE = 100

/** What has happened. */
export interface Happened {
  /** Grows with time. */
  eventId: string
  source: string
  at: number
  tokenName: string
  postId?: string
  commentId?: string
  reportId?: string
  personId?: string
}

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids'> {
  jobs: Pick<JobQueue, 'enqueue' | 'transactional'>
}

export type Deliveries = ReturnType<typeof createDeliveries>

/** Records what a webhook is to be told. */
export function createDeliveries({ database, clock, ids, jobs }: Dependencies) {
  function newRow(webhookId: string, happened: Happened): DeliveryRow {
    const { eventId, source, at, tokenName, postId = '', commentId = '', reportId = '', personId = '' } = happened
    return {
      id: ids.next(),
      webhook_id: webhookId,
      event_id: eventId,
      once_id: eventId,
      source,
      token_name: tokenName,
      post_id: postId,
      comment_id: commentId,
      report_id: reportId,
      person_id: personId,
      happened_at: at,
      event: source,
      state: 'waiting',
      tries: 0,
      created_at: clock.now(),
      tried_at: 0,
      next_at: 0,
      status: 0,
      duration_ms: 0,
      problem: '',
      response: '',
    }
  }

  function enqueue(tx: Transaction, { id, webhook_id: share }: Pick<DeliveryRow, 'id' | 'webhook_id'>, runAt?: number) {
    jobs.enqueue(tx, WEBHOOK_SEND, {
      payload: { deliveryId: id },
      key: id,
      share,
      ...(runAt !== undefined && { runAt }),
    })
  }

  async function add(tx: Transaction, rows: DeliveryRow[]): Promise<void> {
    await webhookRepository(tx.connection).add(rows)
    for (const row of rows) enqueue(tx, row)
  }

  jobs.transactional(WEBHOOK_RESUME, {
    async work(tx, [job]) {
      if (!job) return undefined
      const { webhookId } = job.payload
      const repository = webhookRepository(tx.connection)
      const hook = await repository.lock(webhookId, database.dialect)
      // It was paused again, or removed.
      if (!hook || Number(hook.paused_at) > 0) return undefined
      const held = await repository.held(webhookId, RESUMED_AT_ONCE)
      await repository.release(held)
      for (const id of held) enqueue(tx, { id, webhook_id: webhookId })
      return held.length === RESUMED_AT_ONCE ? job.payload : undefined
    },
  })

  return {
    enqueue,
    /** Each event once, whoever records it how often. The webhook’s row must be locked. */
    async record(tx: Transaction, hook: WebhookRow, happened: readonly Happened[]): Promise<void> {
      const repository = webhookRepository(tx.connection)
      const known = await repository.known(
        hook.id,
        happened.map(({ eventId }) => eventId),
      )
      const held = Number(hook.paused_at) > 0 ? ((await repository.heldCounts([hook.id])).get(hook.id) ?? 0) : 0
      const fresh = happened.filter(({ eventId }) => !known.has(eventId)).slice(0, Math.max(0, HELD_MAX - held))
      await add(
        tx,
        fresh.map((one) => newRow(hook.id, one)),
      )
    },
    /** A delivery about nothing that has happened. */
    async test(tx: Transaction, webhookId: string, source: string): Promise<DeliveryRow> {
      const row = newRow(webhookId, { eventId: ids.next(), source, at: clock.now(), tokenName: '' })
      await add(tx, [row])
      return row
    },
    /** The same again, as a new delivery. */
    async replay(tx: Transaction, former: DeliveryRow): Promise<DeliveryRow> {
      const { event_id: eventId, source, happened_at: at, token_name: tokenName } = former
      const { post_id: postId, comment_id: commentId, report_id: reportId, person_id: personId } = former
      const about = { eventId, source, at: Number(at), tokenName, postId, commentId, reportId, personId }
      const row = newRow(former.webhook_id, about)
      const again = { ...row, once_id: row.id }
      await add(tx, [again])
      return again
    },
    /** Sends later what a webhook held. */
    release(tx: Transaction, webhookId: string): void {
      jobs.enqueue(tx, WEBHOOK_RESUME, { payload: { webhookId }, key: webhookId })
    },
    /** Nothing that waits or is held is sent any more. Their jobs are discarded, too. */
    discard: (tx: Transaction): Promise<number> => webhookRepository(tx.connection).discard(),
    forgetBefore: (id: string) =>
      database.transaction(({ connection }) => webhookRepository(connection).deleteBefore(id)),
  }
}
