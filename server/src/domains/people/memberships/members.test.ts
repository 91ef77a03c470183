import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { expectIndexRanges } from '../../../../test/index-ranges.ts'
import { queriesOf } from '../../../../test/queries.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { membershipRepository } from './repository.ts'

let stoa: TestApp
let communityId: string
beforeAll(async () => {
  stoa = await startTestApp()
  communityId = await seedCommunity(stoa)
})
afterAll(() => stoa.close())

const list = (about: { limit?: number; cursor?: string; type?: 'partner' } = {}) =>
  stoa.call('communityMembers', { tokenName: 'FORUM', ...about })

test('members are listed once each, newest first, even if they joined at the same time', async () => {
  const joined = []
  for (const name of ['amy_demo', 'ben_demo', 'cal_demo', 'dot_demo', 'eli_demo']) {
    joined.push((await stoa.member(name, { join: ['FORUM'] })).id)
    if (name === 'ben_demo') stoa.clock.advance(10)
  }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { payload } = (await list({ limit: 2, ...(cursor ? { cursor } : {}) })).body
    seen.push(...payload.items.map((item) => item.userId))
    cursor = payload.cursor ?? undefined
    expect(payload.hasMore).toBe(cursor !== undefined)
  } while (cursor)
  expect(seen).toEqual(joined.reverse())
})

test('partners are those who may publish stories here, not elsewhere', async () => {
  const { memberships } = stoa.app.services
  const elsewhere = await seedCommunity(stoa, { tokenName: 'OTHER' })
  const pat = await stoa.member('pat_demo', { join: ['FORUM'] })
  await memberships.setRole(communityId, pat.id, { canSell: true })
  await memberships.setRole(elsewhere, pat.id, { canSell: true })
  const mod = await stoa.member('mod_demo', { join: ['FORUM'] })
  await memberships.setRole(communityId, mod.id, { moderator: true })
  const sells = await stoa.member('sells_elsewhere', { join: ['FORUM'] })
  await memberships.setRole(elsewhere, sells.id, { canSell: true })
  const named = async (type?: 'partner') => {
    const { items } = (await list(type ? { type } : { limit: 3 })).body.payload
    return items.map((item) => [item.username, item.isPartner]).toSorted()
  }
  expect(await named('partner')).toEqual([['pat_demo', true]])
  expect(await named()).toEqual([
    ['mod_demo', false],
    ['pat_demo', true],
    ['sells_elsewhere', false],
  ])
})

test('up to a hundred partners are listed in random order', async () => {
  const { memberships } = stoa.app.services
  const partners = []
  const community = await seedCommunity(stoa, { tokenName: 'MANY' })
  for (let index = 0; index < 25; index += 1) {
    const { id } = await stoa.member(`partner_${index}`, { join: ['MANY'] })
    await memberships.setRole(community, id, { canSell: true })
    partners.push(id)
  }
  const read = async () => {
    const { items, hasMore } = (await stoa.call('communityMembers', { tokenName: 'MANY', type: 'partner' })).body
      .payload
    expect(hasMore).toBe(false)
    return items.map(({ userId }) => userId)
  }
  const orders: string[][] = []
  for (let count = 0; count < 3; count += 1) {
    // The read cache returns the same response for a second.
    stoa.clock.advance(2000)
    orders.push(await read())
  }
  expect(new Set(orders.map(String)).size).toBe(3)
  for (const order of orders) expect(order.toSorted()).toEqual(partners.toSorted())
  expect(orders).not.toContainEqual(partners.toReversed())
})

test('a cursor is valid for its own list only', async () => {
  const { cursor } = (await list({ limit: 1 })).body.payload
  expect((await list({ type: 'partner', cursor: cursor ?? '' })).body.code).toBe('CURSOR_INVALID')
  const other = { tokenName: 'OTHER', cursor: cursor ?? '' }
  expect((await stoa.call('communityMembers', other)).body.code).toBe('CURSOR_INVALID')
})

test('an unknown community has no members to list', async () => {
  expect((await stoa.call('communityMembers', { tokenName: 'NOWHERE' })).body.code).toBe('COMMUNITY_NOT_FOUND')
})

test('joining and leaving from many tabs ends in one membership or none, and each tab gets a response', async () => {
  const { id, token } = await stoa.member('tab_demo')
  const count = async () => (await stoa.app.services.communities.get('FORUM')).numberOfMembers
  const before = await count()
  const all = async (join: boolean) => {
    const tabs = Array.from({ length: 8 }, () => stoa.call('communityJoin', { tokenName: 'FORUM', join }, { token }))
    return (await Promise.all(tabs)).map(({ status, body }) => [status, body.payload?.joinedCommunities])
  }
  for (const join of [true, false, true]) {
    expect(await all(join)).toEqual(Array(8).fill([200, join ? ['FORUM'] : []]))
    expect(await count()).toBe(before + Number(join))
  }
  expect((await list({ limit: 1 })).body.payload.items.map((item) => item.userId)).toEqual([id])
})

test('current roles are shown next to names in lists of members, posts and comments', async () => {
  const { memberships } = stoa.app.services
  const own = await seedCommunity(stoa, { tokenName: 'STAFFED' })
  const [owner, mod, left, banned, partner, plain] = [
    await stoa.member('owns_here', { join: ['STAFFED'] }),
    await stoa.member('guards_here', { join: ['STAFFED'] }),
    await stoa.member('left_here', { join: ['STAFFED'] }),
    await stoa.member('banned_here', { join: ['STAFFED'] }),
    await stoa.member('partner_here', { join: ['STAFFED', 'FORUM'] }),
    await stoa.member('plain_here', { join: ['STAFFED'] }),
  ]
  await memberships.setRole(own, owner.id, { owner: true })
  for (const { id } of [mod, left, banned]) await memberships.setRole(own, id, { moderator: true })
  await memberships.setRole(own, partner.id, { canSell: true })
  await stoa.call('communityJoin', { tokenName: 'STAFFED', join: false }, { token: left.token })
  await stoa.call('userBan', { tokenName: 'STAFFED', banUserId: banned.id, ban: true }, { token: owner.token })

  const shown = async (type?: 'staff') => {
    const { items } = (await stoa.call('communityMembers', { tokenName: 'STAFFED', ...(type ? { type } : {}) })).body
      .payload
    return items.map(({ username, role }) => [username, role])
  }
  expect(await shown('staff')).toEqual([
    ['owns_here', 'owner'],
    ['guards_here', 'moderator'],
  ])
  expect(Object.fromEntries(await shown())).toMatchObject({
    owns_here: 'owner',
    guards_here: 'moderator',
    partner_here: 'partner',
    plain_here: undefined,
  })

  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words.' } }] })
  const write = (who: typeof mod, tokenName = 'STAFFED') =>
    stoa.call('postCreate', { tokenName, title: 'A title', postContent }, { token: who.token })
  const [first] = [(await write(mod)).body.payload.post, await write(plain)]
  expect(first.publisherRole).toBe('moderator')
  const about = { tokenName: 'STAFFED', postId: first.id, content: 'A word.' }
  const answer = (await stoa.call('commentCreate', about, { token: owner.token })).body.payload.comment
  expect(answer.publisherRole).toBe('owner')
  await stoa.call('commentCreate', about, { token: plain.token })
  const posts = (await stoa.call('postList', { tokenName: 'STAFFED' })).body.payload.items
  expect(posts.map((post) => [post.publisherName, post.publisherRole])).toEqual([
    ['plain_here', undefined],
    ['guards_here', 'moderator'],
  ])
  const said = (await stoa.call('commentList', { type: 'post', postId: first.id, sort: 'old' })).body.payload.items
  expect(said.map((comment) => comment.publisherRole)).toEqual(['owner', undefined])
  // They have no role in another community.
  expect((await write(partner, 'FORUM')).body.payload.post.publisherRole).toBeUndefined()
})

test('members are found by name, with the date of their role', async () => {
  const { memberships } = stoa.app.services
  const community = await seedCommunity(stoa, { tokenName: 'NAMES' })
  const people = []
  for (const name of ['wren_demo', 'wrath_demo', 'owl_demo']) people.push(await stoa.member(name, { join: ['NAMES'] }))
  const [wren] = people
  const given = stoa.clock.now()
  await memberships.setRole(community, wren?.id ?? '', { owner: true, canSell: true })
  stoa.clock.advance(5000)
  // A role that is kept keeps its date.
  await memberships.setRole(community, wren?.id ?? '', { owner: true })
  const found = async (query: string, type?: 'partner') => {
    const input = { tokenName: 'NAMES', query, ...(type && { type }) }
    return (await stoa.call('communityMembers', input)).body.payload.items
  }
  await stoa.app.services.searchIndex.catchUp()
  const names = async (query: string) => (await found(query)).map(({ username }) => username).toSorted()
  expect([await names('WR'), await names('ren_'), await names('%'), await names('')]).toEqual([
    ['wrath_demo', 'wren_demo'],
    [],
    [],
    ['owl_demo', 'wrath_demo', 'wren_demo'],
  ])
  expect(await found('wren')).toMatchObject([{ role: 'owner', roleSince: given }])
  expect((await found('owl'))[0]?.roleSince).toBeUndefined()
  expect(await found('wren', 'partner')).toEqual([])
})

test('members are found by the beginning of any word of their names, whatever its case and accents, once each', async () => {
  const community = await seedCommunity(stoa, { tokenName: 'MILL' })
  const ids: Record<string, string> = {}
  const named = {
    owl_demo2: 'Tawny of the Mill',
    elan_b: 'Élan Vital',
    elan_a: '',
    zoe_demo: 'Vital élan',
    mill_out: '',
  }
  for (const [username, profileName] of Object.entries(named)) {
    const { id, token } = await stoa.member(username, username === 'mill_out' ? {} : { join: ['MILL'] })
    ids[username] = id
    if (profileName) await stoa.call('userEdit', { profileName }, { token })
  }
  const { memberships, searchIndex } = stoa.app.services
  await memberships.setRole(community, ids.elan_b ?? '', { canSell: true })
  await searchIndex.settle()
  const found = async (query: string, about: { limit?: number; type?: 'partner' } = {}) => {
    const all: string[] = []
    let cursor: string | undefined
    do {
      const input = { tokenName: 'MILL', query, ...about, ...(cursor ? { cursor } : {}) }
      const { payload } = (await stoa.call('communityMembers', input)).body
      all.push(...payload.items.map(({ username }) => username))
      cursor = payload.cursor ?? undefined
      expect(payload.hasMore).toBe(cursor !== undefined)
    } while (cursor)
    return all
  }
  expect(await found('TAWNY')).toEqual(['owl_demo2'])
  expect(await found('mil')).toEqual(['owl_demo2'])
  expect(await found('of the m')).toEqual(['owl_demo2'])
  expect(await found('mill tawny')).toEqual(['owl_demo2'])
  expect(await found('demo2')).toEqual(['owl_demo2'])
  expect(await found('awny')).toEqual([])
  expect(await found('%')).toEqual([])
  for (const limit of [1, 2, 20]) {
    expect(await found('Elan', { limit })).toEqual(['zoe_demo', 'elan_a', 'elan_b'])
    expect(await found('VIT', { limit })).toEqual(['zoe_demo', 'elan_b'])
  }
  expect(await found('elan', { type: 'partner' })).toEqual(['elan_b'])
  expect(await found('tawny', { type: 'partner' })).toEqual([])
  const { token } = await stoa.member('late_demo')
  await stoa.call('userUsername', { username: 'elan_c' }, { token })
  await stoa.call('communityJoin', { tokenName: 'MILL', join: true }, { token })
  await searchIndex.settle()
  stoa.clock.advance(2000)
  expect(await found('elan')).toEqual(['elan_c', 'zoe_demo', 'elan_a', 'elan_b'])
  const queries = await queriesOf(stoa, () => found('el'))
  expect(queries.filter(({ sql }) => /\blike\b/i.test(sql))).toEqual([])
})

test('one person is found by id, however many newer names begin with the same letters', async () => {
  await seedCommunity(stoa, { tokenName: 'ANNS' })
  const ann = await stoa.member('ann', { join: ['ANNS'] })
  for (let count = 0; count < 3; count += 1) await stoa.member(`ann_${count}`, { join: ['ANNS'] })
  const outside = await stoa.member('ann_out')
  await stoa.app.services.searchIndex.catchUp()
  const found = async (about: { query: string; limit: number } | { userId: string }) => {
    const { payload } = (await stoa.call('communityMembers', { tokenName: 'ANNS', ...about })).body
    return payload.items.map(({ username }) => username)
  }
  expect(await found({ query: 'ann', limit: 2 })).not.toContain('ann')
  expect(await found({ userId: ann.id })).toEqual(['ann'])
  expect(await found({ userId: outside.id })).toEqual([])
})

test('names that earlier versions kept with memberships are removed', async () => {
  const { database } = stoa
  const memberships = () => database.read('memberships')
  await database.transaction(({ connection }) => connection('memberships').update({ username_key: 'x', name_key: 'y' }))
  const FORGET_NAMES = { name: 'forget-member-names' }
  await database.transaction(async (tx) => {
    // Earlier versions enqueued these, for now or later.
    for (const name of ['index-member-names', 'names-changed']) {
      stoa.app.jobs.enqueue(tx, { name }, { payload: {} })
      stoa.app.jobs.enqueue(tx, { name }, { payload: {}, runAt: stoa.clock.now() + 3_600_000, key: 'later' })
    }
    stoa.app.jobs.enqueue(tx, FORGET_NAMES, { payload: { after: '' } })
  })
  await stoa.app.jobs.drain()
  expect(await database.read('jobs').whereIn('kind', ['index-member-names', 'names-changed'])).toEqual([])
  expect(await memberships().whereNot({ username_key: '', name_key: '' })).toEqual([])
})

test('a page of members reads only its own rows, wherever it begins', async () => {
  const community_id = await seedCommunity(stoa, { tokenName: 'LARGE' })
  const rows = Array.from({ length: 400 }, (_, index) => ({
    community_id,
    user_id: `x${String(index).padStart(19, '0')}`,
    joined_at: index,
  }))
  const role = { is_owner: 0, is_moderator: 0, permissions: '[]' }
  const roles = rows.map(({ user_id }, index) => ({
    community_id,
    user_id,
    can_sell: Number(index % 2 === 0),
    ...role,
  }))
  await stoa.database.transaction(async ({ connection }) => {
    for (let from = 0; from < rows.length; from += 100) {
      await connection('memberships').insert(rows.slice(from, from + 100))
      await connection('community_roles').insert(roles.slice(from, from + 100))
    }
  })
  const page = { communityId: community_id, limit: 20 }
  const middle = rows[200]?.user_id ?? ''
  const reads: ((repository: ReturnType<typeof membershipRepository>) => Promise<unknown>)[] = [
    (repository) => repository.list({ ...page, after: null }),
    (repository) => repository.list({ ...page, after: [200, middle] }),
    (repository) =>
      repository.listed(
        community_id,
        rows.slice(100, 120).map(({ user_id }) => user_id),
      ),
    (repository) => repository.partners({ ...page, after: null }),
    (repository) => repository.partners({ ...page, after: middle }),
  ]
  for (const read of reads) {
    await expectIndexRanges(stoa, {
      table: 'm',
      // Each member and role, and the end of each range.
      rows: 2 * 20 + 4,
      work: (connection) => read(membershipRepository(connection)),
    })
  }
})

test('a profile names the communities in which the person has a role that everybody sees', async () => {
  const { memberships } = stoa.app.services
  const ids: Record<string, string> = {}
  for (const tokenName of ['OWNED', 'GUARDS', 'SELLS', 'LEAVES', 'PAUSED', 'WRITES'])
    ids[tokenName] = await seedCommunity(stoa, { tokenName, title: `All ${tokenName.toLowerCase()}` })
  const join = ['GUARDS', 'SELLS', 'LEAVES', 'PAUSED', 'WRITES']
  const [plain, busy, boss] = [
    await stoa.member('plain_everywhere', { join: ['WRITES'] }),
    await stoa.member('busy_everywhere', { join }),
    await stoa.member('boss_of_paused', { join: ['PAUSED'] }),
  ]
  const rolesOf = async (idOrSlug: string) => (await stoa.call('userGet', { idOrSlug })).body.payload.communities
  expect(await rolesOf(busy.id)).toEqual([])
  const before = await queriesOf(stoa, () => rolesOf(plain.id))

  const give = (tokenName: string, role: Parameters<typeof memberships.setRole>[2], to = busy.id) =>
    memberships.setRole(ids[tokenName] ?? '', to, role)
  await give('SELLS', { canSell: true })
  await give('GUARDS', { moderator: true, canSell: true })
  await give('OWNED', { owner: true })
  await give('LEAVES', { moderator: true, canSell: true })
  await give('PAUSED', { moderator: true })
  await give('PAUSED', { owner: true }, boss.id)
  await give('WRITES', { permissions: ['viewUserEmail'] })
  await stoa.call('communityJoin', { tokenName: 'LEAVES', join: false }, { token: busy.token })
  await stoa.call('userBan', { tokenName: 'PAUSED', banUserId: busy.id, ban: true }, { token: boss.token })
  expect(await rolesOf('busy_everywhere')).toEqual([
    { id: ids.OWNED, tokenName: 'OWNED', title: 'All owned', role: 'owner' },
    { id: ids.GUARDS, tokenName: 'GUARDS', title: 'All guards', role: 'moderator' },
    { id: ids.SELLS, tokenName: 'SELLS', title: 'All sells', role: 'partner' },
  ])
  expect(await rolesOf(plain.id)).toEqual([])

  // However many there are; without any, one query less.
  stoa.clock.advance(2000)
  const after = await queriesOf(stoa, () => rolesOf(busy.id))
  expect(after.length).toBe(before.length + 1)
})

test('returning within ten minutes keeps the date of joining, and counts stay right', async () => {
  const { app, database } = stoa
  const { services } = app
  const community = await seedCommunity(stoa, { tokenName: 'RETURN' })
  const joinedAt = stoa.clock.now()
  const { id } = await stoa.member('ret_demo', { join: ['RETURN'] })
  const call = async (join: boolean) => {
    const { signedIn } = await services.sessions.begin({ userId: id, site: '', lasting: true })
    return (await stoa.call('communityJoin', { tokenName: 'RETURN', join }, { token: signedIn.accessToken })).body
  }
  const set = async (join: boolean) => (await call(join)).payload.community.numberOfMembers
  const since = () => services.memberships.joinedAt(community, id)

  stoa.clock.advance(5 * DAY_MS)
  expect(await set(false)).toBe(0)
  stoa.clock.advance(10 * MINUTE_MS)
  expect(await set(true)).toBe(1)
  expect(await since()).toBe(joinedAt)

  // Later, the person joins anew.
  await set(false)
  stoa.clock.advance(10 * MINUTE_MS + 1)
  const { numberOfMembers } = (await stoa.call('communityGet', { tokenName: 'RETURN' })).body.payload.community
  expect([numberOfMembers, await set(true), await since()]).toEqual([0, 1, stoa.clock.now()])

  // A ban in between counts.
  await set(false)
  await database.transaction((tx) =>
    services.memberships.ban(tx, [id], {
      community_id: community,
      until: 0,
      reason: '',
      banned_by: '',
      decision_id: '',
      kind: 'ban',
      created_at: stoa.clock.now(),
    }),
  )
  expect((await call(true)).code).toBe('BANNED')
  const kept = () => database.read('former_memberships').where({ user_id: id }).pluck('community_id')
  expect(await kept()).toEqual([community])
  stoa.clock.advance(20 * MINUTE_MS)
  await app.jobs.runScheduled()
  expect(await kept()).toEqual([])
})
