import { moderationQueueRoutes } from '../routes/moderation-queue.ts'
import type { Call } from './call.ts'

/** Calls for working through the moderation queue. */
export const moderationQueueCalls = {
  queueList: {
    ...moderationQueueRoutes.queueList,
    errors: ['COMMUNITY_NOT_FOUND', 'POST_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary:
      'Everything awaiting a moderator’s decision, oldest first: in one conversation, in one community, or in all that the caller moderates.',
  },
  queueDecided: {
    ...moderationQueueRoutes.queueDecided,
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'Decisions about content and people, newest first: in one community, or in all that the caller moderates.',
  },
  queueClaim: {
    ...moderationQueueRoutes.queueClaim,
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'QUEUE_ITEM_NOT_FOUND', 'QUEUE_CLAIMED'],
    summary: 'Claim items of the queue for ten minutes, which shows others who is working on them, or release them.',
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
      'Approve or hide up to 200 items of the queue. Items already decided by somebody else stay, and items changed by their author are not approved. A single such item is refused.',
  },
  memberCard: {
    ...moderationQueueRoutes.memberCard,
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'What moderators of a community know about a person: decisions, reports, private notes and signals.',
  },
  memberNote: {
    ...moderationQueueRoutes.memberNote,
    errors: ['COMMUNITY_NOT_FOUND', 'USER_NOT_FOUND', 'NOTE_NOT_FOUND', 'NOTE_LIMIT', 'FORBIDDEN', 'BANNED'],
    summary: 'Add a private note about a person for the moderators of a community, or delete one’s own.',
  },
  decisionList: {
    ...moderationQueueRoutes.decisionList,
    errors: ['CURSOR_INVALID'],
    summary: 'Decisions by moderators about the caller and the caller’s content, newest first, with appeals.',
  },
  appealCreate: {
    ...moderationQueueRoutes.appealCreate,
    errors: ['ACTIVITY_NOT_FOUND', 'APPEAL_REFUSED'],
    summary: 'Appeal a decision about the caller, once. Where possible, another moderator judges the appeal.',
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
    summary: 'Undo decisions of the moderation log, unless a newer one about the same subject exists.',
  },
} as const satisfies Record<keyof typeof moderationQueueRoutes, Call>
