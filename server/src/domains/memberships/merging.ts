import { administers } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { AccountService } from '../accounts/service.ts'
import type { CommunityFacts, CommunityService } from '../communities/service.ts'
import {
  byCommunity,
  decidedSince,
  isSameRole,
  longest,
  type MergedStanding,
  type NotedMerge,
  type PersonStanding,
  type PresentStanding,
  personOf,
  unionOf,
} from './own-standing.ts'
import { type MembershipRow, membershipRepository } from './repository.ts'

/** Two accounts of a person, and what was kept with each merge into the main one, the first first. */
interface Merging {
  fromId: string
  intoId: string
  merges: NotedMerge[]
}

/**
 * How somebody stands in communities, when two of their accounts become one and when they part again, in whatever order:
 * with each merge is kept how its account stood by itself, and the main one, which has all that any of them has.
 */
export function createStandingMerger({
  database,
  communities,
  accounts,
}: {
  database: Database
  communities: Pick<CommunityService, 'count' | 'factsById'>
  accounts: Pick<AccountService, 'viewer'>
}) {
  /** Nobody bans owners and admins, so that none becomes banned by a merge either. */
  async function isAbove(unit: Unit, userId: string, community: CommunityFacts): Promise<boolean> {
    const role = await membershipRepository(unit.connection).roleOf(community.id, userId)
    return Boolean(role?.is_owner) || administers(await accounts.viewer(userId, ''), community.tokenName)
  }

  async function presentOf(unit: Unit, userId: string): Promise<PresentStanding> {
    const repository = membershipRepository(unit.connection)
    return {
      memberships: await repository.membershipsOf(userId),
      roles: await repository.rolesOf(userId),
      bans: await repository.bansOf(userId),
    }
  }

  /** The accounts as they stand by themselves at this moment. */
  async function personNow(unit: Unit, { intoId, merges }: Merging): Promise<PersonStanding> {
    const present = await presentOf(unit, intoId)
    return decidedSince(personOf(merges, present), present)
  }

  /** Gives accounts exactly these memberships, and counts once what that changes for a community. */
  async function setMemberships(unit: Unit, wanted: Map<string, MembershipRow[]>): Promise<void> {
    const repository = membershipRepository(unit.connection)
    const counts = new Map<string, number>()
    const count = (communityId: string, difference: number) =>
      void counts.set(communityId, (counts.get(communityId) ?? 0) + difference)
    for (const [userId, rows] of wanted) {
      const [present, next] = [byCommunity(await repository.membershipsOf(userId)), byCommunity(rows)]
      const isSame = (communityId: string) =>
        Number(present.get(communityId)?.joined_at) === Number(next.get(communityId)?.joined_at)
      for (const id of present.keys()) {
        if (!isSame(id) && (await repository.delete(id, userId))) count(id, -1)
      }
      for (const [id, row] of next) {
        if (!isSame(id) && (await repository.insert({ ...row, user_id: userId }, database.dialect))) count(id, 1)
      }
    }
    for (const [communityId, members] of [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      if (members !== 0) await communities.count(unit, communityId, { members })
    }
  }

  /** Bans are of the person: as long as the accounts are one, the main one is banned wherever any is, and for as long. */
  async function setBans(unit: Unit, mainId: string, person: PersonStanding): Promise<PersonStanding> {
    const repository = membershipRepository(unit.connection)
    const brought = []
    for (const userId of person.merged.keys()) brought.push(...(await repository.bansOf(userId)))
    const own = new Map(person.main.bans.map((ban) => [ban.communityId, ban.own]))
    const places = await communities.factsById([...own.keys(), ...brought.map((ban) => ban.community_id)])
    const bans: PersonStanding['main']['bans'] = []
    for (const community of places.values()) {
      const communityId = community.id
      const before = own.get(communityId) ?? null
      const all = [...(before ? [before] : []), ...brought.filter((ban) => ban.community_id === communityId)]
      const lasting = (await isAbove(unit, mainId, community)) ? null : longest(all)
      const shown = lasting && { ...lasting, user_id: mainId }
      if (shown) await repository.setBan(shown)
      else await repository.deleteBan(communityId, mainId)
      bans.push({ communityId, own: before, shown })
    }
    return { ...person, main: { ...person.main, bans } }
  }

  /** Gives the main account all that any of the accounts is; returns what is to be kept with each merge. */
  async function join(unit: Unit, mainId: string, person: PersonStanding): Promise<Map<string, MergedStanding>> {
    const repository = membershipRepository(unit.connection)
    const { roles } = unionOf(person)
    const present = byCommunity(await repository.rolesOf(mainId))
    for (const [communityId, role] of roles) {
      if (!isSameRole(role, present.get(communityId))) await repository.setRole({ ...role, user_id: mainId })
    }
    for (const communityId of present.keys()) {
      if (!roles.has(communityId)) await repository.deleteRole(communityId, mainId)
    }
    const { main, merged } = await setBans(unit, mainId, person)
    return new Map([...merged].map(([userId, own]) => [userId, { own, main }]))
  }

  return {
    /**
     * Gives memberships and roles of one account to another, which has both then; a ban of either is one of both. Returns
     * what is to be kept with each merge.
     */
    async giveTo(unit: Unit, merging: Merging): Promise<Map<string, MergedStanding>> {
      const { fromId, intoId } = merging
      const repository = membershipRepository(unit.connection)
      const person = await personNow(unit, merging)
      const { memberships, roles } = await presentOf(unit, fromId)
      person.merged.set(fromId, { memberships, roles })
      const joined = [...unionOf(person).memberships.values()]
      await setMemberships(
        unit,
        new Map([
          [fromId, []],
          [intoId, joined],
        ]),
      )
      for (const role of roles) await repository.deleteRole(role.community_id, fromId)
      return join(unit, intoId, person)
    },
    /**
     * Gives an account back what it was by itself; the main one keeps what it was itself and what the others are that are
     * still merged. Whatever was decided about the person since stays: a right that was taken is not given back, one that
     * was given is the main account's, a ban holds for both, and a community that was left stays left. Returns what is to be
     * kept with the other merges.
     */
    async giveBack(unit: Unit, merging: Merging): Promise<Map<string, MergedStanding>> {
      const { fromId, intoId } = merging
      const repository = membershipRepository(unit.connection)
      const person = await personNow(unit, merging)
      const { memberships, roles } = person.merged.get(fromId) ?? { memberships: [], roles: [] }
      person.merged.delete(fromId)
      const joined = [...unionOf(person).memberships.values()]
      await setMemberships(
        unit,
        new Map([
          [fromId, memberships],
          [intoId, joined],
        ]),
      )
      for (const role of roles) await repository.setRole({ ...role, user_id: fromId })
      return join(unit, intoId, person)
    },
  }
}
