import { accountIdsOf, type EntityType, type Me, REMINDER_MAX_MS } from '@stoa/contract'
import type { CallScope } from '../../../platform/calls/context.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService, NotificationTriggers } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import type { CommentService } from '../comments/index.ts'
import { markRepository, reminderRepository } from './repository.ts'

/** Reminds an account of a saved item. */
const REMIND = jobKind<{ userId: string; entityId: string }>('remind')

interface Dependencies extends Pick<Platform, 'clock' | 'database' | 'ids'> {
  jobs: Pick<JobQueue, 'cancel' | 'enqueue' | 'transactional'>
  accounts: Pick<AccountService, 'accountsOf' | 'hold'>
  communities: Pick<CommunityService, 'idOf'>
  comments: Pick<CommentService, 'postsOf'>
  partnerOrigins: Pick<OriginService, 'checkSite'>
  triggers: NotificationTriggers
}

/** Reminds people of what they have saved. A reminder belongs to the saved item and ends with it. */
export function createReminders(dependencies: Dependencies) {
  const { clock, database, ids, jobs, accounts, communities, comments, partnerOrigins, triggers } = dependencies
  const keyOf = (userId: string, entityId: string) => `${userId}:${entityId}`

  function enqueue(tx: Transaction, about: { userId: string; entityId: string; remindAt: number }): void {
    const { userId, entityId, remindAt } = about
    jobs.enqueue(tx, REMIND, { payload: { userId, entityId }, runAt: remindAt, key: keyOf(userId, entityId) })
  }

  jobs.transactional(REMIND, {
    async work(tx, [job]) {
      if (job) await remind(tx, job.payload)
      return undefined
    },
  })

  async function remind(tx: Transaction, { userId, entityId }: { userId: string; entityId: string }): Promise<void> {
    const all = await accounts.accountsOf(userId, tx)
    const at = (await reminderRepository(tx.connection).among(all, [entityId])).get(entityId)
    // It was changed or removed meanwhile.
    if (at === undefined || at > clock.now()) return
    const [row] = await markRepository(tx.connection, 'saved').among(all, [entityId])
    // Merged accounts may have set one each.
    await reminderRepository(tx.connection).end(all, { entityId, until: clock.now() })
    if (!row) return
    const isPost = row.entity_type === 'Post'
    const postId = isPost ? entityId : (await comments.postsOf([entityId], tx)).get(entityId)
    if (postId === undefined) return
    triggers.record(tx, {
      kind: 'reminder',
      reminderId: ids.next(),
      communityId: row.community_id,
      userId,
      postId,
      commentId: isPost ? '' : entityId,
    })
  }

  return {
    /** Sets when the viewer is reminded of a saved item, instead of any time before; null: never. */
    async set(
      viewer: Me,
      about: { entityType: EntityType; entityId: string; remindAt: number | null },
      { onlyCommunity = null, tx: outer }: CallScope = {},
    ): Promise<{ remindAt: number | null }> {
      const { entityType, entityId, remindAt } = about
      const now = clock.now()
      if (remindAt !== null && (remindAt <= now || remindAt > now + REMINDER_MAX_MS)) {
        const message = 'Choose a time within the next year.'
        throw new DomainError('VALIDATION_FAILED', [{ field: 'remindAt', message }])
      }
      return database.transaction(async (tx) => {
        const all = accountIdsOf(viewer)
        if (!(await accounts.hold(tx, [viewer.id])).has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
        const communityId = onlyCommunity === null ? null : await communities.idOf(onlyCommunity, tx)
        const rows = await markRepository(tx.connection, 'saved').among(all, [entityId])
        const row = rows.find(
          (one) => one.entity_type === entityType && (communityId === null || one.community_id === communityId),
        )
        if (!row) throw new DomainError('NOT_FOUND')
        await partnerOrigins.checkSite(viewer, row.community_id, tx)
        await reminderRepository(tx.connection).set(all, entityId, remindAt ?? 0)
        await jobs.cancel(
          tx,
          REMIND,
          all.map((userId) => keyOf(userId, entityId)),
        )
        if (remindAt !== null) enqueue(tx, { userId: viewer.id, entityId, remindAt })
        return { remindAt }
      }, outer)
    },
    /** When the viewer is reminded of a saved item; null: never. */
    async timeOf(viewer: Me, entityId: string, { onlyCommunity = null }: CallScope = {}): Promise<number | null> {
      const all = accountIdsOf(viewer)
      const rows = await markRepository(database.read, 'saved').among(all, [entityId])
      const communityId = onlyCommunity === null ? null : await communities.idOf(onlyCommunity)
      if (!rows.some((row) => communityId === null || row.community_id === communityId)) return null
      return (await reminderRepository(database.read).among(all, [entityId])).get(entityId) ?? null
    },
    /** Makes reminders of a merged post apply to its new post, for people who have none there. */
    async follow(
      tx: Transaction,
      { fromPostId, intoPostId }: { fromPostId: string; intoPostId: string },
    ): Promise<void> {
      const repository = reminderRepository(tx.connection)
      const there = new Set((await repository.of(intoPostId)).map((row) => row.user_id))
      for (const { user_id: userId, remind_at } of await repository.of(fromPostId)) {
        if (there.has(userId)) continue
        await repository.set([userId], intoPostId, remind_at)
        enqueue(tx, { userId, entityId: intoPostId, remindAt: remind_at })
      }
    },
    /** When the viewer is reminded of saved items, by id. */
    timesOf: (viewer: Me, entityIds: string[]): Promise<Map<string, number>> =>
      reminderRepository(database.read).among(accountIdsOf(viewer), entityIds),
  }
}
