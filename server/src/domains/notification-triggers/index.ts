import type { Notification } from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../platform/jobs/queue.ts'
import type { Platform } from '../../platform/platform.ts'

/** Something people may be notified of. Ids may belong to merged or deleted accounts. */
export type NotificationTrigger =
  | {
      kind: 'comment'
      commentId: string
      postId: string
      communityId: string
      /** Empty: anonymous. */
      actorId: string
      /** The person who is answered, and their comment or post. Null: nobody. */
      answered: { userId: string; targetId: string } | null
      mentioned: string[]
    }
  | { kind: 'post'; postId: string; communityId: string; actorId: string; parentPostId: string }
  | {
      kind: 'decision'
      activityId: string
      action: NonNullable<Notification['decision']>['action']
      communityId: string
      actorId: string
      /** The content's author. */
      personId: string
      /** Empty: everything the person wrote there. */
      postId: string
      commentId: string
    }
  | { kind: 'follow'; actorId: string; followedId: string }

/** Creates notifications in batches. */
export const NOTIFY = jobKind<Exclude<NotificationTrigger, { kind: 'post' }>>('notify')

/** A post has many recipients: `position` is the progress of its fan-out. */
export const NOTIFY_OF_POST = jobKind<Extract<NotificationTrigger, { kind: 'post' }> & { position: string }>(
  'notify-of-post',
)

/** Records notification triggers in the transaction in which they occur. Notifications are created after the commit. */
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

/** Most comments answer only their own author or a page. */
function mayConcern(trigger: NotificationTrigger): boolean {
  if (trigger.kind === 'decision') return trigger.personId !== '' && trigger.personId !== trigger.actorId
  if (trigger.kind !== 'comment') return true
  const { answered, mentioned, actorId, postId } = trigger
  // Answering an anonymous comment marks it as read.
  if (answered?.userId === '' && answered.targetId !== postId && actorId !== '') return true
  const people = [...(answered ? [answered.userId] : []), ...mentioned]
  return people.some((id) => id !== '' && id !== actorId)
}

export type NotificationTriggersDomain = ReturnType<typeof registerNotificationTriggers>

export function registerNotificationTriggers({ jobs }: Platform) {
  return { triggers: createNotificationTriggers({ jobs }) }
}
