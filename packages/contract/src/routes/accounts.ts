import type { Route } from './route.ts'

/** HTTP routes of calls about people and their own data. */
export const accountRoutes = {
  me: {
    method: 'GET',
    path: '/me',
    access: 'user',
    site: true,
  },
  userGet: {
    method: 'GET',
    path: '/users/{idOrSlug}',
    access: 'public',
  },
  userReputation: {
    method: 'GET',
    path: '/users/{idOrSlug}/reputation',
    access: 'public',
  },
  viewerFacts: {
    method: 'GET',
    path: '/viewer/facts',
    access: 'user',
    site: true,
  },
} as const satisfies Record<string, Route>
