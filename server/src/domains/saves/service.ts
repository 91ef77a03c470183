import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  canSaveComment,
  canSavePost,
  canSeePost,
  type EntityType,
  type Me,
  PAGE_SIZE,
  type SavedItem,
} from '@stoa/contract'
import type { CallScope } from '../../platform/calls/context.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Cursors } from '../../platform/database/keyset.ts'
import { assertAllowed, DomainError } from '../../platform/domain-error.ts'
import { type Events, rooms } from '../../platform/events/events.ts'
import type { AccountService } from '../accounts/service.ts'
import type { CommentService } from '../comments/service.ts'
import type { OriginService } from '../communities/origins.ts'
import type { CommunityService } from '../communities/service.ts'
import type { PostRowFacts, PostService } from '../posts/service.ts'
import { type SavedPosition, type SaveRow, saveRepository } from './repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  cursors: Cursors
  events: Events
  accounts: Pick<AccountService, 'hold'>
  communities: Pick<CommunityService, 'idOf'>
  posts: Pick<PostService, 'facts' | 'factsById' | 'summariesById'>
  comments: Pick<CommentService, 'facts' | 'postsOf' | 'seenBy'>
  origins: Pick<OriginService, 'checkSite'>
}

/** A post or comment. */
interface Saved {
  entityType: EntityType
  entityId: string
}

export type SaveService = ReturnType<typeof createSaveService>

/**
 * Saved posts and comments, private to each person. Rows stay with the accounts that created them; all accounts of a
 * person are read as one.
 */
export function createSaveService(dependencies: Dependencies) {
  const { database, clock, cursors, events, accounts, communities, posts, comments, origins } = dependencies

  /** Checks that the viewer may save it, and returns its post. */
  async function savedPost(viewer: Me, about: Saved, { only = null, tx }: CallScope): Promise<PostRowFacts> {
    if (about.entityType === 'Post') {
      const post = await posts.facts(about.entityId, only, tx)
      assertAllowed(canSavePost(viewer, post))
      return post
    }
    const { post, comment } = await comments.facts(about.entityId, only, tx)
    assertAllowed(canSaveComment(viewer, { post, comment }))
    return post
  }

  /** The viewer's accounts' rows for it, whatever its state. */
  async function rowsOf(viewer: Me, { entityType, entityId }: Saved, { only = null, tx }: CallScope) {
    const rows = await saveRepository(database.from(tx)).among(accountIdsOf(viewer), [entityId])
    const communityId = only === null ? null : await communities.idOf(only, tx)
    return rows.filter(
      (row) => row.entity_type === entityType && (communityId === null || row.community_id === communityId),
    )
  }

  /** Updates the viewer's other pages. */
  function tell(tx: Transaction, userId: string, payload: { postId: string; entityId: string; saved: boolean }): void {
    events.publish(tx, {
      name: 'viewer.saved',
      room: rooms.viewer(userId, payload.postId),
      payload: { userId, ...payload },
    })
  }

  async function add(viewer: Me, about: Saved, scope: CallScope): Promise<void> {
    const post = await savedPost(viewer, about, scope)
    await origins.checkSite(viewer, post.communityId, scope.tx)
    const { entityType: entity_type, entityId: entity_id } = about
    await database.transaction(async (tx) => {
      // Holds the account, so that it isn't deleted before this is written.
      if (!(await accounts.hold(tx, [viewer.id])).has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
      if ((await rowsOf(viewer, about, { tx })).length > 0) return
      const row = { user_id: viewer.id, entity_id, entity_type, community_id: post.communityId, saved_at: clock.now() }
      await saveRepository(tx.connection).insert(row)
      tell(tx, viewer.id, { postId: post.id, entityId: entity_id, saved: true })
    }, scope.tx)
  }

  async function remove(viewer: Me, about: Saved, scope: CallScope): Promise<void> {
    const { entityType, entityId } = about
    const [row] = await rowsOf(viewer, about, scope)
    if (!row) return
    await origins.checkSite(viewer, row.community_id, scope.tx)
    await database.transaction(async (tx) => {
      await saveRepository(tx.connection).delete(accountIdsOf(viewer), entityId)
      const postId = entityType === 'Post' ? entityId : (await comments.postsOf([entityId], tx)).get(entityId)
      if (postId !== undefined) tell(tx, viewer.id, { postId, entityId, saved: false })
    }, scope.tx)
  }

  /** Rows with their entities, without those the viewer may no longer see. */
  async function show(viewer: Me, rows: SaveRow[], only: string | null): Promise<SavedItem[]> {
    const idsOf = (type: EntityType) => rows.filter((row) => row.entity_type === type).map((row) => row.entity_id)
    const seen = await comments.seenBy(viewer, idsOf('Comment'))
    const postIds = [...idsOf('Post'), ...[...seen.values()].map(({ postId }) => postId)]
    const [facts, summaries] = await Promise.all([posts.factsById(postIds, only), posts.summariesById(postIds)])
    return rows.flatMap((row) => {
      const comment = row.entity_type === 'Comment' ? seen.get(row.entity_id) : null
      // A comment without text is hidden from them.
      if (comment === undefined || comment?.content === null) return []
      const postId = comment?.postId ?? row.entity_id
      const [about, post] = [facts.get(postId), summaries.get(postId)]
      if (!about || !post || !canSeePost(viewer, about).allowed) return []
      return { id: row.entity_id, savedAt: row.saved_at, post, comment }
    })
  }

  return {
    /** Saves or unsaves a post or comment; does nothing if that is already so. */
    async set(
      viewer: Me,
      { save, ...about }: Saved & { save: boolean },
      scope: CallScope = {},
    ): Promise<CallOutput<'postSave'>> {
      await (save ? add : remove)(viewer, about, scope)
      return { saved: save }
    },
    /** A page of the viewer's saved items. `only`: the only community considered; null for all. */
    async list(
      viewer: Me,
      { limit = PAGE_SIZE, cursor }: CallParsedInput<'savedList'>,
      only: string | null = null,
    ): Promise<CallOutput<'savedList'>> {
      const communityId = only === null ? null : await communities.idOf(only)
      const list = `saved ${viewer.id}${communityId === null ? '' : ` ${communityId}`}`
      const position = cursor === undefined ? null : (cursors.decode(list, cursor) as SavedPosition)
      const about = { userIds: accountIdsOf(viewer), communityId }
      const rows = await saveRepository(database.read).page(about, { position, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const hasMore = rows.length > limit
      return {
        items: await show(viewer, shown, only),
        cursor: hasMore && last ? cursors.encode(list, [last.saved_at, last.entity_id]) : null,
        hasMore,
      }
    },
    /** Saves of a merged post also count for the post it became part of. */
    async follow(
      tx: Transaction,
      { fromPostId, intoPostId }: { fromPostId: string; intoPostId: string },
    ): Promise<void> {
      const repository = saveRepository(tx.connection)
      for (const row of await repository.of(fromPostId)) await repository.insert({ ...row, entity_id: intoPostId })
    },
    /** Which of the posts and comments a person's accounts have saved. */
    async among(accountIds: string[], entityIds: string[]): Promise<string[]> {
      const rows = await saveRepository(database.read).among(accountIds, entityIds)
      return [...new Set(rows.map((row) => row.entity_id))]
    },
  }
}
