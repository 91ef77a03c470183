import { CommentStatus } from '@stoa/contract'
import type { Knex } from 'knex'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { after } from '../../../platform/database/keyset.ts'
import type { Statement } from '../../../platform/database/transaction.ts'
import type { Unnaming } from '../../people/accounts/index.ts'

export interface CommentRow {
  id: string
  post_id: string
  community_id: string
  parent_id: string
  reply_to_id: string
  publisher_id: string
  content: string
  mentions: string
  status: number
  is_listed: number
  hidden_reason: string
  hidden_by: string
  moderation_score: number
  num_replies: number
  up_count: number
  /** Sum of all tips. */
  tips: number
  down_count: number
  score: number
  active_at: number
  edited_at: number
  created_at: number
}

/** Columns changed by hiding, restoring and approving. */
export type StatusChange = Pick<CommentRow, 'status' | 'hidden_reason' | 'hidden_by'>

/** Reads single comments and makes all writes. Pages are in list-repository.ts. */
export function commentRepository(connection: Connection) {
  const comments = () => connection<CommentRow>('comments')

  return {
    async byId(id: string): Promise<CommentRow | undefined> {
      return comments().where({ id }).first()
    },
    /** The current row, locked until the transaction ends. */
    async locked(id: string, dialect: Database['dialect']): Promise<CommentRow | undefined> {
      return dialect.forUpdate(comments().where({ id }).first())
    },
    /** Some of a person's comments in a community, with any of these statuses, locked until the transaction ends. */
    async lockedOf(
      about: { communityId: string; publisherId: string; statuses: number[]; limit: number },
      { forUpdate }: Database['dialect'],
    ): Promise<CommentRow[]> {
      const { communityId, publisherId, statuses, limit } = about
      return forUpdate(
        comments()
          .where({ publisher_id: publisherId, community_id: communityId })
          .whereIn('status', statuses)
          .orderBy('id')
          .limit(limit),
      )
    },
    /** Some of a person's comments that have a text, locked until the transaction ends. */
    async lockedWithText(
      { publisherId, limit }: { publisherId: string; limit: number },
      { forUpdate }: Database['dialect'],
    ): Promise<CommentRow[]> {
      const ownComments = comments().where({ publisher_id: publisherId }).whereNot({ content: '' })
      return forUpdate(ownComments.orderBy('id').limit(limit))
    },
    /** Removes a comment's text and its revisions. */
    async erase(id: string): Promise<void> {
      await comments().where({ id }).update({ content: '', mentions: '[]' })
      await connection('comment_revisions').where({ comment_id: id }).del()
      await connection('hidden_comments').where({ comment_id: id }).del()
    },
    /** Notes since when its author has hidden a comment; 0: it isn't hidden by its author. */
    async noteHidden(id: string, hiddenAt: number): Promise<void> {
      const notes = connection('hidden_comments')
      if (hiddenAt === 0) await notes.where({ comment_id: id }).del()
      else await notes.insert({ comment_id: id, hidden_at: hiddenAt }).onConflict('comment_id').ignore()
    },
    /** Some comments that their authors have hidden before a time, by that time, after a position. */
    async hiddenBefore(about: {
      before: number
      after: [hiddenAt: number, id: string] | null
      limit: number
    }): Promise<{ comment_id: string; hidden_at: number }[]> {
      const query = connection('hidden_comments').where('hidden_at', '<', about.before)
      if (about.after) after(query, { columns: ['hidden_at', 'comment_id'], values: about.after, descending: false })
      return query.orderBy(['hidden_at', 'comment_id']).limit(about.limit)
    },
    async deleteRevisions(ids: string[]): Promise<number> {
      return connection('comment_revisions').whereIn('id', ids).del()
    },
    async removePublisher(id: string): Promise<void> {
      await comments().where({ id }).update({ publisher_id: '' })
    },
    async byIds(ids: string[]): Promise<CommentRow[]> {
      return ids.length === 0 ? [] : comments().whereIn('id', ids)
    },
    /** Texts by comment id. */
    async textsOf(ids: string[]): Promise<Map<string, string>> {
      const rows = ids.length === 0 ? [] : await comments().select('id', 'content').whereIn('id', ids)
      return new Map(rows.map(({ id, content }) => [id, content]))
    },
    /** Post ids by comment id. */
    async postsOf(ids: string[]): Promise<Map<string, string>> {
      const rows = ids.length === 0 ? [] : await comments().select('id', 'post_id').whereIn('id', ids)
      return new Map(rows.map((row) => [row.id, row.post_id]))
    },
    async statesOf(
      ids: string[],
    ): Promise<Pick<CommentRow, 'id' | 'status' | 'publisher_id' | 'community_id' | 'post_id' | 'edited_at'>[]> {
      return ids.length === 0
        ? []
        : comments().select('id', 'status', 'publisher_id', 'community_id', 'post_id', 'edited_at').whereIn('id', ids)
    },
    /** Public authors by comment id. */
    async publishersOf(ids: string[]): Promise<Map<string, string>> {
      const rows =
        ids.length === 0
          ? []
          : await comments().select('id', 'publisher_id').whereIn('id', ids).where({ status: CommentStatus.published })
      return new Map(rows.map((row) => [row.id, row.publisher_id]))
    },
    /** Distinct pairs of some people and some posts under which they have a public comment. */
    async shownUnder(
      postIds: string[],
      publisherIds: string[],
    ): Promise<Pick<CommentRow, 'post_id' | 'publisher_id'>[]> {
      return comments()
        .distinct('post_id', 'publisher_id')
        .whereIn('post_id', postIds)
        .whereIn('publisher_id', publisherIds)
        .where({ status: CommentStatus.published })
    },
    /** Current statuses of comments, locked until the transaction ends. */
    async lockStates(
      ids: string[],
      dialect: Database['dialect'],
    ): Promise<Pick<CommentRow, 'id' | 'status' | 'post_id'>[]> {
      return dialect.forUpdate(comments().select('id', 'status', 'post_id').whereIn('id', ids).orderBy('id'))
    },
    async setContent(
      id: string,
      change: Pick<CommentRow, 'content' | 'mentions' | 'edited_at' | 'moderation_score'>,
    ): Promise<void> {
      await comments().where({ id }).update(change)
    },
    async insertRevision(row: { id: string; comment_id: string; content: string; created_at: number }): Promise<void> {
      await connection('comment_revisions').insert(row)
    },
    /** Some former texts of a comment. */
    async formerTexts(id: string, limit: number): Promise<string[]> {
      return connection('comment_revisions').where({ comment_id: id }).limit(limit).pluck('content')
    },
    /** Changes the status; a hidden comment stays listed while it has visible replies. */
    async setStatus(id: string, change: StatusChange): Promise<void> {
      await comments()
        .where({ id })
        .update({
          is_listed: connection.raw(listedWhen('?', 'num_replies'), [change.status, change.status]),
          ...change,
        })
    },
    async countReplies(id: string, change: { replies: number; activeAt: number }): Promise<void> {
      const { sql, bindings } = countOfReplies(id, change)
      await connection.raw(sql, bindings)
    },
    /** Adds to the sum of tips. */
    async addTip(id: string, amount: number): Promise<void> {
      await comments()
        .where({ id })
        .update({ tips: connection.raw('tips + ?', [amount]) })
    },
    /** Adds to the reaction counters. */
    async countReactions(id: string, change: { up: number; down: number }): Promise<void> {
      await comments()
        .where({ id })
        .update({
          up_count: connection.raw('up_count + ?', [change.up]),
          down_count: connection.raw('down_count + ?', [change.down]),
          score: connection.raw('score + ?', [change.up - change.down]),
        })
    },
  }
}

/** Adds to a top-level comment's number of replies, and keeps its placeholder listed while it has any. */
export function countOfReplies(id: string, { replies, activeAt }: { replies: number; activeAt: number }): Statement {
  // `is_listed` first, because MySQL lets later assignments see earlier ones and SQLite doesn't.
  const changes = [
    `is_listed = ${listedWhen('status', 'num_replies + ?')}`,
    'num_replies = num_replies + ?',
    'active_at = case when active_at < ? then ? else active_at end',
  ]
  const bindings = [replies, replies, activeAt, activeAt, id]
  return { sql: `update comments set ${changes.join(', ')} where id = ?`, bindings }
}

/** SQL that is 1 for a listed comment: published, or hidden with visible replies. */
function listedWhen(status: string, replies: string): string {
  const { published, pending } = CommentStatus
  return `case when ${status} = ${published} or (${status} <> ${pending} and ${replies} > 0) then 1 else 0 end`
}

/** A person whom comments may mention. */
export interface MentionedPerson {
  userId: string
  unnaming: Unnaming
}

/** Queries of mentions. */
export function mentionRepository(connection: Connection) {
  const comments = () => connection<CommentRow>('comments')
  const revisions = () => connection<{ id: string; comment_id: string; content: string }>('comment_revisions')
  return {
    /** The last of a number of comments after one; undefined if there are fewer. */
    async idAfter(after: string, count: number): Promise<string | undefined> {
      const [id] = await comments()
        .where('id', '>', after)
        .orderBy('id')
        .offset(count - 1)
        .limit(1)
        .pluck('id')
      return id
    },
    /** Comments between two ids that mention a person, or did before an edit. */
    async mentioning(
      { userId, unnaming: { signs } }: MentionedPerson,
      { after, last }: { after: string; last: string | undefined },
    ): Promise<string[]> {
      const named = (query: Knex.QueryBuilder, column: string) => {
        for (const sign of signs) query.orWhereRaw('instr(lower(??), ?) > 0', [column, sign.toLowerCase()])
      }
      const between = <Query extends Knex.QueryBuilder>(query: Query, column: string) => {
        query.where(column, '>', after)
        return last === undefined ? query : query.where(column, '<=', last)
      }
      const now = between(comments(), 'id')
        .where((any) => {
          any.where('mentions', 'like', `%"${userId}"%`)
          named(any, 'content')
        })
        .pluck('id')
      const before = between(revisions(), 'comment_id')
        .where((any) => {
          any.whereRaw('1 = 0')
          named(any, 'content')
        })
        .pluck('comment_id')
      return [...new Set([...(await now), ...(await before)])]
    },
    /** Replaces a comment's text, and its revisions with the result of `revised`. */
    async rewrite(
      id: string,
      { revised, ...change }: Pick<CommentRow, 'content' | 'mentions'> & { revised(text: string): string },
    ): Promise<void> {
      await comments().where({ id }).update(change)
      for (const row of await revisions().where({ comment_id: id })) {
        await revisions()
          .where({ id: row.id })
          .update({ content: revised(row.content) })
      }
    },
  }
}

/** Moved comments, as changes of the posts' counters. */
export interface Moved {
  published: number
  /** Creation time of the newest in ms; 0 if there are none. */
  latest: number
}

type Comments = Knex.QueryBuilder<CommentRow>

/** Queries that move comments between posts. */
export function commentMovingRepository(connection: Connection) {
  const moved = (moveId: string) => connection('comment_moves').select('comment_id').where({ move_id: moveId })

  async function move(match: (query: Comments) => Comments, intoPostId: string): Promise<Moved> {
    const matching = () => match(connection<CommentRow>('comments'))
    const counted = await matching()
      .where({ status: CommentStatus.published })
      .select(connection.raw('count(*) as published'), connection.raw('coalesce(max(created_at), 0) as latest'))
    await matching().update({ post_id: intoPostId })
    const [{ published, latest }] = counted as unknown as [Moved]
    return { published: Number(published), latest: Number(latest) }
  }

  return {
    /** Moves all comments of a post and records which. */
    async moveAll({ moveId, fromPostId, intoPostId }: { moveId: string; fromPostId: string; intoPostId: string }) {
      await connection.raw(
        'insert into comment_moves (move_id, comment_id) select ?, id from comments where post_id = ?',
        [moveId, fromPostId],
      )
      return move((query) => query.where({ post_id: fromPostId }), intoPostId)
    },
    /** Moves back the comments of a recorded move, with replies added since, and deletes the record. */
    async moveBack({ moveId, fromPostId, intoPostId }: { moveId: string; fromPostId: string; intoPostId: string }) {
      const isOfMove = (query: Comments) =>
        query
          .where({ post_id: fromPostId })
          .where((either) => void either.whereIn('id', moved(moveId)).orWhereIn('parent_id', moved(moveId)))
      const result = await move(isOfMove, intoPostId)
      await connection('comment_moves').where({ move_id: moveId }).del()
      return result
    },
    /** Moves some top-level comments with their replies. */
    async moveThreads({ ids, fromPostId, intoPostId }: { ids: string[]; fromPostId: string; intoPostId: string }) {
      const isOfThem = (query: Comments) =>
        query
          .where({ post_id: fromPostId })
          .where((either) => void either.whereIn('id', ids).orWhereIn('parent_id', ids))
      return move(isOfThem, intoPostId)
    },
    /** Which of these are top-level comments of the post. */
    async threadsAmong(postId: string, ids: string[]): Promise<string[]> {
      const rows = await connection<CommentRow>('comments')
        .where({ post_id: postId, parent_id: '' })
        .whereIn('id', ids)
        .select('id')
      return rows.map(({ id }) => id)
    },
  }
}
