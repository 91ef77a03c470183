import type { CallInput, PostSummary } from '@stoa/contract'
import { expect } from 'vitest'
import { hotRank, postScore } from '../src/domains/content/posts/feeds.ts'
import { emptyPost, type PostRow, postRepository } from '../src/domains/content/posts/repository.ts'
import { startTestApp } from './harness.ts'
import { seedCommunity } from './seed-community.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** A post of some age; other fields default to those of a new post. */
export interface Seed extends Partial<Omit<PostRow, 'created_at'>> {
  title: string
  /** Age in hours. */
  age?: number
}

/** Two communities to read feeds of, an author and a moderator. */
export type Feeds = Awaited<ReturnType<typeof startFeeds>>

/** Starts an application with FORUM, which has topics, and GARDEN, which has none. */
export async function startFeeds() {
  const stoa = await startTestApp()
  const { communities, memberships } = stoa.app.services
  const forum = await seedCommunity(stoa, { flairs: ['Ideas', 'Help'] })
  const garden = await seedCommunity(stoa, { tokenName: 'GARDEN' })
  const flairs = (await communities.get('FORUM')).activeFlairs
  const author = await stoa.member('ada_demo', { join: ['FORUM'] })
  const moderator = await stoa.member('mod_demo', { join: ['FORUM'] })
  await memberships.setRole(forum, moderator.id, { permissions: ['hideContent'] })
  let seeded = 0

  /** Inserts posts directly, in the state they would have at their age. */
  async function seed(posts: Seed[]): Promise<void> {
    const now = stoa.clock.now()
    const rows = posts.map(({ age = 0, ...about }): PostRow => {
      const created_at = now - age * HOUR
      const counts = { up: about.up_count ?? 0, down: about.down_count ?? 0, comments: about.num_comments ?? 0 }
      const id = stoa.app.ids.next()
      const score = postScore(counts)
      return {
        ...emptyPost,
        id,
        community_id: forum,
        kind: 'community',
        status: 0,
        slug: `s-${seeded++}`,
        publisher_id: author.id,
        content: '{"blocks":[]}',
        score,
        hot: hotRank({ score, createdAt: created_at, now }),
        active_at: created_at,
        created_at,
        updated_at: created_at,
        ...about,
      }
    })
    for (let from = 0; from < rows.length; from += 50) {
      await stoa.database.transaction(({ connection }) => connection('posts').insert(rows.slice(from, from + 50)))
    }
    await stoa.database.transaction(({ connection }) => postRepository(connection).moveBands(now))
  }

  const list = (query: CallInput<'postList'>, token?: string) => stoa.call('postList', query, token ? { token } : {})

  return {
    stoa,
    forum,
    garden,
    flairs,
    author,
    moderator,
    seed,
    list,
    async titles(query: CallInput<'postList'>, token?: string): Promise<string[]> {
      const { status, body } = await list(query, token)
      expect([status, body.code]).toEqual([200, undefined])
      return body.payload.items.map((item) => item.title)
    },
    /** All items of a list, read page by page. */
    async all(query: CallInput<'postList'>): Promise<PostSummary[]> {
      const items: PostSummary[] = []
      let cursor: string | undefined
      do {
        const { payload } = (await list({ ...query, ...(cursor ? { cursor } : {}) })).body
        items.push(...payload.items)
        expect(payload.hasMore).toBe(payload.cursor !== null)
        cursor = payload.cursor ?? undefined
      } while (cursor)
      return items
    },
  }
}
