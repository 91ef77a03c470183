import type { DomainSettings } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'

let stoa: TestApp
let admin: { token: string }

beforeAll(async () => {
  stoa = await startTestApp({ STOA_URL: 'http://forum.example' })
  await stoa.app.services.servedDomains.prepare()
  await stoa.app.services.domains.ensureDefaultCommunity()
  admin = await stoa.member('chief', { networkAdmin: true })
})
afterAll(() => stoa.close())

const name = 'default'
const get = async () => (await stoa.call('domainGet', { name }, admin)).body.payload.domain
/** Saves changes over the latest version. */
async function save(changes: Partial<DomainSettings>, by = admin) {
  const { settings, latestVersion } = await get()
  return stoa.call('domainSave', { name, baseVersion: latestVersion, settings: { ...settings, ...changes } }, by)
}

const limits = { twoPeopleAbove: 1000, perDay: null, newAccountPerDay: null, newAccountDays: 7 }

test.each([
  ['twoPeopleAbove', [0, 1, 999_999_999, 1_000_000_000], [-1, 1_000_000_001, 1.5, null, '5', '']],
  ['perDay', [null, 0, 1, 999_999_999, 1_000_000_000], [-1, 1_000_000_001, 1.5, '5', '']],
  ['newAccountPerDay', [null, 0, 1, 999_999_999, 1_000_000_000], [-1, 1_000_000_001, 1.5, '5', '']],
  ['newAccountDays', [1, 2, 364, 365], [0, -1, 366, 1.5, null, '5', '']],
])('the limit %s is accepted within its bounds and otherwise refused by field', async (field, good, bad) => {
  for (const value of good) {
    const { status, body } = await save({ moneyLimits: { ...limits, [field]: value } })
    expect([value, status]).toEqual([value, 200])
    expect(body.payload.domain.settings.moneyLimits).toEqual({ ...limits, [field]: value })
  }
  const { latestVersion } = await get()
  for (const value of bad) {
    const { status, body } = await save({ moneyLimits: { ...limits, [field]: value } as never })
    expect([value, status]).toEqual([value, 400])
    const issues = (body as unknown as { details: unknown[] }).details
    expect(issues).toMatchObject([{ field: `settings.moneyLimits.${field}` }])
  }
  expect((await get()).latestVersion).toBe(latestVersion)
})

test('the price of a promotion is an amount', async () => {
  for (const promotionDayPrice of ['0.000001', '99999999.999999', '100000000'])
    expect([promotionDayPrice, (await save({ promotionDayPrice })).status]).toEqual([promotionDayPrice, 200])
  for (const promotionDayPrice of ['0', '0.0000001', '100000000.000001', '-1', '1,5', '1e3', ''])
    expect([promotionDayPrice, (await save({ promotionDayPrice })).status]).toEqual([promotionDayPrice, 400])
})

test('each change about money is a version with its author and both values, and in the log', async () => {
  const start = { money: false, stakingButton: false, promotionDayPrice: '1', moneyLimits: limits }
  await save(start)
  const changes: Partial<DomainSettings>[] = [
    { money: true },
    { stakingButton: true },
    { promotionDayPrice: '0.5' },
    { moneyLimits: { ...limits, perDay: 50 } },
  ]
  for (const change of changes) {
    const [field = ''] = Object.keys(change)
    const { domain } = (await save(change)).body.payload
    expect(domain.versions[0]).toMatchObject({ author: 'chief', changed: [field] })
    const number = domain.latestVersion
    const { settings, settingsBefore } = (await stoa.call('domainVersionGet', { name, number }, admin)).body.payload
    expect(settings).toMatchObject(change)
    expect(settingsBefore).toMatchObject({ [field]: start[field as keyof typeof start] })
    const log = (await stoa.call('networkLog', { limit: 1 }, admin)).body.payload
    expect(JSON.stringify(log.items[0])).toContain('saved domain')
  }
})

test('publishing logs changes about money, and no others', async () => {
  const publish = async (changes: Partial<DomainSettings>) => {
    const { latestVersion: version } = (await save(changes)).body.payload.domain
    await stoa.call('domainPublish', { name, version }, admin)
    const { items } = (await stoa.call('networkLog', { limit: 2 }, admin)).body.payload
    return JSON.stringify(items).match(/(?:turned on|changed) money of|published domain/)?.[0]
  }
  await publish({ money: false, moneyLimits: limits, promotionDayPrice: '1', stakingButton: false })
  expect(await publish({ moneyLimits: { ...limits, perDay: 5 } })).toBe('changed money of')
  expect(await publish({ promotionDayPrice: '3' })).toBe('changed money of')
  expect(await publish({ stakingButton: true })).toBe('changed money of')
  expect(await publish({ money: true })).toBe('turned on money of')
  expect(await publish({ domainDisplayName: 'The Park' })).toBe('published domain')
})

test('a domain’s own admins keep its money as it is', async () => {
  const keeper = await stoa.member('keeper')
  await stoa.app.services.accounts.setDomainAdmin('keeper', name)
  await save({ money: true, moneyLimits: { ...limits, perDay: 50 } })
  const changes: Partial<DomainSettings>[] = [
    { money: false },
    { stakingButton: false },
    { promotionDayPrice: '2' },
    { moneyLimits: { ...limits, perDay: 51 } },
  ]
  for (const change of changes) {
    const { status, body } = await save(change, keeper)
    expect([status, body]).toMatchObject([
      400,
      { details: [{ field: `settings.${Object.keys(change)[0]}`, message: 'Only network admins change this.' }] },
    ])
  }
  expect((await save({ domainDisplayName: 'The Keep' }, keeper)).status).toBe(200)
})

test.each([{ moneyLimits: limits }, { moneyLimits: {} as typeof limits }])(
  'a domain’s own admins may leave out stored limits that are the defaults: %j',
  async (stored) => {
    const username = `frugal_${Object.keys(stored.moneyLimits).length}`
    const keeper = await stoa.member(username)
    await stoa.app.services.accounts.setDomainAdmin(username, name)
    await save({ moneyLimits: { ...limits, perDay: 50 } })
    const { latestVersion: version } = (await save(stored)).body.payload.domain
    expect((await stoa.call('domainPublish', { name, version }, admin)).status).toBe(200)
    const withoutLimits = { moneyLimits: undefined as never, domainDisplayName: `The ${username}` }
    const { status, body } = await save(withoutLimits, keeper)
    expect([status, body]).toMatchObject([
      200,
      { payload: { domain: { settings: { domainDisplayName: `The ${username}` } } } },
    ])
    const { domain } = body.payload
    expect(domain.versions[0]).toMatchObject({ author: username, changed: ['domainDisplayName'] })
    expect((await stoa.call('domainPublish', { name, version: domain.latestVersion }, keeper)).status).toBe(200)
    // The limits themselves are still not theirs.
    expect((await save({ moneyLimits: { ...limits, newAccountDays: 8 } }, keeper)).status).toBe(400)
  },
)
