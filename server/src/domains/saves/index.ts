import { viewerOf } from '../../platform/calls/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { createSaveService } from './service.ts'

export type SavesDomain = ReturnType<typeof registerSaves>

export function registerSaves(
  platform: Platform,
  earlier: CommunitiesDomain & AccountsDomain & PostsDomain & CommentsDomain,
) {
  const { mount } = platform
  const saves = createSaveService({ ...platform, ...earlier, origins: earlier.partnerOrigins })
  mount('postSave', (context) => {
    const { postId, save } = context.input
    return saves.set(viewerOf(context), { entityType: 'Post', entityId: postId, save }, context)
  })
  mount('commentSave', (context) => {
    const { commentId, save } = context.input
    return saves.set(viewerOf(context), { entityType: 'Comment', entityId: commentId, save }, context)
  })
  mount('savedList', (context) => saves.list(viewerOf(context), context.input, context.only))
  return { saves }
}
