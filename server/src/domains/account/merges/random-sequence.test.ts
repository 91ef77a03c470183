import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'

let forum: Forum
let next = 0
const { undo } = mergeActions(() => forum.stoa, 'random')

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const RIGHTS = ['owner', 'moderator', 'canSell', 'banUser', 'pinPost'] as const
type Right = (typeof RIGHTS)[number]

interface Ban {
  reason: string
  at: number
  lasts: number
}

interface Standing {
  /** Time of joining; null if not a member. */
  joinedAt: number | null
  rights: Set<Right>
}

interface Account extends Standing {
  id: string
  username: string
  ban: Ban | null
  /** Of the membership that the person ended last, until they return; null if there is none. */
  formerlyJoinedAt: number | null
  /** Reaction to each comment and option in each poll, by id. */
  choices: Map<string, string>
  /** Accounts merged into it, in this order. */
  merges: Merge[]
}

interface Merge {
  account: Account
  own: Standing
  main: Standing
  setAside: Map<string, string>
}

const step = fc.record({
  kind: fc.constantFrom(
    ...(['merge', 'merge', 'merge', 'undo', 'undo', 'undoEarlier', 'right', 'right', 'membership'] as const),
    ...(['ban', 'lift', 'react', 'react', 'react', 'vote', 'vote', 'vote'] as const),
  ),
  who: fc.nat(3),
  other: fc.nat(3),
  right: fc.constantFrom(...RIGHTS),
  timeframe: fc.constantFrom(0 as const, 1 as const, 7 as const),
  thing: fc.nat(1),
  isFirst: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Standing before the first merge. */
const beginning = fc.record({
  isMember: fc.boolean(),
  rights: fc.subarray([...RIGHTS]),
  isBanned: fc.boolean(),
  timeframe: fc.constantFrom(0 as const, 1 as const, 7 as const),
})
type Beginning = typeof beginning extends fc.Arbitrary<infer Value> ? Value : never

interface Thing {
  postId: string
  commentId: string
}

const accountsOf = (main: Account) => [main, ...main.merges.map(({ account }) => account)]
const standingOf = ({ joinedAt, rights }: Standing): Standing => ({ joinedAt, rights: new Set(rights) })

/**
 * The ban that applies to a person: the longest of their accounts', or the newest of equally long ones. Owners are
 * exempt.
 */
function banOf(main: Account): Ban | null {
  if (main.merges.length > 0 && main.rights.has('owner')) return null
  const bans = accountsOf(main).flatMap(({ ban }) => (ban ? [ban] : []))
  return (
    bans.toSorted((one, other) =>
      one.lasts === other.lasts ? other.at - one.at : other.lasts > one.lasts ? 1 : -1,
    )[0] ?? null
  )
}

async function tokenOf({ id }: { id: string }): Promise<string> {
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  return signedIn.accessToken
}

async function merge(account: Account, main: Account): Promise<void> {
  const { stoa } = forum
  const proving = { token: await tokenOf(account) }
  const { proof } = (await stoa.call('userForwardProve', { partner: main.username }, proving)).body.payload
  const merged = await stoa.call('userForward', { proof, mainAccount: 'this' }, { token: await tokenOf(main) })
  expect(merged.body.code).toBeUndefined()
  await stoa.app.background.settled()
  const own = standingOf(account)
  const chosen = new Set(accountsOf(main).flatMap(({ choices }) => [...choices.keys()]))
  const setAside = new Map([...account.choices].filter(([thing]) => chosen.has(thing)))
  for (const thing of setAside.keys()) account.choices.delete(thing)
  main.merges.push({ account, own, main: standingOf(main), setAside })
  Object.assign(main, { joinedAt: main.joinedAt ?? own.joinedAt, rights: new Set([...main.rights, ...own.rights]) })
  Object.assign(account, { joinedAt: null, rights: new Set() })
}

async function undoMerge(main: Account, account: Account): Promise<void> {
  const undone = await undo({ ...main, token: await tokenOf(main) }, { ...account, token: '' })
  const latest = main.merges.at(-1)
  if (latest?.account !== account) return expect(undone.body.code).toBe('MERGE_NOT_LATEST')
  expect(undone.body.code).toBeUndefined()
  main.merges.pop()
  const { own, main: before, setAside } = latest
  const isSameMembership = main.joinedAt !== null && main.joinedAt === (before.joinedAt ?? own.joinedAt)
  account.joinedAt = isSameMembership ? own.joinedAt : null
  account.rights = new Set([...own.rights].filter((right) => main.rights.has(right)))
  main.joinedAt = isSameMembership ? before.joinedAt : main.joinedAt
  const brought = (right: Right) => own.rights.has(right) && !before.rights.has(right)
  main.rights = new Set([...main.rights].filter((right) => !brought(right)))
  for (const [thing, choice] of setAside) account.choices.set(thing, choice)
}

/** Grants or revokes a permission. */
async function decideRight(main: Account, right: Right, all: Account[]): Promise<void> {
  const { memberships, bans } = forum.stoa.app.services
  const isGiven = !main.rights.delete(right)
  if (isGiven) main.rights.add(right)
  if (right === 'owner') {
    await bans.setOwner({ tokenName: 'FORUM', personId: main.id, owner: isGiven })
    if (isGiven) unbanned(main, all)
  } else await memberships.setRole(forum.communityId, main.id, roleOf(main.rights))
}

function roleOf(rights: Set<Right>) {
  const permissions = [...rights].filter((right) => right === 'banUser' || right === 'pinPost')
  const [owner, moderator, canSell] = (['owner', 'moderator', 'canSell'] as const).map((right) => rights.has(right))
  return { owner: owner ?? false, moderator: moderator ?? false, canSell: canSell ?? false, permissions }
}

async function decideMembership(main: Account): Promise<void> {
  const join = main.joinedAt === null
  const asked = await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join }, { token: await tokenOf(main) })
  if (asked.body.code === 'BANNED') return expect(banOf(main)).not.toBeNull()
  // A sequence takes less time than the former date is kept.
  const { formerlyJoinedAt } = main
  main.formerlyJoinedAt = main.joinedAt
  main.joinedAt = join ? (formerlyJoinedAt ?? forum.stoa.clock.now()) : null
}

async function ban(main: Account, timeframe: Step['timeframe']): Promise<void> {
  const reason = `Ban ${(next += 1)}`
  const input = { tokenName: 'FORUM', banUserId: main.id, ban: true, timeframe, reason }
  const { body } = await forum.stoa.call('userBan', input, { token: await tokenOf(forum.admin) })
  if (main.rights.has('owner')) return expect(body.code).toBe('FORBIDDEN')
  expect(body.code).toBeUndefined()
  const lasts = timeframe === 0 ? Number.POSITIVE_INFINITY : forum.stoa.clock.now() + timeframe * 86_400_000
  const decided = { reason, at: forum.stoa.clock.now(), lasts }
  for (const account of accountsOf(main)) account.ban = decided
}

/** The same decision may have banned accounts that are no longer merged. */
function unbanned(main: Account, all: Account[]): void {
  const bans = accountsOf(main).map((account) => account.ban)
  for (const account of all) if (bans.includes(account.ban)) account.ban = null
}

async function lift(main: Account, all: Account[]): Promise<void> {
  const input = { tokenName: 'FORUM', banUserId: main.id, ban: false }
  expect((await forum.stoa.call('userBan', input, { token: await tokenOf(forum.admin) })).status).toBe(200)
  unbanned(main, all)
}

/** Makes or removes a choice, which then belongs to the main account only. */
function choose(main: Account, key: string, chosen: string): void {
  for (const account of accountsOf(main)) account.choices.delete(key)
  if (chosen !== '') main.choices.set(key, chosen)
}

const chosenBy = (main: Account, key: string) =>
  accountsOf(main).flatMap(({ choices }) => choices.get(key) ?? [])[0] ?? ''

async function react(main: Account, { commentId }: Thing, wanted: 'thumb-up' | 'thumb-down'): Promise<void> {
  const reactionName = chosenBy(main, commentId) === wanted ? '' : wanted
  const input = { entityType: 'Comment' as const, entityId: commentId, reactionName } as const
  const { body } = await forum.stoa.call('postReaction', input, { token: await tokenOf(main) })
  if (body.code === undefined) choose(main, commentId, reactionName)
}

async function vote(main: Account, { postId }: Thing, option: 0 | 1): Promise<void> {
  const input = { postId, selectedOptionIndex: option }
  const { body } = await forum.stoa.call('postVote', input, { token: await tokenOf(main) })
  if (body.code === undefined) choose(main, postId, chosenBy(main, postId) === String(option) ? '' : String(option))
}

async function take(chosen: Step, all: Account[], things: Thing[]): Promise<void> {
  forum.stoa.clock.advance(1001)
  const [who, other] = [all[chosen.who] as Account, all[chosen.other] as Account]
  const thing = things[chosen.thing] as Thing
  const mainOf = (account: Account) => all.find((one) => accountsOf(one).includes(account) && one !== account)
  // Decisions about people apply to their main accounts.
  const person = mainOf(who) ?? who
  const { kind } = chosen
  if (kind === 'right') return decideRight(person, chosen.right, all)
  if (kind === 'membership') return decideMembership(person)
  if (kind === 'ban') return ban(person, chosen.timeframe)
  if (kind === 'lift') return lift(person, all)
  if (kind === 'react') return react(person, thing, chosen.isFirst ? 'thumb-up' : 'thumb-down')
  if (kind === 'vote') return vote(person, thing, chosen.isFirst ? 0 : 1)
  if (kind === 'merge') {
    const isPossible = !mainOf(who) && !mainOf(other) && who !== other && who.merges.length === 0
    return isPossible ? merge(who, other) : undefined
  }
  const undone = person.merges.at(kind === 'undo' ? -1 : 0)
  return undone && undoMerge(person, undone.account)
}

async function found(all: Account[], things: Thing[]) {
  const { database, app } = forum.stoa
  const rowsOf = (table: string) =>
    database.read(table).whereIn(
      'user_id',
      all.map(({ id }) => id),
    )
  const [memberships, reactions, votes] = [
    await rowsOf('memberships'),
    await rowsOf('reactions'),
    await rowsOf('poll_votes'),
  ]
  return Promise.all(
    all.map(async ({ id }) => {
      const { role, ban } = await app.services.memberships.standingIn(forum.communityId, id)
      const viewer = await app.services.memberships.viewer(id, '')
      const joinedAt = memberships.find((row) => row.user_id === id)?.joined_at
      const has = (right: Right) =>
        right === 'banUser' || right === 'pinPost' ? role.permissions.includes(right) : role[right]
      return {
        joinedAt: joinedAt === undefined ? null : Number(joinedAt),
        rights: RIGHTS.filter(has),
        ban: ban?.reason,
        isBanned: viewer && viewer.bannedCommunities.FORUM !== undefined,
        choices: things.map(({ commentId, postId }) => [
          reactions.find((row) => row.user_id === id && row.entity_id === commentId)?.name,
          votes.find((row) => row.user_id === id && row.post_id === postId)?.option_index,
        ]),
      }
    }),
  )
}

const meant = (all: Account[], things: Thing[]) =>
  all.map((account) => {
    const isMerged = all.some((one) => one !== account && accountsOf(one).includes(account))
    const option = (postId: string) => (account.choices.has(postId) ? Number(account.choices.get(postId)) : undefined)
    return {
      joinedAt: account.joinedAt,
      rights: RIGHTS.filter((right) => account.rights.has(right)),
      ban: (isMerged ? account.ban : banOf(account))?.reason,
      isBanned: isMerged ? null : banOf(account) !== null,
      choices: things.map(({ commentId, postId }) => [account.choices.get(commentId), option(postId)]),
    }
  })

async function newThing(): Promise<Thing> {
  const { stoa } = forum
  const token = await tokenOf(forum.bea)
  const poll = { title: `Poll ${(next += 1)}`, postContent: '{"blocks":[]}', pollOptions: ['A', 'B'] }
  const postId = (await stoa.call('postCreate', { tokenName: 'FORUM', ...poll }, { token })).body.payload.post.id
  return { postId, commentId: (await forum.say(token, { postId })).id }
}

async function newAccount({ isMember, rights, isBanned, timeframe }: Beginning): Promise<Account> {
  const { stoa, communityId } = forum
  const username = `random_${(next += 1)}`
  stoa.clock.advance(1001)
  const { id } = await stoa.member(username, { join: isMember ? ['FORUM'] : [] })
  const account: Account = {
    id,
    username,
    joinedAt: isMember ? stoa.clock.now() : null,
    rights: new Set(rights),
    ban: null,
    formerlyJoinedAt: null,
    choices: new Map(),
    merges: [],
  }
  await stoa.app.services.memberships.setRole(communityId, id, roleOf(account.rights))
  if (isBanned) await ban(account, timeframe)
  return account
}

test('after any sequence a person combines all accounts, counted once, and undoing restores each one', async () => {
  const people = fc.array(beginning, { minLength: 4, maxLength: 4 })
  const steps = fc.array(step, { minLength: 12, maxLength: 24, size: 'max' })
  await fc.assert(
    fc.asyncProperty(people, steps, async (beginnings, chosen) => {
      const things = [await newThing(), await newThing()]
      const all: Account[] = []
      for (const one of beginnings) all.push(await newAccount(one))
      for (const one of chosen) {
        await take(one, all, things)
        expect(await found(all, things)).toEqual(meant(all, things))
      }
      for (const main of all) {
        for (let latest = main.merges.at(-1); latest; latest = main.merges.at(-1)) {
          await undoMerge(main, latest.account)
          expect(await found(all, things)).toEqual(meant(all, things))
        }
      }
      expect(await forum.stoa.app.services.integrity.check()).toEqual([])
    }),
    { numRuns: 8, endOnFailure: true },
  )
})
