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
      const by = await scene.admin()
      const { body } = await scene.stoa.call('menuGet', { name: 'default' }, { token: by.token })
      const { revision } = body.payload.menu
      return { input: { name: 'default', revision, items: [item(scene)] }, by, other: { items: [item(scene)] } }
    },
  ],
}
