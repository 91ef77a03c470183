import type { apiKeyCalls } from '@stoa/contract/schemas'
import type { SampleScene, SamplesOf } from '../../test/samples.ts'

const KEY = { name: 'A script', scopes: ['read' as const], expiresAt: null }

async function withKey({ account, stoa }: SampleScene) {
  const { token } = await account()
  const { apiKey } = (await stoa.call('apiKeyCreate', KEY, { token })).body.payload
  return { token, keyId: apiKey.id }
}

export const apiKeySamples: SamplesOf<typeof apiKeyCalls> = {
  apiKeyList: [async (scene) => ({ input: {}, by: await withKey(scene) })],
  apiKeyCreate: [async ({ account }) => ({ input: KEY, by: await account(), other: { scopes: ['read', 'write'] } })],
  apiKeyRevoke: [
    async (scene) => {
      const { token, keyId } = await withKey(scene)
      return { input: { keyId }, by: { token }, other: { keyId: '0'.repeat(20) } }
    },
  ],
}
