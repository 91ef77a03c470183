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
interface DomainList<Initial, Services> {
  tables: readonly Table[]
  /** Registers the domains; returns their services. */
  register: (platform: Platform, services: Initial) => Services
  /** Adds a domain. It gets the services of those before it, which must include what it needs. */
  add<Added>(domain: Domain<Services, Added>): DomainList<Initial, Services & Added>
}

/** A list of domains without a domain. The services passed to `register` count as those of earlier domains. */
export function startDomainList<Initial>(): DomainList<Initial, Initial> {
  return domainList([], (_, services) => services)
}

function domainList<Initial, Services>(
  tables: readonly Table[],
  register: (platform: Platform, services: Initial) => Services,
): DomainList<Initial, Services> {
  return {
    tables,
    register,
    add: (domain) =>
      domainList([...tables, ...(domain.tables ?? [])], (platform, initial: Initial) => {
        const earlier = register(platform, initial)
        return { ...earlier, ...domain.register(platform, earlier) }
      }),
  }
}
