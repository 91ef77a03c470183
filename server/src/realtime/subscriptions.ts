import { isId, isPublicPost, TOKEN_NAME, WATCH_MAX, type Watch } from '@stoa/contract'
import type { PostRowFacts, PostService } from '../domains/content/posts/index.ts'
import type { CommunityService } from '../domains/people/communities/index.ts'
import { createFreshCache, type FreshCache } from '../platform/cache/fresh-cache.ts'
import type { Clock } from '../platform/clock.ts'
import { rooms } from '../platform/events/rooms.ts'

/** The names in a message, without duplicates. */
export type Names = Required<Omit<Watch, 'since'>>

/** Finds the rooms that clients may join. */
export interface Subscriptions {
  /**
   * Rooms of public posts, communities, and articles in existing communities. `onlyCommunity`: the only community to consider;
   * null for all.
   */
  allowed(names: Names, onlyCommunity: string | null): Promise<string[]>
  /** Call it when a post is no longer public. */
  forget(postId: string): void
}

const KNOWN_MAX = 20_000
/** A token name, a space and the longest article address. */
const ARTICLE_KEY_MAX_LENGTH = 2050

export function createSubscriptions(about: {
  clock: Clock
  posts: PostService
  communities: CommunityService
}): Subscriptions {
  const { clock, posts, communities } = about
  /** The community of each public post; null for other posts. */
  const knownPosts = createFreshCache<string | null>({ clock, max: KNOWN_MAX })
  const knownCommunities = createFreshCache<boolean>({ clock, max: KNOWN_MAX })

  async function publicPosts(postIds: string[], onlyCommunity: string | null): Promise<string[]> {
    const communityByPost = await fromCache(knownPosts, postIds, async () => {
      const facts = await posts.factsById(postIds)
      return (id) => communityOfPublic(facts.get(id))
    })
    return postIds.filter((id) => isShown(communityByPost.get(id) ?? null, onlyCommunity))
  }

  async function existing(tokenNames: string[]): Promise<Set<string>> {
    const existsByName = await fromCache(knownCommunities, tokenNames, async () => {
      const existingNames = new Set(await communities.existing(tokenNames))
      return (name) => existingNames.has(name)
    })
    return new Set(tokenNames.filter((name) => existsByName.get(name)))
  }

  return {
    async allowed({ postIds, communities: tokenNames, articles }, onlyCommunity) {
      const visibleNames = tokenNames.filter((name) => isShown(name, onlyCommunity))
      const keys = articles.filter((key) => isShown(communityOfKey(key), onlyCommunity))
      const existingNames = await existing([...new Set([...visibleNames, ...keys.map(communityOfKey)])])
      return [
        ...(await publicPosts(postIds, onlyCommunity)).map(rooms.post),
        ...visibleNames.filter((name) => existingNames.has(name)).map(rooms.community),
        ...keys.filter((key) => existingNames.has(communityOfKey(key))).map(rooms.article),
      ]
    },
    forget: (postId) => knownPosts.drop([postId]),
  }
}

/**
 * Looks up cached keys. Missing ones share one load, so that a message costs one query whatever it names, and ten
 * thousand connections watching one thread cost one lookup a second.
 */
async function fromCache<Value>(
  cache: FreshCache<Value>,
  keys: string[],
  load: () => Promise<(key: string) => Value>,
): Promise<Map<string, Value>> {
  let loading: Promise<(key: string) => Value> | undefined
  const valueOf = (key: string) =>
    cache.get(key, async () => ({ value: (await (loading ??= load()))(key), tags: [key] }))
  const values = await Promise.all(keys.map(valueOf))
  return new Map(keys.map((key, index) => [key, values[index] as Value]))
}

function communityOfPublic(post: PostRowFacts | undefined): string | null {
  return post && isPublicPost(post.status) ? post.tokenName : null
}

function isShown(tokenName: string | null, onlyCommunity: string | null): boolean {
  return tokenName !== null && (onlyCommunity === null || tokenName === onlyCommunity)
}

/** The community of an article key (`articleKey`). */
function communityOfKey(key: string): string {
  return key.split(' ', 1)[0] ?? ''
}

/** The names in a message; null if it is malformed or exceeds a connection's limit. */
export function namesOf(message: unknown): Names | null {
  if (typeof message !== 'object' || message === null) return null
  const { postIds = [], communities = [], articles = [] } = message as Record<string, unknown>
  if (!Array.isArray(postIds) || !Array.isArray(communities) || !Array.isArray(articles)) return null
  // Checked first, so that the cost of a message doesn't depend on its content.
  if (postIds.length + communities.length + articles.length > WATCH_MAX) return null
  const isText = (item: unknown): item is string => typeof item === 'string' && item.length <= ARTICLE_KEY_MAX_LENGTH
  if (![postIds, communities, articles].every((list) => list.every(isText))) return null
  return {
    postIds: unique(postIds).filter(isId),
    communities: unique(communities).filter((name) => TOKEN_NAME.test(name)),
    articles: unique(articles).filter((key) => TOKEN_NAME.test(communityOfKey(key))),
  }
}

function unique(items: string[]): string[] {
  return [...new Set(items)]
}

/** The rooms that a connection hasn't joined yet, up to its limit. */
export function newRooms(allowedRooms: string[], joinedRooms: ReadonlySet<string>): string[] {
  // Don't count the connection's own room and the user's.
  const watched = [...joinedRooms].filter((room) => /^(post|community|article):/.test(room)).length
  return allowedRooms.filter((room) => !joinedRooms.has(room)).slice(0, Math.max(0, WATCH_MAX - watched))
}

/** Rooms of everything named. */
export function roomsOf({ postIds, communities, articles }: Names): string[] {
  return [...postIds.map(rooms.post), ...communities.map(rooms.community), ...articles.map(rooms.article)]
}
