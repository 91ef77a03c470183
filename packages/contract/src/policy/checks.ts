import { allow, type Decision, deny } from './decision.ts'
import { isBanned, moderates, type Viewer } from './viewer.ts'

/** Moderators edit their community's checks, network admins the network-wide ones. */
export function canEditChecks(
  viewer: Viewer,
  { tokenName, scope }: { tokenName: string; scope: 'community' | 'all' },
  now: number,
): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (isBanned(viewer, tokenName, now)) return deny('BANNED')
  const may = scope === 'all' ? viewer.networkAdmin : moderates(viewer, tokenName)
  return may ? allow : deny('FORBIDDEN')
}
