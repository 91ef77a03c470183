import type { supportCalls } from '@stoa/contract/schemas'
import type { SamplesOf } from '../../test/samples.ts'

export const supportSamples: SamplesOf<typeof supportCalls> = {
  shortUrl: [
    async ({ stoa, next }) => {
      const { origin } = stoa.app.services.domains.all[0]
      const number = next()
      return { input: { url: `${origin}/bbs?q=${number}` }, other: { url: `${origin}/bbs?q=other-${number}` } }
    },
  ],
}
