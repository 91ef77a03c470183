import {
  accountIdsOf,
  type Comment,
  type canSaveComment,
  canSeePost,
  type Decision,
  type EntityType,
  type Me,
  PAGE_SIZE,
  type Page,
  type PostSummary,
  type ViewerFacts,
} from '@stoa/contract'
import type { CallScope } from '../../../platform/calls/context.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Connection, Database, Transaction } from '../../../platform/database/database.ts'
import { type Cursors, pageOf } from '../../../platform/database/keyset.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import type { CommentService } from '../comments/index.ts'
import type { PostRowFacts, PostService } from '../posts/index.ts'
import {
  type MarkKind,
  type MarkPosition,
  type MarkRow,
  markRepository,
  marksAmong,
  watchRepository,
} from './repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  cursors: Cursors
  accounts: Pick<AccountService, 'hold'>
  communities: Pick<CommunityService, 'idOf'>
  posts: Pick<PostService, 'facts' | 'factsById' | 'summariesById'>
  comments: Pick<CommentService, 'facts' | 'postsOf' | 'seenBy'>
  partnerOrigins: Pick<OriginService, 'checkSite'>
}

/** A post or comment. */
interface Marked {
  entityType: EntityType
  entityId: string
}

/** Rules of a kind of marks: who may set them, and how the person's other pages are notified. */
interface Rules {
  kind: MarkKind
  mayMarkPost(viewer: Me, post: PostRowFacts): Decision
  mayMarkComment(viewer: Me, about: Parameters<typeof canSaveComment>[1]): Decision
  tell(tx: Transaction, about: { userId: string; postId: string; entityId: string; isMarked: boolean }): void
}

/** A marked post or comment. */
interface MarkedItem {
  id: string
  at: number
  post: PostSummary
  comment: Comment | null
}

export type MarkService = ReturnType<typeof createMarkService>

/**
 * Marked posts and comments, private to each person. Rows stay with the accounts that created them; all accounts of a
 * person are read together.
 */
export function createMarkService(dependencies: Dependencies, { kind, mayMarkPost, mayMarkComment, tell }: Rules) {
  const { database, clock, cursors, accounts, communities, posts, comments, partnerOrigins } = dependencies
  const repositoryOf = (connection: Connection) => markRepository(connection, kind)

  /** Checks that the viewer may mark the item; returns its post. */
  async function markedPost(viewer: Me, about: Marked, { onlyCommunity = null, tx }: CallScope): Promise<PostRowFacts> {
    if (about.entityType === 'Post') {
      const post = await posts.facts(about.entityId, onlyCommunity, tx)
      assertAllowed(mayMarkPost(viewer, post))
      return post
    }
    const { post, comment } = await comments.facts(about.entityId, onlyCommunity, tx)
    assertAllowed(mayMarkComment(viewer, { post, comment }))
    return post
  }

  /** The rows of the viewer's accounts for an item, in any state. */
  async function rowsOf(viewer: Me, { entityType, entityId }: Marked, { onlyCommunity = null, tx }: CallScope) {
    const rows = await repositoryOf(database.from(tx)).among(accountIdsOf(viewer), [entityId])
    const communityId = onlyCommunity === null ? null : await communities.idOf(onlyCommunity, tx)
    return rows.filter(
      (row) => row.entity_type === entityType && (communityId === null || row.community_id === communityId),
    )
  }

  async function add(viewer: Me, about: Marked, scope: CallScope): Promise<void> {
    const post = await markedPost(viewer, about, scope)
    await partnerOrigins.checkSite(viewer, post.communityId, scope.tx)
    const { entityType: entity_type, entityId: entity_id } = about
    await database.transaction(async (tx) => {
      // Locks the account, so that it isn't deleted before the mark is written.
      if (!(await accounts.hold(tx, [viewer.id])).has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
      if ((await rowsOf(viewer, about, { tx })).length > 0) return
      const row = { user_id: viewer.id, entity_id, entity_type, community_id: post.communityId, at: clock.now() }
      await repositoryOf(tx.connection).insert(row)
      tell(tx, { userId: viewer.id, postId: post.id, entityId: entity_id, isMarked: true })
    }, scope.tx)
  }

  async function remove(viewer: Me, about: Marked, scope: CallScope): Promise<void> {
    const { entityType, entityId } = about
    const [row] = await rowsOf(viewer, about, scope)
    if (!row) return
    await partnerOrigins.checkSite(viewer, row.community_id, scope.tx)
    await database.transaction(async (tx) => {
      await repositoryOf(tx.connection).delete(accountIdsOf(viewer), entityId)
      const postId = entityType === 'Post' ? entityId : (await comments.postsOf([entityId], tx)).get(entityId)
      if (postId !== undefined) tell(tx, { userId: viewer.id, postId, entityId, isMarked: false })
    }, scope.tx)
  }

  /** Marked items that the viewer can still see. */
  async function show(viewer: Me, rows: MarkRow[], onlyCommunity: string | null): Promise<MarkedItem[]> {
    const idsOf = (type: EntityType) => rows.filter((row) => row.entity_type === type).map((row) => row.entity_id)
    const visibleComments = await comments.seenBy(viewer, idsOf('Comment'))
    const postIds = [...idsOf('Post'), ...[...visibleComments.values()].map(({ postId }) => postId)]
    const [facts, summaries] = await Promise.all([
      posts.factsById(postIds, onlyCommunity),
      posts.summariesById(postIds),
    ])
    return rows.flatMap((row) => {
      const comment = row.entity_type === 'Comment' ? visibleComments.get(row.entity_id) : null
      // A comment without text is hidden from the viewer.
      if (comment === undefined || comment?.content === null) return []
      const postId = comment?.postId ?? row.entity_id
      const [about, post] = [facts.get(postId), summaries.get(postId)]
      if (!about || !post || !canSeePost(viewer, about).allowed) return []
      return { id: row.entity_id, at: Number(row.at), post, comment }
    })
  }

  return {
    /** Sets or removes a mark on a post or comment. Does nothing if that is already so. */
    async set(viewer: Me, { mark, ...about }: Marked & { mark: boolean }, scope: CallScope = {}): Promise<void> {
      await (mark ? add : remove)(viewer, about, scope)
    },
    /** A page of the viewer's marked items. `onlyCommunity`: the only community considered; null for all. */
    async list(
      viewer: Me,
      { limit = PAGE_SIZE, cursor }: { limit?: number | undefined; cursor?: string | undefined },
      onlyCommunity: string | null = null,
    ): Promise<Page<MarkedItem>> {
      const communityId = onlyCommunity === null ? null : await communities.idOf(onlyCommunity)
      const list = `${kind} ${viewer.id}${communityId === null ? '' : ` ${communityId}`}`
      const position = cursor === undefined ? null : (cursors.decode(list, cursor) as MarkPosition)
      const about = { userIds: accountIdsOf(viewer), communityId }
      const rows = await repositoryOf(database.read).page(about, { position, limit: limit + 1 })
      const { pageRows, end } = pageOf(rows, limit, {
        cursors,
        list,
        positionOf: (row) => [Number(row.at), row.entity_id],
      })
      return {
        items: await show(viewer, pageRows, onlyCommunity),
        ...end,
      }
    },
    /** Makes marks of a merged post apply to its new post as well. */
    async follow(
      tx: Transaction,
      { fromPostId, intoPostId }: { fromPostId: string; intoPostId: string },
    ): Promise<void> {
      const repository = repositoryOf(tx.connection)
      for (const row of await repository.of(fromPostId)) await repository.insert({ ...row, entity_id: intoPostId })
    },
  }
}

export type MarksOfViewer = ReturnType<typeof createMarksOfViewer>

/** Posts and comments that a person's accounts have saved, hidden or watch. Kinds without marks are omitted. */
export function createMarksOfViewer({ database }: Pick<Dependencies, 'database'>) {
  return async (
    accountIds: string[],
    entityIds: string[],
  ): Promise<Pick<ViewerFacts, 'saved' | 'hiddenForMe' | 'watched'>> => {
    const rows = await marksAmong(database.read, accountIds, entityIds)
    const idsOf = (kind: MarkKind) => rows.filter((row) => row.kind === kind).map((row) => row.entity_id)
    const [saved, hiddenForMe, watched] = [idsOf('saved'), idsOf('hidden'), idsOf('watched')]
    return {
      ...(saved.length > 0 && { saved }),
      ...(hiddenForMe.length > 0 && { hiddenForMe }),
      ...(watched.length > 0 && { watched }),
    }
  }
}

export type Watchers = ReturnType<typeof createWatchers>

/** Who watches posts, for notifications. */
export function createWatchers({ database }: Pick<Dependencies, 'database'>) {
  const read = (tx?: Transaction) => watchRepository(database.from(tx))
  return {
    watchedAmong: (postIds: string[], tx?: Transaction) => read(tx).watchedAmong(postIds),
    watchersAfter: (postId: string, page: { after: string; limit: number }, tx?: Transaction) =>
      read(tx).watchersAfter(postId, page),
  }
}
