import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseDigest } from '../../test/databases/database-digest.ts'
import { createEmptyDatabase, type EmptyDatabase } from '../../test/databases/empty-database.ts'
import { type Forum, startForum } from '../../test/forum.ts'
import { stoaCommand } from '../../test/stoa-command.ts'
import { PUBLISHER_KEY } from '../domains/people/auth/tables.ts'
import { openDatabase } from '../platform/database/database.ts'
import { migrations } from '../platform/database/migrations/index.ts'
import { jobKind } from '../platform/jobs/queue.ts'
import { deriveKey, openSealed } from '../platform/security/keys.ts'
import { keepSecretMark } from '../platform/security/secret-mark.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const stoa = (...parameters: string[]) => stoaCommand(forum.stoa.settings, parameters)

const COMMANDS: Record<string, string> = {
  setup: '',
  migrate: '',
  check: '',
  repair: '',
  'search:reindex': '',
  backup: '<file>',
  restore: '<file>',
  release: '',
  move: '<url>',
  doctor: '',
  'mail:test': '<address>',
  'user:create': '<name>',
  'user:password': '<name>',
  'user:list': '',
  'user:admin': '<name>',
  'domain:admin': '<name> <domain>',
  'domain:list': '',
  'domain:show': '<name>',
  'domain:add': '<name> <host>',
  'domain:set': '<name> [setting...]',
  'domain:publish': '<name> <version>',
  'domain:restore': '<name> <version>',
  'domain:host': '<name> <host>',
  'domain:remove': '<name>',
  'user:reset-second-factor': '<name>',
  'user:email': '<name> <address>',
  'user:rename': '<name> <username>',
  'user:merge': '<name> <main>',
  'user:delete': '<name>',
  'user:log': '',
  'user:ban': '<community> <name>',
  'signin:unlock': '[name]',
  'community:owner': '<community> <name>',
  'community:create': '<community> <title>',
  'community:edit': '<community>',
  'community:list': '',
  'origin:list': '[community]',
  'origin:remove': '<community> <origin>',
  'origin:add': '<community> <origin>',
  'origin:site': '<community> <origin>',
  'origin:extension': '<community> <origin> <choice>',
  'sso:set': '<origin> <kind> [address]',
  'sso:remove': '<origin>',
  'article:merge': '<community> <from> <into>',
  'article:rename': '<community> <from> <into>',
  'article:split': '<community> <name> [comments...]',
  'article:conflicts': '<community>',
  'money:enable': '<domain>',
  'ledger:credit': '<name> <community> <amount>',
  ...{ 'ledger:debit': '<name> <community> <amount>', 'ledger:fund': '<community> <amount>' },
  ...{ 'ledger:reverse': '<transfer>', 'card:refund': '<purchase>' },
  'ledger:verify': '',
  'chain:token': '<community> <contract>',
  'chain:wallet': '',
  ...{ 'chain:accept-nonce': '<count>', 'chain:verify': '', 'chain:accept-shortfall': '<community> <amount>' },
  'chain:sweep': '',
  ...{ 'withdrawal:send-again': '<withdrawal>', 'withdrawal:raise-fee': '<withdrawal>' },
  'withdrawal:end': '<withdrawal> <outcome>',
  'withdrawal:minimum': '<community> <amount>',
  signer: '',
  'chain:try': '<name> <community> <amount>',
  'jobs:list': '',
  'jobs:show': '<id>',
  'jobs:retry': '<id>',
  'jobs:discard': '<id>',
  'secret:change': '',
}
const REMOVING = ['user:admin', 'domain:admin', 'domain:host', 'user:ban', 'community:owner']

/** Valid parameters for commands that check them. */
const GOOD: Record<string, string[]> = {
  'mail:test': ['ada@people.example'],
  'user:create': ['kay_demo'],
  'user:email': ['ada_demo', 'ada@people.example'],
  'user:rename': ['ada_demo', 'ada_demo2'],
  'domain:add': ['lake', 'lake.example'],
  'domain:set': ['default', 'accent=#0b5563'],
  'domain:publish': ['default', '1'],
  'domain:restore': ['default', '1'],
  'domain:host': ['default', 'lake.example'],
  'community:create': ['GARDEN', 'Garden talk'],
  'community:edit': ['FORUM', '--title', 'Forum'],
  'signin:unlock': ['ada_demo'],
  'origin:add': ['FORUM', 'https://news.example'],
  'origin:remove': ['FORUM', 'https://news.example'],
  'origin:site': ['FORUM', 'https://news.example', '--name', 'The News'],
  'origin:extension': ['FORUM', 'https://news.example', 'keep'],
  'sso:set': ['https://news.example', 'secret'],
  ...{ 'ledger:credit': ['ada_demo', 'FORUM', '5'], 'ledger:debit': ['ada_demo', 'FORUM', '5'] },
  ...{ 'ledger:fund': ['FORUM', '5'], 'ledger:reverse': ['0'.repeat(20)], 'card:refund': ['none'] },
  'chain:try': ['ada_demo', 'FORUM', '5'],
  ...{ 'chain:accept-nonce': ['5'], 'withdrawal:minimum': ['FORUM', '5'] },
  ...{ 'withdrawal:end': ['0'.repeat(20), 'paid'], 'chain:accept-shortfall': ['FORUM', '5'] },
}

/** Commands that say something else about a missing database. */
const OWN_MESSAGES = ['migrate', 'restore', 'move', 'doctor']

/** The command's required parameters. */
const needed = (name: string) => (COMMANDS[name] ?? '').match(/<[\w.]+>/g) ?? []

test('program and manual list every command', async () => {
  const { code, out, err } = await stoa('--help')
  expect([code, err]).toEqual([0, ''])
  const listed = [...out.matchAll(/^ {2}([a-z]+(?::[a-z-]+)?)\b/gm)].map(([, name]) => name)
  expect(listed).toEqual([...Object.keys(COMMANDS), 'help'])
  const manual = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
  for (const name of Object.keys(COMMANDS)) expect(manual).toContain(`| \`${name}`)
  expect(await stoa('help')).toMatchObject({ code: 0, out })
})

test.each(Object.keys(COMMANDS))('%s prints its help and takes exactly its parameters', async (name) => {
  const help = await stoa(name, '--help')
  expect(help).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`Usage: stoa ${name} [options]`) })
  expect(help.out).toContain(COMMANDS[name])
  const before = await digest()
  const parameters = needed(name)
  const isOpen = ['article:split', 'domain:set'].includes(name)
  const wrong = [
    [...parameters, '--unknown'],
    [...parameters, '--remvoe'],
    ...(isOpen ? [] : [[...parameters, 'surplus', 'surplus']]),
    ...(parameters.length > 0 ? [parameters.slice(1)] : []),
    ...(REMOVING.includes(name) ? [] : [[...parameters, '--remove']]),
    ...(name === 'repair' ? [] : [[...parameters, '--dry-run']]),
  ]
  for (const given of wrong) {
    const { code, out, err } = await stoa(name, ...given)
    expect([given, code, out]).toEqual([given, 2, ''])
    expect(err).toContain(`Usage: stoa ${name} [options]`)
    expect(err).not.toContain('Database:')
  }
  expect(await digest()).toEqual(before)
})

/** Digest of the database, except events being marked as delivered. */
const digest = () => databaseDigest(forum.stoa, ['outbox'])

test.each([[], ['nothing'], ['toString'], ['--unknown'], ['Migrate']])(
  'wrong usage (%j) prints the usage to standard error and exits with 2',
  async (...parameters) => {
    const { code, out, err } = await stoa(...parameters)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('origin:add [options] <community> <origin>')
  },
)

test('a mistyped option changes nothing', async () => {
  expect((await stoa('user:admin', 'cem_demo', '--remvoe')).code).toBe(2)
  const { user } = (await forum.stoa.call('me', {}, { token: forum.cem.token })).body.payload
  expect(user.networkAdmin).toBe(false)
})

test('the version is the package’s', async () => {
  expect(await stoa('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
})

test('prints the opened database without its password', async () => {
  const { STOA_DATA = '', DATABASE_URL } = forum.stoa.settings
  const { code, err } = await stoa('check')
  expect(code).toBeLessThan(2)
  if (DATABASE_URL === undefined) expect(err).toBe(`Database: ${join(STOA_DATA, 'stoa.sqlite')}`)
  else {
    const { password, username, host, pathname } = new URL(DATABASE_URL)
    expect(password).not.toBe('')
    expect(err).toBe(`Database: mysql://${username}@${host}${pathname}`)
  }
})

describe('an unusable database', () => {
  let empty: EmptyDatabase
  beforeEach(async () => {
    empty = await createEmptyDatabase()
  })
  afterEach(() => empty.remove())
  const on = (parameters: string[]) => stoaCommand({ STOA_SECRET: 'x'.repeat(32), ...empty.settings }, parameters)

  test.each(Object.keys(COMMANDS).filter((name) => !OWN_MESSAGES.includes(name)))(
    '%s creates no database',
    async (name) => {
      const { code, out, err } = await on([name, ...(GOOD[name] ?? needed(name))])
      expect([code, out]).toEqual([1, ''])
      if (empty.url === null) {
        expect(err).toBe(
          `There is no database in ${empty.dataFolder}. Set STOA_DATA to the data folder of the server, or make a new database with: stoa migrate`,
        )
      } else expect(err).toContain('The database is empty. Make its tables with: stoa migrate')
      expect(readdirSync(empty.dataFolder)).toEqual([])
    },
  )

  test('a missing folder is reported and not created', async () => {
    const STOA_DATA = join(empty.dataFolder, 'missing')
    const settings = empty.url === null ? {} : { DATABASE_URL: empty.url }
    expect(await stoaCommand({ STOA_DATA, ...settings }, ['check'])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`There is no installation in ${STOA_DATA}.`),
    })
    expect(existsSync(STOA_DATA)).toBe(false)
  })

  test('a database of an older or newer version is reported', async () => {
    expect(await on(['migrate'])).toMatchObject({ code: 0, out: expect.stringMatching(/^Ran 0001-/) })
    expect((await on(['check'])).out).toBe('Everything adds up.')
    const database = openDatabase(empty)
    const [last] = migrations.slice(-1)
    await database.transaction(({ connection }) => connection('migrations').where({ name: last?.name }).del())
    expect(await on(['check'])).toMatchObject({ code: 1, out: '', err: expect.stringContaining('older version') })
    await database.transaction(({ connection }) =>
      connection('migrations').insert([
        { name: last?.name, ran_at: 0 },
        { name: '9999-later', ran_at: 0 },
      ]),
    )
    await database.close()
    for (const command of ['check', 'migrate'])
      expect(await on([command])).toMatchObject({ code: 1, out: '', err: expect.stringContaining('newer version') })
  })
})

test('invalid settings are reported without a stack', async () => {
  const { code, err } = await stoaCommand({ PORT: 'x', DATABASE_URL: 'oracle://' }, ['migrate'])
  expect(code).toBe(1)
  expect(err).toMatch(/PORT: [\s\S]*DATABASE_URL: must be an address such as mysql/)
})

test('migrating twice changes nothing', async () => {
  expect(await stoa('migrate')).toMatchObject({ code: 0, out: 'The database is up to date.' })
})

test('a user becomes a network admin; an unknown one does not', async () => {
  expect((await stoa('user:admin', 'CEM_demo')).code).toBe(0)
  forum.stoa.clock.advance(1000)
  const { user } = (await forum.stoa.call('me', {}, { token: forum.cem.token })).body.payload
  expect(user.networkAdmin).toBe(true)
  expect(await stoa('user:admin', 'cem_demo', '--remove')).toMatchObject({
    code: 0,
    out: 'cem_demo is no network admin.',
  })
  forum.stoa.clock.advance(1000)
  expect((await forum.stoa.call('me', {}, { token: forum.cem.token })).body.payload.user.networkAdmin).toBe(false)
  expect(await stoa('user:admin', 'nobody')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('User not found.'),
  })
})

test('a user becomes admin of an existing domain', async () => {
  expect(await stoa('domain:admin', 'cem_demo', 'https://nowhere.example')).toMatchObject({ code: 2 })
  const made = await stoa('domain:admin', 'cem_demo', 'http://localhost:3000')
  expect(made).toMatchObject({ code: 0, out: 'cem_demo is the admin of http://localhost:3000.' })
  forum.stoa.clock.advance(1000)
  const { user } = (await forum.stoa.call('me', {}, { token: forum.cem.token })).body.payload
  expect(user.domainAdmin).toBe(true)
  const remove = () => stoa('domain:admin', 'cem_demo', 'http://localhost:3000', '--remove')
  expect(await remove()).toMatchObject({ code: 0, out: 'cem_demo is no longer the admin of http://localhost:3000.' })
  forum.stoa.clock.advance(1000)
  expect((await forum.stoa.call('me', {}, { token: forum.cem.token })).body.payload.user.domainAdmin).toBe(false)
  expect((await remove()).code).toBe(1)
  expect((await stoa('domain:admin', 'nobody', 'http://localhost:3000', '--remove')).code).toBe(1)
})

test('roles given to a merged account go to its main one', async () => {
  const { accounts, memberships } = forum.stoa.app.services
  const [mainId, otherId] = [
    await accounts.create({ username: 'main_demo', email: null, passwordHash: null }),
    await accounts.create({ username: 'other_demo', email: null, passwordHash: null }),
  ]
  await forum.stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: otherId }).update({ forward_to: mainId }),
  )
  const rights = async () => {
    const { networkAdmin, domainAdmin } = (await memberships.viewer(mainId, '')) ?? {}
    return [networkAdmin, domainAdmin]
  }
  await stoa('user:admin', 'other_demo')
  await stoa('domain:admin', 'other_demo', 'http://localhost:3000')
  expect(await rights()).toEqual([true, true])
  await stoa('user:admin', 'other_demo', '--remove')
  await stoa('domain:admin', 'other_demo', 'http://localhost:3000', '--remove')
  expect(await rights()).toEqual([false, false])
})

test('a community gains an owner, who keeps other permissions, and loses one', async () => {
  const { memberships } = forum.stoa.app.services
  await memberships.setRole(forum.communityId, forum.bea.id, { canSell: true })
  const rights = async () => {
    forum.stoa.clock.advance(1000)
    const { tokenOwner, enableSell } = (await forum.stoa.call('me', {}, { token: forum.bea.token })).body.payload.user
    return { tokenOwner, enableSell }
  }
  expect(await stoa('community:owner', 'FORUM', 'Bea_demo')).toMatchObject({
    code: 0,
    out: 'Bea_demo is an owner of FORUM.',
  })
  expect(await rights()).toEqual({ tokenOwner: ['FORUM'], enableSell: ['FORUM'] })
  expect((await stoa('community:owner', 'FORUM', 'bea_demo', '--remove')).code).toBe(0)
  expect(await rights()).toEqual({ tokenOwner: [], enableSell: ['FORUM'] })
  expect((await stoa('community:owner', 'FORUM', 'nobody')).code).toBe(1)
  // Owners can't be banned, so becoming an owner lifts the ban.
  const banned = { tokenName: 'FORUM', banUserId: forum.bea.id, ban: true }
  expect((await forum.stoa.call('userBan', banned, { token: forum.admin.token })).status).toBe(200)
  expect((await stoa('community:owner', 'FORUM', 'bea_demo')).out).toContain('The ban is lifted')
  expect(await forum.stoa.database.read('bans')).toEqual([])
  expect((await stoa('community:owner', 'FORUM', 'bea_demo', '--remove')).code).toBe(0)
  expect((await stoa('community:owner', 'NOWHERE', 'bea_demo')).code).toBe(1)
})

test('commands without a remove mode refuse --remove', async () => {
  expect((await stoa('origin:add', 'FORUM', 'https://kept.example', '--remove')).code).toBe(2)
  expect(await forum.stoa.app.services.partnerOrigins.isRegistered('https://kept.example')).toBe(false)
})

test('an origin is registered in the browser’s spelling', async () => {
  const added = await stoa('origin:add', 'FORUM', 'https://News.example:443/some/page')
  expect(added).toMatchObject({ code: 0, out: 'https://news.example is registered with FORUM.' })
  expect(await forum.stoa.app.services.partnerOrigins.isRegistered('https://news.example')).toBe(true)
  expect((await stoa('origin:add', 'NOWHERE', 'https://news.example')).code).toBe(1)
  for (const wrong of ['news.example', 'ftp://news.example', 'javascript:alert(1)']) {
    expect((await stoa('origin:add', 'FORUM', wrong)).code).toBe(2)
  }
})

test('accounts are created with a password, get another one, and are listed', async () => {
  const signIn = async (password: string) =>
    (await forum.stoa.call('authSignIn', { login: 'kay_demo', password })).body.status
  const { settings } = forum.stoa
  const typing = (password: string, ...parameters: string[]) => stoaCommand(settings, parameters, password)
  const [first, second] = ['Stoa-first-1!', 'Stoa-second-2!']
  expect((await typing('password', 'user:create', 'kay_demo')).code).toBe(2)
  expect((await typing(first, 'user:create', 'x')).code).toBe(2)
  expect(await typing(first, 'user:create', 'kay_demo')).toMatchObject({ code: 0 })
  expect((await typing(first, 'user:create', 'Kay_Demo')).code).toBe(1)
  expect(await signIn(first)).toBe('success')
  expect((await typing('Kay_demo-1', 'user:password', 'kay_demo')).code).toBe(2)
  expect(await typing(second, 'user:password', 'kay_demo')).toMatchObject({ code: 0 })
  expect([await signIn(first), await signIn(second)]).toEqual(['error', 'success'])
  expect((await typing(second, 'user:password', 'nobody_demo')).code).toBe(1)
  expect((await stoa('user:list', '--name', 'KAY')).out).toMatch(/^kay_demo {2}no email address {2}20\S+$/)
  const listed = JSON.parse((await stoa('user:list', '--json')).out)
  expect(listed).toContainEqual(expect.objectContaining({ username: 'kay_demo', networkAdmin: false, email: null }))
  expect((await stoa('user:list', '--after', 'zzz')).out).toBe('There are none.')
})

test('origins are listed and removed, with text and JSON output', async () => {
  const origin = 'https://listed.example'
  await stoa('origin:add', 'FORUM', origin)
  expect((await stoa('origin:list')).out).toMatch(/https:\/\/listed\.example {2}FORUM {2}20/)
  const listed = JSON.parse((await stoa('origin:list', 'FORUM', '--json')).out)
  expect(listed).toContainEqual({ origin, community: 'FORUM', registeredAt: expect.any(Number) })
  expect((await stoa('origin:list', 'NOWHERE')).code).toBe(1)
  expect(await stoa('origin:remove', 'FORUM', origin)).toMatchObject({
    code: 0,
    out: `${origin} is no longer registered with FORUM.`,
  })
  expect((await stoa('origin:remove', 'FORUM', origin)).code).toBe(1)
  expect((await stoa('origin:list')).out).not.toContain(origin)
})

test('communities are created and listed', async () => {
  const made = await stoa('community:create', 'GARDEN', 'Garden talk', '--about', 'Beds and ladders', '--approve-posts')
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('community:owner GARDEN') })
  expect(await forum.stoa.app.services.communities.get('garden')).toMatchObject({
    title: 'Garden talk',
    about: 'Beds and ladders',
    approvePosts: true,
  })
  const row = { tokenName: 'GARDEN', title: 'Garden talk', numberOfMembers: 0, totalPosts: 0 }
  expect(JSON.parse((await stoa('community:list', '--json')).out)).toContainEqual(row)
  expect((await stoa('community:list')).out).toContain('GARDEN  Garden talk  0 members  0 posts')
  expect(await stoa('community:create', 'GARDEN', 'Another one')).toMatchObject({ code: 1, out: '' })
  for (const [name, title] of [
    ['garden', 'x'],
    ['SIX', 'x'],
    ['POSTS', 'x'],
    ['GARDENS', ' '],
    ['GARDENS', 'x'.repeat(41)],
  ])
    expect([name, (await stoa('community:create', name ?? '', title ?? '')).code]).toEqual([name, 2])
})

test('a community is edited, and the change is logged', async () => {
  await stoa('community:create', 'ALLOTS', 'Allotments', '--about', 'Beds')
  const edit = async (...parameters: string[]) => stoa('community:edit', 'allots', ...parameters)
  expect(JSON.parse((await edit('--title', 'Allotment talk', '--approve-posts', '--json')).out)).toEqual({
    tokenName: 'ALLOTS',
    title: 'Allotment talk',
    about: 'Beds',
    approvePosts: true,
  })
  const emptied = await edit('--about', '', '--no-approve-posts')
  expect(emptied.out).toBe('ALLOTS is called “Allotment talk”; posts appear at once.\nIt says nothing of itself.')
  const { items } = (await forum.stoa.call('communityActivity', { tokenName: 'ALLOTS' }, { token: forum.admin.token }))
    .body.payload
  expect(items.map(({ actor, changes }) => [actor, changes.map(({ setting, after }) => [setting, after])])).toEqual([
    [
      null,
      [
        ['about', ''],
        ['approvePosts', 'false'],
      ],
    ],
    [
      null,
      [
        ['title', 'Allotment talk'],
        ['approvePosts', 'true'],
      ],
    ],
  ])
  expect([
    (await edit()).code,
    (await edit('--title', '')).code,
    (await edit('--about', 'x'.repeat(2001))).code,
  ]).toEqual([2, 2, 2])
  expect((await stoa('community:edit', 'NOWHERE', '--title', 'x')).code).toBe(1)
})

test('a user is banned and unbanned; an owner can’t be banned', async () => {
  const bans = async () => {
    forum.stoa.clock.advance(1000)
    return Object.keys(
      (await forum.stoa.call('me', {}, { token: forum.ada.token })).body.payload.user.bannedCommunities,
    )
  }
  const banned = await stoa('user:ban', 'FORUM', 'Ada_demo', '--days', '3', '--reason', 'Spam', '--hide', '--json')
  expect(JSON.parse(banned.out)).toMatchObject({
    username: 'Ada_demo',
    community: 'FORUM',
    ban: { reason: 'Spam' },
    contentHidden: true,
  })
  expect(await bans()).toEqual(['FORUM'])
  expect((await stoa('user:ban', 'FORUM', 'ada_demo')).out).toBe('ada_demo is banned from FORUM for good.')
  expect((await stoa('user:ban', 'FORUM', 'ada_demo', '--remove')).out).toBe('ada_demo is not banned from FORUM.')
  expect(await bans()).toEqual([])
  await stoa('community:owner', 'FORUM', 'ada_demo')
  expect(await stoa('user:ban', 'FORUM', 'ada_demo')).toMatchObject({ code: 1, out: '' })
  await stoa('community:owner', 'FORUM', 'ada_demo', '--remove')
  expect((await stoa('user:ban', 'FORUM', 'ada_demo', '--days', '2')).code).toBe(2)
  expect((await stoa('user:ban', 'FORUM', 'nobody')).code).toBe(1)
})

test('an unlocked account can sign in again', async () => {
  const { stoa: app } = forum
  const password = 'Stoa-locked-1!'
  await stoaCommand(app.settings, ['user:create', 'lou_demo'], password)
  const signIn = async (typed: string) =>
    (await app.call('authSignIn', { login: 'lou_demo', password: typed })).body.code ?? 'in'
  while ((await signIn('Wr0ng-horse')) !== 'SIGN_IN_LOCKED');
  expect(await signIn(password)).toBe('SIGN_IN_LOCKED')
  expect((await stoa('signin:unlock', 'LOU_demo')).out).toBe('LOU_demo may sign in again.')
  expect(await signIn(password)).toBe('in')
  expect(JSON.parse((await stoa('signin:unlock', 'lou_demo', '--json')).out)).toMatchObject({ found: false })
  expect((await stoa('signin:unlock', '--network', '127.0.0.1')).out).toContain('network of 127.0.0.1 may sign in')
  expect((await stoa('signin:unlock', '--everyone')).code).toBe(0)
  expect([(await stoa('signin:unlock')).code, (await stoa('signin:unlock', '--network', 'here')).code]).toEqual([2, 2])
  expect((await stoa('signin:unlock', 'nobody')).code).toBe(1)
  const { code, err } = await stoa('signin:unlock', 'nobody', '--json')
  expect([code, JSON.parse(err.split('\n').at(-1) ?? '')]).toEqual([1, { error: expect.any(String) }])
})

test.each(['https://*.news.example', 'https://%2a.news.example', 'https://＊.news.example'])(
  'a wildcard origin is refused with an explanation: %s',
  async (origin) => {
    const { code, err } = await stoa('origin:add', 'FORUM', origin)
    expect([code, err]).toEqual([2, expect.stringContaining('register each one by its own name')])
  },
)

test('the operator can merge foo and foo.html, with the comments of both', async () => {
  const site = 'https://pages.example'
  const at = (path: string) => ({ tokenName: 'FORUM', article: { url: `${site}${path}` }, content: path })
  const say = async (path: string) =>
    (await forum.stoa.call('commentCreate', at(path), { token: forum.ada.token })).body.payload.comment.postId
  const threadOf = async (path: string) =>
    (await forum.stoa.call('articleThread', { community: 'FORUM', url: `${site}${path}` })).body.payload.comments.items
      .map(({ content }) => content)
      .toSorted()
  expect((await stoa('origin:extension', 'FORUM', site, 'ignore')).code).toBe(1)
  await stoa('origin:add', 'FORUM', site)
  expect((await stoa('origin:extension', 'FORUM', site, 'maybe')).code).toBe(2)
  expect(await say('/both')).not.toBe(await say('/both.html'))
  await say('/old.html')
  expect((await stoa('origin:extension', 'FORUM', site, 'ignore')).out).toContain('1 threads were merged')
  forum.stoa.clock.advance(2000)
  expect(await threadOf('/both')).toEqual(['/both', '/both.html'])
  expect(await threadOf('/both.html')).toEqual(['/both', '/both.html'])
  expect(await threadOf('/old')).toEqual(['/old.html'])
  expect(await say('/new.html')).toBe(await say('/new'))
  expect((await stoa('origin:extension', 'FORUM', site, 'keep')).code).toBe(0)
  expect(await say('/later.html')).not.toBe(await say('/later'))
  expect(await threadOf('/both.html')).toEqual(['/both', '/both.html'])
})

test('the operator sets how a site is shown', async () => {
  const site = 'https://shown.example'
  expect((await stoa('origin:site', 'FORUM', site, '--name', 'Shown')).code).toBe(1)
  await stoa('origin:add', 'FORUM', site)
  expect((await stoa('origin:site', 'FORUM', site, '--icon', 'javascript:alert(1)')).code).toBe(2)
  expect((await stoa('origin:site', 'FORUM', site, '--name', 'Shown')).out).toBe(`${site} is shown as Shown.`)
  expect((await stoa('origin:site', 'FORUM', site, '--name', '')).out).toBe(`${site} is shown as shown.example.`)
})

test('check reports inconsistencies and repair fixes them', async () => {
  await stoa('repair')
  expect(await stoa('check')).toMatchObject({ code: 0, out: 'Everything adds up.' })
  await forum.stoa.database.transaction(({ connection }) =>
    connection('communities').where({ id: forum.communityId }).update({ number_of_members: 77 }),
  )
  const found = await stoa('check')
  expect(found.code).toBe(1)
  expect(found.out).toContain(`communities.number_of_members ${forum.communityId}: 77 instead of 3`)
  const before = await digest()
  const wouldSet = await stoa('repair', '--dry-run')
  expect(wouldSet).toMatchObject({ code: 0, out: `${found.out.split('\n')[0]}\nWould set 1 counters.` })
  expect(await digest()).toEqual(before)
  expect((await stoa('check')).code).toBe(1)
  expect((await stoa('repair')).out).toBe('Set 1 counters.')
  expect((await stoa('check')).code).toBe(0)
})

test('another secret is refused, and changed to with the former one, which encrypts again what was encrypted', async () => {
  const { settings, database } = forum.stoa
  const OTHER = { ...settings, STOA_SECRET: 'another-secret-0123456789-abcdefgh' }
  const origin = 'https://secrets.example'
  await stoa('origin:add', 'FORUM', origin)
  await stoaCommand(settings, ['sso:set', origin, 'secret'], 'k'.repeat(40))
  // As the server does when it starts.
  await keepSecretMark(database, String(settings.STOA_SECRET))
  const sealed = async () => (await database.read('publisher_keys').where({ origin }).first()).sealed
  const before = await sealed()

  const refused = await stoaCommand(OTHER, ['user:list'])
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(refused.err).toMatch(/This database was used with another secret\..* stoa secret:change$/)
  await expect(keepSecretMark(database, OTHER.STOA_SECRET)).rejects.toThrow('another secret')
  expect(await stoaCommand(OTHER, ['secret:change'], 'not this one')).toMatchObject({ code: 1 })
  expect(await stoaCommand(settings, ['secret:change'], settings.STOA_SECRET)).toMatchObject({ code: 1 })
  expect(await sealed()).toBe(before)

  const unreadable = { origin: 'https://unreadable.example', kind: 'secret', sealed: 'nonsense', created_at: 1 }
  await database.transaction(({ connection }) => connection('publisher_keys').insert(unreadable))
  const changed = await stoaCommand(OTHER, ['secret:change', '--json'], settings.STOA_SECRET)
  expect(changed.code).toBe(0)
  const counts = JSON.parse(changed.out)
  expect(counts).toEqual({ encryptedAgain: expect.any(Number), unreadable: 1 })
  expect(counts.encryptedAgain).toBeGreaterThan(0)
  expect(openSealed(deriveKey(OTHER.STOA_SECRET, PUBLISHER_KEY), await sealed())).toBe('k'.repeat(40))
  expect(await stoaCommand(OTHER, ['user:list'])).toMatchObject({ code: 0 })
  expect(await stoa('user:list')).toMatchObject({ code: 1 })
  // Without the former secret, keys that nobody can read anymore are deleted.
  expect(await stoa('secret:change', '--lost')).toMatchObject({ code: 0 })
  expect(await database.read('publisher_keys')).toEqual([])
  expect(await stoa('user:list')).toMatchObject({ code: 0 })
  await stoa('origin:remove', 'FORUM', origin)
})

test('jobs are listed, shown, retried and discarded', async () => {
  const { app, clock, database } = forum.stoa
  const LATER = jobKind<{ a: number }>('test-of-commands')
  const runAt = clock.now() + 60_000
  await database.transaction(async (tx) => app.jobs.enqueue(tx, LATER, { payload: { a: 1 }, runAt }))
  const [job] = await app.jobs.list({ kind: LATER.name })
  const id = job?.id ?? ''
  expect((await stoa('jobs:list', '--kind', LATER.name)).out).toContain(`${id}  test-of-commands  waiting`)
  expect((await stoa('jobs:list', '--state', 'parked')).out).toBe('There are none.')
  expect((await stoa('jobs:list', '--state', 'lost')).code).toBe(2)
  expect(JSON.parse((await stoa('jobs:show', id)).out)).toMatchObject({ id, payload: { a: 1 }, runAt })
  expect((await stoa('jobs:retry', id)).code).toBe(0)
  expect((await app.jobs.show(id))?.runAt).toBeLessThan(Date.now() + 60_000)
  expect((await stoa('jobs:discard', id)).code).toBe(0)
  for (const command of ['jobs:show', 'jobs:retry', 'jobs:discard']) {
    expect(await stoa(command, id)).toMatchObject({ code: 1, err: expect.stringContaining(`There is no job ${id}.`) })
  }
})
