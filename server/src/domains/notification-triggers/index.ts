import type { ActivityAction } from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../platform/jobs/queue.ts'
import type { Platform } from '../../platform/platform.ts'

/** Something that people may be notified of. Ids of people may be those of merged accounts, or of deleted ones. */
export type NotificationTrigger =
  | {
      kind: 'comment'
      commentId: string
      postId: string
      communityId: string
      /** Empty: anonymous. */
      actorId: string
      /** Whom it answers, and what of theirs: a comment or the post. Null: nobody. */
      answered: { userId: string; targetId: string } | null
      mentioned: string[]
    }
  | { kind: 'post'; postId: string; communityId: string; actorId: string; parentPostId: string }
  | {
      kind: 'decision'
      activityId: string
      action: ActivityAction
      communityId: string
      actorId: string
      /** Whose content it is about. */
      personId: string
      /** Empty: about all that the person wrote there. */
      postId: string
      commentId: string
    }
  | { kind: 'follow'; actorId: string; followedId: string }

/** Turned into notifications a batch at a time. */
export const NOTIFY = jobKind<Exclude<NotificationTrigger, { kind: 'post' }>>('notify')

/** A post goes to many people: `position` is how far its fan-out is. */
export const NOTIFY_OF_POST = jobKind<Extract<NotificationTrigger, { kind: 'post' }> & { position: string }>(
  'notify-of-post',
)

/** Records what people may be notified of, in the transaction in which it happens. Notifications are created after the commit. */
export interface NotificationTriggers {
  record(tx: Transaction, trigger: NotificationTrigger): void
}

function createNotificationTriggers({ jobs }: { jobs: Pick<JobQueue, 'enqueue'> }): NotificationTriggers {
  return {
    record(tx, trigger) {
      if (!mayConcern(trigger)) return
      if (trigger.kind === 'post') jobs.enqueue(tx, NOTIFY_OF_POST, { payload: { ...trigger, position: '' } })
      else jobs.enqueue(tx, NOTIFY, { payload: trigger })
    },
  }
}

/** Most comments answer nobody but their own author or a page. */
function mayConcern(trigger: NotificationTrigger): boolean {
  if (trigger.kind === 'decision') return trigger.personId !== '' && trigger.personId !== trigger.actorId
  if (trigger.kind !== 'comment') return true
  const { answered, mentioned, actorId, postId } = trigger
  // Whoever has answered an anonymous comment has read it.
  if (answered?.userId === '' && answered.targetId !== postId && actorId !== '') return true
  const people = [...(answered ? [answered.userId] : []), ...mentioned]
  return people.some((id) => id !== '' && id !== actorId)
}

export type NotificationTriggersDomain = ReturnType<typeof registerNotificationTriggers>

export function registerNotificationTriggers({ jobs }: Platform) {
  return { triggers: createNotificationTriggers({ jobs }) }
}
