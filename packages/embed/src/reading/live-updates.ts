import { type EventListener, UNORDERED_MS } from '@stoa/client/realtime'
import { articleKey, type EventName, type EventOf, type ThreadPart } from '@stoa/contract'
import type { NamedEvent } from '@stoa/store'
import type { RenderedState, ThreadPartName } from '../first-view/fragment-state.ts'
import type { MountOptions } from '../loader/define-element.ts'
import { pageConnection } from '../session/page-connection.ts'
import { fetchThread } from './fetch-thread.ts'
import type { ReceivedUpdates } from './received-updates.ts'

/** The events that change a part, besides those about the post and people. For comments: all that name the post. */
const CHANGES: Partial<Record<ThreadPartName, string>> = { reactions: 'reaction.changed', poll: 'poll.changed' }

/** Listens for changes of the rendered thread. Calls `notify` when something has changed and the page is visible. */
export function listenForUpdates(about: {
  part: ThreadPartName
  state: RenderedState
  options: MountOptions
  notify: () => void
}): ReceivedUpdates {
  const { part, state, options, notify } = about
  const { payload, now: since, recentEvents = [] } = state
  /** None: the article has no thread yet. */
  const postId = payload.post?.id
  const { realtime } = pageConnection(options.forumUrl)
  const events: NamedEvent[] = []
  let hasGap = false
  let hasEnded = false

  function onVisible(): void {
    if (document.hidden) return
    document.removeEventListener('visibilitychange', onVisible)
    notify()
  }
  function notifyWhenVisible(): void {
    document.addEventListener('visibilitychange', onVisible)
    onVisible()
  }

  /** Fetches the changes between the rendering and now. */
  async function compare(): Promise<void> {
    const { article, sort, pageSize } = options
    const now = await readOnce(options.forumUrl, {
      ...article,
      ...(sort ? { sort } : {}),
      ...(pageSize ? { limit: pageSize } : {}),
    })
    if (hasEnded || digest(now, part) === digest(payload, part)) return
    hasGap = true
    notifyWhenVisible()
  }
  const refetch = () => void compare().catch(() => {})

  function isOfThread(event: EventOf<EventName>): boolean {
    if ('user' in event) return JSON.stringify(payload).includes(event.user.id)
    return 'postId' in event && event.postId === postId
  }
  function isShown(name: EventName, event: EventOf<EventName>): boolean {
    if ('user' in event || name === 'post.changed') return true
    if ('entityType' in event && event.entityType === 'Post') return part === 'reactions'
    return part === 'comments' ? name !== 'poll.changed' : name === CHANGES[part]
  }

  const onEvent: EventListener = (name, event) => {
    if (event.at <= since - UNORDERED_MS || recentEvents.includes(event.id)) return
    if ('articleUrl' in event) {
      // The event has no content.
      if (postId || event.articleUrl !== payload.articleUrl) return
      hasGap = true
      notifyWhenVisible()
      return
    }
    if (!isOfThread(event)) return
    // Hydration puts the HTML's data into the store, which other elements of the page show.
    events.push({ name, ...event } as NamedEvent)
    if (isShown(name, event)) notifyWhenVisible()
  }

  const rooms = postId
    ? { postIds: [postId] }
    : { articles: [articleKey(payload.community.tokenName, payload.articleUrl)] }
  const cleanups = [
    realtime.onEvent(onEvent, since),
    realtime.onGap((isFirst) => !isFirst && refetch()),
    realtime.watch({ ...rooms, since }),
  ]
  return {
    events,
    get hasGap() {
      return hasGap
    },
    end() {
      hasEnded = true
      document.removeEventListener('visibilitychange', onVisible)
      for (const cleanup of cleanups.splice(0)) cleanup()
    },
  }
}

const reads = new Map<string, ReturnType<typeof fetchThread>>()

/** Elements that compare at the same time share a request. */
function readOnce(...question: Parameters<typeof fetchThread>): ReturnType<typeof fetchThread> {
  const key = JSON.stringify(question)
  let read = reads.get(key)
  if (!read) {
    read = fetchThread(...question).finally(() => reads.delete(key))
    reads.set(key, read)
  }
  return read
}

/** The visible data of a part. View counts are not shown. */
function digest({ post, comments }: ThreadPart, part: ThreadPartName): string {
  return JSON.stringify([post && { ...post, totalViews: 0 }, part === 'comments' && comments?.items])
}
