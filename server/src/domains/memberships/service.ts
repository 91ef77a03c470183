import { canJoin, type Me, type Permission } from '@stoa/contract'
import type { Database } from '../../db/database.ts'
import { type Events, rooms } from '../../events/events.ts'
import type { Clock } from '../../lib/clock.ts'
import { assertAllowed } from '../../lib/domain-error.ts'
import type { OriginService } from '../articles/origins.ts'
import type { CommunityService } from '../communities/service.ts'
import { membershipRepository } from './repository.ts'

/** How a user stands in all communities: what permission rules look at. */
export type Standing = Pick<
  Me,
  'joinedCommunities' | 'bannedCommunities' | 'tokenOwner' | 'tokenPermissions' | 'enableSell' | 'moderator'
>

export interface Role {
  owner?: boolean
  moderator?: boolean
  canSell?: boolean
  permissions?: Permission[]
}

interface Dependencies {
  database: Database
  clock: Clock
  events: Events
  communities: CommunityService
  origins: OriginService
}

export type MembershipService = ReturnType<typeof createMembershipService>

export function createMembershipService({ database, clock, events, communities, origins }: Dependencies) {
  async function standingOf(userId: string): Promise<Standing> {
    const rows = await membershipRepository(database.read).standingOf(userId)
    const names = (chosen: (row: (typeof rows)[number]) => unknown) => rows.filter(chosen).map((row) => row.token_name)
    return {
      joinedCommunities: names((row) => row.joined),
      bannedCommunities: Object.fromEntries(
        rows.filter((row) => row.banned_until !== null).map((row) => [row.token_name, Number(row.banned_until)]),
      ),
      tokenOwner: names((row) => row.is_owner),
      tokenPermissions: Object.fromEntries(
        rows
          .map((row) => [row.token_name, JSON.parse(row.permissions ?? '[]') as Permission[]] as const)
          .filter(([, permissions]) => permissions.length > 0),
      ),
      enableSell: names((row) => row.can_sell),
      moderator: names((row) => row.is_moderator),
    }
  }

  return {
    standingOf,
    /** Joins or leaves; asking for what is already so changes nothing. */
    async join(viewer: Me, change: { tokenName: string; join: boolean }) {
      const { id: communityId, tokenName } = await communities.require(change.tokenName)
      assertAllowed(canJoin(viewer, tokenName, { join: change.join, now: clock.now() }))
      await origins.checkSite(viewer, communityId)
      await database.transaction(async (unit) => {
        const memberships = membershipRepository(unit.connection)
        const changed = change.join
          ? await memberships.insert(
              { community_id: communityId, user_id: viewer.id, joined_at: clock.now() },
              database.dialect,
            )
          : await memberships.delete(communityId, viewer.id)
        if (!changed) return
        await communities.count(unit, communityId, { members: change.join ? 1 : -1 })
        events.publish(unit, { name: 'viewer.changed', room: rooms.user(viewer.id), payload: { userId: viewer.id } })
      })
      const { joinedCommunities } = await standingOf(viewer.id)
      return { community: await communities.get(tokenName), joinedCommunities }
    },
    /** Sets a user's role in a community; the caller has checked who may. */
    async setRole(communityId: string, userId: string, role: Role): Promise<void> {
      await database.transaction(async (unit) => {
        await membershipRepository(unit.connection).setRole({
          community_id: communityId,
          user_id: userId,
          is_owner: Number(role.owner ?? false),
          is_moderator: Number(role.moderator ?? false),
          can_sell: Number(role.canSell ?? false),
          permissions: JSON.stringify(role.permissions ?? []),
        })
        events.publish(unit, { name: 'viewer.changed', room: rooms.user(userId), payload: { userId } })
      })
    },
  }
}
