import { allow, type Decision, deny } from './decision.ts'
import type { Viewer } from './viewer.ts'

/** Adding and removing domains is for network admins. */
export function canManageDomains(viewer: Viewer): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  return viewer.networkAdmin ? allow : deny('FORBIDDEN')
}

/** Health, mail, people and the log of the whole installation are for network admins. */
export function canRunInstallation(viewer: Viewer): Decision {
  return canManageDomains(viewer)
}

/** Settings and hosts of a domain are for network admins, and for its own admins. */
export function canConfigureDomain(viewer: Viewer, name: string): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  return viewer.networkAdmin || (viewer.domainAdmin && viewer.adminDomain === name) ? allow : deny('FORBIDDEN')
}

const COMMUNITY_SETTINGS = ['defaultTokenName', 'isSingleTokenDomain', 'communityFounders'] as const
/** Settings of a domain about money. */
export const MONEY_SETTINGS = ['money', 'moneyLimits', 'promotionDayPrice', 'stakingButton'] as const
/**
 * Settings of a domain that only network admins change: they decide about communities, which all domains share, and so
 * about what the domain's admins may do there, and about money.
 */
export const NETWORK_SETTINGS = [...COMMUNITY_SETTINGS, ...MONEY_SETTINGS] as const
