import { PostStatus } from '@stoa/contract'
import type { TestApp } from './harness.ts'

const WORDS = [{ type: 'paragraph', data: { text: 'Some words.' } }]
let seeded = 0

/** Inserts a post of the community directly, by default a published one, counts it and returns its id. */
export async function seedPost(
  stoa: TestApp,
  about: {
    communityId: string
    publisherId?: string
    status?: number
    kind?: 'community' | 'story'
    blocks?: { type: string; data: object }[]
  },
): Promise<string> {
  const { communityId, publisherId = '', status = PostStatus.published, kind = 'community', blocks = WORDS } = about
  const id = stoa.app.ids.next()
  const now = stoa.clock.now()
  const slug = `seeded-post-${(seeded += 1)}`
  await stoa.database.transaction(async ({ connection }) => {
    await connection('posts').insert({
      id,
      community_id: communityId,
      kind,
      status,
      title: 'A post to talk about',
      slug,
      publisher_id: publisherId,
      content: JSON.stringify({ blocks }),
      active_at: now,
      created_at: now,
      updated_at: now,
    })
    await connection('post_slugs').insert({ community_id: communityId, slug, post_id: id })
    if (status === PostStatus.published)
      await connection('communities').where({ id: communityId }).increment('total_posts')
  })
  return id
}
