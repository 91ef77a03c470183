import type { Platform } from '../../../platform/platform.ts'
import type { PostsDomain } from '../../content/posts/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { MediaDomain } from '../../people/media/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import type { ReportsDomain } from '../reports/index.ts'
import { createInsetService } from './service.ts'
import { insetsTables } from './tables.ts'

export { consentOf } from './service.ts'

type Earlier = AccountsDomain & MediaDomain & TenantsDomain & PostsDomain & ReportsDomain
export const insetsDomain = { tables: insetsTables, register: registerInsets }

/** Registers the ads of domains. */
function registerInsets(platform: Platform, earlier: Earlier) {
  return { insets: createInsetService({ ...platform, ...earlier }) }
}
