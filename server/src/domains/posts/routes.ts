import { type Me, moderatesSomewhere } from '@stoa/contract'
import { type Mount, viewerOf } from '../../http/mount.ts'
import type { ViewerFactsService } from '../viewer-facts/service.ts'
import type { PostService } from './service.ts'

export function postRoutes(
  mount: Mount,
  { posts, viewerFacts }: { posts: PostService; viewerFacts: ViewerFactsService },
): void {
  const factsOf = (viewer: Me, shown: { id: string }[]) =>
    viewerFacts.ofPosts(
      viewer,
      shown.map(({ id }) => id),
    )
  // Moderators see scores in the posts themselves.
  const isShared = (viewer: Me) => !moderatesSomewhere(viewer)

  mount(
    'postList',
    ({ input: { limit, fetchLimit, ...query }, viewer }) =>
      posts.list(viewer, { ...query, limit: limit ?? fetchLimit }),
    { isShared, factsOf: (viewer, { payload }) => factsOf(viewer, payload.items) },
  )
  mount('postGet', async ({ input, viewer }) => ({ post: await posts.get(viewer, input) }), {
    isShared,
    factsOf: (viewer, { payload }) => factsOf(viewer, [payload.post]),
  })
  mount('postCreate', async (context) => ({ post: await posts.create(viewerOf(context), context.input) }))
  mount('postEdit', async (context) => ({ post: await posts.edit(viewerOf(context), context.input) }))
  mount('postApprove', async (context) => ({
    post: await posts.approve(viewerOf(context), context.input, context.only),
  }))
  mount('postView', ({ input: { postId, tokenName, visitorId }, viewer, address, only }) =>
    posts.view(viewer, { postId, visitor: visitorId ?? address, only: only ?? tokenName ?? null }),
  )
}
