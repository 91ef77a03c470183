import { type Me, moderatedKinds, type PostKind, type Viewer } from '@stoa/contract'
import type { CommunityService } from '../../people/communities/index.ts'
import { placesOf, type Rights } from './rights.ts'

interface Dependencies {
  communities: Pick<CommunityService, 'require' | 'idsOf'>
}

/** Where somebody searches. */
export interface Scope {
  /** Only this community. Default: everywhere. */
  tokenName?: string | undefined
  /** Token name of the only community of this domain; null for all. */
  onlyCommunity: string | null
}

/** Resolves what a reader may find. */
export function createReaders({ communities }: Dependencies) {
  async function moderated(viewer: Viewer, kind: PostKind): Promise<readonly string[] | 'all'> {
    const { tokenNames, isEverywhere } = placesOf(viewer)
    if (isEverywhere) return 'all'
    return communities.idsOf(tokenNames.filter((tokenName) => moderatedKinds(viewer, tokenName).includes(kind)))
  }

  return {
    /** Throws COMMUNITY_NOT_FOUND. */
    async rightsOf(viewer: Me | null, { tokenName, onlyCommunity }: Scope): Promise<Rights> {
      const name = onlyCommunity ?? tokenName
      const communityId = name === undefined ? null : (await communities.require(name)).id
      const [community, story] = await Promise.all([moderated(viewer, 'community'), moderated(viewer, 'story')])
      // A community that the viewer has hidden is searched only if it is named.
      const hidden = viewer && communityId === null ? await communities.idsOf(viewer.hiddenCommunities) : []
      return {
        moderates: { community, story },
        communityId,
        without: { authors: [], posts: [], communities: hidden, topics: [], words: [] },
      }
    },
  }
}
