import type { walletCalls } from '@stoa/contract/schemas'
import { giveMoney } from '../../test/money.ts'
import { type SampleScene, type SamplesOf } from '../../test/samples.ts'

const TOKENS = 5

async function rich({ stoa, member, tokenName }: SampleScene): Promise<void> {
  const communityId = await stoa.app.services.communities.idOf(tokenName)
  await giveMoney(stoa, { userId: member.id, communityId, tokens: TOKENS })
}

/** A wallet that two transfers have changed. */
async function used(scene: SampleScene): Promise<void> {
  const { stoa, member, tokenName, person } = scene
  await rich(scene)
  const receiver = await person()
  const { username: receiverName } = (await stoa.call('me', {}, { token: receiver.token })).body.payload.user
  const input = { receiverName, tokenName, amount: '1000000' }
  await stoa.call('walletTransfer', input, { token: member.token })
}

export const walletSamples: SamplesOf<typeof walletCalls> = {
  walletList: [
    async (scene) => {
      await used(scene)
      return { input: { tokenName: scene.tokenName } }
    },
  ],
  walletHistory: [
    async (scene) => {
      await used(scene)
      return { input: { tokenName: scene.tokenName, type: 'all' } }
    },
  ],
  walletStatement: [
    async (scene) => {
      await used(scene)
      return { input: { tokenName: scene.tokenName, month: '2026-01' } }
    },
  ],
  walletTip: [
    async (scene) => {
      await rich(scene)
      const entityId = await scene.post({ by: scene.other.id })
      return { input: { entityId, entityType: 'Post', amount: '1000000' }, other: { amount: '2000000' } }
    },
    async (scene) => {
      await rich(scene)
      const entityId = await scene.comment({ by: scene.other.id })
      return { input: { entityId, entityType: 'Comment', amount: '1000000' }, other: { amount: '2000000' } }
    },
  ],
  walletTransfer: [
    async (scene) => {
      await rich(scene)
      const { stoa, other, tokenName } = scene
      const { username: receiverName } = (await stoa.call('me', {}, { token: other.token })).body.payload.user
      return { input: { receiverName, tokenName, amount: '1000000' }, other: { amount: '2000000' } }
    },
  ],
  walletPromote: [
    async (scene) => {
      await rich(scene)
      const postId = await scene.post({ by: scene.other.id })
      return { input: { postId, amount: '1000000', hours: 24 }, other: { amount: '2000000' } }
    },
  ],
}
