import type { Database } from '../../db/database.ts'
import type { Events } from '../../events/events.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { OriginService } from '../articles/origins.ts'
import type { CommentService } from '../comments/service.ts'
import { createVoteMerger } from '../polls/merging.ts'
import type { PollService } from '../polls/service.ts'
import { createPollChanges } from '../polls/telling.ts'
import { createVotingService } from '../polls/voting.ts'
import type { PostService } from '../posts/service.ts'
import { createReactionMerger } from '../reactions/merging.ts'
import { createReactionService } from '../reactions/service.ts'
import { createMoving } from './moving.ts'

interface Dependencies {
  database: Database
  clock: Clock
  events: Events
  background: Background
  logger: Logger
  origins: OriginService
  posts: PostService
  comments: CommentService
  polls: PollService
}

/** What a person chooses once, by whichever account: reactions, votes, and their way from one account to another. */
export function createChoosing(dependencies: Dependencies) {
  const changes = createPollChanges(dependencies)
  const moving = createMoving({
    ...dependencies,
    reactions: createReactionMerger(dependencies),
    votes: createVoteMerger({ ...dependencies, changes }),
  })
  const { settle } = moving
  return {
    moving,
    voting: createVotingService({ ...dependencies, changes, settle }),
    reactions: createReactionService({ ...dependencies, settle }),
  }
}
