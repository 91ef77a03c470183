import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { expectIndexRanges } from '../../../../test/index-ranges.ts'
import { membershipRepository } from './repository.ts'

let forum: Forum
type Person = Forum['ada']
let guard: Person
beforeAll(async () => {
  forum = await startForum()
  guard = await forum.stoa.member('guard_demo', { join: ['FORUM'] })
  await forum.stoa.app.services.memberships.setRole(forum.communityId, guard.id, { permissions: ['banUser'] })
})
afterAll(() => forum.stoa.close())

const ban = (who: Person, about: { timeframe?: 1 | 7; reason?: string; ban?: boolean } = {}) =>
  forum.stoa.call('userBan', { tokenName: 'FORUM', banUserId: who.id, ban: true, ...about }, { token: guard.token })
const read = (about: { limit?: number; cursor?: string; memberIds?: string } = {}, by: Person = guard) =>
  forum.stoa.call('communityBans', { tokenName: 'FORUM', ...about }, { token: by.token })
const namesOf = async (about: Parameters<typeof read>[0] = {}) =>
  (await read(about)).body.payload.items.map(({ username }) => username)

test('lists current bans, including people who left or never joined, newest first, once each', async () => {
  const [left, stranger, brief, lifted] = [
    await forum.stoa.member('left_demo', { join: ['FORUM'] }),
    await forum.stoa.member('stranger_demo'),
    await forum.stoa.member('brief_demo', { join: ['FORUM'] }),
    await forum.stoa.member('lifted_demo', { join: ['FORUM'] }),
  ]
  await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: false }, { token: left.token })
  await ban(left, { reason: ' Sells boats ' })
  const at = forum.stoa.clock.now()
  forum.stoa.clock.advance(5)
  await ban(stranger)
  await ban(brief, { timeframe: 1 })
  await ban(lifted)
  await ban(lifted, { ban: false })

  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { payload } = (await read({ limit: 1, ...(cursor ? { cursor } : {}) })).body
    seen.push(payload.items.map(({ username }) => username).join())
    cursor = payload.cursor ?? undefined
    expect(payload.hasMore).toBe(cursor !== undefined)
  } while (cursor)
  expect(seen).toEqual(['brief_demo', 'stranger_demo', 'left_demo'])
  const [last] = (await read()).body.payload.items.slice(-1)
  expect(last).toMatchObject({ userId: left.id, isMember: false, at, until: 0, reason: 'Sells boats' })
  expect(await namesOf({ memberIds: [brief.id, lifted.id, guard.id].join(',') })).toEqual(['brief_demo'])
  await forum.stoa.database.transaction(({ connection }) =>
    connection('bans').where({ user_id: brief.id }).update({ until: forum.stoa.clock.now() }),
  )
  expect(await namesOf()).toEqual(['stranger_demo', 'left_demo'])
})

test('lists a person with a merged account once', async () => {
  const main = await forum.stoa.member('main_demo')
  const other = await forum.stoa.member('other_demo')
  await ban(main)
  await ban(other)
  await forum.stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: other.id }).update({ forward_to: main.id }),
  )
  expect((await namesOf()).filter((name) => name === 'main_demo')).toHaveLength(1)
  expect(await namesOf()).not.toContain('other_demo')
})

test('lists the main account of a person banned through a merged one', async () => {
  const main = await forum.stoa.member('still_main_demo', { join: ['FORUM'] })
  const other = await forum.stoa.member('banned_other_demo')
  await ban(other)
  await forum.stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: other.id }).update({ forward_to: main.id }),
  )
  const { items } = (await read({ memberIds: main.id })).body.payload
  expect(items).toMatchObject([{ userId: main.id, username: 'still_main_demo', isMember: true, until: 0 }])
  expect(await namesOf()).toContain('still_main_demo')
})

test('a cursor is valid for its community’s list only', async () => {
  const { cursor } = (await read({ limit: 1 })).body.payload
  const input = { tokenName: 'GUARDED', cursor: cursor ?? '' }
  expect((await forum.stoa.call('communityBans', input, { token: forum.admin.token })).body.code).toBe('CURSOR_INVALID')
})

test('is for those who manage the community', async () => {
  expect((await read({}, forum.ada)).body.code).toBe('FORBIDDEN')
  expect((await forum.stoa.call('communityBans', { tokenName: 'FORUM' })).body.code).toBe('AUTH_REQUIRED')
})

test('a page reads only its own rows, wherever it begins', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => ({
    community_id: forum.communityId,
    user_id: `x${String(index).padStart(19, '0')}`,
    until: 0,
    created_at: index,
  }))
  await forum.stoa.database.transaction(async ({ connection }) => {
    for (let from = 0; from < rows.length; from += 100) await connection('bans').insert(rows.slice(from, from + 100))
  })
  const about = { communityId: forum.communityId, among: null, now: forum.stoa.clock.now(), limit: 20 }
  for (const after of [null, [150, rows[150]?.user_id ?? ''] as [number, string]]) {
    await expectIndexRanges(forum.stoa, {
      table: 'bans',
      rows: 25,
      work: (connection) => membershipRepository(connection).bansIn({ ...about, after }),
    })
  }
})
