import { MINUTE_MS } from '../../../platform/clock.ts'
import type { StoredEvent } from '../../../platform/events/events.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import { PUSH_TTL_MS, PUSH_WAKE, quietUntil, type WakeUp, type WakeUps } from '../push/index.ts'
import type { PendingEntries } from './pending.ts'
import { communityTag, conversationTag, postTag } from './push-tags.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events' | 'background' | 'jobs'> {
  accounts: Pick<AccountService, 'recipientsById'>
  memberships: Pick<MembershipService, 'viewer'>
  posts: Pick<PostService, 'factsById'>
  push: Pick<WakeUps, 'recheck' | 'show' | 'close' | 'hold'>
  pendingEntries: Pick<PendingEntries, 'entryOf'>
}

/** Concurrent decisions per process. */
const AT_ONCE = 4

/** Wakes up devices for what is new, after quiet hours, and to close what was read, hidden or deleted. */
export function defineDeviceWakeUps(dependencies: Dependencies): void {
  const { database, clock, events, background, jobs, accounts, memberships, posts, push, pendingEntries } = dependencies

  async function wakeUp({ userId, tag, isNew }: WakeUp): Promise<void> {
    const recipient = (await accounts.recipientsById([userId])).get(userId)
    const viewer = recipient && (await memberships.viewer(recipient.userId, ''))
    if (!viewer) return
    const about = { userId: recipient.userId, tag }
    const found = await pendingEntries.entryOf(viewer, tag)
    if (!found) return database.transaction((tx) => push.close(tx, about))
    const now = clock.now()
    if (!isNew || now - found.entry.at > PUSH_TTL_MS) return
    const { communityId } = found
    const until = quietUntil(recipient.settings.quietHours, now)
    await database.transaction(async (tx) => {
      if (until === null) await push.show(tx, { ...about, communityId })
      else push.hold(tx, about, until)
    })
  }

  jobs.leased(PUSH_WAKE, { leaseMs: MINUTE_MS, concurrency: AT_ONCE, run: ({ payload }) => wakeUp(payload) })

  /** People and entries that may have nothing unread any more. */
  const changed = { userIds: new Set<string>(), tags: new Set<string>(), postIds: new Set<string>() }
  let isRunning = false

  async function recheck(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      for (;;) {
        const [userIds, tags, postIds] = [[...changed.userIds], [...changed.tags], [...changed.postIds]]
        if (userIds.length + tags.length + postIds.length === 0) return
        for (const set of Object.values(changed)) set.clear()
        const facts = [...(await posts.factsById(postIds)).values()]
        await push.recheck({ userIds, tags: [...tags, ...facts.map((post) => communityTag(post.communityId))] })
      }
    } finally {
      isRunning = false
    }
  }

  function note({ name, event }: StoredEvent): void {
    if (name === 'comment.updated') changed.tags.add(postTag(event.postId))
    else if (name === 'post.changed') {
      changed.tags.add(postTag(event.postId))
      changed.postIds.add(event.postId)
    } else if (name === 'conversation.changed') changed.tags.add(conversationTag(event.conversationId))
    else if (name === 'notification.changed' || name === 'mutes.changed' || name === 'viewer.changed') {
      changed.userIds.add(event.userId)
    } else return
    background.run('close entries on devices', recheck)
  }

  events.subscribe(note, note)
}
