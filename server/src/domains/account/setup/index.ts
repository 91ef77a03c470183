import { HOUR_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isLoopback } from '../../../platform/security/address.ts'
import type { ActivityLogDomain } from '../../content/activity-log/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { AuthDomain } from '../../people/auth/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import { createSetupService } from './service.ts'
import { createSetupSignIn } from './sign-in.ts'
import { setupTables } from './tables.ts'

type Earlier = CommunitiesDomain &
  TenantsDomain &
  AccountsDomain &
  MembershipsDomain &
  PartnerOriginsDomain &
  AuthDomain &
  ActivityLogDomain

export const setupDomain = { tables: setupTables, register: registerSetup }

/** The set-up of a new forum. */
function registerSetup(platform: Platform, earlier: Earlier) {
  const base = { ...platform, ...earlier }
  const { smtpUrl, url } = platform.config
  const isForumLocal = isLoopback(new URL(url).hostname)
  const setup = createSetupService({ ...base, hasMailServer: smtpUrl !== null, isForumLocal })
  platform.jobs.schedule({ name: 'forget setup links', everyMs: HOUR_MS, run: () => setup.cleanUp() })
  return { setup, setupSignIn: createSetupSignIn({ ...base, setup }) }
}
