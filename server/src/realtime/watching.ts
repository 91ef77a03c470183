import { isId, isPublicPost, WATCH_MAX, type Watch } from '@stoa/contract'
import type { CommunityService } from '../domains/communities/service.ts'
import type { PostRowFacts, PostService } from '../domains/posts/service.ts'
import { rooms } from '../events/events.ts'
import type { Clock } from '../lib/clock.ts'
import { createFreshCache } from '../lib/fresh-cache.ts'

/** Turns what clients ask for into the rooms that they may hear. */
export interface Watching {
  /** Rooms of the public posts, communities and articles named, as many as may be added to those already heard. Anything malformed asks for nothing. */
  allowed(wanted: unknown, heard: ReadonlySet<string>): Promise<string[]>
  /** Rooms of everything named. */
  named(wanted: unknown): string[]
  /** A post is no longer public. */
  forget(postId: string): void
}

const KNOWN_MAX = 20_000
const TOKEN_NAME_MAX_LENGTH = 40

export function createWatching(about: { clock: Clock; posts: PostService; communities: CommunityService }): Watching {
  const { clock, posts, communities } = about
  const knownPosts = createFreshCache<boolean>({ clock, max: KNOWN_MAX })
  const knownCommunities = createFreshCache<boolean>({ clock, max: KNOWN_MAX })

  /** All posts that have to be looked up are looked up at once; ten thousand connections to one thread look it up once a second. */
  async function publicPosts(postIds: string[]): Promise<string[]> {
    let loading: Promise<Map<string, PostRowFacts>> | undefined
    const isPublic = (id: string) =>
      knownPosts.get(id, async () => {
        loading ??= posts.factsById(postIds)
        const post = (await loading).get(id)
        return { value: post !== undefined && isPublicPost(post.status), tags: [id] }
      })
    const flags = await Promise.all(postIds.map(isPublic))
    return postIds.filter((_, index) => flags[index])
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
    async allowed(wanted, heard) {
      const watch = parse(wanted)
      if (!watch) return []
      const found = [
        ...(await publicPosts(watch.postIds)).map(rooms.post),
        ...(await realCommunities(watch.communities)).map(rooms.community),
        ...watch.articles.map(rooms.article),
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
