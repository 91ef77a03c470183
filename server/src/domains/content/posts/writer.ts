import {
  accountIdsOf,
  type CallParsedInput,
  canApprovePost,
  canCreatePost,
  canEditPost,
  canPublishType,
  decidesAs,
  isOwn,
  isPublicPost,
  type Me,
  moderatedStatus,
  newPostStatus,
  type Post,
  type PostDocument,
  PostStatus,
} from '@stoa/contract'
import type { CallScope, QuotaSpending } from '../../../platform/calls/context.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MediaAddresses, MediaService } from '../../people/media/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import { type ActivityLog, requiredReason } from '../activity-log/index.ts'
import type { ContentChecks, ContentFindings, Scored } from '../checks/index.ts'
import type { PollService } from '../polls/index.ts'
import { ancestorRepository } from './ancestors.ts'
import { addressesIn, type CheckedInput, checked, contentColumns, createDraftParts } from './drafts/draft-parts.ts'
import { type OwnParts, ownPartsAfter, ownPartsOf } from './drafts/own-parts.ts'
import { createEditLog } from './edit-log.ts'
import { hotRank } from './feeds.ts'
import type { PostLifecycle } from './lifecycle.ts'
import { cardsOf, type LinkCards, withCards } from './link-cards.ts'
import { type PostCaptions, refuseUncaptioned } from './publication/captions.ts'
import { checkedText, keptText } from './publication/checked-text.ts'
import { keyScopesAfterEdit, keyScopesOf } from './publication/key-scopes.ts'
import { firstTimes, type PostPublication } from './publication/publication.ts'
import { isThere, type PostReader, type PostRowFacts } from './reader.ts'
import { emptyPost, type PostRow, postRepository } from './repository.ts'
import { claimOwnSlug, claimSlug } from './slugs.ts'

export interface PostWriterDependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'events'> {
  communities: CommunityService
  memberships: Pick<MembershipService, 'assertImpartial'>
  polls: PollService
  activityLog: ActivityLog
  contentChecks: ContentChecks
  contentFindings: ContentFindings
  reader: PostReader
  publication: PostPublication
  linkCards: LinkCards
  captions: PostCaptions
  media: Pick<MediaAddresses, 'stored'>
  uploaded: Pick<MediaService, 'setUses'>
}

/** Asked for captions when a post is published. */
const WAITING_LATER: ReadonlySet<number> = new Set([PostStatus.scheduled, PostStatus.waitingForTranscript])

type NewPostInput = CallParsedInput<'postCreate'>
type EditInput = CallParsedInput<'postEdit'>

/** Creates and edits posts. */
export function createPostWriter(dependencies: PostWriterDependencies & Pick<PostLifecycle, 'publishWaiting'>) {
  const { database, clock, ids, events, communities, polls, activityLog, reader, linkCards } = dependencies
  const { memberships, media, uploaded, captions, publishWaiting, contentChecks, contentFindings } = dependencies
  const { announce, checkTopic, needsTopic, recordEdit, tellAuthor } = dependencies.publication
  const { assertDraftRoom, checkParent, parentDecision, slugFor } = createDraftParts(dependencies)
  const editLog = createEditLog(dependencies)

  return {
    /** Publishes a post, or stores it as pending or a draft. */
    async create(viewer: Me, input: NewPostInput, { tx, scored }: Scored = {}): Promise<Post> {
      const checkRun = contentChecks.begin(scored)
      const work = database.transaction(async (tx) => {
        const community = await communities.require(input.tokenName, tx)
        const { tokenName } = community
        assertAllowed(canCreatePost(viewer, { ...community, kind: input.kind }, clock.now()))
        const flairId = await checkTopic(tx, input.flairId, community.id)
        const parentPostId = await checkParent(viewer, { ...input, community }, tx)
        const needsFlair = flairId === '' && (await needsTopic(community.id, input.kind, tx))
        const { saveAsDraft, kind } = input
        const checkedDraft = checked(input, { now: clock.now(), poll: null, needsFlair, media })
        const own = ownPartsAfter(input)
        if (!saveAsDraft) {
          const type = { kind, isResponse: parentPostId !== '', hasPoll: checkedDraft.poll !== null }
          assertAllowed(canPublishType(community.postTypes, type))
        }
        if (saveAsDraft) await assertDraftRoom(tx, viewer)
        const { draft, lacksCaptions } = saveAsDraft
          ? { draft: checkedDraft, lacksCaptions: false }
          : await withCaptions(tx, checkedDraft, community)
        const outcome = saveAsDraft
          ? null
          : await checkRun.check({ community, author: viewer, text: textOf(draft, own) }, tx)
        const approvePosts = community.approvePosts || outcome?.held === true
        const status = newPostStatus(viewer, { ...community, approvePosts, kind, saveAsDraft, lacksCaptions })
        const id = ids.next()
        const claim = { connection: tx.connection, dialect: database.dialect }
        const { title } = draft
        const slug =
          own.slug === ''
            ? await claimSlug(claim, { id, communityId: community.id, title })
            : await claimOwnSlug(claim, { id, communityId: community.id, slug: own.slug })
        const now = clock.now()
        const row: PostRow = {
          ...emptyPost,
          id,
          community_id: community.id,
          kind,
          status,
          slug,
          publisher_id: viewer.id,
          key_scopes: keyScopesOf(viewer),
          is_whitelisted: Number(viewer.enableSell.includes(tokenName)),
          moderation_score: outcome?.score ?? 0,
          ...contentColumns(draft, own),
          has_poll: Number(draft.poll !== null),
          comments_off: Number(input.commentsOff ?? false),
          flair_id: flairId,
          parent_post_id: parentPostId,
          is_response: Number(parentPostId !== ''),
          hot: hotRank({ score: 0, createdAt: now, now }),
          active_at: now,
          created_at: now,
          updated_at: now,
        }
        await postRepository(tx.connection).insert(row)
        if (outcome) contentFindings.add(tx, [{ ...outcome, entityId: id, communityId: community.id }])
        if (parentPostId !== '') await ancestorRepository(tx.connection).insert(id, parentPostId)
        await uploaded.setUses(tx, { entityId: id, ownerIds: accountIdsOf(viewer) }, addressesIn(row))
        if (draft.poll) await polls.create(tx, id, draft.poll)
        await announce(tx, row)
        linkCards.fillLater(tx, { postId: id, userId: viewer.id }, draft.document)
        return reader.present(row, viewer, tx)
      }, tx)
      return checkRun.end(work)
    },
    /** Edits a post and stores its former state as a revision. A draft stays one unless the input publishes it. */
    async edit(viewer: Me, input: EditInput, { tx, spend, scored }: QuotaSpending & Scored): Promise<Post> {
      const checkRun = contentChecks.begin(scored)
      const work = database.transaction(async (tx) => {
        const repository = postRepository(tx.connection)
        const row = await repository.lock(input.postId, database.dialect)
        const facts = row && (await reader.factsOf(row, tx))
        if (!row || facts?.tokenName !== input.tokenName) throw new DomainError('POST_NOT_FOUND')
        const now = clock.now()
        assertAllowed(canEditPost(viewer, facts, now))
        if (input.revision !== undefined && input.revision !== row.revision) {
          throw new DomainError('EDIT_CONFLICT', { post: await reader.present(row, viewer, tx) })
        }
        const flairId =
          input.flairId === undefined || input.flairId === row.flair_id
            ? row.flair_id
            : await checkTopic(tx, input.flairId, row.community_id)
        const isDraft = row.status === PostStatus.draft && input.saveAsDraft !== false
        const isBegun = row.status === PostStatus.draft && !isDraft
        // Authors who have left the community or are no longer partners can't publish an old draft.
        if (isBegun) {
          assertAllowed(canCreatePost(viewer, facts, now))
          assertAllowed(await parentDecision(viewer, row, tx))
          await spend('post')
        }
        const formerPoll = (await polls.ofPosts([row.id], tx)).get(row.id)
        const formerPollSettings = formerPoll?.pollSettings ?? null
        const poll = input.pollOptions === null ? null : formerPollSettings
        // The article of a site began without one, and has its text there.
        const isArticle = row.article_id !== ''
        const needsFlair = flairId === '' && !isArticle && (await needsTopic(row.community_id, row.kind, tx))
        const pageExcerpt = isArticle && row.has_own_excerpt === 0 ? row.excerpt : ''
        const about = { now, poll, needsFlair, isArticle, media }
        const checkedDraft = checked({ ...input, saveAsDraft: isDraft }, about)
        const own = ownPartsAfter(input, ownPartsOf(row))
        const comments_off = Number(input.commentsOff ?? row.comments_off)
        if (comments_off !== row.comments_off && !isOwn(viewer, row.publisher_id)) throw new DomainError('FORBIDDEN')
        const hasPoll = checkedDraft.poll !== null || poll !== null
        // Existing videos may stay.
        if (isBegun || (!isDraft && hasPoll && formerPollSettings === null)) {
          assertAllowed(canPublishType(facts.postTypes, { ...facts, hasPoll }))
        }
        const former = JSON.parse(row.content) as PostDocument
        const { draft, lacksCaptions } = isDraft
          ? { draft: checkedDraft, lacksCaptions: false }
          : await withCaptions(tx, checkedDraft, facts)
        const isPending = row.status === PostStatus.pending
        // If nothing would make the post wait, a new video needs its captions from the start.
        if (lacksCaptions && !isBegun && !isPending && !WAITING_LATER.has(row.status)) {
          refuseUncaptioned(draft.document, former)
        }
        const document = withCards(draft.document, cardsOf(former))
        const authored = { community: { ...facts, id: row.community_id }, author: viewer, postId: row.id }
        const text = textOf(draft, own, poll === null ? undefined : formerPoll?.pollOptions)
        const begun = isBegun ? await checkRun.check({ ...authored, text }, tx) : null
        if (begun) await contentFindings.replace(tx, { ...begun, entityId: row.id, communityId: row.community_id })
        // A draft is checked when it is published or scheduled.
        const isScheduled = row.status === PostStatus.scheduled
        const isPublished = !isDraft && !begun && !isScheduled
        const again = isScheduled ? await contentChecks.recheck({ ...authored, text }, scored, tx) : null
        // Findings in somebody else's text are kept.
        if (again && isOwn(viewer, row.publisher_id)) {
          await contentFindings.replace(tx, { ...again, entityId: row.id, communityId: row.community_id })
        }
        const before = {
          text: keptText(row, formerPoll?.pollOptions),
          score: row.moderation_score,
          isWaiting: isPending,
        }
        const changed = isPublished ? await contentChecks.checkChange({ ...authored, text, before, scored }, tx) : null
        if (changed) await contentFindings.change(tx, { ...changed, entityId: row.id, communityId: row.community_id })
        if (draft.poll) await polls.replace(tx, row.id, draft.poll)
        else if (formerPollSettings !== null && poll === null) await polls.remove(tx, row.id)
        const next: PostRow = {
          ...row,
          ...contentColumns({ ...draft, document, excerpt: draft.excerpt || pageExcerpt }, own),
          has_poll: Number(hasPoll),
          comments_off,
          key_scopes: begun ? keyScopesOf(viewer) : keyScopesAfterEdit(row, viewer),
          ...(begun
            ? begin(viewer, { ...facts, approvePosts: facts.approvePosts || begun.held, lacksCaptions }, now)
            : {}),
          moderation_score: (begun ?? again ?? changed)?.score ?? row.moderation_score,
          ...(isPending && lacksCaptions ? { status: PostStatus.waitingForTranscript } : {}),
          slug: await slugFor(tx, row, { title: draft.title, communityId: row.community_id, ownSlug: own.slug }),
          flair_id: flairId,
          revision: row.revision + 1,
          edited_at: isPublicPost(row.status) ? now : row.edited_at,
          is_edited_by_moderator: isPublicPost(row.status)
            ? Number(!isOwn(viewer, row.publisher_id))
            : row.is_edited_by_moderator,
          updated_at: now,
        }
        linkCards.fillLater(tx, { postId: row.id, userId: viewer.id }, document)
        await keepRevision(tx, { viewer, before: row, after: next })
        await editLog.add(tx, viewer, { facts, before: row, after: next })
        const { id: _, ...change } = next
        await repository.update(row.id, change)
        await uploaded.setUses(
          tx,
          { entityId: row.id, ownerIds: accountIdsOf(viewer), keepsFormer: row.status !== PostStatus.draft },
          addressesIn(next),
        )
        if (row.status !== next.status) await announce(tx, next)
        // Others don’t mention people in the author’s name.
        else if (isPublicPost(row.status) && isOwn(viewer, row.publisher_id)) {
          await recordEdit(tx, { before: row, after: next })
        }
        const isWaiting = row.status === PostStatus.waitingForTranscript
        const savedRow = isWaiting && !lacksCaptions ? await publishWaiting(tx, next) : next
        const post = isPublicPost(savedRow.status) ? await reader.publicSummary(savedRow, tx) : null
        events.publish(tx, { name: 'post.changed', payload: { postId: row.id, post } })
        return reader.present(savedRow, viewer, tx)
      }, tx)
      return checkRun.end(work)
    },
    /**
     * Publishes a pending post, dated now, or rejects it. Earlier decisions by others stand. `onlyCommunity`: the token name of
     * the only community of this domain; null for all.
     */
    async approve(
      viewer: Me,
      { postId, approve, ...decision }: CallParsedInput<'postApprove'>,
      { onlyCommunity = null, tx }: CallScope = {},
    ): Promise<Post> {
      return database.transaction(async (tx) => {
        const repository = postRepository(tx.connection)
        const row = await repository.lock(postId, database.dialect)
        const facts = row && (await reader.factsOf(row, tx))
        if (!row || !facts || !isThere(facts, onlyCommunity)) throw new DomainError('POST_NOT_FOUND')
        const now = clock.now()
        assertAllowed(canApprovePost(viewer, facts, now))
        const status = approve ? PostStatus.published : moderatedStatus(viewer, facts.tokenName)
        if (row.status === status) return reader.present(row, viewer, tx)
        if (approve && facts.archived) throw new DomainError('COMMUNITY_ARCHIVED')
        if (row.status !== PostStatus.pending) {
          throw new DomainError('EDIT_CONFLICT', { post: await reader.present(row, viewer, tx) })
        }
        await memberships.assertImpartial(viewer, { communityId: row.community_id, personId: row.publisher_id }, tx)
        // Rejecting needs no reason, but a reason must be complete.
        const reason = approve || decision.reason === undefined ? '' : requiredReason(decision)
        const refused = { former_status: row.status, hidden_reason: reason }
        const next: PostRow = { ...row, ...(approve ? firstTimes(now) : refused), status, updated_at: now }
        const { id: _, ...change } = next
        await repository.update(row.id, change)
        await activityLog.add(tx, {
          communityId: row.community_id,
          actorId: viewer.id,
          action: approve ? 'postApproved' : 'postRefused',
          personId: row.publisher_id,
          postId: row.id,
          reason,
          by: decidesAs(viewer, facts.tokenName),
        })
        if (approve) {
          await polls.open(tx, row.id, row.updated_at)
          await announce(tx, next)
        }
        await tellAuthor(tx, next)
        const post = approve ? await reader.publicSummary(next, tx) : null
        events.publish(tx, { name: 'post.changed', payload: { postId: row.id, post } })
        return reader.present(next, viewer, tx)
      }, tx)
    },
  }

  /** The draft with the captions its videos have, and whether it lacks captions its community requires. */
  async function withCaptions(tx: Transaction, draft: CheckedInput, about: { requireTranscripts: boolean }) {
    const { document, lacksCaptions } = await captions.complete(tx, draft.document)
    return { draft: { ...draft, document }, lacksCaptions: lacksCaptions && about.requireTranscripts }
  }

  async function keepRevision(tx: Transaction, change: { viewer: Me; before: PostRow; after: PostRow }): Promise<void> {
    const { viewer, before, after } = change
    if (before.status === PostStatus.draft) return
    if (before.title === after.title && before.content === after.content) return
    await postRepository(tx.connection).insertRevision({
      id: ids.next(),
      post_id: before.id,
      editor_id: viewer.id,
      title: before.title,
      content: before.content,
      created_at: clock.now(),
    })
  }
}

/** The checked text of a draft. `pollOptions`: kept if the draft has none. */
function textOf(draft: CheckedInput, own: OwnParts, pollOptions?: string[]): string {
  return checkedText({ ...draft, own, pollOptions: draft.poll?.options ?? pollOptions })
}

/** The first status of a new post. */
function begin(viewer: Me, facts: PostRowFacts & { lacksCaptions: boolean }, now: number) {
  return {
    status: newPostStatus(viewer, { ...facts, saveAsDraft: false }),
    ...firstTimes(now),
  }
}
