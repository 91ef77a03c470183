import type { SampleScene, Samples } from '../sample-scene.ts'

/** Leaves the community only its first topic: there is a maximum. */
const removeTopics = ({ stoa, communityId, flairId }: SampleScene) =>
  stoa.database.transaction(({ connection }) =>
    connection('flairs').where({ community_id: communityId }).whereNot({ id: flairId }).del(),
  )

export const communitySamples: Samples<
  | 'communityList'
  | 'communityGet'
  | 'communityMembers'
  | 'communityLeaderboard'
  | 'communityJoin'
  | 'communityHide'
  | 'communityCreate'
  | 'communityEdit'
  | 'communityTransfer'
  | 'communityTransferGet'
  | 'flairCreate'
  | 'flairEdit'
  | 'flairDelete'
  | 'flairAttach'
> = {
  communityList: [() => ({ input: {} })],
  communityGet: [({ tokenName }) => ({ input: { tokenName } })],
  communityMembers: [({ tokenName }) => ({ input: { tokenName } })],
  communityLeaderboard: [({ tokenName }) => ({ input: { tokenName } })],
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
  communityCreate: [
    async ({ person, newTokenName }) => ({
      input: { tokenName: newTokenName(), title: 'Founded', flairs: [{ name: 'Topic' }] },
      by: await person(),
      other: { title: 'Founded twice' },
    }),
  ],
  communityEdit: [
    ({ tokenName, moderator, next }) => ({
      input: { tokenName, about: `About ${next()}` },
      by: moderator,
      other: { about: 'About nothing' },
    }),
  ],
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
  flairCreate: [
    async (scene) => {
      await removeTopics(scene)
      return {
        input: { tokenName: scene.tokenName, name: `Topic ${scene.next()}` },
        by: scene.moderator,
        other: { color: 'blue' },
      }
    },
  ],
  flairEdit: [
    async (scene) => {
      await removeTopics(scene)
      return {
        input: { tokenName: scene.tokenName, flairId: await scene.topic(), name: `Renamed ${scene.next()}` },
        by: scene.moderator,
        other: { color: 'blue' },
      }
    },
  ],
  flairDelete: [
    async (scene) => {
      await removeTopics(scene)
      return {
        input: { tokenName: scene.tokenName, flairId: await scene.topic(), intoFlairId: scene.flairId },
        by: scene.moderator,
        other: { flairId: await scene.topic() },
      }
    },
  ],
  flairAttach: [
    async (scene) => {
      await removeTopics(scene)
      return {
        input: { tokenName: scene.tokenName, postId: await scene.post(), flairId: await scene.topic() },
        other: { postId: await scene.post() },
      }
    },
  ],
}

export const checkSamples: Samples<'checkRulesGet' | 'checkRulesEdit' | 'checkRulesTest'> = {
  checkRulesGet: [({ tokenName, moderator }) => ({ input: { tokenName }, by: moderator })],
  checkRulesEdit: [
    async ({ tokenName, moderator, stoa }) => {
      const { payload } = (await stoa.call('checkRulesGet', { tokenName }, { token: moderator.token })).body
      return {
        input: { tokenName, revision: payload.rules.revision, holdFrom: 90 },
        by: moderator,
        other: { holdFrom: 91 },
      }
    },
  ],
  checkRulesTest: [
    ({ tokenName, moderator }) => ({
      input: { tokenName, entries: [{ text: 'Words', action: 'hold' }] },
      by: moderator,
    }),
  ],
}
