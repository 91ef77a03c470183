import {
  type CommentPreview,
  canListOwnPosts,
  canListPendingPosts,
  canSeePost,
  isId,
  moderatedKinds,
  moderates,
  PAGE_SIZE,
  type Page,
  type Post,
  type PostFacts,
  type PostListType,
  type PostSort,
  type PostSummary,
  type Since,
  type Viewer,
} from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../platform/domain-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountService } from '../accounts/service.ts'
import type { CommunityFacts, CommunityService } from '../communities/service.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import type { PollService } from '../polls/service.ts'
import { type FeedRequest, feedOf } from './feeds.ts'
import { type PostSurroundings, presentPost, presentPostSummary } from './presenter.ts'
import { type FeedPosition, type PostRow, type PostSummaryRow, postRepository } from './repository.ts'

/** What other domains and permission rules need to know of a post. */
export interface PostRowFacts extends PostFacts {
  id: string
  communityId: string
  slug: string
  /** Empty unless the post stands for a partner's article. */
  articleId: string
  /** Published comments and replies. */
  numComments: number
}

export interface PostListQuery {
  type: PostListType
  tokenName?: string | undefined
  flairId?: string | undefined
  userId?: string | undefined
  sort?: PostSort | undefined
  since?: Since | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PostReaderDependencies extends Pick<Platform, 'database' | 'clock' | 'cursors'> {
  accounts: AccountService
  communities: CommunityService
  polls: PollService
  /** Addresses of partners' articles by article id. */
  articleUrls: (articleIds: string[], tx?: Transaction) => Promise<Map<string, string>>
  /** The comments that posts bring along in a feed, by post id. */
  commentPreviews: (postIds: string[]) => Promise<Map<string, CommentPreview[]>>
  media: MediaAddresses
  /** The community that is meant when none is named. */
  defaultCommunity: () => Promise<CommunityFacts>
}

/** Lists that everybody sees: they can be sorted and cut to a time. The others have an order of their own. */
const SORTED_LISTS: ReadonlySet<PostListType> = new Set([
  ...(['all', 'community', 'partner', 'pinned', 'recommended', 'user'] as const),
])
/** Lists that can be narrowed to a topic. */
const LISTS_BY_TOPIC: ReadonlySet<PostListType> = new Set([...SORTED_LISTS, 'pending'])

export type PostReader = ReturnType<typeof createPostReader>

const OWN_LISTS: ReadonlySet<PostListType> = new Set(['userDraft', 'userPending', 'userScheduled', 'userDeleted'])
const LISTS_OF_PEOPLE: ReadonlySet<PostListType> = new Set([...OWN_LISTS, 'user'])
/** Lists that show titles only. */
const BARE_LISTS: ReadonlySet<PostListType> = new Set(['recommended'])
const DEFAULT_COMMUNITY_LISTS: ReadonlySet<PostListType> = new Set(['pinned', 'recommended', 'pending'])

/** Reads posts: one, some, or a page of a feed. */
export function createPostReader(dependencies: PostReaderDependencies) {
  const { database, clock, cursors, accounts, communities, polls, media } = dependencies
  const { articleUrls, commentPreviews, defaultCommunity } = dependencies
  const read = (tx?: Transaction) => postRepository(database.from(tx))

  /** Everything that the rows of a page refer to: one query per kind of thing, whatever the page holds. */
  async function surroundingsOf(rows: PostSummaryRow[], viewer: Viewer, tx?: Transaction): Promise<PostSurroundings> {
    const present = (ids: string[]) => ids.filter((id) => id !== '')
    const articleIds = present(rows.map((row) => row.article_id))
    const [facts, profiles, flairs, pollsById, urls] = await Promise.all([
      communities.factsById(
        rows.map((row) => row.community_id),
        tx,
      ),
      accounts.profilesById(present(rows.map((row) => row.publisher_id)), tx),
      communities.flairsById(present(rows.map((row) => row.flair_id)), tx),
      polls.ofPosts(
        rows.map((row) => row.id),
        tx,
      ),
      articleIds.length === 0 ? new Map<string, string>() : articleUrls(articleIds, tx),
    ])
    return {
      communities: facts,
      profiles,
      flairs,
      polls: pollsById,
      articleUrls: urls,
      media,
      moderates: (tokenName) => moderates(viewer, tokenName),
    }
  }

  async function present(row: PostRow, viewer: Viewer, tx?: Transaction): Promise<Post> {
    return presentPost(row, await surroundingsOf([row], viewer, tx))
  }

  async function summaries(ids: string[], viewer: Viewer, tx?: Transaction): Promise<Map<string, PostSummary>> {
    const rows = ids.length === 0 ? [] : await read(tx).summariesById([...new Set(ids)])
    const about = await surroundingsOf(rows, viewer, tx)
    return new Map(rows.map((row) => [row.id, presentPostSummary(row, about)]))
  }

  async function factsOf(row: PostSummaryRow, tx?: Transaction): Promise<PostRowFacts> {
    const facts = (await factsOfRows([row], tx)).get(row.id)
    if (!facts) throw new DomainError('POST_NOT_FOUND')
    return facts
  }

  async function factsOfRows(rows: PostSummaryRow[], tx?: Transaction): Promise<Map<string, PostRowFacts>> {
    const known = await communities.factsById(
      rows.map((row) => row.community_id),
      tx,
    )
    return new Map(
      rows.flatMap((row) => {
        const community = known.get(row.community_id)
        return community ? [[row.id, presentFacts(row, community)] as const] : []
      }),
    )
  }

  /** The row by id, or by a slug that the post has or had in the named (else the default) community. */
  async function find({ idOrSlug, tokenName }: { idOrSlug: string; tokenName?: string | undefined }, tx?: Transaction) {
    if (isId(idOrSlug)) return read(tx).byId(idOrSlug)
    const community = tokenName === undefined ? await defaultCommunity() : await communities.require(tokenName, tx)
    const id = await read(tx).idBySlug(community.id, idOrSlug.normalize('NFC').toLowerCase())
    return id === undefined ? undefined : read(tx).byId(id)
  }

  /** Checks that the viewer may read the list, and resolves the names in the query. */
  async function requestOf(viewer: Viewer, query: PostListQuery): Promise<FeedRequest> {
    const { type, sort = null, since = 'all', flairId = null } = query
    const userId = query.userId ?? viewer?.id ?? ''
    refuseUntaken(query)
    if (OWN_LISTS.has(type)) assertAllowed(canListOwnPosts(viewer, userId))
    if (type === 'user' && userId === '') {
      throw new DomainError('VALIDATION_FAILED', [
        { field: 'userId', message: 'Name the user whose posts are wanted.' },
      ])
    }
    const community =
      query.tokenName !== undefined
        ? await communities.require(query.tokenName)
        : DEFAULT_COMMUNITY_LISTS.has(type)
          ? await defaultCommunity()
          : null
    const pendingIn = type === 'pending' ? (community?.tokenName ?? '') : null
    if (pendingIn !== null) assertAllowed(canListPendingPosts(viewer, pendingIn))
    const pendingKinds = pendingIn === null ? [] : moderatedKinds(viewer, pendingIn)
    const userIds = LISTS_OF_PEOPLE.has(type) ? await accounts.accountsOf(userId) : []
    return { type, communityId: community?.id ?? null, flairId, userIds, pendingKinds, sort, since }
  }

  return {
    factsOf,
    present,
    /** The row's summary as everybody sees it. */
    async publicSummary(row: PostSummaryRow, tx?: Transaction): Promise<PostSummary> {
      return presentPostSummary(row, await surroundingsOf([row], null, tx))
    },
    /**
     * Facts of a post in any status; throws POST_NOT_FOUND. Who may see it is the caller's to check. `only`: the community
     * whose posts are there, by token name; null for all.
     */
    async facts(postId: string, only: string | null = null, tx?: Transaction): Promise<PostRowFacts> {
      const row = await read(tx).summaryById(postId)
      const facts = row && (await factsOf(row, tx))
      if (!facts || !isThere(facts, only)) throw new DomainError('POST_NOT_FOUND')
      return facts
    },
    /** Facts of several posts in any status; unknown ones are left out. `only` as above. */
    async factsById(
      postIds: string[],
      only: string | null = null,
      tx?: Transaction,
    ): Promise<Map<string, PostRowFacts>> {
      const rows = postIds.length === 0 ? [] : await read(tx).summariesById([...new Set(postIds)])
      const known = await factsOfRows(rows, tx)
      return new Map([...known].filter(([, facts]) => isThere(facts, only)))
    },
    /** Summaries by id as everybody sees them, of posts in any status: who may see them is the caller's to check. */
    summariesById: (postIds: string[], tx?: Transaction): Promise<Map<string, PostSummary>> =>
      summaries(postIds, null, tx),
    /** One post by id or slug, in the named community. What the viewer may not see is not found, exactly as what never was. */
    async get(
      viewer: Viewer,
      query: { idOrSlug: string; tokenName?: string | undefined },
      tx?: Transaction,
    ): Promise<Post> {
      const row = await find(query, tx).catch((error: unknown) => {
        throw error instanceof DomainError ? new DomainError('POST_NOT_FOUND') : error
      })
      const facts = row && (await factsOf(row, tx))
      if (!row || !facts || !isThere(facts, query.tokenName ?? null)) throw new DomainError('POST_NOT_FOUND')
      assertAllowed(canSeePost(viewer, facts))
      return present(row, viewer, tx)
    },
    /** A page of a feed. */
    async list(viewer: Viewer, query: PostListQuery): Promise<Page<PostSummary>> {
      const request = await requestOf(viewer, query)
      const { limit = PAGE_SIZE, cursor } = query
      const name = `posts:${JSON.stringify(Object.values(request))}`
      const position = cursor === undefined ? null : (cursors.decode(name, cursor) as FeedPosition)
      if (request.flairId !== null && request.communityId !== null) {
        const flair = (await communities.flairsById([request.flairId])).get(request.flairId)
        if (flair?.communityId !== request.communityId) return { items: [], cursor: null, hasMore: false }
      }
      const places = await read().feed(feedOf(request, clock.now()), { position, limit: limit + 1 })
      const shown = places.slice(0, limit)
      const ids = shown.map(({ id }) => id)
      const [byId, previews] = await Promise.all([
        summaries(ids, viewer),
        BARE_LISTS.has(request.type) ? null : commentPreviews(ids),
      ])
      const hasMore = places.length > limit
      const last = shown.at(-1)
      return {
        items: ids.flatMap((id) => {
          const post = byId.get(id)
          if (!post) return []
          return previews === null ? post : { ...post, previewComments: previews.get(id) ?? [] }
        }),
        cursor: hasMore && last ? cursors.encode(name, [last.value, last.id]) : null,
        hasMore,
      }
    },
  }
}

/** Whether a post belongs to the only community that is asked about; null: to any. */
export function isThere({ tokenName }: PostRowFacts, only: string | null): boolean {
  return only === null || tokenName === only
}

/** What a list does not take is refused: left out silently, the answer would be taken for another list. */
function refuseUntaken({ type, sort, since = 'all', flairId }: PostListQuery): void {
  const isSorted = SORTED_LISTS.has(type)
  const untaken = [
    { field: 'sort', isGiven: !isSorted && sort !== undefined },
    { field: 'since', isGiven: !isSorted && since !== 'all' },
    { field: 'flairId', isGiven: !LISTS_BY_TOPIC.has(type) && flairId !== undefined },
  ].filter(({ isGiven }) => isGiven)
  if (untaken.length === 0) return
  const message = `Lists of type ${type} do not take this.`
  throw new DomainError(
    'VALIDATION_FAILED',
    untaken.map(({ field }) => ({ field, message })),
  )
}

function presentFacts(row: PostSummaryRow, community: CommunityFacts): PostRowFacts {
  return {
    id: row.id,
    communityId: row.community_id,
    tokenName: community.tokenName,
    status: row.status,
    kind: row.kind,
    publisherId: row.publisher_id,
    approvePosts: community.approvePosts,
    slug: row.slug,
    articleId: row.article_id,
    numComments: row.num_comments,
  }
}
