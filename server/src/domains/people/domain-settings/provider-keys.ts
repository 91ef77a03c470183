import type { DomainSettings } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deriveKey, openSealed, seal } from '../../../platform/security/keys.ts'
import type { OwnProvider } from '../tenants/index.ts'
import { domainRepository } from './repository.ts'
import { DOMAIN_KEY } from './tables.ts'

/** A domain keeps the secrets of its former versions. */
const KEYS_MAX = 200

export type ProviderKeys = ReturnType<typeof createProviderKeys>

/** Secrets of domains at sign-in providers, encrypted with the server's key. Nothing sends them back. */
export function createProviderKeys({
  database,
  clock,
  ids,
  logger,
  secret,
}: Pick<Platform, 'database' | 'clock' | 'ids' | 'logger' | 'secret'>) {
  const key = deriveKey(secret, DOMAIN_KEY)
  const read = (tx?: Transaction) => domainRepository(database.from(tx))

  return {
    /** Stores a secret; returns the id by which settings name it. */
    async add(tx: Transaction, name: string, clientSecret: string): Promise<string> {
      const repository = domainRepository(tx.connection)
      if ((await repository.keys(name)).length >= KEYS_MAX)
        throw new DomainError('VALIDATION_FAILED', [
          { field: 'secret', message: `A domain has at most ${KEYS_MAX} secrets.` },
        ])
      const id = ids.next()
      await repository.insertKey({ id, domain_name: name, sealed: seal(key, clientSecret), created_at: clock.now() })
      return id
    },
    /** Providers of the settings whose secrets the domain doesn't have. */
    async missing(name: string, { ownProviders = [] }: DomainSettings, tx?: Transaction): Promise<string[]> {
      const there = ownProviders.length === 0 ? [] : (await read(tx).keys(name)).map(({ id }) => id)
      return ownProviders.flatMap(({ id, keyId }) => (there.includes(keyId) ? [] : [id]))
    },
    /** The providers of a domain's settings with their secrets. One whose secret can't be read is left out. */
    async open(name: string, { ownProviders = [] }: DomainSettings, tx?: Transaction): Promise<OwnProvider[]> {
      if (ownProviders.length === 0) return []
      const rows = new Map((await read(tx).keys(name)).map((row) => [row.id, row.sealed]))
      return ownProviders.flatMap(({ id, clientId, keyId }) => {
        try {
          return [{ id, clientId, clientSecret: openSealed(key, rows.get(keyId) ?? '') }]
        } catch {
          logger.error({ domain: name, provider: id }, 'a domain’s secret at a sign-in provider can’t be read')
          return []
        }
      })
    },
  }
}
