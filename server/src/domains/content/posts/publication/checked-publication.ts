import {
  type ActivityAction,
  canCreatePost,
  canPublishType,
  type Decision,
  type Finding,
  isPublicPost,
  type Me,
  newPostStatus,
  type PostDocument,
  PostStatus,
} from '@stoa/contract'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { AccountService } from '../../../people/accounts/index.ts'
import type { CommunityService } from '../../../people/communities/index.ts'
import type { MediaService } from '../../../people/media/index.ts'
import type { MembershipService } from '../../../people/memberships/index.ts'
import type { ActivityLog } from '../../activity-log/index.ts'
import type { CheckRun, ContentChecks, ContentFindings } from '../../checks/index.ts'
import type { PollService } from '../../polls/index.ts'
import { addressesIn, createDraftParts } from '../drafts/draft-parts.ts'
import type { Locked, LockedPosts } from '../locked-posts.ts'
import type { PostReader, PostRowFacts } from '../reader.ts'
import { type PostRow, postRepository } from '../repository.ts'
import type { PostCaptions } from './captions.ts'
import { keptText } from './checked-text.ts'
import { keyScopesOf, laterAuthor } from './key-scopes.ts'
import { firstTimes, type PostPublication, PUBLISH_SCHEDULED } from './publication.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'>, Pick<LockedPosts, 'withdraw'> {
  accounts: Pick<AccountService, 'accountsOf'>
  memberships: Pick<MembershipService, 'viewer'>
  communities: CommunityService
  polls: PollService
  activityLog: Pick<ActivityLog, 'add'>
  contentChecks: ContentChecks
  contentFindings: ContentFindings
  reader: PostReader
  publication: PostPublication
  captions: PostCaptions
  uploaded: Pick<MediaService, 'setUses' | 'shownIn' | 'captionsOf'>
}

/** Posts checked per transaction. */
const CHECKED_AT_ONCE = 20

export type CheckedPublication = ReturnType<typeof createCheckedPublication>

/** Publishes stored posts after their checks, at the author's request, when they are due, or once they have captions. */
export function createCheckedPublication(dependencies: Dependencies) {
  const { database, clock, events, jobs, accounts, polls, activityLog, reader, publication, withdraw } = dependencies
  const { captions, uploaded, contentChecks, contentFindings, memberships } = dependencies
  const { announce, tellAuthor } = publication
  const { parentDecision } = createDraftParts(dependencies)

  /** The row with the captions its videos have by now, and whether it lacks captions its community requires. */
  async function withCaptions(
    tx: Transaction,
    row: PostRow,
    { requireTranscripts }: Pick<PostRowFacts, 'requireTranscripts'>,
  ): Promise<{ row: PostRow; lacksCaptions: boolean }> {
    const former = JSON.parse(row.content) as PostDocument
    const { document, lacksCaptions } = await captions.complete(tx, former)
    const isMissing = lacksCaptions && requireTranscripts
    if (document === former) return { row, lacksCaptions: isMissing }
    const content = JSON.stringify(document)
    await postRepository(tx.connection).update(row.id, { content })
    const ownerIds = await accounts.accountsOf(row.publisher_id, tx)
    await uploaded.setUses(tx, { entityId: row.id, ownerIds, keepsFormer: true }, addressesIn({ ...row, content }))
    return { row: { ...row, content }, lacksCaptions: isMissing }
  }

  /** The subject of the checks for a post. */
  async function checkSubjectOf(tx: Transaction, author: Me, { row, facts }: Pick<Locked, 'row' | 'facts'>) {
    const poll = (await polls.ofPosts([row.id], tx)).get(row.id)
    const community = { ...facts, id: row.community_id }
    return { community, author, postId: row.id, text: keptText(row, poll?.pollOptions) }
  }

  /** Whether the community accepts posts of this kind. */
  async function typeDecision(tx: Transaction, row: PostRow, facts: PostRowFacts): Promise<Decision> {
    const hasPoll = (await polls.ofPosts([row.id], tx)).has(row.id)
    return canPublishType(facts.postTypes, { ...facts, hasPoll })
  }

  /**
   * Publishes a draft, a scheduled post or one that waited for captions, or makes it pending. `author`: whose
   * permissions apply. `checkRun`: checks it at the author's request; omitted in jobs.
   */
  async function publish(
    tx: Transaction,
    author: Me,
    { row: before, facts, now, checkRun }: Locked & { checkRun?: Pick<CheckRun, 'check'> },
  ): Promise<PostRow> {
    const { row, lacksCaptions } = await withCaptions(tx, before, facts)
    const submission = await checkSubjectOf(tx, author, { row, facts })
    const outcome = checkRun
      ? await checkRun.check(submission, tx)
      : await contentChecks.recheckUnattended(submission, await foundIn(tx, row.id), tx)
    const approvePosts = facts.approvePosts || outcome.held
    const status = newPostStatus(author, { ...facts, approvePosts, saveAsDraft: false, lacksCaptions })
    if (status === row.status) return row
    await contentFindings.replace(tx, { ...outcome, entityId: row.id, communityId: row.community_id })
    const changed = {
      ...firstTimes(now),
      moderation_score: outcome.score,
      status,
      key_scopes: keyScopesOf(author),
      updated_at: now,
    }
    const next = { ...row, ...changed }
    await postRepository(tx.connection).update(row.id, changed)
    await jobs.cancel(tx, PUBLISH_SCHEDULED, [row.id])
    if (status === PostStatus.published) await polls.open(tx, row.id, row.updated_at)
    await announce(tx, next)
    await tellAuthor(tx, next)
    if (status === PostStatus.published) {
      const post = await reader.publicSummary(next, tx)
      events.publish(tx, { name: 'post.changed', payload: { postId: row.id, post } })
    }
    return next
  }

  async function foundIn(tx: Transaction, postId: string): Promise<Finding[]> {
    return (await contentFindings.byId([postId], tx)).get(postId)?.findings ?? []
  }

  /** Notifies the author of what a job did with a post. */
  async function notifyAuthor(tx: Transaction, row: PostRow, action: ActivityAction): Promise<void> {
    const about = { communityId: row.community_id, personId: row.publisher_id, postId: row.id }
    await activityLog.add(tx, { ...about, actorId: '', action })
  }

  /** Publishes a post in a job if its author still may; otherwise makes it a draft again. */
  async function publishForAuthor(tx: Transaction, row: PostRow): Promise<PostRow> {
    const now = clock.now()
    const facts = { ...(await reader.factsOf(row, tx)), isPinned: false }
    const [mainId = row.publisher_id] = await accounts.accountsOf(row.publisher_id, tx)
    const owner = await memberships.viewer(mainId, '', tx)
    const author = owner && laterAuthor(owner, row)
    const mayPublish =
      author !== null &&
      canCreatePost(author, facts, now).allowed &&
      (await typeDecision(tx, row, facts)).allowed &&
      (await parentDecision(author, row, tx)).allowed
    if (!mayPublish) {
      await notifyAuthor(tx, row, 'publicationFailed')
      return withdraw(tx, row, { status: PostStatus.draft })
    }
    const published = await publish(tx, author, { row, facts, now })
    if (published.status === PostStatus.pending) await notifyAuthor(tx, row, 'publicationHeld')
    return published
  }

  /** Publishes a post that was waiting for captions and has them, or no longer needs them. */
  async function publishWaiting(tx: Transaction, row: PostRow): Promise<PostRow> {
    return row.status === PostStatus.waitingForTranscript ? publishForAuthor(tx, row) : row
  }

  /** The same for several posts by id, each locked. */
  async function publishAllWaiting(tx: Transaction, postIds: string[]): Promise<void> {
    for (const postId of postIds) {
      const row = await postRepository(tx.connection).lock(postId, database.dialect)
      if (row) await publishWaiting(tx, row)
    }
  }

  /** Adds captions to a published post. */
  async function addCaptions(tx: Transaction, before: PostRow): Promise<void> {
    const { row } = await withCaptions(tx, before, { requireTranscripts: false })
    if (row === before) return
    const post = await reader.publicSummary(row, tx)
    events.publish(tx, { name: 'post.changed', payload: { postId: row.id, post } })
  }

  return {
    withCaptions,
    checkSubjectOf,
    typeDecision,
    publish,
    /** Job: publishes a scheduled post that is due. If its author may no longer publish, it becomes a draft. */
    async publishScheduled(tx: Transaction, postId: string): Promise<void> {
      const row = await postRepository(tx.connection).lock(postId, database.dialect)
      if (row?.status === PostStatus.scheduled && row.scheduled_at <= clock.now()) await publishForAuthor(tx, row)
    },
    publishWaiting,
    /** Job: checks some of a community's posts that wait for captions; returns the position, undefined at the end. */
    async checkWaiting(tx: Transaction, communityId: string, after: string): Promise<string | undefined> {
      const postIds = await postRepository(tx.connection).waitingIn(communityId, { after, limit: CHECKED_AT_ONCE })
      await publishAllWaiting(tx, postIds)
      return postIds.length < CHECKED_AT_ONCE ? undefined : postIds.at(-1)
    },
    /**
     * Job: adds the captions of an upload to the posts that show it, or notifies the authors of waiting posts that
     * there will be none.
     */
    async transcriptEnded(tx: Transaction, mediaId: string): Promise<void> {
      const isMade = (await uploaded.captionsOf([mediaId], tx)).size > 0
      for (const postId of (await uploaded.shownIn(mediaId, tx)).toSorted()) {
        const row = await postRepository(tx.connection).lock(postId, database.dialect)
        if (!row) continue
        const isWaiting = row.status === PostStatus.waitingForTranscript
        if (isWaiting && !isMade) await notifyAuthor(tx, row, 'transcriptFailed')
        else if (isWaiting) await publishWaiting(tx, row)
        else if (isMade && isPublicPost(row.status)) await addCaptions(tx, row)
      }
    },
  }
}
