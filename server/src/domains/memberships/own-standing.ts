import type { BanRow, MembershipRow, RoleRow } from './repository.ts'

/** What an account is in communities by itself, whatever was merged into it. */
export interface OwnStanding {
  memberships: MembershipRow[]
  roles: RoleRow[]
}

/** A ban of the main account: its own, and the one that it was given as long as the accounts are one. Null: none. */
export interface MainBan {
  communityId: string
  own: BanRow | null
  shown: BanRow | null
}

/** How each account of a person stands by itself: the main one has everything that any of them has. */
export interface PersonStanding {
  main: OwnStanding & { bans: MainBan[] }
  /** What was merged into it, the first first. Their bans stay with them. */
  merged: Map<string, OwnStanding>
}

/** How an account stands now, as it is stored. */
export interface PresentStanding extends OwnStanding {
  bans: BanRow[]
}

/** What is kept with a merge: how the account that was given up stood, and the main one. */
export interface MergedStanding {
  own: OwnStanding
  main: PersonStanding['main']
}

/** What versions before this one kept: what has moved with this one merge. Merges of the first of them know of no bans. */
interface FormerNotes {
  memberships: { row: MembershipRow; hasMoved: boolean }[]
  roles: { given: RoleRow; before: RoleRow | null }[]
  bans?: { communityId: string; before: BanRow | null; after: BanRow | null }[]
}

/** A merge, and what was kept with it. */
export interface NotedMerge {
  userId: string
  standing: MergedStanding | FormerNotes
}

/** The person whose accounts were merged, from what was kept with each merge, the first merge first. */
export function personOf(merges: NotedMerge[], present: PresentStanding): PersonStanding {
  const merged = new Map<string, OwnStanding>()
  const former: FormerNotes[] = []
  let main: PersonStanding['main'] | null = null
  for (const { userId, standing } of merges) {
    if ('own' in standing) {
      merged.set(userId, standing.own)
      main = standing.main
    } else {
      const { memberships, roles } = standing
      merged.set(userId, { memberships: memberships.map(({ row }) => row), roles: roles.map(({ given }) => given) })
      former.push(standing)
    }
  }
  return { main: main ?? mainBefore(former, present), merged }
}

/** How the main account stood before merges that only kept what each of them changed. */
function mainBefore(former: FormerNotes[], { memberships, roles, bans }: PresentStanding): PersonStanding['main'] {
  const notes = {
    roles: former.flatMap((one) => one.roles),
    bans: former.flatMap((one) => one.bans ?? []),
  }
  const moved = new Set(
    former.flatMap((one) => one.memberships.filter(({ hasMoved }) => hasMoved).map(({ row }) => row.community_id)),
  )
  const before = new Map(roles.map((role) => [role.community_id, role as RoleRow | null]))
  for (const role of notes.roles.toReversed()) before.set(role.given.community_id, role.before)
  const mainBans = new Map(
    bans.map((ban): [string, MainBan] => [ban.community_id, { communityId: ban.community_id, own: ban, shown: ban }]),
  )
  for (const { communityId, after } of notes.bans) mainBans.set(communityId, { communityId, own: null, shown: after })
  for (const { communityId, before: own } of notes.bans.toReversed()) {
    mainBans.set(communityId, { communityId, own, shown: mainBans.get(communityId)?.shown ?? null })
  }
  return {
    memberships: memberships.filter((row) => !moved.has(row.community_id)),
    roles: [...before.values()].filter((role) => role !== null),
    bans: [...mainBans.values()],
  }
}

/**
 * Lays what was decided about the person since they last merged or parted upon the accounts: what was given is the main
 * account's, what was taken has none of them any more.
 */
export function decidedSince(person: PersonStanding, present: PresentStanding): PersonStanding {
  const { main, merged } = person
  const { memberships: joined, roles: known } = unionOf(person)
  const memberships = byCommunity(present.memberships)
  const isAsItWas = ({ community_id: id }: MembershipRow) =>
    Number(joined.get(id)?.joined_at) === Number(memberships.get(id)?.joined_at)
  const roles = byCommunity(present.roles)
  const change = (own: OwnStanding, given: (communityId: string) => string[]): RoleRow[] => {
    const before = byCommunity(own.roles)
    const ids = [...new Set([...before.keys(), ...roles.keys()])]
    return ids.flatMap((id) => {
      const now = rightsOf(roles.get(id))
      const kept = rightsOf(before.get(id)).filter((right) => now.includes(right))
      return roleWith([...kept, ...given(id)], { community_id: id, user_id: '' })
    })
  }
  const news = (id: string) => {
    const before = rightsOf(known.get(id))
    return rightsOf(roles.get(id)).filter((right) => !before.includes(right))
  }
  const others = [...merged].map(([userId, own]): [string, OwnStanding] => [
    userId,
    { memberships: own.memberships.filter(isAsItWas), roles: change(own, () => []) },
  ])
  const joinedSince = present.memberships.filter((membership) => !isAsItWas(membership))
  const mainRoles = change(main, news)
  const owned = mainRoles.filter((role) => role.is_owner).map((role) => role.community_id)
  return {
    main: {
      memberships: [...main.memberships.filter(isAsItWas), ...joinedSince],
      roles: mainRoles,
      // Nobody bans an owner: whoever became one by a decision has no ban to come back.
      bans: bansSince(main.bans, present.bans).map((ban) =>
        owned.includes(ban.communityId) ? { ...ban, own: null } : ban,
      ),
    },
    merged: new Map(others),
  }
}

/** A ban that is not the one which was shown was decided on the person since, and so was that there is none. */
function bansSince(known: MainBan[], present: BanRow[]): MainBan[] {
  const now = byCommunity(present)
  const ids = new Set([...known.map((ban) => ban.communityId), ...now.keys()])
  return Array.from(ids, (communityId) => {
    const shown = now.get(communityId) ?? null
    const before = known.find((ban) => ban.communityId === communityId) ?? { own: null, shown: null }
    return { communityId, own: isSameBan(before.shown, shown) ? before.own : shown, shown }
  })
}

/** What was kept with a merge, with the main account's bans changed. */
export function withBans(standing: NotedMerge['standing'], change: (ban: MainBan) => MainBan): NotedMerge['standing'] {
  if ('own' in standing) return { ...standing, main: { ...standing.main, bans: standing.main.bans.map(change) } }
  const bans = (standing.bans ?? []).map(({ communityId, before, after }) => {
    const { own, shown } = change({ communityId, own: before, shown: after })
    return { communityId, before: own, after: shown }
  })
  return { ...standing, bans }
}

/** Everything that any account of the person is: each community once, a membership as that of who brought it first. */
export function unionOf({ main, merged }: Pick<PersonStanding, 'main' | 'merged'>) {
  const owns = [main, ...merged.values()]
  const memberships = byCommunity(owns.flatMap((own) => own.memberships).toReversed())
  const roles = new Map<string, RoleRow>()
  for (const role of owns.flatMap((own) => own.roles)) {
    const rights = [...rightsOf(roles.get(role.community_id)), ...rightsOf(role)]
    for (const one of roleWith(rights, role)) roles.set(role.community_id, one)
  }
  return { memberships, roles }
}

const FLAGS = ['is_owner', 'is_moderator', 'can_sell'] as const

/** All that somebody may by a role, as words that no two rights share. */
function rightsOf(role: RoleRow | undefined): string[] {
  return role ? [...FLAGS.filter((flag) => Boolean(role[flag])), ...(JSON.parse(role.permissions) as string[])] : []
}

/** The role with some rights; none where there are none. */
function roleWith(rights: string[], { community_id, user_id }: Pick<RoleRow, 'community_id' | 'user_id'>): RoleRow[] {
  if (rights.length === 0) return []
  const [is_owner, is_moderator, can_sell] = FLAGS.map((flag) => Number(rights.includes(flag)))
  const permissions = [...new Set(rights)].filter((right) => !FLAGS.some((flag) => flag === right))
  return [
    {
      community_id,
      user_id,
      is_owner: is_owner ?? 0,
      is_moderator: is_moderator ?? 0,
      can_sell: can_sell ?? 0,
      permissions: JSON.stringify(permissions),
    },
  ]
}

/** True when two roles are the same rights. */
export function isSameRole(one: RoleRow | undefined, other: RoleRow | undefined): boolean {
  return rightsOf(one).toSorted().join() === rightsOf(other).toSorted().join()
}

function isSameBan(one: BanRow | null, other: BanRow | null): boolean {
  if (one === null || other === null) return one === other
  return (['until', 'created_at'] as const).every((time) => Number(one[time]) === Number(other[time]))
}

/** Of some bans the one that lasts longest, of two that last as long the first; null: there is none. */
export function longest(bans: BanRow[]): BanRow | null {
  return bans.reduce<BanRow | null>((found, ban) => (found && lasts(found) >= lasts(ban) ? found : ban), null)
}

function lasts({ until }: BanRow): number {
  return Number(until) === 0 ? Number.POSITIVE_INFINITY : Number(until)
}

/** Rows by their communities; of two of one community the last. */
export function byCommunity<Row extends { community_id: string }>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.community_id, row]))
}
