import type { markCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const markHandlers = ({ personalHides, reminders, saves, watches }: Services): HandlersOf<typeof markCalls> => ({
  postSave: async (context) => {
    const { postId, save } = context.input
    await saves.set(viewerOf(context), { entityType: 'Post', entityId: postId, mark: save }, context)
    return { saved: save }
  },
  commentSave: async (context) => {
    const { commentId, save } = context.input
    await saves.set(viewerOf(context), { entityType: 'Comment', entityId: commentId, mark: save }, context)
    return { saved: save }
  },
  savedList: async (context) => {
    const { items, ...page } = await saves.list(viewerOf(context), context.input, context.onlyCommunity)
    const times = await reminders.timesOf(
      viewerOf(context),
      items.map(({ id }) => id),
    )
    return {
      ...page,
      items: items.map(({ at, ...item }) => {
        const remindAt = times.get(item.id)
        return { ...item, savedAt: at, ...(remindAt !== undefined && { remindAt }) }
      }),
    }
  },
  saveRemind: (context) => reminders.set(viewerOf(context), context.input, context),
  saveRemindGet: async (context) => ({
    remindAt: await reminders.timeOf(viewerOf(context), context.input.entityId, context),
  }),
  postWatch: async (context) => {
    const { postId, watch } = context.input
    await watches.set(viewerOf(context), { entityType: 'Post', entityId: postId, mark: watch }, context)
    return { watched: watch }
  },
  contentHideForMe: async (context) => {
    const { hide, ...entity } = context.input
    await personalHides.set(viewerOf(context), { ...entity, mark: hide }, context)
    return { hidden: hide }
  },
  hiddenForMeList: async (context) => {
    const { items, ...page } = await personalHides.list(viewerOf(context), context.input, context.onlyCommunity)
    return { ...page, items: items.map(({ at, ...item }) => ({ ...item, hiddenAt: at })) }
  },
})
