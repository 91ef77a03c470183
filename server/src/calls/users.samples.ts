import type { userCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const userSamples: SamplesOf<typeof userCalls> = {
  userGet: [({ member }) => ({ input: { idOrSlug: member.id } })],
  userReputation: [
    async ({ comment, stoa, member, moderator }) => {
      for (const entityId of [await comment(), await comment()]) {
        const input = { entityType: 'Comment', entityId, reactionName: 'thumb-up' } as const
        await stoa.call('postReaction', input, { token: moderator.token })
      }
      return { input: { idOrSlug: member.id } }
    },
  ],
  userUsername: [
    async ({ person, next }) => ({
      input: { username: `renamed_${next()}` },
      by: await person(),
      other: { username: `renamed_${next()}` },
    }),
  ],
  userEdit: [
    ({ member, next }) => ({
      input: { editedUserId: member.id, profileTitle: `Title ${next()}` },
      other: { profileTitle: 'Another title' },
    }),
    async ({ person, tokenName, moderator }) => ({
      input: { editedUserId: (await person()).id, approveSell: true, tokenName },
      by: moderator,
      other: { approveSell: false },
    }),
  ],
  userFollow: [
    async ({ person }) => ({ input: { followedUserId: (await person()).id, follow: true }, other: { follow: false } }),
  ],
  userFollowGet: [async ({ person }) => ({ input: { followedUserId: (await person()).id } })],
}
