import type { Route } from './route.ts'

/** What anybody does about posts and comments where they read, also on a partner’s page. */
export const postTakingPartRoutes = {
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
} as const satisfies Record<string, Route>

/** What moderators do about a post where they read it, also on a partner’s page. */
export const postModerationRoutes = {
  postDelete: {
    method: 'POST',
    path: '/post/delete',
    access: 'user',
    rate: 'write',
    site: true,
  },
  postLock: {
    method: 'POST',
    path: '/post/lock',
    access: 'user',
    rate: 'write',
    site: true,
  },
  postPin: {
    method: 'POST',
    path: '/post/pin',
    access: 'user',
    rate: 'write',
    site: true,
  },
  flairAttach: {
    method: 'POST',
    path: '/flair/attach',
    access: 'user',
    rate: 'write',
    site: true,
  },
} as const satisfies Record<string, Route>

/** How the calls of posts, polls, reactions and what people save go over HTTP. */
export const postRoutes = {
  ...postTakingPartRoutes,
  ...postModerationRoutes,
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
  postThread: {
    method: 'GET',
    path: '/posts/{postId}/thread',
    access: 'optional',
    rate: 'read',
  },
  postRevisionList: {
    method: 'GET',
    path: '/posts/{postId}/revisions',
    access: 'user',
    rate: 'read',
  },
  postRevisionGet: {
    method: 'GET',
    path: '/posts/{postId}/revisions/{revisionId}',
    access: 'user',
    rate: 'read',
  },
  postOwnCounts: {
    method: 'GET',
    path: '/me/post-counts',
    access: 'user',
    rate: 'read',
  },
  linkCardGet: {
    method: 'GET',
    path: '/link-card',
    access: 'user',
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
  postSyndicate: {
    method: 'POST',
    path: '/post/syndicate',
    access: 'user',
    rate: 'write',
  },
  postAnonymous: {
    method: 'POST',
    path: '/post/anonymous',
    access: 'app-check',
    rate: 'write',
    quota: 'post',
  },
  postDraftSave: {
    method: 'POST',
    path: '/post/drafts/save',
    access: 'user',
    rate: 'write',
    quota: 'draft',
  },
  postDraftPublish: {
    method: 'POST',
    path: '/post/drafts/publish',
    access: 'user',
    rate: 'write',
    quota: 'post',
  },
  postDraftSchedule: {
    method: 'POST',
    path: '/post/drafts/schedule',
    access: 'user',
    rate: 'write',
    quota: 'post',
  },
  postDraftUnschedule: {
    method: 'POST',
    path: '/post/drafts/unschedule',
    access: 'user',
    rate: 'write',
  },
  postDraftDelete: {
    method: 'POST',
    path: '/post/drafts/delete',
    access: 'user',
    rate: 'write',
  },
  savedList: {
    method: 'GET',
    path: '/saved',
    access: 'user',
    rate: 'read',
  },
} as const satisfies Record<string, Route>
