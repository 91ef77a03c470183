import type { Route } from './route.ts'

/** HTTP route for seeing an article's hidden thread, also on a partner’s page. */
export const articleModerationRoutes = {
  articlePost: {
    method: 'GET',
    path: '/articles/post',
    access: 'user',
    site: true,
  },
} as const satisfies Record<string, Route>

/** HTTP routes of calls about partners’ articles. */
export const articleRoutes = {
  articleThread: {
    method: 'GET',
    path: '/articles/thread',
    access: 'public',
    site: true,
  },
  articleFragment: {
    method: 'GET',
    path: '/articles/fragment',
    access: 'public',
    site: true,
    answers: 'html',
  },
  articleFragments: {
    method: 'GET',
    path: '/articles/fragments',
    access: 'public',
    site: true,
  },
  articleCounts: {
    method: 'POST',
    path: '/articles/counts',
    access: 'public',
    rate: 'read',
    site: true,
  },
} as const satisfies Record<string, Route>
