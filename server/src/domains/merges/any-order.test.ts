import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../test/forum.ts'
import { mergingPeople } from '../../../test/merging.ts'
import { checkDatabase } from '../../db/check.ts'

let forum: Forum
let next = 0
const { undo } = mergingPeople(() => forum.stoa, 'order')

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const RIGHTS = ['owner', 'moderator', 'canSell', 'banUser', 'pinPost'] as const
type Right = (typeof RIGHTS)[number]

interface Ban {
  reason: string
  lasts: number
}

/** An account as it stands by itself. */
interface Account {
  id: string
  username: string
  isMember: boolean
  rights: Set<Right>
  ban: Ban | null
  /** What was merged into it, in this order. */
  merged: Account[]
  /** The ban that it has as long as it is the main one. */
  shown: Ban | null
  /** Whose rights were that the person has lost since the last merge or parting. */
  lost: Map<Right, Account[]>
}

interface Step {
  kind: 'merge' | 'part' | 'right' | 'membership' | 'ban' | 'lift'
  who: number
  other: number
  right: Right
  timeframe: 0 | 1 | 7
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('merge', 'merge', 'merge', 'part', 'part', 'right', 'right', 'membership', 'ban', 'lift'),
  who: fc.nat(3),
  other: fc.nat(3),
  right: fc.constantFrom(...RIGHTS),
  timeframe: fc.constantFrom(0, 1, 7),
})

/** How somebody stands before the first merge. */
interface Beginning extends Pick<Step, 'timeframe'> {
  isMember: boolean
  rights: Right[]
  isBanned: boolean
}

const beginning: fc.Arbitrary<Beginning> = fc.record({
  isMember: fc.boolean(),
  rights: fc.subarray([...RIGHTS]),
  isBanned: fc.boolean(),
  timeframe: fc.constantFrom(0, 1, 7),
})

const nobody: Beginning = { isMember: false, rights: [], isBanned: false, timeframe: 0 }
const plain = { other: 0, right: 'owner' as const, timeframe: 0 as const }

/** A ban is lifted by an account that has parted, while the other one that it fell on is an owner by a merge. */
const LIFTED_WHERE_COVERED: [Beginning[], Step[]] = [
  [nobody, nobody, nobody, nobody],
  [
    { ...plain, kind: 'right', who: 2 },
    { ...plain, kind: 'merge', who: 1 },
    { ...plain, kind: 'ban', who: 0 },
    { ...plain, kind: 'part', who: 1 },
    { ...plain, kind: 'merge', who: 2 },
    { ...plain, kind: 'lift', who: 1 },
  ],
]

/** An owner by a merge is none any more, is banned anew, and is an owner again, which lifts it. */
const REPLACED_WHERE_COVERED: typeof LIFTED_WHERE_COVERED = [
  [{ ...nobody, isBanned: true }, nobody, nobody, { ...nobody, rights: ['owner'] }],
  [
    { ...plain, kind: 'merge', who: 3 },
    { ...plain, kind: 'right', who: 0 },
    { ...plain, kind: 'ban', who: 0 },
    { ...plain, kind: 'right', who: 0 },
  ],
]

/** A merged account brings a long ban along, which is lifted by a third that it fell on, too. */
const LIFTED_BY_ANOTHER: typeof LIFTED_WHERE_COVERED = [
  [{ ...nobody, isBanned: true, timeframe: 1 }, nobody, nobody, nobody],
  [
    { ...plain, kind: 'merge', who: 2, other: 1 },
    { ...plain, kind: 'ban', who: 1 },
    { ...plain, kind: 'part', who: 2 },
    { ...plain, kind: 'merge', who: 1 },
    { ...plain, kind: 'lift', who: 2 },
  ],
]

const allOf = (main: Account) => [main, ...main.merged]
const rightsOf = (main: Account) => new Set(allOf(main).flatMap((account) => [...account.rights]))
const standing = (account: Account, right: Right) => rightsOf(account).has(right)

/** The longest of the bans that a person's accounts have; owners have none. */
function banOf(main: Account): Ban | null {
  const bans = allOf(main).flatMap(({ ban }) => (ban ? [ban] : []))
  const longest = bans.reduce<Ban | null>((found, ban) => (found && found.lasts >= ban.lasts ? found : ban), null)
  return standing(main, 'owner') ? null : longest
}

/** A new main account, or one that lost a part: all that was decided until now is settled. */
function settle(main: Account): void {
  main.lost.clear()
  if (main.rights.has('owner')) main.ban = null
  main.shown = banOf(main)
}

const setBan = (account: Account, ban: Ban | null) => void Object.assign(account, { ban, shown: ban })

async function tokenOf({ id }: { id: string }): Promise<string> {
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  return signedIn.accessToken
}

async function merge(from: Account, into: Account): Promise<void> {
  const { stoa } = forum
  const proving = { token: await tokenOf(from) }
  const { proof } = (await stoa.call('userForwardProve', { partner: into.username }, proving)).body.payload
  const merged = await stoa.call('userForward', { proof, mainAccount: 'this' }, { token: await tokenOf(into) })
  expect(merged.body.code).toBeUndefined()
  await stoa.app.background.settled()
  into.merged.push(from)
  settle(into)
}

async function part(main: Account, account: Account): Promise<void> {
  const parted = await undo({ ...main, token: await tokenOf(main) }, { ...account, token: '' })
  expect(parted.body.code).toBeUndefined()
  main.merged = main.merged.filter((one) => one !== account)
  settle(main)
  settle(account)
}

/** Gives a right, or takes it from the person. */
async function decideRight(main: Account, right: Right, all: Account[]): Promise<void> {
  const { memberships, lifting } = forum.stoa.app.services
  const isGiven = !standing(main, right)
  if (right === 'owner') {
    await lifting.setOwner({ tokenName: 'FORUM', personId: main.id, owner: isGiven })
    if (isGiven && main.shown) main.ban = null
    if (isGiven) lifted([main.shown, ...main.merged.map((account) => account.ban)], all, main)
  } else {
    const { role } = await memberships.standingIn(forum.communityId, main.id)
    const flags = { moderator: role.moderator, canSell: role.canSell, owner: role.owner }
    const permissions = role.permissions.filter((permission) => permission !== right)
    if (right === 'moderator' || right === 'canSell') flags[right] = isGiven
    else if (isGiven) permissions.push(right)
    await memberships.setRole(forum.communityId, main.id, { ...flags, permissions })
  }
  // What was taken and given again is as it was.
  if (isGiven) for (const account of main.lost.get(right) ?? [main]) account.rights.add(right)
  else
    main.lost.set(
      right,
      allOf(main).filter((account) => account.rights.delete(right)),
    )
}

async function decideMembership(main: Account): Promise<void> {
  const join = !allOf(main).some(({ isMember }) => isMember)
  const asked = await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join }, { token: await tokenOf(main) })
  if (asked.body.code === 'BANNED') return
  for (const account of allOf(main)) account.isMember = join && account === main
}

async function ban(main: Account, timeframe: Step['timeframe']): Promise<void> {
  const reason = `Ban ${(next += 1)}`
  const input = { tokenName: 'FORUM', banUserId: main.id, ban: true, timeframe, reason }
  const { body } = await forum.stoa.call('userBan', input, { token: await tokenOf(forum.admin) })
  if (standing(main, 'owner')) return expect(body.code).toBe('FORBIDDEN')
  expect(body.code).toBeUndefined()
  const lasts = timeframe === 0 ? Number.POSITIVE_INFINITY : forum.stoa.clock.now() + timeframe * 86_400_000
  const decided = { reason, lasts }
  for (const account of allOf(main)) setBan(account, decided)
}

/** One decision may have fallen on accounts that have parted since. Of whom nobody has asked, any other ban stays. */
function lifted(bans: (Ban | null)[], all: Account[], asked: Account): void {
  for (const account of all) if (bans.includes(account.ban)) account.ban = null
  for (const account of all) {
    if (account.shown && bans.includes(account.shown)) account.shown = account === asked ? null : banOf(account)
  }
}

async function lift(main: Account, all: Account[]): Promise<void> {
  if (!main.shown) return
  const input = { tokenName: 'FORUM', banUserId: main.id, ban: false }
  expect((await forum.stoa.call('userBan', input, { token: await tokenOf(forum.admin) })).status).toBe(200)
  lifted([main.shown, ...main.merged.map((account) => account.ban)], all, main)
  main.ban = null
}

async function take(chosen: Step, all: Account[]): Promise<void> {
  forum.stoa.clock.advance(1001)
  const [who, other] = [all[chosen.who] as Account, all[chosen.other] as Account]
  const main = all.find(({ merged }) => merged.includes(who))
  if (chosen.kind === 'part') return main ? part(main, who) : undefined
  // Others decide about people by their main accounts.
  const person = main ?? who
  if (chosen.kind === 'right') return decideRight(person, chosen.right, all)
  if (chosen.kind === 'membership') return decideMembership(person)
  if (chosen.kind === 'ban') return ban(person, chosen.timeframe)
  if (chosen.kind === 'lift') return lift(person, all)
  const isPart = all.some(({ merged }) => merged.includes(other))
  if (!main && !isPart && who !== other && who.merged.length === 0) await merge(who, other)
}

async function found(all: Account[]) {
  const { read } = forum.stoa.database
  const rowsOf = (table: string) => read(table).where({ community_id: forum.communityId })
  const [memberships, roles, bans] = [
    await rowsOf('memberships'),
    await rowsOf('community_roles'),
    await rowsOf('bans'),
  ]
  return all.map(({ id }) => {
    const role = roles.find((row) => row.user_id === id)
    const flags = { owner: role?.is_owner, moderator: role?.is_moderator, canSell: role?.can_sell }
    const permissions: string[] = JSON.parse(role?.permissions ?? '[]')
    return {
      isMember: memberships.some((row) => row.user_id === id),
      rights: RIGHTS.filter((right) => (right in flags ? flags[right as 'owner'] : permissions.includes(right))),
      ban: bans.find((row) => row.user_id === id)?.reason,
    }
  })
}

const meant = (all: Account[]) =>
  all.map((account) => {
    const isPart = all.some(({ merged }) => merged.includes(account))
    return {
      isMember: !isPart && allOf(account).some(({ isMember }) => isMember),
      rights: isPart ? [] : RIGHTS.filter((right) => standing(account, right)),
      ban: (isPart ? account.ban : account.shown)?.reason,
    }
  })

test('in whatever order accounts are merged and parted, the main one is all that they are, and each is again what it was', async () => {
  const { stoa, communityId } = forum
  const people = fc.array(beginning, { minLength: 4, maxLength: 4 })
  const steps = fc.array(step, { minLength: 12, maxLength: 24, size: 'max' })
  await fc.assert(
    fc.asyncProperty(people, steps, async (beginnings, chosen) => {
      const all: Account[] = []
      for (const { isMember, rights, isBanned, timeframe } of beginnings) {
        const username = `order_${(next += 1)}`
        const { id } = await stoa.member(username, { join: isMember ? ['FORUM'] : [] })
        const account: Account = {
          id,
          username,
          isMember,
          rights: new Set(rights),
          ban: null,
          merged: [],
          shown: null,
          lost: new Map(),
        }
        const permissions = rights.filter((right) => right === 'banUser' || right === 'pinPost')
        const has = (right: Right) => rights.includes(right)
        const role = { owner: has('owner'), moderator: has('moderator'), canSell: has('canSell'), permissions }
        await stoa.app.services.memberships.setRole(communityId, id, role)
        if (isBanned) await ban(account, timeframe)
        all.push(account)
      }
      for (const one of chosen) {
        await take(one, all)
        expect(await found(all)).toEqual(meant(all))
      }
      for (const main of all) {
        while (main.merged[0]) {
          await part(main, main.merged[0])
          expect(await found(all)).toEqual(meant(all))
        }
      }
      expect(await checkDatabase(stoa.database)).toEqual([])
    }),
    { numRuns: 12, examples: [LIFTED_WHERE_COVERED, REPLACED_WHERE_COVERED, LIFTED_BY_ANOTHER] },
  )
})
