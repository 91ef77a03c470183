import { createECDH } from 'node:crypto'
import type { pushCalls } from '@stoa/contract/schemas'
import { type SampleScene, type SamplesOf } from '../../test/samples.ts'

/** A subscription as a browser returns it. */
function subscription({ next }: SampleScene) {
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'a'.repeat(22) }
  return { endpoint: `https://push.example/${next()}`, keys }
}

/** The member's device with a new subscription. */
async function subscribed(scene: SampleScene): Promise<{ id: string; endpoint: string }> {
  const own = subscription(scene)
  const { body } = await scene.stoa.call('pushSubscribe', { subscription: own }, { token: scene.member.token })
  const device = body.payload.devices.find(({ endpoint }) => endpoint === own.endpoint)
  if (!device) throw new Error('The device isn’t subscribed.')
  return device
}

export const pushSamples: SamplesOf<typeof pushCalls> = {
  pushKey: [() => ({ input: {} })],
  pushSubscribe: [
    (scene) => ({ input: { subscription: subscription(scene) }, other: { subscription: subscription(scene) } }),
    async (scene) => ({
      input: { subscription: subscription(scene), previousEndpoint: (await subscribed(scene)).endpoint },
    }),
  ],
  pushUnsubscribe: [
    async (scene) => ({
      input: { deviceId: (await subscribed(scene)).id },
      other: { deviceId: (await subscribed(scene)).id },
    }),
    async (scene) => ({
      input: { endpoint: (await subscribed(scene)).endpoint },
      other: { endpoint: (await subscribed(scene)).endpoint },
    }),
  ],
  pushDevices: [
    async (scene) => {
      await subscribed(scene)
      return { input: {} }
    },
  ],
  pushTest: [async (scene) => ({ input: { endpoint: (await subscribed(scene)).endpoint } })],
  pushPending: [
    async (scene) => {
      await scene.notification()
      return { input: { tag: 'account' } }
    },
  ],
}
