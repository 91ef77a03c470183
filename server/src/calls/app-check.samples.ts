import type { appCheckCalls } from '@stoa/contract/schemas'
import { type SamplesOf, SITE } from '../../test/samples.ts'

export const appCheckSamples: SamplesOf<typeof appCheckCalls> = {
  appCheckChallenge: [() => ({ input: {}, by: null })],
  appCheckToken: [
    async ({ solution, origin }) => ({
      input: { solution: await solution(), origin },
      by: null,
      headers: { origin },
      other: { origin: SITE },
    }),
  ],
}
