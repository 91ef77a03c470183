import type { Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { AuthDomain } from '../auth/index.ts'
import type { FollowsDomain } from '../follows/index.ts'
import type { MembershipsDomain } from '../memberships/index.ts'
import type { VotingDomain } from '../polls/index.ts'
import type { ReactionsDomain } from '../reactions/index.ts'
import type { TenantsDomain } from '../tenants/index.ts'
import { createMergedChoices } from './choices.ts'
import { mergeRoutes } from './routes.ts'
import { createMerges } from './service.ts'

type Earlier = TenantsDomain &
  AccountsDomain &
  MembershipsDomain &
  AuthDomain &
  VotingDomain &
  FollowsDomain &
  ReactionsDomain

export function registerMerges(platform: Platform, earlier: Earlier) {
  const { reactionMerger: reactions, voteMerger: votes, totp } = earlier
  const parts = { ...platform, ...earlier }
  const mergedChoices = createMergedChoices({ ...platform, reactions, votes })
  const merges = createMerges({ ...parts, mergedChoices, hasSecondFactor: totp.isOn })
  mergeRoutes(platform.mount, { ...parts, merges })
  return { merges }
}
