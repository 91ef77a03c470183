import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { moderatorActions } from '../../../../test/moderators.ts'

let forum: Forum
let guard: Forum['ada']
const { guardNamed, ban } = moderatorActions(() => forum)
beforeAll(async () => {
  forum = await startForum()
  guard = await guardNamed('guard_demo')
})
afterAll(() => forum.stoa.close())

let made = 0
const somebody = () => forum.stoa.member(`banned_${(made += 1)}`, { join: ['FORUM'] })

test('a ban suspends permissions, only in its community', async () => {
  const other = await guardNamed('resting_demo')
  const owner = await forum.stoa.member('ban_owner')
  await forum.stoa.app.services.memberships.setRole(forum.communityId, owner.id, { owner: true })
  const victim = await somebody()
  await ban(other, {}, owner)
  expect((await ban(victim, {}, other)).body.code).toBe('BANNED')
  const me = (await forum.stoa.call('me', {}, { token: other.token })).body.payload.user
  expect([me.tokenPermissions, me.moderator]).toEqual([{}, []])
  await ban(other, { ban: false }, owner)
  expect((await ban(victim, {}, other)).status).toBe(200)
})

test('owners, admins and oneself can’t be banned', async () => {
  const owner = await forum.stoa.member('unbanned_owner')
  await forum.stoa.app.services.memberships.setRole(forum.communityId, owner.id, { owner: true })
  for (const whom of [owner, forum.admin, guard]) expect((await ban(whom, {}, guard)).body.code).toBe('FORBIDDEN')
  for (const whom of [owner, forum.admin]) expect((await ban(whom, {}, forum.admin)).body.code).toBe('FORBIDDEN')
  expect((await ban(await somebody(), {}, forum.ada)).body.code).toBe('FORBIDDEN')
  expect(await forum.stoa.database.read('bans').whereIn('user_id', [owner.id, forum.admin.id, guard.id])).toEqual([])
})

test('concurrent bans by two moderators become one, and both are logged', async () => {
  const other = await guardNamed('second_demo')
  const person = await somebody()
  const answers = await Promise.all([ban(person, { timeframe: 1 }, guard), ban(person, { timeframe: 7 }, other)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const rows = await forum.stoa.database.read('bans').where({ user_id: person.id })
  expect(rows).toHaveLength(1)
  const log = await forum.stoa.database.read('mod_activities').where({ person_id: person.id })
  expect(log.map(({ action, actor_id }) => [action, actor_id]).toSorted()).toEqual(
    [
      ['banned', guard.id],
      ['banned', other.id],
    ].toSorted(),
  )
})

test('when two moderators ban each other, one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await guardNamed(`duel_a${round}`), await guardNamed(`duel_b${round}`)]
    const answers = await Promise.all([ban(one, {}, two), ban(two, {}, one)])
    expect(answers.map(({ body }) => body.code ?? 'ok').toSorted()).toEqual(['BANNED', 'ok'])
  }
})
