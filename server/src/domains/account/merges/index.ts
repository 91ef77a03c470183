import type { Platform } from '../../../platform/platform.ts'
import type { PollsDomain } from '../../content/polls/index.ts'
import type { ReactionsDomain } from '../../content/reactions/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { AuthDomain } from '../../people/auth/index.ts'
import type { FollowsDomain } from '../../people/follows/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { ReputationDomain } from '../../people/reputation/index.ts'
import { createMergedChoices } from './choices.ts'
import { createMerges } from './service.ts'
import { mergesTables } from './tables.ts'

type Earlier = AccountsDomain &
  ReputationDomain &
  MembershipsDomain &
  AuthDomain &
  PollsDomain &
  FollowsDomain &
  ReactionsDomain

export const mergesDomain = { tables: mergesTables, register: registerMerges }

function registerMerges(platform: Platform, earlier: Earlier) {
  const { reactionMerger: reactions, voteMerger: votes, totp } = earlier
  const parts = { ...platform, ...earlier }
  const mergedChoices = createMergedChoices({ ...platform, reactions, votes })
  const merges = createMerges({ ...parts, mergedChoices, hasSecondFactor: totp.isOn })
  return { merges }
}
