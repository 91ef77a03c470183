import { type Mount, viewerOf } from '../../http/mount.ts'
import type { FollowService } from './service.ts'

export function followRoutes(mount: Mount, { follows }: { follows: FollowService }): void {
  mount('userFollow', (context) => follows.set(viewerOf(context), context.input))
  mount('userFollowGet', (context) => follows.of(viewerOf(context), context.input.followedUserId))
}
