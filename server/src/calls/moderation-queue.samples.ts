import type { moderationQueueCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const moderationQueueSamples: SamplesOf<typeof moderationQueueCalls> = {
  queueList: [
    async ({ tokenName, moderator, report }) => {
      for (const _ of [1, 2]) await report()
      return { input: { tokenName }, by: moderator }
    },
    async ({ tokenName, moderator, post }) => ({ input: { tokenName, postId: await post() }, by: moderator }),
    async ({ moderator, post }) => ({ input: { postId: await post() }, by: moderator }),
  ],
  queueCount: [
    async ({ moderator, report }) => {
      await report()
      return { input: {}, by: moderator }
    },
  ],
  queueDecided: [
    async ({ tokenName, moderator, decision }) => {
      for (const _ of [1, 2]) await decision()
      return { input: { tokenName }, by: moderator }
    },
  ],
  queueClaim: [
    async ({ tokenName, moderator, report }) => ({
      input: { tokenName, itemIds: [await report()], claim: true },
      by: moderator,
      other: { claim: false },
    }),
  ],
  queueDecide: [
    async ({ tokenName, moderator, report }) => ({
      input: { tokenName, itemIds: [await report()], decision: 'approve' },
      by: moderator,
      other: { decision: 'hide', reason: 'spam' },
    }),
  ],
}
