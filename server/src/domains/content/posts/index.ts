import { type CallParsedInput, type Post, PostStatus } from '@stoa/contract'
import type { CallContext } from '../../../platform/calls/context.ts'
import { inOwnTransaction, viewerOf } from '../../../platform/calls/mount.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { AuthDomain } from '../../people/auth/index.ts'
import { CHECK_WAITING, type CommunitiesDomain, MOVE_FLAIR_POSTS } from '../../people/communities/index.ts'
import { type MediaDomain, TRANSCRIPT_ENDED } from '../../people/media/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import type { ReputationDomain } from '../../people/reputation/index.ts'
import type { TenantsDomain } from '../../people/tenants/index.ts'
import type { ActivityLogDomain } from '../activity-log/index.ts'
import { type ChecksDomain, type Scored, senderOf } from '../checks/index.ts'
import { createVotingService, type PollsDomain } from '../polls/index.ts'
import { type SentText, sentText } from './checked-text.ts'
import { TextChangedError } from './draft-actions.ts'
import { PUBLISH_SCHEDULED } from './publication.ts'
import { createPostService } from './service.ts'
import { postsTables } from './tables.ts'

export type { RetiredPost } from './article-posts.ts'
export type { PostRowFacts, PostService } from './service.ts'
export { reactionsOf } from './tables.ts'

type Earlier = MediaDomain &
  CommunitiesDomain &
  PartnerOriginsDomain &
  TenantsDomain &
  AccountsDomain &
  MembershipsDomain &
  AuthDomain &
  ActivityLogDomain &
  PollsDomain &
  ReputationDomain &
  ChecksDomain
export type PostsDomain = ReturnType<typeof registerPosts>
export const postsDomain = { tables: postsTables, register: registerPosts }

function registerPosts(platform: Platform, earlier: Earlier) {
  const { mount } = platform
  const { devices, cookies } = earlier
  const posts = createPostService({
    ...platform,
    ...earlier,
    fetcher: earlier.fetchers.links,
    defaultCommunity: earlier.domains.defaultCommunity,
  })
  // `viewer` mounts the calls that read posts, and adds the viewer's own facts.
  mount('linkCardGet', async (context) => {
    const meta = await posts.linkPreview(context.input.url, viewerOf(context).id)
    const image = meta?.image && { url: earlier.media.picture(meta.image.url) }
    return { meta: meta && { ...meta, ...(image ? { image } : {}) } }
  })
  /** Has a text scored before doing the work. */
  async function scoredFirst(
    context: Pick<CallContext<'postCreate'>, 'viewer' | 'tx' | 'record'>,
    about: { tokenName: string; text: () => string | null | Promise<string | null> },
    work: (within: Scored) => Promise<Post>,
  ) {
    const scored = await earlier.contentChecks.ask(context.viewer, about)
    return inOwnTransaction(platform.database, context, async (tx) => ({ post: await work({ tx, scored }) }))
  }
  /** The same for a stored post. If it changes meanwhile, it is scored again. */
  async function keptScoredFirst(
    context: Pick<CallContext<'postDraftPublish'>, 'viewer' | 'tx' | 'record' | 'input'>,
    work: (within: Scored) => Promise<Post>,
  ) {
    const { postId, tokenName } = context.input
    for (let tries = 1; ; tries += 1) {
      try {
        return await scoredFirst(context, { tokenName, text: () => posts.textOf(postId) }, work)
      } catch (error) {
        if (!(error instanceof TextChangedError) || tries === SCORING_TRIES) throw error
      }
    }
  }
  /** `saveAsDraft` turns an unpublished post back into a draft. An omitted poll is kept. */
  async function sentEdit(input: CallParsedInput<'postEdit'>) {
    const { postId } = input
    const facts = input.saveAsDraft ? (await posts.factsById([postId], null)).get(postId) : undefined
    const poll = input.pollOptions === undefined ? (await earlier.polls.ofPosts([postId])).get(postId) : undefined
    const saveAsDraft = facts && facts.status !== PostStatus.draft ? false : input.saveAsDraft
    return sent({ ...input, saveAsDraft, pollOptions: input.pollOptions ?? poll?.pollOptions })
  }
  mount(
    'postCreate',
    (context) =>
      scoredFirst(context, sent(context.input), (within) => posts.create(viewerOf(context), context.input, within)),
    { transaction: false },
  )
  mount(
    'postEdit',
    async (context) =>
      scoredFirst(context, await sentEdit(context.input), (within) =>
        posts.edit(viewerOf(context), context.input, { ...within, spend: context.spend }),
      ),
    { transaction: false },
  )
  mount('postDraftSave', async (context) => ({
    post: await posts.saveDraft(viewerOf(context), context.input, context),
  }))
  mount(
    'postAnonymous',
    async (context) => {
      const { viewer, input, request } = context
      const accountIds = request === null ? [] : await devices.accountsIn(cookies.device.read({ request }))
      return scoredFirst({ ...context, viewer: null }, sent(input), (within) =>
        posts.createAnonymously(viewer, { ...input, accountIds, sender: senderOf(context) }, within),
      )
    },
    { transaction: false },
  )
  const voting = createVotingService({ ...platform, ...earlier, changes: earlier.pollChanges, posts })
  mount('postVote', (context) => voting.vote(viewerOf(context), context.input, context))
  mount('postApprove', async (context) => ({
    post: await posts.approve(viewerOf(context), context.input, context),
  }))
  mount('postOwnCounts', (context) => posts.ownCounts(viewerOf(context), context.onlyCommunity))
  mount('postThread', (context) => posts.thread(context.viewer, context.input, context))
  mount('postRevisionList', (context) => posts.revisions(context.viewer, context.input, context))
  mount('postRevisionGet', (context) => posts.revision(context.viewer, context.input, context))
  mount('postView', ({ input: { postId, tokenName, visitorId }, viewer, address, onlyCommunity, tx }) =>
    posts.view(
      viewer,
      { postId, visitor: visitorId ?? address, onlyCommunity: onlyCommunity ?? tokenName ?? null },
      tx,
    ),
  )
  mount('postDelete', async (context) => ({
    post: await posts.setHidden(viewerOf(context), context.input, context.tx),
  }))
  mount('postLock', async (context) => ({ post: await posts.lock(viewerOf(context), context.input, context.tx) }))
  mount('postPin', async (context) => ({ post: await posts.pin(viewerOf(context), context.input, context.tx) }))
  mount('postSyndicate', async (context) => ({
    post: await posts.syndicate(viewerOf(context), context.input, context.tx),
  }))
  mount(
    'postDraftPublish',
    (context) => keptScoredFirst(context, (within) => posts.publishDraft(viewerOf(context), context.input, within)),
    { transaction: false },
  )
  mount(
    'postDraftSchedule',
    (context) => keptScoredFirst(context, (within) => posts.schedule(viewerOf(context), context.input, within)),
    { transaction: false },
  )
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
  schedule({ name: 'delete discarded drafts', everyMs: DAY_MS, run: () => posts.deleteDiscarded() })
  schedule({ name: 'forget views', everyMs: 60 * MINUTE_MS, run: () => posts.forgetViews() })
  return { posts, voting }
}

/** Maximum number of tries to score a post that keeps changing. */
const SCORING_TRIES = 5

/** The text to score; null for a draft. */
function sent(input: SentText & { tokenName: string; saveAsDraft?: boolean | undefined }) {
  return { tokenName: input.tokenName, text: () => (input.saveAsDraft ? null : sentText(input)) }
}
