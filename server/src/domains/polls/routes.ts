import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import type { VotingService } from './votes.ts'

export function pollRoutes(mount: Mount, { voting }: { voting: VotingService }): void {
  mount('postVote', (context) => voting.vote(viewerOf(context), context.input, context))
}
