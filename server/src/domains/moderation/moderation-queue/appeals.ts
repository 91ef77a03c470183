import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  isDecidedAbove,
  isOwn,
  type Me,
  type OwnDecision,
  PAGE_SIZE,
  previewText,
  traitsOf,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/keyset.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLog, LoggedActivity } from '../../content/activity-log/index.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { AccountService, NotificationTriggers } from '../../people/accounts/index.ts'
import { type CommunityFacts, type CommunityService, inCommunity } from '../../people/communities/index.ts'
import type { AppealJudges, AppealWithDecision } from './appeal-judges.ts'
import type { DecisionsMade } from './decisions-made.ts'
import { type AppealRow, appealRepository } from './repository.ts'
import { subjectOf } from './subjects.ts'
import type { Undo } from './undo.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'cursors'> {
  accounts: Pick<AccountService, 'hold'>
  communities: Pick<CommunityService, 'factsById' | 'idOf'>
  posts: Pick<PostService, 'summariesById'>
  comments: Pick<CommentService, 'seenBy'>
  activityLog: Pick<ActivityLog, 'byIds' | 'ofPerson' | 'reinstated' | 'replacedBansAmong' | 'add'>
  triggers: NotificationTriggers
  decisionsMade: Pick<DecisionsMade, 'tell' | 'notifyOfAppeal'>
  undoing: Pick<Undo, 'undoOne' | 'inForce'>
  judges: AppealJudges
}

export type Appeals = ReturnType<typeof createAppeals>

/**
 * Lets people see the decisions about them and appeal once against each. Somebody else judges the appeal where
 * possible.
 */
export function createAppeals(dependencies: Dependencies) {
  const { database, clock, ids, cursors, accounts, communities, posts, comments } = dependencies
  const { activityLog, triggers, decisionsMade, undoing, judges } = dependencies

  return {
    /** Decisions about the viewer, newest first. `onlyCommunity`: the only community available on this site; null for all. */
    async list(
      viewer: Me,
      { limit = PAGE_SIZE, cursor }: CallParsedInput<'decisionList'>,
      onlyCommunity: string | null,
    ): Promise<CallOutput<'decisionList'>> {
      const list = `decisions ${viewer.id}`
      const after = cursor === undefined ? null : (cursors.decode(list, cursor) as [string])[0]
      const decisionRows = await activityLog.ofPerson(accountIdsOf(viewer), {
        after,
        limit: limit + 1,
        communityId: onlyCommunity === null ? undefined : await communities.idOf(onlyCommunity),
      })
      const { pageRows, end } = pageOf(decisionRows, limit, { cursors, list, positionOf: ({ id }) => [id] })
      // A decision reinstated by an undo can't be appealed a second time.
      const [reinstated, replaced] = await Promise.all([
        activityLog.reinstated(pageRows),
        activityLog.replacedBansAmong(pageRows),
      ])
      const [rows, communitiesById, summaries, words] = await Promise.all([
        appealRepository(database.read).about([...pageRows.map(({ id }) => id), ...[...reinstated.values()].flat()]),
        communities.factsById(pageRows.map(({ communityId }) => communityId)),
        posts.summariesById(pageRows.flatMap(({ postId }) => (postId === '' ? [] : [postId]))),
        comments.seenBy(
          viewer,
          pageRows.flatMap(({ commentId }) => (commentId === '' ? [] : [commentId])),
        ),
      ])
      const appeals = new Map(rows.map((row) => [row.activity_id, row]))
      const items = pageRows.map((one): OwnDecision => {
        const { id: activityId, at, action, by, reason, until, undone, postId, commentId } = one
        const facts = communitiesById.get(one.communityId)
        const community = { ...(facts ? inCommunity(facts) : { tokenName: '' }), title: facts?.title ?? '' }
        const of = [activityId, ...(reinstated.get(activityId) ?? [])].find((id) => appeals.has(id)) ?? ''
        const appeal = appeals.get(of)
        const excerpt = commentId === '' ? summaries.get(postId)?.title : words.get(commentId)?.content
        return {
          activityId,
          at,
          action,
          by,
          reason,
          until,
          undone,
          community,
          postId: postId || null,
          commentId: commentId || null,
          excerpt: previewText(excerpt ?? ''),
          appeal: appeal ? appealOf(appeal) : null,
          canAppeal: traitsOf(action).appealable === true && !undone && !appeal && !replaced.has(activityId),
        }
      })
      return { items, ...end }
    },
    /** Appeals against a decision about the viewer. */
    async create(
      viewer: Me,
      { activityId, text }: CallParsedInput<'appealCreate'>,
      tx?: Transaction,
    ): Promise<CallOutput<'appealCreate'>> {
      return database.transaction(async (tx) => {
        if (!(await accounts.hold(tx, [viewer.id])).has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
        const decision = (await activityLog.byIds([activityId], tx)).get(activityId)
        if (!decision || !isOwn(viewer, decision.personId)) throw new DomainError('ACTIVITY_NOT_FOUND')
        const reinstated = (await activityLog.reinstated([decision], tx)).get(activityId) ?? []
        const isRepeated = (await appealRepository(tx.connection).about(reinstated)).length > 0
        const isReplaced = (await activityLog.replacedBansAmong([decision], tx)).has(activityId)
        if (!traitsOf(decision.action).appealable || decision.undone || isReplaced || isRepeated)
          throw new DomainError('APPEAL_REFUSED')
        const { communityId: community_id } = decision
        const row: AppealRow = {
          id: ids.next(),
          activity_id: activityId,
          community_id,
          user_id: viewer.id,
          text,
          status: 'open',
          created_at: clock.now(),
          decided_by: '',
          decided_at: 0,
        }
        if (!(await appealRepository(tx.connection).insert(row))) throw new DomainError('APPEAL_REFUSED')
        const opened = { change: 'opened' as const, subjectIds: [subjectOf(decision)], until: 0 }
        await decisionsMade.tell(tx, {
          communityId: community_id,
          actorId: viewer.id,
          personIds: [viewer.id],
          ...opened,
        })
        const judgeIds = (await judges.judgesOf([{ row, decision }], tx)).get(row.id) ?? []
        await decisionsMade.notifyOfAppeal(tx, { communityId: community_id, actorId: viewer.id, judgeIds })
        return { appeal: appealOf(row) }
      }, tx)
    },
    /** Open appeals of these communities, with the contested decisions. */
    async waiting(
      communityIds: string[],
      page: { after: [at: number, id: string] | null; limit: number },
      tx?: Transaction,
    ) {
      const rows = await appealRepository(database.from(tx)).waiting(communityIds, page)
      const decisions = await activityLog.byIds(
        rows.map((row) => row.activity_id),
        tx,
      )
      return rows.flatMap((row) => {
        const decision = decisions.get(row.activity_id)
        return decision ? [{ row, decision }] : []
      })
    },
    /** Appeals by id, in any status. */
    async byIds(appealIds: string[], tx?: Transaction) {
      const rows = await appealRepository(database.from(tx)).byIds(appealIds)
      const decisions = await activityLog.byIds(
        rows.map((row) => row.activity_id),
        tx,
      )
      return rows.flatMap((row) => {
        const decision = decisions.get(row.activity_id)
        return decision ? [{ row, decision }] : []
      })
    },
    /** Grants an appeal, undoing the decision if it is still in force, or denies it. Notifies both sides. */
    async decide(
      tx: Transaction,
      viewer: Me,
      about: {
        appeal: AppealWithDecision
        isGranted: boolean
        community: CommunityFacts
        decisions: LoggedActivity[]
      },
    ): Promise<void> {
      const { appeal, isGranted, community, decisions } = about
      const { row, decision } = appeal
      if ((await judges.notFor(viewer, [appeal], tx)).has(row.id)) {
        throw new DomainError(isOwn(viewer, row.user_id) ? 'FORBIDDEN' : 'APPEAL_OWN_DECISION')
      }
      // Denying is for those who could grant it: there is only one appeal.
      const { by, postId } = decision
      if (!isGranted && postId !== '' && isDecidedAbove(viewer, { by, tokenName: community.tokenName }))
        throw new DomainError('FORBIDDEN')
      const status = isGranted ? ('granted' as const) : ('denied' as const)
      const decided = { status, decided_by: viewer.id, decided_at: clock.now() }
      // Undoing may be refused while the other items of a batch are still decided, so nothing is written before it.
      const inForce = isGranted ? await undoing.inForce(tx, decision) : null
      const undoneBy = inForce
        ? await undoing.undoOne(tx, viewer, { activityId: inForce, community, decisions, isAppealed: true })
        : null
      if (!(await appealRepository(tx.connection).close(row.id, decided))) throw new DomainError('QUEUE_DECIDED')
      // Last, because this is the entry the person is notified of.
      const [activityId = ''] = await activityLog.add(tx, {
        communityId: community.id,
        actorId: viewer.id,
        personId: row.user_id,
        action: isGranted ? 'appealGranted' : 'appealDenied',
        by: decision.by,
        postId: decision.postId,
        commentId: decision.commentId,
        judged: { appealId: row.id, undoneBy },
        ...(decision.mediaId !== undefined && { mediaId: decision.mediaId }),
      })
      triggers.record(tx, {
        kind: 'decision',
        activityId,
        communityId: community.id,
        actorId: viewer.id,
        personId: decision.actorId,
        postId: '',
        commentId: '',
        action: isGranted ? 'decisionOverturned' : 'decisionUpheld',
      })
    },
  }
}

function appealOf({ status, text, created_at }: AppealRow): NonNullable<OwnDecision['appeal']> {
  return { status, text, at: Number(created_at) }
}
