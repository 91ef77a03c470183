import { type CallOutput, type Me, PAGE_SIZE_MAX } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunityService } from '../communities/index.ts'
import { membershipRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database'>, Pick<AccountsDomain, 'visits'> {
  communities: Pick<CommunityService, 'linksOf'>
}

/**
 * Lists the communities that a person has joined, last visited first, without archived ones. `onlyCommunity`: token
 * name of the only community considered; null for all.
 */
export function createJoinedCommunities({ database, communities, visits }: Dependencies) {
  return async (viewer: Me, onlyCommunity: string | null): Promise<CallOutput<'joinedList'>['items']> => {
    const memberships = await membershipRepository(database.read).membershipsOf(viewer.id)
    const ids = memberships.map((row) => row.community_id)
    const [links, lastVisits] = await Promise.all([communities.linksOf(ids), visits.lastVisits(viewer.id, ids)])
    const joinedAt = new Map(memberships.map((row) => [row.community_id, Number(row.joined_at)]))
    return links
      .filter(({ tokenName }) => onlyCommunity === null || tokenName === onlyCommunity)
      .map(({ id, activeAt, ...link }) => {
        const seenAt = Math.max(lastVisits.get(id) ?? 0, joinedAt.get(id) ?? 0)
        return { seenAt, link: { ...link, hasNew: activeAt > seenAt } }
      })
      .toSorted((one, other) => other.seenAt - one.seenAt || (one.link.title < other.link.title ? -1 : 1))
      .slice(0, PAGE_SIZE_MAX)
      .map(({ link }) => link)
  }
}

/** Records that a person has seen the posts of the communities that they have joined, or of one of them. */
export function createJoinedVisits({ visits }: Pick<Dependencies, 'visits'>) {
  return async (tx: Transaction, viewer: Me, onlyId: string | null): Promise<void> => {
    const memberships = await membershipRepository(tx.connection).membershipsOf(viewer.id)
    const ids = memberships.map((row) => row.community_id).filter((id) => onlyId === null || id === onlyId)
    await visits.visitAll(tx, viewer.id, ids)
  }
}
