import type { topicCalls } from '@stoa/contract/schemas'
import { type SampleScene, type SamplesOf } from '../../test/samples.ts'

/** Leaves the community only its first topic: there is a maximum. */
const removeTopics = ({ stoa, communityId, flairId }: SampleScene) =>
  stoa.database.transaction(({ connection }) =>
    connection('flairs').where({ community_id: communityId }).whereNot({ id: flairId }).del(),
  )

export const topicSamples: SamplesOf<typeof topicCalls> = {
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
