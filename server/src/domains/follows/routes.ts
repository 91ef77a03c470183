import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import type { FollowService } from './service.ts'

export function followRoutes(mount: Mount, { follows }: { follows: FollowService }): void {
  mount('userFollow', (context) => follows.set(viewerOf(context), context.input, context.tx))
  mount('userFollowGet', (context) => follows.of(viewerOf(context), context.input.followedUserId))
}
