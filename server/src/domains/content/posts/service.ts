import { createHmac } from 'node:crypto'
import { canSeePost, isId, isPublicPost, type Viewer } from '@stoa/contract'
import { DAY_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Fetcher } from '../../../platform/fetcher/fetcher.ts'
import { POLICIES } from '../../../platform/limits/policies.ts'
import type { Platform } from '../../../platform/platform.ts'
import { addressBuckets } from '../../../platform/security/address.ts'
import type { NotificationTriggers } from '../../people/accounts/index.ts'
import type { MediaService, Transcripts } from '../../people/media/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { Reputation } from '../../people/reputation/index.ts'
import type { Arrivals } from '../checks/index.ts'
import { createArticlePosts } from './article-posts.ts'
import { createDiscardedDrafts } from './drafts/discarded-drafts.ts'
import { createDraftSaver } from './drafts/draft-saver.ts'
import { createPostEraser } from './eraser.ts'
import { COOLED_BAND, HOT_WINDOW_MS } from './feeds.ts'
import { createPostHider } from './hider.ts'
import { createPostLifecycle } from './lifecycle.ts'
import { createLinkCards } from './link-cards.ts'
import { createAnonymousPosts } from './publication/anonymous-posts.ts'
import { createPostCaptions } from './publication/captions.ts'
import { createPostPublication } from './publication/publication.ts'
import { createScoredTexts } from './publication/scored-texts.ts'
import { createPostReader, type PostReaderDependencies } from './reader.ts'
import {
  type CountChange,
  type CountRow,
  countsAfter,
  type FeedPosition,
  type PostCounts,
  postRepository,
} from './repository.ts'
import { createPostRevisions } from './revisions.ts'
import { createSitemap } from './sitemap.ts'
import { createPostWriter, type PostWriterDependencies } from './writer.ts'

export type { PostRowFacts } from './reader.ts'

type Dependencies = PostReaderDependencies &
  Omit<PostWriterDependencies, 'reader' | 'publication' | 'linkCards' | 'captions'> &
  Pick<Platform, 'jobs' | 'secret' | 'background' | 'logger'> & {
    triggers: NotificationTriggers
    memberships: Pick<MembershipService, 'assertImpartial' | 'bannedAmong' | 'viewer'>
    uploaded: MediaService
    transcripts: Transcripts
    reputation: Pick<Reputation, 'recount'>
    arrivals: Arrivals
    fetcher: Pick<Fetcher, 'fetchPage'>
  }

export type PostService = ReturnType<typeof createPostService>

const HOT_BATCH = 200
/** Days for which views are kept, so that a visitor counts once a day. */
const VIEW_DAYS = 2
const VISITOR_HASH_LENGTH = 32
const NETWORK_HASH_LENGTH = 8

/** A reader without an account. */
interface Visitor {
  /** The browser's random id; empty if it sends none. */
  visitorId: string
  address: string
}

export function createPostService(dependencies: Dependencies) {
  const { database, clock, secret } = dependencies
  const reader = createPostReader(dependencies)
  const linkCards = createLinkCards({ ...dependencies, reader })
  const publication = createPostPublication({ ...dependencies, reader })
  const captions = createPostCaptions(dependencies)
  const parts = { ...dependencies, reader, publication, linkCards, captions }
  const lifecycle = createPostLifecycle(parts)
  const { create, edit, approve } = createPostWriter({ ...parts, ...lifecycle })
  const { saveDraft } = createDraftSaver({ ...parts, create })

  const articlePosts = createArticlePosts({ ...dependencies, reader })

  async function refreshWeek(kind: 'community' | 'story', now: number): Promise<void> {
    let position: FeedPosition | null = null
    do {
      const rows: { id: string; value: number }[] = await postRepository(database.read).publishedSince(
        now - HOT_WINDOW_MS,
        { kind, position, limit: HOT_BATCH },
      )
      const ids = rows.map(({ id }) => id)
      await database.transaction(({ connection }) =>
        postRepository(connection).refreshHot(ids, { now, dialect: database.dialect }),
      )
      const last = rows.at(-1)
      position = last && rows.length === HOT_BATCH ? [last.value, last.id] : null
    } while (position)
  }

  async function lockCounts(tx: Transaction, postIds: string[]): Promise<Map<string, CountRow>> {
    const rows = await postRepository(tx.connection).lockCounts(postIds, database.dialect)
    return new Map(rows.map((row) => [row.id, row]))
  }

  const hashOf = (length: number, text: string) =>
    createHmac('sha256', secret).update(`post view\n${text}`).digest('hex').slice(0, length)

  /** A view's reader: a hash of the account; without one, of the networks, widest first, and the browser's id. */
  function visitorOf(viewer: Viewer, { visitorId, address }: Visitor) {
    if (viewer) return { visitor_hash: hashOf(VISITOR_HASH_LENGTH, viewer.id), networks: [] }
    let hash = ''
    const networks = addressBuckets(address)
      .toReversed()
      .map(({ prefix, factor }) => {
        hash += hashOf(NETWORK_HASH_LENGTH, prefix)
        return { start: hash, max: POLICIES.viewByNetwork.limit * factor }
      })
    return { visitor_hash: hash + hashOf(VISITOR_HASH_LENGTH - hash.length, `visitor\n${visitorId}`), networks }
  }

  return {
    facts: reader.facts,
    factsById: reader.factsById,
    showing: reader.showing,
    assertOnSite: reader.assertOnSite,
    viewersOf: reader.viewersOf,
    waiting: reader.waiting,
    summariesById: reader.summariesById,
    get: reader.get,
    /** Id of the post that an address names, whoever may see it; null: there is none. */
    async idAt({ idOrSlug, tokenName }: { idOrSlug: string; tokenName: string }): Promise<string | null> {
      if (isId(idOrSlug)) return idOrSlug
      try {
        const community = await dependencies.communities.require(tokenName)
        return (await postRepository(database.read).idBySlug(community.id, idOrSlug)) ?? null
      } catch (error) {
        if (error instanceof DomainError) return null
        throw error
      }
    },
    list: reader.list,
    publishedContents: reader.publishedContents,
    superComments: reader.superComments,
    thread: reader.thread,
    ownCounts: reader.ownCounts,
    create,
    edit,
    approve,
    saveDraft,
    ...createAnonymousPosts(parts),
    ...createPostHider(parts),
    ...createPostEraser(parts),
    ...createDiscardedDrafts(parts),
    ...lifecycle,
    ...createPostRevisions(parts),
    ...createSitemap(dependencies),
    ...createScoredTexts(parts),
    linkPreview: linkCards.preview,
    ...articlePosts,
    /**
     * Adds to a post's counters in the transaction of what is counted, and returns the new values. Locks the post's row
     * until the transaction ends, so call it last. Publishes no event: the events of what was counted carry the counts.
     */
    async count(tx: Transaction, postId: string, change: CountChange): Promise<PostCounts> {
      const row = (await lockCounts(tx, [postId])).get(postId)
      if (!row) throw new DomainError('POST_NOT_FOUND')
      return postRepository(tx.connection).addCounts(row, change, clock.now())
    },
    /** Adds to the sum of a post's tips in the tip's transaction, and returns it. */
    async addTip(tx: Transaction, postId: string, amount: number): Promise<number> {
      const tips = await postRepository(tx.connection).addTip(postId, amount)
      if (tips === null) throw new DomainError('POST_NOT_FOUND')
      return tips
    },
    /** Until when a post is promoted; 0: never was. Locks its row until the transaction ends. */
    async lockPromotion(tx: Transaction, postId: string): Promise<number> {
      const row = await postRepository(tx.connection).lock(postId, database.dialect)
      if (!row) throw new DomainError('POST_NOT_FOUND')
      return Number(row.promoted_until)
    },
    /** Sets when a post was promoted last and until when it is, and tells its readers. */
    async setPromotion(tx: Transaction, postId: string, { at, until }: { at: number; until: number }): Promise<void> {
      const repository = postRepository(tx.connection)
      await repository.setPromotion(postId, { promoted_at: at, promoted_until: until })
      const row = await repository.summaryById(postId)
      const isPublic = row !== undefined && isPublicPost(row.status)
      const post = isPublic ? await reader.publicSummary(row, tx) : null
      dependencies.events.publish(tx, { name: 'post.changed', payload: { postId, post } })
    },
    /** Counters of posts by id. Locks their rows, as `count` does. */
    lockCounts,
    /** Adds to counters that are already locked, with the transaction's last changes. */
    addCountsLast: (tx: Transaction, row: CountRow, change: CountChange): void =>
      tx.changeLast(countsAfter(row, change, clock.now()).update),
    /**
     * Counts a view once per reader and day. Since the id of a visitor's browser is easily replaced, only a few visitors
     * of each network count.
     */
    async view(
      viewer: Viewer,
      { postId, onlyCommunity = null, ...visitor }: { postId: string; onlyCommunity?: string | null } & Visitor,
      tx?: Transaction,
    ): Promise<{ totalViews: number }> {
      assertAllowed(canSeePost(viewer, await reader.facts(postId, onlyCommunity, tx)))
      const { visitor_hash, networks } = visitorOf(viewer, visitor)
      const view = { post_id: postId, day: Math.floor(clock.now() / DAY_MS), visitor_hash }
      return database.transaction(async (tx) => {
        const repository = postRepository(tx.connection)
        if (!(await repository.hasViewed(view))) {
          // Concurrent views wait here, so none is counted twice and no network exceeds its limit.
          await lockCounts(tx, [postId])
          if (await repository.isNewView(view, networks)) await repository.insertView(view)
        }
        return { totalViews: (await repository.summaryById(postId))?.total_views ?? 0 }
      }, tx)
    },
    /**
     * Job: updates the ranks of last week's posts and moves posts to their age band. A post that leaves the week is
     * ranked once more, so that it doesn't keep an old rank after a downtime.
     */
    async refreshHot(): Promise<void> {
      const now = clock.now()
      const { dialect } = database
      let outgrown: string[]
      do {
        outgrown = await database.transaction(async ({ connection }) => {
          const repository = postRepository(connection)
          const ids = await repository.outgrown(now, HOT_BATCH)
          await repository.refreshHot(ids, { now, dialect, ageBand: COOLED_BAND })
          return ids
        })
      } while (outgrown.length === HOT_BATCH)
      await database.transaction(({ connection }) => postRepository(connection).moveBands(now))
      for (const kind of ['community', 'story'] as const) await refreshWeek(kind, now)
    },
    /** Job: deletes views of past days. Returns their number. */
    async forgetViews(): Promise<number> {
      const day = Math.floor(clock.now() / DAY_MS) - VIEW_DAYS
      return database.transaction(({ connection }) => postRepository(connection).deleteViewsBefore(day))
    },
  }
}
