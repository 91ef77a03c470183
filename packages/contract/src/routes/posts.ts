import type { Route } from './route.ts'

/** How the calls of posts, polls, reactions and what people save go over HTTP. */
export const postRoutes = {
  postList: {
    method: 'GET',
    path: '/posts',
    access: 'optional',
    rate: 'read',
  },
  postGet: {
    method: 'GET',
    path: '/posts/{idOrSlug}',
    access: 'optional',
    rate: 'read',
  },
  postCreate: {
    method: 'POST',
    path: '/post/create',
    access: 'user',
    rate: 'write',
    quota: 'post',
  },
  postEdit: {
    method: 'POST',
    path: '/post/edit',
    access: 'user',
    rate: 'write',
  },
  postApprove: {
    method: 'POST',
    path: '/post/approve',
    access: 'user',
    rate: 'write',
  },
  postView: {
    method: 'POST',
    path: '/post/view',
    access: 'optional',
    rate: 'write',
    site: true,
  },
  postVote: {
    method: 'POST',
    path: '/post/vote',
    access: 'user',
    rate: 'write',
    quota: 'reaction',
    site: true,
  },
  postReaction: {
    method: 'POST',
    path: '/post/reaction',
    access: 'user',
    rate: 'write',
    quota: 'reaction',
    site: true,
  },
  postSave: {
    method: 'POST',
    path: '/post/save',
    access: 'user',
    rate: 'write',
    site: true,
  },
  commentSave: {
    method: 'POST',
    path: '/comment/save',
    access: 'user',
    rate: 'write',
    site: true,
  },
  savedList: {
    method: 'GET',
    path: '/saved',
    access: 'user',
    rate: 'read',
  },
} as const satisfies Record<string, Route>
