import type { Route } from './route.ts'

/** HTTP routes for deciding the pending items of a conversation, also from a partner’s page. */
export const conversationQueueRoutes = {
  queueList: {
    method: 'GET',
    path: '/moderation/queue',
    access: 'user',
    site: true,
  },
  queueDecide: {
    method: 'POST',
    path: '/moderation/decide',
    access: 'user',
    site: true,
  },
  moderationUndo: {
    method: 'POST',
    path: '/moderation/undo',
    access: 'user',
    site: true,
  },
} as const satisfies Record<string, Route>

/** HTTP routes of the moderation queue. */
export const moderationQueueRoutes = {
  ...conversationQueueRoutes,
  queueDecided: {
    method: 'GET',
    path: '/moderation/decided',
    access: 'user',
  },
  queueClaim: {
    method: 'POST',
    path: '/moderation/claim',
    access: 'user',
  },
  memberCard: {
    method: 'GET',
    path: '/communities/{tokenName}/members/{memberId}/card',
    access: 'user',
  },
  memberNote: {
    method: 'POST',
    path: '/moderation/note',
    access: 'user',
  },
  decisionList: {
    method: 'GET',
    path: '/decisions',
    access: 'user',
  },
  appealCreate: {
    method: 'POST',
    path: '/moderation/appeal',
    access: 'user',
  },
} as const satisfies Record<string, Route>
