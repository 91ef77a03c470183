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
import { assertAllowed } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLog } from '../../content/activity-log/index.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'

interface Dependencies extends Pick<Platform, 'clock'> {
  communities: Pick<CommunityService, 'require'>
  posts: Pick<PostService, 'summariesById'>
  comments: Pick<CommentService, 'statesById'>
  activityLog: Pick<ActivityLog, 'list' | 'listPublic'>
}

export type LogReader = ReturnType<typeof createLogReader>

/** Reads the decisions of a community, showing of each subject only what the reader may see. */
export function createLogReader({ clock, communities, posts, comments, activityLog }: Dependencies) {
  /** The posts of a page, by id. */
  function postsOf(items: readonly { postId: string | null }[]): Promise<Map<string, PostSummary>> {
    return posts.summariesById(items.flatMap(({ postId }) => postId || []))
  }

  /** Full decisions, newest first, with only those posts that the viewer may see. */
  async function inFull(viewer: Me, ...about: Parameters<ActivityLog['list']>): Promise<Page<Activity>> {
    const page = await activityLog.list(...about)
    const postsById = await postsOf(page.items)
    const visiblePost = (post: PostSummary | undefined) => (post && canSeePost(viewer, post).allowed ? post : undefined)
    return {
      ...page,
      items: page.items.map((item) => ({ ...item, post: present(visiblePost(postsById.get(item.postId ?? ''))) })),
    }
  }

  return {
    inFull,
    /** The full log, for those who manage the community. */
    async list(
      viewer: Me,
      {
        tokenName,
        ...about
      }: Pick<CallParsedInput<'communityActivity'>, 'tokenName'> & Parameters<ActivityLog['list']>[1],
    ): Promise<Page<Activity>> {
      const community = await communities.require(tokenName)
      assertAllowed(canManage(viewer, community, clock.now()))
      return inFull(viewer, [community], about)
    },
    /** Decisions about content, for everybody. Reveals nothing about content that isn't public. */
    async listPublic(input: CallParsedInput<'communityDecisions'>): Promise<Page<PublicDecision>> {
      const { id: communityId } = await communities.require(input.tokenName)
      const page = await activityLog.listPublic({ communityId, limit: input.limit, cursor: input.cursor })
      const [postsById, states] = await Promise.all([
        postsOf(page.items),
        comments.statesById(page.items.map(({ commentId }) => commentId).filter((id) => id !== '')),
      ])
      return {
        ...page,
        items: page.items.map(({ postId, commentId, ...decision }) => {
          const post = postsById.get(postId)
          // Unlisted posts can be found only by their address.
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
