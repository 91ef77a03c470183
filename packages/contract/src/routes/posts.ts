import type { Route } from './route.ts'

/** HTTP routes for taking part in posts and comments while reading, also on a partner’s page. */
export const postTakingPartRoutes = {
  postView: {
    method: 'POST',
    path: '/post/view',
    access: 'optional',
    site: true,
  },
  postVote: {
    method: 'POST',
    path: '/post/vote',
    access: 'user',
    quota: 'reaction',
    site: true,
  },
  postReaction: {
    method: 'POST',
    path: '/post/reaction',
    access: 'user',
    quota: 'reaction',
    site: true,
  },
  postSave: {
    method: 'POST',
    path: '/post/save',
    access: 'user',
    site: true,
  },
  commentSave: {
    method: 'POST',
    path: '/comment/save',
    access: 'user',
    site: true,
  },
} as const satisfies Record<string, Route>

/** HTTP routes for moderating a post while reading, also on a partner’s page. */
export const postModerationRoutes = {
  postDelete: {
    method: 'POST',
    path: '/post/delete',
    access: 'user',
    site: true,
  },
  postLock: {
    method: 'POST',
    path: '/post/lock',
    access: 'user',
    site: true,
  },
  postPin: {
    method: 'POST',
    path: '/post/pin',
    access: 'user',
    site: true,
  },
  flairAttach: {
    method: 'POST',
    path: '/flair/attach',
    access: 'user',
    site: true,
  },
} as const satisfies Record<string, Route>

/** HTTP routes of calls about posts, polls, reactions and saved items. */
export const postRoutes = {
  ...postTakingPartRoutes,
  ...postModerationRoutes,
  contentDelete: {
    method: 'POST',
    path: '/content/delete',
    access: 'user',
  },
  postList: {
    method: 'GET',
    path: '/posts',
    access: 'optional',
  },
  postGet: {
    method: 'GET',
    path: '/posts/{idOrSlug}',
    access: 'optional',
  },
  postThread: {
    method: 'GET',
    path: '/posts/{postId}/thread',
    access: 'optional',
  },
  postRevisionList: {
    method: 'GET',
    path: '/posts/{postId}/revisions',
    access: 'user',
  },
  postRevisionGet: {
    method: 'GET',
    path: '/posts/{postId}/revisions/{revisionId}',
    access: 'user',
  },
  postOwnCounts: {
    method: 'GET',
    path: '/me/post-counts',
    access: 'user',
  },
  linkCardGet: {
    method: 'GET',
    path: '/link-card',
    access: 'user',
  },
  postCreate: {
    method: 'POST',
    path: '/post/create',
    access: 'user',
    quota: 'post',
  },
  postEdit: {
    method: 'POST',
    path: '/post/edit',
    access: 'user',
  },
  postApprove: {
    method: 'POST',
    path: '/post/approve',
    access: 'user',
  },
  postSyndicate: {
    method: 'POST',
    path: '/post/syndicate',
    access: 'user',
  },
  postAnonymous: {
    method: 'POST',
    path: '/post/anonymous',
    access: 'app-check',
    quota: 'post',
  },
  postDraftSave: {
    method: 'POST',
    path: '/post/drafts/save',
    access: 'user',
    quota: 'draft',
  },
  postDraftPublish: {
    method: 'POST',
    path: '/post/drafts/publish',
    access: 'user',
    quota: 'post',
  },
  postDraftSchedule: {
    method: 'POST',
    path: '/post/drafts/schedule',
    access: 'user',
    quota: 'post',
  },
  postDraftUnschedule: {
    method: 'POST',
    path: '/post/drafts/unschedule',
    access: 'user',
  },
  postDraftDelete: {
    method: 'POST',
    path: '/post/drafts/delete',
    access: 'user',
  },
  savedList: {
    method: 'GET',
    path: '/saved',
    access: 'user',
  },
} as const satisfies Record<string, Route>
