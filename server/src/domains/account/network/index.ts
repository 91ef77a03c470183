import manifest from '../../../../package.json' with { type: 'json' }
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLogDomain } from '../../content/activity-log/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { ChainDomain } from '../../people/chain/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { LedgerDomain } from '../../people/ledger/index.ts'
import type { MediaDomain } from '../../people/media/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import type { NumbersDomain } from '../numbers/index.ts'
import { createCertificateCheck } from './certificate.ts'
import { createNetworkService } from './service.ts'

type Earlier = PartnerOriginsDomain &
  MediaDomain &
  CommunitiesDomain &
  TenantsDomain &
  AccountsDomain &
  MembershipsDomain &
  LedgerDomain &
  ChainDomain &
  ActivityLogDomain &
  NumbersDomain

export const networkDomain = { register: registerNetwork }

/** Registers what network admins see of the whole installation. */
function registerNetwork(platform: Platform, earlier: Earlier) {
  const { version } = manifest
  const certificate = createCertificateCheck(platform.config)
  return { network: createNetworkService({ ...platform, ...earlier, version, certificate }) }
}
