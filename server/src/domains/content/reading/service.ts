import {
  accountIdsOf,
  canSeePost,
  commentMuted,
  isOwn,
  type Me,
  NEW_COMMENTS_MAX,
  type ReadingPosition,
  type ViewerFacts,
} from '@stoa/contract'
import type { CallScope } from '../../../platform/calls/context.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import { textsWithWords } from '../../people/mutes/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import type { CommentService } from '../comments/index.ts'
import type { PostService } from '../posts/index.ts'
import { readingRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'>, Pick<MembershipsDomain, 'visitJoined'> {
  accounts: Pick<AccountService, 'hold' | 'mainIdsById'>
  communities: Pick<CommunityService, 'idOf'>
  posts: Pick<PostService, 'facts'>
  comments: Pick<CommentService, 'writtenSince' | 'textsById'>
  partnerOrigins: Pick<OriginService, 'checkSite'>
}

type WrittenComment = Awaited<ReturnType<CommentService['writtenSince']>>[number]

export type ReadingService = ReturnType<typeof createReadingService>

/** Positions are forgotten when they haven't changed for this long. */
const FORGOTTEN_AFTER_MS = 366 * DAY_MS
const DELETED_AT_ONCE = 500
const ADDED_AT_ONCE = 100
/** The mark of all communities. */
const EVERYWHERE = ''

/**
 * Up to when people have read the comments of posts. Rows stay with the accounts that created them; all accounts of a
 * person are read together, and the latest counts.
 */
export function createReadingService(dependencies: Dependencies) {
  const { database, clock, events, accounts, communities, posts, comments, partnerOrigins, visitJoined } = dependencies

  /** Up to when a person has read each of the posts that they have opened. */
  async function positions(accountIds: string[], postIds: string[], tx?: Transaction): Promise<Map<string, number>> {
    const until = new Map<string, number>()
    if (postIds.length === 0) return until
    const rows = await readingRepository(database.from(tx)).among(accountIds, postIds)
    const marks = rows.filter((row) => row.post_id === '')
    for (const row of rows) {
      if (row.post_id === '') continue
      const those = marks.filter((mark) => mark.community_id === EVERYWHERE || mark.community_id === row.community_id)
      const times = [row, ...those].map(({ read_until }) => Number(read_until))
      until.set(row.post_id, Math.max(until.get(row.post_id) ?? 0, ...times))
    }
    return until
  }

  /** Locks the account, so that it isn't deleted before the row is written. */
  async function hold(tx: Transaction, viewer: Me): Promise<void> {
    if (!(await accounts.hold(tx, [viewer.id])).has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
  }

  /** Tells which comments are new to the viewer: not their own, and none that threads collapse. */
  async function newAmong(viewer: Me, written: readonly WrittenComment[]): Promise<WrittenComment[]> {
    const others = written.filter(({ publisherId }) => !isOwn(viewer, publisherId))
    if (!viewer.mutes || others.length === 0) return others
    const mainIds = await accounts.mainIdsById([...new Set(others.map(({ publisherId }) => publisherId))])
    const shown = others.filter(
      ({ publisherId }) =>
        commentMuted(viewer, { publisherId: mainIds.get(publisherId) ?? publisherId, content: null }) === null,
    )
    const ids = shown.map(({ id }) => id)
    const withWords = await textsWithWords(viewer.mutes.words, ids, (some) => comments.textsById(some))
    return shown.filter(({ id }) => !withWords.has(id))
  }

  return {
    /** Records up to when the viewer has read a post's comments. Returns the position, which is later if it was. */
    async read(viewer: Me, about: { postId: string; until: number }, scope: CallScope = {}): Promise<number> {
      const { onlyCommunity = null } = scope
      const post = await posts.facts(about.postId, onlyCommunity, scope.tx)
      assertAllowed(canSeePost(viewer, post))
      await partnerOrigins.checkSite(viewer, post.communityId, scope.tx)
      const now = clock.now()
      const until = Math.min(about.until, now)
      return database.transaction(async (tx) => {
        const before = (await positions(accountIdsOf(viewer), [post.id], tx)).get(post.id)
        if (before !== undefined && before >= until) return before
        await hold(tx, viewer)
        const row = { user_id: viewer.id, post_id: post.id, community_id: post.communityId, read_until: until }
        await readingRepository(tx.connection).move({ ...row, updated_at: now })
        events.publish(tx, { name: 'viewer.read', payload: { userId: viewer.id, postId: post.id, until } })
        return until
      }, scope.tx)
    },
    /** Marks everything as read, in one community or everywhere. Returns the time of the mark. */
    async readAll(viewer: Me, tokenName: string | undefined, scope: CallScope = {}): Promise<number> {
      const { onlyCommunity = null } = scope
      if (tokenName !== undefined && onlyCommunity !== null && tokenName !== onlyCommunity) {
        throw new DomainError('COMMUNITY_NOT_FOUND')
      }
      const only = tokenName ?? onlyCommunity
      const communityId = only === null ? EVERYWHERE : await communities.idOf(only, scope.tx)
      const until = clock.now()
      return database.transaction(async (tx) => {
        await hold(tx, viewer)
        await readingRepository(tx.connection).mark({
          user_id: viewer.id,
          community_id: communityId,
          read_until: until,
        })
        await visitJoined(tx, viewer, communityId || null)
        events.publish(tx, { name: 'viewer.changed', payload: { userId: viewer.id } })
        return until
      }, scope.tx)
    },
    /**
     * Which comments of some posts are new to a viewer: written after they have read there, by others, and not
     * collapsed because of what they have blocked and muted. Posts that they have never opened are left out. `activeAt`: when the latest comment was
     * written; omitted: unknown.
     */
    async newTo(viewer: Me, of: { id: string; activeAt?: number }[]): Promise<Pick<ViewerFacts, 'reads'>> {
      const ids = of.map(({ id }) => id)
      const accountIds = accountIdsOf(viewer)
      const until = await positions(accountIds, ids)
      if (until.size === 0) return {}
      const ranges = of.flatMap(({ id, activeAt = Number.POSITIVE_INFINITY }) => {
        const since = until.get(id)
        return since !== undefined && activeAt > since ? { postId: id, since } : []
      })
      const written = await comments.writtenSince(ranges, NEW_COMMENTS_MAX + 1)
      const newOnes = groupBy(await newAmong(viewer, written), ({ postId }) => postId)
      const reads: Record<string, ReadingPosition> = {}
      for (const [id, time] of until) {
        const others = newOnes.get(id) ?? []
        const [first] = others
        reads[id] = {
          until: time,
          newComments: Math.min(others.length, NEW_COMMENTS_MAX),
          ...(first && { firstNew: { id: first.id, parentCommentId: first.parentCommentId } }),
        }
      }
      return { reads }
    },
    /** Makes positions in a merged post apply to its new post, for people who haven't opened that one. */
    async follow(
      tx: Transaction,
      { fromPostId, intoPostId }: { fromPostId: string; intoPostId: string },
    ): Promise<void> {
      const repository = readingRepository(tx.connection)
      const rows = (await repository.of(fromPostId)).map((row) => ({ ...row, post_id: intoPostId }))
      for (let start = 0; start < rows.length; start += ADDED_AT_ONCE) {
        await repository.add(rows.slice(start, start + ADDED_AT_ONCE))
      }
    },
    /** Forgets positions that haven't changed for a year. */
    async cleanUp(): Promise<void> {
      const before = clock.now() - FORGOTTEN_AFTER_MS
      let deleted: number
      do {
        deleted = await database.transaction(({ connection }) =>
          readingRepository(connection).deleteOld(before, DELETED_AT_ONCE),
        )
      } while (deleted === DELETED_AT_ONCE)
    },
  }
}
