import type { DomainSettings } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleFont } from '../../../../test/example-font.ts'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { requestAsHost } from '../../../../test/request-as-host.ts'
import { mailBrandOf } from '../tenants/index.ts'
import { readFont } from './font-file.ts'

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

async function publish(change: Partial<DomainSettings>) {
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
