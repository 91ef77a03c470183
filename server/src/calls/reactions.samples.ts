import type { reactionCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const reactionSamples: SamplesOf<typeof reactionCalls> = {
  reactionList: [
    async ({ post, tokenName, stoa, member }) => {
      for (const entityId of [await post(), await post()]) {
        const input = { entityType: 'Post', entityId, reactionName: 'thumb-up' } as const
        await stoa.call('postReaction', input, { token: member.token })
      }
      return { input: { tokenName } }
    },
    async ({ post, stoa, member }) => {
      const entityId = await post()
      const input = { entityType: 'Post', entityId, reactionName: 'thumb-up' } as const
      await stoa.call('postReaction', input, { token: member.token })
      return { input: { entityId, userId: member.id } }
    },
  ],
  postReaction: [
    async ({ post }) => ({
      input: { entityType: 'Post', entityId: await post(), reactionName: 'thumb-up' },
      other: { reactionName: 'thumb-down' },
    }),
    async ({ comment }) => ({
      input: { entityType: 'Comment', entityId: await comment(), reactionName: 'thumb-up' },
      other: { reactionName: 'thumb-down' },
    }),
    ({ article, tokenName }) => ({
      input: { entityType: 'Post', article: article(), tokenName, reactionName: 'thumb-up' },
      other: { reactionName: 'thumb-down' },
    }),
  ],
}
