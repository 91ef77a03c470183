import type { Platform } from '../../../platform/platform.ts'
import type { TrustProxy } from '../../../platform/security/address.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import { readDomains } from './domain-config.ts'
import { readProviders } from './provider-config.ts'
import { createDomainScopes, createDomainService } from './service.ts'
import { createTenants } from './tenants.ts'

export type { Domain } from './domain-config.ts'
export type { OAuthId, OAuthProvider, OidcProvider, Provider, Providers, TokenIssuer } from './provider-config.ts'
export type { DomainScopes, DomainService } from './service.ts'
export type { Tenants } from './tenants.ts'

export type TenantSettings = ReturnType<typeof readTenants>
export type TenantsDomain = ReturnType<typeof registerTenants>
export const tenantsDomain = { register: registerTenants }

/** Reads the served domains and the sign-in providers. */
export function readTenants(config: Pick<Platform['config'], 'dataFolder' | 'url'>) {
  const providers = readProviders(config.dataFolder)
  const all = readDomains(config.dataFolder, config.url, providers)
  return { providers, all, origins: all.map(({ origin }) => origin) }
}

function registerTenants(
  { database, config }: Platform,
  earlier: CommunitiesDomain & { tenantSettings: TenantSettings; setsHost: TrustProxy },
) {
  const { communities, setsHost } = earlier
  const { all } = earlier.tenantSettings
  const tenants = createTenants({ all, setsHost, communities, production: config.production })
  return {
    domains: createDomainService({ database, communities, all }),
    domainScopes: createDomainScopes(all),
    tenants,
    domainOf: tenants.of,
    originOf: tenants.originOf,
  }
}
