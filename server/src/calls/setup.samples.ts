import type { setupCalls } from '@stoa/contract/schemas'
import type { SamplesOf } from '../../test/samples.ts'

// The scene's forum has an owner: the link's own tests are in the domain.
export const setupSamples: SamplesOf<Omit<typeof setupCalls, 'setupLinkCheck' | 'setupClaim'>> = {
  setupGet: [async ({ admin }) => ({ input: {}, by: await admin() })],
  setupStep: [
    async ({ admin }) => ({
      input: { step: 'topics', state: 'done' },
      by: await admin(),
      other: { state: 'skipped' },
    }),
  ],
  setupSite: [
    async ({ admin }) => ({
      input: { address: 'https://gazette.example/news' },
      by: await admin(),
      other: { address: 'https://courier.example' },
    }),
  ],
  setupMailTest: [async ({ admin }) => ({ input: {}, by: await admin() })],
  setupFinish: [async ({ admin }) => ({ input: {}, by: await admin() })],
}
