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
  pictureCheck: [() => ({ input: { url: 'http://127.0.0.1:9/' } })],
}
