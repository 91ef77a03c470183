import type { Route } from './route.ts'

/** HTTP routes of calls for the moderation queue. */
export const moderationQueueRoutes = {
  queueList: {
    method: 'GET',
    path: '/moderation/queue',
    access: 'user',
    rate: 'read',
  },
  queueClaim: {
    method: 'POST',
    path: '/moderation/claim',
    access: 'user',
    rate: 'write',
  },
  queueDecide: {
    method: 'POST',
    path: '/moderation/decide',
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
  moderationUndo: {
    method: 'POST',
    path: '/moderation/undo',
    access: 'user',
    rate: 'write',
  },
} as const satisfies Record<string, Route>
