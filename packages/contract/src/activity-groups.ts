import type { ActivityAction } from './entities.ts'

/** Kinds of decisions in the moderation log. */
export const ACTIVITY_GROUPS = [
  'comments',
  'posts',
  'members',
  'reports',
  'appeals',
  'roles',
  'ownership',
  'settings',
] as const
export type ActivityGroup = (typeof ACTIVITY_GROUPS)[number]

/** The group of each action, in the order in which a log offers them. */
export const ACTIVITY_GROUP: Readonly<Record<ActivityAction, ActivityGroup>> = {
  commentHidden: 'comments',
  commentRestored: 'comments',
  commentApproved: 'comments',
  commentReturned: 'comments',
  postHidden: 'posts',
  postRestored: 'posts',
  postApproved: 'posts',
  postRefused: 'posts',
  postReturned: 'posts',
  postEdited: 'posts',
  postPinned: 'posts',
  postUnpinned: 'posts',
  postLocked: 'posts',
  postUnlocked: 'posts',
  postPublished: 'posts',
  postRescheduled: 'posts',
  postUnscheduled: 'posts',
  transcriptFailed: 'posts',
  publicationFailed: 'posts',
  publicationHeld: 'posts',
  banned: 'members',
  unbanned: 'members',
  timedOut: 'members',
  timeoutLifted: 'members',
  warned: 'members',
  warningWithdrawn: 'members',
  contentHidden: 'members',
  contentRestored: 'members',
  emailSeen: 'members',
  reportKept: 'reports',
  reportUpheld: 'reports',
  reportReopened: 'reports',
  appealGranted: 'appeals',
  appealDenied: 'appeals',
  appealReopened: 'appeals',
  moderatorAdded: 'roles',
  moderatorRemoved: 'roles',
  partnerAdded: 'roles',
  partnerRemoved: 'roles',
  permissionsChanged: 'roles',
  ownershipOffered: 'ownership',
  ownershipTransferred: 'ownership',
  ownershipStayed: 'ownership',
  communityCreated: 'settings',
  communityEdited: 'settings',
  checksEdited: 'settings',
  allChecksEdited: 'settings',
}

/** The actions of a group. */
export function actionsOf(group: ActivityGroup): ActivityAction[] {
  return (Object.keys(ACTIVITY_GROUP) as ActivityAction[]).filter((action) => ACTIVITY_GROUP[action] === group)
}
