import { type Mount, viewerOf } from '../../http/mount.ts'
import type { ArticleService } from '../articles/service.ts'
import type { CommentService } from './service.ts'

export function commentRoutes(
  mount: Mount,
  { comments, articles }: { comments: CommentService; articles: ArticleService },
): void {
  mount('commentCreate', (context) => {
    const viewer = viewerOf(context)
    return articles.onPost(context.input, (postId) => comments.create(viewer, { ...context.input, postId }))
  })
  mount('commentAnonymous', ({ viewer, site, input }) =>
    articles.onPost(input, (postId) => comments.createAnonymously(viewer, { ...input, postId, site })),
  )
  mount('commentEdit', (context) => comments.edit(viewerOf(context), context.input))
  mount('commentDelete', (context) => comments.setHidden(viewerOf(context), context.input))
  mount('commentList', ({ viewer, input }) => comments.list(viewer, input))
  mount('commentGet', ({ viewer, input }) => comments.get(viewer, input.commentId))
}
