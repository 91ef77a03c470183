import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import type { SaveService } from './service.ts'

export function saveRoutes(mount: Mount, { saves }: { saves: SaveService }): void {
  mount('postSave', (context) => {
    const { postId, save } = context.input
    return saves.set(viewerOf(context), { entityType: 'Post', entityId: postId, save }, context)
  })
  mount('commentSave', (context) => {
    const { commentId, save } = context.input
    return saves.set(viewerOf(context), { entityType: 'Comment', entityId: commentId, save }, context)
  })
  mount('savedList', (context) => saves.list(viewerOf(context), context.input, context.only))
}
