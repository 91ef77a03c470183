import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  canDecideReports,
  canReportComment,
  canReportOf,
  canReportPost,
  canSeePost,
  isOwn,
  type Me,
  REPORTS_PAGE_SIZE,
  type Report,
  type ReportReason,
  type User,
} from '@stoa/contract'
import type { CallScope } from '../../../platform/calls/context.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import { StaleReadError, type Transaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/keyset.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import { groupBy } from '../../../platform/group-by.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLog } from '../../content/activity-log/index.ts'
import type { Arrivals } from '../../content/checks/index.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import {
  type ReportItemRow,
  type ReportMessageRow,
  type ReportRow,
  reportRepository,
  type WaitingPosition,
} from './repository.ts'

export type { ReportItemRow, WaitingPosition } from './repository.ts'

/** Maximum number of reporters and texts shown per item. */
const SHOWN = 5
/** Younger accounts count as newcomers. */
const NEWCOMER_MS = 7 * DAY_MS
/** Handed over messages stay for this long after the decision, in which it can be appealed. */
const MESSAGES_KEPT_MS = 90 * DAY_MS
const FORGOTTEN_AT_ONCE = 100
/** Something was reported for the first time, or again after a decision. */
export const REPORT_OPENED = jobKind<{
  reportId: string
  communityId: string
  postId: string
  commentId: string
  at: number
}>('tell of report')
const STATUSES = { open: ['open'], decided: ['kept', 'removed'] } as const

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'cursors'> {
  jobs: Pick<JobQueue, 'enqueue'>
  accounts: AccountService
  communities: CommunityService
  partnerOrigins: Pick<OriginService, 'checkSite'>
  posts: Pick<PostService, 'facts' | 'factsById' | 'hold' | 'summariesById'>
  comments: Pick<CommentService, 'facts' | 'hold' | 'seenBy'>
  memberships: Pick<MembershipService, 'memberKeys'>
  arrivals: Arrivals
  activityLog: Pick<ActivityLog, 'add'>
}

/** The combined reports of an item. */
type Combined = Pick<Report, 'count' | 'reasons' | 'texts' | 'newcomers' | 'reporters' | 'messages'>

const NO_REPORTS: Combined = { count: 1, reasons: [], texts: [], newcomers: 0, reporters: [] }

/** People who are reported must not learn who reported them or what was written. */
export function redactedFor(viewer: Me, row: ReportItemRow, summary: Combined = NO_REPORTS): Combined {
  if (!isOwn(viewer, row.person_id)) return summary
  const { messages: _, ...rest } = summary
  return { ...rest, texts: [], reporters: [] }
}

/** A message of a conversation, as its domain stores it. */
interface HandedOver {
  id: string
  sender_id: string
  text: string
  created_at: number
}

interface NewReport {
  subject: Subject
  reason: ReportReason
  reasonText: string
  /** Copies of the messages that are handed over. Default: none. */
  messages?: Omit<ReportMessageRow, 'item_id'>[]
}

type Subject = Pick<ReportItemRow, 'community_id' | 'entity_type' | 'entity_id' | 'post_id' | 'person_id'>

/** Identifies a subject in a community; shared by all reports of it, and by claims in the queue. */
export const entityKeyOf = (about: Pick<ReportItemRow, 'community_id' | 'entity_id'>) =>
  `${about.community_id}${about.entity_id}`

export type ReportService = ReturnType<typeof createReportService>

/** Members report each subject once; moderators read all reports of a subject together. */
export function createReportService(dependencies: Dependencies) {
  const { database, clock, ids, cursors, accounts, communities, partnerOrigins, posts, comments, memberships } =
    dependencies
  const { arrivals, activityLog, jobs } = dependencies

  /** Records a report of a subject. A former report of it by any of the viewer's accounts stays unchanged. */
  async function record(tx: Transaction, viewer: Me, { subject, reason, reasonText, messages = [] }: NewReport) {
    const entity_key = entityKeyOf(subject)
    // Hold the account: its deletion must not miss this report.
    if (!(await accounts.hold(tx, [viewer.id])).has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
    const repository = reportRepository(tx.connection)
    if (await repository.byReporter(accountIdsOf(viewer), entity_key)) return { isNew: false }
    // Hold the subject: its author's deletion must not miss this report.
    if (subject.entity_type === 'Post') await posts.hold(tx, subject.entity_id)
    if (subject.entity_type === 'Comment') await comments.hold(tx, subject.entity_id)
    const created_at = clock.now()
    const undecided = { status: 'open' as const, decided_by: '', decided_at: 0, decision_id: '' }
    const id = ids.next()
    const item = await repository.open({ ...subject, ...undecided, id, open_key: entity_key, created_at })
    if (!item) throw new StaleReadError()
    const reason_text = reason === 'other' ? reasonText.trim() : ''
    await repository.insert({ user_id: viewer.id, entity_key, item_id: item.id, reason, reason_text, created_at })
    await repository.addMessages(messages.map((message) => ({ ...message, item_id: item.id })))
    // Only the first report of a subject is announced.
    if (item.id === id) {
      const { community_id: communityId, entity_id: subjectId, post_id: conversationId } = item
      arrivals.record(tx, { communityId, subjectId, pendingPost: null, conversationId })
      const commentId = item.entity_type === 'Comment' ? subjectId : ''
      const payload = { reportId: id, communityId, postId: conversationId, commentId, at: created_at }
      jobs.enqueue(tx, REPORT_OPENED, { payload })
    }
    return { isNew: true }
  }

  /** The reported subject, after checking that the viewer may report it. */
  async function subjectOf(
    viewer: Me,
    input: CallParsedInput<'reportCreate'>,
    { onlyCommunity = null, tx }: CallScope,
  ) {
    const { tokenName, reportedType: entity_type } = input
    if (onlyCommunity !== null && onlyCommunity !== tokenName) throw new DomainError('COMMUNITY_NOT_FOUND')
    const { id: community_id } = await communities.require(tokenName, tx)
    if (entity_type === 'User') {
      const entity_id = await accounts.mainOf(input.reportedUserId ?? '', tx)
      assertAllowed(canReportOf(viewer, { tokenName, userId: entity_id }, clock.now()))
      // The account was deleted or never existed.
      if (!(await accounts.person(entity_id, '', tx))) throw new DomainError('USER_NOT_FOUND')
      return { community_id, entity_type, entity_id, post_id: '', person_id: entity_id }
    }
    if (entity_type === 'Post') {
      const post = await posts.facts(input.reportedPostId ?? '', onlyCommunity, tx)
      if (post.tokenName !== tokenName) throw new DomainError('POST_NOT_FOUND')
      assertAllowed(canReportPost(viewer, post, clock.now()))
      return { community_id, entity_type, entity_id: post.id, post_id: post.id, person_id: post.publisherId }
    }
    const entity_id = input.reportedCommentId ?? ''
    const { post, comment } = await comments.facts(entity_id, onlyCommunity, tx)
    if (post.tokenName !== tokenName) throw new DomainError('COMMENT_NOT_FOUND')
    assertAllowed(canReportComment(viewer, { post, comment }, clock.now()))
    return { community_id, entity_type, entity_id, post_id: post.id, person_id: comment.publisherId }
  }

  function namedIn(profiles: ReadonlyMap<string, User>) {
    return (userId: string) => {
      const { displayName = '', slugUrl = '', profileImageUrl: imageUrl = '' } = profiles.get(userId) ?? {}
      return userId === '' ? null : { userId, displayName, slugUrl, imageUrl }
    }
  }

  /** Combines the reports of each item, in a constant number of queries. */
  async function summariesOf(rows: ReportItemRow[]): Promise<Map<string, Combined>> {
    const repository = reportRepository(database.read)
    const reports = await repository.ofItems(rows.map(({ id }) => id))
    const byItem = groupBy(reports, ({ item_id }) => item_id)
    const shownOf = (row: ReportItemRow) => (byItem.get(row.id) ?? []).slice(0, SHOWN)
    const messages = groupBy(await repository.messagesOf(rows.map(({ id }) => id)), ({ item_id }) => item_id)
    const senders = [...messages.values()].flat().map(({ sender_id }) => sender_id)
    const profiles = await accounts.profilesById([...reports.map(({ user_id }) => user_id), ...senders])
    const communityIds = [...new Set(rows.map((row) => row.community_id))]
    const [members, records] = await Promise.all([
      memberships.memberKeys({ communityIds, userIds: [...new Set([...profiles.values()].map(({ id }) => id))] }),
      repository.recordsOf({ communityIds, userIds: rows.flatMap((row) => shownOf(row).map((one) => one.user_id)) }),
    ])
    const nameOf = namedIn(profiles)
    const isNewcomer = ({ community_id }: ReportItemRow, { user_id }: ReportRow) => {
      const profile = profiles.get(user_id)
      if (!profile || profile.createdAt > clock.now() - NEWCOMER_MS) return true
      return !members.has(`${community_id} ${profile.id}`)
    }
    const reporterOf = (row: ReportItemRow, { user_id }: ReportRow) => {
      const person = nameOf(user_id)
      const { kept = 0, removed = 0 } = records.get(`${row.community_id} ${user_id}`) ?? {}
      return person ? [{ ...person, decided: kept + removed, dismissed: kept }] : []
    }
    return new Map(
      rows.map((row) => {
        const all = byItem.get(row.id) ?? []
        const handedOver = (messages.get(row.id) ?? []).map(({ message_id: id, sender_id, text, sent_at }) => {
          return { id, sender: nameOf(sender_id), text, createdAt: Number(sent_at) }
        })
        return [
          row.id,
          {
            ...(handedOver.length > 0 && { messages: handedOver }),
            count: Math.max(all.length, 1),
            reasons: reasonsOf(all),
            texts: all.flatMap((one) => (one.reason_text === '' ? [] : [one.reason_text])).slice(0, SHOWN),
            newcomers: all.filter((one) => isNewcomer(row, one)).length,
            reporters: shownOf(row).flatMap((one) => reporterOf(row, one)),
          },
        ]
      }),
    )
  }

  /** Presents items together with their subjects. */
  async function show(viewer: Me, rows: ReportItemRow[]): Promise<Report[]> {
    const postIds = rows.flatMap(({ post_id }) => (post_id === '' ? [] : [post_id]))
    const people = rows.flatMap((row) => [row.person_id, row.decided_by])
    const [reportSummaries, facts, summaries, visibleComments, profiles] = await Promise.all([
      summariesOf(rows),
      posts.factsById(postIds),
      posts.summariesById(postIds),
      comments.seenBy(
        viewer,
        rows.flatMap((row) => (row.entity_type === 'Comment' ? [row.entity_id] : [])),
      ),
      accounts.profilesById(people),
    ])
    const nameOf = namedIn(profiles)
    return rows.map((row) => {
      const post = facts.get(row.post_id)
      const isSeen = post !== undefined && canSeePost(viewer, post).allowed
      return {
        id: row.id,
        status: row.status,
        reportedType: row.entity_type,
        // Hides stories that were hidden and that the viewer doesn't moderate.
        post: isSeen ? (summaries.get(post.id) ?? null) : null,
        comment: isSeen ? (visibleComments.get(row.entity_id) ?? null) : null,
        person: nameOf(row.person_id),
        ...redactedFor(viewer, row, reportSummaries.get(row.id)),
        createdAt: Number(row.created_at),
        decidedBy: nameOf(row.decided_by),
        decidedAt: Number(row.decided_at) || null,
      }
    })
  }

  return {
    summariesOf,
    /** Open items of these communities, longest waiting first. */
    waiting: (
      communityIds: string[],
      page: { after: WaitingPosition | null; limit: number; postId?: string | undefined },
      tx?: Transaction,
    ) => reportRepository(database.from(tx)).waiting(communityIds, page),
    /** Number of reports about a person's accounts and by them in a community. */
    async countsOf(personIds: string[], communityId: string) {
      const repository = reportRepository(database.read)
      const [about, by] = await Promise.all([
        repository.countsAbout(personIds, communityId),
        repository.countsBy(personIds, communityId),
      ])
      return { about, by }
    },
    /** Items by id, in any status. */
    items: (ids: string[], tx?: Transaction) => reportRepository(database.from(tx)).items(ids),
    /** Reports a subject. A former report of it by any of the viewer's accounts stays unchanged. */
    async create(
      viewer: Me,
      input: CallParsedInput<'reportCreate'>,
      scope: CallScope = {},
    ): Promise<CallOutput<'reportCreate'>> {
      const subject: Subject = await subjectOf(viewer, input, scope)
      await partnerOrigins.checkSite(viewer, subject.community_id, scope.tx)
      const { reportReason: reason, reportText: reasonText = '' } = input
      return database.transaction((tx) => record(tx, viewer, { subject, reason, reasonText }), scope.tx)
    },
    /** Reports a message, the first of `messages`, and hands all of them over. The caller checks that they are the viewer's. */
    async createOfMessage(
      viewer: Me,
      about: Pick<NewReport, 'reason' | 'reasonText'> & { tokenName: string; messages: HandedOver[] },
      tx: Transaction,
    ): Promise<CallOutput<'dmReport'>> {
      const { tokenName, messages, ...rest } = about
      const [reported] = messages
      if (!reported) throw new DomainError('MESSAGE_NOT_FOUND')
      const { id: community_id } = await communities.require(tokenName, tx)
      const person_id = await accounts.mainOf(reported.sender_id, tx)
      assertAllowed(canReportOf(viewer, { tokenName, userId: person_id }, clock.now()))
      const subject = { community_id, entity_type: 'Message' as const, entity_id: reported.id, post_id: '', person_id }
      const copies = messages.map(({ id: message_id, sender_id, text, created_at }) => {
        return { message_id, sender_id, text, sent_at: Number(created_at) }
      })
      const result = await record(tx, viewer, { ...rest, subject, messages: copies })
      if (result.isNew) {
        await activityLog.add(tx, {
          action: 'messagesHandedOver',
          communityId: community_id,
          // Moderators who are reported must not learn who reported them.
          actorId: '',
          personId: person_id,
        })
      }
      return result
    },
    /** Deletes messages that were handed over for reports decided long ago. */
    async forgetMessages(): Promise<void> {
      const before = clock.now() - MESSAGES_KEPT_MS
      const forget = () =>
        database.transaction(({ connection }) => reportRepository(connection).forgetMessages(before, FORGOTTEN_AT_ONCE))
      while ((await forget()) === FORGOTTEN_AT_ONCE);
    },
    /** A page of reports in a community, newest first. */
    async list(
      viewer: Me,
      input: Omit<CallParsedInput<'reportList'>, 'userId' | 'postId'> &
        Partial<Pick<CallParsedInput<'reportList'>, 'userId' | 'postId'>>,
    ): Promise<CallOutput<'reportList'>> {
      const { tokenName, status, userId, postId, limit = REPORTS_PAGE_SIZE, cursor } = input
      const { id: communityId } = await communities.require(tokenName)
      assertAllowed(canDecideReports(viewer, tokenName))
      const list = `reports ${[status, communityId, userId, postId].join(' ').trimEnd()}`
      const after = cursor === undefined ? null : (cursors.decode(list, cursor) as [string])[0]
      const personIds = userId === undefined ? undefined : await accounts.accountsOf(userId)
      const about = { communityId, statuses: STATUSES[status], personIds, postId }
      const rows = await reportRepository(database.read).page(about, { after, limit: limit + 1 })
      const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf: (row) => [row.id] })
      return {
        items: await show(viewer, pageRows),
        ...end,
      }
    },
  }
}

function reasonsOf(rows: ReportRow[]): { reason: ReportReason; count: number }[] {
  const byReason = groupBy(rows, ({ reason }) => reason)
  return [...byReason].map(([reason, all]) => ({ reason, count: all.length })).toSorted((a, b) => b.count - a.count)
}
