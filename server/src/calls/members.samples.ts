import type { memberCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const memberSamples: SamplesOf<typeof memberCalls> = {
  communityMembers: [({ tokenName }) => ({ input: { tokenName } })],
  communityLeaderboard: [({ tokenName }) => ({ input: { tokenName } })],
  userPermissions: [
    async ({ tokenName, owner, person }) => ({
      input: { tokenName, editedUserId: (await person()).id, permissions: { pinPost: true } },
      by: owner,
      other: { permissions: {} },
    }),
  ],
  userGetUserEmails: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, userIds: [(await person()).id] },
      by: moderator,
    }),
  ],
  memberCard: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, memberId: (await person()).id },
      by: moderator,
    }),
  ],
  memberNote: [
    async ({ tokenName, moderator, person }) => ({
      input: { tokenName, memberId: (await person()).id, text: 'Noted' },
      by: moderator,
      other: { text: 'Noted otherwise' },
    }),
    async ({ tokenName, moderator, member, note }) => ({
      input: { tokenName, memberId: member.id, noteId: await note() },
      by: moderator,
      other: { noteId: await note() },
    }),
  ],
}
