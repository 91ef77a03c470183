import type { reactionCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const reactionSamples: SamplesOf<typeof reactionCalls> = {
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
