import type { Platform } from '../../platform/platform.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { createReactionMerger } from './reaction-merger.ts'
import { createOwnReactions, createReactionService } from './service.ts'

export type ReactionsDomain = ReturnType<typeof registerReactions>

export function registerReactions(platform: Platform, earlier: CommunitiesDomain & PostsDomain & CommentsDomain) {
  const parts = { ...platform, ...earlier, origins: earlier.partnerOrigins }
  return {
    reactions: createReactionService(parts),
    ownReactions: createOwnReactions(platform),
    reactionMerger: createReactionMerger(parts),
  }
}
