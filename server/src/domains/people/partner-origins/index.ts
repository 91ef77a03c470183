import { createFetchers } from '../../../platform/fetcher/fetcher.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createOriginService } from './service.ts'
import { partnerOriginsTables } from './tables.ts'

export type { OriginService, RegisteredHosts, Site } from './service.ts'

export type PartnerOriginsDomain = ReturnType<typeof registerPartnerOrigins>
export const partnerOriginsDomain = { tables: partnerOriginsTables, register: registerPartnerOrigins }

/** Registers the origins of partners' pages, and the fetchers, which accept other ports on these origins only. */
function registerPartnerOrigins(platform: Platform) {
  const partnerOrigins = createOriginService(platform)
  const { isRegistered } = partnerOrigins
  // In development, partners' pages may be on this machine too.
  const trusted = platform.config.production ? {} : { isTrusted: isRegistered }
  return { partnerOrigins, fetchers: createFetchers({ isRegistered, ...trusted }) }
}
