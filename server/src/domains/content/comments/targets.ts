import { createFreshCache } from '../../../platform/cache/fresh-cache.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { StoredEvent } from '../../../platform/events/events.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunityFacts, CommunityService } from '../../people/communities/index.ts'
import type { PostRowFacts, PostService } from '../posts/index.ts'

/** The place of a new comment. */
export interface CommentTarget {
  community: CommunityFacts
  post: PostRowFacts
}

/** The posts and communities of new comments. */
export interface CommentTargets {
  /**
   * At most a second old, and dropped at once when this process changes the post or its community; read afresh in a
   * transaction.
   */
  find(tokenName: string, postId: string, tx?: Transaction): Promise<CommentTarget>
  /** Drops a post that another process has changed. */
  forget(postId: string): void
}

const TARGETS_MAX = 2000

/** Finds the posts of new comments. */
export function createCommentTargets(
  about: Pick<Platform, 'clock' | 'events'> & {
    communities: CommunityService
    posts: PostService
  },
): CommentTargets {
  const { clock, events, communities, posts } = about
  const cache = createFreshCache<CommentTarget>({ clock, max: TARGETS_MAX })
  const drop = ({ name, event }: StoredEvent) => {
    if (name === 'post.changed') cache.drop([event.postId])
    if (name === 'community.changed') cache.drop([event.tokenName])
  }
  events.subscribe(drop, drop)

  async function load(tokenName: string, postId: string, tx?: Transaction): Promise<CommentTarget> {
    const [community, post] = await Promise.all([communities.require(tokenName, tx), posts.facts(postId, null, tx)])
    if (post.communityId !== community.id) throw new DomainError('POST_NOT_FOUND')
    return { community, post }
  }

  return {
    async find(tokenName, postId, tx) {
      if (tx) return load(tokenName, postId, tx)
      return cache.get(`${postId} ${tokenName}`, async () => {
        const value = await load(tokenName, postId)
        return { value, tags: [postId, value.community.tokenName] }
      })
    },
    forget: (postId) => cache.drop([postId]),
  }
}
