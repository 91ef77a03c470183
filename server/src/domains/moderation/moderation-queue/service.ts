import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  type ChangedItem,
  CommentStatus,
  canListPendingPosts,
  canSeePost,
  type ErrorCode,
  type MadeDecision,
  type Me,
  moderates,
  PostStatus,
  QUEUE_CLAIM_MS,
  type ReportedType,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError, isDomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type ActivityLog, type LoggedActivity, requiredReason } from '../../content/activity-log/index.ts'
import type { CommentService, CommentState } from '../../content/comments/index.ts'
import type { PostRowFacts, PostService } from '../../content/posts/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityFacts, CommunityService } from '../../people/communities/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import { entityKeyOf, type ReportDecisions, type ReportItemRow, type ReportService } from '../reports/index.ts'
import type { AppealWithDecision } from './appeal-judges.ts'
import type { Appeals } from './appeals.ts'
import type { DecisionsMade } from './decisions-made.ts'
import { namedOf } from './reader.ts'
import { claimRepository } from './repository.ts'
import { subjectOf } from './subjects.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  accounts: Pick<AccountService, 'profilesById'>
  communities: Pick<CommunityService, 'require' | 'lock'>
  partnerOrigins: Pick<OriginService, 'checkSite'>
  posts: Pick<PostService, 'assertOnSite' | 'factsById' | 'summariesById' | 'approve' | 'setHidden'>
  comments: Pick<CommentService, 'statesById' | 'seenBy' | 'setHidden'>
  reports: Pick<ReportService, 'items'>
  reportDecisions: Pick<ReportDecisions, 'assertNotOwn' | 'decide' | 'uphold'>
  activityLog: Pick<ActivityLog, 'newestAbout'>
  appeals: Appeals
  decisionsMade: DecisionsMade
}

type DecideInput = CallParsedInput<'queueDecide'>
type Given = Pick<DecideInput, 'decision' | 'reason' | 'reasonText'>

/** What an item id refers to, in its current state. */
interface Found {
  community: CommunityFacts
  subject: { type: ReportedType; id: string; postId: string; personId: string }
  /** The report, if it was reported. */
  report: ReportItemRow | null
  appeal: AppealWithDecision | null
  isOpen: boolean
  /** See `QueueItem.version`. */
  version: number
  /** The post whose conversation it belongs to. Empty for an appeal and for a report about a person. */
  conversationId: string
}

/**
 * Lets moderators claim queue items and decide about them. Each item is decided only once, even by moderators acting
 * concurrently.
 */
export function createQueueService(dependencies: Dependencies) {
  const { database, clock, accounts, communities, posts, comments, reports, reportDecisions } = dependencies
  const { activityLog, decisionsMade, appeals, partnerOrigins } = dependencies

  /** The community of the queue, locked so that its decisions are made one at a time. */
  async function lockedCommunity(tx: Transaction, viewer: Me, tokenName: string): Promise<CommunityFacts> {
    const community = await communities.require(tokenName, tx)
    assertAllowed(canListPendingPosts(viewer, community.tokenName))
    await partnerOrigins.checkSite(viewer, community.id, tx)
    await communities.lock(tx, community.id)
    return community
  }

  /** The current state of the items, in a constant number of queries; null for ids that don't belong to this queue. */
  async function find(
    tx: Transaction,
    viewer: Me,
    { community, itemIds }: { community: CommunityFacts; itemIds: string[] },
  ): Promise<(Found | null)[]> {
    const isModerated = moderates(viewer, community.tokenName)
    const rows = new Map((await reports.items(itemIds, tx)).map((row) => [row.id, row]))
    const facts = await posts.factsById(
      itemIds.map((id) => rows.get(id)?.entity_id ?? id),
      null,
      tx,
    )
    const appealed = new Map((await appeals.byIds(itemIds, tx)).map((one) => [one.row.id, one]))
    const unknown = itemIds
      .map((id) => rows.get(id)?.entity_id ?? id)
      .filter((id) => !facts.has(id) && !appealed.has(id))
    const states = await comments.statesById(unknown, tx)
    return itemIds.map((id): Found | null => {
      const report = rows.get(id)
      const appeal = appealed.get(id)
      const post = facts.get(id)
      const comment = states.get(id)
      if (report) {
        const { entity_id } = report
        const version = facts.get(entity_id)?.revision ?? states.get(entity_id)?.editedAt ?? 0
        return report.community_id === community.id && isModerated ? foundReport(community, report, version) : null
      }
      if (appeal) return appeal.row.community_id === community.id && isModerated ? foundAppeal(community, appeal) : null
      if (post) {
        const isHere = post.communityId === community.id && canSeePost(viewer, post).allowed
        return isHere ? foundPost(community, post) : null
      }
      return comment?.communityId === community.id && isModerated ? foundComment(community, id, comment) : null
    })
  }

  /** The latest decision about an item, and who made it. */
  async function decisionAbout(
    { community, subject, report, appeal }: Found,
    tx: Transaction,
  ): Promise<MadeDecision | null> {
    const newest = appeal
      ? {
          id: appeal.decision.id,
          actorId: appeal.row.decided_by,
          at: Number(appeal.row.decided_at),
          action: appeal.row.status === 'granted' ? ('appealGranted' as const) : ('appealDenied' as const),
        }
      : report?.decision_id
        ? {
            id: report.decision_id,
            actorId: report.decided_by,
            at: Number(report.decided_at),
            action: report.status === 'kept' ? ('reportKept' as const) : ('reportUpheld' as const),
          }
        : await activityLog.newestAbout(
            {
              communityId: community.id,
              personId: subject.personId,
              postId: subject.postId,
              ...(subject.type === 'Comment' ? { commentId: subject.id } : { commentId: '' }),
            },
            tx,
          )
    if (!newest) return null
    const profile = (await accounts.profilesById([newest.actorId], tx)).get(newest.actorId)
    return { activityId: newest.id, action: newest.action, by: profile ? namedOf(profile) : null, at: newest.at }
  }

  /** The current version of an item whose author has edited it since the moderator read it. */
  async function changeOf({ subject, version }: Found, viewer: Me, tx: Transaction): Promise<ChangedItem> {
    const ids = [subject.id]
    const facts = (await posts.factsById([subject.postId], null, tx)).get(subject.postId)
    if (!facts || !canSeePost(viewer, facts).allowed) return { version, post: null, comment: null }
    const post = subject.type === 'Post' ? (await posts.summariesById(ids, tx)).get(subject.id) : undefined
    const comment = subject.type === 'Comment' ? (await comments.seenBy(viewer, ids, tx)).get(subject.id) : undefined
    return { version, post: post ?? null, comment: comment ?? null }
  }

  async function carryOut(
    tx: Transaction,
    viewer: Me,
    { item, input, decisions }: { item: Found; input: Given; decisions: LoggedActivity[] },
  ): Promise<void> {
    const { community, subject, report, appeal } = item
    const { decision, reason, reasonText } = input
    const { tokenName } = community
    const hidden = decision === 'hide'
    const why = { reason, reasonText }
    if (appeal) {
      await appeals.decide(tx, viewer, { appeal, isGranted: !hidden, community, decisions })
    } else if (report && !hidden) {
      await reportDecisions.decide(viewer, { tokenName, reportId: report.id, status: 'kept' }, tx)
    } else if (subject.type === 'User' || subject.type === 'Message') {
      // People can't be hidden, only banned, and messages belong to two people alone.
      throw new DomainError('FORBIDDEN')
    } else if (subject.type === 'Comment') {
      await comments.setHidden(viewer, { tokenName, commentId: subject.id, hidden, ...why }, tx)
    } else if (report) {
      // Of an erased post nothing is left to hide.
      if ((await posts.factsById([subject.id], null, tx)).get(subject.id)?.isErased) return
      await posts.setHidden(viewer, { tokenName, postId: subject.id, hidden, ...why }, tx)
    } else {
      await posts.approve(viewer, { postId: subject.id, approve: !hidden, ...(hidden ? why : {}) }, { tx })
    }
  }

  /** Decides about one item and returns the id of the logged decision. */
  async function decideOne(
    tx: Transaction,
    viewer: Me,
    about: { item: Found | null; seenVersion: number | undefined; input: Given; decisions: LoggedActivity[] },
  ): Promise<string> {
    const { item, seenVersion, input, decisions } = about
    if (!item) throw new DomainError('QUEUE_ITEM_NOT_FOUND')
    if (!item.isOpen) throw new DomainError('QUEUE_DECIDED', { decision: await decisionAbout(item, tx) })
    if (input.decision === 'approve' && !item.appeal && seenVersion !== undefined && seenVersion !== item.version) {
      throw new DomainError('QUEUE_CHANGED', { changed: await changeOf(item, viewer, tx) })
    }
    if (item.report) await reportDecisions.assertNotOwn(tx, viewer, item.report)
    const before = decisions.length
    await carryOut(tx, viewer, { item, input, decisions })
    // If the content was already hidden, only the report is closed.
    if (decisions.length === before && item.report) await reportDecisions.uphold(tx, viewer, item.report)
    // Granting an appeal logs the undoing first.
    const activity = item.appeal ? decisions.at(-1) : decisions[before]
    if (!activity) throw new DomainError('QUEUE_DECIDED', { decision: await decisionAbout(item, tx) })
    return activity.id
  }

  return {
    /** Claims items, so that others see who works on them, or releases them. */
    async claim(
      viewer: Me,
      { tokenName, itemIds, claim }: CallParsedInput<'queueClaim'>,
      tx?: Transaction,
    ): Promise<CallOutput<'queueClaim'>> {
      return database.transaction(async (tx) => {
        const community = await lockedCommunity(tx, viewer, tokenName)
        const items = (await find(tx, viewer, { community, itemIds })).map((one) => {
          if (!one) throw new DomainError('QUEUE_ITEM_NOT_FOUND')
          return one
        })
        const now = clock.now()
        const repository = claimRepository(tx.connection)
        const keys = items.map(({ subject }) => entityKeyOf({ community_id: community.id, entity_id: subject.id }))
        const others = (await repository.among(keys, now)).filter((row) => !accountIdsOf(viewer).includes(row.user_id))
        const [other] = others
        if (claim && other) {
          const profile = (await accounts.profilesById([other.user_id], tx)).get(other.user_id)
          const by = profile ? namedOf(profile) : null
          throw new DomainError('QUEUE_CLAIMED', { claim: { by, until: Number(other.ends_at) } })
        }
        const until = now + QUEUE_CLAIM_MS
        if (claim) {
          await repository.deleteEnded(now)
          const rows = [...new Set(keys)].map((subject_key) => ({ subject_key, user_id: viewer.id, ends_at: until }))
          await repository.set(rows)
        } else await repository.delete(keys, accountIdsOf(viewer))
        const subjectIds = items.map(({ subject }) => subject.id)
        const change = { change: 'claimed' as const, subjectIds, until: claim ? until : 0 }
        await decisionsMade.tell(tx, { communityId: community.id, actorId: viewer.id, ...change })
        return { until: claim ? until : null }
      }, tx)
    },
    /** Decides about items. Skips items that somebody else has decided; a single one throws instead. */
    async decide(
      viewer: Me,
      { tokenName, itemIds: requestedIds, versions = [], ...input }: DecideInput,
      tx?: Transaction,
    ): Promise<CallOutput<'queueDecide'>> {
      const itemIds = [...new Set(requestedIds)]
      const seenVersions = new Map(requestedIds.map((id, index) => [id, versions[index]]))
      return database.transaction(async (tx) => {
        const community = await lockedCommunity(tx, viewer, tokenName)
        const items = await find(tx, viewer, { community, itemIds })
        await posts.assertOnSite(
          viewer,
          items.flatMap((one) => one?.conversationId ?? []),
          tx,
        )
        if (input.decision === 'hide' && items.some((one) => one !== null && !one.appeal)) requiredReason(input)
        const result: CallOutput<'queueDecide'> = { decided: [], refused: [] }
        await decisionsMade.gather(tx, async (decisions) => {
          for (const [index, itemId] of itemIds.entries()) {
            try {
              const about = {
                item: items[index] ?? null,
                seenVersion: seenVersions.get(itemId),
                input,
                decisions,
              }
              result.decided.push({ itemId, activityId: await decideOne(tx, viewer, about) })
            } catch (error) {
              if (!isDomainError(error) || itemIds.length === 1) throw error
              result.refused.push({ itemId, code: error.code satisfies ErrorCode, ...detailsOf(error) })
            }
          }
        })
        return result
      }, tx)
    },
  }
}

function foundReport(community: CommunityFacts, report: ReportItemRow, version: number): Found {
  const { entity_type: type, entity_id: id, post_id: postId, person_id: personId } = report
  const isOpen = report.status === 'open'
  return {
    ...{ community, subject: { type, id, postId, personId }, report, appeal: null },
    ...{ isOpen, version, conversationId: postId },
  }
}

function foundAppeal(community: CommunityFacts, appeal: AppealWithDecision): Found {
  const { postId, personId } = appeal.decision
  const subject = { type: 'User' as const, id: subjectOf(appeal.decision), postId, personId }
  const isOpen = appeal.row.status === 'open'
  return { community, subject, report: null, appeal, isOpen, version: 0, conversationId: '' }
}

/** A pending post. */
function foundPost(community: CommunityFacts, { id, status, revision: version, publisherId }: PostRowFacts): Found {
  const subject = { type: 'Post' as const, id, postId: id, personId: publisherId }
  const isOpen = status === PostStatus.pending
  return { community, subject, report: null, appeal: null, isOpen, version, conversationId: id }
}

/** A pending comment. */
function foundComment(community: CommunityFacts, id: string, comment: CommentState): Found {
  const { editedAt: version, postId: conversationId } = comment
  const subject = { type: 'Comment' as const, id, postId: '', personId: comment.publisherId }
  const isOpen = comment.status === CommentStatus.pending
  return { community, subject, report: null, appeal: null, isOpen, version, conversationId }
}

function detailsOf({ details }: DomainError) {
  const { decision, changed } = (details ?? {}) as { decision?: MadeDecision | null; changed?: ChangedItem }
  return { decision: decision ?? null, changed: changed ?? null }
}
