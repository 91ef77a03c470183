import type { articleCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const articleSamples: SamplesOf<typeof articleCalls> = {
  articleThread: [({ tokenName: community, article }) => ({ input: { community, ...article() } })],
  articleAddress: [
    async ({ tokenName: community, discussedArticle, next }) => {
      const id = `article-${next()}`
      await discussedArticle({ id })
      return { input: { community, id } }
    },
  ],
  articleSite: [({ article }) => ({ input: { origin: new URL(article().url).origin } })],
  articlePost: [
    async ({ tokenName: community, discussedArticle }) => ({ input: { community, ...(await discussedArticle()) } }),
  ],
  articleFragment: [({ tokenName: community, article }) => ({ input: { community, ...article() }, by: null })],
  articleFragments: [
    ({ tokenName: community, article }) => ({
      input: { community, articles: JSON.stringify([article()]) },
      by: null,
    }),
  ],
  articleCounts: [({ tokenName: community, article }) => ({ input: { community, articles: [article()] } })],
}
