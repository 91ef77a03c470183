import type { Transaction } from '../../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import { type HideRow, hidesRepository } from './hides-repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids'> {
  jobs: Pick<JobQueue, 'enqueue' | 'transactional'>
  posts: Pick<PostService, 'hideAllOf' | 'restoreHidden'>
  comments: Pick<CommentService, 'hideAllOf' | 'restoreHidden'>
}

/** The decision that hides the content, and when it expires; 0: never. */
interface Decided {
  decisionId: string
  endsAt: number
}

/** Posts or comments hidden or restored per transaction. Each keeps its thread locked until the commit. */
const BATCH = 20
/** By then, writes in flight at the time of the ban have arrived. */
const SETTLED_MS = 5000
/** Hides or restores one batch of a hide. */
const BULK_HIDE = jobKind<{ hideId: string }>('bulk hide')

export type BulkHide = ReturnType<typeof createBulkHide>

/**
 * Hides everything a person wrote in a community and restores exactly what it has hidden, each item to its former
 * status unless somebody has decided about it since. Jobs do the work in batches.
 */
export function createBulkHide(dependencies: Dependencies) {
  const { database, clock, ids, jobs, posts, comments } = dependencies
  const { dialect } = database

  jobs.transactional(BULK_HIDE, {
    async work(tx, [job]) {
      if (!job) return undefined
      const hide = await hidesRepository(tx.connection).lock(job.payload.hideId, dialect)
      const isUnfinished =
        (hide?.state === 'hiding' && (await hideSome(tx, hide))) ||
        (hide?.state === 'restoring' && (await restoreSome(tx, hide)))
      return isUnfinished ? job.payload : undefined
    },
  })

  /** Returns true while there is more to hide right away. */
  async function hideSome(tx: Transaction, hide: HideRow): Promise<boolean> {
    const repository = hidesRepository(tx.connection)
    const about = {
      hideId: hide.id,
      communityId: hide.community_id,
      publisherId: hide.user_id,
      reason: hide.reason,
      limit: BATCH,
    }
    for (const [entityType, service] of [['Comment', comments] as const, ['Post', posts] as const]) {
      const hidden = await service.hideAllOf(tx, about)
      if (hidden.length === 0) continue
      await repository.addContents(
        hidden.map(({ id, status }) => ({
          hide_id: hide.id,
          entity_id: id,
          entity_type: entityType,
          former_status: status,
        })),
      )
      return true
    }
    const settledAt = Number(hide.decided_at) + SETTLED_MS
    if (clock.now() >= settledAt) await repository.update(hide.id, { state: 'hidden' })
    else jobs.enqueue(tx, BULK_HIDE, { payload: { hideId: hide.id }, runAt: settledAt })
    return false
  }

  async function restoreSome(tx: Transaction, hide: HideRow): Promise<boolean> {
    const repository = hidesRepository(tx.connection)
    const contents = await repository.contents(hide.id, BATCH)
    if (contents.length === 0) {
      await repository.delete(hide.id)
      return false
    }
    for (const [entityType, service] of [['Comment', comments] as const, ['Post', posts] as const]) {
      const items = contents
        .filter((content) => content.entity_type === entityType)
        .map(({ entity_id, former_status }) => ({ id: entity_id, status: former_status }))
      if (items.length > 0) await service.restoreHidden(tx, { hideId: hide.id, items })
    }
    await repository.deleteContents(
      hide.id,
      contents.map((content) => content.entity_id),
    )
    return true
  }

  /** Starts restoring. Returns the authors' accounts. */
  async function restoreAll(tx: Transaction, hidden: HideRow[]): Promise<string[]> {
    for (const { id } of hidden) {
      await hidesRepository(tx.connection).update(id, { state: 'restoring', decided_at: clock.now() })
      jobs.enqueue(tx, BULK_HIDE, { payload: { hideId: id } })
    }
    return hidden.map((hide) => hide.user_id)
  }

  return {
    /** The accounts among `userIds` whose content in the community is hidden or about to be. */
    async hiddenAmong(communityId: string, userIds: string[], tx?: Transaction): Promise<string[]> {
      const hides = await hidesRepository(database.from(tx)).among(communityId, userIds)
      return hides.filter((hide) => hide.state !== 'restoring').map((hide) => hide.user_id)
    },
    /**
     * Hides everything an account wrote in a community, including what it wrote since an earlier hide. Content hidden
     * without an expiry stays that way: an expiring ban doesn't restore it.
     */
    async hide(
      tx: Transaction,
      about: { communityId: string; userId: string; reason: string } & Decided,
    ): Promise<void> {
      const { communityId, userId, reason, decisionId, endsAt } = about
      const repository = hidesRepository(tx.connection)
      const currentHide = await repository.of(communityId, userId)
      // A restore may be finishing right now; the row is gone then.
      const lockedHide = currentHide && (await repository.lock(currentHide.id, dialect))
      const hasNoEnd = lockedHide !== undefined && lockedHide.state !== 'restoring' && Number(lockedHide.ends_at) === 0
      const decided = hasNoEnd
        ? { decision_id: lockedHide.decision_id, ends_at: 0 }
        : { decision_id: decisionId, ends_at: endsAt }
      const change = { state: 'hiding', reason, decided_at: clock.now(), ...decided } as const
      const id = lockedHide?.id ?? ids.next()
      if (lockedHide) await repository.update(id, change)
      else await repository.insert({ id, community_id: communityId, user_id: userId, ...change })
      jobs.enqueue(tx, BULK_HIDE, { payload: { hideId: id } })
    },
    /**
     * Restores the content of these accounts and of accounts hidden by the same decisions. Returns the authors'
     * accounts.
     */
    async restore(
      tx: Transaction,
      about: { communityId: string; userIds: string[]; decisions?: string[] },
    ): Promise<string[]> {
      const repository = hidesRepository(tx.connection)
      const existingHides = await repository.decidedWith(about)
      return restoreAll(
        tx,
        existingHides.filter((hide) => hide.state !== 'restoring'),
      )
    },
    /** Attaches content hidden with a ban, and everything else with an expiry, to the ban that replaced it. */
    async follow(
      tx: Transaction,
      about: { communityId: string; userIds: string[]; decisions: string[] } & Decided,
    ): Promise<void> {
      const change = { decision_id: about.decisionId, ends_at: about.endsAt }
      await hidesRepository(tx.connection).follow(about, change)
    },
    /** Restores what a decision has hidden if it has expired. Returns the authors' accounts. */
    async restoreEnded(tx: Transaction, about: { communityId: string; decisionId: string }): Promise<string[]> {
      return restoreAll(tx, await hidesRepository(tx.connection).endedBy(about, clock.now()))
    },
  }
}
