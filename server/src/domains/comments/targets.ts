import type { Events } from '../../events/events.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import { createFreshCache } from '../../lib/fresh-cache.ts'
import type { CommunityFacts, CommunityService } from '../communities/service.ts'
import type { PostRowFacts, PostService } from '../posts/service.ts'

/** Where a comment goes. */
export interface CommentTarget {
  community: CommunityFacts
  post: PostRowFacts
}

/** What comments are written under. */
export interface CommentTargets {
  /** Up to a second old, and dropped at once when this process changes the post. */
  find(tokenName: string, postId: string): Promise<CommentTarget>
  /** Forgets a post that another process has changed. */
  forget(postId: string): void
}

const TARGETS_MAX = 2000

/** Finds what comments are written under. */
export function createCommentTargets(about: {
  clock: Clock
  events: Events
  communities: CommunityService
  posts: PostService
}): CommentTargets {
  const { clock, events, communities, posts } = about
  const known = createFreshCache<CommentTarget>({ clock, max: TARGETS_MAX })
  events.subscribe(({ name, event }) => {
    if (name === 'post.changed') known.drop([event.postId])
  })

  async function load(tokenName: string, postId: string) {
    const [community, post] = await Promise.all([communities.require(tokenName), posts.facts(postId)])
    if (post.communityId !== community.id) throw new DomainError('POST_NOT_FOUND')
    return { value: { community, post }, tags: [postId] }
  }

  return {
    find: (tokenName, postId) => known.get(`${postId} ${tokenName}`, () => load(tokenName, postId)),
    forget: (postId) => known.drop([postId]),
  }
}
