import { moderationQueueRoutes } from '../routes/moderation-queue.ts'
import type { Call } from './call.ts'

/** Calls for working through the moderation queue. */
export const moderationQueueCalls = {
  queueList: {
    ...moderationQueueRoutes.queueList,
    errors: ['COMMUNITY_NOT_FOUND', 'POST_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary:
      'Everything that waits for a moderator’s decision, the oldest first: in one conversation, in one community, or in all that the caller moderates.',
  },
  queueDecided: {
    ...moderationQueueRoutes.queueDecided,
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary:
      'What was decided about content and people, newest first: in one community, or in all that the caller moderates.',
  },
  queueClaim: {
    ...moderationQueueRoutes.queueClaim,
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'QUEUE_ITEM_NOT_FOUND', 'QUEUE_CLAIMED'],
    summary: 'Claim items of the queue for ten minutes, so that others see who works on them, or release them.',
  },
  queueDecide: {
    ...moderationQueueRoutes.queueDecide,
    errors: [
      'COMMUNITY_NOT_FOUND',
      'FORBIDDEN',
      'QUEUE_ITEM_NOT_FOUND',
      'QUEUE_DECIDED',
      'QUEUE_CHANGED',
      'APPEAL_OWN_DECISION',
      'REPORT_OWN_CONTENT',
      'UNDO_REFUSED',
      'HIDDEN_BY_DOMAIN_ADMIN',
      'POST_PINNED',
    ],
    summary:
      'Approve or hide up to 200 items of the queue. What somebody else has decided stays, and what its author has changed is not approved; a single such item is refused.',
  },
  memberCard: {
    ...moderationQueueRoutes.memberCard,
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'What moderators of a community know about somebody: decisions, reports, private notes and signals.',
  },
  memberNote: {
    ...moderationQueueRoutes.memberNote,
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'NOTE_NOT_FOUND', 'NOTE_LIMIT', 'FORBIDDEN', 'BANNED'],
    summary: 'Add a private note about somebody for the moderators of a community, or delete one’s own.',
  },
  decisionList: {
    ...moderationQueueRoutes.decisionList,
    errors: ['CURSOR_INVALID'],
    summary: 'What moderators decided about the caller and what the caller wrote, newest first, with its appeals.',
  },
  appealCreate: {
    ...moderationQueueRoutes.appealCreate,
    errors: ['ACTIVITY_NOT_FOUND', 'APPEAL_REFUSED'],
    summary:
      'Appeal against a decision about the caller, once. Somebody else than who decided judges it where possible.',
  },
  moderationUndo: {
    ...moderationQueueRoutes.moderationUndo,
    errors: [
      'COMMUNITY_NOT_FOUND',
      'FORBIDDEN',
      'BANNED',
      'ACTIVITY_NOT_FOUND',
      'APPEAL_OWN_DECISION',
      'REPORT_OWN_CONTENT',
      'UNDO_REFUSED',
      'HIDDEN_BY_DOMAIN_ADMIN',
      'USER_NOT_FOUND',
      'NOT_A_MEMBER',
      'POST_NOT_PUBLISHED',
      'PIN_LIMIT',
    ],
    summary: 'Undo decisions of the moderation log, unless something newer was decided about the same.',
  },
} as const satisfies Record<keyof typeof moderationQueueRoutes, Call>
