import {
  type AccountChange,
  authorPath,
  commentPath,
  communityPath,
  isolated,
  type NotificationSettings,
  PAGE_SIZE_MAX,
  type PostSummary,
  postPath,
  type UrlMapping,
} from '@stoa/contract'
import { jobKind } from '../../../platform/jobs/queue.ts'
import { type Letter, quoted, withoutLinks } from '../../../platform/mail/letter.ts'
import { underUrlMapping } from '../../../platform/url-mapping.ts'
import { isOfQueue } from './channels.ts'
import type { ShownNotification } from './presenter.ts'

/** Kinds of mails: a kind of notification, or the digest. */
export type MailKind = keyof NotificationSettings['email']

/** A notification of a kind that is mailed. */
export type MailedNotification = ShownNotification & { kind: MailKind }

/** A notification with what its letter needs. */
export interface Mailed {
  item: MailedNotification
  /** The post it is about or belongs to. */
  post: PostSummary | undefined
  /** Origin of the forum to link to. */
  origin: string
  /** Of the forum at that origin. Omitted: the one in force. */
  urlMapping?: UrlMapping
}

/** Subjects of letters about several notifications. */
const ABOUT_SEVERAL: Partial<Record<MailKind, string>> = {
  moderation: 'Moderation decisions about your content',
  role: 'Changes of your roles',
  watched: 'New comments',
  reminder: 'Reminders',
}

type Unsubscribe = NonNullable<Letter['unsubscribe']>

const TITLE_MAX = 80
const MORE = 'Sign in to see more.'

const DECISIONS: Partial<Record<NonNullable<ShownNotification['decision']>['action'], string>> = {
  contentHidden: 'Your posts and comments were hidden in',
  contentRestored: 'Your posts and comments were restored in',
  banned: 'You were banned from',
  unbanned: 'You were unbanned in',
  timedOut: 'You were given a time-out in',
  timeoutLifted: 'Your time-out ended in',
  warned: 'You were given a warning in',
  warningWithdrawn: 'A warning was withdrawn in',
  appealGranted: 'Your appeal was granted in',
  appealDenied: 'Your appeal was denied in',
  appealReopened: 'Your appeal is being reviewed again in',
  decisionOverturned: 'One of your decisions was overturned on appeal in',
  decisionUpheld: 'One of your decisions was upheld on appeal in',
  commentHidden: 'Your comment was hidden in',
  commentRestored: 'Your comment was restored in',
  commentApproved: 'Your comment was approved in',
  ownershipTransferred: 'You no longer own the community',
  ownershipStayed: 'The ownership transfer was canceled, and you still own the community',
  postApproved: 'Your post was approved in',
  postRefused: 'Your post was rejected in',
  postEdited: 'Your post was edited by a moderator in',
  postHidden: 'Your post was hidden in',
  postRestored: 'Your post was restored in',
  fileRemoved: 'A file was removed from your post in',
  fileRestored: 'A file was restored in your post in',
  postPublished: 'Your scheduled post was published in',
  postRescheduled: 'Your scheduled post was rescheduled in',
  postUnscheduled: 'Your scheduled post was moved back to drafts in',
  publicationFailed: "Your post couldn't be published on time and is back in your drafts in",
  publicationHeld: 'Your post is waiting for approval in',
  transcriptFailed: "Captions couldn't be created; please add them to your post in",
}

/** Decisions about roles, after the name of who made them. */
const ROLES: Partial<Record<NonNullable<ShownNotification['decision']>['action'], string>> = {
  moderatorAdded: 'made you a moderator of',
  moderatorRemoved: 'removed you as a moderator of',
  partnerAdded: 'made you a partner of',
  partnerRemoved: 'removed you as a partner of',
  permissionsChanged: 'changed your permissions in',
  ownershipReceived: 'made you the owner of',
}

/** What an operator changed about an account. */
export const ACCOUNT_CHANGES: Record<AccountChange | 'changed', string> = {
  secondFactorReset: 'An administrator turned off your two-step verification',
  addressSet: 'An administrator changed your email address',
  renamed: 'An administrator changed your username',
  merged: 'An administrator merged another account of yours into this one',
  changed: 'An administrator changed your account',
}

/** Why a person gets this mail. */
export const WHY: Record<MailKind, string> = {
  reply: "You're receiving this because someone replied to you.",
  mention: "You're receiving this because someone mentioned you.",
  newPost: "You're receiving this because you follow the author.",
  communityPost: "You're receiving this because you asked to be notified about new posts in your communities.",
  watched: "You're receiving this because you watch a post.",
  reminder: "You're receiving this because you asked to be reminded of something you saved.",
  message: "You're receiving this because someone sent you a message.",
  follow: "You're receiving this because you asked to be notified about new followers.",
  moderation: "You're receiving this because a moderator made a decision about you or your content.",
  role: "You're receiving this because your role in a community has changed.",
  queue: "You're receiving this because you asked to be notified about what waits in communities that you moderate.",
  overdue:
    "You're receiving this because you asked to be notified about what has waited for three days in communities that you moderate.",
  digest: "You're receiving this because you subscribed to the weekly digest.",
}

/** The preset reasons of moderators; other reasons are free text. */
export const REASONS = new Map([
  ['spam', 'spam'],
  ['hateful', 'hateful content'],
  ['nudity', 'nudity'],
])

/** One letter about a thread, without links in members' words. `hasMore`: the letter omits something. */
export function threadLetter(mailed: [Mailed, ...Mailed[]], about: { url: string; hasMore: boolean }): Letter {
  const letter = linkedThreadLetter(mailed, about)
  const { subject, text, entries } = letter
  return {
    ...letter,
    subject: withoutLinks(subject),
    text: text.map(withoutLinks),
    ...(entries && { entries: entries.map(unlinked) }),
  }
}

type Entry = NonNullable<Letter['entries']>[number]

function unlinked({ text, excerpt, url }: Entry): Entry {
  return { text: withoutLinks(text), excerpt: withoutLinks(excerpt), url }
}

function linkedThreadLetter(
  mailed: [Mailed, ...Mailed[]],
  { url, hasMore }: { url: string; hasMore: boolean },
): Letter {
  const [first] = mailed
  const { item } = first
  const unsubscribe: Unsubscribe = { url, what: WHY[item.kind] }
  const after = hasMore ? { after: [MORE] } : {}
  if (mailed.length > 1) {
    const about = ABOUT_SEVERAL[item.kind] ?? 'New replies to you'
    return {
      subject: `${about}${inPost(first, ' in ')}`,
      text: [],
      entries: mailed.map(entryOf),
      ...after,
      unsubscribe,
    }
  }
  const sentence = sentenceOf(first)
  return {
    subject: sentence.replace(/\.$/, ''),
    text: [sentence, reasonOf(item), item.excerpt && quoted(item.excerpt)].filter((part) => part !== ''),
    action: { label: 'Open', url: urlOf(first) },
    ...after,
    unsubscribe,
  }
}

/** A weekly letter about missed notifications, without links in members' words. */
export function digestLetter(mailed: Mailed[], about: { forum: string; hasMore: boolean; url: string }): Letter {
  return {
    subject: `Your digest from ${about.forum}`,
    text: ["Here's what happened since your last visit:"],
    entries: mailed.map(entryOf).map(unlinked),
    ...(about.hasMore ? { after: [MORE] } : {}),
    unsubscribe: { url: about.url, what: WHY.digest },
  }
}

function entryOf(mailed: Mailed) {
  const { excerpt } = mailed.item
  const text = [sentenceOf(mailed), reasonOf(mailed.item)].filter((part) => part !== '').join(' ')
  return { text, excerpt: excerpt && quoted(excerpt), url: urlOf(mailed) }
}

export function reasonOf({ decision }: ShownNotification): string {
  const reason = decision?.reason ?? ''
  return reason && `Reason: ${REASONS.get(reason) ?? quoted(reason)}`
}

/** What happened, in a sentence. */
export function sentenceOf(mailed: Mailed): string {
  const { item } = mailed
  const where = quoted(item.community?.title ?? '')
  if (item.kind === 'reply') return `${peopleOf(item)} replied to you${inPost(mailed, ' in ')}.`
  if (item.kind === 'mention') return `${peopleOf(item)} mentioned you${inPost(mailed, ' in ')}.`
  if (item.kind === 'watched') return `${peopleOf(item)} commented${inPost(mailed, ' in ')}.`
  if (item.kind === 'reminder')
    return `You wanted to be reminded of ${item.comment ? `a comment${inPost(mailed, ' in ')}` : inPost(mailed, '') || 'a post'}.`
  if (item.kind === 'follow') return `${peopleOf(item)} ${item.actorCount > 1 ? 'follow you' : 'follows you'}.`
  if (item.kind === 'moderation' || item.kind === 'role') {
    const outcome = outcomeOf(mailed)
    if (outcome) return outcome
    const role = item.decision && ROLES[item.decision.action]
    if (role) return `${peopleOf(item)} ${role} ${where}.`
    return `${(item.decision && DECISIONS[item.decision.action]) ?? 'A moderator made a decision about your content in'} ${where}.`
  }
  if (item.kind === 'overdue') return `${overdueItems(item.overdue ?? item.count)} in ${where}.`
  if (item.kind === 'queue') return `${waitingItems(item.count)} in ${where}.`
  if (item.kind === 'newPost' && item.count > 1) {
    return `${peopleOf(item)} posted ${item.count} times in ${where}, most recently${inPost(mailed, ' ')}.`
  }
  return item.count > 1
    ? `${item.count} new posts in ${where}, most recently${inPost(mailed, ' ')}.`
    : `${peopleOf(item)} posted${inPost(mailed, ' ')} in ${where}.`
}

/** How much waits in a queue, counted up to a limit. */
function waitingItems(count: number): string {
  return count === 1 ? '1 item waits' : `${counted(count)} items wait`
}

function overdueItems(count: number): string {
  return count === 1 ? '1 item has waited for three days' : `${counted(count)} items have waited for three days`
}

const counted = (count: number) => (count < PAGE_SIZE_MAX ? `${count}` : `${PAGE_SIZE_MAX}+`)

/** The outcome of a report, for its reporter; null for other decisions. */
function outcomeOf(mailed: Mailed): string | null {
  const { decision, comment, community } = mailed.item
  const about = comment
    ? `a comment${inPost(mailed, ' in ')}`
    : ((decision?.person && isolated(decision.person.displayName)) ?? inPost(mailed, ''))
  const where = `in ${quoted(community?.title ?? '')}`
  if (decision?.action === 'reportKept')
    return `Moderators reviewed your report${about && ` about ${about}`} ${where} and took no action.`
  if (decision?.action !== 'reportUpheld') return null
  const acted = `Moderators acted on your report${about && ` about ${about}`} ${where}`
  return decision.reversed ? `${acted}, and later reversed that decision.` : `${acted}.`
}

function inPost({ item }: Mailed, before: string): string {
  const letters = [...(item.post?.title ?? '')]
  if (letters.length === 0) return ''
  const title = letters.length > TITLE_MAX ? `${letters.slice(0, TITLE_MAX - 1).join('')}…` : letters.join('')
  return before + quoted(title)
}

/** Ada; Ada and Bea; Ada, Bea and 3 others. */
function peopleOf({ actors, actorCount }: ShownNotification): string {
  const names = actors.slice(0, 2).map(({ displayName }) => isolated(displayName))
  const others = actorCount - names.length
  if (names.length === 0) return actorCount > 1 ? `${actorCount} people` : 'Someone'
  if (others <= 0) return names.join(' and ')
  return `${names.join(', ')} and ${others === 1 ? '1 other' : `${others} others`}`
}

function urlOf(mailed: Mailed): string {
  const { origin, urlMapping } = mailed
  return origin + (urlMapping ? underUrlMapping(urlMapping, () => pathOf(mailed)) : pathOf(mailed))
}

/** The path that a notification leads to. */
export function pathOf({ item, post }: { item: ShownNotification; post: PostSummary | undefined }): string {
  if (post) return item.comment ? commentPath(post, item.comment) : postPath(post)
  if (isOfQueue(item.kind) && item.community) return `${communityPath(item.community)}/tab/reports`
  if (item.community) return communityPath(item.community)
  const [actor] = item.actors
  return actor ? authorPath(actor.slugUrl || actor.userId) : '/'
}

/** A mail that collects a thread's notifications for a while, or the next digest. */
export interface NotificationMail {
  recipientId: string
  kind: MailKind
  /** Empty for a digest. */
  threadId: string
  /** Start of a digest's period. */
  since: number
}

/** Sends a mail about everything that happened until then. */
export const NOTIFICATION_MAIL = jobKind<NotificationMail>('notification mail')

export function keyOfMail({ recipientId, kind, threadId }: Omit<NotificationMail, 'since'>): string {
  return `${recipientId}:${kind}:${threadId}`
}
