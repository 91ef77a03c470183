import type { Me } from '@stoa/contract'
import { type Mount, viewerOf } from '../../http/mount.ts'
import type { ViewerFactsService } from '../viewer-facts/service.ts'
import type { PostService } from './service.ts'

export function postRoutes(
  mount: Mount,
  { posts, viewerFacts }: { posts: PostService; viewerFacts: ViewerFactsService },
): void {
  /** What a signed-in reader gets beside what everybody gets. */
  async function factsFor(viewer: Me | null, items: { id: string }[]) {
    if (!viewer) return {}
    const postIds = items.map(({ id }) => id)
    return { viewerFacts: await viewerFacts.ofPosts(viewer, postIds) }
  }

  mount('postList', async ({ input: { limit, fetchLimit, ...query }, viewer }) => {
    const page = await posts.list(viewer, { ...query, limit: limit ?? fetchLimit })
    return { ...page, ...(await factsFor(viewer, page.items)) }
  })
  mount('postGet', async ({ input, viewer }) => {
    const post = await posts.get(viewer, input)
    return { post, ...(await factsFor(viewer, [post])) }
  })
  mount('postCreate', async (context) => ({ post: await posts.create(viewerOf(context), context.input) }))
  mount('postEdit', async (context) => ({ post: await posts.edit(viewerOf(context), context.input) }))
  mount('postView', ({ input: { postId, visitorId }, viewer, address }) =>
    posts.view(viewer, { postId, visitor: visitorId ?? address }),
  )
}
