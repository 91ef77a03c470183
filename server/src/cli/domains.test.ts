import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { requestAsHost } from '../../test/request-as-host.ts'
import { stoaCommand } from '../../test/stoa-command.ts'

let forum: TestApp
beforeAll(async () => {
  const google = { clientId: 'shared', clientSecret: 'shared-secret' }
  forum = await startTestApp({ STOA_URL: 'http://forum.example' }, { files: { 'providers.json': { google } } })
  await forum.app.services.servedDomains.prepare()
  await forum.app.services.domains.ensureDefaultCommunity()
})
afterAll(() => forum.close())

const stoa = (...parameters: string[]) => stoaCommand(forum.settings, parameters)
const nameAt = async (host: string) => {
  await forum.app.services.servedDomains.load()
  return (await requestAsHost(forum, '/config.json', { headers: { host } })).body.domainDisplayName
}

test('a domain is added, changed, published and restored while the server runs', async () => {
  const added = await stoa(
    'domain:add',
    'garden',
    'Garden.example',
    '--set',
    'domainDisplayName=The Garden',
    '--set',
    'isSingleTokenDomain=true',
  )
  expect(added).toMatchObject({ code: 0, out: 'garden is served at http://garden.example.' })
  expect(await nameAt('garden.example')).toBe('The Garden')
  expect(await stoa('domain:set', 'garden', 'domainDisplayName=The Park', '--draft')).toMatchObject({ code: 0 })
  expect(await nameAt('garden.example')).toBe('The Garden')
  expect((await stoa('domain:list')).out).toContain(
    'garden  http://garden.example  The Garden  version 1  (2 is not published)',
  )
  await stoa('domain:publish', 'garden', '2')
  expect(await nameAt('garden.example')).toBe('The Park')
  expect(await stoa('domain:restore', 'garden', '1')).toMatchObject({ out: 'Version 3 of garden is in force.' })
  expect(await nameAt('garden.example')).toBe('The Garden')
  const shown = JSON.parse((await stoa('domain:show', 'garden', '--json')).out)
  expect(shown).toMatchObject({ publishedVersion: 3, settings: { isSingleTokenDomain: true } })
})

test('a change that was made without knowing the latest version is refused, and says what to do', async () => {
  await stoa('domain:add', 'orchard', 'orchard.example')
  await stoa('domain:set', 'orchard', 'domainDisplayName=Apples')
  for (const command of [
    ['domain:set', 'orchard', 'domainDisplayName=Pears'],
    ['domain:publish', 'orchard', '1'],
    ['domain:restore', 'orchard', '1'],
  ]) {
    const late = await stoa(...command, '--base', '1')
    expect([command, late.code]).toEqual([command, 1])
    expect(late.err).toContain('Somebody has changed orchard meanwhile: its latest version is 2. Nothing was changed.')
  }
  expect(await nameAt('orchard.example')).toBe('Apples')
  expect(await stoa('domain:restore', 'orchard', '1', '--base', '2')).toMatchObject({ code: 0 })
  expect((await stoa('domain:publish', 'orchard', '1', '--base', 'x')).code).toBe(2)
})

test('a secret is read from the prompt or standard input, stored encrypted, and printed nowhere', async () => {
  await stoa('domain:add', 'grove', 'grove.example')
  const secret = 'a-secret-of-the-grove'
  const keys = () => forum.database.read('domain_keys').where({ domain_name: 'grove' })
  const client = (clientId: string) => `ownProviders=${JSON.stringify([{ id: 'google', clientId }])}`
  const set = (typed: string, ...parameters: string[]) =>
    stoaCommand(forum.settings, ['domain:set', 'grove', ...parameters], typed)

  const early = await set(secret, '--secret', 'google')
  expect(early).toMatchObject({ code: 1, err: expect.stringContaining('no client at google yet') })
  expect(await set('', client('one'), '--secret', 'google')).toMatchObject({ code: 1 })
  expect(await set('two words', client('one'), '--secret', 'google')).toMatchObject({ code: 1 })
  expect(await set(secret, client('one'), 'accent=#ffffff', '--secret', 'google')).toMatchObject({ code: 1 })
  // A refused change keeps no secret.
  expect(await keys()).toEqual([])
  const done = await set(`${secret}\n`, client('one'), '--secret', 'google', '--json')
  expect(done).toMatchObject({ code: 0 })
  const clientInForce = () => {
    const grove = forum.app.services.domains.all.find(({ name }) => name === 'grove')
    const { clientId, clientSecret } = grove?.providers.all.find(({ id }) => id === 'google') ?? {}
    return [clientId, clientSecret]
  }
  await forum.app.services.servedDomains.load()
  expect(clientInForce()).toEqual(['one', secret])
  const rows = JSON.stringify([await keys(), await forum.database.read('domain_versions')])
  expect(rows + JSON.stringify(done)).not.toContain(secret)
  // Another client id keeps the secret; another secret keeps the client.
  expect(await set('', client('two'))).toMatchObject({ code: 0 })
  await forum.app.services.servedDomains.load()
  expect(clientInForce()).toEqual(['two', secret])
  expect(await set('another-secret', '--secret', 'google')).toMatchObject({ code: 0 })
  await forum.app.services.servedDomains.load()
  expect(clientInForce()).toEqual(['two', 'another-secret'])
  expect(await set('', '--draft')).toMatchObject({ code: 2 })
})

test('hosts are added, made canonical and removed', async () => {
  await stoa('domain:add', 'park', 'park.example')
  expect(await stoa('domain:host', 'park', 'www.park.example')).toMatchObject({ code: 0 })
  expect((await stoa('domain:host', 'park', 'www.park.example', '--canonical')).out).toContain(
    'park is at http://www.park.example',
  )
  expect(await stoa('domain:host', 'park', 'park.example', '--remove')).toMatchObject({ code: 0 })
  expect(await stoa('domain:remove', 'park')).toMatchObject({ code: 0, out: 'park is removed.' })
  expect((await stoa('domain:list')).out).not.toContain('park')
})

test('bad names, hosts, settings and versions change nothing, and say why', async () => {
  expect(await stoa('domain:add', 'lake', 'https://lake.example/')).toMatchObject({ code: 2 })
  expect(await stoa('domain:add', 'No Name', 'lake.example')).toMatchObject({ code: 2 })
  expect(await stoa('domain:add', 'lake', 'lake.example', '--set', 'accent=#ffffff')).toMatchObject({
    code: 1,
    err: expect.stringContaining('accent'),
  })
  expect(await stoa('domain:add', 'lake', 'lake.example', '--set', 'colour=red')).toMatchObject({
    code: 1,
    err: expect.stringContaining('colour'),
  })
  expect(await stoa('domain:add', 'lake', 'lake.example', '--set', 'defaultTokenName=NOBODY')).toMatchObject({
    code: 1,
    err: expect.stringContaining('NOBODY'),
  })
  expect(await stoa('domain:set', 'default', 'accent')).toMatchObject({ code: 2 })
  expect(await stoa('domain:publish', 'default', '99')).toMatchObject({ code: 1 })
  expect(await stoa('domain:publish', 'default', 'one')).toMatchObject({ code: 2 })
  expect(await stoa('domain:remove', 'default')).toMatchObject({ code: 1 })
  expect((await stoa('domain:list', '--json')).out).not.toContain('lake')
})
