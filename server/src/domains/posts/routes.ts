import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import type { PostService } from './service.ts'

/** Reading posts is mounted by `viewer`, which adds the viewer's own facts. */
export function postRoutes(mount: Mount, { posts }: { posts: PostService }): void {
  mount('postCreate', async (context) => ({ post: await posts.create(viewerOf(context), context.input, context.tx) }))
  mount('postEdit', async (context) => ({ post: await posts.edit(viewerOf(context), context.input, context.tx) }))
  mount('postApprove', async (context) => ({
    post: await posts.approve(viewerOf(context), context.input, context),
  }))
  mount('postView', ({ input: { postId, tokenName, visitorId }, viewer, address, only, tx }) =>
    posts.view(viewer, { postId, visitor: visitorId ?? address, only: only ?? tokenName ?? null }, tx),
  )
}
