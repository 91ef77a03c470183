import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { requestAsHost } from '../../test/request-as-host.ts'
import { stoaCommand } from '../../test/stoa-command.ts'

let forum: TestApp
beforeAll(async () => {
  forum = await startTestApp({ STOA_URL: 'http://forum.example' })
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
