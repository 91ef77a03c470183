import type { mainMenuCalls } from '@stoa/contract/schemas'
import type { SampleScene, SamplesOf } from '../../test/samples.ts'
import { domainSample } from './domains.samples.ts'

const item = ({ next, tokenName }: SampleScene) => ({
  id: `item-${next()}`,
  kind: 'community' as const,
  target: tokenName,
})

export const mainMenuSamples: SamplesOf<typeof mainMenuCalls> = {
  menuShow: [() => ({ input: {}, by: null })],
  menuGet: [
    async (scene) => {
      const { by, name } = await domainSample(scene)
      return { input: { name }, by }
    },
  ],
  menuCheck: [
    async (scene) => {
      const { by, name } = await domainSample(scene)
      return { input: { name, items: [item(scene)] }, by }
    },
  ],
  menuSave: [
    async (scene) => {
      const { by, name } = await domainSample(scene)
      return { input: { name, revision: 0, items: [item(scene)] }, by, other: { items: [item(scene)] } }
    },
  ],
}
