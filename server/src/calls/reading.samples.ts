import type { readingCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const readingSamples: SamplesOf<typeof readingCalls> = {
  postRead: [
    async ({ post, stoa }) => ({
      input: { postId: await post(), until: stoa.clock.now() - 1000 },
      other: { until: stoa.clock.now() },
    }),
  ],
  postReadAll: [async () => ({ input: {} }), async () => ({ input: { tokenName: 'FORUM' } })],
}
