import {
  type CallOutput,
  type CallParsedInput,
  type CommunityRole,
  LEADERBOARD_PERIOD,
  LEADERBOARD_SIZE,
  type LeaderboardEntry,
  type User,
  type Viewer,
} from '@stoa/contract'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../accounts/index.ts'
import type { CommunityService } from '../communities/index.ts'
import { dayOf, periodOf } from './periods.ts'
import { reputationRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  communities: Pick<CommunityService, 'require'>
  accounts: Pick<AccountService, 'profilesById'>
}

type RoleOf = (communityId: string, userId: string) => CommunityRole | undefined
/** Of memberships, a later domain. */
type RolesAmong = (about: { communityIds: string[]; profiles: ReadonlyMap<string, User> }) => Promise<RoleOf>

/** Lists the people with the most points in a community, without banned ones. */
export function createLeaderboard({ database, clock, communities, accounts }: Dependencies) {
  return async (
    viewer: Viewer,
    { tokenName, period: name = LEADERBOARD_PERIOD }: CallParsedInput<'communityLeaderboard'>,
    rolesAmong: RolesAmong,
  ): Promise<CallOutput<'communityLeaderboard'>> => {
    const { id: communityId } = await communities.require(tokenName)
    const now = clock.now()
    const about = { communityId, period: periodOf(name, dayOf(now)), now }
    const repository = reputationRepository(database.read)
    const rows = await repository.leaders({ ...about, limit: LEADERBOARD_SIZE })
    const points = viewer ? await repository.rankedPoints({ ...about, userId: viewer.id }) : 0
    const [profiles, above] = await Promise.all([
      accounts.profilesById([...rows.map((row) => row.user_id), ...(viewer ? [viewer.id] : [])]),
      points > 0 ? repository.countAbove({ ...about, points }) : 0,
    ])
    const roleOf = await rolesAmong({ communityIds: [communityId], profiles })
    const entries = rows.flatMap((row) => {
      const profile = profiles.get(row.user_id)
      return profile && !profile.deleted ? [{ profile, points: row.points, role: roleOf(communityId, profile.id) }] : []
    })
    const ownProfile = viewer && profiles.get(viewer.id)
    return {
      items: entries.map((entry) =>
        presentEntry(entry, entries.findIndex((other) => other.points === entry.points) + 1),
      ),
      own:
        ownProfile && points > 0
          ? presentEntry({ profile: ownProfile, points, role: roleOf(communityId, ownProfile.id) }, above + 1)
          : null,
    }
  }
}

function presentEntry(
  { profile, points, role }: { profile: User; points: number; role: CommunityRole | undefined },
  rank: number,
): LeaderboardEntry {
  const { id: userId, username, displayName, slugUrl, profileImageUrl: imageUrl } = profile
  return { rank, userId, username, displayName, slugUrl, imageUrl, ...(role ? { role } : {}), points }
}
