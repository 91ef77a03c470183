import { requestOf, viewerOf } from '../../../platform/calls/mount.ts'
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
import type { TenantsDomain } from '../../people/tenants/index.ts'
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
  TenantsDomain &
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
  const { mount } = platform
  const base = { ...platform, ...earlier }
  const contentHides = createBulkHide(base)
  const bans = createBans({ ...base, contentHides })
  const moderation = createModerationService({ ...base, contentHides, bans })
  mount('userPermissions', async (context) => ({
    standing: await moderation.permissions(viewerOf(context), context.input, context.tx),
  }))
  mount('userBan', (context) => moderation.ban(viewerOf(context), context.input, context.tx))
  mount('userWarn', (context) => moderation.warn(viewerOf(context), context.input, context.tx))
  mount('userGetUserEmails', (context) => moderation.emails(viewerOf(context), context.input))
  mount('cacheDelete', async (context) => {
    await moderation.dropLists(viewerOf(context), {
      tokenName: context.input.key.split('_')[1] ?? '',
      onlyCommunity: context.onlyCommunity,
    })
    return {}
  })
  mount('communityStanding', async (context) => ({
    standing: await moderation.standing(viewerOf(context), context.input),
  }))
  const founding = createFounding(base)
  mount('communityCreate', (context) =>
    founding.found(
      viewerOf(context),
      { input: context.input, founders: earlier.domainOf(requestOf(context)).config.communityFounders },
      context.tx,
    ),
  )
  const ownership = createOwnership(base)
  mount('communityTransfer', (context) =>
    ownership.transfer(
      viewerOf(context),
      { input: context.input, sessionId: context.sessionId, domain: earlier.domainOf(requestOf(context)) },
      context.tx,
    ),
  )
  mount('communityTransferGet', (context) => ownership.pending(viewerOf(context), context.input))
  const communityEdits = createCommunityEdits(base)
  mount('communityEdit', (context) => communityEdits.edit(viewerOf(context), context.input, context.tx))
  mount('flairCreate', (context) => communityEdits.createFlair(viewerOf(context), context.input, context.tx))
  mount('flairEdit', (context) => communityEdits.editFlair(viewerOf(context), context.input, context.tx))
  mount('flairDelete', (context) => communityEdits.deleteFlair(viewerOf(context), context.input, context.tx))
  const logReader = createLogReader(base)
  mount('communityActivity', (context) => logReader.list(viewerOf(context), context.input))
  mount('communityDecisions', (context) => logReader.listPublic(context.input))
  return { communityEdits, contentHides, bans, logReader, moderation }
}
