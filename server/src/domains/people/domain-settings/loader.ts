import { DEFAULT_DOMAIN, type DomainSettings, mappedPrefix, NETWORK_SETTINGS } from '@stoa/contract'
import { domainSettings } from '@stoa/contract/schemas'
import type { Transaction } from '../../../platform/database/database.ts'
import { ConfigError } from '../../../platform/domain-error.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Domain, type Domains, domainOf, type TenantSettings, withOwnProviders } from '../tenants/index.ts'
import type { ProviderKeys } from './provider-keys.ts'
import { type DomainRow, domainRepository, type HostRow, type VersionRow } from './repository.ts'

/** Earlier versions that are tried if the published one is no longer valid. */
const FALLBACKS_MAX = 20

export type DomainLoader = ReturnType<typeof createDomainLoader>

interface Dependencies extends Pick<Platform, 'database' | 'logger' | 'config'> {
  tenantSettings: TenantSettings
  keys: Pick<ProviderKeys, 'open'>
}

/** What is stored about a domain. */
interface StoredDomain {
  row: DomainRow
  published: VersionRow | undefined
  hosts: readonly HostRow[]
}

/** A version's settings, or why they are no longer valid. */
export function settingsOf({ settings }: Pick<VersionRow, 'settings'>): DomainSettings | { problem: string } {
  const parsed = domainSettings.safeParse(JSON.parse(settings))
  if (parsed.success) return parsed.data
  return { problem: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') }
}

/** What addresses of communities have begun with, once settings are in force as well. */
export function withPrefixes(row: Pick<DomainRow, 'former_prefixes'>, { urlMapping }: DomainSettings): string | null {
  const all = new Set([...prefixesOf(row), ...urlMapping.map(mappedPrefix)])
  return all.size === 0 ? null : JSON.stringify([...all])
}

function prefixesOf({ former_prefixes: stored }: Pick<DomainRow, 'former_prefixes'>): string[] {
  return stored === null ? [] : JSON.parse(stored)
}

/** Defaults, with the settings of a version that decide about communities and are valid by themselves. */
function withNetworkSettings({ settings }: Pick<VersionRow, 'settings'>): DomainSettings {
  const stored: Record<string, unknown> = JSON.parse(settings)
  const kept = NETWORK_SETTINGS.filter((name) => domainSettings.shape[name].safeParse(stored[name]).success)
  return domainSettings.parse(Object.fromEntries(kept.map((name) => [name, stored[name]])))
}

/** Puts the published versions of all domains into force in this process. */
export function createDomainLoader({ database, logger, config, tenantSettings, keys }: Dependencies) {
  const { registry, providers } = tenantSettings
  /** Revisions in force, by domain. */
  const revisions = new Map<string, string>()
  /** Why an older version than the published one is in force, by domain. */
  const problems = new Map<string, string>()

  /** The published settings; if they are no longer valid, the last ones that are. */
  async function validSettings({ row, published }: StoredDomain, tx?: Transaction): Promise<DomainSettings> {
    problems.delete(row.name)
    const settings = published ? settingsOf(published) : { problem: 'it is missing' }
    if (!('problem' in settings)) return settings
    const problem = `Version ${row.published_version} is not valid: ${settings.problem}`
    problems.set(row.name, problem)
    if (revisions.get(row.name) !== row.revision)
      logger.error(
        { domain: row.name, version: row.published_version, problem: settings.problem },
        'a domain’s settings are not valid',
      )
    const earlier = await domainRepository(database.from(tx)).publishedBefore(
      row.name,
      row.published_version,
      FALLBACKS_MAX,
    )
    for (const version of earlier) {
      const found = settingsOf(version)
      if (!('problem' in found)) return found
    }
    return published ? withNetworkSettings(published) : domainSettings.parse({})
  }

  /** A domain as it is stored. It has no hosts while none is proven, and isn't served then. */
  async function built(stored: StoredDomain, tx?: Transaction): Promise<Domain> {
    const { name, revision } = stored.row
    const { protocol, host: defaultHost } = new URL(config.url)
    const others = stored.hosts.filter(({ host }) => host !== defaultHost)
    const proven = others.filter(({ proven_at: at }) => Number(at) > 0).map(({ host }) => host)
    const hosts = name === DEFAULT_DOMAIN ? [defaultHost, ...proven] : proven
    const settings = await validSettings(stored, tx)
    const origin = `${protocol}//${hosts[0] ?? others[0]?.host ?? defaultHost}`
    const own = await keys.open(name, settings, tx)
    const formerPrefixes = prefixesOf(stored.row)
    return domainOf(
      { name, origin, hosts, settings, revision, formerPrefixes },
      { ...config, providers: withOwnProviders(providers, own) },
    )
  }

  /** The same. If it can't be, such as with a broken translation, the domain stays as it was. */
  async function builtOrFormer(stored: StoredDomain): Promise<Domain | null> {
    const { name, revision } = stored.row
    try {
      return await built(stored)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.set(name, error.message)
      logger.error({ err: error, domain: name, revision }, 'a domain’s settings can’t be used')
      return registry.named(name) ?? null
    }
  }

  /** Serves a domain as it is stored. */
  function put({ name, revision }: DomainRow, domain: Domain): void {
    revisions.set(name, revision)
    const [first, ...others] = registry.stored()
    if (name === DEFAULT_DOMAIN) registry.replace([domain, ...others])
    else if (registry.named(name)) registry.replace([first, ...others.map((one) => (one.name === name ? domain : one))])
    else registry.replace([first, ...others, domain])
  }

  return {
    problemOf: (name: string): string | null => problems.get(name) ?? null,
    /** The settings in force, as far as they are known. */
    settingsOf: (name: string): DomainSettings => registry.named(name)?.settings ?? domainSettings.parse({}),
    /** The texts that files give a domain, as far as they are known. */
    fileTextsOf: (name: string): Domain['fileTexts'] => registry.named(name)?.fileTexts ?? new Map(),
    /** A served domain as one of its versions configures it. Null if there is none, or it isn't valid. */
    async preview(name: string, number: number): Promise<Domain | null> {
      const served = registry.named(name)
      const version = served && (await domainRepository(database.read).version(name, number))
      const settings = version && settingsOf(version)
      if (!served || !settings || 'problem' in settings) return null
      const revision = `${revisions.get(name)} preview ${number}`
      const own = await keys.open(name, settings)
      const about = { ...config, providers: withOwnProviders(providers, own) }
      return { ...domainOf({ ...served, settings, revision }, about), preview: number }
    },
    /** Reads what has changed since the last time. Does nothing if no domain is stored. */
    async load(): Promise<void> {
      const repository = domainRepository(database.read)
      const stored = await repository.revisions()
      const isCurrent =
        stored.length === revisions.size && stored.every(({ name, revision }) => revisions.get(name) === revision)
      if (isCurrent) return
      const [rows, versions, hosts] = [
        await repository.all(),
        await repository.publishedVersions(),
        await repository.hosts(),
      ]
      const publishedByName = new Map(versions.map((version) => [version.domain_name, version]))
      const hostsByName = groupBy(hosts, (host) => host.domain_name)
      const domains = new Map<string, Domain>()
      for (const row of rows) {
        const { name, revision } = row
        const former = revisions.get(name) === revision ? registry.named(name) : undefined
        const stored = { row, published: publishedByName.get(name), hosts: hostsByName.get(name) ?? [] }
        const domain = former ?? (await builtOrFormer(stored))
        if (domain) domains.set(name, domain)
      }
      revisions.clear()
      for (const { name, revision } of rows) revisions.set(name, revision)
      const standard = domains.get(DEFAULT_DOMAIN) ?? registry.all()[0]
      domains.delete(DEFAULT_DOMAIN)
      const all: Domains = [standard, ...domains.values()]
      registry.replace(all)
    },
    /** Puts a domain into force as the transaction leaves it, once it commits. */
    async serveAfterCommit(tx: Transaction, name: string): Promise<void> {
      const repository = domainRepository(tx.connection)
      const row = await repository.find(name)
      if (!row) {
        tx.afterCommit(() => {
          revisions.delete(name)
          const [first, ...others] = registry.stored()
          registry.replace([first, ...others.filter((one) => one.name !== name)])
        })
        return
      }
      const published = await repository.version(name, row.published_version)
      const domain = await built({ row, published, hosts: await repository.hosts(name) }, tx)
      tx.afterCommit(() => put(row, domain))
    },
  }
}
