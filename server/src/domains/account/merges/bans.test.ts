import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'

let forum: Forum
const { signedUp, merge, undo } = mergeActions(() => forum.stoa, 'banned')
type Person = Awaited<ReturnType<typeof signedUp>>

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const decide = (about: Person, change: Partial<CallInput<'userBan'>>, by = forum.admin) =>
  forum.stoa.call('userBan', { tokenName: 'FORUM', banUserId: about.id, ban: true, ...change }, { token: by.token })

async function banOf({ id }: Person) {
  return (await forum.stoa.app.services.memberships.standingIn(forum.communityId, id)).ban
}

const bansOf = (...people: Person[]) => Promise.all(people.map(async (person) => (await banOf(person)) !== null))
const reasonOf = async (person: Person) => (await banOf(person))?.reason

async function hidden(...people: Person[]) {
  await forum.stoa.app.background.settled()
  const rows = await forum.stoa.database.read('comments').whereNot({ status: 0 })
  return people.map(({ id }) => rows.some((row) => row.publisher_id === id))
}

async function logged(about: Person) {
  const rows = await forum.stoa.database.read('mod_activities').where({ person_id: about.id }).orderBy('id')
  return rows.map(({ action }) => action)
}

async function pair(): Promise<[Person, Person]> {
  const people: [Person, Person] = [await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  for (const { token } of people) await forum.say(token, { postId })
  return people
}

const owned = (person: Person) =>
  forum.stoa.app.services.bans.setOwner({ tokenName: 'FORUM', personId: person.id, owner: true })

describe('undoing a merge restores each account’s', () => {
  test('own ban without the other’s', async () => {
    const [main, other] = await pair()
    await decide(other, {})
    await merge(main, other)
    expect(await bansOf(main, other)).toEqual([true, true])
    await undo(main, other)
    expect(await bansOf(main, other)).toEqual([false, true])
    await merge(main, other)
    await decide(main, { ban: false })
    await undo(main, other)
    expect(await bansOf(main, other)).toEqual([false, false])
  })

  test('own ban unchanged where the other’s lasted longer', async () => {
    const [main, other] = await pair()
    await decide(main, { timeframe: 1, reason: 'Short' })
    await decide(other, { reason: 'Long' })
    await merge(main, other)
    expect(await reasonOf(main)).toBe('Long')
    await undo(main, other)
    expect(await reasonOf(main)).toBe('Short')
  })

  test('later decisions about the person, and lifting one applies to both', async () => {
    for (const lifted of [0, 1]) {
      const [main, other] = await pair()
      await merge(main, other)
      await decide(main, { hideContent: true })
      expect(await hidden(main, other)).toEqual([true, true])
      await undo(main, other)
      expect(await bansOf(main, other)).toEqual([true, true])
      await decide(lifted === 0 ? main : other, { ban: false })
      expect(await bansOf(main, other)).toEqual([false, false])
      expect(await hidden(main, other)).toEqual([false, false])
      expect((await logged(main)).slice(-2)).toEqual(['unbanned', 'contentRestored'])
      expect(await logged(other)).toEqual(['unbanned', 'contentRestored'])
    }
  })
})

describe('lifting a ban of one of two separated accounts lifts the other’s', () => {
  async function bothBanned(change: Partial<CallInput<'userBan'>>) {
    const [main, other] = await pair()
    await merge(main, other)
    await decide(main, change)
    await undo(main, other)
    await forum.stoa.app.background.settled()
    return { main, other, third: await signedUp() }
  }

  test('also if it had no effect because the merge made the person an owner', async () => {
    const { main, other, third: owner } = await bothBanned({})
    await owned(owner)
    await merge(main, owner)
    await decide(other, { ban: false })
    await undo(main, owner)
    expect(await bansOf(main, other, owner)).toEqual([false, false, false])
  })

  test('also if a longer one covered it, which stays', async () => {
    const { main, other, third } = await bothBanned({ timeframe: 1 })
    await decide(third, {})
    await merge(main, third)
    await decide(other, { ban: false })
    expect(await bansOf(main, other, third)).toEqual([true, false, true])
    await undo(main, third)
    expect(await bansOf(main, other, third)).toEqual([false, false, true])
  })

  test('also for content that was already hidden for another reason', async () => {
    for (const timeframe of [0, 7] as const) {
      const [main, other] = await pair()
      await decide(main, { ban: false, hideContent: true })
      await merge(main, other)
      await decide(main, { timeframe, hideContent: true })
      expect(await hidden(main, other)).toEqual([true, true])
      await undo(main, other)
      await decide(main, { ban: false })
      expect(await bansOf(main, other)).toEqual([false, false])
      expect(await hidden(main, other)).toEqual([false, false])
    }
  })
})

describe('a person with two bans stays banned when one is lifted', () => {
  test('by their own ban, although the other was longer', async () => {
    const [third, second] = await pair()
    const main = await signedUp()
    await decide(main, { timeframe: 7, reason: 'Own' })
    await merge(third, second)
    await decide(third, { reason: 'Shared' })
    await undo(third, second)
    await merge(main, second)
    expect(await reasonOf(main)).toBe('Shared')
    await decide(third, { ban: false })
    expect(await reasonOf(main)).toBe('Own')
    await undo(main, second)
    expect(await reasonOf(main)).toBe('Own')
  })

  test('by the ban of another merged account', async () => {
    const [third, second] = await pair()
    const [main, banned] = [await signedUp(), await signedUp()]
    await decide(banned, { reason: 'Banned' })
    await merge(third, second)
    await decide(third, { reason: 'Shared' })
    await undo(third, second)
    await merge(main, second)
    await merge(main, banned)
    expect(await reasonOf(main)).toBe('Shared')
    await decide(third, { ban: false })
    const { user } = (await forum.stoa.call('me', {}, { token: main.token })).body.payload
    expect(user?.bannedCommunities).toEqual({ FORUM: 0 })
    expect(await reasonOf(main)).toBe('Banned')
    await undo(main, banned)
    expect(await bansOf(main, banned)).toEqual([false, true])
    await undo(main, second)
    expect(await bansOf(main, second)).toEqual([false, false])
  })
})

describe('owners can’t be banned', () => {
  test('not through a merged account either', async () => {
    const [owner, other] = await pair()
    await owned(owner)
    await decide(other, {})
    await merge(owner, other)
    expect(await bansOf(owner)).toEqual([false])
    const somebody = await signedUp()
    forum.stoa.clock.advance(1001)
    expect((await decide(somebody, {}, { ...forum.admin, token: owner.token })).status).toBe(200)
    await undo(owner, other)
    expect(await bansOf(owner, other)).toEqual([false, true])
  })

  test('nor a banned account made an owner by a merge, until the merge is undone', async () => {
    const [main, owner] = await pair()
    await decide(main, {})
    await owned(owner)
    await merge(main, owner)
    expect(await bansOf(main)).toEqual([false])
    await undo(main, owner)
    expect(await bansOf(main, owner)).toEqual([true, false])
  })

  test('nor admins', async () => {
    const [main, other] = await pair()
    await forum.stoa.app.services.accounts.setNetworkAdmin(main.username, true)
    await decide(other, {})
    await merge(main, other)
    const { user } = (await forum.stoa.call('me', {}, { token: main.token })).body.payload
    expect(user?.bannedCommunities).toEqual({})
    await undo(main, other)
    expect(await bansOf(main, other)).toEqual([false, true])
  })

  test('a ban of a higher-ranked person can be lifted by anyone who may ban', async () => {
    const [owner, guard] = await pair()
    await decide(owner, { hideContent: true })
    const { memberships } = forum.stoa.app.services
    await memberships.setRole(forum.communityId, owner.id, { owner: true })
    await memberships.setRole(forum.communityId, guard.id, { permissions: ['banUser'] })
    const by = { ...forum.admin, token: guard.token }
    expect((await decide(owner, {}, by)).body.code).toBe('FORBIDDEN')
    expect((await decide(owner, { ban: false, hideContent: true }, by)).body.code).toBe('FORBIDDEN')
    expect((await decide(owner, { ban: false }, by)).status).toBe(200)
    expect(await bansOf(owner)).toEqual([false])
    expect(await hidden(owner)).toEqual([false])
  })
})
