import { type Me, moderatesSomewhere } from '@stoa/contract'
import type { Mount } from '../../platform/calls/mount.ts'
import type { CommentService } from '../comments/service.ts'
import type { PostService } from '../posts/service.ts'
import type { ViewerFactsService } from './service.ts'

/** Pages of posts and comments: the same for everybody, with the viewer's own facts beside them. */
export function pageRoutes(
  mount: Mount,
  { posts, comments, viewerFacts }: { posts: PostService; comments: CommentService; viewerFacts: ViewerFactsService },
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
  mount('commentList', ({ viewer, input, only }) => comments.list(viewer, input, only), {
    // A person's list leaves out what this viewer may not see; the queue is for moderators, who see it whole.
    isShared: (_viewer, { type }) => type === 'post' || type === 'replies',
    async factsOf(viewer, { input: { type, postId, cursor }, payload: { items } }) {
      const isFirstPage = type === 'post' && !cursor
      return viewerFacts.ofComments(viewer, {
        shown: type === 'pending' ? [] : items.flatMap((item) => [item, ...item.replies.items]),
        ownUnder: isFirstPage && postId !== undefined ? [postId] : [],
      })
    },
  })
}
