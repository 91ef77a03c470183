import type { searchCalls } from '@stoa/contract/schemas'
import type { SampleScene, SamplesOf } from '../../test/samples.ts'
import { seedCommunity } from '../../test/seed-community.ts'

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
    async (scene) => {
      await written(scene)
      return { input: { query: 'said', tokenName: scene.tokenName } }
    },
  ],
  searchUsers: [
    async ({ person, tokenName, stoa }) => {
      await person()
      await person()
      await stoa.app.services.searchIndex.catchUp()
      return { input: { query: 'person', tokenName } }
    },
  ],
  searchCommunities: [
    async ({ stoa }) => {
      for (const number of [1, 2]) {
        const id = stoa.app.ids.next()
        await seedCommunity(stoa, { tokenName: id, urlSlug: id, title: `Orchard ${number}` })
      }
      await stoa.app.services.searchIndex.catchUp()
      return { input: { query: 'orchard' } }
    },
    async ({ tokenName }) => ({ input: { query: tokenName, tokenName } }),
  ],
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
    async (scene) => {
      await written(scene)
      return { input: { query: 'pos', tokenName: scene.tokenName } }
    },
  ],
}
