import type { Knex } from 'knex'
import * as platform from './0001-platform.ts'
import * as accounts from './0002-accounts.ts'
import * as signIn from './0003-sign-in.ts'
import * as communities from './0004-communities.ts'
import * as posts from './0005-posts.ts'
import * as comments from './0006-comments.ts'
import * as articles from './0007-articles.ts'
import * as notifications from './0008-notifications.ts'
import * as saves from './0009-saves.ts'
import * as media from './0010-media.ts'
import * as featuredImage from './0011-featured-image.ts'
import * as responses from './0012-responses.ts'
import * as hiddenCommunities from './0013-hidden-communities.ts'
import * as eventSubjects from './0014-event-subjects.ts'
import * as requiredTranscripts from './0015-required-transcripts.ts'
import * as reports from './0016-reports.ts'
import * as moderationQueue from './0017-moderation-queue.ts'
import * as communityRules from './0018-community-rules.ts'
import * as appeals from './0019-appeals.ts'
import * as checks from './0020-checks.ts'
import * as communitySettings from './0021-community-settings.ts'
import * as communityDirectory from './0022-community-directory.ts'
import * as communityPosting from './0023-community-posting.ts'
import * as rolesAndLocks from './0024-roles-and-locks.ts'

/** All migrations in order. Immutable once released; each is safe to run again after it was cut off. */
export const migrations: { name: string; up(connection: Knex): Promise<void> }[] = [
  { name: '0001-platform', up: platform.up },
  { name: '0002-accounts', up: accounts.up },
  { name: '0003-sign-in', up: signIn.up },
  { name: '0004-communities', up: communities.up },
  { name: '0005-posts', up: posts.up },
  { name: '0006-comments', up: comments.up },
  { name: '0007-articles', up: articles.up },
  { name: '0008-notifications', up: notifications.up },
  { name: '0009-saves', up: saves.up },
  { name: '0010-media', up: media.up },
  { name: '0011-featured-image', up: featuredImage.up },
  { name: '0012-responses', up: responses.up },
  { name: '0013-hidden-communities', up: hiddenCommunities.up },
  { name: '0014-event-subjects', up: eventSubjects.up },
  { name: '0015-required-transcripts', up: requiredTranscripts.up },
  { name: '0016-reports', up: reports.up },
  { name: '0017-moderation-queue', up: moderationQueue.up },
  { name: '0018-community-rules', up: communityRules.up },
  { name: '0019-appeals', up: appeals.up },
  { name: '0020-checks', up: checks.up },
  { name: '0021-community-settings', up: communitySettings.up },
  { name: '0022-community-directory', up: communityDirectory.up },
  { name: '0023-community-posting', up: communityPosting.up },
  { name: '0024-roles-and-locks', up: rolesAndLocks.up },
]
