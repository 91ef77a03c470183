import type { viewerCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const viewerSamples: SamplesOf<typeof viewerCalls> = {
  me: [
    () => ({ input: {} }),
    async ({ member, stoa }) => {
      const { username } = (await stoa.call('me', {}, { token: member.token })).body.payload.user
      return { input: { username } }
    },
  ],
  viewerFacts: [
    async ({ post, comment, stoa, member }) => {
      const [postIds, commentIds] = [await post(), await comment()]
      for (const [entityType, entityId] of [['Post', postIds] as const, ['Comment', commentIds] as const])
        await stoa.call('postReaction', { entityType, entityId, reactionName: 'thumb-up' }, { token: member.token })
      return { input: { postIds, commentIds } }
    },
  ],
  joinedList: [
    async ({ tokenName, stoa, member }) => {
      await stoa.call('communityJoin', { tokenName, join: true }, { token: member.token })
      return { input: {} }
    },
  ],
  viewAsStart: [async ({ admin }) => ({ input: { role: 'member' }, by: await admin(), other: { role: 'visitor' } })],
  languageChoose: [() => ({ input: { language: 'de' } })],
  userVisit: [({ tokenName }) => ({ input: { tokenName } })],
}
