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
  followList: [
    async ({ stoa, person, member, moderator }) => {
      const { id: idOrSlug } = await person()
      for (const { token } of [member, moderator]) {
        await stoa.call('userFollow', { followedUserId: idOrSlug, follow: true }, { token })
      }
      return { input: { idOrSlug, type: 'followers' } }
    },
    async ({ stoa, person, member }) => {
      const input = { followedUserId: (await person()).id, follow: true }
      await stoa.call('userFollow', input, { token: member.token })
      return { input: { idOrSlug: member.id, type: 'following' } }
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
