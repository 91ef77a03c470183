import type { EntityType } from '@stoa/contract'
import type { Connection, Database, Transaction } from '../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../platform/jobs/queue.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CommentService } from '../comments/service.ts'
import type { PostService } from '../posts/service.ts'

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
      const found = await repository.of(communityId, userId)
      // A restore may be finishing right now; the row is gone then.
      const known = found && (await repository.lock(found.id, dialect))
      const hasNoEnd = known !== undefined && known.state !== 'restoring' && Number(known.ends_at) === 0
      const decided = hasNoEnd
        ? { decision_id: known.decision_id, ends_at: 0 }
        : { decision_id: decisionId, ends_at: endsAt }
      const change = { state: 'hiding', reason, decided_at: clock.now(), ...decided } as const
      const id = known?.id ?? ids.next()
      if (known) await repository.update(id, change)
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
      const known = await repository.decidedWith(about)
      return restoreAll(
        tx,
        known.filter((hide) => hide.state !== 'restoring'),
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

/** A hide of everything an account wrote in a community. */
export interface HideRow {
  id: string
  community_id: string
  user_id: string
  /** The row is deleted once everything is restored. */
  state: 'hiding' | 'hidden' | 'restoring'
  reason: string
  /** Shared by all accounts the person had at that time; empty if unknown. */
  decision_id: string
  decided_at: number
  /** When the accompanying ban expires; 0: never. */
  ends_at: number
}

export interface HiddenContentRow {
  hide_id: string
  entity_id: string
  entity_type: EntityType
  former_status: number
}

function hidesRepository(connection: Connection) {
  const hides = () => connection<HideRow>('content_hides')
  const contents = () => connection<HiddenContentRow>('hidden_contents')
  return {
    async of(communityId: string, userId: string): Promise<HideRow | undefined> {
      return hides().where({ community_id: communityId, user_id: userId }).first()
    },
    async among(communityId: string, userIds: string[]): Promise<HideRow[]> {
      return hides().where({ community_id: communityId }).whereIn('user_id', userIds)
    },
    /** The hides of these accounts, plus hides by the same decisions or by the given ones. */
    async decidedWith(about: { communityId: string; userIds: string[]; decisions?: string[] }): Promise<HideRow[]> {
      const { communityId, userIds, decisions = [] } = about
      const own = await hides().where({ community_id: communityId }).whereIn('user_id', userIds)
      const decided = [...own.map((hide) => hide.decision_id).filter((id) => id !== ''), ...decisions]
      if (decided.length === 0) return own
      const shared = await hides().where({ community_id: communityId }).whereIn('decision_id', decided)
      return [...own.filter((hide) => hide.decision_id === ''), ...shared]
    },
    /** Hides by a decision that have expired by `now`. */
    async endedBy(about: { communityId: string; decisionId: string }, now: number): Promise<HideRow[]> {
      const { communityId: community_id, decisionId: decision_id } = about
      const hidden = hides().where({ community_id, decision_id }).whereIn('state', ['hiding', 'hidden'])
      return hidden.where('ends_at', '>', 0).where('ends_at', '<=', now)
    },
    /**
     * Moves hides of these accounts from earlier decisions to another one. Includes all with an expiry: they came with
     * a ban, which accounts merged since may no longer have.
     */
    async follow(
      about: { communityId: string; userIds: string[]; decisions: string[] },
      change: Pick<HideRow, 'decision_id' | 'ends_at'>,
    ): Promise<void> {
      const { communityId, userIds, decisions } = about
      const hidden = hides().where({ community_id: communityId }).whereIn('user_id', userIds)
      await hidden
        .where((hide) => void hide.whereIn('decision_id', decisions).orWhere('ends_at', '>', 0))
        .whereIn('state', ['hiding', 'hidden'])
        .update(change)
    },
    /** The current row, locked until the transaction ends. */
    async lock(id: string, { forUpdate }: Database['dialect']): Promise<HideRow | undefined> {
      return forUpdate(hides().where({ id }).first())
    },
    async insert(row: HideRow): Promise<void> {
      await hides().insert(row)
    },
    async update(id: string, change: Partial<HideRow>): Promise<void> {
      await hides().where({ id }).update(change)
    },
    async delete(id: string): Promise<void> {
      await hides().where({ id }).del()
    },
    async contents(hideId: string, limit: number): Promise<HiddenContentRow[]> {
      return contents().where({ hide_id: hideId }).orderBy('entity_id').limit(limit)
    },
    async addContents(rows: HiddenContentRow[]): Promise<void> {
      // Content restored by hand in the meantime may be hidden again.
      await contents().insert(rows).onConflict(['hide_id', 'entity_id']).merge()
    },
    async deleteContents(hideId: string, entityIds: string[]): Promise<void> {
      await contents().where({ hide_id: hideId }).whereIn('entity_id', entityIds).del()
    },
  }
}
