import {
  type PostKind,
  type PostListType,
  type PostSort,
  PostStatus,
  RECOMMENDED_WINDOW_MS,
  type Since,
} from '@stoa/contract'

const DAY_MS = 24 * 60 * 60 * 1000

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
  type: PostListType
  communityId: string | null
  flairId: string | null
  userId: string
  sort: PostSort
  since: Since
}

/** A stretch of one index: equal in some columns, from a time on. */
export interface FeedRange {
  equal: Record<string, string | number>
  from?: { column: 'created_at' | 'active_at'; time: number }
  /** Community that a person's posts are picked from; null: from all. */
  within?: string | null
}

/** Index ranges that are merged in the order of one column, ties by id. */
export interface Feed {
  ranges: FeedRange[]
  column: 'created_at' | 'active_at' | 'score' | 'hot' | 'pinned_at' | 'num_comments' | 'scheduled_at'
  descending: boolean
}

/**
 * Says which index ranges make up a feed. There are at most eight (two kinds × four age bands), each read no further than
 * the page is long, so a page costs the same whatever there is in the database.
 */
export function feedOf(request: FeedRequest, now: number): Feed {
  const { type, communityId, userId } = request
  const newest = { column: 'created_at', descending: true } as const
  const own = (...statuses: number[]) =>
    statuses.map((status) => ({ equal: { publisher_id: userId, status }, within: communityId }))
  switch (type) {
    case 'all':
      return sorted(request, { kinds: ['community', 'story'], now })
    case 'community':
      return sorted(request, { kinds: ['community'], now })
    case 'partner':
      return sorted(request, { kinds: ['story'], now })
    case 'recommended':
      return {
        ranges: bands({ status: PostStatus.published, community_id: communityId ?? '' }, { since: 'week', now }),
        column: 'num_comments',
        descending: true,
      }
    case 'pinned':
      return {
        ranges: [
          {
            equal: {
              ...{ community_id: communityId ?? '', is_pinned: 1, status: PostStatus.published },
              ...(request.flairId === null ? {} : { flair_id: request.flairId }),
            },
          },
        ],
        column: 'pinned_at',
        descending: true,
      }
    case 'pending':
      return sorted(
        { ...request, sort: 'new', since: 'all' },
        { kinds: ['community', 'story'], now, status: PostStatus.pending },
      )
    case 'user':
      return { ranges: own(PostStatus.published), ...newest }
    case 'userDraft':
      return { ranges: own(PostStatus.draft), ...newest }
    case 'userPending':
      return { ranges: own(PostStatus.pending), ...newest }
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

function sorted(
  { communityId, flairId, sort, since }: FeedRequest,
  { kinds, now, status = PostStatus.published }: { kinds: PostKind[]; now: number; status?: number },
): Feed {
  const scope = flairId !== null ? { flair_id: flairId } : communityId !== null ? { community_id: communityId } : {}
  const ofKinds = kinds.map((kind) => ({ status, ...scope, kind }))
  if (sort === 'top' || sort === 'hot') {
    const ranges = ofKinds.flatMap((equal) => bands(equal, { since, now }))
    return { ranges, column: sort === 'top' ? 'score' : 'hot', descending: true }
  }
  const column = sort === 'new' ? 'created_at' : 'active_at'
  const end = BAND_ENDS_MS[BAND_OF_SINCE[since]]
  return {
    ranges: ofKinds.map((equal) => (end === undefined ? { equal } : { equal, from: { column, time: now - end } })),
    column,
    descending: true,
  }
}

/** The age bands of a time span. A band may still hold posts that have just grown too old for it: the time drops those. */
function bands(equal: FeedRange['equal'], { since, now }: { since: Since; now: number }): FeedRange[] {
  const last = BAND_OF_SINCE[since]
  const end = BAND_ENDS_MS[last]
  return Array.from({ length: last + 1 }, (_, band) => ({
    equal: { ...equal, age_band: band },
    ...(end === undefined ? {} : { from: { column: 'created_at' as const, time: now - end } }),
  }))
}
