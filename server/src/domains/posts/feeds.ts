import {
  type PostKind,
  type PostListType,
  type PostSort,
  PostStatus,
  RECOMMENDED_WINDOW_MS,
  type Since,
} from '@stoa/contract'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'

/** Ages that end the bands 0, 1 and 2; band 3 is everything older. */
export const BAND_ENDS_MS: readonly number[] = [DAY_MS, RECOMMENDED_WINDOW_MS, 30 * DAY_MS]
/** Age up to which hot ranks are kept fresh: the end of band 1. */
export const HOT_WINDOW_MS = RECOMMENDED_WINDOW_MS
/** The band after it. */
export const COOLED_BAND = 2
const OLDEST_BAND = BAND_ENDS_MS.length
const BAND_OF_SINCE = { today: 0, week: 1, month: 2, all: OLDEST_BAND } as const satisfies Record<Since, number>

/** What a feed was asked for, with names resolved to ids. */
export interface FeedRequest {
  type: Exclude<PostListType, 'responses' | 'related'>
  communityId: string | null
  flairId: string | null
  /** All accounts of the person whose posts are wanted. */
  userIds: string[]
  /** Of what waits for approval: the kinds that the reader decides about. */
  pendingKinds: PostKind[]
  /** Null: the order that lists of the type have by themselves. */
  sort: PostSort | null
  since: Since
}

/** A stretch of one index: equal in some columns, from a time on. */
export interface FeedRange {
  equal: Record<string, string | number>
  from?: { column: 'created_at' | 'active_at'; time: number }
  /** Picked from what the index gives, such as a person's posts in a community; default: all of it. */
  within?: Record<string, string | number>
}

/** Index ranges that are merged in the order of one column, ties by id. */
export interface Feed {
  ranges: FeedRange[]
  column: 'created_at' | 'active_at' | 'score' | 'hot' | 'pinned_at' | 'num_comments' | 'scheduled_at'
  descending: boolean
  /** Communities whose posts are left out. Default: none. */
  withoutIds?: readonly string[]
}

/**
 * Says which index ranges make up a feed. There are at most eight (two kinds × four age bands), of a
 * person four for each of their accounts, each read no further than
 * the page is long, so a page costs the same whatever there is in the database.
 */
export function feedOf(request: FeedRequest, now: number): Feed {
  const { type, communityId, userIds } = request
  const newest = { column: 'created_at', descending: true } as const
  const own = (...statuses: number[]) =>
    userIds.flatMap((userId) =>
      statuses.map((status) => ({ equal: { publisher_id: userId, status }, within: scopeOf({ communityId }) })),
    )
  switch (type) {
    case 'all':
      return sorted(request, { of: ofKinds(request, ['community', 'story']), now })
    case 'community':
      return sorted(request, { of: ofKinds(request, ['community']), now })
    case 'partner':
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
      return sorted({ sort: 'new', since: 'all' }, { of: ofKinds(request, request.pendingKinds, 'pending'), now })
    case 'user': {
      const status = PostStatus.published
      const of = userIds.map((userId) => ({ equal: { publisher_id: userId, status }, within: scopeOf(request) }))
      return sorted(request, { of, now })
    }
    case 'userDraft':
      return { ranges: own(PostStatus.draft), ...newest }
    case 'userPending':
      return { ranges: own(PostStatus.pending, PostStatus.waitingForTranscript), ...newest }
    case 'userScheduled':
      return { ranges: own(PostStatus.scheduled), column: 'scheduled_at', descending: false }
    case 'userDeleted':
      return {
        ranges: own(
          PostStatus.hiddenByAdmin,
          PostStatus.hiddenByPublisher,
          PostStatus.hiddenByDomainAdmin,
          PostStatus.hiddenByCategoryAdmin,
        ),
        ...newest,
      }
  }
}

/** The columns of the community and of the topic that were asked for. */
function scopeOf({ communityId, flairId = null }: { communityId: string | null; flairId?: string | null }) {
  return {
    ...(communityId === null ? {} : { community_id: communityId }),
    ...(flairId === null ? {} : { flair_id: flairId }),
  }
}

/** The index of a topic needs no community: a topic is of one. */
function narrowest({ communityId, flairId }: FeedRequest) {
  return flairId !== null ? { flair_id: flairId } : scopeOf({ communityId })
}

function ofKinds(request: FeedRequest, kinds: PostKind[], status: 'published' | 'pending' = 'published'): FeedRange[] {
  return kinds.map((kind) => ({ equal: { status: PostStatus[status], ...narrowest(request), kind } }))
}

/** What was published in the last week, most comments first; also sorted otherwise, and of the last day only. */
function recommended(request: FeedRequest, now: number): Feed {
  const since = request.since === 'today' ? 'today' : 'week'
  if (request.sort !== null && request.sort !== 'active') {
    return sorted({ ...request, since }, { of: ofKinds(request, ['community', 'story']), now })
  }
  const all = { equal: { status: PostStatus.published, ...narrowest(request) } }
  const column = request.sort === null ? 'num_comments' : 'active_at'
  return { ranges: bands(all, { since, now }), column, descending: true }
}

/** A community's published posts with a poll or a video. */
function withContent({ communityId }: FeedRequest, column: 'has_poll' | 'has_video'): FeedRange {
  return { equal: { ...scopeOf({ communityId }), [column]: 1, status: PostStatus.published } }
}

/** A handful: in any order they are all read. */
function pinned(request: FeedRequest, now: number): Feed {
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
  PostSort,
  Feed['column']
>

/** Ranges in the order that was asked for, the newest first without one. */
function sorted(
  { sort, since }: Pick<FeedRequest, 'sort' | 'since'>,
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

/** The age bands of a time span. A band may still hold posts that have just grown too old for it: the time drops those. */
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

/** What comments and reactions are worth together: thumb-up − thumb-down + 2 × comments. */
export function postScore(counts: { up: number; down: number; comments: number }): number {
  return counts.up - counts.down + 2 * counts.comments
}

/** Rank of the hot order × 10^9, an integer: log10(max(2, score + 2)) / (hours + 2)^1.8; zero for future times. */
export function hotRank({ score, createdAt, now }: { score: number; createdAt: number; now: number }): number {
  if (createdAt > now) return 0
  const hours = (now - createdAt) / HOUR_MS
  return Math.round((SCALE * Math.log10(Math.max(2, score + 2))) / (hours + 2) ** 1.8)
}
