import type { viewerCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const viewerSamples: SamplesOf<typeof viewerCalls> = {
  me: [() => ({ input: {} })],
  viewerFacts: [
    async ({ post, comment, stoa, member }) => {
      const [postIds, commentIds] = [await post(), await comment()]
      for (const [entityType, entityId] of [['Post', postIds] as const, ['Comment', commentIds] as const])
        await stoa.call('postReaction', { entityType, entityId, reactionName: 'thumb-up' }, { token: member.token })
      return { input: { postIds, commentIds } }
    },
  ],
  userVisit: [({ tokenName }) => ({ input: { tokenName } })],
}
