import { AsyncLocalStorage } from 'node:async_hooks'
import { followUrlMapping, type UrlMapping } from '@stoa/contract'

const current = new AsyncLocalStorage<UrlMapping>()
followUrlMapping(() => current.getStore())

/** Runs work whose paths follow the mapping of a domain, also what it waits for. */
export function underUrlMapping<Result>(mapping: UrlMapping, work: () => Result): Result {
  // Following asynchronous work costs every promise something, so installations without mappings don't.
  const isUnmapped = current.getStore() === undefined && Object.keys(mapping).length === 0
  return isUnmapped ? work() : current.run(mapping, work)
}
