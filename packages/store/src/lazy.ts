import { StoaError } from '@stoa/client'
import { setList } from './cache.ts'
import type * as lists from './lists.ts'
import type { ListQuery } from './queries.ts'
import type { Stoa } from './stoa.ts'

/**
 * Code that `load` imports on first use. A failure is a `StoaError` with code `CODE_NOT_LOADED`, and the next use tries
 * again.
 */
export function lazy<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let code: Promise<Code> | undefined
  return () =>
    (code ??= load().catch((cause: unknown) => {
      code = undefined
      throw new StoaError('CODE_NOT_LOADED', { message: '', cause })
    }))
}

const loadLists = lazy(() => import('./lists.ts'))

/**
 * Runs `work` with the code of lists, loaded on first use: a list rendered with the page doesn't need it. If loading
 * fails, the list's status is `error`. Never rejects.
 */
export function withLists(stoa: Stoa, query: ListQuery, work: (code: typeof lists) => unknown): Promise<unknown> {
  return loadLists().then(work, (error: StoaError) => setList(stoa, query, () => ({ status: 'error', error })))
}
