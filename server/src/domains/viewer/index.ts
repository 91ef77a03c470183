import type { Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { AuthDomain } from '../auth/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { FollowsDomain } from '../follows/index.ts'
import type { ModerationDomain } from '../moderation/index.ts'
import type { NotificationsDomain } from '../notifications/index.ts'
import type { PollsDomain } from '../polls/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import type { ReactionsDomain } from '../reactions/index.ts'
import type { SavesDomain } from '../saves/index.ts'
import type { TenantsDomain } from '../tenants/index.ts'
import { pageRoutes } from './page-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { viewerFactsRoutes } from './routes.ts'
import { createViewerFactsService } from './service.ts'

type Earlier = TenantsDomain &
  AccountsDomain &
  AuthDomain &
  PollsDomain &
  PostsDomain &
  CommentsDomain &
  SavesDomain &
  FollowsDomain &
  ReactionsDomain &
  ModerationDomain &
  NotificationsDomain

/** What needs several domains at once: pages with the viewer's own facts, and the viewer's own account. */
export function registerViewer({ mount }: Platform, earlier: Earlier) {
  const viewerFacts = createViewerFactsService({ ...earlier, reactions: earlier.ownReactions })
  viewerFactsRoutes(mount, { viewerFacts })
  pageRoutes(mount, { ...earlier, viewerFacts })
  profileRoutes(mount, earlier)
  return { viewerFacts }
}
