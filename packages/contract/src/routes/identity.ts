import type { Route } from './route.ts'

/** How the calls by which people keep their own account go over HTTP. */
export const identityRoutes = {
  userUsername: {
    method: 'POST',
    path: '/user/username',
    access: 'user',
    rate: 'write',
  },
} as const satisfies Record<string, Route>
