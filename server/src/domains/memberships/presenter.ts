import type { Member, User } from '@stoa/contract'
import type { MemberRow } from './repository.ts'

export function presentMember(row: MemberRow, profile: User): Member {
  return {
    userId: profile.id,
    username: profile.username,
    displayName: profile.displayName,
    slugUrl: profile.slugUrl,
    imageUrl: profile.profileImageUrl,
    joinedAt: Number(row.joined_at),
    isPartner: Boolean(row.can_sell),
  }
}
