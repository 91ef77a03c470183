import type { Route } from './route.ts'

/** How the calls of people and what is their own go over HTTP. */
export const accountRoutes = {
  me: {
    method: 'GET',
    path: '/me',
    access: 'user',
    rate: 'read',
    site: true,
  },
  userGet: {
    method: 'GET',
    path: '/users/{idOrSlug}',
    access: 'public',
    rate: 'read',
  },
  userReputation: {
    method: 'GET',
    path: '/users/{idOrSlug}/reputation',
    access: 'public',
    rate: 'read',
  },
  viewerFacts: {
    method: 'GET',
    path: '/viewer/facts',
    access: 'user',
    rate: 'read',
    site: true,
  },
} as const satisfies Record<string, Route>
