import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../test/forum.ts'
import { runCommand } from './commands.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

async function stoa(...parameters: string[]) {
  const lines: string[] = []
  const about = { environment: forum.stoa.settings, say: (line: string) => void lines.push(line) }
  return { code: await runCommand(parameters, about), text: lines.join('\n') }
}

test.each([[], ['nothing'], ['toString'], ['migrate', 'extra'], ['user:admin'], ['origin:add', 'FORUM']])(
  'wrong usage (%j) shows the usage and fails with 2',
  async (...parameters) => {
    const { code, text } = await stoa(...parameters)
    expect(code).toBe(2)
    expect(text).toContain('origin:add <community> <origin>')
  },
)

test.each(['--help', 'help'])('%s is no failure', async (help) => {
  expect((await stoa(help)).code).toBe(0)
})

test('settings with problems are told, not thrown', async () => {
  const lines: string[] = []
  const about = { environment: { PORT: 'x', DATABASE_URL: 'oracle://' }, say: (line: string) => void lines.push(line) }
  expect(await runCommand(['migrate'], about)).toBe(1)
  expect(lines.join('\n')).toMatch(/PORT: [\s\S]*DATABASE_URL: must be an address such as mysql/)
})

test('a migrated database stays as it is', async () => {
  expect(await stoa('migrate')).toEqual({ code: 0, text: 'The database is up to date.' })
})

test('a user becomes a network admin; an unknown one does not', async () => {
  expect((await stoa('user:admin', 'CEM_demo')).code).toBe(0)
  forum.stoa.clock.advance(1000)
  const { user } = (await forum.stoa.call('me', {}, { token: forum.cem.token })).body.payload
  expect(user.networkAdmin).toBe(true)
  expect(await stoa('user:admin', 'cem_demo', '--remove')).toEqual({ code: 0, text: 'cem_demo is no network admin.' })
  forum.stoa.clock.advance(1000)
  expect((await forum.stoa.call('me', {}, { token: forum.cem.token })).body.payload.user.networkAdmin).toBe(false)
  expect(await stoa('user:admin', 'nobody')).toEqual({ code: 1, text: 'User not found.' })
})

test('a user becomes the admin of a domain that there is', async () => {
  expect(await stoa('domain:admin', 'cem_demo', 'https://nowhere.example')).toMatchObject({ code: 2 })
  const made = await stoa('domain:admin', 'cem_demo', 'http://localhost:3000')
  expect(made).toEqual({ code: 0, text: 'cem_demo is the admin of http://localhost:3000.' })
  forum.stoa.clock.advance(1000)
  const { user } = (await forum.stoa.call('me', {}, { token: forum.cem.token })).body.payload
  expect(user.domainAdmin).toBe(true)
  const remove = () => stoa('domain:admin', 'cem_demo', 'http://localhost:3000', '--remove')
  expect(await remove()).toEqual({ code: 0, text: 'cem_demo is no admin of http://localhost:3000 any more.' })
  forum.stoa.clock.advance(1000)
  expect((await forum.stoa.call('me', {}, { token: forum.cem.token })).body.payload.user.domainAdmin).toBe(false)
  expect((await remove()).code).toBe(1)
  expect((await stoa('domain:admin', 'nobody', 'http://localhost:3000', '--remove')).code).toBe(1)
})

test('rights of an account that was merged are those of the main one', async () => {
  const { accounts } = forum.stoa.app.services
  const [mainId, otherId] = [
    await accounts.create({ username: 'main_demo', email: null, passwordHash: null }),
    await accounts.create({ username: 'other_demo', email: null, passwordHash: null }),
  ]
  await forum.stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: otherId }).update({ forward_to: mainId }),
  )
  const rights = async () => {
    const { networkAdmin, domainAdmin } = (await accounts.viewer(mainId, '')) ?? {}
    return [networkAdmin, domainAdmin]
  }
  await stoa('user:admin', 'other_demo')
  await stoa('domain:admin', 'other_demo', 'http://localhost:3000')
  expect(await rights()).toEqual([true, true])
  await stoa('user:admin', 'other_demo', '--remove')
  await stoa('domain:admin', 'other_demo', 'http://localhost:3000', '--remove')
  expect(await rights()).toEqual([false, false])
})

test('a community gets an owner, who keeps what else they may, and loses one', async () => {
  const { memberships } = forum.stoa.app.services
  await memberships.setRole(forum.communityId, forum.bea.id, { canSell: true })
  const rights = async () => {
    forum.stoa.clock.advance(1000)
    const { tokenOwner, enableSell } = (await forum.stoa.call('me', {}, { token: forum.bea.token })).body.payload.user
    return { tokenOwner, enableSell }
  }
  expect(await stoa('community:owner', 'FORUM', 'Bea_demo')).toEqual({
    code: 0,
    text: 'Bea_demo is an owner of FORUM.',
  })
  expect(await rights()).toEqual({ tokenOwner: ['FORUM'], enableSell: ['FORUM'] })
  expect((await stoa('community:owner', 'FORUM', 'bea_demo', '--remove')).code).toBe(0)
  expect(await rights()).toEqual({ tokenOwner: [], enableSell: ['FORUM'] })
  expect((await stoa('community:owner', 'FORUM', 'nobody')).code).toBe(1)
  // Nobody bans an owner: who is made one is banned no more.
  const banned = { tokenName: 'FORUM', banUserId: forum.bea.id, ban: true }
  expect((await forum.stoa.call('userBan', banned, { token: forum.admin.token })).status).toBe(200)
  expect((await stoa('community:owner', 'FORUM', 'bea_demo')).text).toContain('The ban is lifted')
  expect(await forum.stoa.database.read('bans')).toEqual([])
  expect((await stoa('community:owner', 'FORUM', 'bea_demo', '--remove')).code).toBe(0)
  expect((await stoa('community:owner', 'NOWHERE', 'bea_demo')).code).toBe(1)
})

test('what takes nothing away does not take --remove', async () => {
  expect((await stoa('origin:add', 'FORUM', 'https://kept.example', '--remove')).code).toBe(2)
  expect(await forum.stoa.app.services.partnerOrigins.isRegistered('https://kept.example')).toBe(false)
})

test('an origin is registered with a community as browsers name it', async () => {
  const added = await stoa('origin:add', 'FORUM', 'https://News.example:443/some/page')
  expect(added).toEqual({ code: 0, text: 'https://news.example is registered with FORUM.' })
  expect(await forum.stoa.app.services.partnerOrigins.isRegistered('https://news.example')).toBe(true)
  expect((await stoa('origin:add', 'NOWHERE', 'https://news.example')).code).toBe(1)
  for (const wrong of ['news.example', 'ftp://news.example', 'javascript:alert(1)']) {
    expect((await stoa('origin:add', 'FORUM', wrong)).code).toBe(2)
  }
})

test('check tells what does not add up, and repair sets it right', async () => {
  await stoa('repair')
  expect(await stoa('check')).toEqual({ code: 0, text: 'Everything adds up.' })
  await forum.stoa.database.transaction(({ connection }) =>
    connection('communities').where({ id: forum.communityId }).update({ number_of_members: 77 }),
  )
  const found = await stoa('check')
  expect(found.code).toBe(1)
  expect(found.text).toContain(`communities.number_of_members ${forum.communityId}: 77 instead of 3`)
  expect((await stoa('repair')).text).toBe('Set 1 counters.')
  expect((await stoa('check')).code).toBe(0)
})
