import { isId, isPersonalFeed, type Me, moderatesSomewhere } from '@stoa/contract'
import { type Mount, viewerOf } from '../../../platform/calls/mount.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommentService, CommentsDomain } from '../../content/comments/index.ts'
import type { MarksDomain } from '../../content/marks/index.ts'
import type { PollsDomain } from '../../content/polls/index.ts'
import type { PostService, PostsDomain } from '../../content/posts/index.ts'
import type { ReactionsDomain } from '../../content/reactions/index.ts'
import type { ModerationDomain } from '../../moderation/moderation/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { AuthDomain } from '../../people/auth/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { FollowsDomain } from '../../people/follows/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import type { NotificationsDomain } from '../notifications/index.ts'
import { profileRoutes } from './profile-routes.ts'
import { createViewerFactsService, type ViewerFactsService } from './service.ts'

type Earlier = TenantsDomain &
  CommunitiesDomain &
  AccountsDomain &
  MembershipsDomain &
  AuthDomain &
  PollsDomain &
  PostsDomain &
  CommentsDomain &
  MarksDomain &
  FollowsDomain &
  ReactionsDomain &
  ModerationDomain &
  NotificationsDomain

export const viewerDomain = { register: registerViewer }

/** Registers calls that need several domains: pages with the viewer's own facts, and the viewer's own account. */
function registerViewer({ mount }: Platform, earlier: Earlier) {
  const viewerFacts = createViewerFactsService({ ...earlier, reactions: earlier.ownReactions })
  viewerFactsRoutes(mount, { viewerFacts })
  pageRoutes(mount, { ...earlier, viewerFacts })
  profileRoutes(mount, earlier)
  return { viewerFacts }
}

function viewerFactsRoutes(mount: Mount, { viewerFacts }: { viewerFacts: ViewerFactsService }): void {
  mount('viewerFacts', (context) => {
    const { postIds = '', commentIds = '' } = context.input
    return viewerFacts.of(viewerOf(context), {
      postIds: idsOf('postIds', postIds),
      commentIds: idsOf('commentIds', commentIds),
      onlyCommunity: context.onlyCommunity,
    })
  })
}

function idsOf(field: string, list: string): string[] {
  const ids = [...new Set(list.split(',').filter((part) => part !== ''))]
  if (!ids.every(isId)) {
    throw new DomainError('VALIDATION_FAILED', [{ field, message: 'Must be ids, separated by commas.' }])
  }
  return ids
}

/** Routes for pages of posts and comments. Pages are shared; the viewer's own facts are added. */
function pageRoutes(
  mount: Mount,
  { posts, comments, viewerFacts }: { posts: PostService; comments: CommentService; viewerFacts: ViewerFactsService },
): void {
  // Moderators see scores in posts, so their pages aren't shared.
  const isShared = (viewer: Me) => !moderatesSomewhere(viewer)
  mount(
    'postList',
    ({ input: { limit, fetchLimit, ...query }, viewer }) =>
      posts.list(viewer, { ...query, limit: limit ?? fetchLimit }, comments.previews),
    {
      viewerPart: {
        isShared: (viewer, query) =>
          isShared(viewer) && !(isPersonalFeed(query) && viewer.hiddenCommunities.length > 0),
        factsOf: (viewer, { payload }) => viewerFacts.ofPosts(viewer, payload.items),
      },
    },
  )
  mount('postGet', async ({ input, viewer }) => ({ post: await posts.get(viewer, input) }), {
    viewerPart: {
      isShared,
      factsOf: (viewer, { payload }) => viewerFacts.ofPosts(viewer, [payload.post]),
    },
  })
  mount('commentList', ({ viewer, input, onlyCommunity }) => comments.list(viewer, input, onlyCommunity), {
    viewerPart: {
      // A person's list omits what this viewer can't see. The queue is for moderators, who see everything.
      isShared: (_viewer, { type }) => type === 'post' || type === 'replies',
      async factsOf(viewer, { input: { type, postId, cursor }, payload: { items } }) {
        const isFirstPage = type === 'post' && !cursor
        return viewerFacts.ofComments(viewer, {
          shown: type === 'pending' ? [] : items.flatMap((item) => [item, ...item.replies.items]),
          ownUnder: isFirstPage && postId !== undefined ? [postId] : [],
        })
      },
    },
  })
}
