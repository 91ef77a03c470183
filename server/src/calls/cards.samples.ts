import type { cardCalls } from '@stoa/contract/schemas'
import type { SamplesOf } from '../../test/samples.ts'

const URL = 'https://buy-sandbox.moonpay.com/'

export const cardSamples: SamplesOf<typeof cardCalls> = {
  moonpaySignUrl: [
    async ({ stoa, tokenName }) => {
      // Cards serve one community.
      Object.assign(stoa.config.moonpay ?? {}, { tokenName })
      return { input: { tokenName, url: URL }, other: { url: `${URL}?baseCurrencyCode=eur` } }
    },
  ],
  cardPurchases: [async ({ tokenName }) => ({ input: { tokenName } })],
}
