import type { Route } from './route.ts'

/** HTTP routes of calls about comments. */
export const commentRoutes = {
  commentCreate: {
    method: 'POST',
    path: '/comment/create',
    access: 'user',
    quota: 'comment',
    site: true,
  },
  commentAnonymous: {
    method: 'POST',
    path: '/comment/anonymous',
    access: 'app-check',
    quota: 'comment',
    site: true,
  },
  commentEdit: {
    method: 'POST',
    path: '/comment/edit',
    access: 'user',
    site: true,
  },
  commentDelete: {
    method: 'POST',
    path: '/comment/delete',
    access: 'user',
    site: true,
  },
  commentList: {
    method: 'GET',
    path: '/comments',
    access: 'optional',
    site: true,
  },
  commentGet: {
    method: 'GET',
    path: '/comments/{commentId}',
    access: 'optional',
    site: true,
  },
} as const satisfies Record<string, Route>
