import { type Mount, viewerOf } from '../../http/mount.ts'
import type { VotingService } from './voting.ts'

export function pollRoutes(mount: Mount, { voting }: { voting: VotingService }): void {
  mount('postVote', (context) => voting.vote(viewerOf(context), context.input, context.only))
}
