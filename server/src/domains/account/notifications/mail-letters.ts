import {
  type AccountChange,
  actionsWith,
  authorPath,
  commentPath,
  communityPath,
  isolated,
  type NotificationSettings,
  OWN_MONEY_ACTIONS,
  PAGE_SIZE_MAX,
  type PostSummary,
  PURCHASE_ACTIONS,
  postPath,
  type UrlMapping,
  WITHDRAWAL_ACTIONS,
} from '@stoa/contract'
import { jobKind } from '../../../platform/jobs/queue.ts'
import { type ReaderLanguage, type Words, wordsIn } from '../../../platform/languages/words.ts'
import { type Letter, quoted, withoutLinks } from '../../../platform/mail/letter.ts'
import { underUrlMapping } from '../../../platform/url-mapping.ts'
import { isOfQueue } from './channels.ts'
import { letterMessages } from './letter-messages.ts'
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

type Unsubscribe = NonNullable<Letter['unsubscribe']>

const TITLE_MAX = 80

/** Kinds with a subject of their own for several notifications. */
const SEVERAL = ['moderation', 'role', 'watched', 'reminder'] as const
/** Decisions about roles. */
const ROLES = [
  'moderatorAdded',
  'moderatorRemoved',
  'partnerAdded',
  'partnerRemoved',
  'permissionsChanged',
  'ownershipReceived',
] as const
const DECISIONS = [
  'contentHidden',
  'contentRestored',
  'banned',
  'unbanned',
  'timedOut',
  'timeoutLifted',
  'warned',
  'warningWithdrawn',
  'appealGranted',
  'appealDenied',
  'appealReopened',
  'decisionOverturned',
  'decisionUpheld',
  'commentHidden',
  'commentRestored',
  'commentApproved',
  'ownershipTransferred',
  'ownershipStayed',
  'postApproved',
  'postRefused',
  'postEdited',
  'postHidden',
  'postRestored',
  'fileRemoved',
  'fileRestored',
  'postPublished',
  'postRescheduled',
  'postUnscheduled',
  'publicationFailed',
  'publicationHeld',
  'transcriptFailed',
  ...(['cashOutRequested', 'cashOutClaimed', 'cashOutApproved', 'cashOutPaid', 'cashOutRefused'] as const),
  ...(['paymentHeld', 'paymentPaid', 'paymentRefused'] as const),
  ...PURCHASE_ACTIONS,
  ...WITHDRAWAL_ACTIONS,
] as const
/** Decisions of which cashiers are told, and others about one's own money. */
const OF_CASHIERS: ReadonlySet<string> = new Set(actionsWith({ notifies: 'cashiers' }))
const ABOUT_MONEY: ReadonlySet<string> = new Set(OWN_MONEY_ACTIONS)
/** The preset reasons of moderators; other reasons are free text. */
export const REASONS: ReadonlySet<string> = new Set(['spam', 'hateful', 'nudity'])

/** What letters need to know besides what happened. `words`: in whose language they are. */
interface About {
  url: string
  /** The letter omits something. */
  hasMore: boolean
  words: ReaderLanguage
}

/** One letter about a thread, without links in members' words. */
export function threadLetter(mailed: [Mailed, ...Mailed[]], about: About): Letter {
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

function linkedThreadLetter(mailed: [Mailed, ...Mailed[]], { url, hasMore, words }: About): Letter {
  const t = wordsIn(words, letterMessages)
  const [first] = mailed
  const { item } = first
  const unsubscribe: Unsubscribe = { url, what: t(`mail.why.${item.kind}`) }
  const after = hasMore ? { after: [t('mail.more')] } : {}
  if (mailed.length > 1) {
    const several = SEVERAL.find((kind) => kind === item.kind) ?? 'reply'
    const title = titleOf(first)
    return {
      subject: title ? t(`mail.several.${several}.in`, { title }) : t(`mail.several.${several}`),
      text: [],
      entries: mailed.map((one) => entryOf(one, words)),
      ...after,
      unsubscribe,
    }
  }
  const sentence = sentenceOf(first, words)
  return {
    subject: sentence.replace(/\.$/, ''),
    text: [sentence, reasonOf(item, words), item.excerpt && quoted(item.excerpt)].filter((part) => part !== ''),
    action: { label: t('mail.open'), url: urlOf(first) },
    ...after,
    unsubscribe,
  }
}

/** A weekly letter about missed notifications, without links in members' words. */
export function digestLetter(mailed: Mailed[], about: About & { forum: string }): Letter {
  const { forum, hasMore, url, words } = about
  const t = wordsIn(words, letterMessages)
  return {
    subject: t('mail.digest.subject', { forum }),
    text: [t('mail.digest.text')],
    entries: mailed.map((one) => entryOf(one, words)).map(unlinked),
    ...(hasMore ? { after: [t('mail.more')] } : {}),
    unsubscribe: { url, what: t('mail.why.digest') },
  }
}

function entryOf(mailed: Mailed, words: ReaderLanguage) {
  const { excerpt } = mailed.item
  const text = [sentenceOf(mailed, words), reasonOf(mailed.item, words)].filter((part) => part !== '').join(' ')
  return { text, excerpt: excerpt && quoted(excerpt), url: urlOf(mailed) }
}

export function reasonOf({ decision }: ShownNotification, words: ReaderLanguage): string {
  const t = wordsIn(words, letterMessages)
  const reason = decision?.reason ?? ''
  if (reason === '') return ''
  const preset = REASONS.has(reason) ? t(`mail.reason.${reason}` as 'mail.reason.spam') : quoted(reason)
  return t('mail.reason', { reason: preset })
}

/** What operators have changed about an account. */
export function accountChangeText(change: AccountChange | 'changed', words: ReaderLanguage): string {
  return wordsIn(words, letterMessages)(`mail.account.${change}`)
}

/** What happened, in a sentence. */
export function sentenceOf(mailed: Pick<Mailed, 'item'>, words: ReaderLanguage): string {
  const t = wordsIn(words, letterMessages)
  const { item } = mailed
  const community = quoted(item.community?.title ?? '')
  const title = titleOf(mailed)
  const people = peopleOf(item, t)
  const count = Math.max(1, item.actorCount)
  const values = { people, count, title, community }
  if (item.kind === 'reply' || item.kind === 'mention' || item.kind === 'watched')
    return title ? t(`mail.${item.kind}.in`, values) : t(`mail.${item.kind}`, values)
  if (item.kind === 'reminder') {
    if (item.comment) return title ? t('mail.reminder.comment.in', { title }) : t('mail.reminder.comment')
    return title ? t('mail.reminder.post', { title }) : t('mail.reminder')
  }
  if (item.kind === 'follow') return t('mail.follow', values)
  if (item.kind === 'moderation' || item.kind === 'role') {
    const { decision } = item
    const outcome = outcomeOf(mailed, t)
    if (outcome !== null) return outcome
    const role = ROLES.find((one) => one === decision?.action)
    if (role) return t(`mail.role.${role}`, values)
    return t(`mail.decision.${DECISIONS.find((one) => one === decision?.action) ?? 'made'}`, { community })
  }
  if (item.kind === 'overdue') return t('mail.overdue', { ...countedItems(item.overdue ?? item.count), community })
  if (item.kind === 'queue') return t('mail.queue', { ...countedItems(item.count), community })
  if (item.kind === 'newPost' && item.count > 1) return t('mail.newPost.several', { ...values, posts: item.count })
  if (item.count > 1) return t('mail.communityPost.several', { count: item.count, community, title })
  return t('mail.newPost', values)
}

/** How much waits in a queue, counted up to a limit. */
function countedItems(count: number) {
  return { count, shown: count < PAGE_SIZE_MAX ? `${count}` : `${PAGE_SIZE_MAX}+` }
}

type T = Words<typeof letterMessages>

/** The outcome of a report, for its reporter; null for other decisions. */
function outcomeOf(mailed: Pick<Mailed, 'item'>, t: T): string | null {
  const { decision, comment, community } = mailed.item
  if (decision?.action !== 'reportKept' && decision?.action !== 'reportUpheld') return null
  const outcome = decision.action === 'reportKept' ? 'kept' : decision.reversed ? 'reversed' : 'upheld'
  const title = titleOf(mailed)
  const about = comment
    ? title
      ? t('mail.report.comment.in', { title })
      : t('mail.report.comment')
    : decision.person
      ? isolated(decision.person.displayName)
      : title
  const where = quoted(community?.title ?? '')
  return about
    ? t(`mail.report.${outcome}.about`, { about, community: where })
    : t(`mail.report.${outcome}`, { community: where })
}

/** The title of the post in quotation marks; empty without one. */
function titleOf({ item }: Pick<Mailed, 'item'>): string {
  const letters = [...(item.post?.title ?? '')]
  if (letters.length === 0) return ''
  return quoted(letters.length > TITLE_MAX ? `${letters.slice(0, TITLE_MAX - 1).join('')}…` : letters.join(''))
}

/** Ada; Ada and Bea; Ada, Bea and 3 others. */
function peopleOf({ actors, actorCount }: ShownNotification, t: T): string {
  const [one = '', other = ''] = actors.slice(0, 2).map(({ displayName }) => isolated(displayName))
  const others = actorCount - Math.min(2, actors.length)
  if (one === '') return t('mail.people', { count: Math.max(1, actorCount) })
  if (others > 0) return t('mail.people.more', { names: other ? `${one}, ${other}` : one, count: others })
  return other ? t('mail.people.two', { one, other }) : one
}

function urlOf(mailed: Mailed): string {
  const { origin, urlMapping } = mailed
  return origin + (urlMapping ? underUrlMapping(urlMapping, () => pathOf(mailed)) : pathOf(mailed))
}

/** The path that a notification leads to. */
export function pathOf({ item, post }: { item: ShownNotification; post: PostSummary | undefined }): string {
  if (post) return item.comment ? commentPath(post, item.comment) : postPath(post)
  if (isOfQueue(item.kind) && item.community) return `${communityPath(item.community)}/tab/reports`
  const action = item.decision?.action ?? ''
  if (ABOUT_MONEY.has(action)) return '/bbs/wallet'
  if (item.community && OF_CASHIERS.has(action)) return `${communityPath(item.community)}/admin-settings/cashier`
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
