import { markShownNotificationsRead, type Stoa } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useEffect } from 'react'
import { useMatches } from 'react-router'

/** How long content must be visible to count as seen; changes meanwhile are handled together. */
const LOOK_MS = 1000
/** Pause after a refusal, doubled after each further one. */
const REFUSED_MS = 30_000

/** While a thread is visible, marks the viewer's notifications about it as read. */
export function useMarkNotificationsRead(): void {
  const stoa = useStoa()
  const postId = useMatches().flatMap(({ loaderData }) => shownPostOf(loaderData))[0]
  useEffect(() => (postId === undefined ? undefined : markVisibleRead(stoa, postId)), [stoa, postId])
}

/** The post whose comments a screen shows. */
function shownPostOf(data: unknown): string[] {
  const isThread = typeof data === 'object' && data !== null && 'postId' in data && 'commentId' in data
  return isThread && typeof data.postId === 'string' ? [data.postId] : []
}

/**
 * Sends requests only if the viewer has unread notifications, when more of the thread is shown or more is unread.
 * Returns a function that stops it.
 */
function markVisibleRead(stoa: Stoa, postId: string): () => void {
  const requestedIds = new Set<string>()
  let unread = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  let pauseMs = REFUSED_MS
  let isEnded = false

  function look(): void {
    timer = undefined
    if (pause !== undefined) return
    const count = stoa.state.getState().unread?.notifications ?? 0
    const commentIds = Array.from(document.querySelectorAll<HTMLElement>('#main [data-comment]'), readId)
    const hasMore = count > unread || [postId, ...commentIds].some((id) => !requestedIds.has(id))
    if (document.hidden || count === 0 || !hasMore) {
      unread = Math.min(unread, count)
      return
    }
    unread = count
    for (const id of [postId, ...commentIds]) requestedIds.add(id)
    markShownNotificationsRead(stoa, { postId, commentIds }).catch(rest)
  }

  /** After a refusal, pauses: marking itself changes the state, which would retry at once. */
  function rest(): void {
    if (isEnded || pause !== undefined) return
    pause = setTimeout(() => {
      pause = undefined
      requestedIds.clear()
      lookSoon()
    }, pauseMs)
    pauseMs *= 2
  }

  const lookSoon = () => {
    timer ??= setTimeout(look, LOOK_MS)
  }
  const endings = [stoa.state.subscribe(lookSoon), () => document.removeEventListener('visibilitychange', lookSoon)]
  document.addEventListener('visibilitychange', lookSoon)
  lookSoon()
  return () => {
    isEnded = true
    clearTimeout(timer)
    clearTimeout(pause)
    for (const end of endings) end()
  }
}

function readId({ dataset }: HTMLElement): string {
  return dataset.comment ?? ''
}
