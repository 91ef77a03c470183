import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { ReputationDomain } from '../../people/reputation/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { countEarlierReactions, createEarlierReputation } from './earlier-reactions.ts'
import { createReactionMerger } from './reaction-merger.ts'
import { createReputationList } from './reputation-list.ts'
import { createOwnReactions, createReactionService } from './service.ts'
import { reactionsTables } from './tables.ts'

export type { OwnReactions, ReactionService } from './service.ts'

type Earlier = CommunitiesDomain &
  PartnerOriginsDomain &
  AccountsDomain &
  ReputationDomain &
  PostsDomain &
  CommentsDomain
export type ReactionsDomain = ReturnType<typeof registerReactions>
export const reactionsDomain = { tables: reactionsTables, register: registerReactions }

function registerReactions(platform: Platform, earlier: Earlier) {
  const parts = { ...platform, ...earlier }
  const giveAgain = createEarlierReputation(parts)
  countEarlierReactions(platform, giveAgain)
  return {
    reputationOf: createReputationList(parts),
    reactions: createReactionService(parts),
    ownReactions: createOwnReactions(platform),
    reactionMerger: createReactionMerger({ ...parts, giveAgain }),
  }
}
