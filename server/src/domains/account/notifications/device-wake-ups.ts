import { setImmediate as nextTurn } from 'node:timers/promises'
import { CommentStatus, PostStatus } from '@stoa/contract'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { StoredEvent } from '../../../platform/events/events.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import { PUSH_TTL_MS, PUSH_WAKE, PUSH_WAKE_MANY, quietUntil, type WakeUp, type WakeUps } from '../push/index.ts'
import type { PendingEntries } from './pending.ts'
import { communityTag, conversationTag, postTag, pushTagOf } from './push-tags.ts'
import { notificationRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events' | 'background' | 'jobs'> {
  accounts: Pick<AccountService, 'recipientsById'>
  memberships: Pick<MembershipService, 'viewer'>
  posts: Pick<PostService, 'factsById'>
  push: Pick<WakeUps, 'recheck' | 'show' | 'close' | 'refresh' | 'hold'>
  pendingEntries: Pick<PendingEntries, 'newsOf'>
}

/** Concurrent decisions per process. */
const AT_ONCE = 2

/** Wakes up devices for what is new, after quiet hours, and to close what was read, hidden or deleted. */
export function defineDeviceWakeUps(dependencies: Dependencies): void {
  const { database, clock, events, background, jobs, accounts, memberships, posts, push, pendingEntries } = dependencies

  async function wakeUp({ userId, tag, isNew, isGone = false }: WakeUp): Promise<void> {
    const recipient = (await accounts.recipientsById([userId])).get(userId)
    const viewer = recipient && (await memberships.viewer(recipient.userId, ''))
    if (!viewer) return
    const about = { userId: recipient.userId, tag }
    const news = await pendingEntries.newsOf(viewer, tag)
    if (!news) return database.transaction((tx) => push.close(tx, about))
    if (isGone) return database.transaction((tx) => push.refresh(tx, about))
    const now = clock.now()
    if (!isNew || now - news.at > PUSH_TTL_MS) return
    const { communityId } = news
    const until = quietUntil(recipient.settings.quietHours, now)
    await database.transaction(async (tx) => {
      if (until === null) await push.show(tx, { ...about, communityId })
      else push.hold(tx, about, until)
    })
  }

  for (const [kind, concurrency] of [
    [PUSH_WAKE, AT_ONCE],
    [PUSH_WAKE_MANY, 1],
  ] as const) {
    jobs.leased(kind, { leaseMs: MINUTE_MS, concurrency, run: ({ payload }) => wakeUp(payload) })
  }

  const nothing = () => ({
    /** People who may have nothing unread any more in any entry. */
    userIds: new Set<string>(),
    /** Notifications that were read. */
    read: [] as { userId: string; notificationIds: string[] }[],
    /** Entries, and people, of whose texts some are gone. */
    goneTags: new Set<string>(),
    goneUserIds: new Set<string>(),
    /** Posts that are no longer listed. */
    postIds: new Set<string>(),
  })
  let changed = nothing()
  let isNoted = false
  let isRunning = false

  /** The entries to which notifications belong. */
  async function entriesOf(read: ReturnType<typeof nothing>['read']): Promise<{ userId: string; tag: string }[]> {
    const ids = read.flatMap(({ notificationIds }) => notificationIds)
    const rows = await notificationRepository(database.read).subjectsOf(ids)
    const tags = new Map(rows.map((row) => [row.id, pushTagOf(row)]))
    return read.flatMap(({ userId, notificationIds }) =>
      notificationIds.flatMap((id) => {
        const tag = tags.get(id)
        return tag === undefined ? [] : [{ userId, tag }]
      }),
    )
  }

  async function recheck(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      while (isNoted) {
        // What one transaction changes is checked at once.
        await nextTurn()
        const { userIds, read, goneTags, goneUserIds, postIds } = changed
        changed = nothing()
        isNoted = false
        const facts = await posts.factsById([...postIds])
        for (const { communityId } of facts.values()) goneTags.add(communityTag(communityId))
        await push.recheck({ userIds: [...goneUserIds], tags: [...goneTags], entries: [] }, { isGone: true })
        const entries = await entriesOf(read)
        await push.recheck({ userIds: [...userIds], tags: [], entries }, { isGone: false })
      }
    } finally {
      isRunning = false
    }
  }

  /** Notes what may have to be closed on devices; false: nothing. */
  function noteChange({ name, event }: StoredEvent): boolean {
    if (name === 'comment.updated') {
      // Its status is unknown if another process has crashed.
      if ('status' in event.comment && event.comment.status === CommentStatus.published) return false
      changed.goneTags.add(postTag(event.postId))
    } else if (name === 'post.changed') {
      if (event.post && 'status' in event.post && event.post.status === PostStatus.published) return false
      changed.goneTags.add(postTag(event.postId))
      changed.postIds.add(event.postId)
    } else if (name === 'conversation.changed') changed.goneTags.add(conversationTag(event.conversationId))
    else if (name === 'mutes.changed') changed.goneUserIds.add(event.userId)
    else if (name === 'viewer.changed') changed.userIds.add(event.userId)
    else if (name === 'notification.changed') {
      const { userId, change, notificationIds } = event
      if (change === 'viewed') return false
      if (notificationIds.length === 0) changed.userIds.add(userId)
      else changed.read.push({ userId, notificationIds })
    } else return false
    return true
  }

  function note(event: StoredEvent): void {
    if (!noteChange(event)) return
    isNoted = true
    background.run('close entries on devices', recheck)
  }

  events.subscribe(note, note)
}
