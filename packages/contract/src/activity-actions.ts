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
  'money',
  'settings',
] as const
export type ActivityGroup = (typeof ACTIVITY_GROUPS)[number]

/** What server and browsers know about an action. The server's `ACTION_TRAITS` has what only it needs. */
interface ActivityActionTraits {
  group: ActivityGroup
  /** Who is notified of it: the person concerned, those who reported the content, the community's owner or cashiers. */
  notifies?: 'person' | 'reporters' | 'owner' | 'cashiers'
  /** Listed on the page of decisions about oneself. */
  shownToPerson?: true
  /** The person concerned can appeal. */
  appealable?: true
  /** Listed, without names, in the public log. */
  public?: true
}

/** Every action, in the order in which a log offers them. */
export const ACTIVITY_ACTIONS = {
  commentHidden: { group: 'comments', notifies: 'person', shownToPerson: true, appealable: true, public: true },
  commentRestored: { group: 'comments', notifies: 'person', public: true },
  commentApproved: { group: 'comments', notifies: 'person' },
  commentReturned: { group: 'comments' },
  postHidden: { group: 'posts', notifies: 'person', shownToPerson: true, appealable: true, public: true },
  postRestored: { group: 'posts', notifies: 'person', public: true },
  postApproved: { group: 'posts', notifies: 'person' },
  postRefused: { group: 'posts', notifies: 'person', shownToPerson: true, appealable: true, public: true },
  postReturned: { group: 'posts' },
  postEdited: { group: 'posts', notifies: 'person', shownToPerson: true },
  postPinned: { group: 'posts' },
  postUnpinned: { group: 'posts' },
  postLocked: { group: 'posts' },
  postUnlocked: { group: 'posts' },
  fileRemoved: { group: 'posts', notifies: 'person', shownToPerson: true, appealable: true },
  fileRestored: { group: 'posts', notifies: 'person' },
  postPublished: { group: 'posts', notifies: 'person' },
  postRescheduled: { group: 'posts', notifies: 'person' },
  postUnscheduled: { group: 'posts', notifies: 'person' },
  transcriptFailed: { group: 'posts', notifies: 'person' },
  publicationFailed: { group: 'posts', notifies: 'person' },
  publicationHeld: { group: 'posts', notifies: 'person' },
  banned: { group: 'members', notifies: 'person', shownToPerson: true, appealable: true },
  unbanned: { group: 'members', notifies: 'person', shownToPerson: true },
  timedOut: { group: 'members', notifies: 'person', shownToPerson: true, appealable: true },
  timeoutLifted: { group: 'members', notifies: 'person', shownToPerson: true },
  warned: { group: 'members', notifies: 'person', shownToPerson: true },
  warningWithdrawn: { group: 'members', notifies: 'person' },
  contentHidden: { group: 'members', notifies: 'person', shownToPerson: true, public: true },
  contentRestored: { group: 'members', notifies: 'person', public: true },
  emailSeen: { group: 'members' },
  reportKept: { group: 'reports', notifies: 'reporters' },
  reportUpheld: { group: 'reports', notifies: 'reporters' },
  reportReopened: { group: 'reports' },
  messagesHandedOver: { group: 'reports' },
  appealGranted: { group: 'appeals', notifies: 'person' },
  appealDenied: { group: 'appeals', notifies: 'person' },
  appealReopened: { group: 'appeals', notifies: 'person' },
  moderatorAdded: { group: 'roles', notifies: 'person' },
  moderatorRemoved: { group: 'roles', notifies: 'person' },
  partnerAdded: { group: 'roles', notifies: 'person' },
  partnerRemoved: { group: 'roles', notifies: 'person' },
  permissionsChanged: { group: 'roles', notifies: 'person' },
  ownershipOffered: { group: 'ownership' },
  ownershipTransferred: { group: 'ownership', notifies: 'owner' },
  ownershipStayed: { group: 'ownership', notifies: 'owner' },
  cashOutRequested: { group: 'money', notifies: 'cashiers' },
  cashOutCancelled: { group: 'money' },
  cashOutClaimed: { group: 'money', notifies: 'person' },
  cashOutApproved: { group: 'money', notifies: 'person' },
  cashOutPaid: { group: 'money', notifies: 'person' },
  cashOutRefused: { group: 'money', notifies: 'person' },
  paymentHeld: { group: 'money', notifies: 'cashiers' },
  paymentCancelled: { group: 'money' },
  paymentClaimed: { group: 'money' },
  paymentApproved: { group: 'money' },
  paymentPaid: { group: 'money', notifies: 'person' },
  paymentRefused: { group: 'money', notifies: 'person' },
  postPromoted: { group: 'money' },
  promotionReversed: { group: 'money' },
  communityCreated: { group: 'settings' },
  communityEdited: { group: 'settings' },
  checksEdited: { group: 'settings' },
  allChecksEdited: { group: 'settings' },
} as const satisfies Readonly<Record<ActivityAction, ActivityActionTraits>>

type Traits = typeof ACTIVITY_ACTIONS
type ActionWith<Wanted> = {
  [Action in ActivityAction]: Traits[Action] extends Readonly<Wanted> ? Action : never
}[ActivityAction]

export function traitsOf(action: ActivityAction): ActivityActionTraits {
  return ACTIVITY_ACTIONS[action]
}

/** The actions that have all these traits. */
export function actionsWith<const Wanted extends Partial<ActivityActionTraits>>(traits: Wanted): ActionWith<Wanted>[] {
  const names = Object.keys(traits) as (keyof ActivityActionTraits)[]
  const all = Object.keys(ACTIVITY_ACTIONS) as ActivityAction[]
  return all.filter((action): action is ActionWith<Wanted> =>
    names.every((name) => traitsOf(action)[name] === traits[name]),
  )
}

/** What becomes of a purchase by card. Only its buyer is told, and no log has it. */
export const PURCHASE_ACTIONS = ['purchaseCredited', 'purchaseRefunded', 'purchaseOwed'] as const

/** What becomes of a withdrawal to a chain. Only its member is told, and no log has it. */
export const WITHDRAWAL_ACTIONS = ['withdrawalRequested', 'withdrawalPaid', 'withdrawalFailed'] as const

/** Decisions named only in notifications, by their meaning for the person notified. */
export const NOTIFICATION_ACTIONS = [
  ...(['ownershipReceived', 'decisionOverturned', 'decisionUpheld'] as const),
  ...PURCHASE_ACTIONS,
  ...WITHDRAWAL_ACTIONS,
] as const

/** What people are told about their own money. */
export const OWN_MONEY_ACTIONS = [
  ...actionsWith({ group: 'money', notifies: 'person' }),
  ...PURCHASE_ACTIONS,
  ...WITHDRAWAL_ACTIONS,
] as const

/** Decisions about roles. Their notifications name who made them; others are made in the community's name. */
export const ROLE_ACTIONS = [...actionsWith({ group: 'roles' }), 'ownershipReceived'] as const
