import { isPublicPost, type PostKind, PostStatus, situationMessages } from '@stoa/contract'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import { rooms } from '../../../../platform/events/rooms.ts'
import { jobKind } from '../../../../platform/jobs/queue.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { AccountService, NotificationTriggers } from '../../../people/accounts/index.ts'
import type { CommunityService } from '../../../people/communities/index.ts'
import type { Reputation } from '../../../people/reputation/index.ts'
import type { Arrivals } from '../../checks/index.ts'
import { ancestorRepository } from '../ancestors.ts'
import { hotRank } from '../feeds.ts'
import { createPostMentions } from '../mentions.ts'
import type { PostReader } from '../reader.ts'
import { type PostRow, postRepository } from '../repository.ts'

interface Dependencies extends Pick<Platform, 'events'> {
  accounts: Pick<AccountService, 'accountsOf' | 'profilesByUsername'>
  communities: CommunityService
  triggers: NotificationTriggers
  reader: PostReader
  reputation: Pick<Reputation, 'recount'>
  arrivals: Arrivals
}

/** Ancestors of a response whose open pages are updated. */
const UPDATED_ABOVE = 5

export type PostPublication = ReturnType<typeof createPostPublication>

/** Shared by all ways to publish a post. */
export function createPostPublication(dependencies: Dependencies) {
  const { events, accounts, communities, triggers, reader, reputation, arrivals } = dependencies
  const mentions = createPostMentions(dependencies)

  async function checkTopic(tx: Transaction, flairId: string | undefined, communityId: string): Promise<string> {
    if (flairId === undefined) return ''
    const flair = await communities.topicForShare(tx, flairId)
    if (flair?.communityId === communityId && !flair.deleted) return flair.id
    const message = (await communities.hasFlairs(communityId, tx)) ? undefined : situationMessages.noActiveFlairs
    throw new DomainError('FLAIR_NOT_FOUND', undefined, { message })
  }

  /** Whether a post needs a topic: stories always do, others if their community has topics. */
  async function needsTopic(communityId: string, kind: PostKind, tx?: Transaction): Promise<boolean> {
    return kind === 'story' || (await communities.hasFlairs(communityId, tx))
  }

  /** Counts a response on its ancestors and updates the open pages of the nearest ones. */
  async function countBelow(tx: Transaction, row: PostRow, difference: number): Promise<void> {
    if (row.parent_post_id === '') return
    const repository = ancestorRepository(tx.connection)
    await repository.count(row.id, difference)
    const nearest = (await repository.of(row.id)).slice(-UPDATED_ABOVE)
    for (const [postId, post] of await reader.summariesById(nearest, tx)) {
      if (!isPublicPost(post.status)) continue
      events.publish(tx, { name: 'post.changed', payload: { postId, post } })
    }
  }

  /** Notifies the moderators of a newly pending post. */
  function announcePending(tx: Transaction, { id: subjectId, community_id: communityId, kind, status }: PostRow): void {
    if (status !== PostStatus.pending) return
    arrivals.record(tx, { communityId, subjectId, pendingPost: kind, conversationId: '' })
  }

  /** Counts a newly published post and announces it to its community; a pending one only to the moderators. */
  async function announce(tx: Transaction, row: PostRow): Promise<void> {
    announcePending(tx, row)
    if (row.status !== PostStatus.published) return
    await communities.count(tx, row.community_id, { posts: 1 })
    // The community may have been archived since this was allowed. Once the post is counted, nobody can archive it
    // before the commit.
    const settings = await communities.lockSettings(tx, [row.community_id])
    if (settings.get(row.community_id)?.archived) throw new DomainError('COMMUNITY_ARCHIVED')
    await countBelow(tx, row, 1)
    const post = await reader.publicSummary(row, tx)
    events.publish(tx, {
      name: 'post.created',
      payload: { tokenName: post.tokenName, post },
    })
    triggers.record(tx, {
      kind: 'post',
      postId: row.id,
      communityId: row.community_id,
      actorId: row.publisher_id,
      parentPostId: row.parent_post_id,
      mentioned: await mentions.mentionedIn(tx, row),
    })
  }

  /** Has the author's open pages reload a post that isn't public yet, which they can't watch. */
  async function tellAuthor(tx: Transaction, { id: postId, publisher_id: publisherId }: PostRow): Promise<void> {
    if (publisherId === '') return
    const [mainId = publisherId] = await accounts.accountsOf(publisherId, tx)
    events.publish(tx, { name: 'post.changed', room: rooms.account(mainId), payload: { postId, post: null } })
  }

  /** Stores a change of status, updates the community's count, and updates open pages. */
  async function change(tx: Transaction, row: PostRow, to: Partial<PostRow>): Promise<PostRow> {
    await postRepository(tx.connection).update(row.id, to)
    const next = { ...row, ...to }
    const difference = Number(next.status === PostStatus.published) - Number(row.status === PostStatus.published)
    if (difference !== 0) {
      await communities.count(tx, row.community_id, { posts: difference })
      await countBelow(tx, row, difference)
    }
    if (row.status === PostStatus.pending && next.status !== row.status) arrivals.settle(tx, row.community_id)
    if (next.status !== row.status && !isPublicPost(row.status)) await tellAuthor(tx, row)
    if (!isPublicPost(row.status) && !isPublicPost(next.status)) return next
    if (isPublicPost(row.status) !== isPublicPost(next.status) || row.publisher_id !== next.publisher_id) {
      await reputation.recount(tx, row.id)
    }
    const post = isPublicPost(next.status) ? await reader.publicSummary(next, tx) : null
    events.publish(tx, { name: 'post.changed', payload: { postId: row.id, post } })
    // Nobody watches a hidden post. Pages with its article watch that.
    if (post?.articleUrl && !isPublicPost(row.status)) {
      const { tokenName, articleUrl } = post
      events.publish(tx, { name: 'article.opened', payload: { tokenName, postId: row.id, articleUrl } })
    }
    return next
  }

  /** The same for hidden posts, which may become pending again. */
  async function restore(tx: Transaction, row: PostRow, to: Partial<PostRow>): Promise<PostRow> {
    const next = await change(tx, row, to)
    announcePending(tx, next)
    return next
  }

  return { checkTopic, needsTopic, announce, recordEdit: mentions.recordEdit, tellAuthor, change, restore }
}

/** Publishes a scheduled post when it is due; keyed by the post's id. */
export const PUBLISH_SCHEDULED = jobKind<{ postId: string }>('publish-scheduled-post', { reaches: 'publication' })

/** Times of a post that becomes visible for the first time. */
export function firstTimes(now: number) {
  return {
    hot: hotRank({ score: 0, createdAt: now, now }),
    age_band: 0,
    active_at: now,
    created_at: now,
    scheduled_at: 0,
  }
}
