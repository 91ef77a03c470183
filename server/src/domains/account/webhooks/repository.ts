import type { WebhookPlace, WebhookProblem } from '@stoa/contract'
import type { Connection } from '../../../platform/database/database.ts'
import type { Dialect } from '../../../platform/database/dialect.ts'

export interface WebhookRow {
  id: string
  scope: WebhookPlace['scope']
  scope_name: string
  url: string
  events: string
  sealed: string
  rotated_until: number
  created_by: string
  created_at: number
  position: string
  paused_at: number
  paused_because: '' | 'asked' | 'failing' | 'gone'
  failing_since: number
  failed_in_row: number
}

type DeliveryState = 'waiting' | 'held' | 'delivered' | 'failed' | 'skipped' | 'discarded'

export interface DeliveryRow {
  id: string
  webhook_id: string
  event_id: string
  once_id: string
  source: string
  token_name: string
  post_id: string
  comment_id: string
  report_id: string
  person_id: string
  happened_at: number
  event: string
  state: DeliveryState
  tries: number
  created_at: number
  tried_at: number
  next_at: number
  status: number
  duration_ms: number
  /** Empty: none. */
  problem: WebhookProblem | ''
  response: string
}

export function webhookRepository(connection: Connection) {
  const hooks = () => connection<WebhookRow>('webhooks')
  const deliveries = () => connection<DeliveryRow>('webhook_deliveries')
  return {
    async all(): Promise<WebhookRow[]> {
      return hooks().orderBy('id')
    },
    /** Newest first. */
    async of({ scope, name }: WebhookPlace): Promise<WebhookRow[]> {
      return hooks().where({ scope, scope_name: name }).orderBy('id', 'desc')
    },
    async byId(id: string): Promise<WebhookRow | undefined> {
      return hooks().where({ id }).first()
    },
    /** The same, locked until the transaction ends. */
    async lock(id: string, dialect: Dialect): Promise<WebhookRow | undefined> {
      return (await dialect.forUpdate(hooks().where({ id }).first())) as WebhookRow | undefined
    },
    async insert(row: WebhookRow): Promise<void> {
      await hooks().insert(row)
    },
    async change(id: string, change: Partial<WebhookRow>): Promise<void> {
      await hooks().where({ id }).update(change)
    },
    /** Removes it with its log. */
    async delete(id: string): Promise<void> {
      await deliveries().where({ webhook_id: id }).del()
      await hooks().where({ id }).del()
    },
    async delivery(id: string): Promise<DeliveryRow | undefined> {
      return deliveries().where({ id }).first()
    },
    /** Newest first. */
    async log(webhookId: string, limit: number): Promise<DeliveryRow[]> {
      return deliveries().where({ webhook_id: webhookId }).orderBy('id', 'desc').limit(limit)
    },
    async add(rows: DeliveryRow[]): Promise<void> {
      if (rows.length > 0) await deliveries().insert(rows)
    },
    /** Which of these events the webhook is already told of. */
    async known(webhookId: string, onceIds: string[]): Promise<Set<string>> {
      if (onceIds.length === 0) return new Set()
      const query = deliveries().where({ webhook_id: webhookId }).whereIn('once_id', onceIds)
      return new Set(await query.pluck('once_id'))
    },
    async changeDelivery(id: string, change: Partial<DeliveryRow>): Promise<void> {
      await deliveries().where({ id }).update(change)
    },
    /** Held deliveries, oldest first. */
    async held(webhookId: string, limit: number): Promise<string[]> {
      const query = deliveries().where({ webhook_id: webhookId, state: 'held' }).orderBy('id').limit(limit)
      return query.pluck('id')
    },
    /** How many deliveries each webhook holds. */
    async heldCounts(webhookIds: string[]): Promise<Map<string, number>> {
      if (webhookIds.length === 0) return new Map()
      const rows = await deliveries()
        .whereIn('webhook_id', webhookIds)
        .where({ state: 'held' })
        .groupBy('webhook_id')
        .select('webhook_id')
        .count({ number: '*' })
      return new Map(rows.map((row) => [String(row.webhook_id), Number(row.number)]))
    },
    async release(ids: string[]): Promise<void> {
      await deliveries().whereIn('id', ids).where({ state: 'held' }).update({ state: 'waiting' })
    },
    /** Marks what waits or is held as discarded. Reads all deliveries. */
    async discard(): Promise<number> {
      return deliveries().whereIn('state', ['waiting', 'held']).update({ state: 'discarded', next_at: 0 })
    },
    async deleteBefore(id: string): Promise<number> {
      return deliveries().where('id', '<', id).del()
    },
  }
}
