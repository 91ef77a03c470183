import { listOf } from './cache.ts'
import type { ListQuery } from './queries.ts'
import type { Stoa, StoaState } from './stoa.ts'

/** For this long after a thread has left the page, coming back to it continues the visit. */
const PAUSE_MS = 10_000

/** Which comments a thread marks during a visit. */
export interface VisitTimes {
  /** Comments after this time are new since the last visit. Undefined: this is the first one, or it isn't known. */
  since: number | undefined
  /** Comments after this time have arrived during the visit. Undefined: not yet recorded as read. */
  liveSince: number | undefined
  /** Number of comments that were new at its start. */
  newComments: number
}

interface Visit extends VisitTimes {
  /** Number of threads that show the post. */
  open: number
  /** When the last one left the page. */
  leftAt: number
}

const NO_VISIT: VisitTimes = { since: undefined, liveSince: undefined, newComments: 0 }

/** Visits to posts' threads: `stoa.singleton(createVisits)`. What is marked as new stays marked until a visit ends. */
export function createVisits(stoa: Stoa) {
  const visits = new Map<string, Visit>()
  stoa.onDestroy(
    stoa.state.subscribe(({ viewer }, before) => {
      if (viewer?.id === before.viewer?.id) return
      for (const visit of visits.values()) Object.assign(visit, NO_VISIT)
    }),
  )
  return {
    /** A thread shows the post. Returns the function that ends this. */
    begin(postId: string): () => void {
      const known = visits.get(postId)
      const isOver = !known || (known.open === 0 && stoa.clock() - known.leftAt > PAUSE_MS)
      const visit = isOver ? { ...NO_VISIT, open: 0, leftAt: 0 } : known
      visits.set(postId, visit)
      visit.open += 1
      return () => {
        visit.open -= 1
        visit.leftAt = stoa.clock()
      }
    },
    /** The times of the visit to a post. */
    timesOf(postId: string, { reads }: StoaState): VisitTimes {
      const visit = visits.get(postId)
      if (visit?.liveSince !== undefined) return visit
      const { until: since, newComments = 0 } = reads[postId] ?? {}
      return { since, liveSince: undefined, newComments }
    },
    /** Before the first position of a visit is recorded: what is new stays as it is now. */
    fix(postId: string, until: number): void {
      const visit = visits.get(postId)
      if (!visit || visit.liveSince !== undefined) return
      const { until: since, newComments = 0 } = stoa.state.getState().reads[postId] ?? {}
      Object.assign(visit, { since, newComments, liveSince: until } satisfies VisitTimes)
    },
  }
}

/**
 * Up to when the comments of a post have been shown: the newest one's time, or just before the first that waits to be
 * shown. In a list that begins with the oldest, later pages follow: up to the last comment of its pages. Undefined while
 * the post isn't loaded.
 */
export function shownUntil(stoa: Stoa, postId: string, list: ListQuery): number | undefined {
  const { posts, comments, newItems } = stoa.state.getState()
  const post = posts[postId]
  if (!post) return undefined
  const { ids, local, hasMore } = listOf(stoa, list)
  // One's own new, pending and hidden comments are shown after those of the loaded pages.
  const last = comments[ids.findLast((id) => !local.includes(id)) ?? '']
  if (hasMore && 'sort' in list.params && list.params.sort === 'old') return (last ?? post).createdAt
  const waiting = new Set(Object.values(newItems).flat())
  const own = Object.values(comments).filter((comment) => comment.postId === postId)
  const times = own.filter(({ id }) => !waiting.has(id)).map(({ createdAt }) => createdAt)
  const waitingTimes = own.filter(({ id }) => waiting.has(id)).map(({ createdAt }) => createdAt - 1)
  return Math.min(Math.max(post.createdAt, post.activeAt, ...times), ...waitingTimes)
}
