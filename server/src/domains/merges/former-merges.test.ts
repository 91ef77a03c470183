import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../test/forum.ts'
import { mergingPeople } from '../../../test/merging.ts'
import { checkDatabase } from '../../db/check.ts'

let forum: Forum
const { signedUp, proofOf, forward, undo } = mergingPeople(() => forum.stoa, 'former')
type Person = Awaited<ReturnType<typeof signedUp>>
type Row = Record<string, unknown>

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const rowOf = async (table: string, { id }: Person): Promise<Row | null> =>
  (await forum.stoa.database.read(table).where({ user_id: id, community_id: forum.communityId }).first()) ?? null

/** Merges, and keeps of it what versions before this one kept: those that knew of no bans without them. */
async function mergeAsBefore(main: Person, other: Person, knowsBans: boolean): Promise<void> {
  const standingOf = async (person: Person) => ({
    membership: await rowOf('memberships', person),
    role: await rowOf('community_roles', person),
    ban: await rowOf('bans', person),
  })
  const [given, before] = [await standingOf(other), await standingOf(main)]
  await forward(main.token, await proofOf(main, other))
  const after = await standingOf(main)
  const bans = [{ communityId: forum.communityId, before: before.ban, after: after.ban }]
  const standing = {
    memberships: given.membership ? [{ row: given.membership, hasMoved: before.membership === null }] : [],
    roles: given.role ? [{ given: given.role, before: before.role, after: after.role }] : [],
    ...(knowsBans ? { bans } : {}),
  }
  await forum.stoa.database.transaction(({ connection }) =>
    connection('account_merges')
      .where({ user_id: other.id })
      .update({ notes: JSON.stringify({ standing }) }),
  )
}

test.each([
  { knowsBans: true, order: [0, 1] },
  { knowsBans: true, order: [1, 0] },
  { knowsBans: false, order: [0, 1] },
  { knowsBans: false, order: [1, 0] },
])('merges that a former version made (bans kept: $knowsBans) are undone in the order $order', async (about) => {
  const { memberships } = forum.stoa.app.services
  const [main, owner, seller] = [await signedUp([]), await signedUp(), await signedUp()]
  await memberships.setRole(forum.communityId, main.id, { permissions: ['pinPost'] })
  await memberships.setRole(forum.communityId, owner.id, { owner: true, permissions: ['pinPost'] })
  await memberships.setRole(forum.communityId, seller.id, { canSell: true })
  const input = { tokenName: 'FORUM', ban: true, banUserId: seller.id }
  await forum.stoa.call('userBan', input, { token: forum.admin.token })
  await mergeAsBefore(main, owner, about.knowsBans)
  await mergeAsBefore(main, seller, about.knowsBans)
  for (const index of about.order) {
    expect((await undo(main, [owner, seller][index] as Person)).body.code).toBeUndefined()
  }
  const found = []
  for (const person of [main, owner, seller]) {
    const { role, ban, isMember } = await memberships.standingIn(forum.communityId, person.id)
    found.push([isMember, ban !== null, role.owner, role.canSell, role.permissions])
  }
  expect(found).toEqual([
    [false, false, false, false, ['pinPost']],
    [true, false, true, false, ['pinPost']],
    [true, true, false, true, []],
  ])
  expect(await checkDatabase(forum.stoa.database)).toEqual([])
})
