import type { chainCalls } from '@stoa/contract/schemas'
import { giveMoney } from '../../test/money.ts'
import type { SampleScene, SamplesOf } from '../../test/samples.ts'

const ELSEWHERE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** Deposits begin a while after a community was created. */
const NEW_FOR_MS = 3 * 60 * 1000

/** Lets the community seem older, and the last withdrawal, which has ended. The clock would end sessions. */
async function later({ stoa, tokenName }: SampleScene): Promise<void> {
  const created_at = stoa.clock.now() - NEW_FOR_MS
  await stoa.database.transaction(async ({ connection }) => {
    await connection('communities').where({ token_name: tokenName }).update({ created_at })
    await connection('chain_withdrawals').update({ created_at, state: 'confirmed' })
  })
}

export const chainSamples: SamplesOf<typeof chainCalls> = {
  walletChain: [({ tokenName }) => ({ input: { tokenName } })],
  depositAddress: [
    async (scene) => {
      await later(scene)
      return { input: { tokenName: scene.tokenName } }
    },
  ],
  withdraw: [
    async (scene) => {
      const { stoa, member, tokenName } = scene
      await later(scene)
      await stoa.call('depositAddress', { tokenName }, { token: member.token })
      const communityId = await stoa.app.services.communities.idOf(tokenName)
      await giveMoney(stoa, { userId: member.id, communityId, tokens: 5 })
      return { input: { tokenName, amount: '1000000', address: ELSEWHERE }, other: { amount: '2000000' } }
    },
  ],
}
