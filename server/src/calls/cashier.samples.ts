import type { cashierCalls } from '@stoa/contract/schemas'
import { giveMoney } from '../../test/money.ts'
import type { SampleScene, SamplesOf } from '../../test/samples.ts'

const TOKENS = 500
const AMOUNT = '100000000'

/** Somebody who may cash out. */
async function partner({ stoa, communityId, person }: SampleScene) {
  const made = await person()
  await stoa.app.services.memberships.setRole(communityId, made.id, { canSell: true })
  await giveMoney(stoa, { userId: made.id, communityId, tokens: TOKENS })
  return made
}

/** A partner's open request. */
async function requested(scene: SampleScene) {
  const by = await partner(scene)
  const input = { tokenName: scene.tokenName, amount: AMOUNT }
  const { request } = (await scene.stoa.call('cashierRequest', input, { token: by.token })).body.payload
  return { by, requestId: request.id }
}

/** The id of somebody's open request. */
export const openRequest = async (scene: SampleScene): Promise<string> => (await requested(scene)).requestId

/** A request that the moderator has claimed. */
async function claimed(scene: SampleScene): Promise<string> {
  const requestId = await openRequest(scene)
  await scene.stoa.call('cashierClaim', { requestId }, { token: scene.moderator.token })
  return requestId
}

export const cashierSamples: SamplesOf<typeof cashierCalls> = {
  cashierList: [
    async (scene) => {
      const { by } = await requested(scene)
      return { input: { tokenName: scene.tokenName }, by }
    },
    async (scene) => {
      await requested(scene)
      return { input: { tokenName: scene.tokenName, list: 'open' }, by: scene.moderator }
    },
  ],
  cashierRequest: [
    async (scene) => {
      const input = { tokenName: scene.tokenName, amount: AMOUNT, details: 'Account 12' }
      return { input, by: await partner(scene), other: { amount: '200000000' } }
    },
  ],
  cashierCancel: [
    async (scene) => {
      const { by, requestId } = await requested(scene)
      return { input: { requestId }, by }
    },
  ],
  cashierClaim: [async (scene) => ({ input: { requestId: await openRequest(scene) }, by: scene.moderator })],
  cashierPay: [async (scene) => ({ input: { requestId: await claimed(scene) }, by: scene.moderator })],
  cashierRefuse: [
    async (scene) => {
      const input = { requestId: await openRequest(scene), reason: 'The account is unknown.' }
      return { input, by: scene.moderator, other: { reason: 'Please ask later.' } }
    },
  ],
  cashierMinimum: [
    async (scene) => ({
      input: { tokenName: scene.tokenName, minimum: '50000000' },
      by: scene.moderator,
      other: { minimum: '70000000' },
    }),
  ],
}
