import type { EventOf, Notification, UnreadCounts } from '@stoa/contract'
import { NOTIFICATIONS, queryOf } from './list-names.ts'
import type { ListQuery } from './list-query.ts'
import { PAST_CACHES } from './past-caches.ts'
import type { List, StoaState } from './state.ts'
import type { Stoa } from './stoa.ts'

/** Which notifications are marked as read: some, or all; `until`: nothing that happened after the newest that is shown. */
export type ReadNotifications = { ids: readonly string[]; until?: number } | { until: number }

/** Between two questions for the counts: what a storm of news tells is asked for together. */
const PAUSE_MS = 2000

/** The list of what the viewer is told of, or of what of it is unread. */
export function notifications(tab: 'all' | 'unread' = 'all'): ListQuery {
  return { call: 'notificationList', params: { tab } }
}

/**
 * Keeps count and lists of what the viewer is told of right as long as somebody is signed in: hears of news, and of what
 * is read and deleted in other tabs and on other devices. Returns the function that ends it.
 */
export function hearNotifications(stoa: Stoa): () => void {
  let isEnded = false
  let endings: (() => void)[] = []
  import('./realtime/live.ts')
    .then(({ createLive }) => stoa.part(createLive))
    .then((realtime) => {
      if (isEnded) return
      const { refresh } = stoa.part(createUnread)
      endings = [
        realtime.onEvent((name, event) => {
          if (name === 'notification.created') created(stoa, event as EventOf<'notification.created'>)
          if (name === 'notification.changed') changed(stoa, event as EventOf<'notification.changed'>)
        }),
        realtime.onGap(() => {
          refresh()
          void lookForNews(stoa)
        }),
        realtime.watch({}),
      ]
    })
    // Offline, or blocked: the count is as old as the page.
    .catch(() => {})
  return () => {
    isEnded = true
    for (const end of endings) end()
  }
}

/** Notes that the viewer looks at the list, with all that happened until the newest that is shown: the badge begins from nothing. */
export async function viewNotifications(stoa: Stoa, until: number): Promise<void> {
  const { put } = stoa.part(createUnread)
  stoa.state.setState(({ unread }) => ({ unread: unread && { ...unread, unseen: 0 } }))
  await put(stoa.client.call('notificationViewed', { until }))
}

/** Marks notifications as read, at once and honestly: they are unread again when the server does not hear of it. Rejects then. */
export async function readNotifications(stoa: Stoa, which: ReadNotifications): Promise<void> {
  const { put } = stoa.part(createUnread)
  const isMeant = 'ids' in which ? (id: string) => which.ids.includes(id) : undefined
  const marked = Object.values(stoa.state.getState().notifications).filter(
    ({ id, at, read }) => !read && (!isMeant || isMeant(id)) && at <= (which.until ?? at),
  )
  mark(stoa, marked, true)
  const until = which.until === undefined ? {} : { until: which.until }
  const change = 'ids' in which ? { notificationIds: [...which.ids], ...until } : { all: true as const, ...until }
  try {
    await put(stoa.client.call('notificationRead', change))
  } catch (error) {
    mark(stoa, marked, false)
    throw error
  }
}

/** Marks as read those whose newest is shown on the page of a post: the post itself, or one of these comments of it. */
export async function readShownNotifications(
  stoa: Stoa,
  { postId, commentIds }: { postId: string; commentIds: readonly string[] },
): Promise<void> {
  const limit = Math.max(1, stoa.state.getState().unread?.notifications ?? 1)
  const { items } = await stoa.client.call('notificationList', { tab: 'unread', limit }, PAST_CACHES)
  const shown = items.filter(({ post, comment, kind, count }) => {
    if (post?.id !== postId) return false
    // Of several posts one is not all; several decisions are about the one.
    return comment ? commentIds.includes(comment.id) : kind === 'moderation' || count === 1
  })
  if (shown.length === 0) return
  await readNotifications(stoa, { ids: shown.map(({ id }) => id), until: Math.max(...shown.map(({ at }) => at)) })
}

/** Takes a notification off the lists, at once; it is back where it was when the server refuses. Rejects then. */
export async function deleteNotification(stoa: Stoa, id: string): Promise<void> {
  const { put } = stoa.part(createUnread)
  const before = stoa.state.getState().lists
  remove(stoa, [id])
  try {
    await put(stoa.client.call('notificationDelete', { notificationIds: [id] }))
  } catch (error) {
    eachList(stoa, (list, key) => ({ ids: backIn(list.ids, { id, before: before[key]?.ids ?? [] }) }))
    throw error
  }
}

/** What arrived is shown by another look at the list: nothing of it waits any more. */
export function dropFreshNotifications(stoa: Stoa): void {
  stoa.state.setState(({ fresh }) => ({ fresh: { ...fresh, [NOTIFICATIONS]: [] } }))
}

function created(stoa: Stoa, { notificationId }: EventOf<'notification.created'>): void {
  stoa.part(createUnread).refresh()
  arrived(stoa, notificationId)
}

/** What happened unheard waits to be shown like what is heard. */
async function lookForNews(stoa: Stoa): Promise<void> {
  const { lists } = stoa.state.getState()
  if (!Object.keys(lists).some((key) => queryOf(key).call === 'notificationList')) return
  // The list is as old as it is, and its next look shows what came.
  const [newest] = await stoa.client.call('notificationList', { limit: 1 }, PAST_CACHES).then(
    ({ items }) => items,
    () => [],
  )
  const known = newest && stoa.state.getState().notifications[newest.id]
  if (newest && known?.at !== newest.at) arrived(stoa, newest.id)
}

function arrived(stoa: Stoa, notificationId: string): void {
  stoa.state.setState(({ fresh }) => {
    const waiting = fresh[NOTIFICATIONS] ?? []
    return waiting.includes(notificationId)
      ? {}
      : { fresh: { ...fresh, [NOTIFICATIONS]: [...waiting, notificationId] } }
  })
}

function changed(stoa: Stoa, event: EventOf<'notification.changed'>): void {
  const { change, notificationIds, until, tokenName } = event
  stoa.part(createUnread).refresh()
  if (change === 'deleted') remove(stoa, notificationIds)
  if (change !== 'read') return
  const all = Object.values(stoa.state.getState().notifications)
  const isMeant = ({ id, at, community }: Notification) =>
    at <= until &&
    (notificationIds.length === 0
      ? !tokenName || !community || community.tokenName === tokenName
      : notificationIds.includes(id))
  mark(stoa, all.filter(isMeant), true)
}

function mark(stoa: Stoa, marked: readonly { id: string }[], read: boolean): void {
  if (marked.length === 0) return
  stoa.state.setState(({ notifications }) => {
    const next = { ...notifications }
    for (const { id } of marked) {
      const known = next[id]
      if (known) next[id] = { ...known, read }
    }
    return { notifications: next }
  })
}

function remove(stoa: Stoa, gone: readonly string[]): void {
  eachList(stoa, (list) => ({ ids: list.ids.filter((id) => !gone.includes(id)) }))
}

function eachList(stoa: Stoa, change: (list: List, key: string) => Partial<List>): void {
  stoa.state.setState(({ lists }) => {
    const next: StoaState['lists'] = { ...lists }
    for (const [key, list] of Object.entries(lists)) {
      if (queryOf(key).call === 'notificationList') next[key] = { ...list, ...change(list, key) }
    }
    return { lists: next }
  })
}

/** The ids with one of them back behind what stood before it. */
function backIn(ids: readonly string[], { id, before }: { id: string; before: readonly string[] }): readonly string[] {
  const at = before.indexOf(id)
  if (at < 0 || ids.includes(id)) return ids
  const behind = before.slice(0, at).findLast((other) => ids.includes(other))
  return ids.toSpliced(behind === undefined ? 0 : ids.indexOf(behind) + 1, 0, id)
}

/** The counts of what is unread: of several answers that of the newest question holds. */
function createUnread(stoa: Stoa) {
  let newest = 0
  let isWanted = false
  /** Asking, or pausing after it. */
  let isBusy = false

  async function put(asked: Promise<{ unread: UnreadCounts }>): Promise<void> {
    const turn = (newest += 1)
    const viewerId = stoa.state.getState().viewer?.id
    const { unread } = await asked
    if (turn === newest && stoa.state.getState().viewer?.id === viewerId) stoa.state.setState({ unread })
  }

  function ask(): void {
    if (!isWanted || isBusy || globalThis.document?.hidden) return
    isWanted = false
    isBusy = true
    const pause = new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    // Without an answer they are as they were.
    void Promise.allSettled([put(stoa.client.call('me', {}, PAST_CACHES)), pause]).then(() => {
      isBusy = false
      ask()
    })
  }
  // A page that nobody sees asks once, when it is seen.
  globalThis.document?.addEventListener('visibilitychange', ask)
  stoa.onDestroy(() => {
    isWanted = false
    globalThis.document?.removeEventListener('visibilitychange', ask)
  })

  /** Asks for the counts; however often that is wanted, there are pauses in between, and what was wanted last is asked. */
  function refresh(): void {
    isWanted = true
    ask()
  }

  return { put, refresh }
}
