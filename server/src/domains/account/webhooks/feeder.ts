import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { StoredEvent } from '../../../platform/events/events.ts'
import { rooms } from '../../../platform/events/rooms.ts'
import { firstIdAt } from '../../../platform/ids.ts'
import type { JobQueue } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PostService } from '../../content/posts/index.ts'
import { REPORT_OPENED } from '../../moderation/reports/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import { MEMBER_JOINED } from '../../people/memberships/index.ts'
import type { DomainService } from '../../people/tenants/index.ts'
import type { Deliveries, Happened } from './deliveries.ts'
import { TOLD_OF } from './payloads.ts'
import { type WebhookRow, webhookRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'events' | 'background'> {
  clock: Clock
  jobs: Pick<JobQueue, 'schedule' | 'transactional'>
  communities: Pick<CommunityService, 'factsById'>
  posts: Pick<PostService, 'factsById'>
  domains: Pick<DomainService, 'stored'>
  deliveries: Pick<Deliveries, 'record'>
}

/** How long an event waits for others that are recorded with it. */
const WAIT_MS = 500
const FEED_EVERY_MS = 5000
/** A transaction that takes longer may commit events that are overlooked. */
const LONGEST_TRANSACTION_MS = 20_000
const EVENTS_AT_ONCE = 500
const SOURCES: ReadonlySet<string> = new Set(['post.created', 'post.changed', 'comment.created', 'comment.updated'])

/**
 * Records deliveries for what the outbox and jobs tell. The outbox is read again from some time before, since
 * transactions end in another order than their events’ ids say; each event is recorded once.
 */
export function createWebhookFeeder(dependencies: Dependencies) {
  const { database, clock, events, background, jobs, communities, posts, domains, deliveries } = dependencies
  let timer: NodeJS.Timeout | undefined
  /** Without any, events cost nothing. The schedule notices those that another process adds. */
  let hasHooks = true

  /** Whether a webhook is about this community and kind of event. */
  function covers(hook: WebhookRow, { tokenName, source }: Pick<Happened, 'tokenName' | 'source'>): boolean {
    const wanted = hook.events.split(' ')
    if (!TOLD_OF[source]?.some((event) => wanted.includes(event))) return false
    if (hook.scope === 'community') return hook.scope_name === tokenName
    const domain = domains.stored.find(({ name }) => name === hook.scope_name)
    if (!domain) return false
    return !domain.config.isSingleTokenDomain || domain.config.defaultTokenName === tokenName
  }

  /** What events say to have happened, with the community of each. */
  async function happenedIn(stored: readonly { event: StoredEvent }[]): Promise<Happened[]> {
    const subjects = stored.flatMap(({ event: { name, room, event } }) => {
      const about = { eventId: event.id, source: name as string, at: event.at }
      if (name === 'post.created') return [{ ...about, postId: event.post.id, commentId: '' }]
      // Before it is public, only its author is told.
      if (name === 'post.changed')
        return room === rooms.post(event.postId) ? [{ ...about, postId: event.postId, commentId: '' }] : []
      if (name !== 'comment.created' && name !== 'comment.updated') return []
      return [{ ...about, postId: event.postId, commentId: event.comment.id, parentId: event.comment.parentCommentId }]
    })
    /** A change of a reply also updates the counts of its comment, which is nothing to tell. */
    const parents = new Set(
      subjects.map((one) => ('parentId' in one ? `${String(one.parentId)} ${String(one.at)}` : '')),
    )
    const told = subjects.filter(
      ({ source, commentId, at }) => source !== 'comment.updated' || !parents.has(`${commentId} ${String(at)}`),
    )
    const facts = await posts.factsById([...new Set(told.map(({ postId }) => postId))])
    return told.flatMap((one) => {
      const tokenName = facts.get(one.postId)?.tokenName
      return tokenName === undefined ? [] : [{ ...one, tokenName }]
    })
  }

  async function recordFor(hookId: string, happened: readonly Happened[], position?: string): Promise<void> {
    await database.transaction(async (tx) => {
      const repository = webhookRepository(tx.connection)
      const hook = await repository.lock(hookId, database.dialect)
      if (!hook) return
      const meant = happened.filter((one) => one.eventId > hook.position && covers(hook, one))
      if (meant.length > 0) await deliveries.record(tx, hook, meant)
      if (position !== undefined && position > hook.position) await repository.change(hookId, { position })
    })
  }

  async function feed(): Promise<void> {
    const hooks = await webhookRepository(database.read).all()
    hasHooks = hooks.length > 0
    if (!hasHooks) return
    const settled = firstIdAt(clock.now() - LONGEST_TRANSACTION_MS)
    let last = hooks.map(({ position }) => position).toSorted()[0] ?? ''
    for (;;) {
      const stored = await events.storedAfter(last, EVENTS_AT_ONCE)
      const happened = await happenedIn(stored)
      for (const hook of hooks) {
        if (happened.some((one) => one.eventId > hook.position && covers(hook, one))) await recordFor(hook.id, happened)
      }
      last = stored.at(-1)?.id ?? last
      if (stored.length < EVENTS_AT_ONCE) break
    }
    for (const { id, position } of hooks) if (settled > position) await recordFor(id, [], settled)
  }

  /** What isn't in the outbox, because nobody else is told. */
  async function recordOne(tx: Transaction, happened: Happened): Promise<void> {
    const repository = webhookRepository(tx.connection)
    for (const { id } of (await repository.all()).filter((one) => covers(one, happened))) {
      const hook = await repository.lock(id, database.dialect)
      if (hook) await deliveries.record(tx, hook, [happened])
    }
  }

  events.subscribe(({ name }) => {
    if (!hasHooks || !SOURCES.has(name)) return
    timer ??= setTimeout(() => {
      timer = undefined
      background.run('feed webhooks', feed)
    }, WAIT_MS).unref()
  })
  jobs.schedule({ name: 'feed webhooks', everyMs: FEED_EVERY_MS, run: feed })
  jobs.transactional(REPORT_OPENED, {
    async work(tx, [job]) {
      if (!job) return undefined
      const { communityId, ...report } = job.payload
      const tokenName = (await communities.factsById([communityId], tx)).get(communityId)?.tokenName
      if (tokenName) await recordOne(tx, { ...report, tokenName, eventId: job.id, source: 'report.created' })
      return undefined
    },
  })
  jobs.transactional(MEMBER_JOINED, {
    async work(tx, [job]) {
      if (job) await recordOne(tx, { ...job.payload, eventId: job.id, source: 'member.joined' })
      return undefined
    },
  })

  return {
    feed,
    /** There is a webhook from now on. */
    begin() {
      hasHooks = true
    },
  }
}
