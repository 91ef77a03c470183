import { canSeePost, canSeeRevisions, isPublicPost } from '@stoa/contract'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import { CHECK_WAITING, type CommunitiesDomain, MOVE_FLAIR_POSTS } from '../../people/communities/index.ts'
import type { FollowsDomain } from '../../people/follows/index.ts'
import { type MediaDomain, TRANSCRIPT_ENDED } from '../../people/media/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { ReputationDomain } from '../../people/reputation/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import type { ActivityLogDomain } from '../activity-log/index.ts'
import type { ChecksDomain } from '../checks/index.ts'
import { createVotingService, type PollsDomain } from '../polls/index.ts'
import { createHomeSources } from './home-sources.ts'
import { PUBLISH_SCHEDULED } from './publication/publication.ts'
import { createPostService } from './service.ts'
import { postsTables } from './tables.ts'

export type { RetiredPost } from './article-posts.ts'
export { parsePostContent } from './drafts/draft.ts'
export { lockOf } from './repository.ts'
export type { PostRowFacts, PostService } from './service.ts'
export { reactionsOf, TIPS } from './tables.ts'

type Earlier = MediaDomain &
  CommunitiesDomain &
  PartnerOriginsDomain &
  TenantsDomain &
  AccountsDomain &
  MembershipsDomain &
  FollowsDomain &
  ActivityLogDomain &
  PollsDomain &
  ReputationDomain &
  ChecksDomain
export type PostsDomain = ReturnType<typeof registerPosts>
export const postsDomain = { tables: postsTables, register: registerPosts }

function registerPosts(platform: Platform, earlier: Earlier) {
  const posts = createPostService({
    ...platform,
    ...earlier,
    fetcher: earlier.fetchers.links,
    homeSources: createHomeSources(earlier),
    defaultCommunity: earlier.domains.defaultCommunity,
  })
  earlier.fileAccesses.onPosts(async (ids, mediaIds) => {
    const [factsById, showing] = await Promise.all([posts.factsById(ids), posts.showing(ids, mediaIds)])
    return new Map(
      [...factsById].map(([id, facts]) => {
        const isShown = showing.has(id)
        return [
          id,
          {
            isPublic: isShown && isPublicPost(facts.status) && facts.isErased !== true,
            // Former states of a post, which keep their files, aren't for all who see the post.
            isFor: (viewer) => (isShown ? canSeePost : canSeeRevisions)(viewer, facts).allowed,
          },
        ]
      }),
    )
  })
  const voting = createVotingService({ ...platform, ...earlier, changes: earlier.pollChanges, posts })
  platform.jobs.transactional(PUBLISH_SCHEDULED, {
    async work(tx, [job]) {
      if (job) await posts.publishScheduled(tx, job.payload.postId)
    },
  })
  platform.jobs.transactional(CHECK_WAITING, {
    async work(tx, [job]) {
      if (!job) return undefined
      const { communityId, after } = job.payload
      const last = await posts.checkWaiting(tx, communityId, after)
      return last === undefined ? undefined : { communityId, after: last }
    },
  })
  platform.jobs.transactional(MOVE_FLAIR_POSTS, {
    work: async (tx, [job]) => (job && (await posts.moveToTopic(tx, job.payload)) ? job.payload : undefined),
  })
  platform.jobs.transactional(TRANSCRIPT_ENDED, {
    async work(tx, [job]) {
      if (job) await posts.transcriptEnded(tx, job.payload.mediaId)
      return undefined
    },
  })
  const { schedule } = platform.jobs
  schedule({ name: 'refresh hot ranks', everyMs: 10 * MINUTE_MS, run: () => posts.refreshHot() })
  schedule({ name: 'forget views', everyMs: 60 * MINUTE_MS, run: () => posts.forgetViews() })
  return { posts, voting }
}
