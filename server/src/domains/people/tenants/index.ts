import type { Platform } from '../../../platform/platform.ts'
import type { TrustProxy } from '../../../platform/security/address.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import { readDomainFiles, servedFile } from './domain-config.ts'
import { readProviders } from './provider-config.ts'
import { createDomainRegistry } from './registry.ts'
import { createDomainScopes, createDomainService } from './service.ts'
import { createTenants } from './tenants.ts'

export {
  availableProviders,
  type Domain,
  type DomainFile,
  type Domains,
  domainOf,
  problemOfLanguages,
  providersMissing,
  unknownProviders,
} from './domain-config.ts'
export { inLanguage, textsOf } from './domain-texts.ts'
export type { OAuthId, OAuthProvider, OidcProvider, Provider, Providers, TokenIssuer } from './provider-config.ts'
export { keyProviders, type OwnProvider, SERVICES, withOwnProviders } from './provider-config.ts'
export { localeOfPage, rememberLanguage } from './reader-language.ts'
export type { DomainScopes, DomainService } from './service.ts'
export type { Tenants } from './tenants.ts'
export { mailBrandOf } from './theme.ts'

export type TenantSettings = ReturnType<typeof readTenants>
export type TenantsDomain = ReturnType<typeof registerTenants>
export const tenantsDomain = { register: registerTenants }

/**
 * Reads the domains that files configure, and the sign-in providers. The registry has the domains in force: at first
 * those of the files.
 */
export function readTenants(config: Pick<Platform['config'], 'dataFolder' | 'url' | 'domainsFromFiles'>) {
  const providers = readProviders(config.dataFolder)
  const files = readDomainFiles(config.dataFolder, config.url, providers)
  const [first, ...others] = files
  const served = (file: typeof first) => servedFile(file, { ...config, providers })
  const registry = createDomainRegistry([served(first), ...others.map(served)])
  return { providers, files, registry, isFromFiles: config.domainsFromFiles }
}

function registerTenants(
  { database, config }: Platform,
  earlier: CommunitiesDomain & { tenantSettings: TenantSettings; setsHost: TrustProxy },
) {
  const { communities, setsHost } = earlier
  const { registry } = earlier.tenantSettings
  const tenants = createTenants({ registry, setsHost, communities, production: config.production })
  return {
    domains: createDomainService({ database, communities, registry }),
    domainScopes: createDomainScopes(registry, earlier.tenantSettings),
    sectionCommunities: registry.sectionCommunities,
    tenants,
    domainOf: tenants.of,
    originOf: tenants.originOf,
  }
}
