import {
  type CallOutput,
  type CallParsedInput,
  canManageWebhooks,
  type Me,
  WEBHOOK_EVENTS,
  WEBHOOK_LOG_LENGTH,
  WEBHOOK_LOG_MS,
  WEBHOOK_ROTATION_MS,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookDelivery,
  type WebhookPlace,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import { WEB_PORTS } from '../../../platform/fetcher/fetcher.ts'
import { firstIdAt } from '../../../platform/ids.ts'
import type { JobQueue } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isLoopback, isPrivateHost } from '../../../platform/security/address.ts'
import { openSealed, seal } from '../../../platform/security/keys.ts'
import type { OperatorLog } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import type { DomainService } from '../../people/tenants/index.ts'
import type { Deliveries } from './deliveries.ts'
import { TEST } from './payloads.ts'
import { type DeliveryRow, type WebhookRow, webhookRepository } from './repository.ts'
import { makeSecret, type Secrets } from './signature.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'config'> {
  communities: Pick<CommunityService, 'require'>
  domains: Pick<DomainService, 'stored'>
  operatorLog: Pick<OperatorLog, 'act'>
  partnerOrigins: Pick<OriginService, 'isRegistered'>
  deliveries: Deliveries
  jobs: { hold: Pick<JobQueue['hold'], 'since'> }
  /** Encrypts secrets. */
  key: Buffer
  begin(): void
}

type About = WebhookPlace & { webhookId: string }

/** Webhooks of domains and communities, for those who manage them. */
export function createWebhookService(dependencies: Dependencies) {
  const { database, clock, ids, config, communities, domains, operatorLog, deliveries, jobs, key, begin } = dependencies
  const { partnerOrigins } = dependencies

  async function assertManages(viewer: Me, place: WebhookPlace, tx?: Transaction): Promise<void> {
    assertAllowed(canManageWebhooks(viewer, place, clock.now()))
    if (place.scope === 'community') await communities.require(place.name, tx)
    else if (!domains.stored.some(({ name }) => name === place.name)) throw new DomainError('DOMAIN_NOT_FOUND')
  }

  /** A webhook of the place, locked. */
  async function find(viewer: Me, { webhookId, ...place }: About, tx: Transaction): Promise<WebhookRow> {
    await assertManages(viewer, place, tx)
    const row = await webhookRepository(tx.connection).lock(webhookId, database.dialect)
    if (row?.scope !== place.scope || row.scope_name !== place.name) throw new DomainError('NOT_FOUND')
    return row
  }

  const close = (secrets: Secrets) => seal(key, JSON.stringify(secrets))

  const secretsOf = ({ sealed }: WebhookRow): Secrets => JSON.parse(openSealed(key, sealed)) as Secrets

  /** Changes of a domain's webhooks are in the installation's log. */
  async function log(tx: Transaction, viewer: Me, { scope, name }: WebhookPlace): Promise<void> {
    if (scope === 'domain') await operatorLog.act(tx, viewer, { act: 'changed webhooks of', detail: name })
  }

  async function present(rows: WebhookRow[], tx?: Transaction): Promise<Webhook[]> {
    const held = await webhookRepository(database.from(tx)).heldCounts(rows.map(({ id }) => id))
    return rows.map((row) => presentHook(row, { heldCount: held.get(row.id) ?? 0, now: clock.now() }))
  }

  async function presentOne(row: WebhookRow, tx: Transaction): Promise<Webhook> {
    const [hook] = await present([row], tx)
    if (!hook) throw new DomainError('NOT_FOUND')
    return hook
  }

  /** Refuses what the fetcher would refuse each time. */
  async function assertTarget(address: string, tx: Transaction): Promise<void> {
    const refuse = (message: string) => new DomainError('VALIDATION_FAILED', [{ field: 'url', message }])
    if (config.production && !address.startsWith('https:')) throw refuse('Use an https address.')
    const { origin, hostname, port } = new URL(address)
    const isRegistered = await partnerOrigins.isRegistered(origin, tx)
    const isTrusted = isRegistered && isLoopback(hostname) && !config.production
    if (isPrivateHost(hostname) && !isTrusted) throw refuse('Use an address that everyone can reach.')
    if (!WEB_PORTS.has(port) && !isRegistered)
      throw refuse('Only the ports 80 and 443 and those of registered sites can be used.')
  }

  return {
    secretsOf,
    async list(viewer: Me, place: WebhookPlace): Promise<CallOutput<'webhookList'>> {
      await assertManages(viewer, place)
      const repository = webhookRepository(database.read)
      return { items: await present(await repository.of(place)), isHeld: (await jobs.hold.since()) !== null }
    },
    async create(
      viewer: Me,
      { scope, name, url, events }: Pick<CallParsedInput<'webhookCreate'>, 'scope' | 'name' | 'url' | 'events'>,
      tx: Transaction,
    ): Promise<CallOutput<'webhookCreate'>> {
      await assertManages(viewer, { scope, name }, tx)
      await assertTarget(url, tx)
      const repository = webhookRepository(tx.connection)
      if ((await repository.of({ scope, name })).length >= WEBHOOKS_MAX) throw new DomainError('WEBHOOK_LIMIT')
      const secret = makeSecret()
      const id = ids.next()
      const row: WebhookRow = {
        id,
        scope,
        scope_name: name,
        url,
        events: joined(events),
        sealed: close({ current: secret, former: '' }),
        rotated_until: 0,
        created_by: viewer.id,
        created_at: clock.now(),
        // What happened before isn't told.
        position: id,
        paused_at: 0,
        paused_because: '',
        failing_since: 0,
        failed_in_row: 0,
      }
      await repository.insert(row)
      await log(tx, viewer, { scope, name })
      tx.afterCommit(begin)
      return { webhook: await presentOne(row, tx), secret }
    },
    async edit(
      viewer: Me,
      { url, events, paused, ...about }: Omit<CallParsedInput<'webhookEdit'>, 'userId'>,
      tx: Transaction,
    ): Promise<CallOutput<'webhookEdit'>> {
      const row = await find(viewer, about, tx)
      const change: Partial<WebhookRow> = events === undefined ? {} : { events: joined(events) }
      const isPaused = Number(row.paused_at) > 0
      const isMoved = url !== undefined && url !== row.url
      // The failures were those of the former address.
      const isMended = isMoved && paused === undefined && isPaused && row.paused_because !== 'asked'
      if (isMoved) {
        await assertTarget(url, tx)
        Object.assign(change, { url, failing_since: 0, failed_in_row: 0 })
      }
      if (paused === true && !isPaused) Object.assign(change, { paused_at: clock.now(), paused_because: 'asked' })
      if ((paused === false && isPaused) || isMended) {
        // It gets as many chances as a new one.
        Object.assign(change, { paused_at: 0, paused_because: '', failing_since: 0, failed_in_row: 0 })
        deliveries.release(tx, row.id)
      }
      // Shows at once whether the new address accepts what is sent.
      if (isMoved) await deliveries.test(tx, row.id, TEST)
      if (Object.keys(change).length > 0) {
        await webhookRepository(tx.connection).change(row.id, change)
        await log(tx, viewer, about)
      }
      return { webhook: await presentOne({ ...row, ...change }, tx) }
    },
    async rotate(viewer: Me, about: About, tx: Transaction): Promise<CallOutput<'webhookRotate'>> {
      const row = await find(viewer, about, tx)
      const secret = makeSecret()
      const sealed = close({ current: secret, former: secretsOf(row).current })
      const change = { sealed, rotated_until: clock.now() + WEBHOOK_ROTATION_MS }
      await webhookRepository(tx.connection).change(row.id, change)
      await log(tx, viewer, about)
      return { webhook: await presentOne({ ...row, ...change }, tx), secret }
    },
    async remove(viewer: Me, about: About, tx: Transaction): Promise<void> {
      const { id } = await find(viewer, about, tx)
      await webhookRepository(tx.connection).delete(id)
      await log(tx, viewer, about)
    },
    async test(viewer: Me, about: About, tx: Transaction): Promise<CallOutput<'webhookTest'>> {
      const { id } = await find(viewer, about, tx)
      return { delivery: presentDelivery(await deliveries.test(tx, id, TEST)) }
    },
    async replay(
      viewer: Me,
      { deliveryId, ...about }: About & { deliveryId: string },
      tx: Transaction,
    ): Promise<CallOutput<'webhookReplay'>> {
      const { id } = await find(viewer, about, tx)
      const former = await webhookRepository(tx.connection).delivery(deliveryId)
      if (former?.webhook_id !== id) throw new DomainError('NOT_FOUND')
      return { delivery: presentDelivery(await deliveries.replay(tx, former)) }
    },
    async log(viewer: Me, { webhookId, ...place }: About): Promise<CallOutput<'webhookLog'>> {
      await assertManages(viewer, place)
      const repository = webhookRepository(database.read)
      const row = await repository.byId(webhookId)
      if (row?.scope !== place.scope || row.scope_name !== place.name) throw new DomainError('NOT_FOUND')
      return { items: (await repository.log(webhookId, WEBHOOK_LOG_LENGTH)).map(presentDelivery) }
    },
    /** Marks what waits as discarded, and returns how much that is. The operator also discards the jobs. */
    discard: (tx: Transaction): Promise<number> => deliveries.discard(tx),
    cleanUp: (): Promise<number> => deliveries.forgetBefore(firstIdAt(clock.now() - WEBHOOK_LOG_MS)),
  }
}

function joined(events: readonly string[]): string {
  return WEBHOOK_EVENTS.filter((event) => events.includes(event)).join(' ')
}

function presentHook(row: WebhookRow, { heldCount, now }: { heldCount: number; now: number }): Webhook {
  const events = row.events.split(' ')
  return {
    id: row.id,
    url: row.url,
    events: WEBHOOK_EVENTS.filter((event) => events.includes(event)),
    createdAt: Number(row.created_at),
    rotatedUntil: Number(row.rotated_until) > now ? Number(row.rotated_until) : null,
    pausedAt: Number(row.paused_at) || null,
    pausedBecause: row.paused_because || null,
    failingSince: Number(row.failing_since) || null,
    heldCount,
  }
}

function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    event: row.event,
    state: row.state,
    createdAt: Number(row.created_at),
    triedAt: Number(row.tried_at) || null,
    nextAt: Number(row.next_at) || null,
    tries: row.tries,
    status: row.status || null,
    durationMs: row.tries === 0 ? null : row.duration_ms,
    problem: row.problem || null,
    response: row.response,
  }
}
