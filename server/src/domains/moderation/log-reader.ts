import {
  type Activity,
  type CallParsedInput,
  CommentStatus,
  canManage,
  canSeePost,
  type Me,
  type Page,
  PostStatus,
  type PostSummary,
  type PublicDecision,
} from '@stoa/contract'
import { assertAllowed } from '../../platform/domain-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ActivityLog } from '../activity-log/activity-log.ts'
import type { CommentService } from '../comments/service.ts'
import type { CommunityService } from '../communities/service.ts'
import type { PostService } from '../posts/service.ts'

interface Dependencies extends Pick<Platform, 'clock'> {
  communities: Pick<CommunityService, 'require'>
  posts: Pick<PostService, 'summariesById'>
  comments: Pick<CommentService, 'statesById'>
  activityLog: Pick<ActivityLog, 'list' | 'listPublic'>
}

export type LogReader = ReturnType<typeof createLogReader>

/** Shows what was decided in a community, with what it was about as far as each reader may see that. */
export function createLogReader({ clock, communities, posts, comments, activityLog }: Dependencies) {
  /** Posts of a page, by their ids. */
  function postsOf(items: readonly { postId: string | null }[]): Promise<Map<string, PostSummary>> {
    return posts.summariesById(items.flatMap(({ postId }) => postId || []))
  }

  /** Decisions in full, newest first; of their posts only those that the viewer may see. */
  async function inFull(viewer: Me, ...about: Parameters<ActivityLog['list']>): Promise<Page<Activity>> {
    const page = await activityLog.list(...about)
    const known = await postsOf(page.items)
    const named = (post: PostSummary | undefined) => (post && canSeePost(viewer, post).allowed ? post : undefined)
    return {
      ...page,
      items: page.items.map((item) => ({ ...item, post: present(named(known.get(item.postId ?? ''))) })),
    }
  }

  return {
    inFull,
    /** In full for those who manage the community. */
    async list(viewer: Me, { tokenName, ...about }: CallParsedInput<'communityActivity'>): Promise<Page<Activity>> {
      const community = await communities.require(tokenName)
      assertAllowed(canManage(viewer, community, clock.now()))
      return inFull(viewer, [community], about)
    },
    /** Decisions about content for everybody. Of what not everybody may see nothing is said. */
    async listPublic(input: CallParsedInput<'communityDecisions'>): Promise<Page<PublicDecision>> {
      const { id: communityId } = await communities.require(input.tokenName)
      const page = await activityLog.listPublic({ communityId, limit: input.limit, cursor: input.cursor })
      const [known, states] = await Promise.all([
        postsOf(page.items),
        comments.statesById(page.items.map(({ commentId }) => commentId).filter((id) => id !== '')),
      ])
      return {
        ...page,
        items: page.items.map(({ postId, commentId, ...decision }) => {
          const post = known.get(postId)
          // Unlisted posts are found by their address only.
          const isShown = post?.status === PostStatus.published
          const isCommentShown = isShown && states.get(commentId)?.status === CommentStatus.published
          return {
            ...decision,
            post: isShown ? present(post) : null,
            commentId: isCommentShown ? commentId : null,
          }
        }),
      }
    },
  }
}

function present(post: PostSummary | undefined): Activity['post'] {
  if (!post) return null
  const { title, slugUrl, kind, communitySlug } = post
  return { title, slugUrl, kind, ...(communitySlug === undefined ? {} : { communitySlug }) }
}
