import type { Table } from './database/table.ts'
import type { Platform } from './platform.ts'

/** A domain, as its index.ts declares it. */
interface Domain<Earlier, Services> {
  /** The tables it owns. Default: none. */
  tables?: readonly Table[]
  /** Creates its services and schedules its jobs. */
  register: (platform: Platform, earlier: Earlier) => Services
}

/** Domains in their order. */
interface DomainList<Given, Services> {
  tables: readonly Table[]
  /** Registers the domains; returns their services. */
  register: (platform: Platform, given: Given) => Services
  /** Adds a domain. It gets the services of those before it, which must include what it needs. */
  add<Added>(domain: Domain<Services, Added>): DomainList<Given, Services & Added>
}

/** A list of domains without a domain. What is given at registration counts as services of earlier ones. */
export function startDomainList<Given>(): DomainList<Given, Given> {
  return domainList([], (_, given) => given)
}

function domainList<Given, Services>(
  tables: readonly Table[],
  register: (platform: Platform, given: Given) => Services,
): DomainList<Given, Services> {
  return {
    tables,
    register,
    add: (domain) =>
      domainList([...tables, ...(domain.tables ?? [])], (platform, given: Given) => {
        const earlier = register(platform, given)
        return { ...earlier, ...domain.register(platform, earlier) }
      }),
  }
}
