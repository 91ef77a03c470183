import {
  type Activity,
  type ActivityAction,
  type Notification,
  PAGE_SIZE,
  type Page,
  type Permission,
} from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountService } from '../accounts/service.ts'
import type { NotificationTriggers } from '../notification-triggers/index.ts'
import { type ActivityRow, activityRepository } from './repository.ts'

/** In what role something was decided. */
export type DecidedBy = NonNullable<Notification['decision']>['by']

interface ActivityDetails {
  /** Absent: by the community. */
  by?: DecidedBy
  /** When a ban ends; 0: never. */
  until?: number
  given?: Permission[]
  taken?: Permission[]
}

/** A decision about people or content of a community. */
export interface NewActivity extends ActivityDetails {
  communityId: string
  actorId: string
  action: ActivityAction
  personId?: string
  postId?: string
  commentId?: string
  reason?: string
}

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'cursors'> {
  accounts: AccountService
  triggers: NotificationTriggers
}

/** Decisions about what somebody wrote: its author is told. */
const ABOUT_CONTENT: ReadonlySet<ActivityAction> = new Set([
  'contentHidden',
  'contentRestored',
  'commentHidden',
  'commentRestored',
  'commentApproved',
  'postApproved',
  'postRefused',
  'postHidden',
  'postRestored',
  'postPublished',
  'postRescheduled',
  'postUnscheduled',
])

export type ActivityLog = ReturnType<typeof createActivityLog>

/** Who decided what about whom, and why. Names people by their ids only: what they are called is looked up when it is read. */
export function createActivityLog({ database, clock, ids, cursors, accounts, triggers }: Dependencies) {
  return {
    /** Writes decisions down with the transaction that they are made in. */
    async add(tx: Transaction, ...decisions: NewActivity[]): Promise<void> {
      if (decisions.length === 0) return
      const rows = decisions.map(({ by, until, given, taken, ...decision }) => ({
        id: ids.next(),
        community_id: decision.communityId,
        actor_id: decision.actorId,
        action: decision.action,
        person_id: decision.personId ?? '',
        post_id: decision.postId ?? '',
        comment_id: decision.commentId ?? '',
        reason: decision.reason ?? '',
        details: JSON.stringify({ by, until, given, taken } satisfies { [Name in keyof ActivityDetails]: unknown }),
        created_at: clock.now(),
      }))
      await activityRepository(tx.connection).insert(rows)
      for (const row of rows) {
        if (!ABOUT_CONTENT.has(row.action)) continue
        triggers.record(tx, {
          kind: 'decision',
          activityId: row.id,
          action: row.action,
          communityId: row.community_id,
          actorId: row.actor_id,
          personId: row.person_id,
          postId: row.post_id,
          commentId: row.comment_id,
        })
      }
    },
    /** In what role and why some decisions were taken, by their ids; the reason may be empty. */
    async decisionsByIds(ids: string[], tx?: Transaction): Promise<Map<string, { by: DecidedBy; reason: string }>> {
      const rows = await activityRepository(database.from(tx)).byIds(ids)
      return new Map(
        rows.map(({ id, reason, details }) => {
          const { by = 'community' } = JSON.parse(details) as ActivityDetails
          return [id, { by, reason }]
        }),
      )
    },
    /** Newest first; who may read it is the caller's to check. */
    async list(about: {
      communityId: string
      limit?: number | undefined
      cursor?: string | undefined
    }): Promise<Page<Activity>> {
      const { communityId, limit = PAGE_SIZE, cursor } = about
      const list = `activity ${communityId}`
      const after = cursor === undefined ? null : (cursors.decode(list, cursor) as [string])[0]
      const rows = await activityRepository(database.read).list({ communityId, after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const profiles = await accounts.profilesById(shown.flatMap((row) => [row.actor_id, row.person_id]))
      const named = (userId: string) => {
        const { displayName = '', slugUrl = '' } = profiles.get(userId) ?? {}
        return { userId, displayName, slugUrl }
      }
      const hasMore = rows.length > limit
      const last = shown.at(-1)
      return {
        items: shown.map((row) => present(row, named)),
        cursor: hasMore && last ? cursors.encode(list, [last.id]) : null,
        hasMore,
      }
    },
  }
}

function present(row: ActivityRow, named: (userId: string) => NonNullable<Activity['actor']>): Activity {
  const { until, given, taken } = JSON.parse(row.details) as ActivityDetails
  return {
    id: row.id,
    at: Number(row.created_at),
    action: row.action,
    actor: row.actor_id === '' ? null : named(row.actor_id),
    person: row.person_id === '' ? null : named(row.person_id),
    postId: row.post_id || null,
    commentId: row.comment_id || null,
    reason: row.reason,
    until: until ?? null,
    given: given ?? [],
    taken: taken ?? [],
  }
}
