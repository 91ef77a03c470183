import { canHideCommentForMe, canHidePostForMe, canSaveComment, canSavePost } from '@stoa/contract'
import { viewerOf } from '../../../platform/calls/mount.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { createMarkService, createMarksOfViewer } from './service.ts'
import { marksTables } from './tables.ts'

export type { MarkService, MarksOfViewer } from './service.ts'

export type MarksDomain = ReturnType<typeof registerMarks>
export const marksDomain = { tables: marksTables, register: registerMarks }

/** Registers posts and comments that people have saved or hidden for themselves. */
function registerMarks(
  platform: Platform,
  earlier: CommunitiesDomain & PartnerOriginsDomain & AccountsDomain & PostsDomain & CommentsDomain,
) {
  const { mount, events } = platform
  const base = { ...platform, ...earlier }
  const saves = createMarkService(base, {
    kind: 'saved',
    mayMarkPost: canSavePost,
    mayMarkComment: canSaveComment,
    tell: (tx, { isMarked: saved, ...about }) =>
      events.publish(tx, {
        name: 'viewer.saved',
        payload: { ...about, saved },
      }),
  })
  const personalHides = createMarkService(base, {
    kind: 'hidden',
    mayMarkPost: canHidePostForMe,
    mayMarkComment: canHideCommentForMe,
    tell: (tx, { isMarked: hidden, ...about }) =>
      events.publish(tx, {
        name: 'viewer.hid',
        payload: { ...about, hidden },
      }),
  })
  mount('postSave', async (context) => {
    const { postId, save } = context.input
    await saves.set(viewerOf(context), { entityType: 'Post', entityId: postId, mark: save }, context)
    return { saved: save }
  })
  mount('commentSave', async (context) => {
    const { commentId, save } = context.input
    await saves.set(viewerOf(context), { entityType: 'Comment', entityId: commentId, mark: save }, context)
    return { saved: save }
  })
  mount('contentHideForMe', async (context) => {
    const { entityType, entityId, hide } = context.input
    await personalHides.set(viewerOf(context), { entityType, entityId, mark: hide }, context)
    return { hidden: hide }
  })
  mount('savedList', async (context) => {
    const { items, ...page } = await saves.list(viewerOf(context), context.input, context.onlyCommunity)
    return { ...page, items: items.map(({ at, ...item }) => ({ ...item, savedAt: at })) }
  })
  mount('hiddenForMeList', async (context) => {
    const { items, ...page } = await personalHides.list(viewerOf(context), context.input, context.onlyCommunity)
    return { ...page, items: items.map(({ at, ...item }) => ({ ...item, hiddenAt: at })) }
  })
  return { saves, personalHides, marksOfViewer: createMarksOfViewer(platform) }
}
