import type { Platform } from '../../../platform/platform.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { createShortLinkService } from './service.ts'
import { shortLinksTables } from './tables.ts'

type Earlier = CommunitiesDomain & PartnerOriginsDomain & TenantsDomain & PostsDomain
export const shortLinksDomain = { tables: shortLinksTables, register: registerShortLinks }

/** Registers short links. */
function registerShortLinks(platform: Platform, earlier: Earlier) {
  return { shortLinks: createShortLinkService({ ...platform, ...earlier }) }
}
