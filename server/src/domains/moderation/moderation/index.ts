import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLogDomain } from '../../content/activity-log/index.ts'
import type { CommentsDomain } from '../../content/comments/index.ts'
import type { PostsDomain } from '../../content/posts/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { AuthDomain } from '../../people/auth/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { MediaDomain } from '../../people/media/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import { createBans } from './bans.ts'
import { createBulkHide } from './bulk-hide.ts'
import { createCommunityEdits } from './community-edits.ts'
import { createFounding } from './create-community.ts'
import { createLogReader } from './log-reader.ts'
import { createOwnership } from './ownership.ts'
import { createModerationService } from './service.ts'
import { moderationTables } from './tables.ts'

export type { LogReader } from './log-reader.ts'
export { OPERATOR } from './operator.ts'
export type { ModerationService } from './service.ts'

type Earlier = MediaDomain &
  CommunitiesDomain &
  PartnerOriginsDomain &
  AccountsDomain &
  AuthDomain &
  MembershipsDomain &
  ActivityLogDomain &
  PostsDomain &
  CommentsDomain
export type ModerationDomain = ReturnType<typeof registerModeration>
export const moderationDomain = { tables: moderationTables, register: registerModeration }

/** Decisions about people and their content, and their execution. */
function registerModeration(platform: Platform, earlier: Earlier) {
  const base = { ...platform, ...earlier }
  const contentHides = createBulkHide(base)
  const bans = createBans({ ...base, contentHides })
  const moderation = createModerationService({ ...base, contentHides, bans })
  return {
    communityEdits: createCommunityEdits(base),
    contentHides,
    bans,
    founding: createFounding(base),
    logReader: createLogReader(base),
    moderation,
    ownership: createOwnership(base),
  }
}
