import { type Image, isPublicPost, PostStatus } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import { hotRank } from './feeds.ts'
import type { PostReader } from './reader.ts'
import { emptyPost, type PostRow, type PostSummaryRow, postRepository } from './repository.ts'
import { claimSlug } from './slugs.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'> {
  communities: CommunityService
  reader: PostReader
}

/** State of a post before it was retired. */
export interface RetiredPost {
  status: number
  slugs: string[]
}

/** Posts that represent partners' articles in the forum. */
export function createArticlePosts({ database, clock, events, communities, reader }: Dependencies) {
  async function publishChange(tx: Transaction, row: PostSummaryRow): Promise<void> {
    const post = await reader.publicSummary(row, tx)
    events.publish(tx, { name: 'post.changed', payload: { postId: row.id, post } })
  }

  return {
    /** Creates the post of an article: a story without an author, unlisted until an operator lists it. */
    async createForArticle(
      tx: Transaction,
      article: { id: string; communityId: string; articleId: string; title: string },
    ): Promise<void> {
      const { id, communityId, articleId, title } = article
      const { connection } = tx
      const now = clock.now()
      const slug = await claimSlug({ connection, dialect: database.dialect }, { id, communityId, title })
      const row: PostRow = {
        ...emptyPost,
        id,
        community_id: communityId,
        kind: 'story',
        status: PostStatus.unlisted,
        title,
        slug,
        publisher_id: '',
        content: '{"blocks":[]}',
        article_id: articleId,
        hot: hotRank({ score: 0, createdAt: now, now }),
        active_at: now,
        created_at: now,
        updated_at: now,
      }
      await postRepository(connection).insert(row)
      await publishChange(tx, row)
    },
    /**
     * Updates a post from the metadata of its article's page. The slug stays, because links to the post exist already.
     */
    async describe(
      tx: Transaction,
      postId: string,
      about: { title?: string; excerpt?: string; heroImage?: Image },
    ): Promise<void> {
      const { heroImage, excerpt, ...texts } = about
      const repository = postRepository(tx.connection)
      const isOwn = (await repository.byId(postId))?.has_own_excerpt === 1
      const image = heroImage ? { hero_image: JSON.stringify(heroImage) } : {}
      // An excerpt written here is kept.
      const described = excerpt === undefined || isOwn ? {} : { excerpt }
      await repository.update(postId, { ...texts, ...described, ...image, updated_at: clock.now() })
      const row = await repository.summaryById(postId)
      if (row && isPublicPost(row.status)) await publishChange(tx, row)
    },
    /** Records that a post's poll now belongs to another post. */
    async movePollMark(tx: Transaction, { fromPostId, intoPostId }: { fromPostId: string; intoPostId: string }) {
      const repository = postRepository(tx.connection)
      await repository.update(fromPostId, { has_poll: 0 })
      await repository.update(intoPostId, { has_poll: 1 })
    },
    /** Hides a post whose article was merged into another; its addresses redirect to that article's post. */
    async retire(tx: Transaction, move: { fromPostId: string; intoPostId: string }): Promise<RetiredPost | null> {
      const { fromPostId } = move
      const repository = postRepository(tx.connection)
      const row = await repository.lock(fromPostId, database.dialect)
      if (!row) return null
      if (row.status === PostStatus.published) await communities.count(tx, row.community_id, { posts: -1 })
      const slugs = await repository.slugsOf(fromPostId)
      await repository.moveSlugs(slugs, move)
      await repository.update(fromPostId, { status: PostStatus.hiddenByAdmin, article_id: '', updated_at: clock.now() })
      const payload = { postId: fromPostId, post: null }
      events.publish(tx, { name: 'post.changed', payload })
      return { status: row.status, slugs }
    },
    /** Undoes `retire` when the articles are separated again. */
    async revive(
      tx: Transaction,
      about: { postId: string; fromPostId: string; articleId: string; retired: RetiredPost },
    ) {
      const { postId, fromPostId, articleId, retired } = about
      const repository = postRepository(tx.connection)
      const row = await repository.lock(postId, database.dialect)
      if (!row) return
      if (retired.status === PostStatus.published) await communities.count(tx, row.community_id, { posts: 1 })
      await repository.moveSlugs(retired.slugs, { fromPostId, intoPostId: postId })
      await repository.update(postId, { status: retired.status, article_id: articleId, updated_at: clock.now() })
      const revived = await repository.summaryById(postId)
      if (revived && isPublicPost(revived.status)) await publishChange(tx, revived)
    },
  }
}
