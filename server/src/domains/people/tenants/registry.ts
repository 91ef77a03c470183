import type { Domain, Domains } from './domain-config.ts'

const isServed = ({ hosts }: Domain): boolean => hosts.length > 0

function sectionsByAdmin(all: readonly Domain[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { communities, admins } of all.flatMap(({ settings }) => settings.sections ?? []))
    for (const id of admins) found.set(id, [...(found.get(id) ?? []), ...communities])
  return found
}

/** The domains in force. They change while the server runs, so callers keep none of them. */
export type DomainRegistry = ReturnType<typeof createDomainRegistry>

/** Holds the served domains. A domain keeps its object until it changes. */
export function createDomainRegistry(first: Domains) {
  const indexed = (all: Domains) => {
    const hosts = all.flatMap((domain) => domain.hosts.map((host): [string, Domain] => [host, domain]))
    return {
      all: all.filter(isServed) as unknown as Domains,
      stored: all,
      byHost: new Map(hosts.toReversed()),
      byHostname: new Map(hosts.toReversed().map(([host, domain]) => [host.replace(/:\d+$/, ''), domain])),
      byName: new Map(all.map((domain) => [domain.name, domain])),
      sectionsByAdmin: sectionsByAdmin(all.filter(isServed)),
      origins: all.filter(isServed).map(({ origin }) => origin),
    }
  }
  let current = indexed(first)
  return {
    /** The served ones, the default domain first. */
    all: (): Domains => current.all,
    /** Also those without a proven host. */
    stored: (): Domains => current.stored,
    origins: (): readonly string[] => current.origins,
    named: (name: string): Domain | undefined => current.byName.get(name),
    /** Token names of the communities in the sections that these accounts administer. */
    sectionCommunities: (accountIds: readonly string[]): string[] => [
      ...new Set(accountIds.flatMap((id) => current.sectionsByAdmin.get(id) ?? [])),
    ],
    /** By host, with its port unless that is the usual one. */
    at: (host: string): Domain | undefined => current.byHost.get(host),
    /** By host without a port. */
    atHostname: (hostname: string): Domain | undefined => current.byHostname.get(hostname),
    replace(all: Domains): void {
      current = indexed(all)
    },
  }
}
