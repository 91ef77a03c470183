import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  accountIdsOf,
  asMember,
  type CallOutput,
  type CallParsedInput,
  type CommentPreview,
  canListOwnPosts,
  canListPendingPosts,
  canListResponses,
  canSeePost,
  HOME_FEEDS,
  isHidden,
  isHomeFeed,
  isId,
  isOwn,
  isPersonalFeed,
  isWaitingPost,
  isWithinSite,
  type Me,
  moderatedKinds,
  moderates,
  mutablePost,
  mutePlaceOf,
  PAGE_SIZE,
  type Page,
  type Post,
  type PostFacts,
  type PostKind,
  type PostListType,
  type PostSort,
  PostStatus,
  type PostSummary,
  postMuted,
  type Since,
  showsSyndicated,
  UNSEEN_LISTS_OF_COMMUNITIES,
  UNSEEN_POST_STATUSES,
  type Viewer,
} from '@stoa/contract'
import type { CallScope } from '../../../platform/calls/context.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { endOf, pageOf } from '../../../platform/database/keyset.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import { type CommunityFacts, type CommunityService, inCommunity } from '../../people/communities/index.ts'
import { type MediaAddresses, shownContent } from '../../people/media/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import type { PollService } from '../polls/index.ts'
import { ancestorRepository } from './ancestors.ts'
import { type FeedRequest, feedOf } from './feeds.ts'
import type { HomeSourcesOf } from './home-sources.ts'
import { type PostContext, presentPost, presentPostSummary, presentSuperComment } from './presenter.ts'
import { type FeedPosition, isErased, lockOf, type PostRow, type PostSummaryRow, postRepository } from './repository.ts'
import { type FeedRow, unmutedRows } from './unmuted-rows.ts'

/** Facts of a post for other domains and permission rules. */
export interface PostRowFacts extends PostFacts {
  id: string
  communityId: string
  /** What addresses name its community by, unless that is the token name. */
  communitySlug?: string | undefined
  slug: string
  title: string
  /** Its topic, if it has one. */
  flairIds: string[]
  /** Whether videos and recordings need captions there. */
  requireTranscripts: boolean
  archived: boolean
  isLocked: boolean
  /** Which posts the community accepts. */
  postTypes: CommunityFacts['postTypes']
  slowModeSeconds: number
  isResponse: boolean
  /** Empty unless the post represents a partner's article. */
  articleId: string
  /** Published comments and replies. */
  numComments: number
  /** Increases with each edit. */
  revision: number
}

export interface PostListQuery {
  type: PostListType
  tokenName?: string | undefined
  flairId?: string | undefined
  userId?: string | undefined
  parentPostId?: string | undefined
  postId?: string | undefined
  /** For responses. Default: published. */
  status?: number | undefined
  sort?: PostSort | undefined
  since?: Since | undefined
  limit?: number | undefined
  cursor?: string | undefined
  /** Whether the domain shows no other community. Default false. */
  isOnlyCommunity?: boolean | undefined
}

export interface PostReaderDependencies extends Pick<Platform, 'database' | 'clock' | 'cursors'> {
  accounts: AccountService
  communities: CommunityService
  memberships: Pick<MembershipService, 'rolesAmong'>
  polls: PollService
  partnerOrigins: Pick<OriginService, 'communitiesOf' | 'sitesOf'>
  media: MediaAddresses
  homeSources: HomeSourcesOf
  /** The default community, used if the request names none. */
  defaultCommunity: () => Promise<CommunityFacts>
}

/** Comments previewed with posts in a feed, by post id. */
type CommentPreviews = (postIds: string[]) => Promise<Map<string, CommentPreview[]>>

const EMPTY_PAGE: Page<PostSummary> = { items: [], cursor: null, hasMore: false }
const NEWEST = { type: 'all', sort: 'new', since: 'all' } as const
/** Public lists, which can be sorted and limited to a period. Others have a fixed order. */
const SORTED_LISTS: ReadonlySet<PostListType> = new Set([
  ...(['all', ...HOME_FEEDS, 'community', 'partner', 'premium', 'pinned', 'recommended', 'user'] as const),
])
/** Lists that can be filtered by topic. */
const LISTS_BY_TOPIC: ReadonlySet<PostListType> = new Set(
  [...SORTED_LISTS, 'pending' as const].filter((type) => !isHomeFeed(type)),
)

export type PostReader = ReturnType<typeof createPostReader>

/** Statuses in the lists of drafts, scheduled and hidden posts. */
const OWN_STATUSES = Object.values(PostStatus).filter(
  (status) => UNSEEN_POST_STATUSES.includes(status) || isHidden(status),
)
const OWN_LISTS: ReadonlySet<PostListType> = new Set(['userDraft', 'userPending', 'userScheduled', 'userDeleted'])
/** Lists of a community's posts that aren't public, for moderators. */
const UNSEEN_LISTS: ReadonlySet<PostListType> = new Set(UNSEEN_LISTS_OF_COMMUNITIES)
const LISTS_OF_PEOPLE: ReadonlySet<PostListType> = new Set([...OWN_LISTS, 'user'])
/** Lists that show titles only. */
const BARE_LISTS: ReadonlySet<PostListType> = new Set(['recommended', 'responses', 'related'])
/** The post that a list refers to, by the field that names it. */
const LISTS_OF_POSTS: Partial<Record<PostListType, 'parentPostId' | 'postId'>> = {
  responses: 'parentPostId',
  related: 'postId',
}
const DEFAULT_COMMUNITY_LISTS: ReadonlySet<PostListType> = new Set([
  ...(['pinned', 'recommended', 'withPoll', 'withVideo', ...UNSEEN_LISTS_OF_COMMUNITIES] as const),
])

/** Reads posts: one, several, or a page of a feed. */
export function createPostReader(dependencies: PostReaderDependencies) {
  const { database, clock, cursors, accounts, communities, memberships, polls, media } = dependencies
  const { defaultCommunity, partnerOrigins } = dependencies
  const read = (tx?: Transaction) => postRepository(database.from(tx))

  /** Loads all related rows of a page: one query per kind, regardless of the page's content. */
  async function loadContext(rows: PostSummaryRow[], viewer: Viewer, tx?: Transaction): Promise<PostContext> {
    const present = (ids: string[]) => ids.filter((id) => id !== '')
    const articleIds = present(rows.map((row) => row.article_id))
    const communityIds = rows.map((row) => row.community_id)
    const articles = async () => {
      const urls = await read(tx).articleUrls(articleIds)
      const shown = rows.flatMap(({ id, community_id: communityId, article_id }) => {
        const url = urls.get(article_id)
        return url === undefined ? [] : { id, communityId, url }
      })
      const sites = await partnerOrigins.sitesOf(shown, tx)
      return new Map(shown.map(({ id, url }, index) => [id, { url, site: sites[index] ?? { name: '', icon: '' } }]))
    }
    const people = async () => {
      const profiles = await accounts.profilesById(present(rows.map((row) => row.publisher_id)), tx)
      return { profiles, roleOf: await memberships.rolesAmong({ communityIds, profiles }, tx) }
    }
    const [facts, { profiles, roleOf }, flairs, pollsById, articlesById] = await Promise.all([
      communities.factsById(communityIds, tx),
      people(),
      communities.topicsById(present(rows.map((row) => row.flair_id)), tx),
      polls.ofPosts(
        rows.map((row) => row.id),
        tx,
      ),
      articles(),
    ])
    return {
      ...{ communities: facts, profiles, roleOf, flairs, polls: pollsById, articles: articlesById, media },
      now: clock.now(),
      moderates: (tokenName) => moderates(viewer, tokenName),
    }
  }

  /**
   * Tells which posts are articles of the partner's site on which the viewer signed in, in a community that registered
   * it. On the forum, all are.
   */
  async function onSite(viewer: Viewer, postIds: string[], tx?: Transaction): Promise<(postId: string) => boolean> {
    if (!viewer || viewer.site === null) return () => true
    const rows = postIds.length === 0 ? [] : await read(tx).summariesById([...new Set(postIds)])
    const articleIds = new Map(rows.flatMap(({ id, article_id }) => (article_id === '' ? [] : [[id, article_id]])))
    const registering = new Set(await partnerOrigins.communitiesOf(viewer.site, tx))
    const here = new Set(rows.flatMap((row) => (registering.has(row.community_id) ? [row.id] : [])))
    const urls = await read(tx).articleUrls([...articleIds.values()])
    return (postId) =>
      here.has(postId) && isWithinSite(viewer, { articleUrl: urls.get(articleIds.get(postId) ?? '') ?? null })
  }

  async function present(row: PostRow, viewer: Viewer, tx?: Transaction): Promise<Post> {
    return presentPost(row, await loadContext([row], viewer, tx))
  }

  async function summaries(ids: string[], viewer: Viewer, tx?: Transaction): Promise<Map<string, PostSummary>> {
    const rows = ids.length === 0 ? [] : await read(tx).summariesById([...new Set(ids)])
    const about = await loadContext(rows, viewer, tx)
    return new Map(rows.map((row) => [row.id, presentPostSummary(row, about)]))
  }

  async function factsOf(row: PostSummaryRow, tx?: Transaction): Promise<PostRowFacts> {
    const facts = (await factsOfRows([row], tx)).get(row.id)
    if (!facts) throw new DomainError('POST_NOT_FOUND')
    return facts
  }

  async function factsOfRows(rows: PostSummaryRow[], tx?: Transaction): Promise<Map<string, PostRowFacts>> {
    const communitiesById = await communities.factsById(
      rows.map((row) => row.community_id),
      tx,
    )
    return new Map(
      rows.flatMap((row) => {
        const community = communitiesById.get(row.community_id)
        return community ? [[row.id, presentFacts(row, community)] as const] : []
      }),
    )
  }

  /** The row by id, or by a current or former slug in the community of this name (default: the default community). */
  async function find({ idOrSlug, tokenName }: { idOrSlug: string; tokenName?: string | undefined }, tx?: Transaction) {
    if (isId(idOrSlug)) return read(tx).byId(idOrSlug)
    const community = tokenName === undefined ? await defaultCommunity() : await communities.require(tokenName, tx)
    const id = await read(tx).idBySlug(community.id, idOrSlug)
    return id === undefined ? undefined : read(tx).byId(id)
  }

  /** Communities whose syndicated stories a list shows, too: those that its own features and the viewer hasn't hidden. */
  async function featuredIn(viewer: Me | null, query: PostListQuery, community: CommunityFacts): Promise<string[]> {
    if (!showsSyndicated(query) || query.isOnlyCommunity) return []
    const names = new Set(community.featuredTokens)
    for (const hidden of viewer?.hiddenCommunities ?? []) names.delete(hidden)
    return communities.idsOf([...names])
  }

  /** Checks that the viewer may read the list, and resolves names in the query. */
  async function requestOf(viewer: Viewer, query: PostListQuery & Pick<FeedRequest, 'type'>) {
    const { type, sort = null, since = 'all', flairId = null } = query
    const userId = query.userId ?? viewer?.id ?? ''
    refuseUntaken(query)
    if (OWN_LISTS.has(type) || isHomeFeed(type)) assertAllowed(canListOwnPosts(viewer, userId))
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
    const unseenIn = UNSEEN_LISTS.has(type) ? (community?.tokenName ?? '') : null
    if (unseenIn !== null) assertAllowed(canListPendingPosts(viewer, unseenIn))
    const kinds = unseenIn === null ? [] : moderatedKinds(viewer, unseenIn)
    const ownIds = viewer && (unseenIn !== null || isHomeFeed(type)) ? accountIdsOf(viewer) : []
    const userIds = LISTS_OF_PEOPLE.has(type) ? await accounts.accountsOf(userId) : ownIds
    const request = { type, communityId: community?.id ?? null, flairId, userIds, moderatedKinds: kinds, sort, since }
    return { community, request }
  }

  /** Checks that the viewer may see the post that a list refers to. */
  async function postOfList(viewer: Viewer, query: PostListQuery): Promise<PostSummaryRow & { tokenName: string }> {
    const { type, tokenName } = query
    refuseUntaken(query)
    const field = LISTS_OF_POSTS[type] ?? 'postId'
    const postId = query[field]
    if (postId === undefined) {
      throw new DomainError('VALIDATION_FAILED', [{ field, message: 'Name the post that the list is about.' }])
    }
    const row = await read().summaryById(postId)
    const facts = row && (await factsOf(row))
    const onlyCommunity = tokenName === undefined ? null : (await communities.require(tokenName)).tokenName
    if (!row || !facts || !isThere(facts, onlyCommunity)) throw new DomainError('POST_NOT_FOUND')
    assertAllowed(canSeePost(viewer, facts))
    return { ...row, tokenName: facts.tokenName }
  }

  async function inOrder(ids: string[], viewer: Viewer): Promise<PostSummary[]> {
    const byId = await summaries(ids, viewer)
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  /** Ids of communities that the viewer has hidden. */
  async function hiddenFrom(viewer: Me | null, query: PostListQuery): Promise<string[]> {
    return viewer && isPersonalFeed(query) ? communities.idsOf(viewer.hiddenCommunities) : []
  }

  /** Posts that a list leaves out because of what the viewer has muted, besides communities. */
  async function mutedAmong(viewer: Me | null, query: PostListQuery, ids: string[]): Promise<ReadonlySet<string>> {
    const place = mutePlaceOf(query)
    if (!viewer?.mutes || place === 'ownPages') return new Set()
    const byId = await summaries(ids, viewer)
    // The query leaves out muted communities.
    const muter = { ...viewer, hiddenCommunities: [] }
    return new Set([...byId.values()].flatMap((post) => (postMuted(muter, mutablePost(post), place) ? post.id : [])))
  }

  /** A page of responses to a post, by a person or in a community. */
  async function responses(viewer: Viewer, query: PostListQuery): Promise<Page<PostSummary>> {
    const { parentPostId, userId, tokenName, status = PostStatus.published, limit = PAGE_SIZE, cursor } = query
    refuseUntaken(query)
    if (parentPostId === undefined && userId === undefined && tokenName === undefined) {
      const message = 'Name a post, a person or a community.'
      throw new DomainError('VALIDATION_FAILED', [{ field: 'tokenName', message }])
    }
    const parent = parentPostId === undefined ? null : await postOfList(viewer, query)
    const community = parent || tokenName === undefined ? null : await communities.require(tokenName)
    const place = (parent ?? community)?.tokenName ?? null
    assertAllowed(canListResponses(viewer, { status, userId: userId ?? null, tokenName: place }))
    const isForAll = status === PostStatus.published || (userId !== undefined && isOwn(viewer, userId))
    const [kind = null, ...others] = isForAll ? [] : moderatedKinds(viewer, place ?? '')
    const filter = {
      parentPostId: parent?.id ?? null,
      publisherIds: userId === undefined ? null : await accounts.accountsOf(userId),
      communityId: community?.id ?? null,
      kind: others.length > 0 ? null : kind,
      status,
    }
    const name = `responses:${JSON.stringify([parent?.id, userId, community?.id, filter.kind, status])}`
    const [after = ''] = cursor === undefined ? [] : (cursors.decode(name, cursor) as [string])
    const ids = await ancestorRepository(database.read).responses(filter, { after, limit: limit + 1 })
    const { pageRows, end } = pageOf(ids, limit, { cursors, list: name, positionOf: (id) => [id] })
    return { items: await inOrder(await seenAmong(pageRows, viewer, status), viewer), ...end }
  }

  /** Those of the posts with a status that the viewer may see: erased ones are for nobody. */
  async function seenAmong(ids: string[], viewer: Viewer, status: number): Promise<string[]> {
    if (status === PostStatus.published) return ids
    const facts = await factsOfRows(await read().summariesById(ids))
    return ids.filter((id) => {
      const post = facts.get(id)
      return post !== undefined && canSeePost(viewer, post).allowed
    })
  }

  /** Related posts: first those of the same topic, then others of the community, newest first. */
  async function related(viewer: Me | null, query: PostListQuery): Promise<Page<PostSummary>> {
    const { id, flair_id, community_id } = await postOfList(viewer, query)
    if ((await hiddenFrom(viewer, query)).includes(community_id)) return EMPTY_PAGE
    const { limit = PAGE_SIZE } = query
    const newest = (flairId: string | null) =>
      read().feed(
        feedOf({ ...NEWEST, communityId: community_id, flairId, userIds: [], moderatedKinds: [] }, clock.now()),
        { position: null, limit: limit + 1 },
      )
    const newer = [...(flair_id === '' ? [] : await newest(flair_id)), ...(await newest(null))]
    const muted = await mutedAmong(
      viewer,
      query,
      newer.map((row) => row.id),
    )
    const ids = [...new Set(newer.map((row) => row.id))].filter((other) => other !== id && !muted.has(other))
    return { items: await inOrder(ids.slice(0, limit), viewer), cursor: null, hasMore: false }
  }

  return {
    factsOf,
    present,
    /** The row's public summary. */
    async publicSummary(row: PostSummaryRow, tx?: Transaction): Promise<PostSummary> {
      return presentPostSummary(row, await loadContext([row], null, tx))
    },
    /**
     * Facts of a post in any status; throws POST_NOT_FOUND. The caller checks visibility. `onlyCommunity`: the token name of the
     * only community of this domain; null for all.
     */
    async facts(postId: string, onlyCommunity: string | null = null, tx?: Transaction): Promise<PostRowFacts> {
      const row = await read(tx).summaryById(postId)
      const facts = row && (await factsOf(row, tx))
      if (!facts || !isThere(facts, onlyCommunity)) throw new DomainError('POST_NOT_FOUND')
      return facts
    },
    /** Pending posts of some kinds in some communities, longest waiting first. */
    async waiting(
      scopes: { communityId: string; kinds: PostKind[] }[],
      page: { after: FeedPosition | null; limit: number },
      tx?: Transaction,
    ): Promise<{ id: string; at: number }[]> {
      const ranges = scopes.flatMap(({ communityId: community_id, kinds }) =>
        kinds.map((kind) => ({ equal: { status: PostStatus.pending, community_id, kind } })),
      )
      const feed = { ranges, column: 'created_at' as const, descending: false }
      const rows = await read(tx).feed(feed, { position: page.after, limit: page.limit })
      return rows.map(({ id, value }) => ({ id, at: Number(value) }))
    },
    /** Throws SITE_BOUND if the viewer signed in on a partner's site and a post isn't an article of that site. */
    async assertOnSite(viewer: NonNullable<Viewer>, postIds: string[], tx?: Transaction): Promise<void> {
      const isHere = await onSite(viewer, postIds, tx)
      if (!postIds.every(isHere)) throw new DomainError('SITE_BOUND')
    },
    /** The viewer's permissions by post: on a partner's site nobody moderates content of other places. */
    async viewersOf<Person extends Viewer>(
      viewer: Person,
      postIds: string[],
      tx?: Transaction,
    ): Promise<(postId: string) => Person> {
      const isHere = await onSite(viewer, postIds, tx)
      return (postId) => (isHere(postId) ? viewer : asMember(viewer))
    },
    /** Facts of several posts in any status, without unknown ones. `onlyCommunity` as above. */
    async factsById(
      postIds: string[],
      onlyCommunity: string | null = null,
      tx?: Transaction,
    ): Promise<Map<string, PostRowFacts>> {
      const rows = postIds.length === 0 ? [] : await read(tx).summariesById([...new Set(postIds)])
      const rowFacts = await factsOfRows(rows, tx)
      return new Map([...rowFacts].filter(([, facts]) => isThere(facts, onlyCommunity)))
    },
    /** Ids of the posts that show any of the uploads now, not just in a former revision. */
    showing: async (postIds: string[], mediaIds: string[], tx?: Transaction): Promise<Set<string>> =>
      new Set(await read(tx).showing(postIds, mediaIds)),
    /** Public summaries by id, of posts in any status. The caller checks visibility. */
    summariesById: (postIds: string[], tx?: Transaction): Promise<Map<string, PostSummary>> =>
      summaries(postIds, null, tx),
    /** Documents of published posts by id, as browsers get them. */
    async publishedContents(postIds: string[]): Promise<Map<string, string>> {
      const rows = await read().publishedContents(postIds)
      const contents = new Map<string, string>()
      for (const { id, content } of rows) {
        // Contents may be long.
        await nextTurn()
        contents.set(id, shownContent(content, media))
      }
      return contents
    },
    /** One post by id or slug, in the community of this name. Invisible posts throw POST_NOT_FOUND, like unknown ones. */
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
    /** A post with its ancestors, as far as the viewer may see them. */
    async thread(
      viewer: Viewer,
      { postId }: { postId: string },
      { onlyCommunity = null }: CallScope = {},
    ): Promise<CallOutput<'postThread'>> {
      const ids = [...(await ancestorRepository(database.read).of(postId)), postId]
      const facts = await factsOfRows(await read().summariesById(ids))
      const isSeen = (id: string) => {
        const post = facts.get(id)
        return post !== undefined && isThere(post, onlyCommunity) && canSeePost(viewer, post).allowed
      }
      if (!isSeen(postId)) throw new DomainError('POST_NOT_FOUND')
      const visibleSummaries = await summaries(ids.filter(isSeen), viewer)
      return { items: ids.map((id) => visibleSummaries.get(id) ?? null) }
    },
    /** Number of posts in each of the viewer's private lists, over all their accounts. */
    async ownCounts(viewer: Me, onlyCommunity: string | null): Promise<CallOutput<'postOwnCounts'>> {
      const communityId = onlyCommunity === null ? null : (await communities.require(onlyCommunity)).id
      const counts = await read().countByStatus(accountIdsOf(viewer), { statuses: OWN_STATUSES, communityId })
      const sum = (isMeant: (status: number) => boolean) =>
        [...counts].reduce((total, [status, count]) => total + (isMeant(status) ? count : 0), 0)
      return {
        draft: sum((status) => status === PostStatus.draft),
        pending: sum(isWaitingPost),
        scheduled: sum((status) => status === PostStatus.scheduled),
        hidden: sum(isHidden),
      }
    },
    /** A page of responses, with the fields of comments. */
    async superComments(
      viewer: Viewer,
      { postId, ...query }: CallParsedInput<'superCommentList'>,
    ): Promise<CallOutput<'superCommentList'>> {
      const page = await responses(viewer, { type: 'responses', parentPostId: postId, ...query })
      return { ...page, items: page.items.map((post) => presentSuperComment(post, postId ?? post.parentPostId ?? '')) }
    },
    /** A page of a feed, with previews of comments by post id. */
    async list(viewer: Me | null, query: PostListQuery, commentPreviews: CommentPreviews): Promise<Page<PostSummary>> {
      const { type } = query
      if (type === 'responses') return responses(viewer, query)
      if (type === 'related') return related(viewer, query)
      const flair = query.flairId && (await communities.topicsById([query.flairId])).get(query.flairId)
      const flairId = flair ? flair.id : query.flairId
      const { request, community } = await requestOf(viewer, { ...query, type, flairId })
      const { limit = PAGE_SIZE, cursor } = query
      const name = `posts:${JSON.stringify(Object.values(request))}`
      const position = cursor === undefined ? null : (cursors.decode(name, cursor) as FeedPosition)
      if (request.flairId !== null && request.communityId !== null) {
        if (!flair || flair.communityId !== request.communityId) return EMPTY_PAGE
      }
      // Not part of the cursor's name, because hidden and featured communities may change between two pages.
      const featuredIds = community ? await featuredIn(viewer, query, community) : []
      const withoutIds = await hiddenFrom(viewer, query)
      if (request.communityId !== null && withoutIds.includes(request.communityId)) return EMPTY_PAGE
      const sources = await dependencies.homeSources(viewer, { type, community, withoutIds })
      const feed = { ...feedOf({ ...request, featuredIds, sources }, clock.now()), withoutIds }
      const { rows, hasMore, last } = await unmutedRows({
        read: (position, limit) => read().feed(feed, { position, limit }),
        mutedAmong: (ids) => mutedAmong(viewer, query, ids),
        position,
        limit,
      })
      const positionOf = ({ value, id }: FeedRow): FeedPosition => [value, id]
      const end = endOf({ rows: last ? [last] : [], hasMore }, { cursors, list: name, positionOf })
      const ids = rows.map(({ id }) => id)
      const [byId, previews] = await Promise.all([
        summaries(ids, viewer),
        BARE_LISTS.has(request.type) ? null : commentPreviews(ids),
      ])
      const publisherIds = UNSEEN_LISTS.has(type) ? [...byId.values()].map(({ publisherId }) => publisherId) : []
      const profiles = await accounts.profilesById(publisherIds)
      return {
        items: ids.flatMap((id) => {
          const post = byId.get(id)
          if (!post || isErased({ id, slug: post.slugUrl, title: post.title })) return []
          const since = profiles.get(post.publisherId)?.createdAt
          return {
            ...post,
            ...(previews && { previewComments: previews.get(id) ?? [] }),
            ...(since !== undefined && { publisherSince: since }),
          }
        }),
        ...end,
      }
    },
  }
}

/** Whether a post belongs to the only community of this domain; always true if `onlyCommunity` is null. */
export function isThere({ tokenName }: PostRowFacts, onlyCommunity: string | null): boolean {
  return onlyCommunity === null || tokenName === onlyCommunity
}

/**
 * Refuses filters that a list doesn't support: if they were ignored, the response would be mistaken for another list.
 */
function refuseUntaken(query: PostListQuery): void {
  const { type, sort, since = 'all', flairId, userId, parentPostId, postId } = query
  const isSorted = SORTED_LISTS.has(type)
  const untaken = [
    { field: 'sort', isGiven: !isSorted && sort !== undefined },
    { field: 'since', isGiven: !isSorted && since !== 'all' },
    { field: 'parentPostId', isGiven: LISTS_OF_POSTS[type] !== 'parentPostId' && parentPostId !== undefined },
    { field: 'postId', isGiven: LISTS_OF_POSTS[type] !== 'postId' && postId !== undefined },
    { field: 'userId', isGiven: type === 'related' && userId !== undefined },
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
    ...inCommunity(community),
    status: row.status,
    kind: row.kind,
    publisherId: row.publisher_id,
    approvePosts: community.approvePosts,
    requireTranscripts: community.requireTranscripts,
    revision: row.revision,
    archived: community.archived,
    ...lockOf(row),
    isErased: isErased(row),
    postTypes: community.postTypes,
    slowModeSeconds: community.slowModeSeconds,
    isResponse: row.parent_post_id !== '',
    slug: row.slug,
    title: row.title,
    flairIds: row.flair_id === '' ? [] : [row.flair_id],
    articleId: row.article_id,
    numComments: row.num_comments,
  }
}
