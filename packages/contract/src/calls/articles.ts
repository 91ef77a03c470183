import { articleModerationRoutes, articleRoutes } from '../routes/articles.ts'
import type { Call } from './call.ts'

/** Calls about partners’ articles. */
export const articleCalls = {
  articleThread: {
    ...articleRoutes.articleThread,
    errors: ['COMMUNITY_NOT_FOUND', 'ORIGIN_NOT_REGISTERED'],
    summary: 'Everything a widget needs for its first view of an article’s thread.',
  },
  articlePost: {
    ...articleModerationRoutes.articlePost,
    errors: ['COMMUNITY_NOT_FOUND', 'ORIGIN_NOT_REGISTERED', 'POST_NOT_FOUND'],
    summary: 'The post of an article’s thread, for those who may see it while it is hidden.',
  },
  articleFragment: {
    ...articleRoutes.articleFragment,
    errors: ['COMMUNITY_NOT_FOUND', 'ORIGIN_NOT_REGISTERED'],
    summary: 'An article’s thread rendered as HTML, as a visitor sees it, for inclusion in a page.',
  },
  articleFragments: {
    ...articleRoutes.articleFragments,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'The first views of a page’s widgets as HTML, in one request.',
  },
  articleCounts: {
    ...articleRoutes.articleCounts,
    // Enough for a hundred articles with ids and addresses of maximum length.
    bodyLimit: 512 * 1024,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'Comment counts of many articles.',
  },
} as const satisfies Record<keyof typeof articleRoutes | keyof typeof articleModerationRoutes, Call>
