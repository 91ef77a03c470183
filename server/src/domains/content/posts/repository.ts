import { PostStatus, type PostSummary, PROMOTION_HOURS_MAX } from '@stoa/contract'
import { HOUR_MS } from '../../../platform/clock.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { after } from '../../../platform/database/keyset.ts'
import type { OldBatch } from '../../../platform/database/old-rows.ts'
import type { Statement } from '../../../platform/database/transaction.ts'
import { BAND_ENDS_MS, type Feed, type FeedRange, HOT_WINDOW_MS, hotRank, postScore } from './feeds.ts'
import { mergeInParts, RANGES_AT_ONCE } from './merge-ranges.ts'

export interface PostRow {
  id: string
  community_id: string
  kind: 'story' | 'community'
  status: number
  title: string
  slug: string
  publisher_id: string
  is_whitelisted: number
  content: string
  /** By the author if `has_own_excerpt`, otherwise taken from the text. */
  excerpt: string
  has_own_excerpt: number
  /** 1 if `slug` isn't made from the title. */
  has_own_slug: number
  hero_image: string | null
  featured_image: string | null
  content_image: string | null
  has_poll: number
  /** 1 if the text has a video. */
  has_video: number
  flair_id: string
  /** 1 if moderators have locked its comments: only holders of blockChat may comment. */
  is_locked: number
  /** 1 if its author has turned comments off, with the same effect. */
  comments_off: number
  parent_post_id: string
  is_response: number
  article_id: string
  is_pinned: number
  pinned_at: number
  is_syndicated: number
  moderation_score: number
  /** The bulk hide that hid it; otherwise empty. */
  hidden_by: string
  hidden_reason: string
  /** Of a hidden post: the status after restoring. */
  former_status: number
  /** The scopes of the API key that published it for later; empty: none. */
  key_scopes: string
  num_comments: number
  up_count: number
  /** Sum of all tips. */
  tips: number
  /** Of its latest promotion; 0: none. */
  promoted_at: number
  /** When its promotions end or ended; 0: none. */
  promoted_until: number
  down_count: number
  total_views: number
  /** Published descendants, see `ancestors.ts`. */
  total_descendants: number
  /** Number of edits. */
  revision: number
  score: number
  hot: number
  /** See `BAND_ENDS_MS`. */
  age_band: number
  active_at: number
  scheduled_at: number
  edited_at: number
  /** 1: somebody else than the author made the last edit. */
  is_edited_by_moderator: number
  created_at: number
  updated_at: number
}

/** Whether a post's comments are off, and who turned them off. */
export function lockOf(row: Pick<PostRow, 'is_locked' | 'comments_off'>): Pick<PostSummary, 'isLocked' | 'lockedBy'> {
  if (row.is_locked) return { isLocked: true, lockedBy: 'moderators' }
  return row.comments_off ? { isLocked: true, lockedBy: 'author' } : { isLocked: false }
}

/** A post without its text, for lists. */
export type PostSummaryRow = Omit<
  PostRow,
  'content' | 'is_response' | 'hidden_reason' | 'former_status' | 'key_scopes' | 'has_own_excerpt' | 'has_own_slug'
>

const SUMMARY_COLUMNS = [
  'id',
  'community_id',
  'kind',
  'status',
  'title',
  'slug',
  'publisher_id',
  'is_whitelisted',
  'excerpt',
  'hero_image',
  'featured_image',
  'content_image',
  'has_poll',
  'has_video',
  'flair_id',
  'is_locked',
  'comments_off',
  'parent_post_id',
  'article_id',
  'is_pinned',
  'pinned_at',
  'is_syndicated',
  'moderation_score',
  'hidden_by',
  'num_comments',
  'up_count',
  'tips',
  'promoted_at',
  'promoted_until',
  'down_count',
  'total_views',
  'total_descendants',
  'revision',
  'score',
  'hot',
  'age_band',
  'active_at',
  'scheduled_at',
  'edited_at',
  'is_edited_by_moderator',
  'created_at',
  'updated_at',
] as const // prettier-ignore

/** Defaults of a new post's row. */
export const emptyPost = {
  is_whitelisted: 0,
  excerpt: '',
  has_own_excerpt: 0,
  has_own_slug: 0,
  hero_image: null,
  featured_image: null,
  content_image: null,
  has_poll: 0,
  has_video: 0,
  flair_id: '',
  is_locked: 0,
  comments_off: 0,
  parent_post_id: '',
  is_response: 0,
  article_id: '',
  is_pinned: 0,
  pinned_at: 0,
  is_syndicated: 0,
  moderation_score: 0,
  hidden_by: '',
  hidden_reason: '',
  former_status: 0,
  key_scopes: '',
  num_comments: 0,
  up_count: 0,
  tips: 0,
  promoted_at: 0,
  promoted_until: 0,
  down_count: 0,
  total_views: 0,
  total_descendants: 0,
  revision: 0,
  score: 0,
  age_band: 0,
  scheduled_at: 0,
  edited_at: 0,
  is_edited_by_moderator: 0,
} satisfies Partial<PostRow>

/** Columns read before counting. */
export type CountRow = Pick<
  PostRow,
  | 'id'
  | 'is_locked'
  | 'comments_off'
  | 'status'
  | 'num_comments'
  | 'up_count'
  | 'down_count'
  | 'active_at'
  | 'created_at'
>

/** Changes of a post's counters. */
export interface CountChange {
  comments?: number
  up?: number
  down?: number
  /** Time of a new comment. */
  activeAt?: number
}

/** Counters of a post. */
export interface PostCounts {
  comments: number
  up: number
  down: number
}

/** Position of a post in a feed: its sort value and id. */
export type FeedPosition = [value: number, id: string]

export interface RevisionRow {
  id: string
  post_id: string
  editor_id: string
  title: string
  content: string
  created_at: number
}

export function postRepository(connection: Connection) {
  const posts = () => connection<PostRow>('posts')
  const slugs = () => connection<{ community_id: string; slug: string; post_id: string }>('post_slugs')
  const views = () => connection<{ post_id: string; day: number; visitor_hash: string }>('post_views')

  /** Ids of the first posts of an index range after a position; reads the index only. */
  function range(one: FeedRange, about: { feed: Feed; position: FeedPosition | null; limit: number }) {
    const { equal, from, within = {}, createdSince, promoted } = one
    const { column, descending } = about.feed
    const direction = descending ? 'desc' : 'asc'
    const query = connection('posts').select({ id: 'id', value: column }).where(equal)
    if (from?.column === column) query.where(column, '>=', from.time)
    // The sum keeps the engine from using this column's index and sorting the result.
    else if (from) query.whereRaw('?? + 0 >= ?', [from.column, from.time])
    if (promoted) {
      query
        .where('promoted_at', '>', promoted.now - PROMOTION_HOURS_MAX * HOUR_MS)
        .where('promoted_until', '>', promoted.now)
      query.where((any) => {
        // The signs as below.
        for (const values of promoted.anyOf) {
          const pairs = Object.entries(values)
          any.orWhereRaw(pairs.map(() => '+?? = ?').join(' and '), pairs.flat())
        }
      })
    }
    if (createdSince !== undefined) query.where('created_at', '>=', createdSince)
    // The sign keeps the engine from reading the whole community, or all pinned posts, instead of the person's posts.
    for (const [name, value] of Object.entries(within)) query.whereRaw('+?? = ?', [name, value])
    // As above: the sign forces the index.
    if (!('community_id' in equal)) {
      for (const id of about.feed.withoutIds ?? []) query.whereRaw('+community_id <> ?', [id])
    }
    if (about.position) after(query, { columns: [column, 'id'], values: about.position, descending })
    return query.orderBy(column, direction).orderBy('id', direction).limit(about.limit)
  }

  return {
    /** Ids of a page of a feed with their positions, in order. */
    async feed(
      feed: Feed,
      { position, limit }: { position: FeedPosition | null; limit: number },
    ): Promise<{ id: string; value: number }[]> {
      const direction = feed.descending ? 'desc' : 'asc'
      const merged = async (ranges: FeedRange[]): Promise<{ id: string; value: number }[]> => {
        const queries = ranges.map((one) => range(one, { feed, position, limit }))
        const [first, ...rest] = queries
        if (!first || rest.length === 0) return first ?? []
        const [head, ...tail] = queries.map((query, index) => connection.select('*').from(query.as(`range_${index}`)))
        const all = feed.isOverlapping ? (head as typeof first).union(tail) : (head as typeof first).unionAll(tail)
        return all.orderBy('value', direction).orderBy('id', direction).limit(limit)
      }
      return feed.ranges.length <= RANGES_AT_ONCE ? merged(feed.ranges) : mergeInParts(feed, { merged, limit })
    },
    /** The post with this current or former slug, as somebody writes it. */
    async idBySlug(communityId: string, written: string): Promise<string | undefined> {
      const slug = written.normalize('NFC').toLowerCase()
      return (await slugs().where({ community_id: communityId, slug }).first())?.post_id
    },
    /** Which of these slugs are taken, and by which post. */
    async slugOwners(communityId: string, candidates: string[]): Promise<Map<string, string>> {
      const rows = await slugs().where({ community_id: communityId }).whereIn('slug', candidates)
      return new Map(rows.map((row) => [row.slug, row.post_id]))
    },
    /** Throws a unique violation if the slug is taken. */
    async insertSlug(communityId: string, slug: string, postId: string): Promise<void> {
      await slugs().insert({ community_id: communityId, slug, post_id: postId })
    },
    async slugsOf(postId: string): Promise<string[]> {
      return (await slugs().where({ post_id: postId }).select('slug')).map(({ slug }) => slug)
    },
    /** Redirects a post's addresses to another post. */
    async moveSlugs(
      moved: string[],
      { fromPostId, intoPostId }: { fromPostId: string; intoPostId: string },
    ): Promise<void> {
      await slugs().where({ post_id: fromPostId }).whereIn('slug', moved).update({ post_id: intoPostId })
    },
    async deleteSlug(communityId: string, slug: string): Promise<void> {
      await slugs().where({ community_id: communityId, slug }).del()
    },
    async insert(row: PostRow): Promise<void> {
      await posts().insert(row)
    },
    async update(id: string, change: Partial<PostRow>): Promise<void> {
      await posts().where({ id }).update(change)
    },
    /** The post with its row locked until the transaction ends. */
    async lock(id: string, dialect: Database['dialect']): Promise<PostRow | undefined> {
      return dialect.forUpdate(posts().where({ id }).first())
    },
    async insertRevision(row: RevisionRow): Promise<void> {
      await connection<RevisionRow>('post_revisions').insert(row)
    },
    /** Revisions of a post, newest first. */
    async revisions(about: { postId: string; after: string | null; limit: number }) {
      const query = connection<RevisionRow>('post_revisions').where({ post_id: about.postId })
      if (about.after !== null) query.where('id', '<', about.after)
      return query.select('id', 'editor_id', 'created_at').orderBy('id', 'desc').limit(about.limit)
    },
    /** A revision and the next one, oldest first. */
    async revisionsFrom(postId: string, id: string): Promise<RevisionRow[]> {
      return connection<RevisionRow>('post_revisions')
        .where({ post_id: postId })
        .where('id', '>=', id)
        .orderBy('id')
        .limit(2)
    },
    async hasViewed(view: { post_id: string; day: number; visitor_hash: string }): Promise<boolean> {
      return (await views().where(view).first()) !== undefined
    },
    /** Whether the visitor hasn't viewed the post that day, and none of the networks has used up its views. */
    async isNewView(
      view: { post_id: string; day: number; visitor_hash: string },
      networks: { start: string; max: number }[],
    ): Promise<boolean> {
      const { visitor_hash, ...ofPost } = view
      const countOf = async (start: string) => {
        const [row] = await views().where(ofPost).where('visitor_hash', 'like', `${start}%`).count({ count: '*' })
        return Number(row?.count ?? 0)
      }
      for (const { start, max } of networks) if ((await countOf(start)) >= max) return false
      return (await countOf(visitor_hash)) === 0
    },
    async insertView(view: { post_id: string; day: number; visitor_hash: string }): Promise<void> {
      await views().insert(view)
      await posts()
        .where({ id: view.post_id })
        .update({ total_views: connection.raw('total_views + 1') })
    },
    async deleteViewsBefore(day: number): Promise<number> {
      return views().where('day', '<', day).del()
    },
    /** Published posts created since a time, in batches from a position on. */
    async publishedSince(time: number, about: { kind: PostRow['kind']; position: FeedPosition | null; limit: number }) {
      const feed: Feed = { ranges: [], column: 'created_at', descending: true }
      const equal = { status: 0, kind: about.kind }
      return range({ equal, from: { column: 'created_at', time } }, { feed, ...about })
    },
    /** Creation time of the post that is `offset` after a time; null if there are fewer. Reads the index only. */
    async publishedAfter(
      equal: { kind: PostRow['kind']; community_id?: string },
      { from, offset }: { from: number; offset: number },
    ): Promise<number | null> {
      const row = await posts()
        .select('created_at')
        .where({ status: 0, ...equal })
        .where('created_at', '>=', from)
        .orderBy('created_at')
        .offset(offset)
        .first()
      return row && row.created_at > from ? row.created_at : null
    },
    /** Published posts of a period, oldest first. */
    async publishedBetween(
      equal: { kind: PostRow['kind']; community_id?: string },
      { from, to, limit }: { from: number; to: number | null; limit: number },
    ) {
      const query = posts()
        .where({ status: 0, ...equal })
        .where('created_at', '>=', from)
      if (to !== null) query.where('created_at', '<', to)
      return query
        .select('slug', 'community_id', 'active_at', 'edited_at', 'created_at')
        .orderBy('created_at')
        .limit(limit)
    },
    /** Updates the ranks of some posts, and their age band if given. */
    async refreshHot(
      ids: string[],
      about: { now: number; dialect: Database['dialect']; ageBand?: number },
    ): Promise<void> {
      const rows = await about.dialect.forUpdate(posts().select('id', 'score', 'created_at').whereIn('id', ids))
      if (rows.length === 0) return
      const ranks = rows.flatMap((row) => [
        row.id,
        hotRank({ score: row.score, createdAt: row.created_at, now: about.now }),
      ])
      const cases = rows.map(() => 'when ? then ?').join(' ')
      await posts()
        .whereIn('id', ids)
        .update({
          hot: connection.raw(`case id ${cases} else hot end`, ranks),
          ...(about.ageBand === undefined ? {} : { age_band: about.ageBand }),
        })
    },
    /** Posts in the young bands that are too old for hot ranks, a batch at a time. */
    async outgrown(now: number, limit: number): Promise<string[]> {
      const rows = await posts()
        .select('id')
        .whereIn('age_band', [0, 1])
        .where('created_at', '<', now - HOT_WINDOW_MS)
        .limit(limit)
      return rows.map(({ id }) => id)
    },
    /** Moves posts that are too old for their age band to the next one, and misplaced ones back. */
    async moveBands(now: number): Promise<void> {
      const move = (from: number, to: number) => posts().where({ age_band: from }).update({ age_band: to })
      const ends = [...BAND_ENDS_MS.entries()]
      for (const [band, age] of ends.toReversed()) await move(band + 1, band).where('created_at', '>=', now - age)
      for (const [band, age] of ends) await move(band, band + 1).where('created_at', '<', now - age)
    },
    /** Posts of a topic, in any status. */
    async idsOfTopic(flairId: string, limit: number): Promise<string[]> {
      return posts().whereIn('status', Object.values(PostStatus)).where({ flair_id: flairId }).limit(limit).pluck('id')
    },
    async updateMany(ids: string[], change: Partial<PostRow>): Promise<void> {
      if (ids.length > 0) await posts().whereIn('id', ids).update(change)
    },
    /** Some of a community's posts that wait for captions, by id. */
    async waitingIn(community_id: string, about: { after: string; limit: number }): Promise<string[]> {
      const waiting = posts().where({ status: PostStatus.waitingForTranscript, community_id })
      return waiting.where('id', '>', about.after).orderBy('id').limit(about.limit).pluck('id')
    },
    /** Number of pinned posts in a community. */
    async countPinned(communityId: string): Promise<number> {
      const [counted] = await posts().where({ community_id: communityId, is_pinned: 1 }).count({ count: '*' })
      return Number(counted?.count ?? 0)
    },
    /** Number of some accounts' posts by status; `communityId`: null for all communities. */
    async countByStatus(
      publisherIds: string[],
      { statuses, communityId }: { statuses: readonly number[]; communityId: string | null },
    ): Promise<Map<number, number>> {
      const query = connection('posts').whereIn('publisher_id', publisherIds).whereIn('status', statuses)
      if (communityId !== null) query.where({ community_id: communityId })
      const rows = await query.groupBy('status').select('status', connection.raw('count(*) as count'))
      return new Map(rows.map((row) => [Number(row.status), Number(row.count)]))
    },
    /** Ids of some drafts that were discarded before a time. */
    async discardedBefore(time: number, limit: number): Promise<string[]> {
      const { hiddenByPublisher, draft } = PostStatus
      const query = posts().where({ status: hiddenByPublisher, former_status: draft }).where('updated_at', '<', time)
      return query.limit(limit).pluck('id')
    },
    /** Number of posts hidden by their authors that still have a text: drafts, or others. */
    async countHidden({ ofDrafts }: { ofDrafts: boolean }): Promise<number> {
      const { hiddenByPublisher, draft } = PostStatus
      const query = posts()
        .where({ status: hiddenByPublisher })
        .where('former_status', ofDrafts ? '=' : '<>', draft)
      if (!ofDrafts) query.whereNot({ title: '' })
      const [row] = await query.count<{ count: number | string }[]>({ count: '*' })
      return Number(row?.count ?? 0)
    },
    /** Ids of some posts with a text that their authors have hidden before a time. Threads of articles stay. */
    async hiddenBefore({ before, after, limit }: OldBatch): Promise<string[]> {
      const query = posts().where({ status: PostStatus.hiddenByPublisher, article_id: '' })
      query.whereNot({ former_status: PostStatus.draft }).whereNot({ title: '' })
      query.where('updated_at', '<', before).where('id', '>', after)
      return query.orderBy('id').limit(limit).pluck('id')
    },
    async deleteRevisions(ids: string[]): Promise<number> {
      return connection('post_revisions').whereIn('id', ids).del()
    },
    /** Contents of a post’s revisions, at most `max`. Default: all. */
    async revisionContents(postId: string, max?: number): Promise<string[]> {
      const query = connection<RevisionRow>('post_revisions').where({ post_id: postId }).pluck('content')
      return max === undefined ? query : query.limit(max)
    },
    /** Deletes a post that only its author has seen. */
    async deleteDraft(id: string): Promise<void> {
      await connection('post_revisions').where({ post_id: id }).del()
      await connection('post_slugs').where({ post_id: id }).del()
      await posts().where({ id }).del()
    },
    async byId(id: string): Promise<PostRow | undefined> {
      return posts().where({ id }).first()
    },
    async summaryById(id: string): Promise<PostSummaryRow | undefined> {
      return posts()
        .select(...SUMMARY_COLUMNS)
        .where({ id })
        .first()
    },
    /** Ids of those posts whose present state shows any of the uploads. */
    async showing(ids: string[], mediaIds: string[]): Promise<string[]> {
      if (ids.length === 0) return []
      const query = posts().whereIn('id', ids)
      const isShown = (either: typeof query) => {
        for (const column of ['content', 'hero_image', 'featured_image'] as const) {
          for (const mediaId of mediaIds) either.orWhere(column, 'like', `%${mediaId}%`)
        }
      }
      return query.where(isShown).pluck('id')
    },
    async publishedContents(ids: string[]): Promise<Pick<PostRow, 'id' | 'content'>[]> {
      if (ids.length === 0) return []
      return posts().select('id', 'content').whereIn('id', ids).where({ status: PostStatus.published })
    },
    /** Addresses of partners' articles, by article id. */
    async articleUrls(articleIds: string[]): Promise<Map<string, string>> {
      if (articleIds.length === 0) return new Map()
      const rows: { id: string; url: string }[] = await connection('articles')
        .whereIn('id', [...new Set(articleIds)])
        .select('id', 'url')
      return new Map(rows.map(({ id, url }) => [id, url]))
    },
    async summariesById(ids: string[]): Promise<PostSummaryRow[]> {
      return posts()
        .select(...SUMMARY_COLUMNS)
        .whereIn('id', ids)
    },
    /** Counters of posts, locked until the transaction ends. */
    async lockCounts(ids: string[], { forUpdate }: Database['dialect']): Promise<CountRow[]> {
      const counts = ['num_comments', 'up_count', 'down_count', 'active_at', 'created_at'] as const
      return forUpdate(
        posts()
          .select('id', 'status', 'is_locked', 'comments_off', ...counts)
          .whereIn('id', ids)
          .orderBy('id'),
      )
    },
    /** Adds to the sum of tips and returns it; null: the post is missing. */
    async addTip(id: string, amount: number): Promise<number | null> {
      await posts()
        .where({ id })
        .update({ tips: connection.raw('tips + ?', [amount]) })
      const row = await posts().where({ id }).first('tips')
      return row ? Number(row.tips) : null
    },
    async setPromotion(id: string, about: Pick<PostRow, 'promoted_at' | 'promoted_until'>): Promise<void> {
      await posts().where({ id }).update(about)
    },
    /** Adds to counters that are already locked and returns them. */
    async addCounts(row: CountRow, change: CountChange, now: number): Promise<PostCounts> {
      const { counts, update } = countsAfter(row, change, now)
      await connection.raw(update.sql, update.bindings)
      return counts
    },
  }
}

/** The new counters and the change that sets them. */
export function countsAfter(
  row: CountRow,
  change: CountChange,
  now: number,
): { counts: PostCounts; update: Statement } {
  const counts = {
    comments: row.num_comments + (change.comments ?? 0),
    up: row.up_count + (change.up ?? 0),
    down: row.down_count + (change.down ?? 0),
  }
  const score = postScore(counts)
  const values = {
    num_comments: counts.comments,
    up_count: counts.up,
    down_count: counts.down,
    score,
    hot: hotRank({ score, createdAt: row.created_at, now }),
    active_at: Math.max(row.active_at, change.activeAt ?? 0),
  }
  const assignments = Object.keys(values).map((column) => `${column} = ?`)
  const sql = `update posts set ${assignments.join(', ')} where id = ?`
  return { counts, update: { sql, bindings: [...Object.values(values), row.id] } }
}

/** Some of a person's posts in a community, with any of these statuses, locked until the transaction ends. */
export async function lockPostsOf(
  connection: Connection,
  about: { communityId: string; publisherId: string; statuses: number[]; limit: number },
  { forUpdate }: Database['dialect'],
): Promise<PostRow[]> {
  const { communityId, publisherId, statuses, limit } = about
  return forUpdate(
    connection<PostRow>('posts')
      .where({ publisher_id: publisherId, community_id: communityId })
      .whereIn('status', statuses)
      .orderBy('id')
      .limit(limit),
  )
}

/** Whether a post is erased. The thread of an article belongs to its site. */
export function isErased({ id, slug, title }: Pick<PostRow, 'id' | 'slug' | 'title'>): boolean {
  // A draft may have no title, too.
  return title === '' && slug === erasedSlug(id)
}

/** In hexadecimal, because slugs are lower-case and ids may differ by case only. */
export function erasedSlug(id: string): string {
  return `erased-${Buffer.from(id).toString('hex')}`
}
