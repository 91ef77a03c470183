import {
  COMMENT_PREVIEW_LENGTH,
  COMMENT_PREVIEW_SIZE,
  type CommentSort,
  CommentStatus,
  REPLIES_FIRST_PAGE_SIZE,
} from '@stoa/contract'
import type { Connection } from '../../../platform/database/database.ts'
import { after, byIndex } from '../../../platform/database/keyset.ts'
import type { CommentRow } from './repository.ts'

/** A row's sort values in one of the orders. */
export type CommentPosition = (string | number)[]

export interface PageRequest {
  after: CommentPosition | null
  /** Start with the row at `after` itself. Default false. */
  inclusive?: boolean
  limit: number
}

/** Columns for a feed. The text is cut just beyond what is shown, to tell whether there is more. */
export type PreviewRow = Pick<
  CommentRow,
  'id' | 'post_id' | 'community_id' | 'publisher_id' | 'content' | 'status' | 'created_at'
>

/** A comment's place and author. */
export type WrittenRow = Pick<CommentRow, 'id' | 'post_id' | 'parent_id' | 'publisher_id'>

type Order = { index: string; columns: (keyof CommentRow)[]; direction: 'asc' | 'desc' }

const ORDERS: Record<CommentSort, Order> = {
  top: { index: 'comments_top', columns: ['score', 'created_at', 'id'], direction: 'desc' },
  new: { index: 'comments_time', columns: ['created_at', 'id'], direction: 'desc' },
  old: { index: 'comments_time', columns: ['created_at', 'id'], direction: 'asc' },
  active: { index: 'comments_active', columns: ['active_at', 'id'], direction: 'desc' },
}

/** The position of a row in an order, from which the next page continues. */
export function positionOf(row: CommentRow, sort: CommentSort): CommentPosition {
  return ORDERS[sort].columns.map((column) => row[column])
}

/** Pages of comments. Each is one index range, regardless of the thread's size. */
export function commentListRepository(connection: Connection) {
  const by = (index: string) => byIndex<CommentRow>(connection, 'comments', index)
  const listed = (about: { post_id: string; parent_id: string }, sort: CommentSort) =>
    by(ORDERS[sort].index).where({ ...about, is_listed: 1 })
  const repliesTo = (parent: CommentRow) => ({ post_id: parent.post_id, parent_id: parent.id })

  function page(query: ReturnType<typeof by>, sort: CommentSort, request: PageRequest) {
    const { columns, direction } = ORDERS[sort]
    const { after: values, inclusive = false, limit } = request
    if (values) after(query, { columns, values, descending: direction === 'desc', inclusive })
    for (const column of columns) query.orderBy(column, direction)
    return query.limit(limit)
  }

  return {
    /** The latest published comments of a community, or of all. */
    async latestPublished(communityId: string | null, limit: number): Promise<Pick<CommentRow, 'id' | 'content'>[]> {
      const published = { status: CommentStatus.published }
      const query =
        communityId === null
          ? connection<CommentRow>('comments').where(published).orderBy('id', 'desc')
          : by('comments_queue')
              .where({ community_id: communityId, ...published })
              .orderBy('created_at', 'desc')
              .orderBy('id', 'desc')
      return query.select('id', 'content').limit(limit)
    },
    /** Top-level comments of a post. */
    async ofPost(postId: string, sort: CommentSort, request: PageRequest): Promise<CommentRow[]> {
      return page(listed({ post_id: postId, parent_id: '' }, sort), sort, request)
    },
    /** Replies under a top-level comment, oldest first. */
    async replies(parent: CommentRow, request: PageRequest): Promise<CommentRow[]> {
      return page(listed(repliesTo(parent), 'old'), 'old', request)
    },
    /** The newest replies up to and including a position, newest first. */
    async repliesUpTo(parent: CommentRow, position: CommentPosition, limit: number): Promise<CommentRow[]> {
      return page(listed(repliesTo(parent), 'new'), 'new', { after: position, inclusive: true, limit })
    },
    /** The first replies to several top-level comments, in one query with one index range each. */
    async firstReplies(parents: CommentRow[]): Promise<CommentRow[]> {
      const ranges = parents
        .filter((parent) => parent.num_replies > 0)
        .map((parent) => {
          const range = page(listed(repliesTo(parent), 'old'), 'old', { after: null, limit: REPLIES_FIRST_PAGE_SIZE })
          // SQLite accepts an order within a part of a union only inside a subquery.
          return connection.select('*').from(range.as('range'))
        })
      const [first, ...rest] = ranges
      return first ? first.unionAll(rest) : []
    },
    /** The first top-level comments of several posts, in one query with one index range each. */
    async previews(postIds: string[]): Promise<PreviewRow[]> {
      const ranges = postIds.map((post_id) => {
        const range = page(listed({ post_id, parent_id: '' }, 'top'), 'top', {
          after: null,
          limit: COMMENT_PREVIEW_SIZE,
        })
        range.select('id', 'post_id', 'community_id', 'publisher_id', 'status', 'created_at')
        range.select(connection.raw('substr(content, 1, ?) as content', [COMMENT_PREVIEW_LENGTH + 1]))
        return connection.select('*').from(range.as('range'))
      })
      const [first, ...rest] = ranges
      return first ? (first.unionAll(rest) as unknown as Promise<PreviewRow[]>) : []
    },
    /** Public comments under some posts, each after a time, earliest first, in one query with one index range each. */
    async writtenSince(ranges: { postId: string; since: number }[], limit: number): Promise<WrittenRow[]> {
      const parts = ranges.map(({ postId, since }) => {
        const range = by('comments_written')
          .where({ post_id: postId, status: CommentStatus.published })
          .where('created_at', '>', since)
          .orderBy('created_at')
          .orderBy('id')
          .limit(limit)
          .select('id', 'post_id', 'parent_id', 'publisher_id')
        return connection.select('*').from(range.as('range'))
      })
      const [first, ...rest] = parts
      return first ? (first.unionAll(rest) as unknown as Promise<WrittenRow[]>) : []
    },
    /** Public comments by a person's accounts, newest first; in one community or, if null, in all. */
    async ofPublishers(
      { userIds, communityId }: { userIds: string[]; communityId: string | null },
      request: PageRequest,
    ): Promise<CommentRow[]> {
      const range = (userId: string) => {
        const query = by('comments_publisher').where({ publisher_id: userId, status: CommentStatus.published })
        // The sign keeps SQLite from reading the whole community instead of the person.
        if (communityId !== null) query.whereRaw('+?? = ?', ['community_id', communityId])
        return page(query, 'new', request)
      }
      const [first, ...others] = userIds
      if (first === undefined) return []
      if (others.length === 0) return range(first)
      // One index range per account, merged, so that every page costs the same.
      const ranges = userIds.map((userId) => connection.select('*').from(range(userId).as('range')))
      const merged = connection.select('*').from(connection.unionAll(ranges).as('merged'))
      return merged.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(request.limit)
    },
    /** Pending comments of a community, oldest first. */
    async pending(communityId: string, request: PageRequest): Promise<CommentRow[]> {
      return page(
        by('comments_queue').where({ community_id: communityId, status: CommentStatus.pending }),
        'old',
        request,
      )
    },
    /** The same of several communities, or under one of their posts: one index range each. */
    async waiting(communityIds: string[], request: PageRequest, postId?: string): Promise<CommentRow[]> {
      const ranges = communityIds.map((community_id) => {
        const pending = { community_id, status: CommentStatus.pending }
        // A community may have many pending comments, so for one post its own comments are scanned.
        const waits =
          postId === undefined
            ? by('comments_queue').where(pending)
            : by('comments_own').where({ ...pending, post_id: postId, is_listed: 0 })
        return connection.select('*').from(page(waits, 'old', request).as('part'))
      })
      if (ranges.length === 0) return []
      const merged = connection.select('*').from(connection.unionAll(ranges).as('merged'))
      return merged.orderBy('created_at').orderBy('id').limit(request.limit)
    },
    /** A person's unlisted comments under some posts: pending, or hidden without replies. Newest first. */
    async unlistedOf(publisherIds: string[], postIds: string[], limit: number): Promise<CommentRow[]> {
      if (postIds.length === 0) return []
      return by('comments_own')
        .whereIn('post_id', postIds)
        .whereIn('publisher_id', publisherIds)
        .where({ is_listed: 0 })
        .orderBy('created_at', 'desc')
        .limit(limit)
    },
  }
}
