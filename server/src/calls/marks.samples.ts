import type { markCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const markSamples: SamplesOf<typeof markCalls> = {
  postSave: [
    async ({ post }) => ({ input: { postId: await post(), save: true }, other: { save: false } }),
    async ({ draft }) => ({ input: { postId: await draft(), save: true }, other: { save: false } }),
  ],
  commentSave: [async ({ comment }) => ({ input: { commentId: await comment(), save: true }, other: { save: false } })],
  saveRemind: [
    async ({ post, stoa, member }) => {
      const entityId = await post()
      await stoa.call('postSave', { postId: entityId, save: true }, { token: member.token })
      const remindAt = stoa.clock.now() + 60_000
      return { input: { entityType: 'Post', entityId, remindAt }, other: { remindAt: null } }
    },
    async ({ comment, stoa, member }) => {
      const entityId = await comment()
      await stoa.call('commentSave', { commentId: entityId, save: true }, { token: member.token })
      const remindAt = stoa.clock.now() + 60_000
      return { input: { entityType: 'Comment', entityId, remindAt }, other: { remindAt: null } }
    },
  ],
  saveRemindGet: [
    async ({ post, stoa, member }) => {
      const entityId = await post()
      await stoa.call('postSave', { postId: entityId, save: true }, { token: member.token })
      const remindAt = stoa.clock.now() + 60_000
      await stoa.call('saveRemind', { entityType: 'Post', entityId, remindAt }, { token: member.token })
      return { input: { entityId } }
    },
  ],
  postWatch: [async ({ post }) => ({ input: { postId: await post(), watch: true }, other: { watch: false } })],
  savedList: [
    async ({ post, stoa, member }) => {
      for (const postId of [await post(), await post()])
        await stoa.call('postSave', { postId, save: true }, { token: member.token })
      return { input: {} }
    },
  ],
  contentHideForMe: [
    async ({ post, other }) => ({
      input: { entityType: 'Post', entityId: await post({ by: other.id }), hide: true },
      other: { hide: false },
    }),
    async ({ comment, other }) => ({
      input: { entityType: 'Comment', entityId: await comment({ by: other.id }), hide: true },
      other: { hide: false },
    }),
  ],
  hiddenForMeList: [
    async ({ post, stoa, member, other }) => {
      for (const entityId of [await post({ by: other.id }), await post({ by: other.id })])
        await stoa.call('contentHideForMe', { entityType: 'Post', entityId, hide: true }, { token: member.token })
      return { input: {} }
    },
  ],
}
