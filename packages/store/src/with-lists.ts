import type { StoaError } from '@stoa/client'
import type { ListQuery } from './list-query.ts'
import { setList } from './list-state.ts'
import type * as lists from './lists.ts'
import { loadCode } from './load-code.ts'
import type { Stoa } from './stoa.ts'

/**
 * Does something to a list by code that comes with its first use, since a list that came with the page shows without.
 * When the code does not come, the list has failed. Never rejects.
 */
export function withLists(stoa: Stoa, query: ListQuery, work: (code: typeof lists) => unknown): Promise<unknown> {
  return loadCode(() => import('./lists.ts')).then(work, (error: StoaError) =>
    setList(stoa, query, () => ({ status: 'error', error })),
  )
}
