import { MINUTE_MS } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { AuthDomain } from '../auth/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { FollowsDomain } from '../follows/index.ts'
import type { MembershipsDomain } from '../memberships/index.ts'
import type { NotificationsDomain } from '../notifications/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import type { TenantsDomain } from '../tenants/index.ts'
import { createDeletions } from './deletion.ts'
import { createExports } from './export.ts'
import { personalDataRoutes } from './routes.ts'

type Earlier = CommunitiesDomain &
  TenantsDomain &
  AccountsDomain &
  MembershipsDomain &
  AuthDomain &
  PostsDomain &
  CommentsDomain &
  FollowsDomain &
  NotificationsDomain

export function registerPersonalData(platform: Platform, earlier: Earlier) {
  const { accounts, revokeLinks, domainOf } = earlier
  const parts = { ...platform, ...earlier }
  const exports = createExports(parts)
  // Exports ask for a session, and end with it.
  revokeLinks.provide(exports.revokeLinks)
  const deletions = createDeletions({ ...parts, accountsOf: accounts.accountsOf })
  personalDataRoutes(platform.mount, { deletions, exports, domainOf })
  platform.jobs.schedule({ name: 'forget archives', everyMs: 60 * MINUTE_MS, run: () => exports.cleanUp() })
  return { deletions, exports }
}
