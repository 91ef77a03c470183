import type { banCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const banSamples: SamplesOf<typeof banCalls> = {
  communityStanding: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, memberId: (await person()).id },
      by: moderator,
    }),
    async ({ tokenName, moderator, writer }) => {
      const { personId: memberId, commentId } = await writer()
      return { input: { tokenName, memberId, commentId }, by: moderator }
    },
  ],
  userBan: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, banUserId: (await person()).id, ban: true },
      by: moderator,
      other: { ban: false },
    }),
    async ({ tokenName, moderator, writer }) => {
      const { personId, commentId } = await writer()
      return { input: { tokenName, banUserId: personId, ban: true, commentId }, by: moderator, other: { ban: false } }
    },
  ],
  userWarn: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, warnedUserId: (await person()).id, reason: 'Be kind' },
      by: moderator,
      other: { reason: 'Be kinder' },
    }),
    async ({ tokenName, moderator, writer }) => {
      const { personId, commentId } = await writer()
      return {
        input: { tokenName, warnedUserId: personId, reason: 'Be kind', commentId },
        by: moderator,
        other: { reason: 'Be kinder' },
      }
    },
  ],
  communityBans: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, memberIds: (await person()).id },
      by: moderator,
    }),
    async ({ tokenName, moderator, person, stoa }) => {
      for (const { id: banUserId } of [await person(), await person()])
        await stoa.call('userBan', { tokenName, banUserId, ban: true }, { token: moderator.token })
      return { input: { tokenName }, by: moderator }
    },
  ],
}
