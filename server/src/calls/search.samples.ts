import type { searchCalls } from '@stoa/contract/schemas'
import { type SampleScene, type SamplesOf } from '../../test/samples.ts'

/** Two posts and two comments that have the same words. */
async function written({ post, comment, stoa }: SampleScene): Promise<void> {
  await comment({ postId: await post() })
  await comment({ postId: await post() })
  await stoa.app.services.searchIndex.catchUp()
}

export const searchSamples: SamplesOf<typeof searchCalls> = {
  searchPosts: [
    async (scene) => {
      await written(scene)
      return { input: { query: 'post' } }
    },
    async (scene) => {
      await written(scene)
      return { input: { query: 'post', tokenName: scene.tokenName, sort: 'new' }, by: scene.moderator }
    },
  ],
  searchComments: [
    async (scene) => {
      await written(scene)
      return { input: { query: 'said', sort: 'new' } }
    },
  ],
  searchUsers: [({ tokenName }) => ({ input: { query: 'member', tokenName } })],
  searchCommunities: [() => ({ input: { query: 'forum' } })],
  searchCounts: [
    async (scene) => {
      await written(scene)
      return { input: { query: 'post', tokenName: scene.tokenName } }
    },
  ],
  searchSuggestions: [
    async (scene) => {
      await written(scene)
      return { input: { query: 'pos' } }
    },
  ],
}
