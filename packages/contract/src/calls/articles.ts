import { articleRoutes } from '../routes/articles.ts'
import type { Call } from './call.ts'

/** Calls about partners’ articles. */
export const articleCalls = {
  articleThread: {
    ...articleRoutes.articleThread,
    errors: ['COMMUNITY_NOT_FOUND', 'ORIGIN_NOT_REGISTERED'],
    summary: 'Everything a widget needs for its first view of an article’s thread.',
  },
  articleFragment: {
    ...articleRoutes.articleFragment,
    errors: ['COMMUNITY_NOT_FOUND', 'ORIGIN_NOT_REGISTERED'],
    summary: 'An article’s thread rendered as HTML, as a visitor sees it, for inclusion in a page.',
  },
  articleFragments: {
    ...articleRoutes.articleFragments,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'What the widgets of a page show at first, as HTML, in one request.',
  },
  articleCounts: {
    ...articleRoutes.articleCounts,
    // A hundred articles with the longest id and addresses.
    bodyLimit: 512 * 1024,
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'Comment counts of many articles.',
  },
} as const satisfies Record<keyof typeof articleRoutes, Call>
