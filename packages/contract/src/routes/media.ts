import type { Route } from './route.ts'

/** HTTP routes of calls about uploads. Files themselves go to `UPLOADS_PATH`. */
export const mediaRoutes = {
  mediaGet: {
    method: 'GET',
    path: '/media/{mediaId}',
    access: 'user',
  },
  mediaList: {
    method: 'GET',
    path: '/media',
    access: 'user',
  },
  mediaDelete: {
    method: 'POST',
    path: '/media/delete',
    access: 'user',
  },
} as const satisfies Record<string, Route>
