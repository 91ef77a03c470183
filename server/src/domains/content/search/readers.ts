import { accountIdsOf, type Me, MUTE_PLACES, moderatedKinds, type PostKind, type Viewer } from '@stoa/contract'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MuteService } from '../../people/mutes/index.ts'
import { placesOf, type Rights } from './rights.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'ownersOfAccounts'>
  communities: Pick<CommunityService, 'require' | 'idsOf'>
  mutes: Pick<MuteService, 'of'>
}

/** Where somebody searches. */
export interface Scope {
  /** Only this community. Default: everywhere. */
  tokenName?: string | undefined
  /** Token name of the only community of this domain; null for all. */
  onlyCommunity: string | null
}

/** Resolves what a reader may find. */
export function createReaders({ accounts, communities, mutes }: Dependencies) {
  async function moderated(viewer: Viewer, kind: PostKind): Promise<readonly string[] | 'all'> {
    const { tokenNames, isEverywhere } = placesOf(viewer)
    if (isEverywhere) return 'all'
    return communities.idsOf(tokenNames.filter((tokenName) => moderatedKinds(viewer, tokenName).includes(kind)))
  }

  return {
    /** `place`: where the results are shown. Throws COMMUNITY_NOT_FOUND. */
    async rightsOf(
      viewer: Me | null,
      { tokenName, onlyCommunity }: Scope,
      place: 'search' | 'suggestions',
    ): Promise<Rights> {
      const name = onlyCommunity ?? tokenName
      const communityId = name === undefined ? null : (await communities.require(name)).id
      const [community, story, muted] = await Promise.all([
        moderated(viewer, 'community'),
        moderated(viewer, 'story'),
        mutes.of(viewer),
      ])
      const blocked = MUTE_PLACES[place].blockedBy === 'shown' ? muted.blockedByViewer : muted.blocked
      const people = [...new Set([...blocked, ...muted.users])]
      return {
        moderates: { community, story },
        communityId,
        without: {
          authors: people.length === 0 ? [] : [...(await accounts.ownersOfAccounts(people)).keys()],
          posts: [...muted.posts],
          // A community that the viewer has hidden is searched only if it is named.
          communities: communityId === null ? [...muted.communities] : [],
          topics: [...muted.topics],
          words: muted.words,
        },
        ownIds: viewer ? accountIdsOf(viewer) : [],
      }
    },
  }
}
