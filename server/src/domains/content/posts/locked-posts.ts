import { type ActivityAction, canSeePost, decidesAs, type Me, type Post } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLog, FormerState } from '../activity-log/index.ts'
import { type PostPublication, PUBLISH_SCHEDULED } from './publication/publication.ts'
import type { PostReader, PostRowFacts } from './reader.ts'
import { type PostRow, postRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  activityLog: Pick<ActivityLog, 'add' | 'addRestoring'>
  reader: PostReader
  publication: Pick<PostPublication, 'change'>
}

/** The post of an action, and the community it must belong to. */
export interface Target {
  postId: string
  tokenName: string
}

/** A post with its row locked. */
export interface Locked {
  row: PostRow
  facts: PostRowFacts & { isPinned: boolean }
  now: number
}

export type LockedPosts = ReturnType<typeof createLockedPosts>

/** Shared by all actions on a locked post. */
export function createLockedPosts({ database, clock, jobs, activityLog, reader, publication }: Dependencies) {
  /** Runs an action on a locked post in one transaction, and returns the post as the viewer then sees it. */
  function act(
    viewer: Me,
    target: Target,
    within: { tx: Transaction | undefined; action: (tx: Transaction, locked: Locked) => Promise<PostRow> },
  ): Promise<Post> {
    return database.transaction(async (tx) => {
      const row = await postRepository(tx.connection).lock(target.postId, database.dialect)
      const facts = row && (await reader.factsOf(row, tx))
      if (!row || !facts || facts.tokenName !== target.tokenName) throw new DomainError('POST_NOT_FOUND')
      // Reveal nothing about posts the viewer can't see, not even that they belong to another site.
      if (canSeePost(viewer, facts).allowed) await reader.assertOnSite(viewer, [row.id], tx)
      const locked = { row, facts: { ...facts, isPinned: Boolean(row.is_pinned) }, now: clock.now() }
      return reader.present(await within.action(tx, locked), viewer, tx)
    }, within.tx)
  }

  /** Logs a decision about somebody else's post. */
  async function log(
    tx: Transaction,
    viewer: Me,
    {
      row,
      tokenName,
      ...decision
    }: {
      row: PostRow
      tokenName: string
      action: ActivityAction
      reason?: string
      former?: FormerState
      mediaId?: string
      undoes?: string
    },
  ): Promise<string> {
    const logged = {
      ...decision,
      communityId: row.community_id,
      actorId: viewer.id,
      personId: row.publisher_id,
      postId: row.id,
      by: decidesAs(viewer, tokenName),
    }
    const isRestoring = decision.action === 'postRestored' && decision.undoes === undefined
    if (isRestoring) return activityLog.addRestoring(tx, logged)
    const [id = ''] = await activityLog.add(tx, logged)
    return id
  }

  /** Turns a scheduled post into a draft, or discards either. */
  async function withdraw(tx: Transaction, row: PostRow, to: Partial<PostRow>): Promise<PostRow> {
    await jobs.cancel(tx, PUBLISH_SCHEDULED, [row.id])
    return publication.change(tx, row, { ...to, scheduled_at: 0, updated_at: clock.now() })
  }

  return { act, log, withdraw }
}
