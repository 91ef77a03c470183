import type { PublicSettings } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { requestAsHost } from '../../../../test/request-as-host.ts'

let stoa: TestApp

beforeAll(async () => {
  const garden = {
    origin: 'http://garden.example',
    defaultTokenName: 'GARDEN',
    isSingleTokenDomain: true,
    timeZone: 'Europe/Paris',
  }
  stoa = await startTestApp({ STOA_URL: 'http://forum.example' }, { files: { 'domains/garden.json': garden } })
  await stoa.app.services.domains.ensureDefaultCommunity()
  await stoa.database.transaction(({ connection }) =>
    connection('communities').where({ token_name: 'FORUM' }).update({ featured: 'GARDEN' }),
  )
})
afterAll(() => stoa.close())

const payloadAt = async (host: string, path: string) =>
  (await requestAsHost(stoa, `/api${path}`, { headers: { host } })).body.payload

test('everybody may know what a domain is', async () => {
  expect(await payloadAt('forum.example', '/domain/public')).toEqual({
    domain: {
      id: 'forum.example',
      isSingleTokenDomain: false,
      symbol: 'FORUM',
      singleTokenName: null,
      featuredTokens: ['GARDEN'],
    },
  })
  expect(await payloadAt('garden.example', '/domain/public')).toMatchObject({
    domain: { id: 'garden.example', isSingleTokenDomain: true, symbol: 'GARDEN', singleTokenName: 'GARDEN' },
  })
})

test('public settings are those of the host, and name no other domain', async () => {
  const { settings } = (await payloadAt('garden.example', '/settings/public')) as { settings: PublicSettings }
  expect(settings).toEqual({
    BridgeParams: { isAvailable: false },
    CommunityDefaults: { tokenName: 'GARDEN', language: 'en', timeZone: 'Europe/Paris', founders: 'nobody' },
    'Domains-Symbols': { 'garden.example': 'GARDEN' },
    ExternalArticleDomain: 'http://garden.example',
    RTBPrice: '1',
  })
  expect(JSON.stringify(await payloadAt('forum.example', '/settings/public'))).not.toContain('garden')
})

test('a token costs a dollar; other currencies are refused', async () => {
  expect(await payloadAt('forum.example', '/tokens/FORUM/price')).toEqual({
    tokenName: 'FORUM',
    currency: 'USD',
    symbol: '$',
    price: '1',
  })
  const get = async (host: string, path: string) =>
    (await requestAsHost(stoa, `/api/tokens/${path}`, { headers: { host } })).body
  expect(await get('forum.example', 'FORUM/price?currency=EUR')).toMatchObject({
    code: 'VALIDATION_FAILED',
    details: [{ field: 'currency', message: 'getPrice - EUR is not supported yet' }],
  })
  expect(await get('forum.example', 'NOWHERE/price')).toMatchObject({ code: 'COMMUNITY_NOT_FOUND' })
  expect(await get('garden.example', 'FORUM/price')).toMatchObject({ code: 'COMMUNITY_NOT_FOUND' })
})
