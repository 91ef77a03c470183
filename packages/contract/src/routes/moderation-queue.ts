import type { Route } from './route.ts'

/** How moderators decide what waits in a conversation, also on a partner’s page. */
export const conversationQueueRoutes = {
  queueList: {
    method: 'GET',
    path: '/moderation/queue',
    access: 'user',
    rate: 'read',
    site: true,
  },
  queueDecide: {
    method: 'POST',
    path: '/moderation/decide',
    access: 'user',
    rate: 'write',
    site: true,
  },
  moderationUndo: {
    method: 'POST',
    path: '/moderation/undo',
    access: 'user',
    rate: 'write',
    site: true,
  },
} as const satisfies Record<string, Route>

/** How moderators work through their queue over HTTP. */
export const moderationQueueRoutes = {
  ...conversationQueueRoutes,
  queueClaim: {
    method: 'POST',
    path: '/moderation/claim',
    access: 'user',
    rate: 'write',
  },
  memberCard: {
    method: 'GET',
    path: '/communities/{tokenName}/members/{memberId}/card',
    access: 'user',
    rate: 'read',
  },
  memberNote: {
    method: 'POST',
    path: '/moderation/note',
    access: 'user',
    rate: 'write',
  },
  decisionList: {
    method: 'GET',
    path: '/decisions',
    access: 'user',
    rate: 'read',
  },
  appealCreate: {
    method: 'POST',
    path: '/moderation/appeal',
    access: 'user',
    rate: 'write',
  },
} as const satisfies Record<string, Route>
