import {
  administers,
  type CallOutput,
  type CallParsedInput,
  type CannedReason,
  canListPendingPosts,
  canSeePost,
  type Me,
  moderatedKinds,
  moderates,
  moderatesSomewhere,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  type QueueItem,
  type QueueKind,
  type ReportedType,
  type User,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/keyset.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLog } from '../../content/activity-log/index.ts'
import type { ContentFindings } from '../../content/checks/index.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityFacts, CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import type { LogReader } from '../moderation/index.ts'
import {
  entityKeyOf,
  type ReportDecisions,
  type ReportItemRow,
  type ReportService,
  redactedFor,
  type WaitingPosition,
} from '../reports/index.ts'
import type { AppealJudges, AppealWithDecision } from './appeal-judges.ts'
import type { Appeals } from './appeals.ts'
import { claimRepository, noteRepository } from './repository.ts'
import { subjectOf } from './subjects.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'cursors'> {
  accounts: Pick<AccountService, 'profilesById' | 'adminIds' | 'mainIdsById'>
  communities: Pick<CommunityService, 'require' | 'idsOf' | 'factsById' | 'list'>
  partnerOrigins: Pick<OriginService, 'checkSite'>
  posts: Pick<PostService, 'waiting' | 'facts' | 'factsById' | 'summariesById' | 'assertOnSite'>
  comments: Pick<CommentService, 'waiting' | 'seenBy'>
  reports: Pick<ReportService, 'waiting' | 'summariesOf'>
  reportDecisions: Pick<ReportDecisions, 'notFor'>
  memberships: Pick<MembershipService, 'rolesAmong' | 'staffOf' | 'viewer'>
  activityLog: Pick<ActivityLog, 'removalsOf'>
  appeals: Pick<Appeals, 'waiting'>
  judges: AppealJudges
  logReader: Pick<LogReader, 'inFull'>
  contentFindings: Pick<ContentFindings, 'byId'>
  cannedReasons(communityId: string): Promise<CannedReason[]>
}

type Asked = Pick<CallParsedInput<'queueList'>, 'tokenName' | 'postId' | 'kind'>

/** A waiting item before its content is loaded. */
interface Waiting {
  kind: QueueItem['kind']
  id: string
  at: number
  type: ReportedType
  subjectId: string
  postId: string
  /** The report, if it was reported. */
  row: ReportItemRow | null
  appeal: AppealWithDecision | null
}

/** The permissions that tell what a moderator sees in a queue. */
const QUEUE_PERMISSIONS = ['hideContent', 'hidePremiumContent'] as const

/** Reads the moderation queue: reports, pending content and appeals. */
export function createQueueReader(dependencies: Dependencies) {
  const { database, clock, cursors, accounts, communities, posts, comments, reports, activityLog } = dependencies
  const { appeals, judges, reportDecisions, memberships, logReader, contentFindings, cannedReasons, partnerOrigins } =
    dependencies

  /** The communities whose queues are requested. */
  async function communitiesOf(
    viewer: Me,
    tokenName: string | undefined,
    onlyCommunity: string | null,
  ): Promise<CommunityFacts[]> {
    if (tokenName !== undefined) {
      const community = await communities.require(tokenName)
      assertAllowed(canListPendingPosts(viewer, community.tokenName))
      return [community]
    }
    const tokenNames = [...new Set([...viewer.tokenOwner, ...Object.keys(viewer.tokenPermissions)])]
    // Admins moderate everywhere: show them the largest communities.
    const isAdmin = viewer.networkAdmin || viewer.domainAdmin
    const largest = isAdmin ? (await communities.list({ limit: PAGE_SIZE_MAX })).items : []
    const all = [...tokenNames, ...largest.map((one) => one.tokenName).filter((name) => administers(viewer, name))]
    const availableNames = [...new Set(all)].filter((name) => onlyCommunity === null || name === onlyCommunity)
    const moderated = availableNames.filter((name) => canListPendingPosts(viewer, name).allowed).slice(0, PAGE_SIZE_MAX)
    return [...(await communities.factsById(await communities.idsOf(moderated))).values()]
  }

  /**
   * The community of the conversation whose queue is requested; on a partner's site the conversation must belong to one
   * of its articles.
   */
  async function communityOf(
    viewer: Me,
    { tokenName, postId }: Asked,
    onlyCommunity: string | null,
  ): Promise<CommunityFacts> {
    if (postId === undefined) throw new DomainError('SITE_BOUND')
    const post = await posts.facts(postId, onlyCommunity)
    const isThere = tokenName === undefined || tokenName === post.tokenName
    if (!isThere || !canSeePost(viewer, post).allowed) throw new DomainError('POST_NOT_FOUND')
    const community = await communities.require(post.tokenName)
    assertAllowed(canListPendingPosts(viewer, community.tokenName))
    await partnerOrigins.checkSite(viewer, community.id)
    await posts.assertOnSite(viewer, [postId])
    return community
  }

  /** The longest-waiting items of these communities, with one query per kind. */
  async function waitingIn(
    viewer: Me,
    chosen: CommunityFacts[],
    about: Pick<Asked, 'kind' | 'postId'> & {
      after: WaitingPosition | null
      limit: number
      tx?: Transaction | undefined
    },
  ) {
    const { kind, tx, ...page } = about
    const isOfOne = page.postId !== undefined
    const isAsked = (one: QueueKind) => kind === undefined || kind === one
    const withComments = chosen.filter(({ tokenName }) => moderates(viewer, tokenName)).map(({ id }) => id)
    const byKind = chosen.map(({ id, tokenName }) => ({ communityId: id, kinds: moderatedKinds(viewer, tokenName) }))
    const [pendingPosts, pendingComments, reported, appealed] = await Promise.all([
      isAsked('pending') && !isOfOne ? posts.waiting(byKind, page, tx) : [],
      isAsked('pending') ? comments.waiting(withComments, page, tx) : [],
      isAsked('reported') ? reports.waiting(withComments, page, tx) : [],
      isAsked('appealed') && !isOfOne ? appeals.waiting(withComments, page, tx) : [],
    ])
    const all: Waiting[] = [
      ...pendingPosts.map(({ id, at }) => {
        return {
          kind: 'pending' as const,
          id,
          at,
          type: 'Post' as const,
          subjectId: id,
          postId: id,
          row: null,
          appeal: null,
        }
      }),
      ...pendingComments.map(({ id, at, postId }) => {
        return {
          kind: 'pending' as const,
          id,
          at,
          type: 'Comment' as const,
          subjectId: id,
          postId,
          row: null,
          appeal: null,
        }
      }),
      ...reported.map((row) => ({
        kind: 'reported' as const,
        id: row.id,
        at: Number(row.created_at),
        type: row.entity_type,
        subjectId: row.entity_id,
        postId: row.post_id,
        row,
        appeal: null,
      })),
      ...appealed.map((appeal) => {
        const { id, created_at } = appeal.row
        const { commentId, postId } = appeal.decision
        const type = commentId ? ('Comment' as const) : postId ? ('Post' as const) : ('User' as const)
        const subjectId = subjectOf(appeal.decision)
        return { kind: 'appealed' as const, id, at: Number(created_at), type, subjectId, postId, row: null, appeal }
      }),
    ]
    return all.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)).slice(0, page.limit)
  }

  /** Items with everything needed to decide about them, in a constant number of queries. */
  async function show(viewer: Me, waiting: Waiting[]): Promise<QueueItem[]> {
    const postIds = [...new Set(waiting.flatMap(({ postId }) => (postId === '' ? [] : [postId])))]
    const commentIds = waiting.flatMap(({ type, subjectId }) => (type === 'Comment' ? [subjectId] : []))
    const rows = waiting.flatMap(({ row }) => row ?? [])
    const [facts, summaries, visibleComments, reportSummaries] = await Promise.all([
      posts.factsById(postIds),
      posts.summariesById(postIds),
      comments.seenBy(viewer, commentIds),
      reports.summariesOf(rows),
    ])
    const parents = [...visibleComments.values()].flatMap((one) => one.replyToCommentId ?? one.parentCommentId ?? [])
    const communityIds = new Map<string, string>()
    for (const { postId, row, appeal, subjectId } of waiting) {
      communityIds.set(subjectId, row?.community_id ?? appeal?.row.community_id ?? facts.get(postId)?.communityId ?? '')
    }
    const authorOf = ({ type, subjectId, row, appeal }: Waiting) =>
      row?.person_id ??
      appeal?.row.user_id ??
      (type === 'Comment' ? visibleComments.get(subjectId)?.publisherId : facts.get(subjectId)?.publisherId) ??
      ''
    const personIds = [...new Set(waiting.map(authorOf).filter((id) => id !== ''))]
    const idsOfCommunities = [...new Set(communityIds.values())]
    const keyOf = (subjectId: string) =>
      entityKeyOf({ community_id: communityIds.get(subjectId) ?? '', entity_id: subjectId })
    const keys = waiting.map(({ subjectId }) => keyOf(subjectId))
    const [parentComments, claims, removals, notes, communitiesById, findings] = await Promise.all([
      comments.seenBy(viewer, parents),
      claimRepository(database.read).among(keys, clock.now()),
      activityLog.removalsOf({ personIds, communityIds: idsOfCommunities }),
      noteRepository(database.read).countsOf({ userIds: personIds, communityIds: idsOfCommunities }),
      communities.factsById(idsOfCommunities),
      contentFindings.byId(waiting.map(({ subjectId }) => subjectId)),
    ])
    const deciders = waiting.flatMap(({ appeal }) => appeal?.decision.actorId ?? [])
    const profiles = await accounts.profilesById([...personIds, ...deciders, ...claims.map((claim) => claim.user_id)])
    const [ownAppeals, ownReports, roleOf] = await Promise.all([
      judges.notFor(
        viewer,
        waiting.flatMap(({ appeal }) => appeal ?? []),
      ),
      reportDecisions.notFor(viewer, rows),
      memberships.rolesAmong({ communityIds: idsOfCommunities, profiles }),
    ])
    const claimByKey = new Map(claims.map((claim) => [claim.subject_key, claim]))
    return waiting.map((one): QueueItem => {
      const { kind, id, subjectId, type, at, postId, row, appeal } = one
      const communityId = communityIds.get(subjectId) ?? ''
      const post = facts.get(postId)
      const isSeen = post !== undefined && canSeePost(viewer, post).allowed
      const comment = (isSeen && type === 'Comment' && visibleComments.get(subjectId)) || null
      const personId = authorOf(one)
      const person = profiles.get(personId)
      const claim = claimByKey.get(keyOf(subjectId))
      const itemFindings = isSeen ? findings.get(subjectId) : undefined
      return {
        kind,
        id,
        subjectId,
        type,
        at,
        version:
          type === 'Comment' ? (visibleComments.get(subjectId)?.editedAt ?? 0) : (facts.get(subjectId)?.revision ?? 0),
        tokenName: communitiesById.get(communityId)?.tokenName ?? '',
        communityTitle: communitiesById.get(communityId)?.title ?? '',
        post: (isSeen && summaries.get(postId)) || null,
        comment,
        parent: (comment && parentComments.get(comment.replyToCommentId ?? comment.parentCommentId ?? '')) ?? null,
        person: person
          ? {
              ...namedOf(person),
              createdAt: person.createdAt,
              removals: removals.get(`${communityId} ${personId}`) ?? 0,
              notes: notes.get(`${communityId} ${personId}`) ?? 0,
              role: roleOf(communityId, personId) ?? null,
            }
          : null,
        report: row ? { ...redactedFor(viewer, row, reportSummaries.get(id)), isOwn: ownReports.has(id) } : null,
        appeal: appeal ? { ...appealOf(appeal, profiles), isOwn: ownAppeals.has(id) } : null,
        findings: itemFindings
          ? { held: itemFindings.held, score: itemFindings.score, findings: itemFindings.findings }
          : null,
        claim: claim ? { by: claimerOf(claim.user_id, profiles), until: Number(claim.ends_at) } : null,
      }
    })
  }

  /** Since when items wait for the viewer in a community, longest first, up to a limit. */
  async function timesIn(
    viewer: Me,
    communityId: string,
    { limit, tx }: { limit: number; tx?: Transaction },
  ): Promise<number[]> {
    const chosen = [...(await communities.factsById([communityId], tx)).values()]
    const waiting = await waitingIn(viewer, chosen, { kind: undefined, after: null, limit, tx })
    return waiting.map(({ at }) => at)
  }

  /** Number of items that wait for the viewer in a community, up to a limit. */
  const countIn = async (...about: Parameters<typeof timesIn>) => (await timesIn(...about)).length

  /** The main accounts of a community's moderators and of the network admins, each with what they may decide there. */
  async function rightsIn(communityId: string): Promise<Map<string, string>> {
    const staff = await memberships.staffOf(communityId)
    const mains = await accounts.mainIdsById(staff.map(({ userId }) => userId))
    const permissions = new Map<string, Set<string>>()
    for (const { userId, owner, permissions: own } of staff) {
      const mainId = mains.get(userId) ?? userId
      const all = permissions.get(mainId) ?? new Set()
      for (const one of QUEUE_PERMISSIONS) if (owner || own.includes(one)) all.add(one)
      permissions.set(mainId, all)
    }
    for (const adminId of await accounts.adminIds()) permissions.set(adminId, new Set(QUEUE_PERMISSIONS))
    return new Map([...permissions].map(([id, all]) => [id, QUEUE_PERMISSIONS.filter((one) => all.has(one)).join(' ')]))
  }

  return {
    /** What waits for the viewer, longest first. `onlyCommunity`: the only community available on this site; null for all. */
    async list(
      viewer: Me,
      input: CallParsedInput<'queueList'>,
      onlyCommunity: string | null,
    ): Promise<CallOutput<'queueList'>> {
      const { tokenName, postId, kind, limit = PAGE_SIZE, cursor } = input
      const isOfOne = postId !== undefined || viewer.site !== null
      const chosen = isOfOne
        ? [await communityOf(viewer, input, onlyCommunity)]
        : await communitiesOf(viewer, tokenName, onlyCommunity)
      const community = isOfOne || tokenName !== undefined ? chosen[0] : undefined
      const list = `queue ${postId ?? community?.id ?? ''} ${kind ?? ''}`
      const after = cursor === undefined ? null : (cursors.decode(list, cursor) as WaitingPosition)
      const waiting = await waitingIn(viewer, chosen, { kind, postId, after, limit: limit + 1 })
      const { pageRows, end } = pageOf(waiting, limit, { cursors, list, positionOf: ({ at, id }) => [at, id] })
      const reasons = community && moderates(viewer, community.tokenName) ? await cannedReasons(community.id) : []
      return { items: await show(viewer, pageRows), ...end, reasons }
    },
    /** Number of items that wait for the viewer anywhere, up to 100. */
    async count(viewer: Me, onlyCommunity: string | null): Promise<CallOutput<'queueCount'>> {
      if (!moderatesSomewhere(viewer)) return { waiting: 0 }
      const chosen = await communitiesOf(viewer, undefined, onlyCommunity)
      const waiting = await waitingIn(viewer, chosen, { kind: undefined, after: null, limit: PAGE_SIZE_MAX })
      return { waiting: waiting.length }
    },
    timesIn,
    countIn,
    rightsIn,
    /** Those moderators for whom nothing waits in a community. `rights`: see `rightsIn`. */
    async withoutWaiting(communityId: string, rights: ReadonlyMap<string, string>): Promise<string[]> {
      const idle: string[] = []
      for (const right of new Set(rights.values())) {
        // Those with the same permissions see the same queue.
        const alike = [...rights].flatMap(([id, own]) => (own === right ? [id] : []))
        const viewer = await memberships.viewer(alike[0] ?? '', '')
        if (!viewer || (await countIn(viewer, communityId, { limit: 1 })) === 0) idle.push(...alike)
      }
      return idle
    },
    /** Past decisions, newest first. `onlyCommunity`: the only community available on this site; null for all. */
    async decided(
      viewer: Me,
      { tokenName, limit, cursor }: CallParsedInput<'queueDecided'>,
      onlyCommunity: string | null,
    ): Promise<CallOutput<'queueDecided'>> {
      const chosen = await communitiesOf(viewer, tokenName, onlyCommunity)
      return logReader.inFull(viewer, chosen, { scope: 'queue', limit, cursor })
    },
  }
}

export function namedOf({ id: userId, displayName, slugUrl, profileImageUrl: imageUrl }: User) {
  return { userId, displayName, slugUrl, imageUrl }
}

function appealOf({ row, decision }: AppealWithDecision, profiles: ReadonlyMap<string, User>) {
  const { id: activityId, action, at, reason, actorId } = decision
  const by = profiles.get(actorId)
  return { text: row.text, reason, decision: { activityId, action, at, by: by ? namedOf(by) : null } }
}

function claimerOf(userId: string, profiles: ReadonlyMap<string, User>) {
  const profile = profiles.get(userId)
  return profile ? namedOf(profile) : { userId, displayName: '', slugUrl: '', imageUrl: '' }
}
