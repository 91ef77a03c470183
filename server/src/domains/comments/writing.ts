import {
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
  type User,
} from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import { type Events, rooms } from '../../events/events.ts'
import type { Clock } from '../../lib/clock.ts'
import { assertAllowed, DomainError } from '../../lib/domain-error.ts'
import type { Ids } from '../../lib/ids.ts'
import { mentionedUsernames } from '../../lib/mentions.ts'
import type { AccountService } from '../accounts/service.ts'
import type { OriginService } from '../articles/origins.ts'
import type { CommunityFacts, CommunityService } from '../communities/service.ts'
import type { ActivityLog } from '../moderation/activity-log.ts'
import type { Happenings } from '../notifications/happenings.ts'
import type { PostRowFacts, PostService } from '../posts/service.ts'
import { happeningOf, namedIn, renamingOf } from './happening.ts'
import { presentComment } from './presenter.ts'
import { type CommentRow, commentRepository } from './repository.ts'
import { createCommentStore } from './storing.ts'
import type { createSurroundings } from './surroundings.ts'
import { createCommentTargets } from './targets.ts'

export interface CommentWriterDependencies {
  database: Database
  clock: Clock
  ids: Ids
  events: Events
  accounts: AccountService
  communities: CommunityService
  origins: OriginService
  posts: PostService
  activityLog: ActivityLog
  happenings: Happenings
  surround: ReturnType<typeof createSurroundings>
}

export interface NewComment {
  tokenName: string
  postId: string
  replyToCommentId?: string | undefined
  /** Normalized by the schema. */
  content: string
}

/** A comment of another place, kept with its own time and length. */
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
  /** `editedAt` of the text that was changed; without it whatever is there is overwritten. */
  editedAt?: number | null | undefined
}

/** The comment that is answered and the top-level comment it stands under. */
interface Answered {
  to: CommentRow
  top: CommentRow
}

/** Former texts of a comment that are looked at. */
const TEXTS_MAX = 100

/** Writes new comments and changes of their text. */
export function createCommentWriter(dependencies: CommentWriterDependencies) {
  const { database, clock, ids, events, happenings, accounts, origins, posts, surround } = dependencies
  const read = () => commentRepository(database.read)

  const targets = createCommentTargets(dependencies)
  const store = createCommentStore({ ...dependencies, forgetPost: targets.forget })

  async function subjectOf(viewer: Me | null, input: NewComment) {
    const target = await targets.find(input.tokenName, input.postId)
    // Before its comments are looked up: they tell that a post is there.
    assertAllowed(canSeePost(viewer, target.post))
    return { ...target, answered: await answeredBy(input.replyToCommentId, input.postId) }
  }

  async function answeredBy(commentId: string | null | undefined, postId: string): Promise<Answered | null> {
    if (!commentId) return null
    const to = await read().byId(commentId)
    const top = to && to.parent_id !== '' ? await read().byId(to.parent_id) : to
    if (!to || !top || to.post_id !== postId) throw new DomainError('COMMENT_NOT_FOUND')
    return { to, top }
  }

  async function mentionsOf(content: string): Promise<Mention[]> {
    const users = await accounts.profilesByUsername(mentionedUsernames(content))
    return users.map(({ id, username, slugUrl }) => ({ userId: id, username, slugUrl }))
  }

  /** Everybody whom a comment has named so far, in former texts, too; null: it was changed too often to tell anybody more. */
  async function namedBefore(unit: Unit, row: CommentRow): Promise<Set<string> | null> {
    const texts = await commentRepository(unit.connection).formerTexts(row.id, TEXTS_MAX)
    if (texts.length === TEXTS_MAX) return null
    const users = await accounts.profilesByUsername(texts.flatMap(mentionedUsernames))
    return new Set([...namedIn(row), ...users.map(({ id }) => id)])
  }

  async function rowOf(about: {
    post: PostRowFacts
    answered: Answered | null
    publisherId: string
    content: string
    status: number
    createdAt: number
  }): Promise<CommentRow> {
    const { post, answered, publisherId, content, status, createdAt } = about
    return {
      id: ids.next(),
      post_id: post.id,
      community_id: post.communityId,
      parent_id: answered?.top.id ?? '',
      reply_to_id: answered?.to.id ?? '',
      publisher_id: publisherId,
      content,
      mentions: JSON.stringify(await mentionsOf(content)),
      status,
      is_listed: Number(status === CommentStatus.published),
      hidden_reason: '',
      hidden_by: '',
      moderation_score: 0,
      num_replies: 0,
      up_count: 0,
      down_count: 0,
      score: 0,
      active_at: createdAt,
      edited_at: 0,
      created_at: createdAt,
    }
  }

  function firstStatus(community: CommunityFacts, viewer: Me | null): number {
    return community.approveComments && !moderates(viewer, community.tokenName)
      ? CommentStatus.pending
      : CommentStatus.published
  }

  /** Collects the comment; what it was allowed by is looked at once more when it is written. */
  async function publish(
    unit: Unit,
    input: NewComment,
    target: Awaited<ReturnType<typeof subjectOf>> & { viewer: Me | null; publisher: User | null },
  ) {
    const { community, post, answered, viewer, publisher } = target
    const row = await rowOf({
      post,
      answered,
      publisherId: publisher?.id ?? '',
      content: input.content,
      status: firstStatus(community, viewer),
      createdAt: clock.now(),
    })
    const publishers = new Map(
      answeredRows(answered)
        .filter((one) => one.status === CommentStatus.published)
        .map((one) => [one.id, one.publisher_id]),
    )
    const isToAnother = answered !== null && answered.to !== answered.top
    const profiles = isToAnother ? await accounts.profilesById([answered.to.publisher_id]) : new Map<string, User>()
    if (publisher) profiles.set(publisher.id, publisher)
    const about = { tokenName: post.tokenName, profiles, publishers }
    const show = (reader: Me | null): Comment => presentComment(row, { ...about, viewer: reader })
    const told = row.status === CommentStatus.published ? show(null) : null
    const happening = told && happeningOf(row, { post, to: answered?.to ?? null })
    store(unit, { row, told, happening, postStatus: post.status, answered: answeredRows(answered) })
    // Who has just written it may read it, also when it waits for approval and bears no name.
    return { commentId: row.id, comment: { ...show(viewer), content: row.content } }
  }

  return {
    /** A member's comment or reply; `within` is the unit of the work that it is a part of. */
    async create(viewer: Me, input: NewComment, within: Unit | null = null) {
      const work = async (unit: Unit) => {
        const target = await subjectOf(viewer, input)
        const { post, answered } = target
        assertAllowed(canCreateComment(viewer, { post, replyTo: factsOf(answered, post) }, clock.now()))
        await origins.checkSite(viewer, post.communityId)
        return publish(unit, input, { ...target, viewer, publisher: viewer })
      }
      return database.transaction(work, { shared: true, within })
    },
    /** A comment that names nobody; the app check stands before it. `site`: the partner's origin that it is sent from, else empty. */
    async createAnonymously(
      viewer: Me | null,
      { site, ...input }: NewComment & { site: string },
      within: Unit | null = null,
    ) {
      const work = async (unit: Unit) => {
        const target = await subjectOf(viewer, input)
        const { community, post, answered } = target
        assertAllowed(canCommentAnonymously({ post, replyTo: factsOf(answered, post) }, viewer))
        if (isBanned(viewer, post.tokenName, clock.now())) throw new DomainError('BANNED')
        if (!community.anonymousComments) throw new DomainError('FORBIDDEN')
        if (viewer) await origins.checkSite(viewer, post.communityId)
        if (site !== '' && !(await origins.isRegisteredBy(post.communityId, site))) {
          throw new DomainError('ORIGIN_NOT_REGISTERED')
        }
        return publish(unit, input, { ...target, viewer, publisher: null })
      }
      return database.transaction(work, { shared: true, within })
    },
    /** Changes the text; the old one is kept as a revision. */
    async edit(viewer: Me, input: ChangedComment) {
      return database.transaction(async (unit) => {
        const repository = commentRepository(unit.connection)
        const row = await repository.locked(input.commentId, database.dialect)
        if (!row) throw new DomainError('COMMENT_NOT_FOUND')
        const post = await posts.facts(row.post_id)
        const { tokenName, numComments } = post
        if (input.tokenName !== tokenName || !canSeePost(viewer, post).allowed)
          throw new DomainError('COMMENT_NOT_FOUND')
        const facts = { tokenName, publisherId: row.publisher_id, status: row.status }
        assertAllowed(canEditComment(viewer, facts, clock.now()))
        await origins.checkSite(viewer, row.community_id)
        if (row.content !== input.content) {
          if (input.editedAt !== undefined && (input.editedAt ?? 0) !== row.edited_at) {
            const { show } = await surround([row], [viewer])
            throw new DomainError('EDIT_CONFLICT', { comment: show(row, viewer) })
          }
          // The time tells versions apart, so no two may have the same.
          const now = Math.max(clock.now(), row.edited_at + 1)
          await repository.insertRevision({ id: ids.next(), comment_id: row.id, content: row.content, created_at: now })
          const change = {
            content: input.content,
            mentions: JSON.stringify(await mentionsOf(input.content)),
            edited_at: now,
          }
          await repository.setContent(row.id, change)
          if (row.status === CommentStatus.published && change.mentions !== '[]') {
            const before = await namedBefore(unit, row)
            if (before) happenings.note(unit, renamingOf({ ...row, ...change }, before))
          }
          Object.assign(row, change)
        }
        const { show } = await surround([row], [viewer])
        if (row.status === CommentStatus.published) {
          const payload = { postId: row.post_id, comment: show(row), numComments }
          events.publish(unit, { name: 'comment.updated', room: rooms.post(row.post_id), payload })
        }
        return { comment: show(row, viewer) }
      })
    },
    /** Adds to the reaction counters in the transaction of the reaction, and returns them as they are then. */
    async countReactions(unit: Unit, commentId: string, change: { up: number; down: number }): Promise<ReactionsCount> {
      const repository = commentRepository(unit.connection)
      await repository.countReactions(commentId, change)
      const row = await repository.byId(commentId)
      if (!row) throw new DomainError('COMMENT_NOT_FOUND')
      return { 'thumb-up': row.up_count, 'thumb-down': row.down_count }
    },
    /** Stores a comment as it was elsewhere, past the limits of length and rate and without telling anybody; for operators only. Returns its id. */
    async import(comment: ImportedComment): Promise<string> {
      return database.transaction(async (unit) => {
        const post = await posts.facts(comment.postId)
        const answered = await answeredBy(comment.replyToCommentId, post.id)
        const content = normalizeText(comment.content)
        const row = await rowOf({ ...comment, content, post, answered, status: CommentStatus.published })
        store(unit, { row, told: null, happening: null, postStatus: post.status, answered: answeredRows(answered) })
        return row.id
      })
    },
  }
}

function factsOf(answered: Answered | null, { tokenName }: PostRowFacts) {
  return answered && { tokenName, publisherId: answered.to.publisher_id, status: answered.to.status }
}

function answeredRows(answered: Answered | null): CommentRow[] {
  return answered ? [answered.to, answered.top] : []
}
