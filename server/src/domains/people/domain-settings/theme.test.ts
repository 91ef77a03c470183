import { type DomainSettings, FONTS_MAX, FONTS_UNUSED_MAX } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleFont } from '../../../../test/example-font.ts'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { requestAsHost } from '../../../../test/request-as-host.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import { createHold } from '../../../platform/jobs/hold.ts'
import { mailBrandOf } from '../tenants/index.ts'
import { readFont } from './font-file.ts'
import { createDomainFonts } from './fonts.ts'

let stoa: TestApp
let admin: Awaited<ReturnType<TestApp['member']>>

beforeAll(async () => {
  stoa = await startTestApp({ STOA_URL: 'http://forum.example' })
  await stoa.app.services.servedDomains.prepare()
  await stoa.app.services.domains.ensureDefaultCommunity()
  admin = await stoa.member('chief', { networkAdmin: true })
})
afterAll(() => stoa.close())

const get = (path: string, host = 'forum.example') => requestAsHost(stoa, path, { headers: { host } })
const upload = (data: Buffer, by = admin) =>
  stoa.call('domainFontAdd', { name: 'default', data: data.toString('base64') }, { token: by.token })
const css = async (host?: string) => String((await get('/theme.css', host)).body.html)

/** Lets a day pass, with which the admin's token ends. */
async function waitDay(): Promise<void> {
  stoa.clock.advance(DAY_MS + 1)
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: admin.id, site: '', lasting: true })
  admin = { ...admin, token: signedIn.accessToken }
}

async function publish(change: { [Name in keyof DomainSettings]?: DomainSettings[Name] | undefined }) {
  const { domain } = (await stoa.call('domainGet', { name: 'default' }, { token: admin.token })).body.payload
  const input = { name: 'default', baseVersion: domain.latestVersion, settings: { ...domain.settings, ...change } }
  const saved = await stoa.call('domainSave', input, { token: admin.token })
  if (saved.status !== 200) return saved
  const version = saved.body.payload.domain.latestVersion
  return stoa.call('domainPublish', { name: 'default', version }, { token: admin.token })
}

test('only WOFF2 files with metrics are fonts', () => {
  const font = exampleFont()
  // Its letters are wider than those of Arial, which is enlarged, and its lines get smaller by as much.
  expect(readFont(font)).toEqual({ sizeAdjust: 116.16, ascent: 77.48, descent: 21.52, lineGap: 0 })
  const changed = (change: (copy: Buffer) => void) => {
    const copy = Buffer.from(font)
    change(copy)
    return copy
  }
  for (const [what, file] of Object.entries({
    empty: Buffer.alloc(0),
    text: Buffer.from('<script>alert(1)</script>'),
    'only the first bytes': Buffer.from('wOF2'),
    'cut off': font.subarray(0, font.length - 3),
    'something behind it': Buffer.concat([font, Buffer.from('<script>')]),
    collection: changed((copy) => copy.write('ttcf', 4, 'latin1')),
    'more tables than there are': changed((copy) => copy.writeUInt16BE(150, 12)),
    'broken content': changed((copy) => copy.fill(255, 56)),
  }))
    expect([what, readFont(file)]).toEqual([what, null])
})

test('a font is uploaded once, for admins; other files are refused', async () => {
  const { link, fallback } = (await upload(exampleFont(7))).body.payload
  expect(link).toMatch(/^\/fonts\/[\da-f]{64}\.woff2$/)
  expect((await upload(exampleFont(7))).body.payload).toEqual({ link, fallback })
  const refused = await upload(Buffer.from('GIF89a'))
  expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'data' }] })
  expect((await upload(exampleFont(), await stoa.member('guest'))).body.code).toBe('FORBIDDEN')
  const served = await get(link)
  expect([served.status, served.headers]).toMatchObject([
    200,
    {
      'content-type': 'font/woff2',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    },
  ])
  for (const path of [`/fonts/${'0'.repeat(64)}.woff2`, '/fonts/..%2fsecret', '/fonts/x.woff2'])
    expect((await get(path)).status).toBe(404)
})

test('fonts that no version uses are deleted after a day, and a domain has so many of them', async () => {
  const { domainFonts } = stoa.app.services
  const statuses = async (links: string[]) => Promise.all(links.map(async (link) => (await get(link)).status))
  const add = async (count: number, from: number) => {
    const links: string[] = []
    for (let number = from; number < from + count; number += 1)
      links.push((await upload(exampleFont(number))).body.payload.link)
    return links
  }
  await stoa.database.transaction(({ connection }) => connection('domain_fonts').del())
  const [used = '', ...unused] = await add(FONTS_UNUSED_MAX, 20)
  const refused = await upload(exampleFont(50))
  expect([refused.status, refused.body.details]).toMatchObject([
    400,
    [{ field: 'data', message: expect.stringContaining(`${FONTS_UNUSED_MAX} font files that no version uses`) }],
  ])
  // One that is there already is no further one.
  expect((await upload(exampleFont(21))).status).toBe(200)
  const { fallback } = (await upload(exampleFont(20))).body.payload
  await publish({ font: { regular: used, fallback } })
  // A version that isn't in force any more keeps its font.
  await publish({ font: undefined })
  const [recent = ''] = await add(1, 51)
  await domainFonts.cleanUp()
  expect(new Set(await statuses([used, recent, ...unused]))).toEqual(new Set([200]))
  await waitDay()
  expect((await upload(exampleFont(21))).status).toBe(200)
  const before = await statuses(unused)
  // A copy may have the same bucket as the original, which needs its files.
  await stoa.database.transaction((tx) => stoa.app.jobs.hold.begin(tx, stoa.clock.now()))
  const copy = createDomainFonts({
    ...{ database: stoa.database, clock: stoa.clock, storage: stoa.app.services.storage, folder: '' },
    jobs: { hold: createHold(stoa.database) },
  })
  await copy.cleanUp()
  expect(await statuses(unused)).toEqual(before)
  await stoa.database.transaction((tx) => stoa.app.jobs.hold.end(tx))
  await domainFonts.cleanUp()
  const [kept = '', ...gone] = unused
  expect(await statuses([used, kept, recent, ...gone])).toEqual([200, 200, ...[recent, ...gone].map(() => 404)])
  const late = await publish({ font: { regular: recent, fallback } })
  expect(late.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'settings.font.regular' }] })
  // The same file again is stored again.
  expect((await upload(exampleFont(51))).body.payload.link).toBe(recent)
  expect(await statuses([recent])).toEqual([200])
})

test('all versions of a domain together have so many fonts', async () => {
  const { domain } = (await stoa.call('domainGet', { name: 'default' }, { token: admin.token })).body.payload
  const hash = (number: number) => number.toString(16).padStart(64, '0')
  await stoa.database.transaction(async ({ connection }) => {
    await connection('domain_fonts').where({ domain_name: 'default' }).del()
    const rows = Array.from({ length: FONTS_MAX }, (_, number) => ({
      ...{ domain_name: 'default', hash: hash(number), uploaded_at: stoa.clock.now() },
    }))
    await connection('domain_fonts').insert(rows)
    const settings = JSON.stringify({ all: rows.map((row) => `/fonts/${row.hash}.woff2`) })
    await connection('domain_versions')
      .where({ domain_name: 'default', number: domain.latestVersion })
      .update({ settings })
  })
  const refused = await upload(exampleFont(60))
  expect(refused.body.details).toMatchObject([
    { field: 'data', message: expect.stringContaining(`at most ${FONTS_MAX}`) },
  ])
  await stoa.database.transaction(async ({ connection }) => {
    await connection('domain_fonts').where({ domain_name: 'default' }).del()
    await connection('domain_versions')
      .where({ domain_name: 'default', number: domain.latestVersion })
      .update({ settings: JSON.stringify(domain.settings) })
  })
})

test('a published theme is in the style sheet of its domain only', async () => {
  await stoa.app.services.domainSettings.create(
    'operator',
    {
      name: 'garden',
      host: 'garden.example',
      settings: (await stoa.call('domainGet', { name: 'default' }, { token: admin.token })).body.payload.domain
        .settings,
    },
    { isProven: true },
  )
  expect(await css()).toBe('')
  const { link, fallback } = (await upload(exampleFont(8))).body.payload
  await publish({ radius: 'none', density: 'compact', font: { regular: link, fallback } })
  const sheet = await css()
  for (const part of [
    '--stoa-radius:0px',
    '--stoa-space-unit:3px',
    `src:url("${link}") format("woff2");font-weight:100 900;font-display:swap`,
    `size-adjust:${fallback.sizeAdjust}%`,
  ])
    expect(sheet).toContain(part)
  expect(await css('garden.example')).toBe('')
})

test('values that aren’t exactly a choice or an uploaded file never reach the style sheet', async () => {
  const { fallback } = (await upload(exampleFont(9))).body.payload
  const font = { regular: `/fonts/${'a'.repeat(64)}.woff2`, fallback }
  for (const [field, change] of [
    ['settings.font.regular', { font }],
    ['settings.font.regular', { font: { ...font, regular: '/fonts/a.woff2");}*{display:none}' } }],
    ['settings.font.fallback.ascent', { font: { ...font, fallback: { ...fallback, ascent: '90%;}*{' } } }],
    ['settings.radius', { radius: '9px;}*{display:none}' }],
    ['settings.accent', { accent: 'red;}*{display:none}' }],
  ] as const) {
    const refused = await publish(change as unknown as Partial<DomainSettings>)
    expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field }] })
  }
})

test('mails have the accent and the logo, unless mail programs can’t show it', async () => {
  await publish({ accent: '#7d2a28', logoLink: '/media/logo.png' })
  const [domain] = stoa.app.services.domains.all
  expect(mailBrandOf(domain)).toEqual({ accent: '#7d2a28', logo: 'http://forum.example/media/logo.png' })
  await publish({ logoLink: 'https://elsewhere.example/logo.SVG' })
  expect(mailBrandOf(stoa.app.services.domains.all[0]).logo).toBeUndefined()
})
