import type { ActivityAction } from '@stoa/contract'

/** What a decision changes and a newer decision replaces. */
type DecidedState = 'comment' | 'post' | 'file' | 'lock' | 'pin' | 'ban' | 'permissions' | 'partner' | 'allContent'

/** What the server does with a decision. `ACTIVITY_ACTIONS` of the contract has what browsers need, too. */
interface ActionTraits {
  /** The states it decides about. A granted appeal is about one of several. */
  states?: readonly DecidedState[]
  /** Removes a comment or post from readers, or everything by a person. */
  hides?: 'item' | 'everything'
  ban?: 'imposed' | 'lifted'
  /** Can be undone: only while no newer decision is about the same state, or regardless of newer ones. */
  undo?: 'ifNewest' | 'always'
  /** The detail without which it can't be undone; the oldest entries lack it. */
  undoNeeds?: 'former' | 'judged' | 'mediaId'
  /** Moderators can make it on partners' sites, and undo it there. */
  onSites?: true
  /** Takes something out of a queue, returns something to it, or is only listed in its log. */
  queue?: 'closes' | 'opens' | 'listed'
  /** The open reports it settles: about the comment, the post, the person, or all content by the person. */
  settlesReports?: 'comment' | 'post' | 'person' | 'allContent'
  /** What the word filter learns about the text; `forget`: an earlier lesson is undone. */
  lesson?: 'kept' | 'removed' | 'forget'
  /** Publishes what the checks have held, or undoes that. */
  approval?: 'given' | 'withdrawn'
}

export const ACTION_TRAITS: Readonly<Record<ActivityAction, ActionTraits>> = {
  commentHidden: {
    states: ['comment'],
    hides: 'item',
    undo: 'ifNewest',
    onSites: true,
    queue: 'closes',
    settlesReports: 'comment',
    lesson: 'removed',
  },
  commentRestored: { states: ['comment'], undo: 'ifNewest', undoNeeds: 'former', queue: 'listed', lesson: 'forget' },
  commentApproved: {
    states: ['comment'],
    undo: 'ifNewest',
    onSites: true,
    queue: 'closes',
    lesson: 'kept',
    approval: 'given',
  },
  commentReturned: {
    states: ['comment'],
    undo: 'ifNewest',
    undoNeeds: 'former',
    queue: 'opens',
    lesson: 'forget',
    approval: 'withdrawn',
  },
  postHidden: {
    states: ['post'],
    hides: 'item',
    undo: 'ifNewest',
    onSites: true,
    queue: 'closes',
    settlesReports: 'post',
    lesson: 'removed',
  },
  postRestored: { states: ['post'], undo: 'ifNewest', undoNeeds: 'former', queue: 'listed', lesson: 'forget' },
  postApproved: { states: ['post'], undo: 'ifNewest', queue: 'closes', lesson: 'kept', approval: 'given' },
  postRefused: {
    states: ['post'],
    hides: 'item',
    undo: 'ifNewest',
    queue: 'closes',
    settlesReports: 'post',
    lesson: 'removed',
  },
  postReturned: {
    states: ['post'],
    undo: 'ifNewest',
    undoNeeds: 'former',
    queue: 'opens',
    lesson: 'forget',
    approval: 'withdrawn',
  },
  postEdited: {},
  postPinned: { states: ['pin'], undo: 'ifNewest' },
  postUnpinned: { states: ['pin'], undo: 'ifNewest' },
  postLocked: { states: ['lock'], undo: 'ifNewest' },
  postUnlocked: { states: ['lock'], undo: 'ifNewest' },
  fileRemoved: { states: ['file'], undo: 'always', undoNeeds: 'mediaId' },
  fileRestored: { states: ['file'], undo: 'always', undoNeeds: 'mediaId' },
  postPublished: { states: ['post'], queue: 'listed' },
  postRescheduled: {},
  postUnscheduled: {},
  transcriptFailed: {},
  publicationFailed: {},
  publicationHeld: {},
  banned: {
    states: ['ban'],
    ban: 'imposed',
    undo: 'ifNewest',
    onSites: true,
    queue: 'closes',
    settlesReports: 'person',
  },
  unbanned: { states: ['ban'], ban: 'lifted', undo: 'ifNewest', queue: 'listed' },
  timedOut: {
    states: ['ban'],
    ban: 'imposed',
    undo: 'ifNewest',
    onSites: true,
    queue: 'closes',
    settlesReports: 'person',
  },
  timeoutLifted: { states: ['ban'], ban: 'lifted', undo: 'ifNewest', queue: 'listed' },
  warned: { undo: 'always', onSites: true, queue: 'closes', settlesReports: 'person' },
  warningWithdrawn: { queue: 'listed' },
  contentHidden: {
    states: ['allContent'],
    hides: 'everything',
    undo: 'ifNewest',
    queue: 'closes',
    settlesReports: 'allContent',
  },
  contentRestored: { states: ['allContent'], queue: 'listed' },
  emailSeen: {},
  reportKept: { undo: 'always', onSites: true, queue: 'closes', lesson: 'kept' },
  reportUpheld: { undo: 'always', queue: 'closes' },
  reportReopened: { queue: 'opens', lesson: 'forget' },
  messagesHandedOver: {},
  appealGranted: { states: ['comment', 'post', 'ban'], undo: 'ifNewest', undoNeeds: 'judged', queue: 'closes' },
  appealDenied: { undo: 'always', undoNeeds: 'judged', queue: 'closes' },
  appealReopened: { queue: 'opens' },
  moderatorAdded: {},
  moderatorRemoved: {},
  partnerAdded: { states: ['partner'], undo: 'ifNewest' },
  partnerRemoved: { states: ['partner'], undo: 'ifNewest' },
  permissionsChanged: { states: ['permissions'], undo: 'ifNewest' },
  ownershipOffered: {},
  ownershipTransferred: {},
  ownershipStayed: {},
  cashOutRequested: {},
  cashOutCancelled: {},
  cashOutClaimed: {},
  cashOutApproved: {},
  cashOutPaid: {},
  cashOutRefused: {},
  paymentHeld: {},
  paymentCancelled: {},
  paymentClaimed: {},
  paymentApproved: {},
  paymentPaid: {},
  paymentRefused: {},
  postPromoted: {},
  promotionReversed: {},
  communityCreated: {},
  communityEdited: {},
  checksEdited: {},
  allChecksEdited: {},
}

/** The actions whose traits meet a condition. */
export function actionsWhere(condition: (traits: ActionTraits) => boolean): ActivityAction[] {
  return (Object.keys(ACTION_TRAITS) as ActivityAction[]).filter((action) => condition(ACTION_TRAITS[action]))
}

/** The actions that decide about a state. */
export function actionsAbout(state: DecidedState): ActivityAction[] {
  return actionsWhere(({ states }) => states?.includes(state) ?? false)
}
