import { COMMUNITY_FACES_MAX, type Community, type Page } from '@stoa/contract'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../accounts/index.ts'
import { membershipRepository } from './repository.ts'

/** Adds the newest members to a page of communities. Two queries, whatever its length. */
export function createFaces({ database, accounts }: Pick<Platform, 'database'> & { accounts: AccountService }) {
  return async ({ items, ...end }: Page<Community>): Promise<Page<Community>> => {
    if (items.length === 0) return { items, ...end }
    const rows = await membershipRepository(database.read).newestOf(
      items.map(({ id }) => id),
      COMMUNITY_FACES_MAX,
    )
    const profiles = await accounts.profilesById(rows.map(({ user_id }) => user_id))
    const facesOf = (id: string) =>
      rows.flatMap(({ community_id, user_id }) => {
        const profile = community_id === id ? profiles.get(user_id) : undefined
        if (!profile || profile.deleted) return []
        return { userId: profile.id, displayName: profile.displayName, imageUrl: profile.profileImageUrl }
      })
    return { items: items.map((community) => ({ ...community, faces: facesOf(community.id) })), ...end }
  }
}
