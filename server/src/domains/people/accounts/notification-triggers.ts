import type { AccountChange, Notification } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'

/** Something people may be notified of. Ids may belong to merged or deleted accounts. */
export type NotificationTrigger =
  | {
      kind: 'comment'
      commentId: string
      postId: string
      communityId: string
      /** Empty for an anonymous comment. */
      actorId: string
      /** The author of the parent and the comment or post replied to; null if there is none. */
      answered: { userId: string; targetId: string } | null
      mentioned: string[]
      /** It has just become visible, so those who watch the post are told. Default: it was edited. */
      isNew?: boolean
    }
  | {
      kind: 'post'
      postId: string
      communityId: string
      actorId: string
      parentPostId: string
      /** Omitted: nobody. */
      mentioned?: string[]
    }
  | {
      /** The edit of a post mentions people for the first time. */
      kind: 'postMention'
      postId: string
      communityId: string
      actorId: string
      mentioned: string[]
    }
  | {
      kind: 'decision'
      activityId: string
      action: NonNullable<Notification['decision']>['action']
      communityId: string
      actorId: string
      /** The content's author. */
      personId: string
      /** Empty if the decision is about all of the person's content. */
      postId: string
      commentId: string
    }
  | { kind: 'follow'; actorId: string; followedId: string }
  | {
      /** Something newly waits for the moderators of a community. */
      kind: 'queue'
      arrivalId: string
      communityId: string
      /** The author of what waits, who isn't notified of it. */
      actorId: string
      moderatorIds: string[]
    }
  | {
      /** Items have waited too long for the moderators of a community. */
      kind: 'overdue'
      communityId: string
      /** Days since 1970: people are told once a day. */
      day: number
      /** How many have waited too long. */
      count: number
      moderatorIds: string[]
    }
  | {
      /** A saved item of which a person wanted to be reminded now. */
      kind: 'reminder'
      reminderId: string
      communityId: string
      userId: string
      postId: string
      /** Empty if it is the post. */
      commentId: string
    }
  | { kind: 'account'; changeId: string; change: AccountChange; userId: string }

/** Creates notifications in batches. */
export const NOTIFY = jobKind<Exclude<NotificationTrigger, { kind: 'post' }>>('notify')

/** Notifies of a post, which may have many recipients. `position` is the progress of its fan-out. */
export const NOTIFY_OF_POST = jobKind<Extract<NotificationTrigger, { kind: 'post' }> & { position: string }>(
  'notify-of-post',
)

/** Records notification triggers in the transaction in which they occur. Notifications are created after the commit. */
export interface NotificationTriggers {
  record(tx: Transaction, trigger: NotificationTrigger): void
}

export function createNotificationTriggers({ jobs }: { jobs: Pick<JobQueue, 'enqueue'> }): NotificationTriggers {
  return {
    record(tx, trigger) {
      if (!mayConcern(trigger)) return
      if (trigger.kind === 'post') jobs.enqueue(tx, NOTIFY_OF_POST, { payload: { ...trigger, position: '' } })
      else jobs.enqueue(tx, NOTIFY, { payload: trigger })
    },
  }
}

/** Whether a trigger can have recipients. A new comment may have people who watch its post. */
function mayConcern(trigger: NotificationTrigger): boolean {
  if (trigger.kind === 'decision') return trigger.personId !== '' && trigger.personId !== trigger.actorId
  if (trigger.kind === 'queue') return trigger.moderatorIds.some((id) => id !== trigger.actorId)
  if (trigger.kind === 'postMention') return trigger.mentioned.some((id) => id !== trigger.actorId)
  if (trigger.kind !== 'comment' || trigger.isNew) return true
  const { answered, mentioned, actorId, postId } = trigger
  // Replying to an anonymous comment marks its notification as read.
  if (answered?.userId === '' && answered.targetId !== postId && actorId !== '') return true
  const people = [...(answered ? [answered.userId] : []), ...mentioned]
  return people.some((id) => id !== '' && id !== actorId)
}
