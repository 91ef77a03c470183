import type { communityCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const communitySamples: SamplesOf<typeof communityCalls> = {
  communityList: [() => ({ input: {} })],
  communityGet: [({ tokenName }) => ({ input: { tokenName } })],
  communityCreate: [
    async ({ person, newTokenName }) => {
      const tokenName = newTokenName()
      return {
        input: { tokenName, title: `Founded ${tokenName}`, flairs: [{ name: 'Topic' }] },
        by: await person(),
        other: { title: `Founded ${tokenName} twice` },
      }
    },
  ],
  communityEdit: [
    ({ tokenName, moderator, next }) => ({
      input: { tokenName, about: `About ${next()}` },
      by: moderator,
      other: { about: 'About nothing' },
    }),
  ],
  communityJoin: [
    async ({ tokenName, person }) => ({
      input: { tokenName, join: true },
      by: await person({ joined: false }),
      other: { join: false },
    }),
  ],
  communityHide: [
    async ({ tokenName, person }) => ({
      input: { tokenName, hide: true },
      by: await person(),
      other: { hide: false },
    }),
  ],
  communityVisit: [({ tokenName }) => ({ input: { tokenName } })],
  communityTransfer: [
    async ({ tokenName, communityId, owner, person, stoa }) => {
      // Only one transfer can be pending.
      await stoa.database.transaction(({ connection }) =>
        connection('ownership_transfers').where({ community_id: communityId }).del(),
      )
      return {
        input: { tokenName, newOwnerId: (await person()).id, confirm: tokenName },
        by: owner,
        other: { confirm: 'another' },
      }
    },
  ],
  communityTransferGet: [({ tokenName, owner }) => ({ input: { tokenName }, by: owner })],
  communityTransferCancel: [({ tokenName, owner }) => ({ input: { tokenName }, by: owner })],
  cacheDelete: [
    ({ tokenName, moderator }) => ({ input: { key: `whitelistedUsers_${tokenName}` }, by: moderator }),
    ({ tokenName, moderator }) => ({ input: { key: `partnerPosts_${tokenName}_*` }, by: moderator }),
  ],
}
