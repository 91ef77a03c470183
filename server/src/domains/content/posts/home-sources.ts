import { accountIdsOf, isHomeFeed, type Me, type PostListType } from '@stoa/contract'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { FollowService } from '../../people/follows/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { HomeSources } from './feeds.ts'

interface Dependencies extends Pick<MembershipsDomain, 'joinedCommunities'> {
  accounts: Pick<AccountService, 'mainIdsOf' | 'ownersOfAccounts'>
  communities: Pick<CommunityService, 'idsOf'>
  follows: Pick<FollowService, 'followedLast'>
}

/** Number of communities, visited last, and of people, followed last, whose posts the viewer's own feed shows. */
const HOME_COMMUNITIES = 60
const HOME_PEOPLE = 100

export type HomeSourcesOf = ReturnType<typeof createHomeSources>

const NONE: HomeSources = { communityIds: [], publisherIds: [] }

/** Resolves what the viewer's own feed collects. Other lists collect nothing. */
export function createHomeSources({ joinedCommunities, accounts, communities, follows }: Dependencies) {
  async function joined(viewer: Me, about: Scope): Promise<string[]> {
    const items = await joinedCommunities(viewer, about.community?.tokenName ?? null)
    const ids = await communities.idsOf(items.slice(0, HOME_COMMUNITIES).map(({ tokenName }) => tokenName))
    return ids.filter((id) => !about.withoutIds.includes(id))
  }

  /** All accounts of the followed people. */
  async function followed(viewer: Me): Promise<string[]> {
    const ids = await follows.followedLast(accountIdsOf(viewer), HOME_PEOPLE)
    if (ids.length === 0) return []
    const owners = await accounts.ownersOfAccounts(await accounts.mainIdsOf(ids))
    return [...owners.keys()]
  }

  return async (viewer: Me | null, about: Scope & { type: PostListType }): Promise<HomeSources> => {
    if (!viewer || !isHomeFeed(about.type)) return NONE
    const [communityIds, publisherIds] = await Promise.all([
      about.type === 'followed' ? [] : joined(viewer, about),
      about.type === 'joined' ? [] : followed(viewer),
    ])
    return { communityIds, publisherIds }
  }
}

interface Scope {
  /** The only community whose posts are wanted; null for all. */
  community: { tokenName: string } | null
  /** Communities to leave out. */
  withoutIds: readonly string[]
}
