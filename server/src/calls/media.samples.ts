import type { mediaCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const mediaSamples: SamplesOf<typeof mediaCalls> = {
  mediaGet: [async ({ media }) => ({ input: { mediaId: await media() } })],
  mediaList: [
    async ({ media }) => {
      for (const _ of [1, 2]) await media()
      return { input: {} }
    },
  ],
  mediaDelete: [async ({ media }) => ({ input: { mediaId: await media() }, other: { mediaId: await media() } })],
  mediaRemove: [
    async ({ stoa, post, media, tokenName, moderator }) => {
      const [postId, mediaId] = [await post(), await media()]
      await stoa.database.transaction(({ connection }) =>
        connection('media_uses').insert({ media_id: mediaId, entity_id: postId }),
      )
      return { input: { tokenName, postId, mediaId, reason: 'nudity' }, by: moderator, other: { reason: 'spam' } }
    },
  ],
  pictureCheck: [() => ({ input: { url: 'http://127.0.0.1:9/' } })],
}
