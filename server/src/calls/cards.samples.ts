import type { cardCalls } from '@stoa/contract/schemas'
import type { SamplesOf } from '../../test/samples.ts'

const URL = 'https://buy-sandbox.moonpay.com/'

export const cardSamples: SamplesOf<typeof cardCalls> = {
  moonpaySignUrl: [
    async ({ tokenName }) => ({ input: { tokenName, url: URL }, other: { url: `${URL}?baseCurrencyCode=eur` } }),
  ],
  cardPurchases: [async ({ tokenName }) => ({ input: { tokenName } })],
}
