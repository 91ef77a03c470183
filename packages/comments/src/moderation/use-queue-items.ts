import type { CannedReason, EventOf, QueueItem, QueueKind } from '@stoa/contract'
import { subscribeToQueue, throttle } from '@stoa/store'
import { useStoa, useViewer } from '@stoa/store/react'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Which queue. */
export interface QueueScope {
  /** The community; null: all that the viewer moderates. */
  tokenName: string | null
  /** Only items that wait for this reason. Default: all. */
  kind?: QueueKind | null
  /** Only what is pending or reported in the conversation under this post. Default: everything. */
  postId?: string
}

interface Loaded {
  items: readonly QueueItem[]
  cursor: string | null
  status: 'loading' | 'success' | 'error'
  reasons: readonly CannedReason[]
}

type QueueItems = ReturnType<typeof useQueueItems>

const NOTHING: Loaded = { items: [], cursor: null, status: 'loading', reasons: [] }

/** If fewer items than these are shown, more are loaded. */
const AHEAD = 5

/** Loads the items of a queue page by page. `change` and `leave` replace and remove items locally. */
export function useQueueItems({ tokenName, kind = null, postId }: QueueScope) {
  const { call } = useStoa().client
  const [loaded, setLoaded] = useState<Loaded>(NOTHING)
  const { items, cursor, status } = loaded
  /** The shown items, and the number of local changes. */
  const present = useRef({ items, changes: 0 })
  useEffect(() => {
    present.current.items = items
  })

  const loadFrom = useCallback(
    function load(from: string | null): void {
      setLoaded((before) => ({ ...before, status: 'loading' }))
      const input = {
        ...(tokenName !== null && { tokenName }),
        ...(kind !== null && { kind }),
        ...(postId !== undefined && { postId }),
        ...(from !== null && { cursor: from }),
      }
      const { changes } = present.current
      call('queueList', input).then(
        (page) => {
          // Items decided in the meantime may still be on this page.
          if (from === null && changes !== present.current.changes) return load(null)
          setLoaded((before) => ({
            items:
              from === null ? page.items : [...before.items, ...page.items.filter((item) => !has(before.items, item))],
            cursor: page.cursor,
            status: 'success',
            reasons: page.reasons,
          }))
        },
        () => setLoaded((before) => ({ ...before, status: 'error' })),
      )
    },
    [call, tokenName, kind, postId],
  )
  useEffect(() => loadFrom(null), [loadFrom])
  useEffect(() => {
    if (status === 'success' && cursor !== null && items.length < AHEAD) loadFrom(cursor)
  }, [status, cursor, items.length, loadFrom])

  const change = useCallback((work: (items: readonly QueueItem[]) => readonly QueueItem[]) => {
    present.current.changes += 1
    setLoaded((before) => ({ ...before, items: work(before.items) }))
  }, [])
  const leave = useCallback(
    (isGone: (item: QueueItem) => boolean) => change((before) => before.filter((item) => !isGone(item))),
    [change],
  )
  return { ...loaded, present, loadFrom, change, leave }
}

/** Follows what others do with the queue. New items are announced by `hasNew`, or in a conversation loaded at once. */
export function useQueueEvents({ tokenName, postId }: QueueScope, queue: QueueItems) {
  const { present, loadFrom, change, leave } = queue
  const stoa = useStoa()
  const viewerId = useViewer()?.id
  const [hasNew, setHasNew] = useState(false)
  useEffect(() => {
    // The queue of a conversation is short, so it reloads at once for new items.
    const arriving = postId === undefined ? { want: () => setHasNew(true), end() {} } : throttle(() => loadFrom(null))
    const onChange = (event: EventOf<'queue.changed'>) => {
      if (tokenName !== null && event.tokenName !== tokenName) return
      const isMeant = (item: QueueItem) =>
        item.tokenName === event.tokenName && event.subjectIds.includes(item.subjectId)
      if (event.change === 'decided') leave(isMeant)
      const isShown = (id: string) =>
        present.current.items.some((item) => item.tokenName === event.tokenName && item.subjectId === id)
      const isNews = event.change === 'opened' && event.by.id !== viewerId
      if (isNews && !event.subjectIds.every(isShown)) arriving.want()
      if (event.change === 'claimed') {
        const by = { userId: event.by.id, displayName: event.by.displayName, slugUrl: '', imageUrl: '' }
        const claim = event.until === 0 ? null : { by, until: event.until }
        change((before) => before.map((item) => (isMeant(item) ? { ...item, claim } : item)))
      }
    }
    const stop = subscribeToQueue(stoa, { onChange, onGap: arriving.want })
    return () => {
      arriving.end()
      stop()
    }
  }, [stoa, tokenName, postId, viewerId, present, leave, change, loadFrom])

  const reload = useCallback(() => {
    setHasNew(false)
    loadFrom(null)
  }, [loadFrom])
  return { hasNew, reload }
}

/** Removes claims when they expire. */
export function useClaimExpiry({ items, change }: Pick<QueueItems, 'items' | 'change'>): void {
  const { clock } = useStoa()
  useEffect(() => {
    const ends = items.flatMap(({ claim }) => claim?.until ?? [])
    if (ends.length === 0) return
    const end = Math.min(...ends)
    const isOver = ({ claim }: QueueItem) => claim !== null && claim.until <= end
    const timer = setTimeout(
      () => change((before) => before.map((item) => (isOver(item) ? { ...item, claim: null } : item))),
      Math.max(0, end - clock()),
    )
    return () => clearTimeout(timer)
  }, [items, clock, change])
}

export function has(items: readonly QueueItem[], item: QueueItem): boolean {
  return items.some(({ id }) => id === item.id)
}
