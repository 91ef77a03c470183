import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { confirmAddress, mailsTo, newestMail } from '../../test/mailbox.ts'
import { requestAsHost } from '../../test/request-as-host.ts'
import { seedCommunity } from '../../test/seed-community.ts'
import { loadCatalogues } from '../platform/languages/catalogues.ts'

/** What comes before or after a visit to the forum is in the reader's language, too: with the true translations. */
let stoa: TestApp
const folder = mkdtempSync(join(tmpdir(), 'stoa-languages-'))

beforeAll(async () => {
  writeFileSync(join(folder, 'english.json'), '{}')
  const texts = join(import.meta.dirname, '../../../packages/languages/src')
  const own: Record<string, object> = {
    'he.json': {
      'shortLink.target': 'הקישור הקצר מוביל אל',
      'shortLink.views': '{count, plural, one {נפתח פעם אחת.} two {נפתח פעמיים.} other {נפתח # פעמים.}}',
      'export.about': 'כל מה ששמור, נכון ל־{time} UTC.',
      'export.posts': 'פוסטים',
    },
  }
  for (const file of ['de.json', 'he.json']) {
    const translated = JSON.parse(readFileSync(join(texts, file), 'utf8'))
    writeFileSync(join(folder, file), JSON.stringify({ ...translated, ...own[file] }))
  }
  loadCatalogues(folder)
  stoa = await startTestApp({ STOA_URL: 'http://forum.example' })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await stoa.close()
})

async function germanMember(username: string) {
  const email = `${username}@people.example`
  const input = { username, email, password: 'Corr3ct-horse' }
  const { userId, accessToken: token } = (await stoa.call('authSignUp', input)).body.payload
  await confirmAddress(stoa, email)
  await stoa.call('languageChoose', { language: 'de' }, { token })
  return { userId, token, email, username }
}

const page = (path: string, host: string, language: string) =>
  requestAsHost(stoa, path, { headers: { host, accept: 'text/html', 'accept-language': language } })

test('the pages for unknown hosts and ended previews', async () => {
  const unknown = await page('/', 'nobody.example', 'de')
  expect([unknown.status, String(unknown.body.html)]).toEqual([
    421,
    expect.stringContaining('<html lang="de" dir="ltr">'),
  ])
  expect(String(unknown.body.html)).toContain('<h1>Unbekannter Host</h1><p>Dieser Server betreibt')
  expect(String(unknown.body.html)).toMatch(/nobody\.example.*STOA_URL/)
  expect(String((await page('/', 'nobody.example', 'it')).body.html)).toContain('lang="en"')
  const ended = await page('/?preview=nonsense', 'forum.example', 'he')
  expect([ended.status, String(ended.body.html)]).toEqual([410, expect.stringContaining('<html lang="he" dir="rtl">')])
  expect(String(ended.body.html)).toContain('<a href="/">לפורום</a>')
})

test('the receipt of a deletion, although the account and its language are gone by then', async () => {
  const { token, email, username } = await germanMember('lena_german')
  const { body } = await stoa.call('userDelete', { confirm: username }, { token })
  expect(body.code).toBe(undefined)
  await stoa.app.jobs.drain()
  stoa.clock.advance(5000)
  await stoa.app.jobs.drain()
  await stoa.app.jobs.drain()
  const letter = (await mailsTo(stoa, email)).at(-1)
  // The mailbox leaves the header’s encoding.
  expect(letter?.subject).toContain('Dein_Konto_wurde_gel')
  const text = letter?.text.replaceAll(/[\u2068\u2069]/g, '')
  expect(text).toMatch(/Wie du es am \d+\. \w+ \d{4} um \d\d:\d\d UTC gewünscht hast, wurde dein Konto lena_german/)
  expect(text).toContain('Entfernt: dein Name, dein Profil, deine E-Mail-Adresse und alle Anmeldemethoden, 2 Sitzungen')
  expect(text).toContain('Bleibt ohne deinen Namen: nichts.')
})

test('the test mail of the set-up', async () => {
  const { token, email, username } = await germanMember('olga_german')
  await stoa.app.services.accounts.setNetworkAdmin(username, true)
  expect((await stoa.call('setupMailTest', {}, { token })).body.payload).toEqual({ to: email, error: '' })
  const { subject, text } = await newestMail(stoa, email)
  expect([subject.replaceAll(/[\u2068\u2069]/g, ''), text]).toEqual([
    ...['Stoa kann E-Mails senden', expect.stringContaining('Das ist der Test, den du angefordert hast.')],
  ])
})

test('the page that says where a short link leads', async () => {
  const { token } = await germanMember('kurt_german')
  await seedCommunity(stoa)
  const asked = { url: 'http://forum.example/bbs/FORUM' }
  const link = (await stoa.call('shortUrl', asked, { token, headers: { host: 'forum.example' } })).body.payload
  const html = String((await page(`${new URL(link.shortUrl).pathname}+`, 'forum.example', 'he')).body.html)
  expect(html).toContain('<html lang="he" dir="rtl">')
  expect(html).toMatch(
    /<h1>הקישור הקצר מוביל אל<\/h1>.*<bdi dir="ltr">http:\/\/forum\.example\/bbs\/FORUM<\/bdi>.*נפתח 0 פעמים/,
  )
})

test('the index of an export', async () => {
  const { token } = await germanMember('emil_german')
  const { url } = (await stoa.call('userExport', {}, { token })).body.payload
  const response = await fetch(stoa.url + url, { headers: { 'accept-language': 'he' } })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const html = strFromU8(files['index.html'] ?? new Uint8Array())
  expect(html).toContain('<html lang="he" dir="rtl">')
  expect(html).toMatch(/<h1>emil_german<\/h1><p>כל מה ששמור, נכון ל.*15 בינו׳ 2026.* UTC/)
})
