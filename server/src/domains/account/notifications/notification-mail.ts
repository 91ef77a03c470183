import { accountIdsOf, isOwn, type Me, traitsOf } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { JobQueue } from '../../../platform/jobs/queue.ts'
import type { EventCounts } from '../../../platform/limits/event-counts.ts'
import { POLICIES } from '../../../platform/limits/policies.ts'
import type { Letter } from '../../../platform/mail/letter.ts'
import type { ActivityLog } from '../../content/activity-log/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { AccountService, PostLetter } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { Domain, DomainService } from '../../people/tenants/index.ts'
import { isDecision, isOfQueue } from './channels.ts'
import type { NotificationReader } from './list.ts'
import {
  digestLetter,
  keyOfMail,
  type Mailed,
  type MailedNotification,
  NOTIFICATION_MAIL,
  type NotificationMail,
  REASONS,
  threadLetter,
} from './mail-letters.ts'
import type { PersonalView } from './personal-view.ts'
import type { ShownNotification } from './presenter.ts'
import { type CauseRow, notificationRepository } from './repository.ts'
import type { UnsubscribeLinks } from './unsubscribe-links.ts'
import type { WithCauses } from './visibility.ts'

interface Dependencies {
  jobs: Pick<JobQueue, 'transactional' | 'cancel'>
  accounts: Pick<AccountService, 'hold' | 'recipientsById' | 'emailsById'>
  memberships: Pick<MembershipService, 'viewer'>
  domains: Pick<DomainService, 'homeOf'>
  communities: Pick<CommunityService, 'factsById'>
  activityLog: Pick<ActivityLog, 'byIds'>
  eventCounts: Pick<EventCounts, 'add'>
  posts: Pick<PostService, 'summariesById'>
  postLetter: PostLetter
  personalView: PersonalView
  reader: Pick<NotificationReader, 'show'>
  unsubscribing: Pick<UnsubscribeLinks, 'urlFor'>
}

/** The recipient of a mail. */
interface Addressee {
  viewer: Me
  /** The same person with all permissions: what is mailed about a queue is only how much waits there. */
  moderator: Me
  to: string
}

/** A letter and the forum it is sent by. */
interface Written {
  domain: Domain
  /** In the language of the recipient. */
  write: (reader: Domain) => Letter
  /** Accounts that it quotes or names. */
  about: string[]
}

/** Causes considered for a thread's letter. */
const CAUSES_MAX = 50
/** Causes considered for a digest. */
const MISSED_MAX = 200
/** Maximum number of notifications per letter. */
const ITEMS_MAX = 10
const TRIES_MAX = 24

/**
 * Mails notifications. Visibility, read state, settings and address are evaluated when the mail is written, not when it
 * is planned.
 */
export function defineNotificationMail(dependencies: Dependencies): void {
  const { jobs, accounts, memberships, domains, posts, postLetter, reader, unsubscribing } = dependencies
  const { communities, activityLog, eventCounts, personalView } = dependencies

  /** The recipient of a mail, by main account; null if it may not be sent. */
  async function addresseeOf(tx: Transaction, about: NotificationMail): Promise<Addressee | null> {
    const { recipientId: userId, kind } = about
    // Hold the account: deleting it or turning this kind off waits, then drops the queued mail.
    await accounts.hold(tx, [userId])
    const recipient = (await accounts.recipientsById([userId], tx)).get(userId)
    if (!recipient || !recipient.settings.email[kind]) return null
    const { userId: mainId } = recipient
    const [emails, viewer] = await Promise.all([accounts.emailsById([mainId], tx), memberships.viewer(mainId, '', tx)])
    const to = emails.get(mainId)
    // Mail contains only what a member may see, not what an admin may.
    return to && viewer ? { viewer: { ...viewer, networkAdmin: false }, moderator: viewer, to } : null
  }

  async function mailedOf(items: ShownNotification[], tx?: Transaction): Promise<Mailed[]> {
    const summaries = await posts.summariesById(
      items.flatMap(({ post }) => post?.id ?? []),
      tx,
    )
    const isMailed = (item: ShownNotification): item is MailedNotification => item.kind !== 'accountChanged'
    return items.filter(isMailed).map((item) => {
      const { origin, config } = domains.homeOf(item.community?.tokenName ?? '')
      return { item, post: summaries.get(item.post?.id ?? ''), origin, urlMapping: config.urlMapping }
    })
  }

  /**
   * Without what strangers may not send: anybody can found a community, decide there about people who never joined, and
   * mention them. Decisions are mailed to members only, and few words of one moderator and few mentions of non-members
   * a day.
   */
  async function withoutUnsolicited<One extends WithCauses>(
    tx: Transaction,
    viewer: Me,
    notifications: One[],
  ): Promise<One[]> {
    const [facts, decisions] = await Promise.all([
      communities.factsById(
        notifications.map(({ row }) => row.community_id).filter((id) => id !== ''),
        tx,
      ),
      activityLog.byIds(
        notifications.flatMap(({ row, causes }) => (isDecision(row.kind) ? causes.map((one) => one.cause_id) : [])),
        tx,
      ),
    ])
    /** Whether this letter has something of each sender. */
    const senders = new Map<string, boolean>()
    const isWithinLimit = async (of: string[]) => {
      const key = of.join(' ')
      const { limit } = POLICIES.unsolicitedMail
      const isAllowed = senders.get(key) ?? (await eventCounts.add({ policy: 'unsolicitedMail', of }, 1, tx)) <= limit
      senders.set(key, isAllowed)
      return isAllowed
    }
    async function isWanted({ row }: One, cause: CauseRow): Promise<boolean> {
      const tokenName = facts.get(row.community_id)?.tokenName ?? ''
      const isMember = viewer.joinedCommunities.includes(tokenName) || viewer.tokenOwner.includes(tokenName)
      if (row.kind === 'mention') return isMember || isWithinLimit([cause.actor_id || row.community_id])
      if (!isDecision(row.kind)) return true
      if (!isMember) return false
      // A letter of its own was mailed at once.
      if (cause.action === 'withdrawalRequested') return false
      const decision = decisions.get(cause.cause_id)
      // Jobs decide without an actor.
      if (!decision || decision.actorId === '' || isOwn(viewer, decision.actorId)) return true
      const hasWords = decision.reason !== '' && !REASONS.has(decision.reason)
      const isAboutPerson = traitsOf(decision.action).group === 'members'
      return isWithinLimit(hasWords || isAboutPerson ? [decision.actorId] : [decision.actorId, viewer.id])
    }
    const wanted: One[] = []
    for (const one of notifications) {
      const causes: CauseRow[] = []
      for (const cause of one.causes) if (await isWanted(one, cause)) causes.push(cause)
      if (causes.length > 0) wanted.push({ ...one, causes })
      if (wanted.length > ITEMS_MAX) break
    }
    return wanted
  }

  /** The content of a letter from at most `most` causes. `hasMore`: the letter omits something. */
  async function contentOf(
    tx: Transaction,
    addressee: Addressee,
    { notifications, most }: { notifications: WithCauses[]; most: number },
  ) {
    const { viewer } = addressee
    const { visible, waiting } = await personalView(addressee.moderator, notifications, { toldIn: 'email', tx })
    const visibleNotifications = await withoutUnsolicited(tx, viewer, visible)
    // Counts refer to this letter, not to the list.
    const mailNotifications = visibleNotifications
      .slice(0, ITEMS_MAX)
      .map((one) => ({ ...one, unlooked: 0, others: 0 }))
    const items = await reader.show(viewer, mailNotifications, tx)
    const counted = items.map((item) => ({ ...item, count: waiting.get(item.id) ?? item.count }))
    const mailed = await mailedOf(counted, tx)
    const causes = mailNotifications.flatMap((one) => one.causes)
    const actors = [...causes.map(({ actor_id }) => actor_id), ...mailed.flatMap(({ item }) => item.actors.map(idOf))]
    return {
      mailed,
      causes,
      about: [...actors, ...mailed.map(({ post }) => post?.publisherId ?? '')].filter((id) => id !== ''),
      hasMore: visibleNotifications.length > ITEMS_MAX || notifications.flatMap(({ causes }) => causes).length > most,
    }
  }

  async function writeThread(
    tx: Transaction,
    planned: NotificationMail,
    addressee: Addressee | null,
  ): Promise<Written | null> {
    const { recipientId, threadId } = planned
    const kind = planned.kind as MailedNotification['kind']
    const repository = notificationRepository(tx.connection)
    const notifications = await repository.takeToMail(recipientId, { kind, threadId, limit: CAUSES_MAX + 1 })
    if (!addressee) return null
    const { viewer } = addressee
    const content = await contentOf(tx, addressee, { notifications, most: CAUSES_MAX })
    const { mailed, causes, about: people } = content
    // A letter about a queue counts all that waits.
    const hasMore = !isOfQueue(kind) && content.hasMore
    const [first, ...more] = mailed
    if (!first) return null
    await repository.setMailed(
      recipientId,
      causes.map(({ cause_id }) => cause_id),
    )
    const domain = domains.homeOf(first.item.community?.tokenName ?? '')
    const url = unsubscribing.urlFor(domain.origin, { userId: viewer.id, kind })
    return { domain, write: (words) => threadLetter([first, ...more], { hasMore, url, words }), about: people }
  }

  async function writeDigest(
    tx: Transaction,
    { since }: NotificationMail,
    addressee: Addressee | null,
  ): Promise<Written | null> {
    if (!addressee) return null
    const { viewer } = addressee
    // Accounts merged in the meantime get one mail.
    const keys = accountIdsOf(viewer).map((recipientId) => keyOfMail({ recipientId, kind: 'digest', threadId: '' }))
    await jobs.cancel(tx, NOTIFICATION_MAIL, keys)
    const repository = notificationRepository(tx.connection)
    const missed = await repository.missed(accountIdsOf(viewer), { since, limit: MISSED_MAX + 1 })
    const { mailed, about, hasMore } = await contentOf(tx, addressee, { notifications: missed, most: MISSED_MAX })
    if (mailed.length === 0) return null
    const domain = domains.homeOf('')
    const url = unsubscribing.urlFor(domain.origin, { userId: viewer.id, kind: 'digest' })
    const forum = domain.config.domainDisplayName
    return { domain, write: (words) => digestLetter(mailed, { forum, hasMore, url, words }), about }
  }

  jobs.transactional(NOTIFICATION_MAIL, {
    maxTries: TRIES_MAX,
    async work(tx, [job]) {
      if (!job) return undefined
      const { kind } = job.payload
      const addressee = await addresseeOf(tx, job.payload)
      const write = kind === 'digest' ? writeDigest : writeThread
      const writtenMail = await write(tx, job.payload, addressee)
      if (!addressee || !writtenMail) return undefined
      const { viewer, to } = addressee
      const { domain, write: letterOf, about } = writtenMail
      await postLetter(tx, { userId: viewer.id, to, domain, about, news: kind }, letterOf)
      return undefined
    },
  })
}

const idOf = ({ userId }: ShownNotification['actors'][number]) => userId
