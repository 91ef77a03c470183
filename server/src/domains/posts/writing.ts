import {
  type CallParsedInput,
  canApprovePost,
  canCreatePost,
  canEditPost,
  canSeePost,
  type Image,
  isOwn,
  isPublicPost,
  type Me,
  newPostStatus,
  type Post,
  type PostDocument,
  type PostKind,
  PostStatus,
} from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import { type Events, rooms } from '../../events/events.ts'
import type { Clock } from '../../lib/clock.ts'
import { assertAllowed, DomainError } from '../../lib/domain-error.ts'
import type { Ids } from '../../lib/ids.ts'
import type { CommunityService } from '../communities/service.ts'
import type { ActivityLog } from '../moderation/activity-log.ts'
import type { Happenings } from '../notifications/happenings.ts'
import type { PollService } from '../polls/service.ts'
import { type CheckedDraft, checkDraft } from './draft.ts'
import { hotRank } from './hot-rank.ts'
import { cardsOf, type LinkCards, withCards } from './link-cards.ts'
import { isThere, type PostReader, type PostRowFacts } from './reading.ts'
import { emptyPost, type PostRow, postRepository } from './repository.ts'
import { claimSlug } from './slugs.ts'

export interface PostWriterDependencies {
  database: Database
  clock: Clock
  ids: Ids
  events: Events
  communities: CommunityService
  polls: PollService
  activityLog: ActivityLog
  happenings: Happenings
  reader: PostReader
  linkCards: LinkCards
}

type NewPostInput = CallParsedInput<'postCreate'>
type EditInput = CallParsedInput<'postEdit'>

/** Creates and changes posts. */
export function createPostWriter(dependencies: PostWriterDependencies) {
  const { database, clock, ids, events, communities, polls, activityLog, happenings, reader, linkCards } = dependencies

  async function checkFlair(flairId: string | undefined, communityId: string): Promise<string> {
    if (flairId === undefined) return ''
    const flair = (await communities.flairsById([flairId])).get(flairId)
    if (flair?.communityId !== communityId || flair.deleted) throw new DomainError('FLAIR_NOT_FOUND')
    return flairId
  }

  /** Stories always stand under a topic, other posts where their community has topics. */
  async function needsTopic(communityId: string, kind: PostKind): Promise<boolean> {
    return kind === 'story' || (await communities.hasFlairs(communityId))
  }

  async function checkParent(viewer: Me, parentPostId: string | undefined, communityId: string): Promise<string> {
    if (parentPostId === undefined) return ''
    const parent = await reader.facts(parentPostId)
    assertAllowed(canSeePost(viewer, parent))
    if (parent.communityId !== communityId || !isPublicPost(parent.status)) throw new DomainError('POST_NOT_FOUND')
    if (isOwn(viewer, parent.publisherId)) throw new DomainError('OWN_POST')
    return parentPostId
  }

  /** Counts the post and tells its community, from the moment it is published. */
  async function announce(unit: Unit, row: PostRow): Promise<void> {
    await communities.count(unit, row.community_id, { posts: 1 })
    const post = await reader.publicSummary(row)
    events.publish(unit, {
      name: 'post.created',
      room: rooms.community(post.tokenName),
      payload: { tokenName: post.tokenName, post },
    })
    happenings.note(unit, {
      kind: 'post',
      postId: row.id,
      communityId: row.community_id,
      actorId: row.publisher_id,
      parentPostId: row.parent_post_id,
    })
  }

  return {
    /** Publishes a post, or leaves it pending or a draft. */
    async create(viewer: Me, input: NewPostInput): Promise<Post> {
      const community = await communities.require(input.tokenName)
      const { tokenName } = community
      assertAllowed(canCreatePost(viewer, { tokenName, kind: input.kind }, clock.now()))
      const flairId = await checkFlair(input.flairId, community.id)
      const parentPostId = await checkParent(viewer, input.parentPostId, community.id)
      const needsFlair = flairId === '' && (await needsTopic(community.id, input.kind))
      const draft = checked(input, { now: clock.now(), poll: null, needsFlair })
      const status = newPostStatus(viewer, { ...community, kind: input.kind, saveAsDraft: input.saveAsDraft })
      return database.transaction(async (unit) => {
        const id = ids.next()
        const slug = await claimSlug(
          { connection: unit.connection, dialect: database.dialect },
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
          ...contentColumns(draft, input.heroImage ?? null),
          flair_id: flairId,
          parent_post_id: parentPostId,
          hot: hotRank({ score: 0, createdAt: now, now }),
          active_at: now,
          created_at: now,
          updated_at: now,
        }
        await postRepository(unit.connection).insert(row)
        if (draft.poll) await polls.create(unit, id, draft.poll)
        if (status === PostStatus.published) await announce(unit, row)
        linkCards.fillLater(unit, id, draft.document)
        return reader.present(row, viewer)
      })
    },
    /** Changes a post and keeps what it was as a revision. A draft stays one unless the input says that it is none any more. */
    async edit(viewer: Me, input: EditInput): Promise<Post> {
      return database.transaction(async (unit) => {
        const repository = postRepository(unit.connection)
        const row = await repository.lock(input.postId, database.dialect)
        const facts = row && (await reader.factsOf(row))
        if (!row || facts?.tokenName !== input.tokenName) throw new DomainError('POST_NOT_FOUND')
        const now = clock.now()
        assertAllowed(canEditPost(viewer, facts, now))
        if (input.revision !== undefined && input.revision !== row.revision) {
          throw new DomainError('EDIT_CONFLICT', { post: await reader.present(row, viewer) })
        }
        const flairId =
          input.flairId === undefined || input.flairId === row.flair_id
            ? row.flair_id
            : await checkFlair(input.flairId, row.community_id)
        const isDraft = row.status === PostStatus.draft && input.saveAsDraft !== false
        const isBegun = row.status === PostStatus.draft && !isDraft
        // Whoever has left meanwhile, or is no partner any more, begins no post with an old draft.
        if (isBegun) assertAllowed(canCreatePost(viewer, facts, now))
        const known = (await polls.ofPosts([row.id])).get(row.id)?.pollSettings ?? null
        const poll = input.pollOptions === null ? null : known
        const needsFlair = flairId === '' && (await needsTopic(row.community_id, row.kind))
        const draft = checked({ ...input, kind: row.kind, saveAsDraft: isDraft }, { now, poll, needsFlair })
        const document = withCards(draft.document, cardsOf(JSON.parse(row.content) as PostDocument))
        if (draft.poll) await polls.replace(unit, row.id, draft.poll)
        else if (known !== null && poll === null) await polls.remove(unit, row.id)
        const heroImage = input.heroImage === undefined ? imageOf(row) : input.heroImage
        const next: PostRow = {
          ...row,
          ...contentColumns({ ...draft, document }, heroImage),
          ...(isBegun ? begin(viewer, facts, now) : {}),
          slug: await renamed(unit, row, draft.title),
          flair_id: flairId,
          revision: row.revision + 1,
          edited_at: isPublicPost(row.status) ? now : row.edited_at,
          updated_at: now,
        }
        linkCards.fillLater(unit, row.id, document)
        await keepRevision(unit, { viewer, before: row, after: next })
        const { id: _, ...change } = next
        await repository.update(row.id, change)
        if (next.status === PostStatus.published && row.status !== next.status) await announce(unit, next)
        const post = isPublicPost(next.status) ? await reader.publicSummary(next) : null
        events.publish(unit, { name: 'post.changed', room: rooms.post(row.id), payload: { postId: row.id, post } })
        return reader.present(next, viewer)
      })
    },
    /**
     * Publishes a post that waits, as new as one written now, or refuses it. What somebody else has decided stays.
     * `only`: the community whose posts are there; null for all.
     */
    async approve(
      viewer: Me,
      { postId, approve }: CallParsedInput<'postApprove'>,
      only: string | null = null,
    ): Promise<Post> {
      return database.transaction(async (unit) => {
        const repository = postRepository(unit.connection)
        const row = await repository.lock(postId, database.dialect)
        const facts = row && (await reader.factsOf(row))
        if (!row || !facts || !isThere(facts, only)) throw new DomainError('POST_NOT_FOUND')
        const now = clock.now()
        assertAllowed(canApprovePost(viewer, facts, now))
        const status = approve ? PostStatus.published : PostStatus.hiddenByAdmin
        if (row.status === status) return reader.present(row, viewer)
        if (row.status !== PostStatus.pending) {
          throw new DomainError('EDIT_CONFLICT', { post: await reader.present(row, viewer) })
        }
        const next: PostRow = { ...row, ...(approve ? appearing(now) : {}), status, updated_at: now }
        const { id: _, ...change } = next
        await repository.update(row.id, change)
        await activityLog.add(unit, {
          communityId: row.community_id,
          actorId: viewer.id,
          action: approve ? 'postApproved' : 'postRefused',
          personId: row.publisher_id,
          postId: row.id,
        })
        if (approve) await announce(unit, next)
        const post = approve ? await reader.publicSummary(next) : null
        events.publish(unit, { name: 'post.changed', room: rooms.post(row.id), payload: { postId: row.id, post } })
        return reader.present(next, viewer)
      })
    },
  }

  /** The slug for a title; a post that only its author has seen gives its former slug back. */
  async function renamed(unit: Unit, row: PostRow, title: string): Promise<string> {
    if (title === row.title) return row.slug
    const { connection } = unit
    const slug = await claimSlug(
      { connection, dialect: database.dialect },
      { id: row.id, communityId: row.community_id, title },
    )
    if (row.status === PostStatus.draft && slug !== row.slug) {
      await postRepository(connection).deleteSlug(row.community_id, row.slug)
    }
    return slug
  }

  async function keepRevision(unit: Unit, change: { viewer: Me; before: PostRow; after: PostRow }): Promise<void> {
    const { viewer, before, after } = change
    if (before.status === PostStatus.draft) return
    if (before.title === after.title && before.content === after.content) return
    await postRepository(unit.connection).insertRevision({
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

/** The times of a post that nobody has seen before. */
function appearing(now: number) {
  return { hot: hotRank({ score: 0, createdAt: now, now }), age_band: 0, active_at: now, created_at: now }
}

function checked(input: Parameters<typeof checkDraft>[0], about: Parameters<typeof checkDraft>[1]): CheckedDraft {
  const result = checkDraft(input, about)
  if ('issues' in result) throw new DomainError('VALIDATION_FAILED', result.issues)
  return result.draft
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
