import type { networkCalls } from '@stoa/contract/schemas'
import type { SamplesOf } from '../../test/samples.ts'

export const networkSamples: SamplesOf<typeof networkCalls> = {
  networkOverview: [async ({ admin }) => ({ input: { period: 'week' }, by: await admin() })],
}
