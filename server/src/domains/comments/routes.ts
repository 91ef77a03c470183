import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import type { CommentService } from './service.ts'

/** Creating comments is mounted by `articles`, listing them by `viewer`: those calls need later domains too. */
export function commentRoutes(mount: Mount, { comments }: { comments: CommentService }): void {
  mount('commentEdit', (context) => comments.edit(viewerOf(context), context.input, context.tx))
  mount('commentDelete', (context) => comments.setHidden(viewerOf(context), context.input, context.tx))
  mount('commentGet', ({ viewer, input, only }) => comments.get(viewer, input.commentId, only))
}
