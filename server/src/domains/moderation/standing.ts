import { administers, type Me, type PersonFacts, type Standing } from '@stoa/contract'
import type { MembershipService } from '../memberships/service.ts'

type InCommunity = Awaited<ReturnType<MembershipService['standingIn']>>

/** What rules need to know of a person who is decided about. */
export function factsOf(person: Me, tokenName: string, { role }: InCommunity): PersonFacts {
  const { id: userId, networkAdmin } = person
  const domainAdmin = administers(person, tokenName)
  return { userId, tokenName, networkAdmin, domainAdmin, owner: role.owner, permissions: role.permissions }
}

/** How somebody stands in a community, as those who manage it are told. */
export function standingOf(
  { isMember, role, ban }: InCommunity,
  about: Pick<Standing, 'userId' | 'tokenName' | 'contentHidden'>,
): Standing {
  const { owner, moderator, canSell, permissions } = role
  return { ...about, isMember, isOwner: owner, isModerator: moderator, isPartner: canSell, permissions, ban }
}
