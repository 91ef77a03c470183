import { test } from 'vitest'
import { startFeeds } from '../../../../test/feeds.ts'
import { feedOf } from './feeds.ts'
import { postRepository } from './repository.ts'

test('measure', async () => {
  const feeds = await startFeeds()
  const communityIds = Array.from({ length: 60 }, () => feeds.stoa.app.ids.next())
  const publisherIds = Array.from({ length: 100 }, () => feeds.stoa.app.ids.next())
  for (let part = 0; part < 24; part++)
    await feeds.seed(
      Array.from({ length: 2500 }, (_, i) => {
        const n = part * 2500 + i
        return {
          title: `${n}`,
          age: (n * 37) % 8000,
          kind: n % 5 === 0 ? ('story' as const) : ('community' as const),
          community_id: communityIds[n % 60]!,
          publisher_id: publisherIds[(n * 7) % 100]!,
          up_count: n % 200,
        }
      }),
    )
  if (feeds.stoa.database.dialect.name === 'mysql')
    await feeds.stoa.database.transaction(({ connection }) => connection.raw('analyze table posts'))
  const out: unknown[] = []
  for (const [c, p] of [
    [60, 100],
    [20, 30],
    [5, 10],
  ] as const)
    for (const sort of ['new', 'active', 'hot', 'top'] as const) {
      const feed = feedOf(
        {
          type: 'home',
          communityId: null,
          flairId: null,
          userIds: [],
          moderatedKinds: [],
          sort,
          since: 'all',
          sources: { communityIds: communityIds.slice(0, c), publisherIds: publisherIds.slice(0, p) },
        },
        feeds.stoa.clock.now(),
      )
      const run = () => postRepository(feeds.stoa.database.read).feed(feed, { position: null, limit: 21 })
      await run()
      const t = performance.now()
      for (let i = 0; i < 10; i++) await run()
      out.push([c, p, sort, feed.ranges.length, Math.round(performance.now() - t) / 10])
    }
  console.log(JSON.stringify(out))
  await feeds.stoa.close()
}, 600_000)
