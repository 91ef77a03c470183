import {
  type CallParsedInput,
  canApprovePost,
  canCreatePost,
  canEditPost,
  canSeePost,
  type FieldIssue,
  type Image,
  isOwn,
  isPublicPost,
  type Me,
  newPostStatus,
  type Post,
  type PostDocument,
  PostStatus,
} from '@stoa/contract'
import type { CallScope } from '../../platform/calls/context.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../platform/domain-error.ts'
import { rooms } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ActivityLog } from '../activity-log/activity-log.ts'
import { requiredReason } from '../activity-log/reason.ts'
import type { CommunityService } from '../communities/service.ts'
import { type MediaAddresses, NOT_PUBLIC, withMedia } from '../media/media-addresses.ts'
import type { PollService } from '../polls/service.ts'
import { type CheckedDraft, checkDraft } from './draft.ts'
import { hotRank } from './feeds.ts'
import { cardsOf, type LinkCards, withCards } from './link-cards.ts'
import { appearing, type PostPublishing } from './publishing.ts'
import { isThere, type PostReader, type PostRowFacts } from './reader.ts'
import { emptyPost, type PostRow, postRepository } from './repository.ts'
import { claimSlug } from './slugs.ts'

export interface PostWriterDependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'events'> {
  communities: CommunityService
  polls: PollService
  activityLog: ActivityLog
  reader: PostReader
  publishing: PostPublishing
  linkCards: LinkCards
  media: Pick<MediaAddresses, 'stored'>
}

type NewPostInput = CallParsedInput<'postCreate'>
type EditInput = CallParsedInput<'postEdit'>

/** Creates and changes posts. */
export function createPostWriter(dependencies: PostWriterDependencies) {
  const { database, clock, ids, events, communities, polls, activityLog, reader, linkCards } = dependencies
  const { media } = dependencies
  const { announce, checkFlair, needsTopic } = dependencies.publishing

  async function checkParent(
    viewer: Me,
    { parentPostId, communityId }: { parentPostId: string | undefined; communityId: string },
    tx: Transaction | undefined,
  ): Promise<string> {
    if (parentPostId === undefined) return ''
    const parent = await reader.facts(parentPostId, null, tx)
    assertAllowed(canSeePost(viewer, parent))
    if (parent.communityId !== communityId || !isPublicPost(parent.status)) throw new DomainError('POST_NOT_FOUND')
    if (isOwn(viewer, parent.publisherId)) throw new DomainError('OWN_POST')
    return parentPostId
  }

  return {
    /** Publishes a post, or leaves it pending or a draft. */
    async create(viewer: Me, input: NewPostInput, tx?: Transaction): Promise<Post> {
      const community = await communities.require(input.tokenName, tx)
      const { tokenName } = community
      assertAllowed(canCreatePost(viewer, { tokenName, kind: input.kind }, clock.now()))
      const flairId = await checkFlair(input.flairId, community.id, tx)
      const parentPostId = await checkParent(
        viewer,
        { parentPostId: input.parentPostId, communityId: community.id },
        tx,
      )
      const needsFlair = flairId === '' && (await needsTopic(community.id, input.kind, tx))
      const { draft, heroImage } = checked(input, { now: clock.now(), poll: null, needsFlair, media })
      const status = newPostStatus(viewer, { ...community, kind: input.kind, saveAsDraft: input.saveAsDraft })
      return database.transaction(async (tx) => {
        const id = ids.next()
        const slug = await claimSlug(
          { connection: tx.connection, dialect: database.dialect },
          { id, communityId: community.id, title: draft.title },
        )
        const now = clock.now()
        const row: PostRow = {
          ...emptyPost,
          id,
          community_id: community.id,
          kind: input.kind,
          status,
          slug,
          publisher_id: viewer.id,
          is_whitelisted: Number(viewer.enableSell.includes(tokenName)),
          ...contentColumns(draft, heroImage ?? null),
          flair_id: flairId,
          parent_post_id: parentPostId,
          hot: hotRank({ score: 0, createdAt: now, now }),
          active_at: now,
          created_at: now,
          updated_at: now,
        }
        await postRepository(tx.connection).insert(row)
        if (draft.poll) await polls.create(tx, id, draft.poll)
        if (status === PostStatus.published) await announce(tx, row)
        linkCards.fillLater(tx, { postId: id, userId: viewer.id }, draft.document)
        return reader.present(row, viewer, tx)
      }, tx)
    },
    /** Changes a post and keeps what it was as a revision. A draft stays one unless the input says that it is none any more. */
    async edit(viewer: Me, input: EditInput, tx?: Transaction): Promise<Post> {
      return database.transaction(async (tx) => {
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
            : await checkFlair(input.flairId, row.community_id, tx)
        const isDraft = row.status === PostStatus.draft && input.saveAsDraft !== false
        const isBegun = row.status === PostStatus.draft && !isDraft
        // Whoever has left meanwhile, or is no partner any more, begins no post with an old draft.
        if (isBegun) assertAllowed(canCreatePost(viewer, facts, now))
        const known = (await polls.ofPosts([row.id], tx)).get(row.id)?.pollSettings ?? null
        const poll = input.pollOptions === null ? null : known
        const needsFlair = flairId === '' && (await needsTopic(row.community_id, row.kind, tx))
        const { draft, heroImage = imageOf(row) } = checked(
          { ...input, kind: row.kind, saveAsDraft: isDraft },
          { now, poll, needsFlair, media },
        )
        const document = withCards(draft.document, cardsOf(JSON.parse(row.content) as PostDocument))
        if (draft.poll) await polls.replace(tx, row.id, draft.poll)
        else if (known !== null && poll === null) await polls.remove(tx, row.id)
        const next: PostRow = {
          ...row,
          ...contentColumns({ ...draft, document }, heroImage),
          ...(isBegun ? begin(viewer, facts, now) : {}),
          slug: await renamed(tx, row, draft.title),
          flair_id: flairId,
          revision: row.revision + 1,
          edited_at: isPublicPost(row.status) ? now : row.edited_at,
          updated_at: now,
        }
        linkCards.fillLater(tx, { postId: row.id, userId: viewer.id }, document)
        await keepRevision(tx, { viewer, before: row, after: next })
        const { id: _, ...change } = next
        await repository.update(row.id, change)
        if (next.status === PostStatus.published && row.status !== next.status) await announce(tx, next)
        const post = isPublicPost(next.status) ? await reader.publicSummary(next, tx) : null
        events.publish(tx, { name: 'post.changed', room: rooms.post(row.id), payload: { postId: row.id, post } })
        return reader.present(next, viewer, tx)
      }, tx)
    },
    /**
     * Publishes a post that waits, as new as one written now, or refuses it. What somebody else has decided stays.
     * `only`: the community whose posts are there; null for all.
     */
    async approve(
      viewer: Me,
      { postId, approve, ...given }: CallParsedInput<'postApprove'>,
      { only = null, tx }: CallScope = {},
    ): Promise<Post> {
      return database.transaction(async (tx) => {
        const repository = postRepository(tx.connection)
        const row = await repository.lock(postId, database.dialect)
        const facts = row && (await reader.factsOf(row, tx))
        if (!row || !facts || !isThere(facts, only)) throw new DomainError('POST_NOT_FOUND')
        const now = clock.now()
        assertAllowed(canApprovePost(viewer, facts, now))
        const status = approve ? PostStatus.published : PostStatus.hiddenByAdmin
        if (row.status === status) return reader.present(row, viewer, tx)
        if (row.status !== PostStatus.pending) {
          throw new DomainError('EDIT_CONFLICT', { post: await reader.present(row, viewer, tx) })
        }
        // Refusing needs no reason; whoever gives one gives a whole one.
        const reason = approve || given.reason === undefined ? '' : requiredReason(given)
        const refused = { former_status: row.status, hidden_reason: reason }
        const next: PostRow = { ...row, ...(approve ? appearing(now) : refused), status, updated_at: now }
        const { id: _, ...change } = next
        await repository.update(row.id, change)
        await activityLog.add(tx, {
          communityId: row.community_id,
          actorId: viewer.id,
          action: approve ? 'postApproved' : 'postRefused',
          personId: row.publisher_id,
          postId: row.id,
          reason,
        })
        if (approve) await announce(tx, next)
        const post = approve ? await reader.publicSummary(next, tx) : null
        events.publish(tx, { name: 'post.changed', room: rooms.post(row.id), payload: { postId: row.id, post } })
        return reader.present(next, viewer, tx)
      }, tx)
    },
  }

  /** The slug for a title; a post that only its author has seen gives its former slug back. */
  async function renamed(tx: Transaction, row: PostRow, title: string): Promise<string> {
    if (title === row.title) return row.slug
    const { connection } = tx
    const slug = await claimSlug(
      { connection, dialect: database.dialect },
      { id: row.id, communityId: row.community_id, title },
    )
    if (row.status === PostStatus.draft && slug !== row.slug) {
      await postRepository(connection).deleteSlug(row.community_id, row.slug)
    }
    return slug
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

/** How a draft begins its life as a post. */
function begin(viewer: Me, facts: PostRowFacts, now: number) {
  return {
    status: newPostStatus(viewer, { ...facts, saveAsDraft: false }),
    ...appearing(now),
  }
}

type DraftInput = Parameters<typeof checkDraft>[0]
type DraftFacts = Parameters<typeof checkDraft>[1] & { media: Pick<MediaAddresses, 'stored'> }

/** The draft with the addresses of its pictures as they are stored; throws every issue by field. */
function checked(input: DraftInput, about: DraftFacts): { draft: CheckedDraft; heroImage: Image | null | undefined } {
  const result = checkDraft(input, about)
  const issues: FieldIssue[] = 'issues' in result ? [...result.issues] : []
  const stored = (address: string, field: string) => {
    const known = about.media.stored(address)
    if (known === null) issues.push({ field, message: NOT_PUBLIC })
    return known ?? ''
  }
  const { heroImage: sent } = input
  const heroImage = sent ? { ...sent, url: stored(sent.url, 'heroImage.url') } : sent
  const draft = 'draft' in result ? result.draft : null
  const document =
    draft && withMedia(draft.document, (address, _kind, field) => stored(address, `postContent.${field}`))
  if (!draft || !document || issues.length > 0) throw new DomainError('VALIDATION_FAILED', issues)
  return { draft: { ...draft, document }, heroImage }
}

function contentColumns(draft: CheckedDraft, heroImage: Image | null) {
  return {
    title: draft.title,
    content: JSON.stringify(draft.document),
    excerpt: draft.excerpt,
    hero_image: heroImage === null ? null : JSON.stringify(heroImage),
  }
}

function imageOf(row: PostRow): Image | null {
  return row.hero_image === null ? null : (JSON.parse(row.hero_image) as Image)
}
