import { AsyncLocalStorage } from 'node:async_hooks'
import { followUrlMapping, type UrlMapping, unmappedPath } from '@stoa/contract'

const current = new AsyncLocalStorage<UrlMapping>()
followUrlMapping(() => current.getStore())

/** Runs work whose paths follow the mapping of a domain, also what it waits for. */
export function underUrlMapping<Result>(mapping: UrlMapping, work: () => Result): Result {
  // Following asynchronous work costs every promise something, so installations without mappings don't.
  const isUnmapped = current.getStore() === undefined && Object.keys(mapping).length === 0
  return isUnmapped ? work() : current.run(mapping, work)
}

/** An address of a domain as it is without the domain's mapping, present or former. */
export function pathWithoutMapping(
  { config, formerPrefixes }: { config: { urlMapping: UrlMapping }; formerPrefixes: readonly string[] },
  path: string,
): string {
  const prefixes = [...Object.values(config.urlMapping), ...formerPrefixes]
  return underUrlMapping(Object.fromEntries(prefixes.map((prefix) => [prefix, prefix])), () => unmappedPath(path))
}
