import {
  type PostKind,
  type PostListType,
  type PostSort,
  PostStatus,
  RECOMMENDED_WINDOW_MS,
  type Since,
} from '@stoa/contract'
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts'

/** Maximum ages of bands 0, 1 and 2; band 3 is everything older. */
export const BAND_ENDS_MS: readonly number[] = [DAY_MS, RECOMMENDED_WINDOW_MS, 30 * DAY_MS]
/** Maximum age at which hot ranks are updated: the end of band 1. */
export const HOT_WINDOW_MS = RECOMMENDED_WINDOW_MS
/** The band after it. */
export const COOLED_BAND = 2
const OLDEST_BAND = BAND_ENDS_MS.length
const BAND_OF_SINCE = { today: 0, week: 1, month: 2, all: OLDEST_BAND } as const satisfies Record<Since, number>

/** Orders by columns of posts, whether they are promoted or not. */
type OwnSort = Exclude<PostSort, 'promoted'>

/** A feed's filters, with names resolved to ids. */
export interface FeedRequest {
  type: Exclude<PostListType, 'responses' | 'related'>
  communityId: string | null
  flairId: string | null
  /** All accounts of the person whose posts are listed; of the viewer for lists of posts that aren't public. */
  userIds: string[]
  /** For lists of posts that aren't public: the kinds that the viewer moderates. */
  moderatedKinds: PostKind[]
  /** Null for the default order of the type. */
  sort: PostSort | null
  since: Since
  /** Communities whose syndicated stories a community's feed shows, too. Default: none. */
  featuredIds?: readonly string[]
  /** What the viewer's own feed collects. Default: nothing. */
  sources?: HomeSources
}

type OwnRequest = Omit<FeedRequest, 'sort'> & { sort: OwnSort | null }

/** What the viewer's own feed collects. */
export interface HomeSources {
  /** Joined communities. */
  communityIds: readonly string[]
  /** Accounts of followed people. */
  publisherIds: readonly string[]
}

/** An index range: fixed values of some columns, from a time on. */
export interface FeedRange {
  equal: Record<string, string | number>
  from?: { column: 'created_at' | 'active_at'; time: number }
  /** A filter on the index's rows, such as a person's posts in a community. Default: none. */
  within?: Record<string, string | number>
  /** Reads an index of creation times from this one on, and sorts what it finds. */
  createdSince?: number
  /** Reads the index of promotions for those that run now, of posts with any of these values. Default: not read. */
  promoted?: { now: number; anyOf: readonly Record<string, string | number>[] }
}

/** Index ranges merged in the order of one column, ties by id. */
export interface Feed {
  ranges: FeedRange[]
  column: 'created_at' | 'active_at' | 'score' | 'hot' | 'pinned_at' | 'num_comments' | 'scheduled_at' | 'promoted_at'
  descending: boolean
  /** A post may be in several ranges. Default: in one. */
  isOverlapping?: boolean
  /** Communities to leave out of ranges of several. Default: none. */
  withoutIds?: readonly string[]
}

/** Ranked orders show the syndicated stories of other communities for this time. */
const SYNDICATED_MS = 30 * DAY_MS

/**
 * The index ranges of a feed: at most eight (two kinds × four age bands) and one per featured community, for a person
 * four per account. Each is read no further than the page's length, so a page costs the same regardless of the
 * database's size. Except syndicated stories in ranked orders: all of a month are read, but there are few. The viewer's
 * own feed has two or eight per joined community and one or four per followed account, whose numbers are limited.
 * Promotions are a single range, which reads all of them that run at most.
 */
export function feedOf(request: FeedRequest, now: number): Feed {
  if (request.sort === 'promoted') return promotedOf(ownFeedOf({ ...request, sort: 'new' }, now), now)
  const feed = ownFeedOf({ ...request, sort: request.sort }, now)
  return { ...feed, ranges: [...feed.ranges, ...syndicated(request, { column: feed.column, now })] }
}

/** The promoted posts among those of a feed. All its ranges have the same start. */
function promotedOf({ ranges }: Feed, now: number): Feed {
  const anyOf = ranges.map(({ equal, within }) => ({ ...equal, ...within }))
  const [{ from } = {}] = ranges
  return {
    ranges: anyOf.length === 0 ? [] : [{ equal: {}, ...(from && { from }), promoted: { now, anyOf } }],
    column: 'promoted_at',
    descending: true,
  }
}

function ownFeedOf(request: OwnRequest, now: number): Feed {
  const { type, communityId, userIds } = request
  const newest = { column: 'created_at', descending: true } as const
  const ownRanges = (...statuses: number[]) =>
    userIds.flatMap((userId) =>
      statuses.map((status) => ({ equal: { publisher_id: userId, status }, within: scopeOf({ communityId }) })),
    )
  switch (type) {
    case 'all':
      return sorted(request, { of: ofKinds(request, ['community', 'story']), now })
    case 'home':
    case 'joined':
    case 'followed':
      return { ...sorted(request, { of: ofSources(request), now }), isOverlapping: true }
    case 'community':
      return sorted(request, { of: ofKinds(request, ['community']), now })
    case 'partner':
    case 'premium':
      return sorted(request, { of: ofKinds(request, ['story']), now })
    case 'recommended':
      return recommended(request, now)
    case 'pinned':
      return pinned(request, now)
    case 'withPoll':
      return { ranges: [withContent(request, 'has_poll')], ...newest }
    case 'withVideo':
      return { ranges: [withContent(request, 'has_video')], ...newest }
    case 'pending':
      return sorted({ sort: 'new', since: 'all' }, { of: ofKinds(request, request.moderatedKinds, 'pending'), now })
    case 'scheduled':
    case 'communityScheduled':
    case 'premiumScheduled':
      return { ranges: scheduledIn(request), column: 'scheduled_at', descending: false }
    case 'draft':
    case 'communityDraft':
    case 'premiumDraft':
      return { ranges: ownOfKinds(request, PostStatus.draft), ...newest }
    case 'deleted': {
      const byModerators = HIDDEN_BY_MODERATORS.flatMap((status) => ofKinds(request, kindsOf(request), status))
      return { ranges: [...byModerators, ...ownOfKinds(request, PostStatus.hiddenByPublisher)], ...newest }
    }
    case 'user': {
      const status = PostStatus.published
      const of = userIds.map((userId) => ({ equal: { publisher_id: userId, status }, within: scopeOf(request) }))
      return sorted(request, { of, now })
    }
    case 'userDraft':
      return { ranges: ownRanges(PostStatus.draft), ...newest }
    case 'userPending':
      return { ranges: ownRanges(PostStatus.pending, PostStatus.waitingForTranscript), ...newest }
    case 'userScheduled':
      return { ranges: ownRanges(PostStatus.scheduled), column: 'scheduled_at', descending: false }
    case 'userDeleted':
      return {
        ranges: ownRanges(
          PostStatus.hiddenByAdmin,
          PostStatus.hiddenByPublisher,
          PostStatus.hiddenByDomainAdmin,
          PostStatus.hiddenByCategoryAdmin,
        ),
        ...newest,
      }
  }
}

/** Columns of the requested community and topic. */
function scopeOf({ communityId, flairId = null }: { communityId: string | null; flairId?: string | null }) {
  return {
    ...(communityId === null ? {} : { community_id: communityId }),
    ...(flairId === null ? {} : { flair_id: flairId }),
  }
}

/** The index of a topic needs no community, because a topic belongs to one. */
function topicOrCommunity({ communityId, flairId }: FeedRequest) {
  return flairId !== null ? { flair_id: flairId } : scopeOf({ communityId })
}

const HIDDEN_BY_MODERATORS = ['hiddenByAdmin', 'hiddenByDomainAdmin', 'hiddenByCategoryAdmin'] as const

/** The kinds of a list that the viewer moderates. */
function kindsOf({ type, moderatedKinds }: FeedRequest): PostKind[] {
  const only = type.startsWith('premium') ? 'story' : type.startsWith('community') ? 'community' : null
  return moderatedKinds.filter((kind) => only === null || kind === only)
}

/** Moderators' own posts of the kinds of a list: drafts, and what authors have hidden, are nobody else's business. */
function ownOfKinds(request: FeedRequest, status: number): FeedRange[] {
  return request.userIds.flatMap((userId) =>
    kindsOf(request).map((kind) => ({
      equal: { publisher_id: userId, status },
      within: { ...scopeOf(request), kind },
    })),
  )
}

/** There are few scheduled posts, so their index needs no community. */
function scheduledIn(request: FeedRequest): FeedRange[] {
  const equal = { status: PostStatus.scheduled }
  return kindsOf(request).map((kind) => ({ equal, within: { ...scopeOf(request), kind } }))
}

function ofKinds(request: FeedRequest, kinds: PostKind[], status: keyof typeof PostStatus = 'published'): FeedRange[] {
  return kinds.map((kind) => ({ equal: { status: PostStatus[status], ...topicOrCommunity(request), kind } }))
}

/** The public posts of the communities and people that the viewer's own feed collects. */
function ofSources({ sources, communityId }: FeedRequest): FeedRange[] {
  const { communityIds = [], publisherIds = [] } = sources ?? {}
  const status = PostStatus.published
  return [
    ...communityIds.flatMap((community_id) =>
      (['community', 'story'] as const).map((kind) => ({ equal: { status, community_id, kind } })),
    ),
    ...publisherIds.map((publisher_id) => ({ equal: { publisher_id, status }, within: scopeOf({ communityId }) })),
  ]
}

/** Posts of the last week, most comments first. Other orders, and the last day alone, are possible. */
function recommended(request: OwnRequest, now: number): Feed {
  const since = request.since === 'today' ? 'today' : 'week'
  if (request.sort !== null && request.sort !== 'active') {
    return sorted({ ...request, since }, { of: ofKinds(request, ['community', 'story']), now })
  }
  const all = { equal: { status: PostStatus.published, ...topicOrCommunity(request) } }
  const column = request.sort === null ? 'num_comments' : 'active_at'
  return { ranges: bands(all, { since, now }), column, descending: true }
}

/** A community's published posts with a poll or a video. */
function withContent({ communityId }: FeedRequest, column: 'has_poll' | 'has_video'): FeedRange {
  return { equal: { ...scopeOf({ communityId }), [column]: 1, status: PostStatus.published } }
}

/** Only a handful, so all are read in any order. */
function pinned(request: OwnRequest, now: number): Feed {
  const { sort, since, communityId, flairId } = request
  const one = {
    equal: { community_id: communityId ?? '', is_pinned: 1 },
    within: { status: PostStatus.published, ...scopeOf({ communityId: null, flairId }) },
  }
  const column = sort === null ? 'pinned_at' : COLUMNS[sort]
  const end = BAND_ENDS_MS[BAND_OF_SINCE[since]]
  const from = { column: column === 'active_at' ? column : ('created_at' as const), time: now - (end ?? 0) }
  return { ranges: [end === undefined ? one : { ...one, from }], column, descending: true }
}

const COLUMNS = { new: 'created_at', active: 'active_at', top: 'score', hot: 'hot' } as const satisfies Record<
  OwnSort,
  Feed['column']
>

/** The stories that featured communities have syndicated. */
function syndicated(
  { featuredIds = [], since }: FeedRequest,
  { column, now }: { column: Feed['column']; now: number },
): FeedRange[] {
  const end = BAND_ENDS_MS[BAND_OF_SINCE[since]]
  const isNewest = column === 'created_at'
  const from = column === 'active_at' || isNewest ? column : ('created_at' as const)
  return featuredIds.map((community_id) => ({
    equal: { community_id, is_syndicated: 1, status: PostStatus.published },
    ...(end === undefined ? {} : { from: { column: from, time: now - end } }),
    ...(isNewest ? {} : { createdSince: now - SYNDICATED_MS }),
  }))
}

/** Ranges in the requested order, by default newest first. */
function sorted(
  { sort, since }: Pick<OwnRequest, 'sort' | 'since'>,
  { of, now }: { of: FeedRange[]; now: number },
): Feed {
  const column = COLUMNS[sort ?? 'new']
  if (column === 'score' || column === 'hot') {
    return { ranges: of.flatMap((one) => bands(one, { since, now })), column, descending: true }
  }
  const end = BAND_ENDS_MS[BAND_OF_SINCE[since]]
  return {
    ranges: of.map((one) => (end === undefined ? one : { ...one, from: { column, time: now - end } })),
    column,
    descending: true,
  }
}

/**
 * The age bands of a time span. A band may still hold posts that have just become too old for it; the time filter drops
 * those.
 */
function bands(one: FeedRange, { since, now }: { since: Since; now: number }): FeedRange[] {
  const last = BAND_OF_SINCE[since]
  const end = BAND_ENDS_MS[last]
  return Array.from({ length: last + 1 }, (_, band) => ({
    ...one,
    equal: { ...one.equal, age_band: band },
    ...(end === undefined ? {} : { from: { column: 'created_at' as const, time: now - end } }),
  }))
}

const SCALE = 1e9

/** Score of comments and reactions: thumb-up − thumb-down + 2 × comments. */
export function postScore(counts: { up: number; down: number; comments: number }): number {
  return counts.up - counts.down + 2 * counts.comments
}

/** Hot rank × 10^9 as an integer: log10(max(2, score + 2)) / (hours + 2)^1.8; zero for future times. */
export function hotRank({ score, createdAt, now }: { score: number; createdAt: number; now: number }): number {
  if (createdAt > now) return 0
  const hours = (now - createdAt) / HOUR_MS
  return Math.round((SCALE * Math.log10(Math.max(2, score + 2))) / (hours + 2) ** 1.8)
}
