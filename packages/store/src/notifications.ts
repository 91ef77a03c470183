import type { EventName, EventOf, Notification, UnreadCounts } from '@stoa/contract'
import { whenLive } from './live/watch.ts'
import { type ListQuery, NOTIFICATIONS, queryOf } from './queries.ts'
import { type List, NO_CACHE, type Stoa, type StoaState } from './stoa.ts'

/** Some notifications or all. `until`: none newer than this time. */
export type NotificationSelection = { ids: readonly string[]; until?: number } | { until: number }

/** Shortest time between two requests for the counts, so that a burst of events costs one request. */
const MIN_INTERVAL_MS = 2000
/** A hidden page waits this long for another page's counts, and up to as long again, so that pages take turns. */
const HIDDEN_WAIT_MS = 4000

/** The viewer's notifications, or the unread ones. */
export function notifications(tab: 'all' | 'unread' = 'all'): ListQuery {
  return { call: 'notificationList', params: { tab } }
}

/**
 * Subscribes the unread counts and lists of notifications to live updates, including what is read and deleted on other
 * devices. Returns the function that unsubscribes.
 */
export function subscribeToNotifications(stoa: Stoa): () => void {
  return whenLive(stoa, (realtime) => {
    const { refresh } = stoa.singleton(createUnreadCounts)
    return [
      realtime.onEvent((name, event) => {
        if (name === 'notification.created') notificationCreated(stoa, event as EventOf<'notification.created'>)
        if (name === 'notification.changed') notificationChanged(stoa, event as EventOf<'notification.changed'>)
        if (name === 'message.created' || name === 'conversation.changed') refresh()
      }),
      realtime.onGap(() => {
        refresh()
        void checkForNew(stoa)
      }),
      realtime.watch({}),
    ]
  })
}

/** Marks all notifications until a time as seen, which resets the badge. */
export async function markNotificationsViewed(stoa: Stoa, until: number): Promise<void> {
  const { put } = stoa.singleton(createUnreadCounts)
  stoa.state.setState(({ unread }) => ({ unread: unread && { ...unread, unseen: 0 } }))
  await put(stoa.client.call('notificationViewed', { until }))
}

/** Marks notifications as read optimistically; rolls back and rejects if the call fails. */
export async function markNotificationsRead(stoa: Stoa, which: NotificationSelection): Promise<void> {
  const { put } = stoa.singleton(createUnreadCounts)
  const isMeant = 'ids' in which ? (id: string) => which.ids.includes(id) : undefined
  const matching = Object.values(stoa.state.getState().notifications).filter(
    ({ id, at, read }) => !read && (!isMeant || isMeant(id)) && at <= (which.until ?? at),
  )
  mark(stoa, matching, true)
  const until = which.until === undefined ? {} : { until: which.until }
  const change = 'ids' in which ? { notificationIds: [...which.ids], ...until } : { all: true as const, ...until }
  try {
    await put(stoa.client.call('notificationRead', change))
  } catch (error) {
    mark(stoa, matching, false)
    throw error
  }
}

/** Marks as read the notifications about what a post's page shows: the post itself or one of these comments. */
export async function markShownNotificationsRead(
  stoa: Stoa,
  { postId, commentIds }: { postId: string; commentIds: readonly string[] },
): Promise<void> {
  const limit = Math.max(1, stoa.state.getState().unread?.notifications ?? 1)
  const { items } = await stoa.client.call('notificationList', { tab: 'unread', limit }, NO_CACHE)
  const relevant = items.filter(({ post, comment, kind, count }) => {
    if (post?.id !== postId) return false
    // A notification about several posts stays unread.
    return comment ? commentIds.includes(comment.id) : kind === 'moderation' || kind === 'role' || count === 1
  })
  if (relevant.length === 0) return
  await markNotificationsRead(stoa, {
    ids: relevant.map(({ id }) => id),
    until: Math.max(...relevant.map(({ at }) => at)),
  })
}

/** Marks notifications of a community's queue, or of all queues, as read while the moderator looks at it. */
export async function markQueueNotificationsRead(stoa: Stoa, tokenName: string | null): Promise<void> {
  const unread = stoa.state.getState().unread?.notifications ?? 0
  if (unread === 0) return
  const { items } = await stoa.client.call('notificationList', { tab: 'unread', limit: unread }, NO_CACHE)
  const relevant = items.filter(
    ({ kind, community }) =>
      (kind === 'queue' || kind === 'overdue') && (tokenName === null || community?.tokenName === tokenName),
  )
  if (relevant.length === 0) return
  await markNotificationsRead(stoa, {
    ids: relevant.map(({ id }) => id),
    until: Math.max(...relevant.map(({ at }) => at)),
  })
}

/** Deletes a notification optimistically; rolls back and rejects if the call fails. */
export async function deleteNotification(stoa: Stoa, id: string): Promise<void> {
  const { put } = stoa.singleton(createUnreadCounts)
  const before = stoa.state.getState().lists
  remove(stoa, [id])
  try {
    await put(stoa.client.call('notificationDelete', { notificationIds: [id] }))
  } catch (error) {
    updateLists(stoa, (list, key) => ({ ids: restorePosition(list.ids, { id, before: before[key]?.ids ?? [] }) }))
    throw error
  }
}

/** A reloaded list shows the new notifications. */
export function clearNewNotifications(stoa: Stoa): void {
  stoa.state.setState(({ newItems }) => ({ newItems: { ...newItems, [NOTIFICATIONS]: [] } }))
}

function notificationCreated(stoa: Stoa, { notificationId }: EventOf<'notification.created'>): void {
  stoa.singleton(createUnreadCounts).refresh()
  addNewNotification(stoa, notificationId)
}

/** Finds notifications that arrived while there was no connection. */
async function checkForNew(stoa: Stoa): Promise<void> {
  const { lists } = stoa.state.getState()
  if (!Object.keys(lists).some((key) => queryOf(key).call === 'notificationList')) return
  const [newest] = await stoa.client.call('notificationList', { limit: 1 }, NO_CACHE).then(
    ({ items }) => items,
    () => [],
  )
  const cachedNotification = newest && stoa.state.getState().notifications[newest.id]
  if (newest && cachedNotification?.at !== newest.at) addNewNotification(stoa, newest.id)
}

function addNewNotification(stoa: Stoa, notificationId: string): void {
  stoa.state.setState(({ newItems }) => {
    const newIds = newItems[NOTIFICATIONS] ?? []
    return newIds.includes(notificationId)
      ? {}
      : { newItems: { ...newItems, [NOTIFICATIONS]: [...newIds, notificationId] } }
  })
}

function notificationChanged(stoa: Stoa, event: EventOf<'notification.changed'>): void {
  const { change, notificationIds, until, tokenName } = event
  stoa.singleton(createUnreadCounts).refresh()
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

function mark(stoa: Stoa, items: readonly { id: string }[], read: boolean): void {
  if (items.length === 0) return
  stoa.state.setState(({ notifications }) => {
    const next = { ...notifications }
    for (const { id } of items) {
      const notification = next[id]
      if (notification) next[id] = { ...notification, read }
    }
    return { notifications: next }
  })
}

function remove(stoa: Stoa, ids: readonly string[]): void {
  updateLists(stoa, (list) => ({ ids: list.ids.filter((id) => !ids.includes(id)) }))
}

function updateLists(stoa: Stoa, change: (list: List, key: string) => Partial<List>): void {
  stoa.state.setState(({ lists }) => {
    const next: StoaState['lists'] = { ...lists }
    for (const [key, list] of Object.entries(lists)) {
      if (queryOf(key).call === 'notificationList') next[key] = { ...list, ...change(list, key) }
    }
    return { lists: next }
  })
}

/** The ids with one inserted again after its former predecessor. */
function restorePosition(
  ids: readonly string[],
  { id, before }: { id: string; before: readonly string[] },
): readonly string[] {
  const at = before.indexOf(id)
  if (at < 0 || ids.includes(id)) return ids
  const behind = before.slice(0, at).findLast((other) => ids.includes(other))
  return ids.toSpliced(behind === undefined ? 0 : ids.indexOf(behind) + 1, 0, id)
}

/** The unread counts of notifications and messages. Only the response to the newest request is used. */
export function createUnreadCounts(stoa: Stoa) {
  let newest = 0
  let isWanted = false
  /** A request is pending, or the pause after it. */
  let isBusy = false
  /** Of a hidden page. */
  let timer: ReturnType<typeof setTimeout> | undefined

  async function put(response: Promise<{ unread: UnreadCounts }>): Promise<void> {
    const turn = (newest += 1)
    const viewerId = stoa.state.getState().viewer?.id
    const { unread } = await response
    if (turn === newest && stoa.state.getState().viewer?.id === viewerId) stoa.state.setState({ unread })
  }

  function ask(): void {
    if (!isWanted || isBusy) return
    if (globalThis.document?.hidden) {
      timer ??= setTimeout(request, HIDDEN_WAIT_MS * (1 + Math.random()))
    } else {
      request()
    }
  }

  function request(): void {
    rest()
    if (!isWanted || isBusy) return
    isWanted = false
    isBusy = true
    const pause = new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS))
    // After a failure they stay unchanged.
    void Promise.allSettled([put(stoa.client.call('me', {}, NO_CACHE)), pause]).then(() => {
      isBusy = false
      ask()
    })
  }
  function rest(): void {
    clearTimeout(timer)
    timer = undefined
  }
  const endings = [
    // The counts that another page has requested meanwhile are new enough for a hidden one.
    stoa.state.subscribe(({ unread }, before) => {
      if (unread === before.unread || timer === undefined) return
      isWanted = false
      rest()
    }),
    () => globalThis.document?.removeEventListener('visibilitychange', ask),
    rest,
  ]
  globalThis.document?.addEventListener('visibilitychange', ask)
  stoa.onDestroy(() => {
    isWanted = false
    for (const end of endings) end()
  })

  /** Requests the counts, at most once per `MIN_INTERVAL_MS`. */
  function refresh(): void {
    isWanted = true
    ask()
  }

  return { put, refresh }
}

/** Time for which further events are collected after a handled one, in ms. */
const PAUSE_MS = 2000

/**
 * Throttles work: runs it at the first request, and once at the end of a pause for all requests during it. `end`
 * cancels it.
 */
export function throttle(work: () => void): { want(): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false
  const rest = () => {
    timer = undefined
    if (isWanted) want()
  }
  function want(): void {
    isWanted = timer !== undefined
    if (isWanted) return
    timer = setTimeout(rest, PAUSE_MS)
    work()
  }
  return { want, end: () => clearTimeout(timer) }
}

/** Callbacks of a screen that shows a queue. */
export interface QueueListener<Name extends 'queue.changed' | 'cashier.changed' = 'queue.changed'> {
  /** Called when something was added, claimed, decided or reopened. */
  onChange: (event: EventOf<Name>) => void
  /** Events may have been missed: reload the queue. */
  onGap: () => void
}

/**
 * Subscribes to new items in the queues that the viewer moderates, and to other moderators' actions there. Returns the
 * unsubscribe function.
 */
export function subscribeToQueue(stoa: Stoa, listener: QueueListener): () => void {
  return subscribeTo(stoa, 'queue.changed', listener)
}

/**
 * Subscribes to what waits for the cashiers of communities that the viewer serves, and to the viewer's own requests.
 * Returns the unsubscribe function.
 */
export function subscribeToCashier(stoa: Stoa, listener: QueueListener<'cashier.changed'>): () => void {
  return subscribeTo(stoa, 'cashier.changed', listener)
}

function subscribeTo<Name extends 'queue.changed' | 'cashier.changed'>(
  stoa: Stoa,
  wanted: Name,
  { onChange, onGap }: QueueListener<Name>,
): () => void {
  const isWanted = (name: EventName): boolean => name === wanted
  return whenLive(stoa, (realtime) => {
    let isFirst = true
    return [
      realtime.onEvent((name, event) => {
        if (isWanted(name)) onChange(event as EventOf<Name>)
      }),
      realtime.onGap(() => {
        // The first connection follows right after loading.
        if (!isFirst) onGap()
        isFirst = false
      }),
      realtime.watch({}),
    ]
  })
}

/** Keeps the length of the queues that the viewer moderates up to date. Returns the unsubscribe function. */
export function subscribeToQueueLength(stoa: Stoa): () => void {
  const viewerId = stoa.state.getState().viewer?.id
  const { want, end } = throttle(() => {
    stoa.client.call('queueCount', {}, NO_CACHE).then(
      ({ waiting }) => {
        if (stoa.state.getState().viewer?.id === viewerId) stoa.state.setState({ queueLength: waiting })
      },
      // After a failure it stays unchanged.
      () => {},
    )
  })
  want()
  const unsubscribe = subscribeToQueue(stoa, {
    onChange: ({ change }) => change !== 'claimed' && want(),
    onGap: want,
  })
  return () => {
    end()
    unsubscribe()
  }
}
