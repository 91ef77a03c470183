import type { Platform } from '../../../platform/platform.ts'
import type { CommentsDomain } from '../../content/comments/index.ts'
import type { MarksDomain } from '../../content/marks/index.ts'
import type { PollsDomain } from '../../content/polls/index.ts'
import type { PostsDomain } from '../../content/posts/index.ts'
import type { ReactionsDomain } from '../../content/reactions/index.ts'
import type { ReadingDomain } from '../../content/reading/index.ts'
import type { ModerationDomain } from '../../moderation/moderation/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { AuthDomain } from '../../people/auth/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { FollowsDomain } from '../../people/follows/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { MutesDomain } from '../../people/mutes/index.ts'
import type { NotificationsDomain } from '../notifications/index.ts'
import { createMuteSettings } from './mute-settings.ts'
import { createProfilePages } from './profile-pages.ts'
import { createViewerFactsService } from './service.ts'
import { createStartViewing } from './start-viewing.ts'
import { createViewerParts } from './viewer-parts.ts'

type Earlier = CommunitiesDomain &
  AccountsDomain &
  MutesDomain &
  MembershipsDomain &
  AuthDomain &
  PollsDomain &
  PostsDomain &
  CommentsDomain &
  MarksDomain &
  FollowsDomain &
  ReactionsDomain &
  ReadingDomain &
  ModerationDomain &
  NotificationsDomain

export const viewerDomain = { register: registerViewer }

/** What a viewer sees beyond the public: their own facts about shared pages, and their own account. */
function registerViewer(_: Platform, earlier: Earlier) {
  const viewerFacts = createViewerFactsService({ ...earlier, reactions: earlier.ownReactions })
  return {
    viewerFacts,
    viewerParts: createViewerParts(viewerFacts),
    profilePages: createProfilePages(earlier),
    muteSettings: createMuteSettings(earlier),
    startViewing: createStartViewing(earlier),
  }
}
