import type { StoaError } from '@stoa/client'
import { setList } from './cache.ts'
import { lazy } from './lazy.ts'
import type * as lists from './lists.ts'
import type { ListQuery } from './queries.ts'
import type { Stoa } from './stoa.ts'

const loadLists = lazy(() => import('./lists.ts'))

/**
 * Runs `work` with the code of lists, loaded on first use: a list rendered with the page doesn't need it. If loading
 * fails, the list's status is `error`. Never rejects.
 */
export function withLists(stoa: Stoa, query: ListQuery, work: (code: typeof lists) => unknown): Promise<unknown> {
  return loadLists().then(work, (error: StoaError) => setList(stoa, query, () => ({ status: 'error', error })))
}
