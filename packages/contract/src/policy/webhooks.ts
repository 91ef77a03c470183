import { canArchiveCommunity } from './community-settings.ts'
import type { Decision } from './decision.ts'
import { canConfigureDomain } from './domains.ts'
import type { Viewer } from './viewer.ts'

/** What a webhook belongs to: a domain with all its communities, or one community. */
export interface WebhookPlace {
  scope: 'domain' | 'community'
  /** The domain’s name for operators, or the community’s token name. */
  name: string
}

/** Webhooks of a domain are for its admins, those of a community for its owners and admins. */
export function canManageWebhooks(viewer: Viewer, { scope, name }: WebhookPlace, now: number): Decision {
  return scope === 'domain' ? canConfigureDomain(viewer, name) : canArchiveCommunity(viewer, name, now)
}
