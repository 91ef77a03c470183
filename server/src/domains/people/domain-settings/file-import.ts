import { createHash, randomBytes } from 'node:crypto'
import { DEFAULT_DOMAIN } from '@stoa/contract'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../accounts/index.ts'
import type { DomainFile, TenantSettings } from '../tenants/index.ts'
import { withPrefixes } from './loader.ts'
import { domainRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'logger'> {
  tenantSettings: TenantSettings
  accounts: Pick<AccountService, 'nameAdminDomain'>
}

const hashOf = ({ origin, settings }: DomainFile) =>
  createHash('sha256')
    .update(JSON.stringify([origin, settings]))
    .digest('hex')

/** A host's token. */
export const newToken = () => randomBytes(24).toString('base64url')

/**
 * Imports the domains that files configure: those that aren't stored yet, and files that have changed since, unless
 * somebody has changed the settings here.
 */
export function createFileImport({ database, clock, ids, logger, accounts, tenantSettings }: Dependencies) {
  return async (): Promise<void> => {
    for (const file of tenantSettings.files) {
      const { name, origin, settings } = file
      const hash = hashOf(file)
      const ignored = await database.transaction(async (tx) => {
        const repository = domainRepository(tx.connection)
        const row = await repository.lock(name, database.dialect)
        if (row && (row.file_hash === hash || row.deleted_at > 0)) return false
        const now = clock.now()
        const latest = row ? await repository.version(name, row.latest_version) : undefined
        if (row && !latest?.is_from_file) return true
        const number = (row?.latest_version ?? 0) + 1
        await repository.insertVersion({
          domain_name: name,
          number,
          settings: JSON.stringify(settings),
          author_id: '',
          is_from_file: 1,
          created_at: now,
          published_at: now,
        })
        const change = {
          published_version: number,
          latest_version: number,
          revision: ids.next(),
          file_hash: hash,
          former_prefixes: withPrefixes(row ?? { former_prefixes: null }, settings),
        }
        if (row) await repository.update(name, change)
        else await repository.insert({ name, created_at: name === DEFAULT_DOMAIN ? 0 : now, deleted_at: 0, ...change })
        const { host } = new URL(origin)
        if (name === DEFAULT_DOMAIN) return false
        if (!row) await accounts.nameAdminDomain(tx, { host, name })
        const stored = await repository.host(host)
        if (stored && stored.domain_name !== name && Number(stored.proven_at) > 0) {
          logger.warn({ file: file.file, host }, 'the host of this file belongs to another domain')
          return false
        }
        if (stored) await repository.deleteHost(host)
        for (const other of await repository.hosts(name)) await repository.updateHost(other.host, { is_canonical: 0 })
        await repository.insertHost({
          host,
          domain_name: name,
          is_canonical: 1,
          token: stored?.token ?? newToken(),
          // Whoever writes files on the server may serve any host.
          proven_at: now,
          created_at: now,
        })
        return false
      })
      if (ignored)
        logger.warn(
          { file: file.file },
          'this file has changed, but the domain’s settings were changed in the forum since',
        )
    }
  }
}
