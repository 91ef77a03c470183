import type { Unit } from '../../db/database.ts'
import { type Mount, viewerOf } from '../../http/mount.ts'
import type { ArticleService } from '../articles/service.ts'
import type { ViewerFactsService } from '../viewer-facts/service.ts'
import type { CommentService } from './service.ts'

export function commentRoutes(
  mount: Mount,
  about: { comments: CommentService; articles: ArticleService; viewerFacts: ViewerFactsService },
): void {
  const { comments, articles, viewerFacts } = about
  mount('commentCreate', (context) => {
    const viewer = viewerOf(context)
    const create = (postId: string, unit: Unit | null) => comments.create(viewer, { ...context.input, postId }, unit)
    return articles.onPost(context.input, create, context.unit)
  })
  mount('commentAnonymous', ({ viewer, site, input, unit: own }) => {
    const create = (postId: string, unit: Unit | null) =>
      comments.createAnonymously(viewer, { ...input, postId, site }, unit)
    return articles.onPost(input, create, own)
  })
  mount('commentEdit', (context) => comments.edit(viewerOf(context), context.input))
  mount('commentDelete', (context) => comments.setHidden(viewerOf(context), context.input))
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
  mount('commentGet', ({ viewer, input, only }) => comments.get(viewer, input.commentId, only))
}
