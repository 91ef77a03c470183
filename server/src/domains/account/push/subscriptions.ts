import { createECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { type CallOutput, type CallParsedInput, type Me, PUSH_DEVICES_MAX } from '@stoa/contract'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { JobQueue } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isLoopback } from '../../../platform/security/address.ts'
import { openSealed, seal, sha256 } from '../../../platform/security/keys.ts'
import type { AssertThere } from '../../people/accounts/index.ts'
import { deviceWords, type SessionService } from '../../people/auth/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import { pushRepository, type SubscriptionRow } from './repository.ts'
import { type PushMessage, type Subscription, sendKey, sendKindOf, shareOf } from './sender.ts'

type Devices = CallOutput<'pushDevices'>['devices']

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids'> {
  jobs: Pick<JobQueue, 'enqueue'>
  sessions: Pick<SessionService, 'aliveAmong' | 'onEnded'>
  communities: Pick<CommunityService, 'idOf'>
  assertThere: AssertThere
  /** Encrypts subscriptions. */
  key: Buffer
  /** Whether endpoints on this machine are accepted, for development. */
  isDevelopment: boolean
}

/** The browser that subscribes. */
interface Browser {
  viewer: Me
  sessionId: string
  userAgent: string
  onlyCommunity: string | null
}

/** How long it is known what a device shows. */
const TAGS_KEPT_MS = 30 * DAY_MS
const TEST_TTL_MS = MINUTE_MS
const CHECKED_AT_ONCE = 500
const NAME_MAX_LENGTH = 100

/** The browsers that get push messages, each as long as its session. */
export function createPushSubscriptions(dependencies: Dependencies) {
  const { database, clock, ids, jobs, sessions, communities, assertThere, key, isDevelopment } = dependencies

  const endpointOf = ({ sealed }: SubscriptionRow) => (JSON.parse(openSealed(key, sealed)) as Subscription).endpoint

  async function devicesOf(userId: string, tx?: Transaction): Promise<Devices> {
    const rows = await pushRepository(database.from(tx)).of(userId)
    return rows.slice(0, PUSH_DEVICES_MAX).map((row) => ({
      id: row.id,
      name: row.name,
      endpoint: endpointOf(row),
      createdAt: Number(row.created_at),
      lastSentAt: Number(row.last_sent_at) || null,
      failing: Number(row.failing_since) > 0,
    }))
  }

  /** Push services have names and the standard port. The fetcher checks their addresses when it connects. */
  function assertAccepted({ endpoint, keys }: Subscription): void {
    if (!isPoint(keys.p256dh)) throw new DomainError('PUSH_ENDPOINT_REFUSED')
    const { protocol, hostname, port } = new URL(endpoint)
    if (isDevelopment && isLoopback(hostname)) return
    const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
    if (protocol !== 'https:' || port !== '' || !isName) throw new DomainError('PUSH_ENDPOINT_REFUSED')
  }

  /** Removes a person's subscriptions whose sessions have ended. */
  async function removeEnded(tx: Transaction, userId: string): Promise<void> {
    const repository = pushRepository(tx.connection)
    const rows = await repository.of(userId)
    const alive = await sessions.aliveAmong(
      rows.map((row) => row.session_id),
      tx,
    )
    await repository.remove(rows.filter((row) => !alive.has(row.session_id)).map((row) => row.id))
  }

  sessions.onEnded(removeEnded)

  async function ownEndpoint(userId: string, endpoint: string, tx: Transaction): Promise<SubscriptionRow | undefined> {
    const row = await pushRepository(tx.connection).lockEndpoint(sha256(endpoint), database.dialect.forUpdate)
    return row?.user_id === userId ? row : undefined
  }

  return {
    devicesOf,
    /** An endpoint belongs to who subscribed it last. */
    async subscribe(
      { viewer, sessionId, userAgent, onlyCommunity }: Browser,
      { subscription, previousEndpoint }: CallParsedInput<'pushSubscribe'>,
      tx?: Transaction,
    ): Promise<Devices> {
      assertAccepted(subscription)
      return database.transaction(async (tx) => {
        await assertThere(tx, viewer.id)
        if (!(await sessions.aliveAmong([sessionId], tx)).has(sessionId)) throw new DomainError('AUTH_REQUIRED')
        const repository = pushRepository(tx.connection)
        const endpoint_hash = sha256(subscription.endpoint)
        const former = previousEndpoint === undefined ? undefined : await ownEndpoint(viewer.id, previousEndpoint, tx)
        if (former && former.endpoint_hash !== endpoint_hash) await repository.remove([former.id])
        const own = {
          user_id: viewer.id,
          session_id: sessionId,
          community_id: onlyCommunity === null ? '' : await communities.idOf(onlyCommunity, tx),
          sealed: seal(key, JSON.stringify(subscription)),
          name: deviceWords(userAgent).slice(0, NAME_MAX_LENGTH),
        }
        const known = await repository.lockEndpoint(endpoint_hash, database.dialect.forUpdate)
        if (known) {
          if (known.user_id !== viewer.id) await repository.forgetTags(known.id)
          await repository.change(known.id, { ...own, failing_since: 0, failures: 0, retry_at: 0 })
        } else {
          const row = { ...own, endpoint_hash, id: ids.next(), created_at: clock.now() }
          await repository.insert({ ...row, last_sent_at: 0, failing_since: 0, failures: 0, retry_at: 0 })
        }
        const tooMany = (await repository.of(viewer.id)).slice(PUSH_DEVICES_MAX)
        await repository.remove(tooMany.map(({ id }) => id))
        return devicesOf(viewer.id, tx)
      }, tx)
    },
    async unsubscribe(
      viewer: Me,
      { deviceId, endpoint = '' }: CallParsedInput<'pushUnsubscribe'>,
      tx?: Transaction,
    ): Promise<Devices> {
      return database.transaction(async (tx) => {
        const repository = pushRepository(tx.connection)
        const row =
          deviceId === undefined ? await ownEndpoint(viewer.id, endpoint, tx) : await repository.byId(deviceId)
        if (deviceId !== undefined && row?.user_id !== viewer.id) throw new DomainError('NOT_FOUND')
        if (row) await repository.remove([row.id])
        return devicesOf(viewer.id, tx)
      }, tx)
    },
    async test(viewer: Me, endpoint: string, tx?: Transaction): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await ownEndpoint(viewer.id, endpoint, tx)
        if (!row) throw new DomainError('NOT_FOUND')
        const about = { subscriptionId: row.id, tag: 'test', do: 'test' as const }
        const payload: PushMessage = { ...about, expiresAt: clock.now() + TEST_TTL_MS }
        jobs.enqueue(tx, sendKindOf(about.tag), { payload, key: sendKey(payload), share: shareOf(key, row) })
      }, tx)
    },
    /** Job: removes the subscriptions of expired sessions, and what is long known of devices. */
    async cleanUp(): Promise<void> {
      for (let after = ''; ; ) {
        const rows = await pushRepository(database.read).after(after, CHECKED_AT_ONCE)
        const alive = await sessions.aliveAmong(rows.map((row) => row.session_id))
        const over = rows.filter((row) => !alive.has(row.session_id)).map((row) => row.id)
        if (over.length > 0) await database.transaction(({ connection }) => pushRepository(connection).remove(over))
        after = rows.at(-1)?.id ?? ''
        if (rows.length < CHECKED_AT_ONCE) break
      }
      const before = clock.now() - TAGS_KEPT_MS
      await database.transaction(({ connection }) => pushRepository(connection).forgetTagsBefore(before))
    },
  }
}

/** Whether it is a public key with which messages can be encrypted: others would fail each time. */
function isPoint(publicKey: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    return own.computeSecret(publicKey, 'base64url').length > 0
  } catch {
    return false
  }
}
