import { isId, isPublicPost, WATCH_MAX, type Watch } from '@stoa/contract'
import type { CommunityService } from '../domains/communities/service.ts'
import type { PostRowFacts, PostService } from '../domains/posts/service.ts'
import { rooms } from '../events/events.ts'
import type { Clock } from '../lib/clock.ts'
import { createFreshCache } from '../lib/fresh-cache.ts'

/** Turns what clients ask for into the rooms that they may hear. */
export interface Watching {
  /** Rooms of the public posts, communities and articles named, as many as may be added to those already heard. Anything malformed asks for nothing. `only`: the one community that is there; null for all. */
  allowed(wanted: unknown, about: { heard: ReadonlySet<string>; only: string | null }): Promise<string[]>
  /** Rooms of everything named. */
  named(wanted: unknown): string[]
  /** A post is no longer public. */
  forget(postId: string): void
}

const KNOWN_MAX = 20_000
const TOKEN_NAME_MAX_LENGTH = 40

export function createWatching(about: { clock: Clock; posts: PostService; communities: CommunityService }): Watching {
  const { clock, posts, communities } = about
  /** The community of each public post; null for what is none. */
  const knownPosts = createFreshCache<string | null>({ clock, max: KNOWN_MAX })
  const knownCommunities = createFreshCache<boolean>({ clock, max: KNOWN_MAX })

  /** All posts that have to be looked up are looked up at once; ten thousand connections to one thread look it up once a second. */
  async function publicPosts(postIds: string[], only: string | null): Promise<string[]> {
    let loading: Promise<Map<string, PostRowFacts>> | undefined
    const communityOf = (id: string) =>
      knownPosts.get(id, async () => {
        loading ??= posts.factsById(postIds)
        const post = (await loading).get(id)
        return { value: post && isPublicPost(post.status) ? post.tokenName : null, tags: [id] }
      })
    const found = await Promise.all(postIds.map(communityOf))
    return postIds.filter((_, index) => isThere(found[index] ?? null, only))
  }

  async function realCommunities(tokenNames: string[]): Promise<string[]> {
    const exists = (name: string) =>
      knownCommunities.get(name, async () => {
        const value = await communities.require(name).then(
          ({ tokenName }) => tokenName === name,
          () => false,
        )
        return { value, tags: [] }
      })
    const flags = await Promise.all(tokenNames.map(exists))
    return tokenNames.filter((_, index) => flags[index])
  }

  return {
    async allowed(wanted, { heard, only }) {
      const watch = parse(wanted)
      if (!watch) return []
      const found = [
        ...(await publicPosts(watch.postIds, only)).map(rooms.post),
        ...(await realCommunities(watch.communities.filter((name) => isThere(name, only)))).map(rooms.community),
        ...watch.articles.filter((key) => isThere(communityOfKey(key), only)).map(rooms.article),
      ]
      const added = found.filter((room) => !heard.has(room))
      // The connection's own room and the user's do not count.
      const watched = [...heard].filter((room) => /^(post|community|article):/.test(room)).length
      return added.slice(0, Math.max(0, WATCH_MAX - watched))
    },
    named(wanted) {
      const watch = parse(wanted)
      if (!watch) return []
      const { postIds, communities, articles } = watch
      return [...postIds.map(rooms.post), ...communities.map(rooms.community), ...articles.map(rooms.article)]
    },
    forget: (postId) => knownPosts.drop([postId]),
  }
}

function isThere(tokenName: string | null, only: string | null): boolean {
  return tokenName !== null && (only === null || tokenName === only)
}

/** The community that the key of an article begins with (`articleKey`). */
function communityOfKey(key: string): string {
  return key.split(' ', 1)[0] ?? ''
}

function parse(wanted: unknown): Required<Watch> | null {
  if (typeof wanted !== 'object' || wanted === null) return null
  const { postIds = [], communities = [], articles = [] } = wanted as Record<string, unknown>
  const isList = (list: unknown): list is string[] =>
    Array.isArray(list) && list.length <= WATCH_MAX && list.every((item) => typeof item === 'string')
  if (!isList(postIds) || !isList(communities) || !isList(articles)) return null
  return {
    postIds: [...new Set(postIds)].filter(isId),
    communities: [...new Set(communities)].filter((name) => name !== '' && name.length <= TOKEN_NAME_MAX_LENGTH),
    articles: [...new Set(articles)],
  }
}
