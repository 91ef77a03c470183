import type { chainCalls } from '@stoa/contract/schemas'
import type { SampleScene, SamplesOf } from '../../test/samples.ts'

/** Deposits begin a while after a community was created. */
const NEW_FOR_MS = 3 * 60 * 1000

const later = ({ stoa }: SampleScene) => stoa.clock.advance(NEW_FOR_MS)

export const chainSamples: SamplesOf<typeof chainCalls> = {
  walletChain: [({ tokenName }) => ({ input: { tokenName } })],
  depositAddress: [
    (scene) => {
      later(scene)
      return { input: { tokenName: scene.tokenName } }
    },
  ],
}
