import { postPath } from '@stoa/contract'
import type { Platform } from '../../../platform/platform.ts'
import { type CommunityService, inCommunity } from '../../people/communities/index.ts'
import { type PostRow, postRepository } from './repository.ts'

/** Posts per part of a site map. The protocol allows 50,000. */
const PART_SIZE = 10_000
/** Maximum number of parts of one kind, to bound a request. */
const PARTS_MAX = 1000
const KINDS = ['story', 'community'] as const

/** A range of published posts of one kind by creation time: `from` inclusive, `to` exclusive; null: no end. */
export interface SitemapPart {
  kind: PostRow['kind']
  from: number
  to: number | null
}

/** A page that search engines may index. */
export interface SitemapEntry {
  path: string
  /** Time of the last change of its content. */
  changedAt: number
}

/** Published posts for search engines, in parts read from an index. */
export function createSitemap(about: Pick<Platform, 'database'> & { communities: CommunityService }) {
  const { database, communities } = about
  const scope = async (onlyCommunity: string | null) =>
    onlyCommunity === null ? {} : { community_id: (await communities.require(onlyCommunity)).id }

  return {
    /** `onlyCommunity`: the token name of the only community to list; null for all. */
    async sitemapParts(onlyCommunity: string | null): Promise<SitemapPart[]> {
      const equal = await scope(onlyCommunity)
      const repository = postRepository(database.read)
      const parts: SitemapPart[] = []
      for (const kind of KINDS) {
        let from = 0
        for (let count = 0; count < PARTS_MAX; count += 1) {
          const to = await repository.publishedAfter({ ...equal, kind }, { from, offset: PART_SIZE })
          parts.push({ kind, from, to })
          if (to === null) break
          from = to
        }
      }
      return parts
    },
    /** The posts of a part. For an invented range, at most twice its size. */
    async sitemapEntries({ kind, from, to }: SitemapPart, onlyCommunity: string | null): Promise<SitemapEntry[]> {
      const rows = await postRepository(database.read).publishedBetween(
        { ...(await scope(onlyCommunity)), kind },
        { from, to, limit: 2 * PART_SIZE },
      )
      const facts = await communities.factsById(rows.map((row) => row.community_id))
      return rows.flatMap((row) => {
        const community = facts.get(row.community_id)
        if (!community) return []
        const path = postPath({ ...inCommunity(community), slugUrl: row.slug, kind })
        return [{ path, changedAt: Math.max(row.active_at, row.edited_at, row.created_at) }]
      })
    },
  }
}
