import {
  type CallOutput,
  type Comment,
  CommentStatus,
  canCommentAnonymously,
  canCreateComment,
  canEditComment,
  canSeePost,
  isBanned,
  type Me,
  type Mention,
  moderates,
  normalizeText,
  type ReactionsCount,
  shownRoleOf,
  type User,
} from '@stoa/contract'
import type { RecordResponse } from '../../../platform/calls/context.ts'
import type { Scoring } from '../../../platform/calls/handlers.ts'
import { StaleReadError, type Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type AccountService, mentionedUsernames, type NotificationTriggers } from '../../people/accounts/index.ts'
import type { CommunityFacts, CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import type { Reputation } from '../../people/reputation/index.ts'
import type { ActivityLog } from '../activity-log/index.ts'
import type { Arrivals, CheckRun, ContentChecks, ContentFindings, Outcome, Scored, Sender } from '../checks/index.ts'
import type { PostRowFacts, PostService } from '../posts/index.ts'
import { createCommentBatchWriter, type NewCommentRow } from './batch-writer.ts'
import { type createContextLoader, presentComment } from './presenter.ts'
import { type CommentRow, commentRepository } from './repository.ts'
import { createCommentTargets } from './targets.ts'
import { mentionedIn, mentionTriggerOf, triggerOf } from './triggers.ts'

export interface CommentWriterDependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'events'> {
  accounts: AccountService
  communities: CommunityService
  memberships: Pick<MembershipService, 'assertImpartial' | 'bannedAmong' | 'rolesAmong'>
  partnerOrigins: OriginService
  posts: PostService
  activityLog: ActivityLog
  triggers: NotificationTriggers
  contentChecks: ContentChecks
  contentFindings: ContentFindings
  arrivals: Arrivals
  reputation: Pick<Reputation, 'recount'>
  loadContext: ReturnType<typeof createContextLoader>
}

export interface NewComment {
  tokenName: string
  postId: string
  replyToCommentId?: string | undefined
  /** Normalized by the schema. */
  content: string
  /** Repeated in the event. */
  nonce?: string | undefined
}

export interface NewAnonymousComment extends NewComment {
  /** The partner's origin it is sent from; empty for the forum. */
  site: string
  /** Accounts that have signed in in the sender's browser, because signing out doesn't lift a ban. Default: none. */
  accountIds?: string[]
  /** Default: the sender is unknown. */
  sender?: Sender
}

/** A comment imported from elsewhere, with its own time and any length. */
export interface ImportedComment {
  postId: string
  /** Empty: anonymous. */
  publisherId: string
  replyToCommentId: string | null
  content: string
  createdAt: number
}

export interface ChangedComment {
  tokenName: string
  commentId: string
  /** Normalized by the schema. */
  content: string
  /** `editedAt` of the text that was edited; if omitted, overwrites any. */
  editedAt?: number | null | undefined
}

/** The comment that is replied to, and its top-level comment. */
interface ReplyTarget {
  to: CommentRow
  top: CommentRow
}

interface Prepared<Result> {
  comment: Omit<NewCommentRow, 'record'>
  result: Result
}

/** Options for storing a new comment. */
interface Within<Result> {
  /** Default: a transaction shared with other comments that arrive at the same time. */
  tx?: Transaction | undefined
  /** Called in the transaction that stores the comment. */
  record?: RecordResponse<Result>
  /** The scorer's findings. Default: none. */
  scored?: Scoring | undefined
}

/** Maximum number of tries while the comments or the post that it replies to change. */
const TRIES = 5
/** Maximum number of former texts that are read. */
const TEXTS_MAX = 100

/** Creates and edits comments. */
export function createCommentWriter(dependencies: CommentWriterDependencies) {
  const { database, clock, ids, events, triggers, accounts, memberships, partnerOrigins, posts } = dependencies
  const { contentChecks, contentFindings, loadContext } = dependencies

  const targets = createCommentTargets(dependencies)
  const batches = createCommentBatchWriter({ ...dependencies, forgetPost: targets.forget })

  async function subjectOf(viewer: Me | null, input: NewComment, tx: Transaction | undefined) {
    const target = await targets.find(input.tokenName, input.postId, tx)
    // Before looking up comments, which would reveal that the post exists.
    assertAllowed(canSeePost(viewer, target.post))
    return { ...target, replyTarget: await replyTargetOf(input.replyToCommentId, input.postId, tx) }
  }

  async function replyTargetOf(
    commentId: string | null | undefined,
    postId: string,
    tx: Transaction | undefined,
  ): Promise<ReplyTarget | null> {
    if (!commentId) return null
    const repository = commentRepository(database.from(tx))
    const to = await repository.byId(commentId)
    const top = to && to.parent_id !== '' ? await repository.byId(to.parent_id) : to
    if (!to || !top || to.post_id !== postId) throw new DomainError('COMMENT_NOT_FOUND')
    return { to, top }
  }

  async function mentionsOf(content: string, tx: Transaction | undefined): Promise<Mention[]> {
    const users = await accounts.profilesByUsername(mentionedUsernames([content]), tx)
    return users.map(({ id, username, slugUrl }) => ({ userId: id, username, slugUrl }))
  }

  /**
   * Everybody the comment has mentioned so far, including in former texts; null if it has been edited too often to
   * notify anyone else.
   */
  async function namedBefore(tx: Transaction, row: CommentRow): Promise<Set<string> | null> {
    const texts = await commentRepository(tx.connection).formerTexts(row.id, TEXTS_MAX)
    if (texts.length === TEXTS_MAX) return null
    const users = await accounts.profilesByUsername(
      texts.flatMap((text) => mentionedUsernames([text])),
      tx,
    )
    return new Set([...mentionedIn(row), ...users.map(({ id }) => id)])
  }

  function rowOf(about: {
    post: PostRowFacts
    replyTarget: ReplyTarget | null
    publisherId: string
    content: string
    mentions: Mention[]
    status: number
    moderationScore?: number
    createdAt: number
  }): CommentRow {
    const { post, replyTarget, publisherId, content, mentions, status, moderationScore = 0, createdAt } = about
    return {
      id: ids.next(),
      post_id: post.id,
      community_id: post.communityId,
      parent_id: replyTarget?.top.id ?? '',
      reply_to_id: replyTarget?.to.id ?? '',
      publisher_id: publisherId,
      content,
      mentions: JSON.stringify(mentions),
      status,
      is_listed: Number(status === CommentStatus.published),
      hidden_reason: '',
      hidden_by: '',
      moderation_score: moderationScore,
      num_replies: 0,
      up_count: 0,
      tips: 0,
      down_count: 0,
      score: 0,
      active_at: createdAt,
      edited_at: 0,
      created_at: createdAt,
    }
  }

  function firstStatus(community: CommunityFacts, viewer: Me | null, { held }: Outcome): number {
    const waits = held || (community.approveComments && !moderates(viewer, community.tokenName))
    return waits ? CommentStatus.pending : CommentStatus.published
  }

  /** The comment's row, and the response to its author. */
  async function prepare(
    input: NewComment,
    target: Awaited<ReturnType<typeof subjectOf>> & {
      viewer: Me | null
      publisher: User | null
      sender?: Sender | undefined
      checkRun: CheckRun
    },
    tx: Transaction | undefined,
  ): Promise<Prepared<CallOutput<'commentCreate'>>> {
    const { community, post, replyTarget, viewer, publisher, sender, checkRun } = target
    const { content } = input
    const outcome = await checkRun.check({ community, author: publisher && viewer, sender, text: content }, tx)
    const row = rowOf({
      post,
      replyTarget,
      publisherId: publisher?.id ?? '',
      content,
      mentions: await mentionsOf(content, tx),
      status: firstStatus(community, viewer, outcome),
      moderationScore: outcome.score,
      createdAt: clock.now(),
    })
    const publishers = new Map(
      repliedCommentsOf(replyTarget)
        .filter((one) => one.status === CommentStatus.published)
        .map((one) => [one.id, one.publisher_id]),
    )
    const isToAnother = replyTarget !== null && replyTarget.to !== replyTarget.top
    const profiles = isToAnother
      ? await accounts.profilesById([replyTarget.to.publisher_id], tx)
      : new Map<string, User>()
    if (publisher) profiles.set(publisher.id, publisher)
    const role = viewer && publisher ? shownRoleOf(viewer, post.tokenName) : undefined
    const about = { tokenName: post.tokenName, profiles, publishers, roleOf: () => role }
    const show = (reader: Me | null): Comment => presentComment(row, { ...about, viewer: reader })
    const publicComment = row.status === CommentStatus.published ? show(null) : null
    const trigger = publicComment && triggerOf(row, { post, to: replyTarget?.to ?? null })
    return {
      comment: {
        row,
        publicComment,
        trigger,
        outcome,
        post,
        community,
        repliedComments: repliedCommentsOf(replyTarget),
        nonce: input.nonce,
      },
      // Authors see their new comment even if it is pending or anonymous.
      result: { commentId: row.id, comment: { ...show(viewer), content: row.content } },
    }
  }

  /** Stores a prepared comment. If the facts its permission was based on have changed, prepares it again. */
  async function store<Result>(
    preparing: (tx: Transaction | undefined) => Promise<Prepared<Result>>,
    { tx, record = () => {} }: Within<Result>,
  ): Promise<Result> {
    for (let count = 1; count <= TRIES; count += 1) {
      const { comment, result } = await preparing(tx)
      const stored = { ...comment, record: (recordTx: Transaction) => record(recordTx, result) }
      if (tx) batches.addTo(tx, stored)
      if (tx || (await batches.add(stored))) return result
    }
    throw new StaleReadError()
  }

  /** Stores a comment after the checks before publication. */
  async function checkedFirst<Result>(
    preparing: (checkRun: CheckRun, tx: Transaction | undefined) => Promise<Prepared<Result>>,
    within: Within<Result>,
  ): Promise<Result> {
    const checkRun = contentChecks.begin(within.scored)
    return checkRun.end(store((tx) => preparing(checkRun, tx), within))
  }

  return {
    /** A member's comment or reply. */
    async create(viewer: Me, input: NewComment, within: Within<CallOutput<'commentCreate'>> = {}) {
      return checkedFirst(async (checkRun, tx) => {
        const target = await subjectOf(viewer, input, tx)
        const { post, replyTarget } = target
        const author = (await posts.viewersOf(viewer, [post.id], tx))(post.id)
        assertAllowed(canCreateComment(author, { post, replyTo: factsOf(replyTarget, post) }, clock.now()))
        await partnerOrigins.checkSite(viewer, post.communityId, tx)
        return prepare(input, { ...target, viewer, publisher: viewer, checkRun }, tx)
      }, within)
    },
    /** Creates an anonymous comment. The pipeline runs the app check first. */
    async createAnonymously(
      viewer: Me | null,
      { site, accountIds = [], sender, ...input }: NewAnonymousComment,
      within: Within<CallOutput<'commentAnonymous'>> = {},
    ) {
      return checkedFirst(async (checkRun, tx) => {
        const target = await subjectOf(viewer, input, tx)
        const { community, post, replyTarget } = target
        assertAllowed(canCommentAnonymously({ post, replyTo: factsOf(replyTarget, post) }, viewer))
        const banned = viewer === null ? await memberships.bannedAmong(post.communityId, accountIds, tx) : []
        if (banned.length > 0 || isBanned(viewer, post.tokenName, clock.now())) throw new DomainError('BANNED')
        if (!community.anonymousComments) throw new DomainError('FORBIDDEN')
        if (viewer) await partnerOrigins.checkSite(viewer, post.communityId, tx)
        if (site !== '' && !(await partnerOrigins.isRegisteredBy(post.communityId, site, tx))) {
          throw new DomainError('ORIGIN_NOT_REGISTERED')
        }
        return prepare(input, { ...target, viewer, publisher: null, sender, checkRun }, tx)
      }, within)
    },
    /** Changes the text and keeps the old one as a revision. */
    async edit(viewer: Me, input: ChangedComment, { tx, scored }: Scored = {}) {
      return database.transaction(async (tx) => {
        const repository = commentRepository(tx.connection)
        const row = await repository.locked(input.commentId, database.dialect)
        if (!row) throw new DomainError('COMMENT_NOT_FOUND')
        const post = await posts.facts(row.post_id, null, tx)
        const { tokenName, numComments } = post
        if (input.tokenName !== tokenName || !canSeePost(viewer, post).allowed)
          throw new DomainError('COMMENT_NOT_FOUND')
        const facts = { tokenName, publisherId: row.publisher_id, status: row.status }
        assertAllowed(canEditComment(viewer, facts, clock.now()))
        if (post.archived) throw new DomainError('COMMUNITY_ARCHIVED')
        await partnerOrigins.checkSite(viewer, row.community_id, tx)
        if (row.content !== input.content) {
          if (input.editedAt !== undefined && (input.editedAt ?? 0) !== row.edited_at) {
            const { show } = await loadContext([row], tx, [viewer])
            throw new DomainError('EDIT_CONFLICT', { comment: show(row, viewer) })
          }
          const isWaiting = row.status === CommentStatus.pending
          const outcome = await contentChecks.checkChange(
            {
              community: { ...post, id: row.community_id },
              author: viewer,
              text: input.content,
              scored,
              before: { text: row.content, score: row.moderation_score, isWaiting },
            },
            tx,
          )
          const about = { entityId: row.id, communityId: row.community_id }
          if (outcome) await contentFindings.change(tx, { ...outcome, ...about })
          // The time identifies a version, so no two may share one.
          const now = Math.max(clock.now(), row.edited_at + 1)
          await repository.insertRevision({ id: ids.next(), comment_id: row.id, content: row.content, created_at: now })
          const change = {
            content: input.content,
            mentions: JSON.stringify(await mentionsOf(input.content, tx)),
            edited_at: now,
            moderation_score: outcome?.score ?? row.moderation_score,
          }
          await repository.setContent(row.id, change)
          if (row.status === CommentStatus.published && change.mentions !== '[]') {
            const before = await namedBefore(tx, row)
            if (before) triggers.record(tx, mentionTriggerOf({ ...row, ...change }, before))
          }
          Object.assign(row, change)
        }
        const { show } = await loadContext([row], tx, [viewer])
        if (row.status === CommentStatus.published) {
          const payload = { postId: row.post_id, comment: show(row), numComments }
          events.publish(tx, { name: 'comment.updated', payload })
        }
        return { comment: show(row, viewer) }
      }, tx)
    },
    /** Adds to the sum of a comment's tips in the tip's transaction, and returns it. */
    async addTip(tx: Transaction, commentId: string, amount: number): Promise<number> {
      const repository = commentRepository(tx.connection)
      await repository.addTip(commentId, amount)
      const row = await repository.byId(commentId)
      if (!row) throw new DomainError('COMMENT_NOT_FOUND')
      return Number(row.tips)
    },
    /** Adds to the reaction counters in the reaction's transaction, and returns the new values. */
    async countReactions(
      tx: Transaction,
      commentId: string,
      change: { up: number; down: number },
    ): Promise<ReactionsCount> {
      const repository = commentRepository(tx.connection)
      await repository.countReactions(commentId, change)
      const row = await repository.byId(commentId)
      if (!row) throw new DomainError('COMMENT_NOT_FOUND')
      return { 'thumb-up': row.up_count, 'thumb-down': row.down_count }
    },
    /**
     * Imports a comment without limits of length and rate and without notifications. For operators only. Returns its
     * id.
     */
    async import(imported: ImportedComment, within?: Transaction): Promise<string> {
      const prepareImported = async (tx: Transaction | undefined) => {
        const post = await posts.facts(imported.postId, null, tx)
        const replyTarget = await replyTargetOf(imported.replyToCommentId, post.id, tx)
        const content = normalizeText(imported.content)
        const mentions = await mentionsOf(content, tx)
        const row = rowOf({ ...imported, content, mentions, post, replyTarget, status: CommentStatus.published })
        const comment = {
          row,
          publicComment: null,
          trigger: null,
          outcome: null,
          post,
          community: null,
          repliedComments: repliedCommentsOf(replyTarget),
        }
        return { comment, result: row.id }
      }
      return store(prepareImported, { tx: within })
    },
  }
}

function factsOf(replyTarget: ReplyTarget | null, { tokenName }: PostRowFacts) {
  return replyTarget && { tokenName, publisherId: replyTarget.to.publisher_id, status: replyTarget.to.status }
}

function repliedCommentsOf(replyTarget: ReplyTarget | null): CommentRow[] {
  return replyTarget ? [replyTarget.to, replyTarget.top] : []
}
