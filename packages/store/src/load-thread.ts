import type { CommentSort } from '@stoa/contract'
import { PAST_CACHES } from './past-caches.ts'
import type { Article, Thread } from './state.ts'
import type { Stoa } from './stoa.ts'
import { seedThread } from './threads.ts'

/** Options of `loadThread`. */
export interface ThreadOptions {
  /** Default top. */
  sort?: CommentSort
  /** Top-level comments on the first page. Default: the server's. */
  limit?: number
}

/** Loads everything that a widget shows of an article at first. Throws `StoaError`. */
export async function loadThread(stoa: Stoa, article: Article, options: ThreadOptions = {}): Promise<Thread> {
  const { sort, limit } = options
  const since = stoa.changes.turn
  const payload = await stoa.client.call(
    'articleThread',
    { ...article, ...(sort ? { sort } : {}), ...(limit ? { limit } : {}) },
    PAST_CACHES,
  )
  return seedThread(stoa, { article, payload, since, ...(sort ? { sort } : {}) })
}
