import {
  accountIdsOf,
  type Me,
  type MuteCause,
  moderatedKinds,
  muteEffect,
  type PostKind,
  type Viewer,
} from '@stoa/contract'
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
    /** What a reader may find, place by place. Throws COMMUNITY_NOT_FOUND. */
    async rightsOf(
      viewer: Me | null,
      { tokenName, onlyCommunity }: Scope,
    ): Promise<(place: 'search' | 'suggestions') => Rights> {
      const name = onlyCommunity ?? tokenName
      const communityId = name === undefined ? null : (await communities.require(name)).id
      const [community, story, muted] = await Promise.all([
        moderated(viewer, 'community'),
        moderated(viewer, 'story'),
        mutes.of(viewer),
      ])
      const people = [...new Set([...muted.blocked, ...muted.blockedBy, ...muted.users])]
      const owners = people.length === 0 ? [] : [...(await accounts.ownersOfAccounts(people))]
      return (place) => {
        /** Of these, those that the place leaves out. */
        const leftOut = (cause: MuteCause, values: Iterable<string>) =>
          muteEffect(place, cause) === 'leftOut' ? [...values] : []
        const authors = new Set([
          ...leftOut('blocked', muted.blocked),
          ...leftOut('blockedBy', muted.blockedBy),
          ...leftOut('user', muted.users),
        ])
        return {
          moderates: { community, story },
          communityId,
          without: {
            authors: owners.flatMap(([id, ownerIds]) => (ownerIds.some((owner) => authors.has(owner)) ? id : [])),
            posts: leftOut('post', muted.posts),
            // A community that the viewer has hidden is searched only if it is named.
            communities: communityId === null ? leftOut('community', muted.communities) : [],
            topics: leftOut('topic', muted.topics),
            words: leftOut('word', muted.words),
          },
          ownIds: viewer ? accountIdsOf(viewer) : [],
        }
      }
    },
  }
}
