import type { Database, Unit } from '../../db/database.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Ids } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import { createWorkOff } from '../../lib/put-off.ts'
import type { CommentService } from '../comments/service.ts'
import type { PostService } from '../posts/service.ts'
import { type EndedDecision, type HideRow, hidesRepository } from './hides-repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  ids: Ids
  background: Background
  logger: Logger
  posts: Pick<PostService, 'hideAllOf' | 'restoreHidden'>
  comments: Pick<CommentService, 'hideAllOf' | 'restoreHidden'>
}

/** The decision by which something is hidden, and when that ends by itself; 0: it does not. */
interface Decided {
  decisionId: string
  endsAt: number
}

/** Posts or comments that one transaction hides or restores: each locks its thread until the end. */
const BATCH = 20
/** What was on its way when somebody was banned has arrived by then. */
const SETTLED_MS = 5000
const DUE_MAX = 20

export type ContentHides = ReturnType<typeof createContentHides>

/**
 * Hides all that somebody wrote in a community, and restores exactly what it has hidden: each item with the status it had,
 * unless somebody has decided about it since. The work is done in batches, and goes on in any process after a crash.
 */
export function createContentHides(dependencies: Dependencies) {
  const { database, clock, ids, background, logger, posts, comments } = dependencies
  const workOff = createWorkOff<string>({ name: 'hide or restore content', idOf: (id) => id, clock, logger })
  const { dialect } = database

  /** True while there is more to do at once. */
  async function workOnce(id: string): Promise<boolean> {
    return database.transaction(async (unit) => {
      const hide = await hidesRepository(unit.connection).lock(id, dialect)
      if (hide?.state === 'hiding') return hideSome(unit, hide)
      if (hide?.state === 'restoring') return restoreSome(unit, hide)
      return false
    })
  }

  async function hideSome(unit: Unit, hide: HideRow): Promise<boolean> {
    const repository = hidesRepository(unit.connection)
    const about = {
      hideId: hide.id,
      communityId: hide.community_id,
      publisherId: hide.user_id,
      reason: hide.reason,
      limit: BATCH,
    }
    for (const [entityType, service] of [['Comment', comments] as const, ['Post', posts] as const]) {
      const hidden = await service.hideAllOf(unit, about)
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
    if (clock.now() >= Number(hide.decided_at) + SETTLED_MS) await repository.update(hide.id, { state: 'hidden' })
    return false
  }

  async function restoreSome(unit: Unit, hide: HideRow): Promise<boolean> {
    const repository = hidesRepository(unit.connection)
    const contents = await repository.contents(hide.id, BATCH)
    if (contents.length === 0) {
      await repository.delete(hide.id)
      return false
    }
    for (const [entityType, service] of [['Comment', comments] as const, ['Post', posts] as const]) {
      const items = contents
        .filter((content) => content.entity_type === entityType)
        .map(({ entity_id, former_status }) => ({ id: entity_id, status: former_status }))
      if (items.length > 0) await service.restoreHidden(unit, { hideId: hide.id, items })
    }
    await repository.deleteContents(
      hide.id,
      contents.map((content) => content.entity_id),
    )
    return true
  }

  async function work(id: string): Promise<void> {
    while (await workOnce(id));
  }

  function workLater(unit: Unit, id: string): void {
    unit.afterCommit(() => background.run('hide or restore content', () => work(id)))
  }

  /** Begins to restore; returns whose it is. */
  async function restoreAll(unit: Unit, hidden: HideRow[]): Promise<string[]> {
    for (const { id } of hidden) {
      await hidesRepository(unit.connection).update(id, { state: 'restoring', decided_at: clock.now() })
      workLater(unit, id)
    }
    return hidden.map((hide) => hide.user_id)
  }

  return {
    /** Of some accounts those of which all that they wrote in a community is hidden, or about to be. */
    async hiddenAmong(communityId: string, userIds: string[]): Promise<string[]> {
      const hides = await hidesRepository(database.read).among(communityId, userIds)
      return hides.filter((hide) => hide.state !== 'restoring').map((hide) => hide.user_id)
    },
    /**
     * Hides all that somebody wrote in a community; what was written since a former time, too. What was hidden without an
     * end stays so: a ban that ends does not show it again.
     */
    async hide(unit: Unit, about: { communityId: string; userId: string; reason: string } & Decided): Promise<void> {
      const { communityId, userId, reason, decisionId, endsAt } = about
      const repository = hidesRepository(unit.connection)
      const found = await repository.of(communityId, userId)
      // Its restoring may end at this moment: the row is gone then.
      const known = found && (await repository.lock(found.id, dialect))
      const hasNoEnd = known !== undefined && known.state !== 'restoring' && Number(known.ends_at) === 0
      const decided = hasNoEnd
        ? { decision_id: known.decision_id, ends_at: 0 }
        : { decision_id: decisionId, ends_at: endsAt }
      const change = { state: 'hiding', reason, decided_at: clock.now(), ...decided } as const
      const id = known?.id ?? ids.next()
      if (known) await repository.update(id, change)
      else await repository.insert({ id, community_id: communityId, user_id: userId, ...change })
      workLater(unit, id)
    },
    /** Restores what was hidden of some accounts, and of others by the same decisions; returns whose it is. */
    async restore(
      unit: Unit,
      about: { communityId: string; userIds: string[]; decisions?: string[] },
    ): Promise<string[]> {
      const repository = hidesRepository(unit.connection)
      const known = await repository.decidedWith(about)
      return restoreAll(
        unit,
        known.filter((hide) => hide.state !== 'restoring'),
      )
    },
    /** What was hidden with a ban goes on with the one that has replaced it; so does all else that would end by itself. */
    async follow(
      unit: Unit,
      about: { communityId: string; userIds: string[]; decisions: string[] } & Decided,
    ): Promise<void> {
      const change = { decision_id: about.decisionId, ends_at: about.endsAt }
      await hidesRepository(unit.connection).follow(about, change)
    },
    /** Decisions whose time is over, and that hide something still. */
    ended: (except: string[]) => hidesRepository(database.read).ended(clock.now(), { limit: DUE_MAX, except }),
    /** Restores what one of them has hidden; returns whose it is. */
    async restoreEnded(unit: Unit, decision: EndedDecision): Promise<string[]> {
      return restoreAll(unit, await hidesRepository(unit.connection).endedBy(decision, clock.now()))
    },
    /** Job: goes on with what a process left when it ended. */
    async resume(): Promise<void> {
      await workOff((except) => hidesRepository(database.read).due(DUE_MAX, except), work)
    },
  }
}
