import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import webPush from 'web-push'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Fetcher } from '../../../platform/fetcher/fetcher.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openSealed, sha256 } from '../../../platform/security/keys.ts'
import type { SessionService } from '../../people/auth/index.ts'
import { pushRepository, type SubscriptionRow } from './repository.ts'
import type { VapidKeys } from './vapid-keys.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'logger'> {
  jobs: Pick<JobQueue, 'enqueue' | 'leased'>
  sessions: Pick<SessionService, 'aliveAmong'>
  fetcher: Pick<Fetcher, 'post'>
  vapidKeys(): Promise<VapidKeys>
  /** Decrypts subscriptions. */
  key: Buffer
  /** How push services reach the operator: an https or mailto address. */
  contact: string
}

/** A message to one device. */
export interface PushMessage {
  subscriptionId: string
  tag: string
  do: 'show' | 'close' | 'test'
  /** It isn't sent later than this. */
  expiresAt: number
}

/** Sends a message to a device. People take turns. */
const PUSH_SEND = jobKind<PushMessage>('send push message', { reaches: 'message' })
/** The same for a community's entry: a post may concern all its members, and nobody's messages wait for them. */
const PUSH_SEND_MANY = jobKind<PushMessage>('send push message to members', { reaches: 'message' })

/** Whether an entry may be one of all members of a community. */
export const isOfMany = (tag: string): boolean => tag.startsWith('community:')

/** The kind of job that sends messages about an entry. */
export const sendKindOf = (tag: string) => (isOfMany(tag) ? PUSH_SEND_MANY : PUSH_SEND)

export function sendKey({ subscriptionId, tag, do: what }: Omit<PushMessage, 'expiresAt'>): string {
  return `${subscriptionId}:${tag}:${what}`
}

/** What a browser returned when it subscribed. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** The share of a device's messages: its owner, in the group of its push service, whatever subdomain it uses. */
export function shareOf(key: Buffer, { sealed, user_id }: Pick<SubscriptionRow, 'sealed' | 'user_id'>): string {
  const { hostname } = new URL((JSON.parse(openSealed(key, sealed)) as Subscription).endpoint)
  const domain = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname.split('.').slice(-2).join('.') : hostname
  return `${sha256(domain).slice(0, 7)}:${sha256(user_id).slice(0, 12)}`
}

/** Concurrent messages per process, by kind; half of them to one service: one that doesn't respond holds up no other. */
const AT_ONCE = [
  [PUSH_SEND, 16],
  [PUSH_SEND_MANY, 8],
] as const
const FIRST_WAIT_MS = MINUTE_MS
const LONGEST_WAIT_MS = 6 * HOUR_MS
/** A device that fails for so long is removed. */
const FAILING_MAX_MS = 14 * DAY_MS
/** The subscription is gone for good. */
const GONE = new Set([404, 410])
/** The service doesn't understand the message: sending it again is useless. */
const NOT_UNDERSTOOD = new Set([400, 413])

/**
 * Sends messages to push services. They hold no text: a device asks what to show. A device whose service fails is tried
 * less and less often, and removed after two weeks.
 */
export function definePushSender(dependencies: Dependencies): void {
  const { database, clock, logger, jobs, sessions, fetcher, vapidKeys, key, contact } = dependencies

  /** The response's status, 0 without a response, and how long to wait. */
  async function post(row: SubscriptionRow, message: PushMessage): Promise<{ status: number; waitMs: number }> {
    const { endpoint, keys } = JSON.parse(openSealed(key, row.sealed)) as Subscription
    const { tag, do: what, expiresAt } = message
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys },
      JSON.stringify({ v: 1, tag, do: what }),
      {
        vapidDetails: { subject: contact, ...(await vapidKeys()) },
        TTL: Math.ceil((expiresAt - clock.now()) / 1000),
        urgency: what === 'test' || tag.startsWith('dm:') ? 'high' : 'normal',
        // A device that was away gets only the newest message about an entry.
        topic: createHash('sha256').update(`${row.id} ${tag}`).digest('base64url').slice(0, 32),
        contentEncoding: 'aes128gcm',
      },
    )
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    try {
      const reply = await fetcher.post(endpoint, { userId: row.user_id, headers: sent, body: body ?? Buffer.alloc(0) })
      return { status: reply.status, waitMs: waitOf(String(reply.headers['retry-after'] ?? ''), clock.now()) }
    } catch (error) {
      logger.debug({ err: error, subscription: row.id }, 'a push service was not reached')
      return { status: 0, waitMs: 0 }
    }
  }

  function postpone(tx: Transaction, row: SubscriptionRow, about: { message: PushMessage; runAt: number }): void {
    const { message, runAt } = about
    if (runAt >= message.expiresAt) return
    const kind = sendKindOf(message.tag)
    jobs.enqueue(tx, kind, { payload: message, runAt, key: sendKey(message), share: shareOf(key, row) })
  }

  async function succeed(row: SubscriptionRow, { tag }: PushMessage): Promise<void> {
    await database.transaction(async ({ connection }) => {
      const repository = pushRepository(connection)
      const now = clock.now()
      await repository.change(row.id, { last_sent_at: now, failing_since: 0, failures: 0, retry_at: 0 })
      await repository.tagSent({ subscription_id: row.id, tag }, now)
    })
  }

  async function fail(row: SubscriptionRow, message: PushMessage, waitMs: number): Promise<void> {
    const now = clock.now()
    // A test doesn't change when other messages are tried again, nor what counts as their first failure.
    if (message.do === 'test') {
      const failing_since = Number(row.failing_since) || now
      return database.transaction(({ connection }) => pushRepository(connection).change(row.id, { failing_since }))
    }
    const failing_since = row.failures === 0 ? now : Number(row.failing_since)
    const failures = row.failures + 1
    const backOff = Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20), LONGEST_WAIT_MS)
    const retry_at = now + Math.max(backOff, Math.min(waitMs, LONGEST_WAIT_MS))
    await database.transaction(async (tx) => {
      const repository = pushRepository(tx.connection)
      if (now - failing_since >= FAILING_MAX_MS) return repository.remove([row.id])
      await repository.change(row.id, { failing_since, failures, retry_at })
      return postpone(tx, row, { message, runAt: retry_at })
    })
  }

  const remove = (row: SubscriptionRow) =>
    database.transaction(({ connection }) => pushRepository(connection).remove([row.id]))

  async function send(message: PushMessage): Promise<void> {
    const row = await pushRepository(database.read).byId(message.subscriptionId)
    const now = clock.now()
    if (!row || now >= message.expiresAt) return
    if (!(await sessions.aliveAmong([row.session_id])).has(row.session_id)) return remove(row)
    const runAt = Number(row.retry_at)
    // Somebody waits for a test, and sees whether it fails.
    if (runAt > now && message.do !== 'test')
      return database.transaction(async (tx) => postpone(tx, row, { message, runAt }))
    const { status, waitMs } = await post(row, message)
    if (status >= 200 && status < 300) return succeed(row, message)
    if (GONE.has(status)) return remove(row)
    if (!NOT_UNDERSTOOD.has(status)) return fail(row, message, waitMs)
    logger.error({ status, subscription: row.id, do: message.do }, 'a push service doesn’t understand a message')
  }

  for (const [kind, concurrency] of AT_ONCE) {
    jobs.leased(kind, {
      leaseMs: MINUTE_MS,
      concurrency,
      takesTurns: true,
      perGroup: concurrency / 2,
      run: ({ payload }) => send(payload),
    })
  }
}

/** Milliseconds from a `Retry-After` header; 0 without one. */
export function waitOf(header: string, now: number): number {
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const time = Date.parse(header)
  return Number.isNaN(time) ? 0 : Math.max(0, time - now)
}
