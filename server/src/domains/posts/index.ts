import type { CommentPreview } from '@stoa/contract'
import { viewerOf } from '../../platform/calls/mount.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { createProvided, type Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { ActivityLogDomain } from '../activity-log/index.ts'
import type { AuthDomain } from '../auth/index.ts'
import type { ChecksDomain } from '../checks/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import { MOVE_FLAIR_POSTS } from '../communities/merged-flairs.ts'
import { CHECK_WAITING } from '../communities/waiting-posts.ts'
import type { MediaDomain } from '../media/index.ts'
import { TRANSCRIPT_ENDED } from '../media/service.ts'
import type { MembershipsDomain } from '../memberships/index.ts'
import type { NotificationTriggersDomain } from '../notification-triggers/index.ts'
import type { PollsDomain } from '../polls/index.ts'
import type { TenantsDomain } from '../tenants/index.ts'
import { PUBLISH_SCHEDULED } from './publishing.ts'
import { createPostService } from './service.ts'

type Earlier = MediaDomain &
  CommunitiesDomain &
  TenantsDomain &
  NotificationTriggersDomain &
  AccountsDomain &
  MembershipsDomain &
  AuthDomain &
  ActivityLogDomain &
  PollsDomain &
  ChecksDomain
export type PostsDomain = ReturnType<typeof registerPosts>

export function registerPosts(platform: Platform, earlier: Earlier) {
  const { mount } = platform
  const { devices, cookies } = earlier
  /** Addresses of partners' articles by article id: a post shows where its article stands. */
  const articleUrls = createProvided<[articleIds: string[], tx?: Transaction], Promise<Map<string, string>>>(
    'addresses of articles',
  )
  /** The comments that posts bring along in a feed, by post id. */
  const commentPreviews = createProvided<[postIds: string[]], Promise<Map<string, CommentPreview[]>>>(
    'previews of comments',
  )
  const posts = createPostService({
    ...platform,
    ...earlier,
    fetcher: platform.fetchers.links,
    articleUrls: articleUrls.call,
    commentPreviews: commentPreviews.call,
    defaultCommunity: earlier.domains.defaultCommunity,
  })
  // Reading posts is mounted by `viewer`, which adds the viewer's own facts.
  mount('linkCardGet', async (context) => {
    const meta = await posts.linkPreview(context.input.url, viewerOf(context).id)
    const image = meta?.image && { url: earlier.media.picture(meta.image.url) }
    return { meta: meta && { ...meta, ...(image ? { image } : {}) } }
  })
  mount('postCreate', async (context) => ({ post: await posts.create(viewerOf(context), context.input, context.tx) }))
  mount('postEdit', async (context) => ({ post: await posts.edit(viewerOf(context), context.input, context) }))
  mount('postDraftSave', async (context) => ({
    post: await posts.saveDraft(viewerOf(context), context.input, context),
  }))
  mount('postAnonymous', async ({ viewer, input, request, tx }) => {
    const accountIds = request === null ? [] : await devices.accountsIn(cookies.device.read({ request }))
    return { post: await posts.createAnonymously(viewer, { ...input, accountIds }, tx) }
  })
  mount('postApprove', async (context) => ({
    post: await posts.approve(viewerOf(context), context.input, context),
  }))
  mount('postOwnCounts', (context) => posts.ownCounts(viewerOf(context), context.only))
  mount('postThread', (context) => posts.thread(context.viewer, context.input, context))
  mount('postRevisionList', (context) => posts.revisions(context.viewer, context.input, context))
  mount('postRevisionGet', (context) => posts.revision(context.viewer, context.input, context))
  mount('postView', ({ input: { postId, tokenName, visitorId }, viewer, address, only, tx }) =>
    posts.view(viewer, { postId, visitor: visitorId ?? address, only: only ?? tokenName ?? null }, tx),
  )
  mount('postDelete', async (context) => ({
    post: await posts.setHidden(viewerOf(context), context.input, context.tx),
  }))
  mount('postLock', async (context) => ({ post: await posts.lock(viewerOf(context), context.input, context.tx) }))
  mount('postPin', async (context) => ({ post: await posts.pin(viewerOf(context), context.input, context.tx) }))
  mount('postSyndicate', async (context) => ({
    post: await posts.syndicate(viewerOf(context), context.input, context.tx),
  }))
  mount('postDraftPublish', async (context) => ({
    post: await posts.publishDraft(viewerOf(context), context.input, context.tx),
  }))
  mount('postDraftSchedule', async (context) => ({
    post: await posts.schedule(viewerOf(context), context.input, context.tx),
  }))
  mount('postDraftUnschedule', async (context) => ({
    post: await posts.unschedule(viewerOf(context), context.input, context.tx),
  }))
  mount('postDraftDelete', async (context) => ({
    post: await posts.discardDraft(viewerOf(context), context.input, context.tx),
  }))
  mount('flairAttach', async (context) => ({
    post: await posts.attachFlair(viewerOf(context), context.input, context.tx),
  }))
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
    work: async (tx, [job]) => (job && (await posts.moveToFlair(tx, job.payload)) ? job.payload : undefined),
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
  return { posts, articleUrls, commentPreviews }
}
