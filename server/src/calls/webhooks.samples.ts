import type { webhookCalls } from '@stoa/contract/schemas'
import type { SampleScene, SamplesOf } from '../../test/samples.ts'

const PLACE = { scope: 'domain' as const, name: 'default' }
const HOOK = { ...PLACE, url: 'https://hooks.example/stoa', events: ['post.published' as const] }

async function withHook({ admin, stoa }: SampleScene) {
  const by = await admin()
  const { webhook } = (await stoa.call('webhookCreate', HOOK, by)).body.payload
  // Of all samples, a domain has more than it may have.
  await stoa.database.transaction(({ connection }) =>
    connection('webhooks').whereNot({ id: webhook.id }).update({ scope_name: 'former' }),
  )
  return { by, input: { ...PLACE, webhookId: webhook.id } }
}

export const webhookSamples: SamplesOf<typeof webhookCalls> = {
  webhookList: [async ({ admin }) => ({ input: PLACE, by: await admin() })],
  webhookCreate: [
    async (scene) => {
      const { by } = await withHook(scene)
      return { input: HOOK, by, other: { url: 'https://hooks.example/other' } }
    },
  ],
  webhookEdit: [
    async (scene) => {
      const { by, input } = await withHook(scene)
      const url = 'https://hooks.example/moved'
      return { by, input: { ...input, url, paused: true }, other: { events: ['report.created'] } }
    },
  ],
  webhookRotate: [withHook],
  webhookDelete: [withHook],
  webhookTest: [withHook],
  webhookReplay: [
    async (scene) => {
      const { by, input } = await withHook(scene)
      const { delivery } = (await scene.stoa.call('webhookTest', input, by)).body.payload
      return { by, input: { ...input, deliveryId: delivery.id } }
    },
  ],
  webhookLog: [withHook],
}
