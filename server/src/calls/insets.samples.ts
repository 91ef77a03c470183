import type { insetCalls } from '@stoa/contract/schemas'
import type { SampleScene, SamplesOf } from '../../test/samples.ts'

const VIEW = 'ab'.repeat(16)

async function input({ admin }: SampleScene) {
  const by = await admin()
  // Not an upload, of which a person may have only a few that aren't used.
  const image = '/media/demo/tea.webp'
  const inset = { name: 'Tea', image, alt: 'Tea', link: 'https://tea.example', startsAt: 0, endsAt: null, share: 10 }
  return { by, input: { name: 'default', inset } }
}

async function saved(scene: SampleScene) {
  const { by, input: sent } = await input(scene)
  const { body } = await scene.stoa.call('insetSave', sent, { token: by.token })
  const { id: insetId, revision } = body.payload.inset
  return { by, insetId, revision, inset: sent.inset }
}

export const insetSamples: SamplesOf<typeof insetCalls> = {
  insetShown: [
    async () => ({ input: {}, by: null }),
    async ({ post }) => ({ input: { postId: await post(), nextPostId: await post() }, by: null }),
  ],
  insetCount: [
    async (scene) => {
      const { insetId } = await saved(scene)
      return { input: { insetId, viewId: VIEW, kind: 'view' }, by: null, other: { kind: 'click' } }
    },
  ],
  insetList: [async ({ admin }) => ({ input: { name: 'default' }, by: await admin() })],
  insetSave: [
    async (scene) => {
      const { by, input: sent } = await input(scene)
      return { input: sent, by, other: { inset: { ...sent.inset, name: 'Coffee' } } }
    },
    async (scene) => {
      const { by, insetId, revision, inset } = await saved(scene)
      const input = { name: 'default', insetId, revision, inset: { ...inset, share: 20 } }
      return { input, by, other: { inset } }
    },
  ],
  insetDelete: [
    async (scene) => {
      const { by, insetId } = await saved(scene)
      return { input: { name: 'default', insetId }, by }
    },
  ],
}
